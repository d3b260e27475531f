#include "lint/calibration_counts.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kDiffer{
    "`{0}` holds {1} files and `{2}` holds {3}: the samples of several inputs are read in pairs",
    "`{0}` 有 {1} 个文件，`{2}` 有 {3} 个：多个输入的样本按次序成对读取"};
constexpr Text kThere{"{0} files", "{0} 个文件"};
constexpr Text kFew{"`{0}` holds {1} samples; for {2} {3} are advised",
                    "`{0}` 有 {1} 个样本；{2} 建议使用 {3} 个"};
constexpr Text kMore{"`--input_num {0}`, but `{1}` holds {2} files: only {2} samples are used",
                     "`--input_num {0}`，但 `{1}` 只有 {2} 个文件：实际只用 {2} 个样本校准"};
constexpr Text kFewTaken{"run_calibration takes {0} samples; {1} are advised",
                         "run_calibration 只取 {0} 个样本；建议使用 {1} 个"};
constexpr Text kNoCommand{"no command calibrates", "没有校准命令"};
constexpr Text kUnseen{"the folder `{0}` is not there: its files are not counted",
                       "目录 `{0}` 不存在：无法统计文件数"};
constexpr Text kOpen{"the script does not tell how many samples are taken",
                     "脚本没有说明使用多少个样本"};

void check(Report& r, Have<TheCalibrationCounts> counts) {
  const CalibrationCounts& c = **counts;
  for (size_t i = 1; i < c.folders.size(); ++i) {
    const auto &a = c.folders[0], &b = c.folders[i];
    if (a.files == b.files) continue;
    r.fail_as(Severity::kError, b.at, kDiffer, b.name, b.files, a.name, a.files);
    r.also(a.at, kThere, a.files);
  }
  for (const auto& f : c.folders) {
    if (!c.advice || f.files >= c.advice->least) continue;
    r.fail(f.at, kFew, f.name, f.files, c.advice->tool, c.advice->advised);
    break;  // of the others the differing number says enough
  }
  if (!c.folders.empty()) return;
  if (c.commands.empty()) return r.not_applicable(kNoCommand);
  const CalibrationAdvice* advice = calibration_advice("run_calibration");
  const CalibrationCounts::Command* unseen = nullptr;
  for (const auto& k : c.commands) {
    const auto takes = k.takes();
    if (k.files && k.asked && *k.asked > *k.files)
      r.fail(k.at, kMore, *k.asked, k.dataset, *k.files);
    else if (takes && *takes < advice->least)
      r.fail(k.at, kFewTaken, *takes, advice->advised);
    else if (!k.files || !k.asked)
      unseen = &k;
  }
  if (!unseen || !r.items.empty()) return;
  if (unseen->dataset.empty() || !unseen->asked) return r.unknown(kOpen);
  r.unknown(kUnseen, unseen->dataset);
}

}  // namespace

extern const Rule CAL006;
constinit const Rule CAL006 = rule<check>({
    .code = "CAL006",
    .name = "calibration-count",
    .severity = Severity::kWarning,
    .summary =
        {"fewer calibration samples than advised or asked for, or not as many for each input",
         "校准样本少于建议或要求的数量，或各输入的样本数不同"},
    .why = {"Ranges taken from a few samples miss values that real data holds; inputs with "
            "different numbers of files stop the build or are paired wrongly.",
            "由少量样本得到的数值范围会漏掉真实数据中的数值；各输入文件数不同会使构建中止，"
            "或错误配对。"},
    .fix = {"Add samples of the training set that cover what the model will see, as many for each "
            "input.",
            "从训练集中补充能覆盖实际场景的样本，每个输入的数量相同。"},
    .source = "TPU-MLIR manual 07_calibration.rst: number of samples",
});

}  // namespace npulint
