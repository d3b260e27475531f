#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kShared{
    "{0} calibrates with the data that `{1}` gives to {2}: one takes pixels before mean and scale, "
    "the other takes them normalised",
    "{0} 使用了 `{1}` 交给 {2} 的同一份校准数据：一方需要未减均值、未缩放的像素，"
    "另一方需要归一化之后的数据"};
constexpr Text kThere{"`{0}` names it for {1}", "`{0}` 将其用于 {1}"};

void check(Report& r, Have<CalibrationPeers> peers, Have<Toolchain> toolchain) {
  for (const ConfigClash& c : *peers)
    r.fail(peers.at(), kShared, *toolchain, c.other, c.value).also(c.at, kThere, c.other, c.value);
}

}  // namespace

extern const Rule CAL008;
constinit const Rule CAL008 = rule<check>({
    .code = "CAL008",
    .name = "calibration-shared-by-toolchains",
    .severity = Severity::kWarning,
    .summary = {"one cal_data_dir serves an hb_mapper and an hb_compile config",
                "同一个 cal_data_dir 同时用于 hb_mapper 与 hb_compile 配置"},
    .why =
        {"hb_mapper normalises calibration data itself, hb_compile does not: with either kind of "
         "data one of the two calibrates on a wrong range, and no tool reports it.",
         "hb_mapper 会自行对校准数据做归一化，hb_compile 不会：无论是哪一种数据，"
         "总有一方在错误的数值范围上校准，且没有工具报错。"},
    .fix = {"Keep two sets: data in the form of `input_type_train` for hb_mapper, normalised .npy "
            "files for hb_compile.",
            "分开准备两套数据：hb_mapper 使用 `input_type_train` 形式的数据，hb_compile "
            "使用归一化之后的 .npy 文件。"},
    .source = "hb_mapper manual ptq_process.md, calibration data; S100 OE 3.7.0: .npy files as the "
              "ONNX input takes them",
});

}  // namespace npulint
