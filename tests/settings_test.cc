#include "lint/settings.h"

#include <doctest/doctest.h>

#include <string>

#include "lint/settings_show.h"

using namespace npulint;

namespace {

struct Read : ParsedSettings {
  std::string bytes;
  explicit Read(std::string s)
      : ParsedSettings(parse_settings(0, "conf", s)), bytes(std::move(s)) {}
  std::string cut(const Evidence& e) const { return bytes.substr(e.begin, e.end - e.begin); }
  std::string en(size_t i = 0) const { return errors.at(i).what.in(Lang::kEn); }
};

Read clean(std::string s) {
  Read r(std::move(s));
  for (const SettingsError& e : r.errors) MESSAGE(e.what.in(Lang::kEn));
  CHECK(r.errors.empty());
  return r;
}

// One error at that text, with that part in its sentence.
Read one(std::string s, const std::string& at, const std::string& part = "") {
  Read r(std::move(s));
  for (const SettingsError& e : r.errors) CHECK_FALSE(e.what.in(Lang::kZh).empty());
  INFO(r.bytes);
  REQUIRE(r.errors.size() == 1);
  CHECK(r.errors[0].at.file == 0);
  CHECK(r.cut(r.errors[0].at) == at);
  INFO(r.en());
  CHECK(r.en().find(part) != std::string::npos);
  return r;
}

const char* const kEverything = R"([lint]
profile = "review"
fail-on = "never"
select = ["ALL"]
ignore = ["QNT001"]
exclude = ["third_party/**", "a \"b\""]

[severity]
QNT001 = "warning"
undecoded-output = "note"

[per-file-ignores]
"legacy/**" = ["QNT", "undecoded-output"]

[[bundle]]
name = "resnet18-s100"
target = "s100"
config = "conversion/s100.yaml"
compiled = "build/r.hbm"
metadata = "build/r.metadata.json"
log = "build/hb_compile.log"
contract = "deploy/contract.toml"
calibration = "data/calibration.json"
evaluation = "data/evaluation.json"
graphs = { original = "o.onnx", optimized = "p.onnx", calibrated = "c.onnx", ptq = "q.onnx" }

[[ignore]]
rule = "QNT001"
bundle = "resnet18-s100"
at = "output:logits"
reason = "rows copied one by one, decode.cc"
expires = 2027-03-01
[[ignore]]
rule = "QNT"
reason = "x5 板端不使用"
expires = "2028-02-29"
)";

}  // namespace

TEST_CASE("settings: every key") {
  const Read r = clean(kEverything);
  const Settings& s = r.settings;
  CHECK(s.file == 0);
  CHECK(s.dir == "conf");
  CHECK(s.profile == Profile::kReview);
  CHECK(r.cut(s.places.profile) == "\"review\"");
  CHECK(s.fail_on == FailOn::kNever);
  CHECK(s.select == std::vector<std::string>{"ALL"});
  CHECK(s.ignore == std::vector<std::string>{"QNT001"});
  CHECK(s.exclude == std::vector<std::string>{"third_party/**", "a \"b\""});
  REQUIRE(s.severity.size() == 2);
  CHECK(s.severity[0].first == "QNT001");
  CHECK(s.severity[0].second == Severity::kWarning);
  CHECK(s.severity[1].second == Severity::kNote);
  CHECK(r.cut(s.places.severity.at(1)) == "\"note\"");
  REQUIRE(s.per_file_ignores.size() == 1);
  CHECK(s.per_file_ignores[0].first == "legacy/**");
  CHECK(s.per_file_ignores[0].second == std::vector<std::string>{"QNT", "undecoded-output"});
  REQUIRE(s.bundles.size() == 1);
  const BundleSpec& b = s.bundles[0];
  CHECK(r.cut(b.at) == "[[bundle]]");
  CHECK(*b.name == "resnet18-s100");
  CHECK(*b.target == "s100");
  CHECK(*b.config == "conversion/s100.yaml");
  CHECK(*b.compiled == "build/r.hbm");
  CHECK(*b.metadata == "build/r.metadata.json");
  CHECK(*b.log == "build/hb_compile.log");
  CHECK(*b.contract == "deploy/contract.toml");
  CHECK(*b.calibration == "data/calibration.json");
  CHECK(*b.evaluation == "data/evaluation.json");
  REQUIRE(b.graphs.size() == 4);
  CHECK(b.graphs[0].first == "original");
  CHECK(*b.graphs[3].second == "q.onnx");
  CHECK(r.cut(b.graphs[3].second.at) == "\"q.onnx\"");
  REQUIRE(s.ignores.size() == 2);
  CHECK(s.ignores[0].rule == "QNT001");
  CHECK(s.ignores[0].bundle == "resnet18-s100");
  CHECK(s.ignores[0].where == "output:logits");
  CHECK(s.ignores[0].reason == "rows copied one by one, decode.cc");
  CHECK(s.ignores[0].expires == "2027-03-01");
  CHECK(r.cut(s.ignores[0].reason_at) == "\"rows copied one by one, decode.cc\"");
  CHECK(s.ignores[1].expires == "2028-02-29");
}

