// models.yaml of a model zoo, and lists of sha256sum.
#include "parsers/release_manifest.h"

#include <doctest/doctest.h>

namespace npulint {
namespace {

const std::string kTwo =
    "schema_version: 1\nrelease:\n  platform: s\n  version: 2.4.0\n  tag: s-v2.4.0\n"
    "  model_archive_root: https://zoo.example/\n  compatibility:\n    hardware: RDK S100/S600\n"
    "summary:\n  sample_count: 2\n  note: none\n"
    "models:\n"
    "  - id: det\n    sample_path: samples/det\n    availability: download\n"
    "    download_scripts:\n      - a.sh\n      - b.sh\n"
    "    assets:\n"
    "      - filename: s100/det_512x512.hbm\n        format: hbm\n"
    "        url: https://zoo.example/det.hbm\n        sha256: 0123\n        size_bytes: 4096\n"
    "      - { filename: s100/names.json, format: json, url: null, sha256: ~ }\n"
    "  - id: manual\n    availability: manual\n    assets: []\n";

std::string at(const std::string& s, const Evidence& e) {
  CHECK(e.file == 4);
  return s.substr(e.begin, e.end - e.begin);
}

// What was not read says nothing of what is missing.
void damaged(const std::string& s, bool told = true) {
  CAPTURE(s);
  const auto p = parse_manifest(4, s);
  CHECK_FALSE(p.record.complete);
  CHECK(p.problems.empty() != told);
}

TEST_CASE("release_manifest: what is written, and where") {
  const auto p = parse_manifest(4, kTwo);
  CHECK(p.problems.empty());
  const Manifest& m = p.record;
  CHECK(m.complete);
  CHECK(m.kind == Manifest::Kind::kModels);
  CHECK(m.file == 4);
  CHECK(*m.platform == "s");
  CHECK(*m.version == "2.4.0");
  CHECK(at(kTwo, m.tag.at) == "s-v2.4.0");
  CHECK(*m.archive_root == "https://zoo.example/");
  CHECK(*m.hardware == "RDK S100/S600");
  REQUIRE(m.summary.size() == 1);  // numbers only
  CHECK(m.summary[0].first == "sample_count");
  CHECK(*m.summary[0].second == 2);
  REQUIRE(m.models.size() == 2);
  CHECK(m.models[0].id == "det");
  CHECK(at(kTwo, m.models[0].at) == "det");
  CHECK(*m.models[0].availability == "download");
  CHECK(*m.models[0].sample_path == "samples/det");
  CHECK(m.models[0].scripts.size() == 2);
  CHECK(m.models[1].assets.empty());
  REQUIRE(m.models[0].assets.size() == 2);
  const auto& a = m.models[0].assets[0];
  CHECK(at(kTwo, a.at) == "s100/det_512x512.hbm");
  CHECK(*a.format == "hbm");
  CHECK(at(kTwo, a.url.at) == "https://zoo.example/det.hbm");
  CHECK(at(kTwo, a.sha256.at) == "0123");
  CHECK(*a.size == 4096);
  CHECK_FALSE(a.no_url.known());
  const auto& b = m.models[0].assets[1];
  CHECK_FALSE(b.url);
  CHECK_FALSE(b.sha256);
  CHECK(at(kTwo, b.no_url) == "null");
  CHECK(at(kTwo, b.no_sha256) == "~");
}

TEST_CASE("release_manifest: keys that are left out are not null") {
  const auto p = parse_manifest(4, "models:\n  - id: a\n    assets: [{ filename: a.hbm }]\n");
  CHECK(p.record.complete);
  CHECK_FALSE(p.record.models[0].assets[0].no_url.known());
  CHECK_FALSE(p.record.models[0].assets[0].no_sha256.known());
  CHECK_FALSE(p.record.models[0].assets[0].size);
}

TEST_CASE("release_manifest: damage") {
  damaged("");
  damaged("release: { tag: a }\n");
  damaged("release: {}\nmodels: { id: a }\n");
  damaged("release: {}\nmodels: text\n");
  damaged("models:\n  - id: a\n    assets: [\n");
  damaged("models:\n\t- id: a\n");
  damaged(std::string("models:\n  - id: a\0\n", 18));
  damaged("models:\n  - id: \xff\xfe\n");
  damaged("models:\n  - id: a\n---\nmodels: []\n");
  damaged("models:\n  - text\n", false);                                  // no model
  damaged("models:\n  - id: a\n    assets: [{ format: hbm }]\n", false);  // no name
  damaged("release: {}\nmodels:\n  - id: a\n    assets: [{ format: hbm }]\n");
  damaged("models:\n  - id: a\n    assets: [{ filename: @NAME@.hbm }]\n", false);
  for (size_t n = 0; n < kTwo.size(); n += 5) parse_manifest(4, kTwo.substr(0, n));
}

TEST_CASE("release_manifest: an asset without `filename`") {
  const auto said = [](const std::string& asset, std::string_view place) {
    const std::string s = "release: {}\nmodels:\n  - id: a\n    assets: [" + asset + "]\n";
    const auto p = parse_manifest(4, s);
    REQUIRE(p.problems.size() == 1);
    CHECK(p.problems[0].kind == Problem::Kind::kUnknownKey);
    CHECK(at(s, p.problems[0].at) == place);
    return p.problems[0].what.in(Lang::kEn);
  };
  CHECK(said("{ format: hbm, file: a.hbm }", "file").find("`file`") != std::string::npos);
  CHECK(said("{ format: hbm, filenmae: a.hbm }", "filenmae").find("meant") != std::string::npos);
  CHECK(said("{ url: u }", "url").find("meant") == std::string::npos);
  for (const char* silent : {"{ <<: *a, url: u }", "{}", "text"})
    CHECK(parse_manifest(
              4, "release: {}\nx: &a { filename: a.hbm }\nmodels:\n  - id: a\n    assets: [" +
                     std::string(silent) + "]\n")
              .problems.empty());
}

TEST_CASE("release_manifest: values of other kinds are none") {
  const auto p = parse_manifest(4,
                                "release: text\nsummary: [1]\nmodels:\n  - id: [a]\n"
                                "    availability: { a: b }\n    download_scripts: a.sh\n"
                                "    assets: [{ filename: a.hbm, url: [u], size: many }]\n"
                                "  - assets: text\n");
  REQUIRE(p.record.models.size() == 2);
  CHECK(p.record.models[0].id.empty());
  CHECK_FALSE(p.record.models[0].availability);
  CHECK(p.record.models[0].scripts.empty());
  REQUIRE(p.record.models[0].assets.size() == 1);
  CHECK_FALSE(p.record.models[0].assets[0].url);
  CHECK_FALSE(p.record.models[0].assets[0].size);
  CHECK(p.record.models[1].assets.empty());
  CHECK(parse_manifest(4,
                       "models: [{ id: a, assets: [{ filename: b, size: 99999999999999999999 "
                       "}] }]\n")
            .record.models[0]
            .assets[0]
            .size.value.has_value() == false);
}

TEST_CASE("release_manifest: told by its first lines and by names") {
  CHECK(looks_like_manifest(kTwo));
  CHECK(looks_like_manifest("models:\n- assets:\n  - filename: a\n"));
  CHECK_FALSE(looks_like_manifest("models:\n- filename: a\n"));  // of another tool
  CHECK_FALSE(looks_like_manifest("models:\n  - id: a\n"));
  CHECK_FALSE(looks_like_manifest("zoo:\n  models:\n    - assets:\n        - filename: a\n"));
  CHECK_FALSE(looks_like_manifest(""));
  for (const char* yes : {"SHA256SUMS", "a/sha256sums.txt", "SHA256SUM", "v1.sha256",
                          "v1.sha256sum", "zoo_sha256sums"})
    CHECK_MESSAGE(is_checksums_name(yes), yes);
  for (const char* no : {"MD5SUMS", "sums.txt", "sha256.txt", "sha256sums.py"})
    CHECK_FALSE_MESSAGE(is_checksums_name(no), no);
}

TEST_CASE("release_manifest: a list of sha256sum") {
  const std::string a(64, 'a'), b(64, 'B');
  const std::string list = a + "  s100/x y.hbm\r\n\n# note\n" + b + " *bin/z.bin\n" +
                           std::string(40, 'c') + "  short.hbm";
  const auto p = parse_checksums(4, "SHA256SUMS", list);
  CHECK(p.problems.empty());
  CHECK(p.record.complete);
  CHECK(p.record.kind == Manifest::Kind::kChecksums);
  REQUIRE(p.record.models.size() == 1);
  const auto& files = p.record.models[0].assets;
  REQUIRE(files.size() == 3);
  CHECK(*files[0].filename == "s100/x y.hbm");
  CHECK(at(list, files[0].at) == "s100/x y.hbm");
  CHECK(*files[0].sha256 == a);
  CHECK(at(list, files[1].sha256.at) == b);
  CHECK(*files[1].filename == "bin/z.bin");
  CHECK(files[2].sha256->size() == 40);  // for a rule to say
}

TEST_CASE("release_manifest: what sha256sum passes over is passed over") {
  const std::string a(64, 'a');
  for (const std::string& line :
       {std::string("no digest here"), a, a + "\tx", "g" + a.substr(1) + "  x",
        std::string(31, 'a') + "  x", std::string("-----BEGIN PGP SIGNED MESSAGE-----"),
        "SHA256 (x = " + a, "SHA256 () = " + a, std::string("SHA256 (x) = "),
        std::string("\0", 1)}) {
    const std::string list = a + "  one.hbm\n" + line + "\n" + a + "  two.hbm\n";
    const auto p = parse_checksums(4, "SHA256SUMS", list);
    CHECK_FALSE(p.record.complete);
    CHECK(p.problems.empty());
    CHECK(p.record.models[0].assets.size() == 2);
  }
  CHECK(parse_checksums(4, "SHA256SUMS", "").record.complete);
}

TEST_CASE("release_manifest: styles of YAML, and YAML that is none") {
  CHECK(looks_like_manifest("models:\n- assets:\n  - {filename: a.hbm}\n"));
  CHECK(looks_like_manifest("models:\n- assets: [{filename: a.hbm}]\n"));
  CHECK(looks_like_manifest("\"models\":\n- \"assets\":\n  - \"filename\": a.hbm\n"));
  CHECK_FALSE(looks_like_manifest("models:\n- my_assets:\n  - the_filename: a\n"));
  const std::string other = "models:\n  User:\n    assets:\n    - filename: avatar.png\n";
  CHECK(parse_manifest(0, other).problems.empty());
  CHECK_FALSE(parse_manifest(0, other).record.complete);
  const std::string prefixed =
      "models:\n- assets:\n  - filename: a.hbm\n    sha256: sha256:" + std::string(64, 'a') + "\n";
  const auto p = parse_manifest(0, prefixed);
  REQUIRE(p.record.models.size() == 1);
  CHECK(*p.record.models[0].assets[0].sha256 == std::string(64, 'a'));
}

TEST_CASE("release_manifest: lists of BSD, and a digest alone") {
  const std::string a(64, 'a');
  const std::string bsd = "SHA256 (s100/a (1).hbm) = " + a + "\n" + a + " one blank.hbm\n";
  const auto p = parse_checksums(4, "SHA256SUMS", bsd);
  REQUIRE(p.record.models[0].assets.size() == 2);
  CHECK(*p.record.models[0].assets[0].filename == "s100/a (1).hbm");
  CHECK(*p.record.models[0].assets[0].sha256 == a);
  CHECK(at(bsd, p.record.models[0].assets[0].sha256.at) == a);
  CHECK(*p.record.models[0].assets[1].filename == "one blank.hbm");
  const auto alone = parse_checksums(4, "s100/net.hbm.sha256", a + "\n");
  REQUIRE(alone.record.models[0].assets.size() == 1);
  CHECK(*alone.record.models[0].assets[0].filename == "net.hbm");
  CHECK(alone.record.complete);
}

TEST_CASE("release_manifest: a list of more lines than are read is not complete") {
  std::string list;
  for (int i = 0; i < 200'002; ++i) list += "#\n";
  const auto p = parse_checksums(4, "SHA256SUMS", list);
  CHECK_FALSE(p.record.complete);
  CHECK(p.problems.size() == 1);
}

}  // namespace
}  // namespace npulint
