#include "lint/progress.h"

#include <unistd.h>

#include <csignal>
#include <string>

namespace npulint {
namespace {

using namespace std::chrono_literals;

constexpr auto kSilent = 1s;
constexpr auto kBetween = 100ms;
constexpr char kClear[] = "\r\x1b[K";

bool on = false;
Lang language = Lang::kEn;

void write_line(const char* text, size_t n) {
  // a terminal that is gone is no reason to stop
  if (::write(STDERR_FILENO, text, n) < 0) return;
}

// What interrupts leaves no half line behind, and then does what it does.
extern "C" void clear_and_die(int signal) {
  write_line(kClear, sizeof kClear - 1);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void catch_interrupts() {
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    if (::sigaction(s, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    now.sa_handler = clear_and_die;
    ::sigaction(s, &now, nullptr);
  }
}

// 2 000
std::string grouped(size_t n) {
  std::string out = std::to_string(n);
  for (size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, " ");
  return out;
}

}  // namespace

void Progress::show_on_terminal(Lang lang) {
  on = ::isatty(STDERR_FILENO) != 0;
  language = lang;
}

Progress::Progress(Text what, size_t total)
    : what_(what), total_(total), next_((Clock::now() + kSilent).time_since_epoch().count()) {}

Progress::~Progress() {
  if (shown_) write_line(kClear, sizeof kClear - 1);
}

void Progress::tick() {
  const size_t done = ++done_;
  if (!on || Clock::now().time_since_epoch().count() < next_.load(std::memory_order_relaxed))
    return;
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (lock) show(done);
}

void Progress::show(size_t done) {
  if (!shown_) catch_interrupts();
  shown_ = true;
  const std::string line =
      "\r" + Message(what_, grouped(done), grouped(total_)).in(language) + "\x1b[K";
  write_line(line.data(), line.size());
  next_ = (Clock::now() + kBetween).time_since_epoch().count();
}

}  // namespace npulint