TEST_CASE("settings: an empty file is the defaults") {
  const Settings s = clean("").settings;
  CHECK_FALSE(s.profile);
  CHECK_FALSE(s.fail_on);
  CHECK(s.select.empty());
}

TEST_CASE("settings: unknown keys") {
  one("[lint]\nfail_on = \"error\"\n", "fail_on", "did you mean `fail-on`?");
  one("[lnt]\n", "lnt", "did you mean `lint`?");
  one("[lint]\ncolour = 1\n", "colour",
      "its keys are `profile`, `fail-on`, `select`, `ignore`, `exclude`");
  one("profile = \"commit\"\n", "profile", "`profile` belongs in [lint]");
  one("ignore = [\"QNT001\"]\n", "ignore", "`ignore` belongs in [lint]");
  one("[lint.severity]\nQNT001 = \"note\"\n", "severity", "[severity]");
  one("[lint]\nbundle = 1\n", "bundle", "[[bundle]]");
  one("[[bundle]]\nconfg = \"a\"\n", "confg", "did you mean `config`?");
  one("[[bundle]]\ngraphs = { orignal = \"a\" }\n", "orignal", "did you mean `original`?");
  one("[[ignore]]\nrule = \"QNT001\"\nreason = \"ok by design\"\nreazon = \"x\"\n", "reazon",
      "did you mean `reason`?");
}

TEST_CASE("settings: unknown codes") {
  one("[lint]\nselect = [\"ALL\", \"QNT0O1\"]\n", "\"QNT0O1\"", "did you mean \"QNT0");
  one("[lint]\nignore = [\"qnt001\"]\n", "\"qnt001\"", "did you mean \"QNT001\"?");
  one("[lint]\nignore = [\"\"]\n", "\"\"", "no rule");
  one("[severity]\n\"undecoded-ouput\" = \"note\"\n", "\"undecoded-ouput\"",
      "did you mean \"undecoded-output\"?");
  one("[per-file-ignores]\n\"a/**\" = [\"ZZZ999999\"]\n", "\"ZZZ999999\"",
      "no rule, name or prefix is called");
  const Read r = one("[[ignore]]\nrule = \"QNT0011\"\nreason = \"measured, harmless\"\n",
                     "\"QNT0011\"", "\"QNT001\"");
  CHECK(r.settings.ignores.empty());
  // What is right beside it is kept.
  CHECK(one("[lint]\nselect = [\"QNT\", \"NOPE12345\"]\n", "\"NOPE12345\"").settings.select ==
        std::vector<std::string>{"QNT"});
}

TEST_CASE("settings: wrong types and values") {
  one("[lint]\nprofile = \"comit\"\n", "\"comit\"", "did you mean \"commit\"?");
  one("[lint]\nprofile = \"\"\n", "\"\"", "is empty");
  one("[lint]\nprofile = 1\n", "1", "is an integer; expected a string");
  one("[lint]\nfail-on = \"info\"\n", "\"info\"", "\"note\", \"warning\", \"error\", \"never\"");
  one("[lint]\nselect = \"ALL\"\n", "\"ALL\"", "expected an array of strings");
  one("[lint]\nselect = []\n", "[]", "is empty");
  one("[lint]\nignore = [1]\n", "1", "item 1");
  one("[lint]\nexclude = [\"\"]\n", "[\"\"]", "empty pattern");
  one("[severity]\nQNT001 = \"off\"\n", "\"off\"", "legal values");
  one("[severity]\nQNT001 = true\n", "true", "`severity.QNT001` is a boolean");
  one("[per-file-ignores]\nlegacy = \"QNT001\"\n", "\"QNT001\"", "expected an array of strings");
  one("lint = 3\n", "3", "expected a table");
  one("[bundle]\nname = \"a\"\n", "[bundle]", "write [[bundle]]");
  one("[ignore]\nrule = \"QNT001\"\n", "[ignore]", "write [[ignore]]");
  one("[[bundle]]\nname = 1\n", "1", "expected a string");
  one("[[bundle]]\nconfig = \"\"\n", "\"\"", "is empty");
  one("[[bundle]]\ngraphs = \"a.onnx\"\n", "\"a.onnx\"", "expected a table");
  one("[[bundle]]\nname = \"a\"\n[[bundle]]\nname = 'a'\n", "'a'", "two [[bundle]]");
  CHECK(Read("[lint\n").errors.size() == 1);
  CHECK(Read("\xCA\xE4\xB3\xF6").en().find("GBK") != std::string::npos);
}

