#include "lint/parallel.h"

#include <doctest/doctest.h>

#include <stdexcept>

namespace npulint {

TEST_CASE("parallel: each job once, on any number of threads") {
  for (const unsigned jobs : {0u, 1u, 2u, 8u, 256u}) {
    std::vector<std::atomic<int>> made(100);
    parallel(made.size(), jobs, [&](size_t i) { ++made[i]; });
    for (const std::atomic<int>& n : made) CHECK(n == 1);
  }
  parallel(0, 8, [](size_t) { FAIL("there is nothing to do"); });
}

TEST_CASE("parallel: what a job throws comes out here, when nothing runs any more") {
  for (const unsigned jobs : {1u, 2u, 8u}) {
    std::atomic<int> running{0};
    const auto job = [&](size_t i) {
      ++running;
      if (i % 10 == 9) {
        --running;
        throw std::bad_alloc();
      }
      --running;
    };
    CHECK_THROWS_AS(parallel(1000, jobs, job), std::bad_alloc);
    CHECK(running == 0);
  }
}

}  // namespace npulint
