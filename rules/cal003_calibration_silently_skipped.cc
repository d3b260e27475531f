#include "lint/calibration.h"
#include "lint/config_check.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr std::string_view kSection = "calibration_parameters";
constexpr Text kNoData{
    "`cal_data_dir` is absent: hb_compile changes `calibration_type` to skip and says so in an "
    "INFO "
    "line only",
    "缺少 `cal_data_dir`：hb_compile 会把 `calibration_type` 改为 skip，且只输出一行 INFO"};
constexpr Text kSkip{"`calibration_type` is {0}: the model is quantised without calibration",
                     "`calibration_type` 为 {0}：模型未经校准就被量化"};
constexpr Text kFast{
    "`optimization` holds {0}: calibration is skipped, which serves only to measure speed",
    "`optimization` 含 {0}：跳过校准，只适合评估速度"};
constexpr Text kLog{"hb_compile skipped calibration, as its log says",
                    "hb_compile 跳过了校准，见其日志"};
constexpr Text kTool{"{0} does not skip calibration by itself", "{0} 不会自行跳过校准"};
constexpr Text kPurpose{"the bundle's purpose is {0}", "该组产物的用途为 {0}"};
constexpr Text kOpen{"whether `cal_data_dir` is stated cannot be told",
                     "无法判断是否给出了 `cal_data_dir`"};
constexpr Text kFloat{"quant_config keeps every node in {0}", "quant_config 让所有节点保持 {0}"};
constexpr Text kQuantised{"the ONNX carries its own quantisation", "ONNX 自带量化"};

void check(Report& r, Have<TheConfig> config, Have<Toolchain> toolchain, Maybe<Purpose> purpose,
           Maybe<TheQuantConfig> quant, Maybe<ConvertedGraph> graph, Maybe<TheBuildLog> log) {
  const Config& c = **config;
  if (*toolchain != "hb_compile" || c.dialect != Dialect::kOe)
    return r.not_applicable(kTool, *toolchain);
  if (purpose && *purpose == "performance") return r.not_applicable(kPurpose, *purpose);
  if (const auto type = float_model(c, quant ? &*quant : nullptr))
    return r.not_applicable(kFloat, *type);
  if (graph && carries_quantisation(**graph)) return r.not_applicable(kQuantised);
  const auto type = setting(c, kSection, "calibration_type");
  if (type && *type == "skip") r.fail(type.at, kSkip, *type);
  for (const ListItem& item : setting_list(c, kSection, "optimization"))
    if (const auto at = word_in(item, "run_fast")) r.fail(*at, kFast, "run_fast");
  const bool skipped = log && (*log)->calibration_skipped;
  const bool stated = config_states(c, kSection, "cal_data_dir");
  if (r.items.empty() && !stated && surely_absent(c, kSection, "cal_data_dir")) {
    const Entry* section = find_entry(c.root, kSection);
    r.fail(section ? config_place(c, section->key.range) : config_start(c), kNoData);
  }
  if (skipped && r.items.empty())
    r.fail((*log)->calibration_skipped.at, kLog);
  else if (skipped)
    r.also((*log)->calibration_skipped.at, kLog);
  else if (r.items.empty() && !stated)
    r.unknown(kOpen);
}

}  // namespace

extern const Rule CAL003;
constinit const Rule CAL003 = rule<check>({
    .code = "CAL003",
    .name = "calibration-silently-skipped",
    .severity = Severity::kError,
    .summary = {"the model is quantised without calibration data",
                "模型在没有校准数据的情况下被量化"},
    .why = {"The build succeeds and the speed is right, but the ranges are invented: accuracy is "
            "lost without an error.",
            "构建成功、速度正常，但数值范围是臆造的：精度丢失且没有报错。"},
    .fix =
        {"Give `cal_data_dir`, and a `calibration_type` other than skip. For a build that only "
         "measures speed write `purpose = \"performance\"` into its [[bundle]] of "
         "npulint.toml.",
         "给出 `cal_data_dir`，并使用 skip 以外的 `calibration_type`。若构建仅用于评估速度，请在 "
         "npulint.toml 的 [[bundle]] 中写明 `purpose = \"performance\"`。"},
    .source =
        "OE-Skills horizon_tc_ui references/yaml/calibration_parameters.md: \"The calibration "
        "dataset has not been specified, the calibration method is modified to skip\"",
});

}  // namespace npulint
