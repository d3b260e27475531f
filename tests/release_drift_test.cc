#include "lint/release_drift.h"

#include <doctest/doctest.h>

namespace npulint {
namespace {

using Kind = ReleaseDrift::Kind;

struct Row {
  std::string model, file, url, sha;
};

const std::string kA(64, 'a'), kB(64, 'b');

Manifest manifest(const std::vector<Row>& rows, FileId file, std::string tag) {
  Manifest m;
  m.file = file;
  m.tag = {std::move(tag), whole_file(file)};
  uint64_t place = 0;
  for (const Row& r : rows) {
    if (m.models.empty() || m.models.back().id != r.model) m.models.emplace_back().id = r.model;
    const Evidence at{file, place, place + 1, ""};
    ++place;
    Manifest::Asset& a = m.models.back().assets.emplace_back();
    a.at = at;
    a.filename = {r.file, at};
    if (!r.url.empty()) a.url = {r.url, at};
    if (!r.sha.empty()) a.sha256 = {r.sha, at};
  }
  return m;
}

std::vector<ReleaseDrift::Model> drift(const std::vector<Row>& now, const std::vector<Row>& older) {
  const auto d = drift_of(manifest(now, 1, "v2"), manifest(older, 2, "v1"));
  CHECK(d->open.empty());
  CHECK(d->release == "v2");
  CHECK(d->older == "v1");
  return d->models;
}

TEST_CASE("drift: nothing changed, files came and went") {
  CHECK(drift({{"a", "x.hbm", "u/x", kA}}, {{"a", "x.hbm", "u/x", kA}}).empty());
  CHECK(drift({{"a", "y.hbm", "u/y", ""}}, {{"a", "x.hbm", "u/x", ""}}).empty());
  CHECK(drift({{"a", "x.hbm", "u/x", kA}}, {{"a", "x.hbm", "u/x", ""}}).empty());
  CHECK(drift({{"a", "x.hbm", "u/x", "AAAA" + kA.substr(4)}}, {{"a", "x.hbm", "u/x", kA}}).empty());
  CHECK(drift({}, {{"a", "x.hbm", "u/x", ""}}).empty());
}

TEST_CASE("drift: the same URL under another name") {
  const auto m = drift({{"a", "s100/n_640x640.hbm", "u/n", ""},
                        {"a", "s100/s_640x640.hbm", "u/s", ""},
                        {"a", "s100/t.hbm", "u/t", ""},
                        {"b", "new.hbm", "u/b", ""}},
                       {{"a", "s100/n_224x224.hbm", "u/n", ""},
                        {"a", "s100/s_224x224.hbm", "u/s", ""},
                        {"a", "s100/t_int8.hbm", "u/t", ""},
                        {"b", "old_320x320.hbm", "u/b", ""}});
  REQUIRE(m.size() == 2);
  REQUIRE(m[0].changes.size() == 2);
  CHECK(m[0].assets == 3);
  CHECK(m[0].changes[0].kind == Kind::kSize);
  CHECK(m[0].changes[0].name == "s100/n_640x640.hbm");
  CHECK(m[0].changes[0].was == "s100/n_224x224.hbm");
  CHECK(m[0].changes[0].at.file == 1);
  CHECK(m[0].changes[0].older_at.file == 2);
  CHECK(m[0].changes[0].assets == 2);
  CHECK(m[0].changes[1].kind == Kind::kName);
  CHECK(m[0].changes[1].assets == 1);
  CHECK(m[1].changes[0].kind == Kind::kName);  // one states no size
}

TEST_CASE("drift: a file that several models share, and another folder, are the same name") {
  CHECK(drift({{"a", "x.hbm", "u/x", ""}, {"b", "y.hbm", "u/x", ""}},
              {{"a", "x.hbm", "u/x", ""}, {"b", "y.hbm", "u/x", ""}})
            .empty());
  CHECK(drift({{"a", "x.hbm", "u/x", ""}, {"b", "y.hbm", "u/x", ""}}, {{"a", "x.hbm", "u/x", ""}})
            .empty());  // one more name for it
  CHECK(drift({{"a2", "x.hbm", "u/x", ""}}, {{"a", "x.hbm", "u/x", ""}}).empty());
  CHECK(drift({{"a", "nash-e/x.hbm", "u/x", ""}}, {{"a", "s100/x.hbm", "u/x", ""}}).empty());
}

TEST_CASE("drift: other bytes under the same URL") {
  const auto m = drift({{"a", "x.hbm", "u/x", kB}}, {{"a", "x.hbm", "u/x", kA}});
  REQUIRE(m.size() == 1);
  REQUIRE(m[0].changes.size() == 1);
  CHECK(m[0].changes[0].kind == Kind::kDigest);
  CHECK(m[0].changes[0].name == kB);
  CHECK(m[0].changes[0].was == kA);
  CHECK(drift({{"a", "x.hbm", "u/x", "12"}}, {{"a", "x.hbm", "u/x", kA}}).empty());
  // one of the entries that share the URL stated none
  CHECK(drift({{"a", "x.hbm", "u/x", kB}}, {{"a", "x.hbm", "u/x", kA}, {"b", "x.hbm", "u/x", ""}})
            .empty());
  const auto both = drift({{"a", "y.hbm", "u/x", kB}}, {{"a", "x.hbm", "u/x", kA}});
  REQUIRE(both.size() == 1);
  REQUIRE(both[0].changes.size() == 2);
  CHECK(both[0].changes[0].name == "y.hbm");
  CHECK(both[0].changes[1].was == kA);
}

TEST_CASE("drift: a name that left its URL, without digests") {
  const auto m = drift({{"a", "x.hbm", "v/x", kA}}, {{"a", "x.hbm", "u/x", ""}});
  REQUIRE(m.size() == 1);
  CHECK(m[0].changes[0].kind == Kind::kMoved);
  CHECK(m[0].changes[0].name == "v/x");
  CHECK(m[0].changes[0].was == "u/x");
  CHECK(drift({{"a", "x.hbm", "", ""}}, {{"a", "x.hbm", "u/x", ""}}).size() == 1);
  CHECK(drift({{"a", "x.hbm", "v/x", kA}}, {{"a", "x.hbm", "u/x", kA}}).empty());
  CHECK(drift({{"a", "x.hbm", "v/x", kB}}, {{"a", "x.hbm", "u/x", kA}}).empty());
  CHECK(drift({{"a", "x.hbm", "v/x", ""}, {"b", "z.hbm", "u/x", ""}}, {{"a", "x.hbm", "u/x", ""}})
            .size() == 1);  // u/x has become z.hbm, which is told; x.hbm is not said to have moved
}

TEST_CASE("drift: lists of digests and damaged manifests are not compared") {
  Manifest now = manifest({{"a", "y.hbm", "u/x", ""}}, 1, "v2");
  Manifest older = manifest({{"a", "x.hbm", "u/x", ""}}, 2, "v1");
  CHECK(drift_of(now, older)->models.size() == 1);
  older.complete = false;
  CHECK(drift_of(now, older)->models.empty());
  CHECK_FALSE(drift_of(now, older)->open.empty());
  older.complete = true;
  now.kind = Manifest::Kind::kChecksums;
  CHECK_FALSE(drift_of(now, older)->open.empty());
}

}  // namespace
}  // namespace npulint
