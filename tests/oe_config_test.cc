#include "parsers/oe_config.h"

#include <doctest/doctest.h>

#include <functional>

#include <string>
#include <vector>

#include "lint/config.h"
#include "lint/sources.h"
#include "parsers/yaml_scalar.h"

using namespace npulint;  // NOLINT: a test

namespace {

struct Read {
  Sources sources;
  FileId file;
  Parsed<std::unique_ptr<Config>> parsed;
  const Config& config() const { return *parsed.record; }
  std::string problem() const {
    return parsed.problems.empty() ? "" : parsed.problems[0].what.in(Lang::kEn);
  }
  Place place() const { return sources.place(parsed.problems.at(0).at); }
  std::string at(const Range& r) const {
    return std::string(sources.bytes(file).substr(r.begin, r.end - r.begin));
  }
  const Node& node(std::string_view section, std::string_view key) const {
    const Entry* e = setting_entry(config(), section, key);
    REQUIRE(e);
    return e->value;
  }
};

Read read(std::string bytes) {
  Read r;
  r.file = r.sources.add("a.yaml", "a.yaml");
  r.sources.set_text(r.file, std::move(bytes));
  r.parsed = parse_config(r.file, r.sources.bytes(r.file));
  for (const Problem& p : r.parsed.problems) {
    CHECK(p.what.text.well_formed());
    CHECK_FALSE(p.what.in(Lang::kZh).empty());
    CHECK(p.at.begin <= p.at.end);
    CHECK(p.at.end <= r.sources.bytes(r.file).size());
  }
  return r;
}

bool contains(const std::string& s, std::string_view part) { return s.find(part) != s.npos; }

const YamlSurprise* surprise(const Read& r, std::string_view path) {
  for (const YamlSurprise& s : r.config().surprises)
    if (s.path == path) return &s;
  return nullptr;
}

std::string input(std::string_view line) {
  return "input_parameters:\n  " + std::string(line) + "\n";
}
std::string repeat(std::string_view s, size_t n) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += s;
  return out;
}

}  // namespace

TEST_CASE("yaml scalars resolve as PyYAML does") {
  struct Row {
    std::string_view text;
    ScalarType type;
    std::string_view repr;
  };
  using T = ScalarType;
  const Row rows[] = {
      {"", T::kNull, "None"},
      {"~", T::kNull, "None"},
      {"Null", T::kNull, "None"},
      {"None", T::kString, "'None'"},
      {"nULL", T::kString, "'nULL'"},
      {"ON", T::kBool, "True"},
      {"oN", T::kString, "'oN'"},
      {"off", T::kBool, "False"},
      {"No", T::kBool, "False"},
      {"y", T::kString, "'y'"},
      {"N", T::kString, "'N'"},
      {"0", T::kInt, "0"},
      {"-0", T::kInt, "0"},
      {"+12", T::kInt, "12"},
      {"010", T::kInt, "8"},
      {"08", T::kString, "'08'"},
      {"0x3", T::kInt, "3"},
      {"-0x1F", T::kInt, "-31"},
      {"0x_", T::kInt, "ValueError: invalid literal for int() with base 16: ''"},
      {"0xFFFFFFFFFFFFFFFFFF", T::kInt, "4722366482869645213695"},
      {"0b101", T::kInt, "5"},
      {"0o10", T::kString, "'0o10'"},
      {"1_000", T::kInt, "1000"},
      {"_1", T::kString, "'_1'"},
      {"1:30", T::kInt, "90"},
      {"1:60", T::kString, "'1:60'"},
      {"0:30", T::kString, "'0:30'"},
      {"190:20:30", T::kInt, "685230"},
      {"1:30.5", T::kFloat, "90.5"},
      {"1.", T::kFloat, "1.0"},
      {".5", T::kFloat, "0.5"},
      {"-.5", T::kString, "'-.5'"},
      {"1e-3", T::kString, "'1e-3'"},
      {"1.0e3", T::kString, "'1.0e3'"},
      {"1.0e-3", T::kFloat, "0.001"},
      {"1.5e+300", T::kFloat, "1.5e+300"},
      {"1.5e+999", T::kFloat, "inf"},
      {"0.00001", T::kFloat, "1e-05"},
      {"1234567890123456.0", T::kFloat, "1234567890123456.0"},
      {"-.inf", T::kFloat, "-inf"},
      {"-.nan", T::kString, "'-.nan'"},
      {"2026-09-28", T::kDate, "datetime.date(2026, 9, 28)"},
      {"2026-9-28", T::kString, "'2026-9-28'"},
      {"2026-13-01", T::kDate, "ValueError: month must be in 1..12"},
      {"2026-02-29", T::kDate, "ValueError: day is out of range for month"},
      {"2024-02-29", T::kDate, "datetime.date(2024, 2, 29)"},
      {"2026-9-8 1:02:03.5Z", T::kDate,
       "datetime.datetime(2026, 9, 8, 1, 2, 3, 500000, tzinfo=datetime.timezone.utc)"},
      {"2026-09-28T01:02:00-05:30", T::kDate,
       "datetime.datetime(2026, 9, 28, 1, 2, tzinfo=datetime.timezone(datetime.timedelta(days=-1, "
       "seconds=66600)))"},
      {"<<", T::kMerge, "'<<'"},
      {"1x3x224x224", T::kString, "'1x3x224x224'"},
      {"it's", T::kString, "\"it's\""},
  };
  for (const Row& r : rows) {
    CAPTURE(r.text);
    CHECK(resolve_scalar(r.text) == r.type);
    CHECK(python_repr(r.type, r.text) == r.repr);
  }
}

