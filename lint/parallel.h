// Independent jobs on a few threads.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace npulint {

inline constexpr size_t kBundlesWorthThreads = 16;  // fewer are done sooner on one
inline constexpr size_t kThreadHeap = 56u << 20;    // bytes of address space

// glibc grows a heap page by page, a system call each, and every page is a fault at its first
// touch; what is freed here stays with the thread, in huge pages where the system has them. The
// first block of a heap has been touched already and gets none: the rest of it is passed over.
inline void reserve_heap() {
  thread_local bool done = false;
  if (std::exchange(done, true)) return;
  void* volatile heap = std::malloc(kThreadHeap);
  if (!heap) return;
  constexpr uintptr_t kHuge = 2u << 20, kArena = 64u << 20;  // of glibc, for a thread
  const auto at = reinterpret_cast<uintptr_t>(static_cast<void*>(heap));
  const auto begin = (at + kHuge - 1) / kHuge * kHuge, end = (at + kThreadHeap) / kHuge * kHuge;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(heap);
  static std::atomic<void**> gaps{nullptr};  // a chain, so that none is taken for a leak
  void** known = gaps.load();
  if (known && at % kArena > kHuge) return;  // a heap that an earlier thread has left
  const uintptr_t room = begin - at;
  if (room < sizeof(void*) * 8) return;
  void** const gap = static_cast<void**>(std::malloc(room - 2 * sizeof(size_t)));
  if (!gap) return;
  do *gap = known;
  while (!gaps.compare_exchange_weak(known, gap));
}

// Runs job(i) for all i < n on up to `jobs` threads, in any order. Jobs share nothing that changes,
// so the order does not show. What a job throws is thrown here when all threads have ended; a
// thread that cannot be had is done without.
template <class Job>
void parallel(size_t n, unsigned jobs, const Job& job) {
  const size_t threads = jobs < n ? jobs : n;
  if (threads < 2) {
    for (size_t i = 0; i < n; ++i) job(i);
    return;
  }
  std::atomic<size_t> next{0};
  std::exception_ptr thrown;
  std::once_flag first;
  const auto work = [&]() noexcept {
    try {
      reserve_heap();
      for (size_t i; (i = next.fetch_add(1)) < n;) job(i);
    } catch (...) {
      next = n;
      std::call_once(first, [&] { thrown = std::current_exception(); });
    }
  };
  std::vector<std::thread> pool;
  try {
    pool.reserve(threads - 1);
    for (size_t t = 1; t < threads; ++t) pool.emplace_back(work);
  } catch (const std::exception&) {
  }
  work();
  for (std::thread& t : pool) t.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace npulint
