// Releases as a whole: where files are found, what of them is read, and what several sources of one
// asset say together.
#include <doctest/doctest.h>

#include "lint/check.h"
#include "lint/digest.h"
#include "lint/release_names.h"
#include "tests/horizon_writer.h"

using namespace npulint;
using namespace npulint::test;

namespace {

// Counts what is opened: files of a release cost only where they are asked for.
struct CountingReader : MemoryReader {
  mutable std::vector<std::string> opened;
  std::unique_ptr<RandomAccess> open(const std::string& path, std::string* why) const override {
    opened.push_back(path);
    return MemoryReader::open(path, why);
  }
};

struct Zoo {
  CountingReader disk;
  CheckOptions o;
  explicit Zoo(const std::string& models = "") {
    o.load.cwd = "/zoo";
    o.load.paths = {"."};
    o.profile = Profile::kRelease;
    o.today = "2026-01-01";
    if (!models.empty())
      disk.files["/zoo/models.yaml"] = "release:\n  platform: s\nmodels:\n" + models;
  }
  // "ZOO002 error: …", a line each, of the rules of releases.
  std::string findings(const std::string& select = "ZOO") {
    o.select = {select};
    const Loaded l = check(disk, o);
    REQUIRE(l.errors.empty());
    std::string out;
    for (const Finding& f : l.run.result.findings)
      out += std::string(f.rule->code) + " " + std::string(severity_name(f.severity)) + ": " +
             f.message.in(Lang::kEn) + "\n";
    return out;
  }
};

std::string model(const std::string& id, const std::string& assets, const std::string& more = "") {
  return "  - id: " + id + "\n    availability: download\n" + more + "    assets:\n" + assets;
}
std::string asset(const std::string& name, const std::string& sha256) {
  return "      - filename: " + name + "\n        format: " + extension(name).substr(1) +
         "\n        url: https://example.org/" + base_name(name) + "\n        sha256: " + sha256 +
         "\n";
}

std::string artifact(std::string_view march, std::string_view name, int32_t width) {
  HbmModel m;
  m.name = std::string(name);
  m.inputs = {{"image", {1, 32, width, 3}, {1, 32, width, 3}, 3, 0, 0, 0, {}}};
  m.outputs = {{"scores", {1, 1, 1, 10}, {1, 1, 1, 16}, 3, 0, 0, 0, {}}};
  return hbm_file(march, {m});
}

}  // namespace

TEST_CASE("release: files are found below sample_path, in the folders around the manifest") {
  const std::string sha = sha256_hex("weights");
  Zoo z;
  z.disk.files["/zoo/docs/release/models.yaml"] =
      "models:\n" + model("cls", asset("s100/cls.hbm", sha), "    sample_path: samples/cls\n");
  z.disk.files["/zoo/samples/cls/model/s100/cls.hbm"] = "weights";
  CHECK(z.findings("ZOO002") == "");
  z.disk.files["/zoo/samples/cls/model/s100/cls.hbm"] = "other weights";
  CHECK(z.findings("ZOO002").starts_with("ZOO002 error: `s100/cls.hbm`: the stated sha256 is " +
                                         sha));
  // not beyond the repository
  z.disk.files["/zoo/docs/.git/HEAD"] = "";
  CHECK(z.findings("ZOO002") == "");
}

TEST_CASE("release: a name that leads out is reported and never opened") {
  for (const char* name :
       {"../secret.hbm", "/etc/secret.hbm", "a/../../secret.hbm", "'C:\\a.hbm'"}) {
    Zoo z(model("cls", asset(name, std::string(64, '0'))));
    z.disk.files["/secret.hbm"] = z.disk.files["/etc/secret.hbm"] = "x";
    CHECK(z.findings("ZOO016").starts_with("ZOO016 error"));
    for (const std::string& path : z.disk.opened) CHECK(path.find("secret") == std::string::npos);
  }
  Zoo z(model("../up", asset("cls.hbm", std::string(64, '0')), "    sample_path: ../../x\n"));
  z.disk.files["/up/cls.hbm"] = z.disk.files["/x/model/cls.hbm"] = "x";
  z.findings();
  for (const std::string& path : z.disk.opened) CHECK(path.find("cls.hbm") == std::string::npos);
}

TEST_CASE("release: files are hashed under the release profile alone") {
  Zoo z(model("cls", asset("s100/cls.hbm", std::string(64, '0'))));
  z.disk.files["/zoo/s100/cls.hbm"] = "weights";
  CHECK(z.findings("ZOO002").find("ZOO002 error") == 0);
  z.o.profile = Profile::kReview;
  CHECK(z.findings("ZOO002") == "");
}