TEST_CASE("settings: an ignore needs a rule and a real reason") {
  one("[[ignore]]\nreason = \"rows are copied\"\n", "[[ignore]]", "needs `rule`");
  one("[[ignore]]\nrule = \"QNT001\"\n", "[[ignore]]", "needs `reason`");
  one("[[ignore]]\nrule = \"QNT001\"\nreason = \"\"\n", "\"\"", "is empty");
  for (const char* s :
       {"todo", "TODO:", "<reason>", ".", "...", " ", "FIXME", "tbd", "n/a", "理由"})
    CHECK(one("[[ignore]]\nrule = \"QNT001\"\nreason = \"" + std::string(s) + "\"\n",
              "\"" + std::string(s) + "\"", "no reason")
              .settings.ignores.empty());
  CHECK(real_reason("the loop copies rows"));
  CHECK(real_reason("逐行拷贝"));
  CHECK(real_reason("#123"));
  CHECK_FALSE(real_reason(""));
  one("[[ignore]]\nrule = \"QNT001\"\nreason = \"good one\"\nexpires = \"soon\"\n", "\"soon\"",
      "expected a date");
  one("[[ignore]]\nrule = \"QNT001\"\nreason = \"good one\"\nexpires = \"2027-02-29\"\n",
      "\"2027-02-29\"", "date");
  one("[[ignore]]\nrule = \"QNT001\"\nreason = \"good one\"\nexpires = 2027-03-01T00:00:00Z\n",
      "2027-03-01T00:00:00Z", "date");
  one("[[ignore]]\nrule = \"QNT001\"\nreason = \"good one\"\nexpires = 20270301\n", "20270301",
      "date");
}

TEST_CASE("settings: errors come in the order of the file") {
  const Read r("zzz = 1\n[[ignore]]\nrule = \"QNT001\"\n[lint]\nprofile = 1\n");
  REQUIRE(r.errors.size() == 3);
  CHECK(r.errors[0].at.begin < r.errors[1].at.begin);
  CHECK(r.errors[1].at.begin < r.errors[2].at.begin);
}

TEST_CASE("settings: names of enumerations read back") {
  for (const Profile p : {Profile::kCommit, Profile::kReview, Profile::kRelease})
    CHECK(parse_profile(profile_name(p)) == p);
  for (const FailOn f : {FailOn::kNote, FailOn::kWarning, FailOn::kError, FailOn::kNever})
    CHECK(parse_fail_on(fail_on_name(f)) == f);
  CHECK_FALSE(parse_profile("Commit"));
  CHECK_FALSE(parse_fail_on(""));
}

TEST_CASE("settings: selectors") {
  const Rule& rule = *find_rule("QNT001");
  for (const char* s : {"ALL", "QNT001", "undecoded-output", "QNT", "QNT0"})
    CHECK(selects(s, rule));
  for (const char* s : {"", "all", "QNT002", "undecoded", "XQNT001", "QNT0011", "qnt"})
    CHECK_FALSE(selects(s, rule));
  std::string near = "x";
  CHECK(valid_selector("ALL", &near));
  CHECK_FALSE(valid_selector("", &near));
  CHECK_FALSE(valid_selector("nothing-like-any-rule-at-all", &near));
  CHECK(near.empty());
  CHECK_FALSE(valid_selector("QTN", &near));
  CHECK(near == "QNT");
  CHECK_FALSE(valid_selector("QTN", nullptr));
}

