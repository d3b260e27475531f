// Inline ignores and [[ignore]]: grammar, binding, what they silence, and what is said of those
// that silence nothing.
#include <doctest/doctest.h>

#include "lint/check.h"
#include "lint/render.h"
#include "parsers/directives.h"
#include "parsers/yaml_tree.h"

using namespace npulint;

namespace {

std::vector<Directive> of_yaml(std::string_view s) {
  const YamlFile y = parse_yaml(0, s);
  return find_directives(s, outline_of(y.root, s, y.problems.empty()));
}
std::vector<Directive> of_toml(std::string_view s) {
  return find_directives(s, outline_of(parse_toml(s), s));
}
std::string covered(std::string_view s, const Directive& d) {
  return d.covers ? std::string(s.substr(d.covers->begin, d.covers->end - d.covers->begin))
                  : "nothing";
}
// What the only directive covers.
std::string yaml(std::string_view s) {
  const auto d = of_yaml(s);
  REQUIRE(d.size() == 1);
  CHECK_FALSE(d[0].malformed);
  return covered(s, d[0]);
}
std::string toml(std::string_view s) {
  const auto d = of_toml(s);
  REQUIRE(d.size() == 1);
  return covered(s, d[0]);
}

const std::string kHead = R"(model_parameters:
  onnx_model: ./lane.onnx
  march: nash-e
  output_model_file_prefix: lane_nashe
  working_dir: build
input_parameters:
  input_name: image
  input_type_rt: nv12
  input_type_train: rgb
  input_layout_train: NCHW
  scale_value: 0.0039215686
calibration_parameters:
  cal_data_dir: ./calibration
  calibration_type: max
)";
const std::string kTail = "compiler_parameters:\n  compile_mode: latency\n";
const std::string kWrong = "  core_num: 2\n";  // CFG008
const std::string kWhy = " -- the compiler of this board is patched";

struct Lint {
  MemoryReader disk;
  CheckOptions o;
  Loaded l;
  Lint() {
    o.load.cwd = "/r";
    o.load.paths = {"."};
    o.today = "2026-11-29";
    o.profile = Profile::kReview;
    o.select = {"CFG008", "NPL001", "NPL002", "NPL003", "NPL004"};
  }
  Lint& file(const std::string& path, std::string bytes) {
    disk.files["/r/" + path] = std::move(bytes);
    return *this;
  }
  Lint& paths(std::vector<std::string> p) {
    o.load.paths = std::move(p);
    return *this;
  }
  Lint& run() {
    l = check(disk, o);
    for (const LoadError& e : l.errors) MESSAGE(e.what.in(Lang::kEn));
    REQUIRE(l.errors.empty());
    return *this;
  }
  // "CFG008 NPL003", suppressed ones in brackets.
  std::string codes() {
    run();
    std::string out;
    for (const Finding& f : l.run.result.findings) {
      const std::string code(f.rule->code);
      out += (out.empty() ? "" : " ") + (f.suppressed ? "(" + code + ")" : code);
    }
    return out;
  }
  std::string message(size_t i) const { return l.run.result.findings.at(i).message.in(Lang::kEn); }
};

std::string codes(std::string config) {
  return Lint().file("lane.yaml", std::move(config)).codes();
}

}  // namespace

TEST_CASE("the parts of a directive") {
  const std::string s = "a: 1  # npulint: ignore[CFG008 ,input-name]  --  because of 板子  \n";
  const auto d = of_yaml(s);
  REQUIRE(d.size() == 1);
  REQUIRE(d[0].codes.size() == 2);
  CHECK(d[0].codes[0].text == "CFG008");
  CHECK(d[0].codes[1].text == "input-name");
  CHECK(s.substr(d[0].codes[1].at.begin, 10) == "input-name");
  CHECK(d[0].reason == "because of 板子");
  CHECK_FALSE(d[0].whole_file);
  CHECK(s.substr(d[0].at.begin, d[0].at.end - d[0].at.begin).ends_with("板子"));
  for (const char* bad :
       {"# npulint: ignore -- all of it\na: 1\n", "# npulint: ignore[] -- x\na: 1\n",
        "# npulint: ignore[A -- x\na: 1\n", "# npulint: disable[A] -- x\na: 1\n",
        "# npulint: ignore=A -- x\na: 1\n", "# npulint: ignored[A]\na: 1\n"}) {
    INFO(bad);
    REQUIRE(of_yaml(bad).size() == 1);
    CHECK(of_yaml(bad)[0].malformed);
  }
  for (const char* prose : {"# npulint: all clean\na: 1\n", "# see npulint: ignore[A]\na: 1\n",
                            "# NPULINT: ignore[A]\na: 1\n", "# npulint ignore[A]\na: 1\n"})
    CHECK(of_yaml(prose).empty());
  CHECK(of_yaml("#npulint:ignore[A]--x\na: 1\n").at(0).reason == "x");
  CHECK(of_yaml("# npulint: ignore[A] because\na: 1\n").at(0).reason.empty());
}

