// Independent jobs on a few threads.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

namespace npulint {

inline constexpr size_t kBundlesWorthThreads = 16;  // fewer are done sooner on one
inline constexpr size_t kThreadHeap = 56u << 20;    // bytes of address space

// glibc grows the heap of a thread page by page, a system call each, and every page is a fault at
// its first touch; what is freed here stays with the thread, in huge pages where the system has
// them.
inline void reserve_heap() {
  thread_local bool done = false;
  if (std::exchange(done, true)) return;
  void* volatile heap = std::malloc(kThreadHeap);
  if (!heap) return;
  constexpr uintptr_t kHuge = 2u << 20;
  const auto begin = (reinterpret_cast<uintptr_t>(heap) + kHuge - 1) / kHuge * kHuge;
  const auto end = (reinterpret_cast<uintptr_t>(heap) + kThreadHeap) / kHuge * kHuge;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(heap);
}

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
      reserve_heap();
      work();
    });
  reserve_heap();
  work();
  for (std::thread& t : pool) t.join();
}

}  // namespace npulint
