#include "lint/variant_drift.h"

#include <algorithm>
#include <cmath>

#include "lint/command_check.h"
#include "lint/files.h"
#include "lint/table_check.h"
#include "lint/words.h"

namespace npulint {
namespace {

// Scripts write 1/255 with three to nine digits.
constexpr double kNear = 2e-3;

struct FlagSpec {
  const char* flag;
  const char* fallback;  // of the tool
  bool numbers;
};
constexpr FlagSpec kFlags[] = {{"--mean", "0,0,0", true},
                               {"--scale", "1,1,1", true},
                               {"--pixel_format", "bgr", false},
                               {"--keep_aspect_ratio", "false", false}};

// Empty when it is no list of finite numbers.
std::vector<double> numbers(const std::string& s) {
  std::vector<double> out = comma_numbers(s);
  const bool finite =
      std::all_of(out.begin(), out.end(), [](double v) { return std::isfinite(v); });
  return finite ? out : std::vector<double>{};
}

bool near(double a, double b) {
  return std::abs(a - b) <= kNear * std::max(std::abs(a), std::abs(b));
}

}  // namespace

std::optional<ScriptFolders::Member> ScriptFolders::member(const ToolCommand& c) {
  if (c.name != "model_transform") return {};
  // without any of them the images of this script are not described
  if (!c.flag("--mean") && !c.flag("--scale") && !c.flag("--pixel_format")) return {};
  Member m;
  if (const ShellWord* w = c.value("--model_name")) m.name = w->text;
  if (const ShellWord* w = c.value("--model_def")) m.def = base_name(w->text);
  for (size_t i = 0; i < kSettings; ++i) {
    const FlagSpec& spec = kFlags[i];
    const ToolFlag* f = c.flag(spec.flag);
    const ShellWord* w = c.value(spec.flag);
    Setting s;
    s.value = {spec.flag, spec.fallback, f != nullptr, c.tool_at};
    if (!f && c.open) continue;
    if (f && f->values.empty() && std::string_view(spec.flag) == "--keep_aspect_ratio")
      s.value.shown = "true", s.value.at = f->at;
    else if (f && !w)
      continue;
    else if (w)
      s.value.shown = w->text, s.value.at = w->at;
    if (spec.numbers) {
      s.numbers = numbers(s.value.shown);
      if (s.numbers.empty()) continue;
    } else {
      s.word = lower(s.value.shown);
    }
    m.settings[i] = std::move(s);
  }
  return m;
}

bool ScriptFolders::same_model(const Member& a, const Member& b) {
  const bool named = !a.name.empty() && a.name == b.name;
  if (!a.def.empty() && a.def == b.def) return true;
  return named && (a.def.empty() || b.def.empty() || one_model(a.def, b.def));
}

bool ScriptFolders::differ(const Setting& a, const Setting& b) {
  if (a.numbers.empty()) return a.word != b.word;
  const size_t n = std::max(a.numbers.size(), b.numbers.size());
  for (const auto* x : {&a, &b})
    if (x->numbers.size() != n && x->numbers.size() != 1) return false;  // of other channels
  for (size_t i = 0; i < n; ++i)
    if (!near(a.numbers[a.numbers.size() == 1 ? 0 : i], b.numbers[b.numbers.size() == 1 ? 0 : i]))
      return true;
  return false;
}

ScriptFolders::ScriptFolders(const Loaded& loaded) : run_(loaded.run) {
  const auto take = [&](const FileRecord& f) {
    if (!f.script) return;
    const std::string& path = run_.sources.real(f.id);
    for (const ToolCommand& c : *f.script)
      if (auto m = member(c)) {
        m->file = f.id;
        m->path = path;
        folders_[dir_name(path)].push_back(std::move(*m));
      }
  };
  for (const auto& f : loaded.run.files) take(*f);
  for (const auto& f : loaded.context) take(*f);
  for (auto& [dir, members] : folders_)
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return a.path < b.path; });
}

void ScriptFolders::link(Bundle& b, FileId file) const {
  VariantDrifts out;
  const auto it = folders_.find(dir_name(run_.sources.real(file)));
  static const std::vector<Member> kNone;
  const std::vector<Member>& all = it == folders_.end() ? kNone : it->second;
  const auto self =
      std::find_if(all.begin(), all.end(), [&](const Member& m) { return m.file == file; });
  if (self == all.end()) {  // its images are not described
    b.variant_drift = {std::make_shared<const VariantDrifts>(), whole_file(file)};
    return;
  }
  // Of each other script the first command of this model; the first script is what the others are
  // held against, and the first that differs has the finding.
  const Member* first = nullptr;
  FileId last = kNoFile;
  bool found = false;
  for (const Member& m : all) {
    if (m.file == last || !same_model(m, *self)) continue;
    last = m.file;
    ++out.scripts;
    if (!first) first = &m;
    if (found || first->file == m.file) continue;
    std::vector<VariantDrifts::Pair> pairs;
    for (size_t i = 0; i < kSettings; ++i) {
      const auto &here = m.settings[i], &there = first->settings[i];
      out.open = out.open || !here || !there;
      if (here && there && differ(*here, *there)) pairs.push_back({here->value, there->value});
    }
    if (pairs.empty()) continue;
    if (m.file == file) out.pairs = std::move(pairs);
    found = true;
  }
  if (first) out.other = base_name(first->path);
  b.variant_drift = {std::make_shared<const VariantDrifts>(std::move(out)), whole_file(file)};
}

}  // namespace npulint