TEST_CASE("text is no comment") {
  CHECK(of_yaml("a: |\n  # npulint: ignore[A] -- x\n  b\n").empty());
  CHECK(of_yaml("a: >-\n\n  # npulint: ignore[A] -- x\n").empty());
  CHECK(of_yaml("a: 'b\n  # npulint: ignore[A] -- x'\n").empty());
  CHECK(of_yaml("a: \"# npulint: ignore[A] -- x\"\n").empty());
  CHECK(of_yaml("a: b# npulint: ignore[A] -- x\n").empty());
  CHECK(of_toml("a = '# npulint: ignore[A] -- x'\n").empty());
  CHECK(of_toml("a = \"\"\"\n# npulint: ignore[A] -- x\n\"\"\"\n").empty());
  CHECK(of_toml("\"# npulint: ignore[A]\" = 1\n").empty());
}

TEST_CASE("a directive covers the node on its line and all below it") {
  const std::string c = " # npulint: ignore[A] -- x";
  CHECK(yaml("a: 1" + c + "\nb: 2\n") == "a: 1");
  CHECK(yaml("a:" + c + "\n  b: 1\n  c: 2\nd: 3\n").ends_with("c: 2"));
  CHECK(yaml("a: |" + c + "\n  text\nb: 1\n").starts_with("a: |"));
  CHECK(yaml("a: [1,\n  2]" + c + "\nb: 1\n") == "2");
  CHECK(yaml("a: {b: 1,\n  c: 2\n}" + c + "\nd: 1\n").starts_with("a: {b"));
  CHECK(yaml("a: 'x\n  y'" + c + "\nb: 1\n") == "a: 'x\n  y'");
  CHECK(yaml("- a: 1" + c + "\n  b: 2\n- c: 3\n") == "a: 1" + c + "\n  b: 2");
  CHECK(yaml("a: &x 1" + c + "\nb: *x\n") == "a: &x 1");
  CHECK(yaml("a: &x 1\nb: *x" + c + "\n") == "b: *x");
  CHECK(yaml("--- " + c + "\na: 1\n") == "a: 1");
}

TEST_CASE("a directive on its own line covers the next node") {
  const std::string c = "# npulint: ignore[A] -- x\n";
  CHECK(yaml(c + "a:\n  b: 1\nc: 2\n") == "a:\n  b: 1");
  CHECK(yaml("a:\n  " + c + "  b: 1\n  c: 2\n") == "b: 1");
  CHECK(yaml("a:\n" + c + "  b: 1\n") == "b: 1");
  CHECK(yaml(c + "# more\n  # words\na: 1\nb: 2\n") == "a: 1");
  CHECK(yaml("a:\n  b: 1\n  " + c + "c: 2\n") == "nothing");  // it ends a section
  CHECK(yaml(c + "\na: 1\n") == "nothing");
  CHECK(yaml("a: 1\n" + c) == "nothing");
  CHECK(yaml("a: 1\n" + c + "---\nb: 1\n") == "nothing");
}

TEST_CASE("ignore-file stands before the first key") {
  const std::string c = "# npulint: ignore-file[A] -- x\n";
  CHECK(yaml(c + "a: 1\n") == c + "a: 1\n");
  CHECK(yaml("# title\n\n" + c + "\n---\na: 1\n").ends_with("a: 1\n"));
  CHECK(yaml("a: 1\n" + c) == "nothing");
  CHECK(yaml("a: 1 " + c) == "nothing");
}

TEST_CASE("line ends, byte-order mark, tabs, and other scripts") {
  const std::string c = "# npulint: ignore[A] -- 原因\r\n";
  CHECK(yaml("\xEF\xBB\xBF" + c + "输入: 1\r\nb: 2\r\n") == "输入: 1");
  CHECK(of_yaml("\xEF\xBB\xBF" + c + "a: 1\r\n")[0].reason == "原因");
  CHECK(yaml("输入: 值\t\t" + c + "b: 2\r\n") == "输入: 值");
  CHECK(yaml("a: 1 # npulint:\tignore[A]\t--\tx\nb: 1\n") == "a: 1");
  CHECK(yaml("a: 1 # npulint: ignore[A] -- x") == "a: 1");
}

