#include "lint/judged.h"

#include <algorithm>

namespace npulint {
namespace {

// Facts that another run may have, or that a rule takes from the profile. Not the tool's version:
// what differs between versions is a note while it is not stated.
bool may_differ(const Need& n, const Run& run, const Bundle& b) {
  if (!has_input(b, n.info->input)) return true;
  if (n.info->name == "TheProfile") return run.profile != Profile::kRelease;
  return false;
}

}  // namespace

Judged::Judged(const Run& run, Enabled enabled, const Parts& parts)
    : run_(run), enabled_(std::move(enabled)), parts_(parts) {
  for (const Check& c : run.result.checks) {
    if (c.rule->scope == Scope::kFile) {
      of_file_[{c.rule, c.subject}] = c.verdict == Verdict::kPass || c.verdict == Verdict::kFail;
      continue;
    }
    bool& sure = of_bundle_.try_emplace({c.rule, c.bundle}, true).first->second;
    sure = sure && c.verdict != Verdict::kNotChecked;
  }
  for (const Bundle& b : run.bundles)
    for (const FileId f : b.files) bundles_[f].push_back(&b);
  for (const FileRow& r : run.file_rows) subjects_[r.file] = r.subject;
}

bool Judged::elsewhere(const Rule& rule, const Bundle& b) const {
  if (parts_.whole()) return false;
  if (rule.scope != Scope::kReleasedModel || b.released.empty()) return !parts_.bundle(b);
  return std::none_of(b.released.begin(), b.released.end(),
                      [&](const ReleasedModelRow& r) { return parts_.released(b, r.subject); });
}

bool Judged::bundle(const Rule& rule, const Bundle& b) const {
  if (rule.scope == Scope::kFile || !enabled_(rule, b.anchor)) return false;
  if (elsewhere(rule, b)) return true;
  const auto it = of_bundle_.find({&rule, b.name});
  if (it == of_bundle_.end() || !it->second) return false;
  for (const Need& n : rule.needs)
    if (may_differ(n, run_, b)) return false;
  return true;
}

bool Judged::file(const Rule& rule, FileId file) const {
  if (rule.scope == Scope::kFile) {
    const auto subject = subjects_.find(file);
    if (subject == subjects_.end() || !enabled_(rule, file)) return false;
    if (!parts_.file(file)) return true;
    const auto it = of_file_.find({&rule, subject->second});
    return it != of_file_.end() && it->second;
  }
  const auto bundles = bundles_.find(file);
  if (bundles == bundles_.end()) return false;
  for (const Bundle* b : bundles->second)
    if (!bundle(rule, *b)) return false;
  return true;
}

}  // namespace npulint
