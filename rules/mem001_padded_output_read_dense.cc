#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kRow{
    "output `{0}` has padding: a row of {1} elements occupies {2} bytes, {3} without padding; the "
    "application reads it as one dense block (`{4}`), so each further row is off by {5} bytes more",
    "输出 `{0}` 带有填充：一行 {1} 个元素占 {2} 字节，紧凑存放只需 {3} "
    "字节；应用按紧凑方式读取（`{4}`），此后每一行再多偏 {5} 字节"};
constexpr Text kElement{
    "output `{0}` has padding: each element occupies {1} bytes, {2} without padding; the "
    "application reads it as one dense block (`{3}`), so each further element is off by {4} bytes "
    "more",
    "输出 `{0}` 带有填充：每个元素占 {1} 字节，紧凑存放只需 {2} "
    "字节；应用按紧凑方式读取（`{3}`），此后每个元素再多偏 {4} 字节"};
constexpr Text kRuntime{
    "the runtime decodes the output; whether it also strips the padding is not stated",
    "输出由运行时反量化；未说明运行时是否同时去除填充"};

void check(Report& r, Have<RowName> name, Have<OutputPadding> padding, Have<AppReading> reading,
           Maybe<StoredShape>, Maybe<AlignedShape>, Maybe<StoredStrides>, Maybe<AppDecode> decode) {
  if (!padding->padded || !reading->dense) return;
  if (decode && *decode == Decode::kRuntime) return r.unknown(kRuntime);
  const int64_t gap = padding->row_stored - padding->row_dense;
  if (padding->row_elements == 1)
    r.fail(reading.at(), kElement, *name, padding->row_stored, padding->row_dense, reading->states,
           gap);
  else
    r.fail(reading.at(), kRow, *name, padding->row_elements, padding->row_stored,
           padding->row_dense, reading->states, gap);
}

}  // namespace

extern const Rule MEM001;
constinit const Rule MEM001 = rule<check>({
    .code = "MEM001",
    .name = "padded-output-read-dense",
    .severity = Severity::kError,
    .summary = {"an output with padding between its rows is read as one dense block",
                "行间带有填充的输出被当作紧凑内存读取"},
    .why =
        {"From the second row on, values come from the wrong place. Nothing fails: the result is "
         "plausible and wrong, often only for class counts that are no multiple of the alignment.",
         "从第二行起取到的都是错位的值。程序不会报错，结果看似合理却是错的，往往只在类别数不是对齐"
         "数整数倍时出现。"},
    .fix = {"Step by the strides that the runtime reports for the tensor, or build with the "
            "padding removed; then state `strides_bytes`, or `assume_contiguous = false` when rows "
            "are copied one by one.",
            "按运行时给出的张量步长遍历，或在编译时去除填充；然后在契约中声明 "
            "`strides_bytes`，逐行拷贝时声明 `assume_contiguous = false`。"},
    .source = "D-Robotics forum, model input/output alignment rules (topic 336); hobot_dnn "
              "EfficientDet parser: \"stride is 40, if do not have dequanti node\"",
});

}  // namespace npulint
