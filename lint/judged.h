// Whether a rule's silence means something: that nothing is wrong, and not that it did not run or
// lacked a fact that another run may have.
#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "lint/run.h"
#include "lint/shard.h"

namespace npulint {

class Judged {
 public:
  using Enabled = std::function<bool(const Rule&, FileId)>;
  // `run` holds its checks already. What another shard judges counts as judged: only what all
  // shards say so of is.
  Judged(const Run& run, Enabled enabled, const Parts& parts);

  bool enabled(const Rule& rule, FileId anchor) const { return enabled_(rule, anchor); }
  bool bundle(const Rule& rule, const Bundle& bundle) const;
  // The file itself for a rule about files; else each bundle that it belongs to, and at least one.
  bool file(const Rule& rule, FileId file) const;

 private:
  bool elsewhere(const Rule& rule, const Bundle& bundle) const;

  const Run& run_;
  Enabled enabled_;
  const Parts& parts_;
  std::map<std::pair<const Rule*, std::string_view>, bool> of_bundle_;  // false: some not checked
  std::map<std::pair<const Rule*, std::string_view>, bool> of_file_;    // by subject
  std::map<FileId, std::vector<const Bundle*>> bundles_;
  std::map<FileId, std::string_view> subjects_;
};

}  // namespace npulint