TEST_CASE("comments of contracts") {
  const std::string c = " # npulint: ignore[A] -- x";
  const std::string two = "[[output]]\nname = \"a\"\n[[output]]\nname = \"b\"\n";
  CHECK(toml("a = 1" + c + "\nb = 2\n") == "a = 1");
  CHECK(toml("a = [1," + c + "\n 2]\n").starts_with("a = [1"));
  CHECK(toml("[[output]]" + c + "\nname = \"a\"\n[[output]]\nname = \"b\"\n") ==
        "[[output]]" + c + "\nname = \"a\"\n");
  CHECK(toml("#npulint: ignore[A] -- x\n" + two) == "[[output]]\nname = \"a\"\n");
  CHECK(toml(two + "dtype = 1" + c + "\n") == "dtype = 1");
  CHECK(toml("[training]" + c + "\nscale = 1\n[head]\nclasses = 2\n").ends_with("scale = 1\n"));
  CHECK(toml("# npulint: ignore-file[A] -- x\n" + two).ends_with(two));
}

TEST_CASE("a broken file keeps the directives of the part that was read") {
  CHECK(yaml("# npulint: ignore-file[NPL001] -- x\na: [1\nb: 2\n").starts_with("# npulint"));
  CHECK(yaml("a: 1 # npulint: ignore[A] -- x\nb: 'c\n# npulint: ignore[B] -- x\n") == "a: 1");
  CHECK(of_toml("# npulint: ignore-file[A] -- x\na = [=\n# npulint: ignore[B] -- x\n").size() == 1);
  Lint l;
  l.file("a.yaml",
         "# npulint: ignore-file[NPL001] -- a sample that is not finished\n" + kHead + "x: [\n");
  CHECK(l.codes() == "(NPL001)");
}

TEST_CASE("a finding in the node is suppressed, with the reason") {
  Lint l;
  l.file("lane.yaml", kHead + kTail + "  core_num: 2 # npulint: ignore[CFG008]" + kWhy + "\n");
  CHECK(l.codes() == "(CFG008)");
  CHECK(l.l.run.result.findings[0].suppressed_because == "the compiler of this board is patched");
  CHECK(tally(l.l.run.result).suppressed == 1);
  CHECK(exit_code(l.l.run) != 1);
  RenderOptions r;
  r.show_suppressed = true;
  CHECK(render_text(l.l.run, r).find("reason: the compiler of this board is patched") !=
        std::string::npos);
  l.o.no_ignores = true;
  CHECK(l.codes() == "CFG008");
  CHECK(codes(kHead + "# npulint: ignore[invalid-value]" + kWhy + "\n" + kTail + kWrong) ==
        "(CFG008)");
  CHECK(codes("# npulint: ignore-file[CFG008]" + kWhy + "\n" + kHead + kTail + kWrong) ==
        "(CFG008)");
  // the march stands beside the finding, which is not about it
  std::string march = kHead;
  march.insert(march.find("  march"), "  # npulint: ignore[CFG008]" + kWhy + "\n");
  CHECK(codes(march + kTail + kWrong) == "NPL003 CFG008");
  CHECK(codes(kHead + kTail + "  # npulint: ignore[CFG001]" + kWhy + "\n" + kWrong) == "CFG008");
}

TEST_CASE("without a reason nothing is suppressed") {
  for (const char* why :
       {"", " --", " -- .", " -- <reason>", " -- TODO", " -- 待定", " a reason"}) {
    INFO(why);
    CHECK(codes(kHead + kTail + "  core_num: 2 # npulint: ignore[CFG008]" + why + "\n") ==
          "CFG008 NPL002");
  }
}