TEST_CASE("config: every scalar's range reads back to its text") {
  // A BOM, wide characters before and inside, CRLF, anchors, tags, comments, flow and block styles.
  const Read r = read(
      "\xEF\xBB\xBF# 转换配置 😀\r\n"
      "model_parameters:   # 模型\r\n"
      "  onnx_model: ./模型/a.onnx # 路径\r\n"
      "  march: &m !!str nash-e\r\n"
      "  '引号': \"双引号；x\"\r\n"
      "  output_nodes: !!str\r\n"
      "    # 在此\r\n"
      "    out\r\n"
      "  node_info: {'节点': {ON: BPU}, b: [1, \"二\", c ]}\r\n"
      "  empty:\r\n"
      "  list:\r\n"
      "  - 一\r\n"
      "  - &x b\r\n"
      "  - *m\r\n");
  REQUIRE(r.problem() == "");
  size_t seen = 0;
  const std::function<void(const Node&)> visit = [&](const Node& n) {
    if (n.kind == Node::Kind::kScalar) {
      ++seen;
      std::string s = r.at(n.range);
      if (n.quoted) {
        REQUIRE(s.size() >= 2);
        CHECK((s.front() == '"' || s.front() == '\''));
        CHECK(s.front() == s.back());
        s = s.substr(1, s.size() - 2);
      }
      CHECK(s == n.text);
    }
    for (const Node& i : n.items) visit(i);
    for (const Entry& e : n.entries) visit(e.key), visit(e.value);
  };
  visit(r.config().root);
  CHECK(seen == 22);
  CHECK(r.node("model_parameters", "march").text == "nash-e");
  CHECK(r.at(r.node("model_parameters", "list").items.at(2).range) == "*m");
  CHECK(r.at(r.node("model_parameters", "node_info").range).substr(0, 9) == "{'节点'");
  CHECK(r.node("model_parameters", "empty").type == ScalarType::kNull);
}

TEST_CASE("config: block scalars end with their last visible character") {
  const Read r = read("model_parameters:\n  a: |\n    x;y\n    z\n\n\n  b: >-\n    p\n    q\n");
  REQUIRE(r.problem() == "");
  const Node& a = r.node("model_parameters", "a");
  CHECK(a.text == "x;y\nz\n");
  CHECK(a.quoted);
  CHECK(r.at(a.range) == "|\n    x;y\n    z");
  CHECK(r.at(r.node("model_parameters", "b").range) == ">-\n    p\n    q");
}

