// Fingerprints stay when nothing but the writing of a file changes; a baseline keeps quiet what it
// holds, and tells what it holds in vain.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "lint/baseline_edit.h"
#include "lint/render.h"

using namespace npulint;

namespace {

// CFG008 at core_num, debug and calibration_type; a second input.
const std::string kModel = R"(model_parameters:
  onnx_model: ./lane.onnx
  march: nash-e
  output_model_file_prefix: lane_nashe
  working_dir: build
)";
const std::string kInputs = R"(input_parameters:
  input_name: image;aux
  input_type_rt: nv12;featuremap
  input_type_train: rgb;featuremap
  input_layout_train: NCHW;NCHW
)";
const std::string kCalibration = R"(calibration_parameters:
  cal_data_dir: ./calibration
  calibration_type: histogram
)";
const std::string kCompiler = R"(compiler_parameters:
  compile_mode: latency
  core_num: 2
  debug: 'true'
)";
const std::string kConfig = kModel + kInputs + kCalibration + kCompiler;
const std::string kContract =
    "[artifact]\nfile = \"lane.hbm\"\nacces = \"by_name\"\n[[output]]\nname = \"o\"\nread = 1\n";

struct Lint {
  MemoryReader disk;
  CheckOptions o;
  Loaded l;
  Lint() {
    o.load.cwd = "/r";
    o.load.paths = {"."};
    o.today = "2026-11-29";
    o.profile = Profile::kReview;
    o.select = {"CFG008", "NPL001", "NPL004", "NPL005", "NPL008"};
    file("npulint.toml", "");
    file("conv/lane.yaml", kConfig);
    file("app/contract.toml", kContract);
  }
  Lint& file(const std::string& path, std::string bytes) {
    disk.files["/r/" + path] = std::move(bytes);
    return *this;
  }
  Lint& paths(std::string cwd, std::vector<std::string> p) {
    o.load.cwd = std::move(cwd);
    o.load.paths = std::move(p);
    return *this;
  }
  Lint& run() {
    l = check(disk, o);
    for (const LoadError& e : l.errors) MESSAGE(e.what.in(Lang::kEn));
    REQUIRE(l.errors.empty());
    return *this;
  }
  std::multiset<std::string> prints() {
    run();
    std::multiset<std::string> out;
    for (const Finding& f : l.run.result.findings) out.insert(f.fingerprint + " " + f.evidence);
    return out;
  }
  std::string codes() {
    run();
    std::string out;
    for (const Finding& f : l.run.result.findings) {
      const std::string code(f.rule->code);
      out += (out.empty() ? "" : " ") + (f.suppressed ? "(" + code + ")" : code);
    }
    return out;
  }
  // Does what the command does.
  BaselineEdit edit(BaselineAction a, const std::string& reason = "") {
    const std::string path = "/r/npulint-baseline.json";
    CheckOptions with = o;
    if (a == BaselineAction::kCreate)
      with.baseline = {true, {}, "/r"};
    else
      with.baseline.file = path;
    const Loaded run = check(disk, with);
    REQUIRE(run.errors.empty());
    BaselineEdit e = edit_baseline(run, a, "/r", reason, o.today);
    disk.files[path] = e.text;
    return e;
  }
  std::string& config() { return disk.files["/r/conv/lane.yaml"]; }
};

std::string replaced(std::string s, const std::string& from, const std::string& to) {
  const size_t at = s.find(from);
  REQUIRE(at != std::string::npos);
  return s.replace(at, from.size(), to);
}

std::string crlf(const std::string& s) {
  std::string out;
  for (const char c : s) out += c == '\n' ? "\r\n" : std::string(1, c);
  return out;
}

}  // namespace

