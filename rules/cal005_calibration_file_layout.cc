#include "lint/calibration_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kSize{"`{0}` has {1} bytes; {2} {3} needs {4}",
                     "`{0}` 有 {1} 字节；{2} 的 {3} 需要 {4} 字节"};
constexpr Text kOther{"`{0}` has {1} bytes; {2} {3} needs {4}, and {1} is the size of {5}",
                      "`{0}` 有 {1} 字节；{2} 的 {3} 需要 {4} 字节，而 {1} 字节正是 {5} 的大小"};
constexpr Text kSeveral{"{0} of {1} files have this size", "{1} 个文件中有 {0} 个为此大小"};
constexpr Text kNumpy{"`{0}` holds .npy files", "`{0}` 中是 .npy 文件"};
constexpr Text kPictures{
    "`{0}` holds pictures ({1} files, `{2}`); without `preprocess_on` hb_mapper reads them as raw "
    "values",
    "`{0}` 中是图片（{1} 个文件，`{2}`）；没有 `preprocess_on` 时 hb_mapper 会按原始数据读取"};
constexpr Text kUndecoded{"`{0}` holds pictures ({1}); what {2} makes of them is not documented",
                          "`{0}` 中是图片（{1}）；{2} 如何处理它们没有文档说明"};
constexpr Text kTool{"{0} takes type and shape from the .npy files",
                     "{0} 由 .npy 文件得到类型和形状"};
constexpr Text kNoShape{"the shape of the input is not known", "输入的形状未知"};

void check(Report& r, Have<CalibrationFiles> files, Have<TheConfig> config, Have<Toolchain> tool,
           Maybe<ConfigShape> stated, Maybe<KnownShape> known) {
  if (files->extension == ".npy") return r.not_applicable(kNumpy, files->folder);
  if (is_picture(files->extension) && *tool != "hb_mapper")
    return r.unknown(kUndecoded, files->folder, files->extension, *tool);
  if (is_picture(files->extension))
    return void(r.fail(files.at(), kPictures, files->folder, files->entries,
                       files->sizes.empty() ? files->extension : files->sizes[0].example));
  if (*tool != "hb_mapper") return r.not_applicable(kTool, *tool);
  if (files->type == DType::kUnknown) return r.unknown(reasons::kNoValueType);
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