TEST_CASE("codes that name no rule") {
  Lint l;
  l.file("lane.yaml",
         kHead + kTail + "  core_num: 2 # npulint: ignore[CFG08,CFG008]" + kWhy + "\n");
  CHECK(l.codes() == "(CFG008) NPL004");
  CHECK(l.message(1).find("CFG008") != std::string::npos);
  CHECK(codes(kHead + kTail + "  core_num: 2 # npulint: ignore[CFG]" + kWhy + "\n") ==
        "CFG008 NPL004");
  CHECK(codes(kHead + kTail + "  core_num: 2 # npulint: ignore[ALL]" + kWhy + "\n") ==
        "CFG008 NPL004");
  CHECK(codes(kHead + kTail + "  core_num: 1 # npulint: ignore[TGT001]" + kWhy + "\n") == "NPL004");
  CHECK(codes(kHead + kTail + "  core_num: 1 # npulint: ignore[NPL003]" + kWhy + "\n") == "NPL004");
}

TEST_CASE("an ignore that matches nothing") {
  const std::string unused =
      kHead + kTail + "  core_num: 1 # npulint: ignore[CFG008]" + kWhy + "\n";
  CHECK(codes(unused) == "NPL003");
  Lint other;  // the rule did not run
  other.o.select = {"NPL003"};
  CHECK(other.file("lane.yaml", unused).codes() == "");
  Lint off;  // nor here
  off.o.ignore = {"CFG008"};
  CHECK(off.file("lane.yaml", unused).codes() == "");
  // the march is a placeholder: the rule cannot say
  std::string open = unused;
  open.replace(open.find("nash-e"), 6, "@MARCH@");
  CHECK(codes(open) == "");
  CHECK(codes(kHead + "# npulint: ignore-file[CFG008]" + kWhy + "\n" + kTail + kWrong) ==
        "NPL003 CFG008");
  // one of two
  CHECK(codes(kHead + kTail + "  core_num: 2 # npulint: ignore[CFG008, NPL001]" + kWhy + "\n") ==
        "(CFG008) NPL003");
}

TEST_CASE("[[ignore]] entries") {
  const std::string entry = "[[ignore]]\nrule = \"CFG008\"\nreason = \"patched compiler\"\n";
  const std::string named =
      entry + "bundle = \"b\"\n[[bundle]]\nname = \"b\"\nconfig = \"b/b.yaml\"\n";
  const std::string right = kHead + kTail, wrong = kHead + kTail + kWrong;
  Lint l;
  l.file("npulint.toml", entry).file("a/a.yaml", wrong).file("c/c.yaml", right);
  CHECK(l.codes() == "(CFG008)");
  l.o.no_ignores = true;
  CHECK(l.codes() == "CFG008");
  l.o.no_ignores = false;
  // one file of a repository says nothing of the others
  CHECK(l.paths({"c/c.yaml"}).codes() == "");
  CHECK(l.paths({"c"}).codes() == "");
  CHECK(l.paths({"."}).file("a/a.yaml", right).codes() == "NPL003");
  CHECK(l.l.run.sources.shown(l.l.run.result.findings[0].at.file) == "npulint.toml");
  l.o.load.exclude = {"a/**"};
  CHECK(l.codes() == "");
  Lint b;
  b.file("npulint.toml", named).file("a/a.yaml", right).file("b/b.yaml", wrong);
  CHECK(b.codes() == "(CFG008)");
  CHECK(b.file("b/b.yaml", right).codes() == "NPL003");
  CHECK(b.paths({"a"}).codes() == "");
  CHECK(b.paths({"b/b.yaml"}).codes() == "NPL003");
  Lint e;
  e.file("npulint.toml", entry + "expires = 2026-11-28\n").file("a/a.yaml", wrong);
  CHECK(e.codes() == "CFG008 NPL003");
  CHECK(e.message(1).find("expired on 2026-11-28") != std::string::npos);
  e.file("npulint.toml", entry + "expires = 2026-11-29\n");
  CHECK(e.codes() == "(CFG008)");
  Lint loop;  // an ignore of NPL003 is never itself a matter of NPL003
  loop.file("npulint.toml",
            "[[ignore]]\nrule = \"NPL003\"\nreason = \"kept while the tool is new\"\n")
      .file("a.yaml", right);
  CHECK(loop.codes() == "");
}

TEST_CASE("threads do not show") {
  Lint l;
  for (int i = 0; i < 40; ++i)
    l.file("f" + std::to_string(i) + ".yaml",
           kHead + kTail + (i % 3 ? "  core_num: 2" : "  core_num: 1") +
               " # npulint: ignore[CFG008]" + (i % 2 ? kWhy : "") + "\n" + std::string(40000, '#') +
               "\n");
  l.o.load.jobs = 1;
  const std::string one = render_json(l.run().l.run, {});
  l.o.load.jobs = 2;
  CHECK(render_json(l.run().l.run, {}) == one);
}
