#include "lint/fix.h"

#include <doctest/doctest.h>

using namespace npulint;

namespace {

std::string edited(std::string_view bytes, std::vector<Edit> edits) {
  std::string out;
  REQUIRE(apply_splices(bytes, splices(bytes, edits), &out));
  return out;
}

Edit remove(std::string_view bytes, std::string_view entry) {
  const size_t at = bytes.find(entry);
  REQUIRE(at != std::string_view::npos);
  return {Edit::Kind::kRemoveEntry, at, at + entry.size(), ""};
}

Edit insert(std::string_view bytes, std::string_view entry, std::string text) {
  Edit e = remove(bytes, entry);
  e.kind = Edit::Kind::kInsertEntry;
  e.text = std::move(text);
  return e;
}

CheckOptions options() {
  CheckOptions o;
  o.load.paths = {"c"};
  o.load.cwd = "/w";
  o.today = "2026-11-29";
  return o;
}

constexpr const char* kConfig =
    "# X5\n"
    "model_parameters:\n"
    "  onnx_model: m.onnx\n"
    "  march: bayes-e\n"
    "  march: bayes-e   # again\n"
    "  output_model_file_prefix: m\n"
    "  node_info:\n"
    "    /conv/Conv:\n"
    "      ON: BPU  # 备注\n"
    "input_parameters:\n"
    "  input_type_rt: nv12\n"
    "  input_type_train: rgb\n"
    "  input_layout_train: NCHW\n"
    "  norm_type: no_preprocess\n"
    "calibration_parameters:\n"
    "  cal_data_dir: cal\n"
    "  cal_data_type: float32\n"
    "  calibration_type: default\n"
    "compiler_parameters:\n"
    "  compile_mode: latency\n"
    "  optimize_level: O3\n";

}  // namespace

TEST_CASE("fix: a removed entry takes its lines and their comment, and nothing else") {
  const std::string_view s = "a: 1\nb: 2  # two\n# about c\nc: 3\n";
  CHECK(edited(s, {remove(s, "b: 2")}) == "a: 1\n# about c\nc: 3\n");
  CHECK(edited("a: 1\r\nb: 2\r\n", {remove("a: 1\r\nb: 2\r\n", "b: 2")}) == "a: 1\r\n");
  CHECK(edited("a: 1\nb: 2", {remove("a: 1\nb: 2", "b: 2")}) == "a: 1\n");
  const std::string_view alone = "a: 1\n\nb: 2\n\nc: 3\n\nd: 4\n";
  CHECK(edited(alone, {remove(alone, "b: 2")}) == "a: 1\n\nc: 3\n\nd: 4\n");
  CHECK(edited(alone, {remove(alone, "d: 4")}) == "a: 1\n\nb: 2\n\nc: 3\n");
  CHECK(edited(alone, {remove(alone, "a: 1")}) == "b: 2\n\nc: 3\n\nd: 4\n");
  CHECK(edited("x: {a: 1, b: 2}\n", {remove("x: {a: 1, b: 2}\n", "a: 1")}) == "x: {b: 2}\n");
  CHECK(edited("x: {a: 1, b: 2}\n", {remove("x: {a: 1, b: 2}\n", "b: 2")}) == "x: {a: 1}\n");
  CHECK(edited("\xEF\xBB\xBF"
               "a: 1\nb: 2\n",
               {remove("\xEF\xBB\xBF"
                       "a: 1\nb: 2\n",
                       "a: 1")}) ==
        "\xEF\xBB\xBF"
        "b: 2\n");
}

TEST_CASE("fix: an entry in another style is left alone") {
  const std::string_view s = "a:\n  ? b\n  : 1\n  ? c\n  : 2\n";
  const size_t at = s.find("b\n");
  CHECK(splices(s, {{Edit::Kind::kRemoveEntry, at, s.find("1") + 1, ""}}).empty());
  const std::string_view list = "- a: 1\n  b: 2\n";
  CHECK(splices(list, {{Edit::Kind::kRemoveEntry, 2, 6, ""}}).empty());
  CHECK(splices(list, {{Edit::Kind::kInsertEntry, 2, 6, "c: 3"}}).empty());
}

TEST_CASE("fix: of three equal keys only what changes nothing goes") {
  MemoryReader disk;
  std::string text = kConfig;
  const auto put = [&](std::string_view lines) {
    disk.files["/w/c/x5.yaml"] = text + std::string(lines);
    return fix_all(disk, options(), false).files.at(0).after;
  };
  CHECK(put("  jobs: 16\n  jobs: 8\n  jobs: 16\n").ends_with("jobs: 16\n  jobs: 8\n  jobs: 16\n"));
  CHECK(put("  jobs: 8\n  jobs: 16\n  jobs: 16\n").ends_with("jobs: 8\n  jobs: 16\n"));
}