TEST_CASE("config: damaged files give one clear problem at its place") {
  SUBCASE("empty") {
    CHECK(contains(read("").problem(), "empty"));
    CHECK(contains(read("\xEF\xBB\xBF").problem(), "empty"));
    CHECK(contains(read("# only a comment\n").problem(), "no YAML value"));
  }
  SUBCASE("percent and NUL") {
    const Read r = read(std::string("%\0", 2));
    CHECK(contains(r.problem(), "NUL"));
    CHECK(r.parsed.problems[0].at.begin == 1);
  }
  SUBCASE("NUL") {
    const Read r = read(std::string("input_parameters:\n  a: b\0c\n", 27));
    CHECK(contains(r.problem(), "offset 24 (line 2) is NUL"));
  }
  SUBCASE("UTF-16") {
    const std::string ascii = input("input_name: x");
    std::string little, big;
    for (char c : ascii) little += {c, '\0'}, big += {'\0', c};
    for (const std::string& s : {little, big, "\xFF\xFE" + little, "\xFE\xFF" + big}) {
      CHECK(looks_like_config(s));
      CHECK(contains(read(s).problem(), "UTF-16"));
    }
    CHECK(contains(read(little).problem(), "UTF-16LE (every other byte is zero)"));
    CHECK(
        contains(read("\xFE\xFF" + big).problem(), "UTF-16BE (it begins with a byte order mark)"));
  }
  SUBCASE("GBK") {
    // 数据 in GBK
    const std::string s = "calibration_parameters:\n  cal_data_dir: ./\xCA\xFD\xBE\xDD\n";
    CHECK(looks_like_config(s));
    const Read r = read(s);
    REQUIRE(contains(r.problem(), "0xCA at offset 42 (line 2)"));
    CHECK(contains(r.problem(), "GBK"));
    CHECK(contains(r.parsed.problems[0].what.in(Lang::kZh), "GBK"));
    CHECK(r.place().line == 2);
  }
  SUBCASE("other bytes") {
    const Read r = read(input("input_name: \xFF\xFF"));
    CHECK(contains(r.problem(), "not UTF-8"));
    CHECK_FALSE(contains(r.problem(), "GBK"));
    CHECK(contains(read(input("a: \xC0\xAF ")).problem(), "0xC0"));     // overlong
    CHECK(contains(read(input("a: \xED\xA0\x80")).problem(), "0xED"));  // surrogate
  }
  SUBCASE("tabs") {
    const Read r = read("input_parameters:\n\tinput_name: x\n");
    CHECK(r.problem() == "line 2 is indented with a tab; YAML allows only spaces for indentation");
    CHECK(r.place().line == 2);
    CHECK(r.place().column == 1);
    CHECK(read("input_parameters:\n  a: b\t# a tab after a value is fine\n").problem() == "");
  }
  SUBCASE("full-width colon in place of a colon") {
    const Read r = read("input_parameters:\n  input_name: x\n  input_type_rt：nv12\n");
    CHECK(contains(r.problem(), "line 3 has the full-width colon"));
    CHECK(r.place().line == 3);
    CHECK(r.place().column == 16);
    CHECK(setting(r.config(), "input_parameters", "input_name").value == "x");  // read before it
  }
  SUBCASE("plain mistakes") {
    CHECK(contains(read("input_parameters:\n  a: 'x\n").problem(), "quoted text is not closed"));
    CHECK(contains(read("input_parameters:\n  a: *.onnx\n").problem(), "quote the value"));
    CHECK(contains(read("input_parameters:\n  a: b: c\n").problem(), "no key can be"));
    CHECK(contains(read("input_parameters:\n  a: `x`\n").problem(), "cannot begin a value"));
    CHECK(contains(read("input_parameters: {a: 'x' 'y'}\n").problem(), "the `{…}` mapping"));
    CHECK(contains(read("input_parameters:\n  a: \"C:\\q\"\n").problem(), "single quotes"));
    CHECK(contains(read(input("a: \x01")).problem(), "control characters"));
    CHECK(read(input("a: \x01")).place().column == 6);
  }
  SUBCASE("a second document") {
    CHECK(read("---\ninput_parameters:\n  a: b\n...\n").problem() == "");
    const Read r = read("input_parameters:\n  input_name: b\n---\nc: d\n");
    CHECK(contains(r.problem(), "second YAML document"));
    CHECK(r.place().line == 3);
    CHECK(r.config().dialect == Dialect::kOe);
  }
  SUBCASE("a key that the value above swallows") {
    const Read r = read("input_parameters:\n  input_type_train: rgb\n   input_type_rt: nv12\n");
    CHECK(contains(r.problem(), "indentation"));
    CHECK(r.place().line == 3);
    const Entry& e = r.config().root.entries[0].value.entries[0];
    CHECK(e.value.placeholder);
    CHECK_FALSE(r.config().is_template);
  }
  SUBCASE("what safe_load refuses") {
    CHECK(contains(read(input("a: *nobody")).problem(), "`*nobody`"));
    CHECK(contains(read(input("a: &x 1\n  b: &x 2")).problem(), "`&x` is defined twice"));
    CHECK(contains(read(input("a: !mine 1")).problem(), "`!mine`"));
    CHECK(contains(read(input("{a: 1}: b")).problem(), "stands as a key"));
    CHECK(contains(read("- input_parameters\n").problem(), "a list"));
    CHECK(contains(read("nothing\n").problem(), "a single value"));
  }
}

