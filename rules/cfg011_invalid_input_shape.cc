#include <algorithm>

#include "lint/config_shapes.h"
#include "lint/facts.h"
#include "lint/reasons.h"
#include "lint/wording.h"

namespace npulint {
namespace {

using Kind = ShapeFault::Kind;
// {0} whose shape, {1} the shape, {2} its dims, {3} type, {4} what it has, {5} what is wanted, {6}
// near.
constexpr Wording<Kind> kWordings[] = {
    {Kind::kMalformed,
     {"{0} is `{1}`, which is no shape: positive dims joined by a lower-case x, as in {6}",
      "{0} 为 `{1}`，不是合法形状：应为用小写 x 连接的正整数，如 {6}"}},
    {Kind::kBlanks,
     {"{0} is `{1}`; the manuals write it without blanks", "{0} 为 `{1}`；手册的写法不含空格"},
     Severity::kWarning},
    {Kind::kRank,
     {"{0} {1} has {2} dims; an input of type {3} is an image and has four",
      "{0} {1} 有 {2} 维；类型为 {3} 的输入是图像，须为四维"}},
    {Kind::kFeatureRank,
     {"{0} {1} has {2} dims; the hb_mapper manual documents four dims only",
      "{0} {1} 有 {2} 维；hb_mapper 手册只支持四维输入"},
     Severity::kWarning},
    {Kind::kChannels,
     {"{0} {1} has {4} channels; an input of type {3} has {5}",
      "{0} {1} 有 {4} 个通道；类型为 {3} 的输入应为 {5} 个"}},
    {Kind::kOtherLayout,
     {"{0} {1} has {4} channels by `input_layout_train`; type {3} has {5}, which fits {6}",
      "按 `input_layout_train`，{0} {1} 有 {4} 个通道；类型 {3} 应为 {5} 个，与 {6} 相符"}},
    {Kind::kOdd,
     {"{0} {1} has the odd size {4}; {3} needs an even height and width",
      "{0} {1} 含奇数尺寸 {4}；{3} 要求高和宽为偶数"}},
    {Kind::kBatchDim,
     {"{0} {1} begins with {4}; with `input_batch` {6} the first dim must be 1",
      "{0} {1} 的首维为 {4}；设置 `input_batch` {6} 时首维须为 1"}},
    {Kind::kBatchInputs,
     {"`input_batch` is {6}, but the config has {5} inputs; it is for one",
      "`input_batch` 为 {6}，而配置有 {5} 个输入；该参数只适用于单输入模型"}},
};
static_assert(complete(kWordings, Kind::kBatchInputs));
constexpr Text kConfigShape{"`input_shape`", "`input_shape`"};
constexpr Text kGraphShape{"the ONNX input's shape", "ONNX 输入的形状"};
constexpr Text kStates{"`{0}`", "`{0}`"};
constexpr Text kWrite{"write `{0}`: the tool refuses the shape as it stands, so the model is new",
                      "改写为 `{0}`：工具不接受现有写法，模型将是新编译的"};

Message sentence(const ShapeFault& f, const Text& text) {
  const auto dims = 1 + std::count(f.written.begin(), f.written.end(), 'x');
  return Message(text, f.of_graph ? kGraphShape : kConfigShape, f.written, dims, f.type, f.value,
                 f.wanted, f.near.empty() ? "1x3x224x224" : f.near);
}

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain,
           Maybe<ConvertedGraph> graph) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const std::string tool = toolchain ? *toolchain : "";
  for (const ShapeFault& f : shape_faults(**config, tool, graph ? *graph : nullptr)) {
    const auto& w = wording(kWordings, f.kind);
    r.fail_with(w.severity, f.at, sentence(f, w.text));
    if (f.repaired && f.at.end - f.at.begin == f.written.size())
      r.fix({false, Message(kWrite, f.near), {replace_range(f.at, f.near)}});
    if (f.other.known() && !f.of_graph) r.also(f.other, kStates, f.other_states);
    if (f.of_graph) r.also(graph.at(), kStates, f.written);
  }
}

}  // namespace

extern const Rule CFG011;
constinit const Rule CFG011 = rule<check>({
    .code = "CFG011",
    .name = "invalid-input-shape",
    .severity = Severity::kError,
    .summary = {"a shape that no tool reads, or that does not go with the type of the input",
                "形状无法解析，或与输入类型不符"},
    .why = {"The tool stops: \"The input_shape parse failed\", \"nv12 type does not support odd "
            "number input size\", or on hb_mapper a bare \"list index out of range\".",
            "工具报错退出：\"The input_shape parse failed\"、\"nv12 type does not support odd "
            "number input size\"，hb_mapper 也可能只报 \"list index out of range\"。"},
    .fix = {"State the shape of the ONNX input as 1x3x224x224; images have four dims, three "
            "channels (gray one), and even sizes for nv12.",
            "按 1x3x224x224 的写法给出 ONNX 输入的形状；图像为四维、三通道（gray 为一），nv12 "
            "的高宽为偶数。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills input_parameters.md, common-errors.md",
});

}  // namespace npulint
