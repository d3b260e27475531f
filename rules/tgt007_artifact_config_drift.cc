#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kArtifact{"`{0}` is `{1}` in the config; the artifact was built with `{2}`",
                         "配置中 `{0}` 为 `{1}`；产物编译时为 `{2}`"};
constexpr Text kLog{"`{0}` is `{1}` in the config; by its log the build used `{2}`",
                    "配置中 `{0}` 为 `{1}`；日志显示编译时为 `{2}`"};
constexpr Text kNotAsked{"the config states no `{0}`; the artifact was built with `{1}`",
                         "配置没有写 `{0}`；产物编译时为 `{1}`"};
constexpr Text kNotInLog{"the config states no `{0}`; by its log the build used `{1}`",
                         "配置没有写 `{0}`；日志显示编译时为 `{1}`"};
constexpr Text kGone{"`{0}` is `{1}` in the config; the artifact was built without it",
                     "配置中 `{0}` 为 `{1}`；产物编译时没有该设置"};
constexpr Text kBuilt{"{0}", "{0}"};

void check(Report& r, Have<TheConfig>, Have<SettingDrifts> drifts) {
  if (drifts->empty() && !drifts.at().known()) return r.not_applicable(reasons::kNothingBuilt);
  for (const SettingDrift& d : *drifts) {
    const auto say = [&](const Text& text, const std::string& value) {
      r.fail_with(Severity::kWarning, d.config_at, Message(text, d.key, value));
    };
    if (d.artifact.empty()) {
      say(kGone, d.config);
      continue;
    }
    if (d.config.empty())
      say(d.by_log ? kNotInLog : kNotAsked, d.artifact);
    else
      r.fail_with(Severity::kWarning, d.config_at,
                  Message(d.by_log ? kLog : kArtifact, d.key, d.config, d.artifact));
    r.also(d.artifact_at, kBuilt, d.artifact);
  }
}

}  // namespace

extern const Rule TGT007;
constinit const Rule TGT007 = rule<check>({
    .code = "TGT007",
    .name = "artifact-config-drift",
    .severity = Severity::kWarning,
    .summary = {"the artifact was built with other settings than the config beside it states",
                "产物编译时的设置与旁边的配置不同"},
    .why = {"The config no longer describes the model that is deployed: converting it again gives "
            "another model, and who reads it prepares other inputs.",
            "配置已不再描述所部署的模型：重新转换会得到另一个模型，按配置准备的输入也不相符。"},
    .fix =
        {"Convert the model again with this config, or restore the config that it was built with.",
         "用此配置重新转换模型，或恢复编译该模型时的配置。"},
    .source =
        "27 public .bin files of hb_mapper and the model description of hb_compile: both store "
        "the config's settings under the same names in upper case",
});

}  // namespace npulint