TEST_CASE("config: odd files that are fine") {
  SUBCASE("a closing brace at its parent's column") {
    const Read r =
        read("model_parameters: {\n  march: nash-e,\n  node_info: {\n    a: {'ON': BPU}\n  }\n}\n");
    CHECK(r.problem() == "");
    CHECK(setting(r.config(), "model_parameters", "march").value == "nash-e");
    CHECK(read("model_parameters:\n  node_info: {\n    a: {'ON': BPU}\n  }\n  march: nash-e\n")
              .problem() == "");
  }
  SUBCASE("CRLF and BOM") {
    const Read r = read("\xEF\xBB\xBFmodel_parameters:\r\n  march: nash-e\r\n");
    CHECK(r.problem() == "");
    CHECK(r.node("model_parameters", "march").text == "nash-e");
    CHECK(r.at(r.node("model_parameters", "march").range) == "nash-e");
  }
  SUBCASE("empty values") {
    const Read r =
        read("input_parameters:\n  input_name:\n  input_shape: ''\n  mean_value: ~\ncustom_op:\n");
    CHECK(r.problem() == "");
    for (std::string_view key : {"input_name", "input_shape", "mean_value"})
      CHECK_FALSE(setting(r.config(), "input_parameters", key));
    CHECK(r.config().surprises.empty());
  }
}

TEST_CASE("config: hostile files end soon") {
  std::string s;
  SUBCASE("flow depth 100 000") { s = "custom_op: " + repeat("[", 100000); }
  SUBCASE("flow depth on lines of their own") { s = "custom_op: " + repeat("[\n", 100000); }
  SUBCASE("flow mappings") { s = "custom_op: " + repeat("{a: ", 100000); }
  SUBCASE("block depth") { s = "custom_op: \n" + repeat("- ", 100000); }
  SUBCASE("keys of keys") { s = "custom_op:\n" + repeat("? ", 100000); }
  SUBCASE("tag directives") { s = repeat("%TAG !a! b\n", 20000) + "--- a"; }
  Read r;
  r = read(std::move(s));
  CHECK_FALSE(r.problem() == "");
}

TEST_CASE("config: 64 levels are read, 65 are not") {
  CHECK(read("custom_op: " + repeat("[", 63) + repeat("]", 63)).problem() == "");
  CHECK(contains(read("custom_op: " + repeat("[", 64) + repeat("]", 64)).problem(), "64 levels"));
}