TEST_CASE("fingerprints do not depend on how a file is written or the tool is called") {
  const auto before = Lint().prints();
  CHECK(before.size() == 5);
  CHECK(std::set<std::string>(before.begin(), before.end()).size() == 5);
  const auto with = [](const std::string& config) {
    return Lint().file("conv/lane.yaml", config).prints();
  };
  CHECK(with("# a\n\n\n" + kConfig) == before);
  CHECK(with(replaced(kConfig, "  core_num", "\n  # why two\n\n  core_num")) == before);
  CHECK(with(kCompiler + kCalibration + kInputs + kModel) == before);
  CHECK(with(replaced(kConfig, "  core_num: 2\n  debug: 'true'\n",
                      "  debug: \"true\"\n  core_num:   2\n")) == before);
  CHECK(with(crlf(kConfig)) == before);
  CHECK(with("\xEF\xBB\xBF" + kConfig) == before);
  CHECK(with(kConfig + "\n\n# npulint: all of it\n") == before);
  CHECK(Lint()
            .file("app/contract.toml",
                  "# x\n\n" + replaced(kContract, "file = \"lane.hbm\"\nacces = \"by_name\"\n",
                                       "acces   = \"by_name\"\nfile = \"lane.hbm\"\n"))
            .prints() == before);
  CHECK(Lint().paths("/r/conv", {"..", "."}).prints() == before);
  CHECK(Lint().paths("/r/conv", {"lane.yaml", "../app/contract.toml"}).prints() == before);
  CHECK(Lint().paths("/", {"/r"}).prints() == before);
  CHECK(Lint().paths("/elsewhere", {"/r/app/contract.toml", "../r/conv/lane.yaml"}).prints() ==
        before);
  Lint jobs;
  jobs.o.load.jobs = 2;
  CHECK(jobs.prints() == before);
  // languages share one result: nothing of it is made again
  RenderOptions zh;
  zh.lang = Lang::kZh;
  const std::string text = render_json(jobs.l.run, zh);
  for (const Finding& f : jobs.l.run.result.findings)
    CHECK(text.find(f.fingerprint) != std::string::npos);
  // and they do tell files, places and values apart
  CHECK(with(replaced(kConfig, "core_num: 2", "core_num: 3")) != before);
  Lint moved;
  moved.file("conv/other.yaml", kConfig).disk.files.erase("/r/conv/lane.yaml");
  CHECK(moved.prints() != before);
}

TEST_CASE("a moved repository keeps its fingerprints") {
  const auto before = Lint().prints();
  Lint far;
  std::map<std::string, std::string> files;
  for (const auto& [path, bytes] : far.disk.files) files["/home/x/y" + path] = bytes;
  far.disk.files = std::move(files);
  CHECK(far.paths("/home/x/y/r", {"."}).prints() == before);
}

TEST_CASE("a finding of a named bundle is told by the bundle") {
  Lint a;
  a.file("npulint.toml", "[[bundle]]\nname = \"lane\"\nconfig = \"conv/lane.yaml\"\n");
  const auto before = a.prints();
  Lint b;
  b.file("npulint.toml", "[[bundle]]\nname = \"lane\"\nconfig = \"renamed.yaml\"\n");
  b.file("renamed.yaml", kConfig).disk.files.erase("/r/conv/lane.yaml");
  const auto after = b.prints();
  // the rules about files (of the contract) have no bundle, and their file stays
  CHECK(after == before);
}

TEST_CASE("create, then nothing is left") {
  Lint l;
  const BaselineEdit e = l.edit(BaselineAction::kCreate, "taken over with the model");
  CHECK(e.added == 5);
  CHECK(e.entries == 5);
  CHECK(std::count(e.text.begin(), e.text.end(), '\n') == 5 + 5);
  CHECK(l.codes() == "(NPL008) (NPL008) (CFG008) (CFG008) (CFG008)");
  CHECK(l.l.run.result.findings[0].suppressed_by == Suppression::kBaseline);
  CHECK(l.l.run.result.findings[0].suppressed_because == "taken over with the model");
  CHECK(exit_code(l.l.run) != 1);
  l.o.baseline.off = true;
  CHECK(l.codes() == "NPL008 NPL008 CFG008 CFG008 CFG008");
  l.o.baseline.off = false;
  l.config() = "# moved\n" + kCompiler + kModel + kInputs + kCalibration;
  CHECK(l.codes() == "(NPL008) (NPL008) (CFG008) (CFG008) (CFG008)");
  for (const char* cwd : {"/", "/r/conv", "/other"})
    CHECK(l.paths(cwd, {"/r"}).codes() == "(NPL008) (NPL008) (CFG008) (CFG008) (CFG008)");
  CHECK(l.paths("/r", {"conv/lane.yaml"}).codes() == "(CFG008) (CFG008) (CFG008)");
  CHECK(edit_baseline(l.paths("/r", {"."}).run().l, BaselineAction::kUpdate, "/r", "", "2030-01-01")
            .text == e.text);
}

