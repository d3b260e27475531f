// `check --shard` and `merge`: one run in parts.
#include <sys/stat.h>

#include <algorithm>

#include "lint/commands.h"
#include "lint/merge.h"
#include "lint/shard.h"
#include "lint/shard_json.h"

namespace npulint {
namespace {

constexpr uint64_t kMaxDocument = uint64_t{4} << 30;  // bytes

bool same_file(const std::string& a, const std::string& b) {
  struct ::stat of_a {
  }, of_b{};
  return ::stat(a.c_str(), &of_a) == 0 && ::stat(b.c_str(), &of_b) == 0 &&
         of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

}  // namespace

// The verdict is the merge's: a shard that wrote its result is done.
int Command::check_shard(const std::vector<Output>& outputs) {
  const auto shard = parse_shard(o_.shard);
  if (!shard) {
    print_error("--shard: `" + o_.shard +
                "` is none; i/n with 1 <= i <= n <= " + std::to_string(kMostShards));
    return kUsage;
  }
  if (std::any_of(outputs.begin(), outputs.end(),
                  [](const Output& o) { return o.format != "json"; })) {
    print_error("--shard goes with -o json[=FILE] alone; `npulint merge` joins the results");
    return kUsage;
  }
  if (o_.diff || o_.fix || o_.unsafe_fixes) {
    print_error("--shard only checks: no --diff, --fix, --unsafe-fixes");
    return kUsage;
  }
  o_.check.load.shard = *shard;
  ShardFacts facts;
  Loaded& l = kept(npulint::check(reader_, o_.check, &facts));
  if (!l.errors.empty()) return report(l);
  const Parts parts(*shard, l.groups, l.run.sources);
  add_digests(l.run, false, &parts);
  if (!spares_inputs(l, outputs)) return kUsage;
  const std::string text = render_shard(l, *shard, facts, render_options(), o_.exit_zero);
  for (const Output& out : outputs)
    if (!emit(out, text)) return kUsage;
  return kClean;
}

int Command::merge() {
  std::vector<Output> outputs;
  if (o_.outputs.empty()) o_.outputs = {"json"};
  if (!parse_outputs(outputs)) return kUsage;
  std::vector<std::pair<std::string, std::string>> documents;
  for (const std::string& path : o_.documents) {
    std::string why;
    documents.emplace_back(path, "");
    if (reader_.read_all(path, kMaxDocument, &documents.back().second, &why)) continue;
    print_error(path + ": " + why);
    return kUsage;
  }
  for (const Output& out : outputs) {
    if (out.format != "json") {
      print_error("-o " + out.format + ": merge writes json");
      return kUsage;
    }
    for (const std::string& path : o_.documents)
      if (!out.file.empty() && same_file(out.file, path)) {
        print_error("-o json=" + out.file + ": this file is an input; it is not overwritten");
        return kUsage;
      }
  }
  const Merged merged = merge_shards(documents);
  if (!merged.error.empty()) {
    print_error(merged.error);
    return kUsage;
  }
  for (const Output& out : outputs)
    if (!emit(out, merged.json)) return kUsage;
  return merged.exit_code;
}

}  // namespace npulint
