// Every input of tests/fuzz/corpus through its fuzz target, built by any compiler: a fault that
// fuzzing found once stays mended. With --mutate N also N mutations of each, the same on every
// machine. A target without inputs is a failure, and so is a folder without a target.
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "lint/files.h"

extern "C" {
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
#define FUZZ_TARGET(what)                 \
  int run_##what(const uint8_t*, size_t); \
  __attribute__((weak)) size_t mutate_##what(uint8_t*, size_t, size_t, unsigned);
#include "fuzz_targets.inc"
#undef FUZZ_TARGET
}

namespace npulint {
namespace {

const std::string kCorpus = NPULINT_SOURCE_DIR "/tests/fuzz/corpus";
constexpr time_t kSeconds = 5;  // of CPU time for one input; sanitizers are slow
constexpr unsigned kChain = 4;  // mutations of mutations, before the input is taken again
constexpr size_t kRoom = 8192;  // bytes by which a mutation may grow

struct Target {
  const char* name;
  int (*run)(const uint8_t*, size_t);
  size_t (*mutate)(uint8_t*, size_t, size_t, unsigned);  // null: bytes only
};
constexpr Target kTargets[] = {
#define FUZZ_TARGET(what) {#what, run_##what, mutate_##what},
#include "fuzz_targets.inc"
#undef FUZZ_TARGET
};

// Where the child is; the parent reads it when the child is dead.
struct Place {
  size_t input, mutation, size;
  char bytes[1 << 18];  // of the mutation
};

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// The copy has no byte to spare: a read behind the end is seen by the sanitizer.
void run(const Target& t, const std::string& bytes) {
  const itimerval limit = {{0, 0}, {kSeconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  const std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  t.run(copy.data(), copy.size());
}

void run_all(const Target& t, const std::vector<std::string>& inputs, unsigned mutations,
             Place* at) {
  for (; at->input < inputs.size(); ++at->input) {
    at->mutation = 0;
    const std::string bytes = slurp(kCorpus + "/" + t.name + "/" + inputs[at->input]);
    run(t, bytes);
    std::string s;
    for (unsigned n = 1; n <= mutations; ++n) {
      at->mutation = n;
      if (n % kChain == 1) s = bytes;
      const size_t before = s.size();
      s.resize(bytes.size() + kRoom);
      auto* p = reinterpret_cast<uint8_t*>(s.data());
      s.resize(t.mutate ? t.mutate(p, before, s.size(), n) : LLVMFuzzerMutate(p, before, s.size()));
      at->size = s.copy(at->bytes, sizeof at->bytes);
      run(t, s);
    }
  }
  std::exit(0);  // the leak check is at exit
}

size_t failures(const Target& t, const std::vector<std::string>& inputs, unsigned mutations,
                Place* at) {
  size_t failed = 0;
  for (at->input = 0; at->input < inputs.size();) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child < 0) return std::perror("fork"), inputs.size();
    if (child == 0) run_all(t, inputs, mutations, at);
    int status = 0;
    waitpid(child, &status, 0);
    if (status == 0) break;
    ++failed;
    const bool killed = WIFSIGNALED(status);
    if (at->input == inputs.size())
      std::printf("FAIL %s: exit %d after its last input\n", t.name, WEXITSTATUS(status));
    else
      std::printf("FAIL %s/%s, mutation %zu: %s %d%s\n", t.name, inputs[at->input].c_str(),
                  at->mutation, killed ? "signal" : "exit",
                  killed ? WTERMSIG(status) : WEXITSTATUS(status),
                  killed && WTERMSIG(status) == SIGPROF ? " (too slow)" : "");
    if (at->input < inputs.size() && at->mutation > 0) {
      const std::string path =
          std::filesystem::temp_directory_path() / (std::string("npulint_regress_") + t.name);
      std::ofstream(path, std::ios::binary)
          .write(at->bytes, static_cast<std::streamsize>(at->size));
      std::printf("     the mutation is in %s\n", path.c_str());
    }
    ++at->input;
  }
  return failed;
}

int regress(unsigned mutations) {
  const DiskReader disk;
  void* shared =
      mmap(nullptr, sizeof(Place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return std::perror("mmap"), 2;
  Place* at = new (shared) Place{};
  size_t passed = 0, failed = 0;
  for (const Target& t : kTargets) {
    const std::vector<std::string> inputs = disk.list(kCorpus + "/" + t.name);
    if (inputs.empty()) {
      std::printf("FAIL %s: no inputs in tests/fuzz/corpus/%s\n", t.name, t.name);
      ++failed;
      continue;
    }
    const size_t bad = failures(t, inputs, mutations, at);
    passed += inputs.size() - std::min(bad, inputs.size());
    failed += bad;
  }
  for (const std::string& name : disk.list(kCorpus))
    if (std::none_of(std::begin(kTargets), std::end(kTargets),
                     [&](const Target& t) { return name == t.name; })) {
      std::printf("FAIL tests/fuzz/corpus/%s has no target\n", name.c_str());
      ++failed;
    }
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace npulint

// Stands in for libFuzzer's, which the mutators of the formats call: some bytes changed, cut out
// or put in, by a generator that begins the same everywhere.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) {
  static uint64_t state = 88172645463325252u;
  const auto below = [&](size_t n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return n == 0 ? 0 : static_cast<size_t>(state >> 11) % n;
  };
  const size_t at = below(size), some = 1 + below(8);
  switch (below(3)) {
    case 0:
      if (size + some > max_size) break;
      std::memmove(data + at + some, data + at, size - at);
      for (size_t i = 0; i < some; ++i) data[at + i] = static_cast<uint8_t>(below(256));
      return size + some;
    case 1:
      if (at + some >= size) break;
      std::memmove(data + at, data + at + some, size - at - some);
      return size - some;
    default:
      break;
  }
  if (size > 0) data[at] = static_cast<uint8_t>(below(256));
  return size;
}

int main(int argc, char** argv) {
  const bool mutate = argc == 3 && std::strcmp(argv[1], "--mutate") == 0;
  if (argc != 1 && !mutate) return std::fprintf(stderr, "usage: %s [--mutate N]\n", argv[0]), 2;
  return npulint::regress(mutate ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 0);
}
