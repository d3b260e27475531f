#include <algorithm>
#include <cmath>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kCount{"`{0}` has {1} scales on axis {2}, whose size is {3} in {4}",
                      "`{0}` 在第 {2} 轴上有 {1} 个 scale，而该轴大小为 {3}（形状 {4}）"};
constexpr Text kNoDim{"`{0}` has {1} scales, and no dim of {2} has that size",
                      "`{0}` 有 {1} 个 scale，而形状 {2} 中没有大小相符的维"};
constexpr Text kRange{"`{0}` has {1} scales on axis {2}, which {3} does not have",
                      "`{0}` 有 {1} 个 scale 在第 {2} 轴上，而形状 {3} 没有该轴"};
constexpr Text kScale{"`{0}`: scale[{1}] is {2}; {3} of {4} scales are not finite and positive",
                      "`{0}`：scale[{1}] 为 {2}；{4} 个 scale 中有 {3} 个不是有限正数"};
constexpr Text kZeros{"`{0}`: {1} zero points, {2} scales", "`{0}`：零点 {1} 个，scale {2} 个"};
constexpr Text kNone{"the tensor is no integer with scales", "该张量不是带 scale 的整数"};

bool all_same(const std::vector<int64_t>& v) {
  return std::equal(v.begin() + 1, v.end(), v.begin());
}

void check(Report& r, Have<TensorName> name, Have<TensorQuant> quant, Maybe<TensorDType> dtype,
           Maybe<TensorShape> shape, Maybe<TensorAligned> aligned) {
  const auto& scales = quant->scales;
  if (scales.empty() || (dtype && !is_integer(*dtype))) return r.not_applicable(kNone);
  const size_t n = scales.size(), zeros = quant->zero_points.size();
  const auto wrong = [](double s) { return !std::isfinite(s) || s <= 0; };
  const auto bad = std::count_if(scales.begin(), scales.end(), wrong);
  const auto first = std::find_if(scales.begin(), scales.end(), wrong) - scales.begin();
  if (bad) r.fail(quant.at(), kScale, *name, first, number_text(*(scales.begin() + first)), bad, n);
  if (zeros > 1 && zeros != n && !(n == 1 && all_same(quant->zero_points)))
    r.fail(quant.at(), kZeros, *name, zeros, n);
  if (!shape && n > 1 && r.items.empty())
    return r.unknown(Text{"shape of the tensor", "该张量的形状"});
  if (!shape || n == 1) return;  // the axis of a single scale means nothing
  const auto fits = [&](int64_t dim) { return dim < 0 || static_cast<uint64_t>(dim) == n; };
  const int stated = quant->axis.value_or(-1);
  if (stated < 0 && std::none_of(shape->begin(), shape->end(), fits))
    r.fail(quant.at(), kNoDim, *name, n, shape_text(*shape));
  if (stated < 0) return;
  const auto axis = static_cast<size_t>(stated);
  if (axis >= shape->size())
    r.fail(quant.at(), kRange, *name, n, axis, shape_text(*shape));
  else if (!fits((*shape)[axis]) && !(aligned && axis < aligned->size() && fits((*aligned)[axis])))
    r.fail(quant.at(), kCount, *name, n, axis, (*shape)[axis], shape_text(*shape));
}

}  // namespace

extern const Rule QNT008;
constinit const Rule QNT008 = rule<check>({
    .code = "QNT008",
    .name = "invalid-quantization",
    .severity = Severity::kError,
    .summary = {"the quantisation parameters do not fit the tensor", "量化参数与张量不符"},
    .why = {"Nothing can decode such a tensor: the description is cut off or of another build.",
            "任何代码都无法正确地反量化这样的张量：描述被截断，或属于另一次编译。"},
    .fix = {"Export the description again from the artifact that is deployed.",
            "从实际部署的产物重新导出描述文件。"},
    .source = "hbDNNQuantiScale of the D-Robotics runtime; 180 tensors measured, 0 violations",
});

}  // namespace npulint
