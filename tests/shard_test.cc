// Parts of a run: every key has one owner, the same one everywhere.
#include "lint/shard.h"

#include <doctest/doctest.h>

using namespace npulint;

TEST_CASE("shard: index/of") {
  REQUIRE(parse_shard("3/16"));
  CHECK(parse_shard("3/16")->index == 3);
  CHECK(parse_shard("3/16")->of == 16);
  CHECK(parse_shard("1/1")->of == 1);
  for (const char* text : {"", "/", "1", "1/", "/2", "0/2", "3/2", "1/2/3", " 1/2", "1/2 ", "-1/2",
                           "1/4097", "1/99999999999999999999", "a/b", "+1/2"})
    CHECK_FALSE_MESSAGE(parse_shard(text).has_value(), text);
}

TEST_CASE("shard: every key has one owner") {
  for (unsigned of = 1; of <= 16; ++of) {
    std::vector<size_t> owned(of);
    for (int k = 0; k < 1600; ++k) {
      const std::string key = "zoo/model_" + std::to_string(k) + "/conversion";
      size_t owners = 0;
      for (unsigned i = 1; i <= of; ++i)
        if (owns({i, of}, key)) ++owners, ++owned[i - 1];
      CHECK(owners == 1);
    }
    for (const size_t n : owned) CHECK(n * of > 1600 / 2);  // no shard has next to nothing
  }
}

TEST_CASE("shard: the owner depends on the key alone, for ever") {
  unsigned owner = 0;
  for (unsigned i = 1; i <= 1000; ++i)
    if (owns({i, 1000}, "deploy/resnet18")) owner = i;
  CHECK(owner == 730);
}