TEST_CASE("settings: globs") {
  const auto yes = [](std::string_view p, std::string_view s) {
    CHECK_MESSAGE(glob_match(p, s), p << " ~ " << s);
  };
  const auto no = [](std::string_view p, std::string_view s) {
    CHECK_MESSAGE(!glob_match(p, s), p << " !~ " << s);
  };
  yes("*.yaml", "a.yaml");
  yes("*.yaml", "x/y/a.yaml");
  no("*.yaml", "a.yaml.bak");
  yes("a.yaml", "x/a.yaml");
  no("a.yaml", "xa.yaml");
  yes("third_party/**", "third_party/a");
  yes("third_party/**", "third_party/a/b/c");
  no("third_party/**", "third_party");
  no("third_party/**", "x/third_party/a");
  yes("**/third_party/**", "x/third_party/a");
  yes("**/third_party/**", "third_party/a");
  yes("third_party", "x/third_party/a/b");
  yes("third_party/", "x/third_party/a/b");
  no("third_party/", "x/third_party");
  yes("/third_party/", "third_party/a");
  no("/third_party/", "x/third_party/a");
  yes("/a.yaml", "a.yaml");
  no("/a.yaml", "x/a.yaml");
  yes("a/b", "a/b");
  yes("a/b", "a/b/c");
  no("a/b", "x/a/b");
  yes("a/*/c", "a/b/c");
  no("a/*/c", "a/b/b/c");
  yes("a/**/c", "a/c");
  yes("a/**/c", "a/b/b/c");
  no("a/**/c", "a/b/b/d");
  yes("a/**/b/**/c", "a/x/b/b/y/c");
  yes("a/*.on?x", "a/m.onnx");
  no("a/?", "a/bc");
  yes("?.bin", "模.bin");
  no("?.bin", "模型.bin");
  yes("*型.bin", "模型.bin");
  no("a*b", "a/b");
  yes("a**b", "axxb");
  yes("**", "a/b");
  yes("*", "a");
  yes("./a/b", "a/b");
  yes("a/b", "./a/b");
  no("", "a");
  no("/", "a");
  no("a", "");
  // Many stars do not take exponential time.
  std::string stars, deep;
  for (int i = 0; i < 2000; ++i) stars += "*a", deep += "**/a/";
  no(stars + "b", std::string(20000, 'a'));
  std::string path;
  for (int i = 0; i < 5000; ++i) path += "a/";
  no(deep + "b", path + "c");
}

TEST_CASE("settings: what is shown reads back, with the source of each") {
  Sources sources;
  const FileId file = sources.add("conf/npulint.toml", "conf/npulint.toml");
  sources.set_text(file, kEverything);
  Settings s = parse_settings(file, "conf", kEverything).settings;
  const std::string shown = show_settings(s, sources);
  CHECK(shown.find("profile = \"review\"  # from conf/npulint.toml:2\n") != std::string::npos);
  CHECK(shown.find(
            "\"legacy/**\" = [\"QNT\", \"undecoded-output\"]  # from conf/npulint.toml:13\n") !=
        std::string::npos);
  CHECK(shown.find("expires = 2027-03-01  # from conf/npulint.toml:32\n") != std::string::npos);
  CHECK(shown.find("default") == std::string::npos);
  const Read again = clean(shown);
  CHECK(again.settings.exclude == s.exclude);
  CHECK(again.settings.severity == s.severity);
  CHECK(again.settings.per_file_ignores == s.per_file_ignores);
  REQUIRE(again.settings.bundles.size() == 1);
  CHECK(*again.settings.bundles[0].evaluation == "data/evaluation.json");
  CHECK(again.settings.bundles[0].graphs.size() == 4);
  REQUIRE(again.settings.ignores.size() == 2);
  CHECK(again.settings.ignores[0].where == "output:logits");
  CHECK(again.settings.ignores[1].reason == s.ignores[1].reason);

  s = Settings();
  s.fail_on = FailOn::kWarning;
  CHECK(show_settings(s, sources) ==
        "[lint]\nprofile = \"commit\"  # default\nfail-on = \"warning\"  # from the command line\n"
        "select = [\"ALL\"]  # default\nignore = []  # default\nexclude = []  # default\n");
  s.exclude = {"a\n\"\\"};
  CHECK(parse_settings(file, "", show_settings(s, sources)).settings.exclude == s.exclude);
}
