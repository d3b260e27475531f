#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kName{"`{0}` names {1}, but the config is for {2}",
                     "`{0}` 表示 {1}，而配置针对 {2}"};
constexpr Text kFile{"the config's name `{0}` names {1}, but the config is for {2}",
                     "配置文件名 `{0}` 表示 {1}，而配置针对 {2}"};
constexpr Text kFolder{"the config lies in `{0}`, which names {1}, but it is for {2}",
                       "配置位于 `{0}`，该目录名表示 {1}，而配置针对 {2}"};
constexpr Text kMarch{"`march` is {0}, but the names of product and config say {1}",
                      "`march` 为 {0}，而产物名与配置文件名表示 {1}"};
constexpr Text kArtifact{"`{0}` names {1}, but the model in it is compiled for {2}",
                         "`{0}` 表示 {1}，而其中的模型针对 {2} 编译"};
constexpr Text kListed{
    "`{2}` is listed for {5}, but `{3}` in its name is {4} (such assets of `{1}`: {0})",
    "`{2}` 所在条目针对 {5}，而其名称中的 `{3}` 表示 {4}（`{1}` 中此类资产共 {0} 个）"};
constexpr Text kStates{"the entry is for {0}", "条目针对 {0}"};
constexpr Text kConfig{"`march`: {0}", "`march`：{0}"};
constexpr Text kBuilt{"compiled for {0}", "针对 {0} 编译"};
constexpr Text kSays{"`{0}`", "`{0}`"};

const Text& sentence(NameClash::Kind kind) {
  if (kind == NameClash::Kind::kFolder) return kFolder;
  return kind == NameClash::Kind::kFile ? kFile : kName;
}

void check(Report& r, Have<NamesAgainstMarch> names) {
  const auto& [config, artifact, listed] = *names;
  const bool all_say = config.clashes.size() > 1 && !config.confirmed;
  bool same = all_say;
  for (const NameClash& c : config.clashes) same = same && c.means == config.clashes[0].means;
  if (same)
    r.fail(config.at, kMarch, config.march, config.clashes[0].means);
  else if (!config.clashes.empty()) {
    const NameClash& c = config.clashes[0];
    const bool inside = c.at.has_range();
    r.fail_with(Severity::kWarning, inside ? c.at : config.at,
                Message(sentence(c.kind), c.name, c.means, config.march));
    if (inside) r.also(config.at, kConfig, config.march);
  }
  for (const NameClash& c : config.clashes)
    if (c.at.has_range() && (same || &c != &config.clashes[0])) r.also(c.at, kSays, c.token);
  for (const NameCheck::Listed& l : listed) {
    r.fail(l.clash.at, kListed, l.assets, l.model, l.clash.name, l.clash.token, l.clash.means,
           l.states);
    if (l.stated.known()) r.also(l.stated, kStates, l.states);
  }
  if (artifact.clashes.empty()) return;
  const NameClash& c = artifact.clashes[0];
  r.fail_as(Severity::kError, c.at, kArtifact, c.name, c.means, artifact.march)
      .also(artifact.at, kBuilt, artifact.march);
}

}  // namespace

extern const Rule TGT003;
constinit const Rule TGT003 = rule<check>({
    .code = "TGT003",
    .name = "name-march-mismatch",
    .severity = Severity::kWarning,
    .summary = {"a march or board in a name is not what the config, artifact or entry is for",
                "名称中的 march 或板卡与配置、产物或清单条目的目标不一致"},
    .why = {"The file is deployed by its name, and the board refuses it or was never meant to run "
            "it.",
            "文件会按名称部署，板端要么拒绝加载，要么本就不该运行它。"},
    .fix = {"Rename the product, or convert for the platform that the name promises.",
            "修改产物名，或按名称所示的平台重新转换。"},
    .source = "RDK Model Zoo: a bernoulli2 config in a file that is named bayese; tokens are the "
              "marches and boards of the platform table",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
