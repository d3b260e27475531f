#include "lint/calibration_check.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kSize{"`{0}` has {1} bytes; {2} {3} needs {4}",
                     "`{0}` 有 {1} 字节；{2} 的 {3} 需要 {4} 字节"};
constexpr Text kOther{"`{0}` has {1} bytes; {2} {3} needs {4}, and {1} is that of {5}",
                      "`{0}` 有 {1} 字节；{2} 的 {3} 需要 {4} 字节，而 {1} 字节正是 {5} 的大小"};
constexpr Text kSeveral{"{0} of {1} files have this size", "{1} 个文件中有 {0} 个为此大小"};
constexpr Text kNumpy{"`{0}` holds .npy files", "`{0}` 中是 .npy 文件"};
constexpr Text kPictures{"`{0}` holds no raw data: {1}", "`{0}` 中不是原始数据：{1}"};
constexpr Text kTool{"{0} takes type and shape from the .npy files",
                     "{0} 由 .npy 文件得到类型和形状"};
constexpr Text kNoType{"the type of the values is not known", "数值的类型未知"};
constexpr Text kNoShape{"the shape of the input is not known", "输入的形状未知"};

void check(Report& r, Have<CalibrationFiles> files, Have<TheConfig> config, Have<Toolchain> tool,
           Maybe<ConfigShape> stated, Maybe<KnownShape> known) {
  if (files->extension == ".npy") return r.not_applicable(kNumpy, files->folder);
  if (is_picture(files->extension))
    return r.not_applicable(kPictures, files->folder, files->extension);
  if (*tool != "hb_mapper") return r.not_applicable(kTool, *tool);
  if (files->type == DType::kUnknown) return r.unknown(kNoType);
  if (!stated && !known) return r.unknown(kNoShape);
  const Shape& shape = stated ? *stated : *known;
  const auto need = calibration_bytes(shape, files->type);
  if (!need) return r.unknown(kNoShape);
  for (const CalibrationSample::Size& s : files->sizes) {
    if (fits_frame(s.bytes, *need, shape)) continue;
    const Evidence at = type_place(**config, files.at());
    const std::string other = other_type(s.bytes, shape);
    if (other.empty())
      r.fail(at, kSize, s.example, s.bytes, shape_text(shape), show(files->type), *need);
    else
      r.fail(at, kOther, s.example, s.bytes, shape_text(shape), show(files->type), *need, other);
    return void(r.also(s.at, kSeveral, s.files, files->measured));
  }
}

}  // namespace

extern const Rule CAL005;
constinit const Rule CAL005 = rule<check>({
    .code = "CAL005",
    .name = "calibration-file-layout",
    .severity = Severity::kError,
    .summary = {"calibration files do not have the size of the input", "校准文件的大小与输入不符"},
    .why = {"The build stops late (`cannot reshape array of size`), or reads noise.",
            "构建在后期中止（`cannot reshape array of size`），或读入噪声。"},
    .fix = {"Write the files in the type that cal_data_type states, one sample a file, without a "
            "header.",
            "按 cal_data_type 所写的类型保存文件，每个文件一个样本，不带文件头。"},
    .source = "forum.d-robotics.cc topic 25297: cannot reshape array of size; hb_mapper manual "
              "ptq_process.md, cal_data_type",
});

}  // namespace npulint