TEST_CASE("a new finding is shown beside a baseline") {
  Lint l;
  l.edit(BaselineAction::kCreate);
  l.config() = replaced(kConfig, "compile_mode: latency", "compile_mode: fast");
  CHECK(l.codes() == "(NPL008) (NPL008) (CFG008) CFG008 (CFG008) (CFG008)");
  l.config() = kConfig;
  l.file("conv/more/b.yaml", kConfig);
  const std::string codes = l.codes();
  CHECK(codes.find("(CFG008) (CFG008) (CFG008)") != std::string::npos);
  CHECK(codes.find(" CFG008 CFG008 CFG008") != std::string::npos);
}

TEST_CASE("other values, and findings that are gone") {
  Lint l;
  l.edit(BaselineAction::kCreate, "taken over");
  l.config() = replaced(kConfig, "core_num: 2", "core_num: 4");
  CHECK(l.codes() == "(NPL008) (NPL008) (CFG008) CFG008 (CFG008) NPL005");
  CHECK(l.l.run.result.findings.back().message.in(Lang::kEn).find("compiler_parameters.core_num") !=
        std::string::npos);
  l.o.today = "2027-01-01";
  Lint pruned = Lint(), updated = Lint();
  pruned.disk = updated.disk = l.disk;
  const BaselineEdit p = pruned.edit(BaselineAction::kPrune);
  CHECK(p.removed == 1);
  CHECK(p.added == 0);
  CHECK(pruned.codes() == "(NPL008) (NPL008) (CFG008) CFG008 (CFG008)");
  const BaselineEdit u = updated.edit(BaselineAction::kUpdate);
  CHECK(u.refreshed == 1);
  CHECK(u.removed == 0);
  CHECK(u.text.find("2027") == std::string::npos);
  CHECK(u.text.find("taken over") != std::string::npos);
  CHECK(updated.codes() == "(NPL008) (NPL008) (CFG008) (CFG008) (CFG008)");

  updated.config() = replaced(kConfig, "  core_num: 2\n", "");
  CHECK(updated.codes() == "(NPL008) (NPL008) (CFG008) (CFG008) NPL005");
  // one file of many says nothing of the others; a rule that does not run says nothing of its own
  CHECK(updated.paths("/r", {"app/contract.toml"}).codes() == "(NPL008) (NPL008)");
  updated.paths("/r", {"."}).o.select = {"NPL005", "NPL008"};
  CHECK(updated.codes() == "(NPL008) (NPL008)");
  updated.o.select.push_back("CFG008");
  CHECK(updated.edit(BaselineAction::kPrune).removed == 1);
  CHECK(updated.codes() == "(NPL008) (NPL008) (CFG008) (CFG008)");
  // a file that is gone
  updated.disk.files.erase("/r/app/contract.toml");
  CHECK(updated.codes() == "(CFG008) (CFG008) NPL005 NPL005");
  updated.file("conv/b.yaml", kConfig);
  updated.o.load.paths = {"conv/b.yaml"};
  CHECK(updated.codes() == "CFG008 CFG008 CFG008");
  CHECK(updated.edit(BaselineAction::kUpdate).removed == 0);
}