TEST_CASE("fix: an inserted entry gets the indentation and line end of its neighbour") {
  CHECK(edited("s:\n  a: 1\n", {insert("s:\n  a: 1\n", "a: 1", "b: 2")}) == "s:\n  a: 1\n  b: 2\n");
  CHECK(edited("s:\r\n  a: 1 # x\r\nt: 1\r\n",
               {insert("s:\r\n  a: 1 # x\r\nt: 1\r\n", "a: 1", "b: 2")}) ==
        "s:\r\n  a: 1 # x\r\n  b: 2\r\nt: 1\r\n");
  CHECK(edited("s:\n  a: 1", {insert("s:\n  a: 1", "a: 1", "b: 2")}) == "s:\n  a: 1\n  b: 2");
  CHECK(edited("s: {a: 1}\n", {insert("s: {a: 1}\n", "a: 1", "b: 2")}) == "s: {a: 1, b: 2}\n");
}

TEST_CASE("fix: edits that touch or lie outside are refused") {
  std::string out;
  CHECK_FALSE(apply_splices("abcdef", {{1, 3, "x"}, {2, 4, "y"}}, &out));
  CHECK_FALSE(apply_splices("abcdef", {{2, 2, "x"}, {2, 2, "y"}}, &out));
  CHECK(apply_splices("abcdef", {{3, 4, "y"}, {1, 3, "x"}}, &out));
  CHECK(out == "axyef");
  CHECK(splices("abc", {{Edit::Kind::kReplace, 2, 9, "x"}}).empty());
  CHECK(splices("abc", {{Edit::Kind::kReplace, 2, 1, "x"}}).empty());
}

TEST_CASE("fix: the diff is what patch reads") {
  CHECK(unified_diff("a.yaml", "x\n", "x\n").empty());
  CHECK(unified_diff("a.yaml", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nV\n6\n7\n8\n9\n") ==
        "--- a/a.yaml\n+++ b/a.yaml\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+V\n 6\n 7\n 8\n");
  CHECK(unified_diff("a", "", "x\n") == "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+x\n");
  CHECK(unified_diff("a", "x", "y") ==
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n"
        "\\ No newline at end of file\n");
  std::string before, after;
  for (int i = 0; i < 40; ++i) {
    before += std::to_string(i) + "\n";
    if (i != 3 && i != 30) after += std::to_string(i) + "\n";
  }
  const std::string d = unified_diff("a", before, after);
  CHECK(d.find("@@ -1,7 +1,6 @@\n 0\n 1\n 2\n-3\n") != std::string::npos);
  CHECK(d.find("@@ -28,7 +27,6 @@\n 27\n 28\n 29\n-30\n") != std::string::npos);
}

TEST_CASE("fix: safe edits are applied, unsafe ones counted, and the finding goes") {
  MemoryReader disk;
  disk.files["/w/c/x5.yaml"] = kConfig;
  const Fixed safe = fix_all(disk, options(), false);
  REQUIRE(safe.files.size() == 1);
  CHECK(safe.files[0].after.find("# again") == std::string::npos);
  CHECK(safe.files[0].after.find("ON: BPU  # 备注") != std::string::npos);
  CHECK(safe.applied.size() == 1);
  CHECK(safe.unsafe_left == 1);
  CHECK(disk.files["/w/c/x5.yaml"] == kConfig);
  const Fixed all = fix_all(disk, options(), true);
  REQUIRE(all.files.size() == 1);
  CHECK(all.files[0].after.find("'ON': BPU  # 备注") != std::string::npos);
  CHECK(all.unsafe_left == 0);
  CHECK(all.reverted.empty());
  for (const Finding& f : all.loaded.run.result.findings) {
    CHECK(f.rule->code != "CFG001");
    CHECK(f.rule->code != "CFG002");
  }
}

TEST_CASE("fix: an edit that makes a key stand twice is taken back, the others stay") {
  MemoryReader disk;
  disk.files["/w/c/x5.yaml"] = std::string(kConfig) + "  Jobs: 8\n  jobs: 16\n";
  const Fixed fixed = fix_all(disk, options(), true);
  REQUIRE(fixed.files.size() == 1);
  CHECK(fixed.files[0].after.ends_with("  Jobs: 8\n  jobs: 16\n"));
  CHECK(fixed.files[0].after.find("'ON': BPU") != std::string::npos);
  CHECK(fixed.files[0].after.find("# again") == std::string::npos);
}

TEST_CASE("fix: the result is stable") {
  MemoryReader disk;
  disk.files["/w/c/x5.yaml"] = kConfig;
  disk.files["/w/c/x5.yaml"] = fix_all(disk, options(), true).files[0].after;
  CHECK(fix_all(disk, options(), true).files.empty());
}
