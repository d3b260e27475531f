// What a compiled artifact says of itself: what it was built for, and for how many cores.
#include <algorithm>
#include <charconv>

#include "lint/config.h"
#include "lint/link_derived.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNoCores{"the artifact does not state a number of cores", "产物没有给出核数"};
constexpr Text kJudged{"the config states it, and CFG008 judges it there",
                       "配置中写有该值，由 CFG008 检查"};
constexpr Text kNoTarget{"no target is declared, and the artifact's own platform is not known",
                         "没有声明目标，产物自身的平台也未知"};
constexpr Text kSilent{"the platform table states no number of cores for {0}",
                       "平台表没有给出 {0} 的核数"};
constexpr Text kOther{"the artifact is built for {0}, not for the declared target",
                      "产物针对 {0} 编译，而不是声明的目标"};

const Fact<std::string>* built(const CompiledModel& m, const char* key) {
  const auto it = m.build.find(key);
  return it != m.build.end() && it->second && !it->second->empty() ? &it->second : nullptr;
}

// The word after an option of a command line, with its place when the text stands there as it is.
Fact<std::string> option(const Fact<std::string>& line, std::string_view name) {
  const std::string wanted = std::string(name) + ' ';
  const size_t p = line->find(wanted);
  if (p == std::string::npos || (p > 0 && (*line)[p - 1] != ' ')) return {};
  const size_t begin = std::min(line->find_first_not_of(' ', p + wanted.size()), line->size());
  const size_t end = std::min(line->find(' ', begin), line->size());
  if (begin == end) return {};
  Evidence at = line.at;
  if (at.has_range() && at.end - at.begin == line->size()) {
    at.end = at.begin + end;
    at.begin += begin;
  }
  return {line->substr(begin, end - begin), at};
}

std::optional<int64_t> number(const std::string& s) {
  int64_t n = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), n);
  if (error != std::errc() || end != s.data() + s.size()) return std::nullopt;
  return n;
}

Fact<std::string> stated_cores(const CompiledModel& m) {
  if (const auto* n = built(m, "CORE_NUM")) return *n;
  for (const char* key : {"HBDK_PASS_THROUGH_PARAMS", "EMBEDDED_HBM_OPTIONS", "HBM_OPTIONS"})
    if (const auto* line = built(m, key))
      if (auto n = option(*line, "--core-num")) return n;
  return {};
}

}  // namespace

Fact<std::vector<IdentityStatement>> identity_of(const std::vector<const CompiledModel*>& models,
                                                 const Platforms& platforms) {
  std::vector<IdentityStatement> out;
  if (models.empty()) return {out, {}};
  const auto add = [&](std::string who, const Fact<std::string>& f) {
    const bool known = std::any_of(out.begin(), out.end(), [&](const IdentityStatement& s) {
      return s.written == *f && (s.who == who || s.at.begin == f.at.begin);
    });
    if (known) return;
    const Platform* p = platforms.find(*f);
    out.push_back({std::move(who), *f, p ? p->march : "", f.at});
  };
  for (const CompiledModel* m : models) {
    if (m->file != models[0]->file) continue;  // another file may be about another build
    if (const auto* march = built(*m, "MARCH")) add("MARCH", *march);
    // what a text gets from the runtime is the board's
    if (m->march && m->format != "model_info" && !m->march->empty())
      add(built(*m, "HBM_OPTIONS") ? "--march" : "march", m->march);
    for (const char* key : {"EMBEDDED_HBM_MAGIC", "HBM_MAGIC"})
      if (const auto* magic = built(*m, key)) add(key, *magic);
    for (const char* key : {"EMBEDDED_HBM_OPTIONS", "HBDK_PASS_THROUGH_PARAMS"})
      if (const auto* line = built(*m, key))
        if (const auto march = option(*line, "--march")) add(std::string(key) + " --march", march);
  }
  return {std::move(out), models[0]->at};
}

void link_cores(Bundle& b, const std::vector<const CompiledModel*>& models,
                const Platforms& platforms) {
  b.core_num.missing = Message(kNoCores);
  for (const CompiledModel* m : models) {
    if (m->file != models[0]->file) continue;
    const auto stated = stated_cores(*m);
    const auto n = stated ? number(*stated) : std::nullopt;
    if (n && *n >= 0 && (!b.core_num || *n > *b.core_num))
      b.core_num = {std::max<int64_t>(*n, 1), stated.at};  // 0 means 1
  }
  const Platform* built_for =
      b.built && !b.built->canonical.empty() ? platforms.find(b.built->canonical) : nullptr;
  if (b.core_num && b.config_record && b.config_platform && *b.config_platform == built_for) {
    const auto asked = setting(*b.config_record, "compiler_parameters", "core_num");
    if (asked && number(*asked) == *b.core_num)
      b.core_num = Fact<int64_t>::absent(Message(kJudged));
  }
  const TargetStatement* wanted = nullptr;
  if (b.declared)
    for (const TargetStatement& s : *b.declared)
      if (!wanted && !s.target.marches.empty()) wanted = &s;
  if (!wanted) {
    if (!built_for)
      b.core_limit.missing = Message(kNoTarget);
    else if (built_for->core_num_max)
      b.core_limit = {built_for->core_num_max->value, built_for->core_num_max->at};
    else
      b.core_limit.missing = Message(kSilent, built_for->march);
    return;
  }
  const auto& marches = wanted->target.marches;
  if (built_for && std::none_of(marches.begin(), marches.end(), [&](const std::string& m) {
        return platforms.same(built_for->march, m);
      })) {
    b.core_limit.missing = Message(kOther, built_for->march);
    return;
  }
  int64_t most = 0;
  for (const std::string& march : marches) {
    const Platform* p = platforms.find(march);
    if (!p || !p->core_num_max) {
      b.core_limit.missing = Message(kSilent, march);
      return;
    }
    most = std::max(most, p->core_num_max->value);
  }
  b.core_limit = {most, wanted->at};
}

}  // namespace npulint
