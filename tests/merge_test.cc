// Shards joined are the one run, and what cannot be joined is refused.
#include "lint/merge.h"

#include <doctest/doctest.h>

#include "lint/check.h"
#include "lint/shard_json.h"

using namespace npulint;

namespace {

using Documents = std::vector<std::pair<std::string, std::string>>;

// Two configs a folder that write one product, with ignores of use and of none.
const std::string kConfig = R"(model_parameters:
  onnx_model: ./lane.onnx
  march: nash-e
  output_model_file_prefix: lane
compiler_parameters:
  core_num: 2
)";

struct Tree {
  MemoryReader disk;
  CheckOptions o;
  Tree() {
    o.load.cwd = "/r";
    o.load.paths = {"."};
    o.today = "2026-11-29";
    o.profile = Profile::kReview;
    file("npulint.toml", "[[ignore]]\nrule = \"CFG008\"\nreason = \"for all of these boards\"\n");
    for (const char* dir : {"a", "b", "c", "d", "e", "f"})
      for (const char* name : {"/one.yaml", "/two.yaml"}) file(dir + std::string(name), kConfig);
    file("b/one.yaml", kConfig + "  # npulint: ignore[CFG001] -- nothing of this kind is here\n");
  }
  Tree& file(const std::string& path, std::string bytes) {
    disk.files["/r/" + path] = std::move(bytes);
    return *this;
  }
  Loaded one() const { return check(disk, o); }
  Documents shards(unsigned of) const {
    Documents out;
    for (unsigned i = of; i >= 1; --i) {
      CheckOptions part = o;
      part.load.shard = {i, of};
      ShardFacts facts;
      const Loaded l = check(disk, part, &facts);
      out.emplace_back(std::to_string(i), render_shard(l, {i, of}, facts, {}, false));
    }
    return out;
  }
};

std::string refused(const Documents& documents) {
  const Merged m = merge_shards(documents);
  CHECK(m.json.empty());
  return m.error;
}

}  // namespace

TEST_CASE("merge: the bytes of the one run") {
  const Tree tree;
  const Loaded l = tree.one();
  REQUIRE(l.run.bundles.size() > 6);
  REQUIRE(!l.run.result.findings.empty());
  const std::string json = render_json(l.run, {});
  for (const unsigned of : {1u, 2u, 3u, 7u, 16u}) {
    const Merged m = merge_shards(tree.shards(of));
    CHECK(m.error == "");
    CHECK(m.json == json);
    CHECK(m.exit_code == exit_code(l.run));
  }
}

TEST_CASE("merge: an entry is unused when no shard used it") {
  Tree tree;
  const Documents used = tree.shards(4);
  CHECK(merge_shards(used).json.find("this [[ignore]] of CFG008") == std::string::npos);
  tree.file("npulint.toml",
            "[[ignore]]\nrule = \"CFG001\"\nreason = \"for all of these boards\"\n");
  CHECK(merge_shards(tree.shards(4)).json.find("this [[ignore]] of CFG001 matches no finding") !=
        std::string::npos);
}

TEST_CASE("merge: what does not belong together") {
  Tree tree;
  const Documents three = tree.shards(3);
  CHECK(refused({}) == "there is nothing to merge");
  CHECK(refused({three[0], three[2]}) == "shard 2/3 is missing");
  CHECK(refused({three[1]}) == "shards 1/3, 3/3 are missing");
  CHECK(refused({three[0], three[1], three[1]}) == "2: it is shard 2/3, as 2 is");
  CHECK(refused({three[0], tree.shards(2)[0]}) ==
        "2: it is of another run than 3: 2 shards, not 3");
  tree.o.load.target = "s100";
  CHECK(refused({three[0], tree.shards(3)[1]}) == "2: it is of another run than 3: other options");
  tree.o.load.target.reset();
  tree.file("a/one.yaml", kConfig + "\n");
  CHECK(refused({three[0], tree.shards(3)[1]}) ==
        "2: it is of another run than 3: the files, the settings or the baseline changed in "
        "between");
}

TEST_CASE("merge: documents that are none") {
  const Documents two = Tree().shards(2);
  const auto with = [&](std::string bytes) { return refused({two[0], {"x", std::move(bytes)}}); };
  CHECK(with("") == "x: it is no result of a shard");
  CHECK(with("{}") == "x: it is no result of a shard");
  CHECK(with("{\n") == "x: line 1: it ends too early");
  CHECK(with("{\n}\n") == "x: it is no result of a shard");
  CHECK(with("{\n  \"schema\": \"npulint-result/1\"\n}\n") ==
        "x: line 2: it is no result of a shard");
  CHECK(with("{\n  \"schema\": \"npulint-shard/1\"\n}\n") == "x: line 3: `shard` is missing");
  const std::string& good = two[1].second;
  // whatever is cut off or changed
  const size_t step = good.size() / 250 | 1;
  for (size_t n = 0; n < good.size(); n += step) CHECK(!with(good.substr(0, n)).empty());
  for (size_t n = step / 2; n < good.size(); n += step) {
    std::string bad = good;
    bad[n] = bad[n] == '"' ? '{' : '"';
    merge_shards({two[0], {"x", bad}});
  }
  std::string deep = good;
  deep.insert(deep.find("\"row\""), "\"a\": " + std::string(100000, '[') + ", ");
  CHECK(!with(deep).empty());
}
