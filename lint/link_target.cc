#include <algorithm>

#include "lint/link_derived.h"

namespace npulint {
namespace {

constexpr Text kUnknownTarget{"the platform table does not know the declared target `{0}`",
                              "平台表中没有声明的目标 `{0}`"};
constexpr Text kUnknownMarch{"the platform table does not know `{0}`", "平台表中没有 `{0}`"};

enum class Fit { kSame, kTolerated, kOther };

Fit fit(const std::string& built, const Target& wanted, const Platforms& platforms) {
  const auto any = [](const std::vector<std::string>& list, auto holds) {
    return std::any_of(list.begin(), list.end(), holds);
  };
  if (any(wanted.marches, [&](const auto& m) { return platforms.same(built, m); }))
    return Fit::kSame;
  if (any(wanted.tolerated, [&](const auto& m) { return platforms.same(built, m); }) ||
      any(wanted.marches, [&](const auto& m) { return platforms.tolerated(built, m); }))
    return Fit::kTolerated;
  return Fit::kOther;
}

// Two declarations go together when something exists that both accept.
Fit fit(const Target& a, const Target& b, const Platforms& platforms) {
  Fit best = Fit::kOther;
  const auto take = [&best](Fit f) { best = std::min(best, f); };
  for (const std::string& m : b.marches) take(fit(m, a, platforms));
  for (const std::string& m : a.marches) take(fit(m, b, platforms));
  return best;
}

std::string text(const Target& t) {
  if (t.board.empty() && t.marches.size() == 1 && t.marches[0] == t.written) return t.written;
  std::string out = t.written + " (";
  for (const std::string& m : t.marches) out += (&m == &t.marches[0] ? "" : ", ") + m;
  return out + ")";
}

std::string said(const TargetStatement& s) { return s.who + " = " + text(s.target); }

struct BuiltSide {
  const Built* built = nullptr;
  Evidence at;
  Fit fit = Fit::kOther;
  bool judged = false;  // its march or chip is in the table
};

BuiltSide side(const Bundle& b, bool artifact, const Target& wanted, const Platforms& platforms) {
  BuiltSide out;
  const auto take = [&](const Built& built, const Evidence& at) {
    if (out.built || built.by_artifact != artifact) return;
    out = {&built, at, Fit::kOther, !built.canonical.empty()};
    if (out.judged) out.fit = fit(built.canonical, wanted, platforms);
  };
  if (b.all_built)
    for (size_t i = 0; i < b.all_built->size(); ++i)
      take((*b.all_built)[i], i < b.built_at.size() ? b.built_at[i] : Evidence{});
  if (b.built) take(*b.built, b.built.at);
  return out;
}

}  // namespace

Fact<TargetCheck> compare_target(const Bundle& bundle, const Platforms& platforms) {
  TargetCheck out;
  if (!bundle.declared || bundle.declared->empty()) return {out, {}};
  std::vector<const TargetStatement*> said_by;
  for (const TargetStatement& s : *bundle.declared)
    if (!s.target.marches.empty()) said_by.push_back(&s);
  if (said_by.empty())
    return Fact<TargetCheck>::absent(
        Message(kUnknownTarget, bundle.declared->front().target.written));
  const TargetStatement& wanted = *said_by[0];
  out.wanted = text(wanted.target);
  out.who = wanted.who;

  using Clash = TargetClash;
  const BuiltSide artifact = side(bundle, true, wanted.target, platforms);
  const BuiltSide config = side(bundle, false, wanted.target, platforms);
  const bool config_differs = config.judged && config.fit != Fit::kSame;
  if (artifact.judged ? artifact.fit != Fit::kSame : config_differs) {
    Clash c;
    c.kind = config_differs ? Clash::Kind::kConfig : Clash::Kind::kArtifact;
    const BuiltSide& shown = config_differs ? config : artifact;
    c.tolerated = shown.fit == Fit::kTolerated;
    c.states = shown.built->written;
    // The command line is no place that can be edited: then the artifact stands for the finding.
    const bool editable = wanted.at.known() && wanted.who != "--target";
    c.at = config_differs ? config.at : editable ? wanted.at : artifact.at;
    for (const TargetStatement* s : said_by)
      if (s->at.begin != c.at.begin || s->at.file != c.at.file)
        c.others.emplace_back(s->at, said(*s));
    out.clashes.push_back(std::move(c));
  }

  Clash weaker;
  weaker.kind = Clash::Kind::kStatement;
  for (size_t i = 1; i < said_by.size(); ++i) {
    const TargetStatement& s = *said_by[i];
    const Fit f = fit(wanted.target, s.target, platforms);
    // What is tolerated is said once, of what was built.
    if (f == Fit::kSame || (f == Fit::kTolerated && !out.clashes.empty())) continue;
    if (weaker.who.empty()) {
      weaker.tolerated = f == Fit::kTolerated;
      weaker.at = s.at;
      weaker.states = text(s.target);
      weaker.who = s.who;
      weaker.others.emplace_back(wanted.at, said(wanted));
    } else {
      weaker.tolerated = weaker.tolerated && f == Fit::kTolerated;
      weaker.others.emplace_back(s.at, said(s));
    }
  }
  if (!weaker.who.empty()) out.clashes.push_back(std::move(weaker));

  if (out.clashes.empty() && !artifact.judged && !config.judged) {
    const BuiltSide& known = artifact.built ? artifact : config;
    if (known.built) return Fact<TargetCheck>::absent(Message(kUnknownMarch, known.built->written));
    return Fact<TargetCheck>::absent(bundle.built.missing);
  }
  // No place of its own: what it rests on are places of its clashes.
  return {std::move(out), {}};
}

}  // namespace npulint