TEST_CASE("config: anchors and aliases are cheap and never expanded") {
  std::string s = "custom_op:\n";
  for (int i = 0; i < 50000; ++i)
    s += "  k" + std::to_string(i) + ": &a" + std::to_string(i) + " v\n";
  Read r;
  r = read(std::move(s));
  CHECK(r.problem() == "");
  CHECK(r.config().root.entries.at(0).value.entries.size() == 50000);

  s = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c <= 'z'; ++c) {
    const std::string alias = std::string("*") + static_cast<char>(c - 1);
    s += std::string(1, c) + ": &" + c + " [" + repeat(alias + ", ", 8) + alias + "]\n";
  }
  r = read(s + "custom_op: *z\n");  // 9^25 items if it were expanded
  CHECK(r.problem() == "");
  CHECK(find(r.config().root, "custom_op")->kind == Node::Kind::kAlias);

  r = read("base: &b {march: nash-e}\nmodel_parameters:\n  <<: *b\n  onnx_model: a.onnx\n");
  CHECK(r.problem() == "");
  CHECK(r.node("model_parameters", "<<").kind == Node::Kind::kAlias);
  CHECK(r.config().surprises.empty());
}

TEST_CASE("config: duplicate keys at every depth") {
  const Read r = read(
      "model_parameters:\n"
      "  march: nash-e\n"
      "  'march': nash-m\n"
      "  node_info:\n"
      "    a: {'ON': BPU, OutputType: int16}\n"
      "    b: {'ON': BPU}\n"
      "    a: { OutputType: int16, 'ON': 'BPU' }\n"
      "  list:\n"
      "  - {x: 1, x: 01, 2: a, 0x2: a}\n"
      "  <<: {}\n"
      "  <<: {}\n"
      "  'ON': 1\n"
      "  ON: 1\n");
  const auto& d = r.config().duplicates;
  REQUIRE(d.size() == 4);
  CHECK(d[0].path == "model_parameters.march");
  CHECK(d[0].values_differ);
  CHECK(d[0].first_value == "nash-e");
  CHECK(d[0].second_value == "nash-m");
  CHECK(r.sources.place(d[0].first).line == 2);
  CHECK(r.sources.place(d[0].second).line == 3);
  CHECK(d[1].path == "model_parameters.node_info.a");
  CHECK_FALSE(d[1].values_differ);
  CHECK(d[2].path == "model_parameters.list[0].x");
  CHECK_FALSE(d[2].values_differ);  // 01 is 1
  CHECK(d[3].path == "model_parameters.list[0].0x2");

  std::string many = "custom_op:\n";
  for (int i = 0; i < 40; ++i) many += "  k" + std::to_string(i) + ": 1\n";
  const Read wide = read(many + "  k7: 2\n");
  REQUIRE(wide.config().duplicates.size() == 1);
  CHECK(wide.config().duplicates[0].path == "custom_op.k7");
  CHECK(wide.config().duplicates[0].values_differ);
}

