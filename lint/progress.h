// How far long work is, as one line on a terminal that is written again; silent elsewhere.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "lint/text.h"

namespace npulint {

// One at a time; tick() may come from any thread.
class Progress {
 public:
  // The command line's choice, before any work. Off unless it is called.
  static void show_on_terminal(Lang lang);

  // `what` has two holes: how many are done, and of how many. Nothing is shown in the first second.
  Progress(Text what, size_t total);
  ~Progress();  // takes the line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void tick();

 private:
  using Clock = std::chrono::steady_clock;
  void show(size_t done);

  Text what_;
  size_t total_;
  std::atomic<size_t> done_{0};
  std::atomic<Clock::rep> next_;  // when the line is due
  std::mutex mutex_;
  bool shown_ = false;
};

}  // namespace npulint
