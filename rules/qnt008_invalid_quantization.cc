#include <cmath>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kCount{"`{0}` has {1} scales on axis {2}, whose size is {3} in {4}",
                      "`{0}` 在第 {2} 轴上有 {1} 个 scale，而该轴大小为 {3}（形状 {4}）"};
constexpr Text kAnyCount{"`{0}` has {1} scales and no axis; no dim of {2} has that size",
                         "`{0}` 有 {1} 个 scale 但没有给出轴；形状 {2} 中没有大小相符的维"};
constexpr Text kRange{"`{0}` has {1} scales on axis {2}, its shape {3} has {4} dims",
                      "`{0}` 的 {1} 个 scale 在第 {2} 轴上，而形状 {3} 只有 {4} 维"};
constexpr Text kScale{
    "`{0}`: scale {1} is {2}; a scale is finite and positive ({3} of {4} are not)",
    "`{0}`：第 {1} 个 scale 为 {2}；scale 必须是有限正数（{4} 个中有 {3} 个不是）"};
constexpr Text kZeros{"`{0}` has {1} zero points for {2} scales",
                      "`{0}` 有 {1} 个零点，却有 {2} 个 scale"};
constexpr Text kNone{"the tensor has no scales", "该张量没有 scale"};
constexpr Text kFloat{"the tensor is stored as {0}", "该张量以 {0} 存储"};
constexpr Text kShape{"the shape of the tensor", "该张量的形状"};

void check(Report& r, Have<TensorName> name, Have<TensorQuant> quant, Maybe<TensorDType> dtype,
           Maybe<TensorShape> shape, Maybe<TensorAligned> aligned) {
  if (dtype && !is_integer(*dtype)) return r.not_applicable(kFloat, dtype_name(*dtype));
  const auto& scales = quant->scales;
  if (scales.empty()) return r.not_applicable(kNone);
  const size_t n = scales.size(), zeros = quant->zero_points.size();
  size_t bad = 0, first = 0;
  for (size_t i = n; i-- > 0;)
    if (!std::isfinite(scales[i]) || scales[i] <= 0) ++bad, first = i;
  if (bad) r.fail(quant.at(), kScale, *name, first, number_text(scales[first]), bad, n);
  if (zeros > 1 && zeros != n) r.fail(quant.at(), kZeros, *name, zeros, n);
  if (n == 1) return;  // the axis of a single scale means nothing
  if (!shape) return r.items.empty() ? r.unknown(kShape) : void();
  const auto fits = [&](int64_t dim) { return dim < 0 || static_cast<uint64_t>(dim) == n; };
  if (!quant->axis || *quant->axis < 0) {
    for (int64_t dim : *shape)
      if (fits(dim)) return;
    return void(r.fail(quant.at(), kAnyCount, *name, n, shape_text(*shape)));
  }
  const auto axis = static_cast<size_t>(*quant->axis);
  if (axis >= shape->size())
    r.fail(quant.at(), kRange, *name, n, axis, shape_text(*shape), shape->size());
  else if (!fits((*shape)[axis]) && !(aligned && axis < aligned->size() && fits((*aligned)[axis])))
    r.fail(quant.at(), kCount, *name, n, axis, (*shape)[axis], shape_text(*shape));
}

}  // namespace

extern const Rule QNT008;
constinit const Rule QNT008 = rule<check>({
    .code = "QNT008",
    .name = "invalid-quantization",
    .severity = Severity::kError,
    .summary = {"the quantisation parameters of a tensor do not fit the tensor",
                "张量的量化参数与张量不符"},
    .why = {"No reader can decode such a tensor; the description belongs to another build or was "
            "cut off.",
            "任何代码都无法正确解码这样的张量；该描述属于另一次编译，或者被截断。"},
    .fix = {"Export the description again from the artifact that is deployed.",
            "从实际部署的产物重新导出描述文件。"},
    .source = "hbDNNQuantiScale of the D-Robotics runtime documentation; 180 tensors of 26 "
              "transcripts, 0 violations",
});

}  // namespace npulint