TEST_CASE("config: placeholders are masked and restored") {
  const Read r = read(
      "# for @NOBODY@, write to a@b.example\n"
      "model_parameters:\n"
      "  onnx_model: @WORK@/模型/${NAME}.onnx\n"
      "  march: {{ march }}\n"
      "  working_dir: '@WORK@/it''s'\n"
      "  output_model_file_prefix: \"\\u6A21_@A@\"\n"
      "  @KEY@: 1\n"
      "  log_level: $LEVEL_2 # $HOME\n"
      "input_parameters:\n"
      "  input_name: a@b\n"
      "  input_shape: 1x3x@SIZE@x@SIZE@ # @SIZE@\n"
      "  mean_value: ${MEAN:-1 2 3}\n"
      "  input_type_rt: nv12\n"
      "compiler_parameters: {jobs: {{jobs}}, input_source: {data: ${SRC}}}\n");
  REQUIRE(r.problem() == "");
  CHECK(r.config().is_template);
  CHECK(r.config().surprises.empty());
  CHECK(r.node("model_parameters", "onnx_model").text == "@WORK@/模型/${NAME}.onnx");
  CHECK(r.at(r.node("model_parameters", "onnx_model").range) == "@WORK@/模型/${NAME}.onnx");
  CHECK(r.node("model_parameters", "march").text == "{{ march }}");
  CHECK(r.node("model_parameters", "march").placeholder);
  CHECK(r.node("model_parameters", "working_dir").text == "@WORK@/it's");
  CHECK(r.node("model_parameters", "output_model_file_prefix").text == "模_@A@");
  CHECK(r.node("model_parameters", "@KEY@").text == "1");
  CHECK(r.node("model_parameters", "log_level").text == "$LEVEL_2");
  CHECK(r.node("model_parameters", "log_level").placeholder);
  CHECK(r.node("input_parameters", "input_shape").text == "1x3x@SIZE@x@SIZE@");
  CHECK(r.node("input_parameters", "mean_value").text == "${MEAN:-1 2 3}");
  CHECK(r.node("compiler_parameters", "jobs").text == "{{jobs}}");
  CHECK_FALSE(r.node("input_parameters", "input_name").placeholder);
  CHECK_FALSE(r.node("input_parameters", "input_type_rt").placeholder);
  const Fact<std::string> onnx = setting(r.config(), "model_parameters", "onnx_model");
  CHECK_FALSE(onnx);
  CHECK(contains(onnx.missing.in(Lang::kEn), "@WORK@"));
  CHECK(setting(r.config(), "input_parameters", "input_type_rt").value == "nv12");
}

TEST_CASE("config: a file with comments only about placeholders is no template") {
  const Read r = read("# @WORK@ and ${X}\nmodel_parameters:\n  march: nash-e # {{x}}\n");
  CHECK_FALSE(r.config().is_template);
  // Shapes that are none: a mapping in a mapping, one @, an empty name.
  for (std::string_view s : {"a: {{x: 1}: 2}", "a: \"a@b, c@d\"", "a: $x", "a: $X", "a: $9A",
                             "a: $Ab", "a: '@@'", "a: '${}'"})
    CHECK_FALSE(read(input(s)).config().is_template);
}

TEST_CASE("config: a placeholder alone on its line may stand for whole keys") {
  const Read r = read(
      "model_parameters:\n  march: nash-e\n  @EXTRA@\n  onnx_model: @WORK@/a.onnx\n{{ rest }}\n");
  CHECK(r.problem() == "");
  CHECK(r.config().is_template);
  CHECK(setting(r.config(), "model_parameters", "march").value == "nash-e");
  CHECK(r.node("model_parameters", "onnx_model").text == "@WORK@/a.onnx");
  const Read value = read("model_parameters:\n  march:\n    @MARCH@\n");
  CHECK(value.node("model_parameters", "march").text == "@MARCH@");
  // Other faults of a template are still reported.
  CHECK_FALSE(read("model_parameters:\n  @EXTRA@\n  march: [\n").problem() == "");
}

TEST_CASE("config: placeholders in block scalars") {
  const Read r = read("custom_op:\n  a: | # @BB@ of a comment\n    @AA@\n    @C@\n");
  CHECK(r.problem() == "");
  CHECK(r.node("custom_op", "a").text == "@AA@\n@C@\n");
  // Also when lines of their own had to be left out elsewhere.
  const Read lines = read("custom_op:\n  a: |\n    @AA@\n    ${C}\n  @D@\n  b: @E@\n");
  CHECK(lines.problem() == "");
  CHECK(lines.node("custom_op", "a").text == "@AA@\n${C}\n");
  CHECK(lines.node("custom_op", "b").text == "@E@");
}

