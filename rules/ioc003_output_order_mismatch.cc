#include <algorithm>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kElsewhere{
    "output {0} is read as {1}with {2} channels, the artifact has `{3}` of {4} there; output {5} "
    "has {2} channels",
    "输出 {0} 按{1} {2} 通道读取，而产物在该序号处是 `{3}`，形状 {4}；有 {2} 通道的是输出 {5}"};
constexpr Text kNowhere{
    "output {0} is read as {1}with {2} channels, the artifact has `{3}` of {4} there, and no "
    "output with {2} channels",
    "输出 {0} 按{1} {2} 通道读取，而产物在该序号处是 `{3}`，形状 {4}，且没有任何输出是 {2} 通道"};
constexpr Text kHere{"output {0} of the artifact: `{1}` {2}", "产物的输出 {0}：`{1}` {2}"};
constexpr Text kByName{"no output is taken by its index with its channels stated",
                       "没有按序号访问且声明了通道数的输出"};

void check(Report& r, Have<TheContract> contract, Have<OutputOrder> order,
           Maybe<AppAccess> access) {
  const auto& outputs = (*contract)->outputs;
  const bool stated = std::any_of(outputs.begin(), outputs.end(), [&](const AppTensor& a) {
    return a.channels && (access ? *access == "by_index" : a.index && !a.name);
  });
  if (!stated) return r.not_applicable(kByName);
  for (const OrderClash& c : *order) {
    const std::string role = c.role.empty() ? "" : "`" + c.role + "` ", shape = shape_text(c.shape);
    if (c.fits)
      r.fail(c.at, kElsewhere, c.index, role, c.expected, c.name, shape, *c.fits);
    else
      r.fail(c.at, kNowhere, c.index, role, c.expected, c.name, shape);
    r.also(c.artifact_at, kHere, c.index, c.name, shape);
  }
}

}  // namespace

extern const Rule IOC003;
constinit const Rule IOC003 = rule<check>({
    .code = "IOC003",
    .name = "output-order-mismatch",
    .severity = Severity::kError,
    .summary = {"outputs are taken by index in another order than the artifact has",
                "按序号读取的输出顺序与产物不符"},
    .why = {"Exporters and compilers order the heads differently: scores are decoded from the "
            "boxes' tensor and the reverse, without any error.",
            "不同的导出脚本和编译器输出检测头的顺序不同：会用检测框张量去解码得分，反之亦然，而且不"
            "报任何错误。"},
    .fix = {"Use the index that the artifact has the tensor at, or look outputs up by name or by "
            "channels.",
            "使用产物中该张量的实际序号，或者按名称或通道数查找输出。"},
    .source =
        "D-Robotics/rdk_model_zoo 7fe4c1e; xiongqi123123/RDK_ToolChain#4; forum.d-robotics.cc "
        "34614",
});

}  // namespace npulint
