// Versions of runtime and compiler across the files of a bundle.
#include <algorithm>

#include "lint/link_derived.h"
#include "lint/tool_versions.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNoRuntime{
    "no version of the board's runtime is stated: neither `runtime` in the contract's [target] nor "
    "what a runtime printed of the model",
    "没有给出板端运行时的版本：契约 [target] 中没有 `runtime`，也没有运行时打印的模型信息"};
constexpr Text kOtherModel{
    "what the runtime printed is of the model `{0}`, the artifact holds `{1}`, so their versions "
    "are not compared",
    "运行时打印的是模型 `{0}`，而产物中为 `{1}`，因此不比较版本"};
constexpr Text kNothingBuilt{"nothing states which version the model was built with",
                             "没有信息说明模型由哪个版本编译"};
constexpr Text kNotComparable{
    "the version {1} of `{0}` cannot be compared with the versions that the artifact states",
    "`{0}` 的版本 {1} 无法与产物中的版本比较"};
constexpr Text kNoCompiler{"no version of a compiler is stated", "没有给出编译器版本"};

constexpr std::string_view kRuntimeTools[] = {"hbrt", "dnn", "ucp", "bpu_platform"};

constexpr std::string_view kFormat = "bmodel";  // the version of a file format, not of a tool

// One version that a file states.
struct Stated {
  std::string tool, version;
  Evidence at;
};

// What a runtime printed on a board; its lines come before those about the model.
bool by_runtime(const CompiledModel& m) {
  return m.format == "model_info" || m.format == "hbm_runtime" || m.format == "evidence";
}
bool is_runtime(std::string_view tool) {
  return std::find(std::begin(kRuntimeTools), std::end(kRuntimeTools), tool) !=
         std::end(kRuntimeTools);
}

// About one build: of several files only those whose model has the name of the first.
std::vector<const CompiledModel*> one_build(const std::vector<const CompiledModel*>& models) {
  std::vector<const CompiledModel*> out;
  for (const CompiledModel* m : models)
    if (out.empty() || (m->name && out[0]->name && *m->name == *out[0]->name)) out.push_back(m);
  return out;
}

bool is_of(const BuildLog& log, const CompiledModel& m) {
  if (!log.prefix) return false;
  const auto it = m.build.find("MODEL_PREFIX");
  return (m.name && *m.name == *log.prefix) ||
         (it != m.build.end() && it->second && *it->second == *log.prefix);
}

class Versions {
 public:
  Versions(Bundle& b, const std::vector<const CompiledModel*>& models)
      : b_(b), models_(one_build(models)) {
    for (const CompiledModel* m : models)
      if (by_runtime(*m) && m->name && models_[0]->name && *m->name != *models_[0]->name)
        other_ = m;
    toolchain_ = b.platform ? (*b.platform)->toolchain : b.toolchain ? *b.toolchain : std::string();
    for (const CompiledModel* m : models_) {
      std::vector<Stated>& built = sources_.emplace_back();
      for (const auto& [tool, version] : m->versions) {
        if (!version || version_numbers(*version).empty() || tool == kFormat) continue;
        const bool runtime = by_runtime(*m) && is_runtime(tool);
        (runtime ? runtime_ : built).push_back({tool, *version, version.at});
      }
    }
    if (b.log_record && (models_.empty() || is_of(*b.log_record, *models_[0]))) {
      std::vector<Stated>& built = sources_.emplace_back();
      for (const auto& [tool, version] : b.log_record->versions)
        if (version) built.push_back({tool, *version, version.at});
    }
    if (b.contract_record) {
      for (const auto& [tool, version] : b.contract_record->runtime)
        if (version && !version_numbers(*version).empty())
          declared_.push_back({lower(tool), *version, version.at});
    }
  }

  void link() {
    std::vector<VersionSkew> out;
    const bool said = runtime_says(out);
    bool compared = said;
    std::optional<Stated> open;
    for (const std::vector<Stated>* list : {&declared_, &runtime_})
      for (const Stated& r : *list) {
        // the runtime's own line says it already
        if (said && (list == &runtime_ || same(r.version, out[0].version))) continue;
        if (older(r, out))
          compared = true;
        else if (!open || (declared_.empty() && may_compare(r)))
          open = r;
      }
    compared = several(out) || compared;
    if (compared) {
      b_.version_skew = {std::move(out), at()};
    } else if (std::all_of(sources_.begin(), sources_.end(),
                           [](const auto& list) { return list.empty(); })) {
      b_.version_skew.missing = Message(kNothingBuilt);
    } else if (open) {
      b_.version_skew.missing = Message(kNotComparable, open->tool, open->version);
    } else {
      b_.version_skew.missing =
          other_ ? Message(kOtherModel, *other_->name, *models_[0]->name) : Message(kNoRuntime);
    }
  }