TEST_CASE("findings that share a place") {
  Lint l;
  // two keys that the section lacks: both findings stand at the section
  l.o.select = {"CFG005", "NPL005"};
  const std::string one = replaced(kConfig, "  input_type_rt: nv12;featuremap\n", "");
  l.config() = replaced(one, "  input_type_train: rgb;featuremap\n", "");
  const BaselineEdit e = l.edit(BaselineAction::kCreate);
  CHECK(e.added == 2);
  CHECK(e.text.find(":2\"") != std::string::npos);
  CHECK(l.codes() == "(CFG005) (CFG005)");
  // one of them is mended: the other stays quiet, whatever its number
  l.config() = one;
  CHECK(l.codes() == "(CFG005) NPL005");
  l.config() = replaced(kConfig, "  input_type_train: rgb;featuremap\n", "");
  CHECK(l.codes() == "(CFG005) NPL005");
}

TEST_CASE("what no baseline takes") {
  Lint l;
  l.o.load.target = "x5";
  l.o.select = {"TGT001", "CFG008", "NPL004", "NPL005"};
  const BaselineEdit e = l.edit(BaselineAction::kCreate);
  CHECK(e.refused.at("TGT001") == 1);
  CHECK(l.codes().find("TGT001") == 0);
  std::string& text = l.disk.files["/r/npulint-baseline.json"];
  text = replaced(text, "\"CFG008\"", "\"CFG080\"");
  const std::string codes = l.codes();
  CHECK(codes.find("NPL004") != std::string::npos);
  CHECK(codes.find(" CFG008") != std::string::npos);  // its entry is of no rule
}

TEST_CASE("baselines that cannot be read stop the run") {
  const std::string good = Lint().edit(BaselineAction::kCreate).text;
  const auto error = [](const std::string& bytes) {
    const ParsedBaseline p = parse_baseline(0, "/r", bytes);
    return p.errors.empty() ? "" : p.errors[0].what.in(Lang::kEn);
  };
  CHECK(error(good) == "");
  CHECK(error("").size() > 0);
  CHECK(error("{").size() > 0);
  CHECK(error(good.substr(0, good.size() / 2)).size() > 0);
  CHECK(error("<<<<<<< ours\n" + good).size() > 0);
  CHECK(error("[]").find("no baseline") != std::string::npos);
  CHECK(error("{\"schema\": 1, \"entries\": []}").find("no baseline") != std::string::npos);
  CHECK(error(replaced(good, "baseline/1", "baseline/2")).find("baseline/2") != std::string::npos);
  CHECK(error("version https://git-lfs.github.com/spec/v1\noid sha256:0\n").find("git lfs pull") !=
        std::string::npos);
  CHECK(error(replaced(good, "\"rule\"", "\"rul\"")).find("`rul`") != std::string::npos);
  CHECK(error(replaced(good, "{\"id\": \"", "{\"id\": \"x")).find("hex digits") !=
        std::string::npos);
  CHECK(error(replaced(good, "\"path\": \"app/contract.toml\"", "\"path\": 3")).size() > 0);
  Lint l;
  l.file("npulint-baseline.json", "{");
  CHECK_FALSE(check(l.disk, l.o).errors.empty());
  l.o.baseline.off = true;
  CHECK(check(l.disk, l.o).errors.empty());
  l.o.baseline = {false, "nowhere.json", {}};
  CHECK_FALSE(check(l.disk, l.o).errors.empty());
}

TEST_CASE("the closest baseline upward holds, up to the repository") {
  Lint l;
  l.edit(BaselineAction::kCreate);
  l.file(".git/HEAD", "ref");
  CHECK(l.codes() == "(NPL008) (NPL008) (CFG008) (CFG008) (CFG008)");
  l.file("conv/npulint-baseline.json", "{\"schema\": \"npulint-baseline/1\", \"entries\": []}");
  CHECK(l.codes() == "(NPL008) (NPL008) CFG008 CFG008 CFG008");
  l.disk.files.erase("/r/conv/npulint-baseline.json");
  l.file("conv/.git/HEAD", "ref");
  CHECK(l.paths("/", {"r/conv"}).codes() == "CFG008 CFG008 CFG008");
  l.o.baseline.file = "r/npulint-baseline.json";
  CHECK(l.codes() == "(CFG008) (CFG008) (CFG008)");
}
