// Where the time of a run goes, stage by stage: --timing.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace npulint {

class Timing {
 public:
  // Ends a stage that began where the last one ended. Stages of one name are added up.
  void done(std::string_view stage) {
    const auto now = Clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    for (auto& [name, sum] : stages_)
      if (name == stage) return void(sum += ms);
    stages_.emplace_back(stage, ms);
  }
  const std::vector<std::pair<std::string_view, double>>& stages() const { return stages_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  std::vector<std::pair<std::string_view, double>> stages_;  // milliseconds
};

inline void done(Timing* timing, std::string_view stage) {
  if (timing) timing->done(stage);
}

}  // namespace npulint