  void known_bad(const Platforms& platforms) {
    std::vector<KnownBadTool> out;
    bool any = false;
    const auto chip_fits = [&](const KnownBad& k) {
      if (k.chips.empty()) return true;
      if (!b_.built || !b_.built->by_artifact || b_.built->canonical.empty()) return false;
      return std::any_of(k.chips.begin(), k.chips.end(), [&](const std::string& c) {
        return platforms.same(b_.built->canonical, c);
      });
    };
    const auto& table = VersionTable::get();
    for (const auto& source : sources_)
      for (const Stated& s : source) {
        any = true;
        for (const KnownBad& k : table.known_bad()) {
          const bool known = std::any_of(out.begin(), out.end(), [&](const KnownBadTool& have) {
            return have.tool == s.tool && have.source == k.source;
          });
          if (known || !table.same_tool(toolchain_, s.tool, k.tool) || !chip_fits(k)) continue;
          for (const std::string& version : k.versions)
            if (same(s.version, version))
              out.push_back(
                  {s.tool, s.version, k.source, Message(Text{k.what_en, k.what_zh}), s.at});
        }
      }
    if (any)
      b_.known_bad = {std::move(out), at()};
    else
      b_.known_bad.missing = Message(kNoCompiler);
  }

 private:
  Evidence at() const { return models_.empty() ? whole_file(b_.log_record->file) : models_[0]->at; }

  static bool same(std::string_view a, std::string_view b) {
    const auto c = compare_versions(a, b);
    return c && *c == 0;
  }

  // "Inconsistency between the hbrt library version 3.15.47.0 and the model build
  // version 3.15.54.0"
  bool runtime_says(std::vector<VersionSkew>& out) const {
    const auto word = [](const std::string& line, std::string_view before) {
      const size_t p = line.find(before);
      if (p == std::string::npos) return std::string();
      const size_t begin = p + before.size();
      return line.substr(begin, line.find_first_of(" ,", begin) - begin);
    };
    for (const CompiledModel* m : models_) {
      const auto it = m->build.find("VERSION_INCONSISTENCY");
      if (it == m->build.end() || !it->second) continue;
      VersionSkew s;
      s.kind = VersionSkew::Kind::kRuntimeSays;
      s.tool = s.other_tool = "hbrt";
      s.version = word(*it->second, "library version ");
      s.other_version = word(*it->second, "build version ");
      s.at = it->second.at;
      out.push_back(std::move(s));
      return true;
    }
    return false;
  }

  static bool may_compare(const Stated& runtime) {
    const auto& pairs = VersionTable::get().comparable();
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const ComparableVersions& c) { return c.runtime == runtime.tool; });
  }

  // True when something was there to compare with.
  bool older(const Stated& r, std::vector<VersionSkew>& out) const {
    for (const ComparableVersions& c : VersionTable::get().comparable()) {
      if (c.toolchain != toolchain_ || c.runtime != r.tool) continue;
      for (const auto& source : sources_)
        for (const Stated& built : source) {
          if (!VersionTable::get().same_tool(toolchain_, built.tool, c.built)) continue;
          const auto order = compare_versions(r.version, built.version);
          if (order && *order < 0)
            out.push_back({VersionSkew::Kind::kOlderRuntime, r.tool, r.version, built.tool,
                           built.version, r.at, built.at});
          return true;
        }
    }
    return false;
  }

  // Files of one build that state one tool differently: each against the first one.
  bool several(std::vector<VersionSkew>& out) const {
    bool compared = false;
    for (size_t i = 1; i < sources_.size(); ++i)
      for (const Stated& s : sources_[i])
        for (const Stated& first : sources_[0]) {
          if (!VersionTable::get().same_tool(toolchain_, s.tool, first.tool)) continue;
          compared = true;
          if (!same(s.version, first.version))
            out.push_back({VersionSkew::Kind::kSeveral, s.tool, s.version, first.tool,
                           first.version, s.at, first.at});
          break;
        }
    return compared;
  }

  Bundle& b_;
  std::vector<const CompiledModel*> models_;
  const CompiledModel* other_ = nullptr;  // of another build, which a runtime printed
  std::string toolchain_;
  std::vector<std::vector<Stated>> sources_;  // what built the model, a list for each file
  std::vector<Stated> runtime_, declared_;    // of the board, as printed there and by the contract
};

}  // namespace

void link_versions(Bundle& b, const std::vector<const CompiledModel*>& models,
                   const Platforms& platforms) {
  if (models.empty() && !b.log_record && b.compiled_missing.empty()) {
    b.version_skew = {{}, {}};
    b.known_bad = {{}, {}};
    return;
  }
  Versions v(b, models);
  v.link();
  v.known_bad(platforms);
}

}  // namespace npulint
