#include "lint/memo.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace npulint;

TEST_CASE("memo: made once for each key, and kept") {
  const Memo memo;
  int made = 0;
  const auto make = [&] { return std::to_string(++made); };
  const std::string& first = memo.get<std::string>("a", make);
  CHECK(memo.get<std::string>("b", make) == "2");
  CHECK(&memo.get<std::string>("a", make) == &first);
  CHECK(made == 2);
}

TEST_CASE("memo: a copy begins empty, what is moved away is gone") {
  Memo memo;
  int made = 0;
  const auto make = [&] { return ++made; };
  memo.get<int>("", make);
  Memo copy(memo);
  CHECK(copy.get<int>("", make) == 2);
  const Memo moved(std::move(memo));
  CHECK(moved.get<int>("", make) == 1);
  copy = moved;
  CHECK(copy.get<int>("", make) == 3);
}

TEST_CASE("memo: threads that ask at once agree") {
  const Memo memo;
  std::atomic<int> made{0};
  std::vector<const int*> seen(8);
  std::vector<std::thread> pool;
  for (size_t i = 0; i < seen.size(); ++i)
    pool.emplace_back([&, i] {
      for (int k = 0; k < 50; ++k)
        seen[i] = &memo.get<int>(std::to_string(k), [&] { return ++made; });
    });
  for (std::thread& t : pool) t.join();
  for (const int* p : seen) CHECK(p == seen[0]);
  CHECK(made >= 50);
}
