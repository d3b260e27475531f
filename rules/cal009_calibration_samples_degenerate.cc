#include "lint/calibration_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kNan{"`{0}` holds NaN or infinite values", "`{0}` 含有 NaN 或无穷大的值"};
constexpr Text kConstant{"all {1} files that were read hold one value each, as `{0}` does",
                         "所读取的 {1} 个文件各自只有一个取值，例如 `{0}`"};
constexpr Text kOne{"`{0}` holds one value throughout", "`{0}` 中只有一个取值"};
constexpr Text kTwins{"`{0}` and `{1}` are the same bytes", "`{0}` 与 `{1}` 的字节完全相同"};
constexpr Text kFile{"{0}", "{0}"};

void check(Report& r, Have<CalibrationFiles> files, Have<Toolchain> tool) {
  if (is_picture(files->extension)) return r.unknown(reasons::kPictures, files->folder);
  if (*tool != "hb_mapper" && files->extension != ".npy") return r.unknown(reasons::kNoValueType);
  if (files->misfit) return r.unknown(reasons::kMisfit);
  if (files->read == 0) return r.unknown(reasons::kNoValueType);
  if (!files->not_finite.empty()) {
    const auto& f = files->not_finite[0];
    r.fail_as(Severity::kError, files.at(), kNan, f.name).also(f.at, kFile, f.name);
  }
  if (!files->constant.empty()) {
    const auto& f = files->constant[0];
    if (files->constant.size() == files->read && files->read > 1)
      r.fail(files.at(), kConstant, f.name, files->read);
    else
      r.fail(files.at(), kOne, f.name);
    r.also(f.at, kFile, f.name);
  }
  if (!files->twins.empty()) {
    const auto& [a, b] = files->twins[0];
    r.fail(files.at(), kTwins, a.name, b.name).also(b.at, kFile, b.name);
  }
}

}  // namespace

extern const Rule CAL009;
constinit const Rule CAL009 = rule<check>({
    .code = "CAL009",
    .name = "calibration-samples-degenerate",
    .severity = Severity::kWarning,
    .summary = {"calibration samples with NaN, with one value only, or twice the same",
                "校准样本含有 NaN、只有一个取值，或相互重复"},
    .why = {"Such samples carry no information: thresholds come from fewer images than it seems, "
            "or are NaN.",
            "这样的样本不含信息：阈值实际来自更少的图像，或变成 NaN。"},
    .fix = {"Make the sample again from its image, or remove it.",
            "由原图重新生成该样本，或将其删除。"},
    .source = "hb_mapper manual ptq_process.md, calibration data: typical images, no duplicates or "
              "blank ones",
});

}  // namespace npulint
