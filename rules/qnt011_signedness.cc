#include "lint/dequant.h"
#include "lint/io_facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kSign{
    "`{0}` is {1} in the model, the application handles it as {2}: {3} of one is {4} of the other, "
    "and byte counts agree",
    "`{0}` 在模型中为 {1}，应用按 {2} 处理：前者的 {3} 就是后者的 {4}，而字节数完全一致"};
constexpr Text kIndices{"class indices are the same in {0} and {1} up to the middle of the range",
                        "类别下标在 {0} 与 {1} 的前半范围内相同"};

// The integer whose bits are 11000…: what the type makes of them.
std::string example(DType t) {
  const int bits = dtype_bits(t);
  const uint64_t high = uint64_t{1} << (bits - 2);
  return is_signed(t) ? "-" + std::to_string(high) : std::to_string(3 * high);
}

void check(Report& r, Have<RowName> name, Have<HeldDType> held, Have<HandledDType> handled,
           Maybe<AppIoDecode> decode, Maybe<IoQuant> quant, Maybe<IoConsumer> consumer) {
  if (decode && *decode == Decode::kRuntime)
    return r.not_applicable(reasons::kRuntimeDecodes, dtype_name(*handled));
  if (!differ_in_sign_only(*held, *handled)) return;
  if (!(quant && carries_scale(*quant)) && consumer && *consumer == "class_map")
    return r.not_applicable(kIndices, dtype_name(*held), dtype_name(*handled));
  r.fail(handled.at(), kSign, *name, dtype_name(*held), dtype_name(*handled), example(*held),
         example(*handled));
}

}  // namespace

extern const Rule QNT011;
constinit const Rule QNT011 = rule<check>({
    .code = "QNT011",
    .name = "signedness",
    .severity = Severity::kError,
    .summary = {"unsigned integers are handled as signed ones, or the reverse",
                "无符号整数被当作有符号整数处理，或相反"},
    .why = {"Small values are right, large ones change their sign: the best scores become the "
            "worst, and a test with weak activations passes.",
            "小数值正确，大数值符号翻转：最高的得分变成最低，而激活较弱的测试却能通过。"},
    .fix = {"Read and write the type that the artifact states (`read_as` of an output, `dtype` of "
            "an input).",
            "按产物给出的类型读写（输出的 `read_as`，输入的 `dtype`）。"},
    .source = "tensorType of the D-Robotics runtime (S8, U8); TPU-MLIR stores tensors without "
              "negative values as uint8 (calibration threshold, 03_user_interface)",
});

}  // namespace npulint