TEST_CASE("config: hostile repetitions are bounded") {
  const std::string key = "? " + repeat("k", 100000) + "\n: ";
  const Read twice = read("custom_op:\n  a: {" + repeat("x: 1, x: 2, ON: 1, ", 3000) + "}\n");
  CHECK(twice.config().duplicates.size() == 1000);
  CHECK(twice.config().surprises.size() == 1000);
  const Read aliases = read("custom_op: [" + repeat("*a, ", 3000) + "]");
  CHECK(aliases.parsed.problems.size() == 20);
  const Read deep = read(key + "{a: 1, a: 2}\ncustom_op:\n");
  REQUIRE(deep.config().duplicates.size() == 1);
  CHECK(deep.config().duplicates[0].path.size() < 1000);
  const Read list = read(input("input_name: [" + repeat("z", 900) + "]"));
  REQUIRE(list.config().surprises.size() == 1);
  CHECK(list.config().surprises[0].read_as.size() < 400);
  const Read many = read(input("input_name: @A@" + repeat(";a", 100000)));
  CHECK(config_inputs(many.config(), "").size() == 4096);
}

TEST_CASE("config: dialects") {
  // a section of another tool
  CHECK(read("model_parameters:\n  lr: 0.1\n  epochs: 3\n").config().dialect == Dialect::kNone);
  CHECK(read("calibration_parameters:\n  camera: left\n").config().dialect == Dialect::kNone);
  CHECK(read("model_parameters:\n  march: nash-e\n").config().dialect == Dialect::kOe);
  CHECK(read("custom_op: {}\n").config().dialect == Dialect::kOe);
  CHECK(read("input_parameters:\n").config().dialect == Dialect::kOe);
  CHECK(read("model_path: a.bc\nmarch: nash-e\nremove_node_type: [Quantize]\n").config().dialect ==
        Dialect::kFlatHbdk);
  CHECK(read("model:\n  march: nash-p\ncompile:\n  jobs: 8\n").config().dialect == Dialect::kLlm);
  CHECK(read("model: yolov8n.pt\nepochs: 3\n").config().dialect == Dialect::kNone);
}

TEST_CASE("config: recognised by its lines") {
  for (std::string_view s :
       {"# c\nmodel_parameters:\n", "\xEF\xBB\xBFinput_parameters:\r\n", "\t'custom_op' :\n",
        "compiler_parameters：\n", "a: [\ncalibration_parameters:", "{model_parameters: {}}",
        "model_path: x\nmarch: nash-e\n", "model:\n  march: nash-p\n"})
    CHECK_MESSAGE(looks_like_config(s), s);
  for (std::string_view s : {"", "model:\n  nc: 80\n", "march: nash-e\n", "# model_parameters:\n",
                             "model_parameters\n", "x_model_parameters: 1\n",
                             "{\"a\": 1,\n\"model_parameters\": 2}", "[\nmodel_parameters:\n"})
    CHECK_MESSAGE(!looks_like_config(s), s);
}