TEST_CASE("release: one name, two targets, by the content of the files") {
  const std::string e = artifact("B2E", "cls", 32), other = artifact("B25", "cls", 64);
  Zoo z;
  z.disk.files["/zoo/a/cls.hbm"] = e;
  z.disk.files["/zoo/b/cls.hbm"] = e;
  CHECK(z.findings("ZOO008") == "");
  z.disk.files["/zoo/b/cls.hbm"] = artifact("B25", "cls", 32);
  const std::string same = z.findings("ZOO008");
  CHECK(same.starts_with("ZOO008 warning: `cls.hbm` is the file name of artifacts for several"));
  z.disk.files["/zoo/b/cls.hbm"] = other;
  const std::string differ = z.findings("ZOO008");
  CHECK(differ.starts_with(
      "ZOO008 error: `cls.hbm` is the file name of artifacts with different inputs"));
  CHECK(differ.find("[1, 32, 64, 3]") != std::string::npos);
}

TEST_CASE("release: a folder is one only under the release profile, and where nothing lists it") {
  Zoo z;
  z.disk.files["/zoo/cls_64x64.hbm"] = artifact("B2E", "cls", 64);
  CHECK(z.findings("ZOO006").find("`cls_64x64.hbm` says 64x64, but no input") != std::string::npos);
  z.o.profile = Profile::kReview;
  CHECK(z.findings("ZOO006") == "");
  z.o.profile = Profile::kRelease;
  z.disk.files["/zoo/cls_32x64.hbm"] = z.disk.files["/zoo/cls_64x64.hbm"];
  z.disk.files.erase("/zoo/cls_64x64.hbm");
  CHECK(z.findings("ZOO006") == "");
}

TEST_CASE("release: the record of a run tells a digest and the tensors of what ran") {
  const std::string sha = sha256_hex("weights");
  Zoo z(model("cls", asset("s100/cls.hbm", "null") + asset("s600/cls.hbm", "null")));
  const auto run = [&](const char* asset_id, const char* dtype) {
    return std::string("{\"asset_id\": \"") + asset_id + "\", \"model_sha256\": \"" + sha +
           "\", \"inputs\": [{\"name\": \"x\", \"dtype\": \"uint8\", \"shape\": [1, 8, 8, 1]}], "
           "\"outputs\": [{\"name\": \"y\", \"dtype\": \"" +
           dtype + "\", \"shape\": [1, 10]}]}";
  };
  z.disk.files["/zoo/runs/one.json"] = run("s:cls:s100/cls.hbm", "int32");
  z.disk.files["/zoo/runs/two.json"] = run("s:cls:s600/cls.hbm", "float32");
  CHECK(z.findings("ZOO004").find("`s100/cls.hbm` states no sha256, but a run records it: " +
                                  sha) != std::string::npos);
  CHECK(z.findings("ZOO008").starts_with("ZOO008 error: `cls.hbm` is the file name of"));
}

TEST_CASE("release: lists of data are no releases") {
  Zoo z;
  z.disk.files["/zoo/images/SHA256SUMS"] = std::string(64, '0') + "  00001.jpg\n";
  CHECK(z.findings() == "");
}

TEST_CASE("release: names") {
  for (const char* name : {"a.hbm", "s100/a.hbm", "s100/../a.hbm", "./a.hbm", "a..b/c"})
    CHECK(unsafe_name(name) == "");
  for (const char* name : {"..", "../a", "/a", "a/../../b", "C:a", "a\\b", "a\nb"})
    CHECK(unsafe_name(name) != "");
  const Platforms platforms = Platforms::load(0);
  const PlatformWords words(platforms);
  Manifest m;
  const auto named = [&](const char* name, const char* url) {
    m.models.resize(1);
    m.models[0].assets.resize(1);
    Manifest::Asset& a = m.models[0].assets[0];
    a.filename = {std::string(name), Evidence{}};
    a.url = {std::string(url), Evidence{}};
    return named_asset(a, m, words);
  };
  const ReleasedAsset a = named("s600/yolo_nashe_640x640.hbm",
                                "https://s100.example.org/zoo/rdk_s100/yolo_320x320.hbm?x=1");
  CHECK(a.folder->means() == "RDK S600 (nash-p)");
  CHECK(a.own->means() == "nash-e");
  CHECK_FALSE(a.own->agrees(*a.folder, platforms));
  CHECK(a.bucket_dir == "rdk_s100");
  CHECK(a.dims == std::vector<std::pair<int64_t, int64_t>>{{640, 640}});
  CHECK(a.url_dims == std::vector<std::pair<int64_t, int64_t>>{{320, 320}});
  // a host is no folder, and what contradicts itself says nothing
  CHECK_FALSE(named("x.hbm", "https://s100.example.org/x.hbm").bucket);
  CHECK_FALSE(named("s100/s600/x.hbm", "x").folder);
  CHECK_FALSE(named("x_nashe_nashp.hbm", "x").own);
}
