#include "lint/calibration.h"
#include "lint/config_check.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kGuess{
    "`cal_data_type` is absent: hb_mapper reads `{0}` as {1}, from the end of the folder's name",
    "缺少 `cal_data_type`：hb_mapper 依据目录名结尾将 `{0}` 按 {1} 读取"};
constexpr Text kClash{"`{0}` says {1}, but `cal_data_type` reads it as {2}",
                      "`{0}` 表示 {1}，而 `cal_data_type` 按 {2} 读取"};
constexpr Text kThere{"cal_data_type: {0}", "cal_data_type：{0}"};
constexpr Text kTool{"{0} takes the type from the .npy files", "{0} 由 .npy 文件得到类型"};
constexpr Text kUnused{"no raw calibration data is read", "不读取原始校准数据"};
constexpr Text kWrite{"write the type that is guessed", "写明所猜测的类型"};

void check(Report& r, Have<TheConfig> config, Have<Toolchain> toolchain) {
  const Config& c = **config;
  if (*toolchain != "hb_mapper" || c.dialect != Dialect::kOe)
    return r.not_applicable(kTool, *toolchain);
  if (!reads_raw_calibration(c)) return r.not_applicable(kUnused);
  const std::vector<CalibrationData> data = calibration_data(c);
  for (const CalibrationData& d : data) {
    if (!d.type.empty() && !d.by_name.empty() && d.type != d.by_name)
      r.fail(d.at, kClash, d.folder, d.by_name, d.type).also(d.type_at, kThere, d.type);
    if (!d.guess.empty() && r.items.empty()) {  // one key is absent, whatever the number of inputs
      r.fail(d.at, kGuess, d.folder, d.guess);
      if (const auto edit = write_guess(c, data)) r.fix({true, Message(kWrite), {*edit}});
    }
  }
}

}  // namespace

extern const Rule CAL007;
constinit const Rule CAL007 = rule<check>({
    .code = "CAL007",
    .name = "calibration-type-guess",
    .severity = Severity::kWarning,
    .summary = {"hb_mapper guesses the type of calibration data, or the folder's name contradicts "
                "the stated one",
                "hb_mapper 需要猜测校准数据的类型，或目录名与所写类型不一致"},
    .why = {"float32 data that is read as uint8 is noise of four times the length; calibration "
            "takes it without an error.",
            "float32 数据按 uint8 读取会变成四倍长度的噪声，而校准不会报错。"},
    .fix = {"State `cal_data_type` with the type that the files have.",
            "用 `cal_data_type` 写明文件的实际类型。"},
    .source = "hb_mapper manual ptq_process.md, cal_data_type: the suffix _f32 of the folder means "
              "float32, else uint8; hb_mapper 1.24.3 log: the parameter setting will prevail",
});

}  // namespace npulint