TEST_CASE("config: surprises of YAML 1.1") {
  using K = YamlSurprise::Kind;
  struct Row {
    std::string_view section, line, key;
    K kind;
    std::string_view read_as;
  };
  const Row rows[] = {
      {"model_parameters", "node_info: {a: {ON: BPU}}", "node_info.a.ON", K::kBoolKey, "True"},
      {"model_parameters", "node_info: {123: {'ON': BPU}}", "node_info.123", K::kTypedKey, "123"},
      {"model_parameters", "node_info: {~: 1}", "node_info.~", K::kTypedKey, "None"},
      {"model_parameters", "output_model_file_prefix: 2026-09-28", "output_model_file_prefix",
       K::kDate, "datetime.date(2026, 9, 28)"},
      {"model_parameters", "output_model_file_prefix: 010", "output_model_file_prefix", K::kOctal,
       "8"},
      {"model_parameters", "output_model_file_prefix: 07", "output_model_file_prefix", K::kOctal,
       "7"},
      {"model_parameters", "output_model_file_prefix: 1_000", "output_model_file_prefix",
       K::kUnderscoreNumber, "1000"},
      {"input_parameters", "input_shape: 0x3", "input_shape", K::kHex, "3"},
      {"input_parameters", "input_name: 1:30", "input_name", K::kSexagesimal, "90"},
      {"input_parameters", "input_name: off", "input_name", K::kBoolName, "False"},
      {"model_parameters", "output_model_file_prefix: on", "output_model_file_prefix", K::kBoolName,
       "True"},
      {"model_parameters", "working_dir: off", "working_dir", K::kBoolName, "False"},
      {"input_parameters", "mean_value: 010", "mean_value", K::kOctal, "8"},
      {"input_parameters", "input_type_rt: [nv12, featuremap]", "input_type_rt", K::kList,
       "['nv12', 'featuremap']"},
      {"input_parameters", "input_name:\n  - a\n  - ON", "input_name", K::kList, "['a', True]"},
      {"input_parameters", "input_type_rt: 'nv12；nv12'", "input_type_rt", K::kFullWidth,
       "'nv12；nv12'"},
      {"input_parameters", "input_shape: a：1", "input_shape", K::kFullWidth, "'a：1'"},
      {"calibration_parameters", "max_percentile: 1e-3", "max_percentile", K::kStringNumber,
       "'1e-3'"},
      {"calibration_parameters", "cal_data_dir: a；b", "cal_data_dir", K::kFullWidth, "'a；b'"},
      {"compiler_parameters", "jobs: 010", "jobs", K::kOctal, "8"},
      {"compiler_parameters", "input_source: {data:pyramid}", "input_source.data:pyramid",
       K::kMissingSpace, "{'data:pyramid': None}"},
      {"compiler_parameters", "input_source: {on: ddr}", "input_source.on", K::kBoolName, "True"},
      {"compiler_parameters", "input_source: {a：1}", "input_source.a：1", K::kFullWidth, "'a：1'"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    const Read r = read(std::string(row.section) + ":\n  " + std::string(row.line) + "\n");
    REQUIRE(r.problem() == "");
    REQUIRE(r.config().surprises.size() == 1);
    const YamlSurprise* s = surprise(r, std::string(row.section) + "." + std::string(row.key));
    REQUIRE(s);
    CHECK(s->kind == row.kind);
    CHECK(s->read_as == row.read_as);
    CHECK_FALSE(s->written.empty());
    CHECK(r.sources.place(s->at).line >= 2);
  }
  const Read r = read(std::string(rows[0].section) + ":\n  " + std::string(rows[0].line) + "\n");
  CHECK(r.at({r.config().surprises[0].at.begin, r.config().surprises[0].at.end}) == "ON");
}

TEST_CASE("config: what is no surprise") {
  for (std::string_view s : {
           "input_parameters:\n  scale_value: 0.0039\n  mean_value: 128\n  input_batch: 1\n",
           "input_parameters:\n  mean_value: None\n  scale_value: 1e-3\n  separate_batch: False\n",
           "input_parameters:\n  input_name: 'on;off'\n  input_shape: '0x3'\n  "
           "input_space_and_range: \"010\"\n",
           "input_parameters:\n  mean_value: 00\n  input_name: ''\n  input_layout_rt:\n",
           "model_parameters:\n  output_model_file_prefix: 20260928\n  layer_out_dump: True\n",
           "model_parameters:\n  onnx_model: ./数据：集；x.onnx\n  node_info: {'ON': 1, a:b: c}\n",
           "calibration_parameters:\n  per_channel: ON\n  max_percentile: 0.99995\n",
           "calibration_parameters:\n  quant_config: {model_config: {activation: "
           "{calibration_type: [max, kl]}}}\n",
           "compiler_parameters:\n  debug: ON\n  max_l2m_size: 0x10\n  max_time_per_fc: 1_000\n  "
           "jobs: 08\n",
           "compiler_parameters:\n  extra_params: {input_no_padding: true, list: [1, 2]}\n  jobs: "
           "07\n",
           "compiler_parameters:\n  input_source: {data: pyramid, y: ddr}\n",
           "compiler_parameters:\n  input_source: {\"data:0\": pyramid, \"on\": ddr}\n",
       }) {
    const Read r = read(std::string(s));
    CHECK(r.problem() == "");
    for (const YamlSurprise& y : r.config().surprises) FAIL_CHECK(y.path, " ", y.written);
  }
}
