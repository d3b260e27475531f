// Independent jobs on a few threads.
#pragma once

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

namespace npulint {

inline constexpr size_t kThreadHeap = 16u << 20;  // bytes of address space

// Runs job(i) for all i < n on up to `jobs` threads, in any order. Jobs share nothing that changes,
// so the order does not show.
template <class Job>
void parallel(size_t n, unsigned jobs, const Job& job) {
  const size_t threads = jobs < n ? jobs : n;
  if (threads < 2) {
    for (size_t i = 0; i < n; ++i) job(i);
    return;
  }
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i; (i = next.fetch_add(1)) < n;) job(i);
  };
  std::vector<std::thread> pool;
  for (size_t t = 1; t < threads; ++t)
    pool.emplace_back([&work] {
      // glibc grows the heap of a thread page by page, a system call each; what is freed stays.
      void* volatile heap = std::malloc(kThreadHeap);
      std::free(heap);
      work();
    });
  work();
  for (std::thread& t : pool) t.join();
}

}  // namespace npulint
