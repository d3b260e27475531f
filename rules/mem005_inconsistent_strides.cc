#include <algorithm>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kOverlap{
    "strides of `{0}` overlap: dim {1} steps by {2} bytes, but dim {4} has {3} indices of {5} "
    "bytes",
    "`{0}` 的步长重叠：第 {1} 维步长为 {2} 字节，而第 {4} 维有 {3} 个下标，每个 {5} 字节"};
constexpr Text kElement{"the last stride of `{0}` is {1} bytes, but its {2} elements have {3}",
                        "`{0}` 的末维步长为 {1} 字节，但其 {2} 元素每个 {3} 字节"};
constexpr Text kSize{"`{0}` has {1} bytes in all, but its strides need {2} times {3} in dim 0",
                     "`{0}` 总共 {1} 字节，但按其步长，第 0 维需要 {2} 个 {3} 字节"};
constexpr Text kCaller{"the caller decides about all strides", "所有步长由调用方决定"};
constexpr Text kNoType{"the type of its elements is not stated", "未说明元素类型"};
constexpr Text kNoBytes{"{0} elements have no whole number of bytes", "{0} 元素不占整数个字节"};
constexpr Text kRank{"there are {0} strides for {1} dims", "{1} 个维度却有 {0} 个步长"};

// 0 and -1 mean that the caller decides, of a stride, a dim and the size: those are not compared.
void check(Report& r, Have<TensorName> name, Have<TensorShape> shape, Have<TensorStrides> strides,
           Maybe<TensorDType> dtype, Maybe<TensorBytes> bytes) {
  const std::vector<int64_t>& step = *strides;
  const std::vector<int64_t>& dim = *shape;
  if (step.size() != dim.size()) return r.unknown(kRank, step.size(), dim.size());
  if (std::all_of(step.begin(), step.end(), [](int64_t n) { return n <= 0; }))
    return r.not_applicable(kCaller);
  if (!dtype) return r.unknown(kNoType);
  const int64_t element = dtype_bits(*dtype) / 8;
  if (element == 0 || step.empty()) return r.not_applicable(kNoBytes, dtype_name(*dtype));
  if (step.back() > 0 && step.back() != element && dim.back() != 1) {
    r.fail(strides.at(), kElement, *name, step.back(), dtype_name(*dtype), element);
  } else if (const auto i = overlapping_dim(dim, step)) {
    r.fail(strides.at(), kOverlap, *name, *i, step[*i], dim[*i + 1], *i + 1, step[*i + 1]);
  } else if (bytes && *bytes > 0 && step[0] > 0 && dim[0] > 0 && *bytes / step[0] < dim[0]) {
    r.fail(bytes.at(), kSize, *name, *bytes, dim[0], step[0]);
  }
}

}  // namespace

extern const Rule MEM005;
constinit const Rule MEM005 = rule<check>({
    .code = "MEM005",
    .name = "inconsistent-strides",
    .severity = Severity::kError,
    .summary = {"the strides, shape, type and size of a tensor contradict each other",
                "张量的步长、形状、类型与大小互相矛盾"},
    .why =
        {"Metadata that contradicts itself was edited, truncated or written by a wrong exporter. "
         "Code that steps by it reads other elements than the model wrote.",
         "自相矛盾的元数据往往被改动、截断过，或由有误的导出脚本写出。按其遍历会读到错误的元素。"},
    .fix =
        {"Put a fresh description in its place: `npulint inspect FILE` shows what a .bin, .hbm of "
         "version 3 or .bmodel states itself, `npulint exporter` prints what reads the others. "
         "When the fresh one says the same, the artifact is at fault: build it again.",
         "换成新生成的描述：`npulint inspect FILE` 显示 .bin、第 3 版 .hbm 或 .bmodel "
         "自身的内容，其他产物用 `npulint exporter` 打印的脚本读取。若新的描述仍然矛盾，"
         "则问题在产物本身：请重新编译。"},
    .source = "OpenExplorer, dynamic input introduction: stride[i] >= stride[i+1] * shape[i+1]; "
              "held by all 180 tensors of public model_info transcripts",
});

}  // namespace npulint
