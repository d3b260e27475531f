#include "lint/dump_text.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kSameWidth{
    "output `{0}` is stored as {1}, the application reads {2}: both are {3} bytes, so byte counts "
    "agree",
    "输出 `{0}` 以 {1} 存储，应用按 {2} 读取：两者都是 {3} 字节，字节数检查无法发现"};
constexpr Text kOtherWidth{
    "output `{0}` is stored as {1} ({3} bits), the application reads {2} ({4} bits)",
    "输出 `{0}` 以 {1} 存储（{3} 位），应用按 {2} 读取（{4} 位）"};
constexpr Text kSign{"{0} and {1} differ in the sign only: signedness is judged by itself",
                     "{0} 与 {1} 只差符号：符号性由单独的规则判断"};

// A bool is stored as one byte of 0 or 1.
bool is_byte(DType t) { return is_integer(t) && dtype_bits(t) == 8; }

void check(Report& r, Have<RowName> name, Have<StoredDType> stored, Have<AppReadAs> read_as,
           Maybe<AppDecode> decode, Maybe<DumpMeasures> measure, Maybe<DumpSizes> dumps) {
  if (decode && *decode == Decode::kRuntime)
    return r.not_applicable(reasons::kRuntimeDecodes, dtype_name(*read_as));
  if (*stored == *read_as) return;
  if (differ_in_sign_only(*stored, *read_as))
    return r.not_applicable(kSign, dtype_name(*stored), dtype_name(*read_as));
  if ((*stored == DType::kBool && is_byte(*read_as)) ||
      (*read_as == DType::kBool && is_byte(*stored)))
    return;
  const int bits = dtype_bits(*stored), read = dtype_bits(*read_as);
  if (bits == read && bits >= 8)
    r.fail(read_as.at(), kSameWidth, *name, dtype_name(*stored), dtype_name(*read_as), bits / 8);
  else
    r.fail(read_as.at(), kOtherWidth, *name, dtype_name(*stored), dtype_name(*read_as), bits, read);
  also_not_finite(r, measure, dumps);
}

}  // namespace

extern const Rule IOC006;
constinit const Rule IOC006 = rule<check>({
    .code = "IOC006",
    .name = "dtype-mismatch",
    .severity = Severity::kError,
    .summary = {"the application reads an output as another type than it is stored in",
                "应用读取输出所用的数据类型与存储类型不同"},
    .why = {"The bits are reinterpreted, not converted: int32 logits read as float32 became NaN or "
            "infinity "
            "in 16770 of 30000 values of a ResNet18, with the right file size.",
            "比特被重新解释而不是被转换：某 ResNet18 的 int32 输出按 float32 读取时，30000 "
            "个值中有 16770 个变成 NaN "
            "或无穷大，而文件大小完全正确。"},
    .fix =
        {"Read the stored type and convert the values; when the runtime decodes, declare `decode = "
         "\"runtime\"`.",
         "按存储类型读取后再做数值转换；如果由运行时反量化，请声明 `decode = \"runtime\"`。"},
    .source = "ResNet18 on nash-e, int32 output read as float32, measured",
});

}  // namespace npulint
