#include "lint/platform.h"

#include <doctest/doctest.h>

#include <cctype>
#include <map>
#include <set>

#include "parsers/toml_tree.h"

using namespace npulint;

namespace {

constexpr FileId kFile = 7;
const Platforms& table() {
  static const Platforms t = Platforms::load(kFile);
  return t;
}

std::string plain(std::string_view s) {
  std::string out;
  for (const char c : s)
    if (c != ' ' && c != '-' && c != '_')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool known_status(const std::string& s) {
  return s == "documented" || s == "measured" || s == "assumed";
}

template <class T>
void check_value(const std::string& march, const std::optional<Sourced<T>>& v) {
  if (!v) return;
  CAPTURE(march);
  CHECK_FALSE(v->source.empty());
  CHECK(known_status(v->status));
  CHECK(v->at.file == kFile);
  REQUIRE(v->at.has_range());
  // The place in the text is that of this very value.
  const std::string_view text = Platforms::text().substr(v->at.begin, v->at.end - v->at.begin);
  CHECK(text.find(v->source) != std::string_view::npos);
}

}  // namespace

TEST_CASE("platforms: the text is TOML without tabs") {
  CHECK(parse_toml(Platforms::text()).ok);
  CHECK(Platforms::text().find('\t') == std::string_view::npos);
  CHECK(Platforms::text().find("..") == std::string_view::npos);
}

TEST_CASE("platforms: every key of the text is one that is read") {
  const std::map<std::string, std::set<std::string>> known{
      {"platform",
       {"march", "vendor", "aliases", "toolchain", "artifact", "nv12_stride", "core_num_max",
        "tail_dtype", "nv12_tensors", "image_stride", "dense_io"}},
      {"board", {"name", "aliases", "soc", "marches", "tolerated", "source", "conflict"}},
      {"runtime", {"name", "aliases", "stock", "source"}},
      {"same", {"chips", "source"}},
      {"tolerated", {"built", "wanted", "source"}},
      {"tool", {"name", "aliases", "toolchain", "versions", "source"}},
      {"variants", {"member", "suffixes", "source"}}};
  const std::set<std::string> value_keys{"value", "source", "status", "conflict"};
  for (const TomlEntry& part : parse_toml(Platforms::text()).root.entries) {
    if (part.key == "vendor_ops") continue;
    CAPTURE(part.key);
    REQUIRE(known.count(part.key) == 1);
    for (const TomlNode& row : part.value.items)
      for (const TomlEntry& e : row.entries) {
        CAPTURE(e.key);
        CHECK(known.at(part.key).count(e.key) == 1);
        if (e.value.kind != TomlNode::Kind::kTable) continue;
        for (const TomlEntry& inner : e.value.entries) CHECK(value_keys.count(inner.key) == 1);
      }
  }
}

TEST_CASE("platforms: every value has a source, a status and its place") {
  for (const Platform& p : table().all()) {
    CAPTURE(p.march);
    CHECK((p.vendor == "horizon" || p.vendor == "sophgo"));
    CHECK_FALSE(p.toolchain.empty());
    CHECK_FALSE(p.artifact.empty());
    CHECK(p.at.file == kFile);
    check_value(p.march, p.nv12_stride);
    check_value(p.march, p.core_num_max);
    check_value(p.march, p.tail_dtype);
    check_value(p.march, p.nv12_tensors);
  }
  for (const Board& b : table().boards()) {
    CAPTURE(b.name);
    CHECK_FALSE(b.source.empty());
    CHECK_FALSE(b.soc.empty());
    REQUIRE_FALSE(b.marches.empty());
    for (const auto* list : {&b.marches, &b.tolerated})
      for (const std::string& m : *list) {
        REQUIRE(table().find(m) != nullptr);
        CHECK(table().find(m)->march == m);
      }
    CHECK(b.tolerated.empty() == b.conflict.empty());
  }
}

// Of the text itself: also what no rule reads yet.
TEST_CASE("platforms: every row and every value of the text has a source, every value a status") {
  const auto text_of = [](const TomlNode& table, const char* key) {
    const TomlNode* n = find(table, key);
    return n ? n->text : std::string();
  };
  size_t values = 0, rows = 0;
  const TomlTree tree = parse_toml(Platforms::text());
  for (const TomlEntry& part : tree.root.entries) {
    std::vector<TomlNode> list = part.value.items;
    if (part.value.kind == TomlNode::Kind::kTable) list = {part.value};
    CAPTURE(part.key);
    CHECK_FALSE(list.empty());
    for (const TomlNode& row : list) {
      if (part.key != "platform") {
        CHECK(text_of(row, "source").size() > 5);
        ++rows;
        continue;
      }
      CAPTURE(text_of(row, "march"));
      for (const TomlEntry& e : row.entries) {
        CAPTURE(e.key);
        const bool number = e.value.kind == TomlNode::Kind::kInteger;
        CHECK_FALSE(number);
        if (e.value.kind != TomlNode::Kind::kTable) continue;
        CHECK(find(e.value, "value") != nullptr);
        CHECK(text_of(e.value, "source").size() > 5);
        CHECK(known_status(text_of(e.value, "status")));
        ++values;
      }
    }
  }
  CHECK(values > 30);
  CHECK(rows > 20);
}

TEST_CASE("platforms: tools are found by any spelling, with a version") {
  CHECK(table().tool("horizon_tc_ui 3.5.16").tool->name == "horizon_tc_ui");
  CHECK(table().tool("hb_compile 3.5.16").version == "3.5.16");
  CHECK(table().tool("OE-X5 v1.2.8").tool->toolchain == "hb_mapper");
  for (const char* wrong : {"", "horizon_tc_ui", "horizon_tc_ui x", "nothing 1.0", "3.7.0"})
    CHECK(table().tool(wrong).tool == nullptr);
}

TEST_CASE("platforms: a variant is found by one token of its family only") {
  const VariantFamily& yolo = table().variants()[1];
  CHECK(yolo.only({"config", "yolo11e", "seg"}).name == "YOLOE");
  CHECK(yolo.only({"yolo11n", "seg"}).name == "YOLO11");
  CHECK(yolo.only({"yolo11n", "yolov8n"}).name == "");
  CHECK(yolo.only({"yolo111", "myyolo11"}).name == "");
}

TEST_CASE("platforms: no spelling has two meanings") {
  std::set<std::string> seen;
  for (const std::string& name : table().names()) {
    CAPTURE(name);
    CHECK(seen.insert(plain(name)).second);
    CHECK(table().target(name).has_value());
  }
}

TEST_CASE("platforms: every march is there") {
  for (const char* march :
       {"bernoulli2",  "bayes",       "bayes-e", "nash-e", "nash-m",        "nash-b",
        "nash-b-lite", "nash-b-plus", "nash-h",  "nash-p", "nash-starry-p", "BM1684",
        "BM1684X",     "BM1686",      "BM1688",  "CV186X", "BM1690",        "CV180X",
        "CV181X",      "CV182X",      "CV183X",  "CV184X"}) {
    CAPTURE(march);
    REQUIRE(table().find(march) != nullptr);
    CHECK(table().find(march)->march == march);
  }
  CHECK(table().all().size() == 22);
}

TEST_CASE("platforms: marches by the spellings of files and tools") {
  const std::map<std::string, std::string> spellings{{"NashE", "nash-e"},
                                                     {"nash_p", "nash-p"},
                                                     {"BERNOULLI2", "bernoulli2"},
                                                     {"X2A", "bernoulli2"},
                                                     {"B2E", "bayes-e"},
                                                     {"B25E", "bayes-e"},
                                                     {"B25", "bayes"},
                                                     {"bayese", "bayes-e"},
                                                     {"bm1684x", "BM1684X"},
                                                     {"nash-b lite", "nash-b-lite"}};
  for (const auto& [written, march] : spellings) {
    CAPTURE(written);
    REQUIRE(table().find(written) != nullptr);
    CHECK(table().find(written)->march == march);
  }
  for (const char* unknown : {"", "nash", "nash-x", "x5", "RDK X5", "bm16", "-"}) {
    CAPTURE(unknown);
    CHECK(table().find(unknown) == nullptr);
  }
}

TEST_CASE("platforms: numbers that differ between platforms") {
  const auto stride = [](const char* m) { return table().find(m)->nv12_stride->value; };
  CHECK(stride("bayes-e") == 16);
  CHECK(stride("nash-e") == 32);
  CHECK(stride("nash-m") == 32);
  CHECK(stride("nash-p") == 64);
  CHECK_FALSE(table().find("nash-starry-p")->nv12_stride.has_value());
  CHECK(table().find("nash-e")->tail_dtype->value == "int32");
  CHECK(table().find("nash-p")->tail_dtype->value == "float32");
  CHECK_FALSE(table().find("bayes-e")->tail_dtype.has_value());
  CHECK(table().find("bayes-e")->nv12_tensors->value == 1);
  CHECK(table().find("nash-e")->nv12_tensors->value == 2);
  CHECK_FALSE(table().find("nash-h")->core_num_max->conflict.empty());
}

TEST_CASE("platforms: targets by any spelling") {
  const std::map<std::string, std::pair<std::string, std::string>> wanted{
      {"x3", {"RDK X3", "bernoulli2"}},
      {"rdk-x3", {"RDK X3", "bernoulli2"}},
      {"RDK_X3", {"RDK X3", "bernoulli2"}},
      {"RDK X5", {"RDK X5", "bayes-e"}},
      {"X5", {"RDK X5", "bayes-e"}},
      {"s100", {"RDK S100", "nash-e"}},
      {"rdk s600", {"RDK S600", "nash-p"}},
      {"Journey 6E", {"J6E", "nash-e"}},
      {"j6h", {"J6H", "nash-h"}},
      {"RDK Ultra", {"RDK Ultra", "bayes"}},
      {"J5", {"J5", "bayes"}},
      {"nash-m", {"", "nash-m"}},
      {"bm1684x", {"", "BM1684X"}},
      {"1688", {"", "BM1688"}}};
  for (const auto& [written, expected] : wanted) {
    CAPTURE(written);
    const auto t = table().target(written);
    REQUIRE(t.has_value());
    CHECK(t->written == written);
    CHECK(t->board == expected.first);
    CHECK(t->marches.front() == expected.second);
  }
  for (const char* unknown : {"", "s1000", "x", "rdk", "512x512", "jetson"}) {
    CAPTURE(unknown);
    CHECK_FALSE(table().target(unknown).has_value());
  }
}

TEST_CASE("platforms: S100P has nash-m, and nash-e by another source") {
  const auto t = table().target("S100P");
  REQUIRE(t.has_value());
  CHECK(t->marches == std::vector<std::string>{"nash-m"});
  CHECK(t->tolerated == std::vector<std::string>{"nash-e"});
}

TEST_CASE("platforms: what an unknown target may mean") {
  CHECK(table().near_target("RDK S100 V1P0") == "RDK S100");
  CHECK(table().near_target("bayese-") == "bayes-e");
  CHECK_FALSE(table().near_target("jetson"));
  CHECK_FALSE(table().near_target(""));
}

TEST_CASE("platforms: chips that stand for each other") {
  CHECK(table().same("BM1686", "bm1684x"));
  CHECK(table().same("BM1684X", "BM1686"));
  CHECK(table().same("NashE", "nash-e"));
  CHECK_FALSE(table().same("BM1684", "BM1684X"));
  CHECK_FALSE(table().same("CV186X", "BM1688"));
  CHECK_FALSE(table().same("unknown", "unknown"));
  CHECK(table().tolerated("CV186X", "BM1688"));
  CHECK(table().tolerated("cv186ah", "bm1688"));
  CHECK_FALSE(table().tolerated("BM1688", "CV186X"));
}

TEST_CASE("platforms: runtimes") {
  std::set<std::string> seen;
  for (const char* stock : {"onnxruntime", "ONNX Runtime", "ort", "onnxruntime-gpu", "openvino"}) {
    CAPTURE(stock);
    REQUIRE(table().runtime(stock) != nullptr);
    CHECK(table().runtime(stock)->stock);
    CHECK_FALSE(table().runtime(stock)->source.empty());
  }
  for (const char* vendor : {"HBRuntime", "hb runtime", "HB_ONNXRuntime", "hmct"}) {
    CAPTURE(vendor);
    REQUIRE(table().runtime(vendor) != nullptr);
    CHECK_FALSE(table().runtime(vendor)->stock);
  }
  CHECK(table().runtime("my engine") == nullptr);
  CHECK(table().runtime("") == nullptr);
}

TEST_CASE("platforms: vendor operators") {
  CHECK(table().is_vendor_op("horizon", "Anything"));
  CHECK(table().is_vendor_op("", "HzCalibration"));
  CHECK_FALSE(table().is_vendor_op("", "Conv"));
  CHECK_FALSE(table().is_vendor_op("", "Hz"));
  CHECK_FALSE(table().is_vendor_op("", "Hzfoo"));
  CHECK_FALSE(table().is_vendor_op("", "hzCalibration"));
  CHECK_FALSE(table().is_vendor_op("com.microsoft", "Gelu"));
}
