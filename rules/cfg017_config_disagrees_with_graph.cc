#include "lint/config_graph.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kName{"`input_name` names `{0}`; the ONNX has: {1}",
                     "`input_name` 中的 `{0}` 不存在；ONNX 的输入有：{1}"};
constexpr Text kMissing{"`input_name` lists {0} of the ONNX's {1} inputs; missing: {2}",
                        "`input_name` 列出 {0} 个，而 ONNX 有 {1} 个输入；缺少：{2}"};
constexpr Text kSeveral{
    "the config describes one input and has no `input_name`; the ONNX has {0}: {1}",
    "配置只描述了一个输入且没有 `input_name`；ONNX 有 {0} 个：{1}"};
constexpr Text kShape{"`input_shape` is {0}; the input of the ONNX is {1}",
                      "`input_shape` 为 {0}；ONNX 的输入为 {1}"};
constexpr Text kOther{
    "`input_shape` is {0}; the input of the ONNX is {1}, with the channels elsewhere",
    "`input_shape` 为 {0}；ONNX 的输入为 {1}，通道位置不同"};
constexpr Text kLayout{"`input_layout_train` is {0}; the input of the ONNX is {1}, which is {2}",
                       "`input_layout_train` 为 {0}；ONNX 的输入为 {1}，属于 {2}"};
constexpr Text kOnnx{"ONNX: {0}", "ONNX：{0}"};
constexpr Text kWrite{"write `{0}`, as the ONNX; the model is compiled anew",
                      "按 ONNX 改写为 `{0}`；模型需重新编译"};

void say(Report& r, const InputClash& c) {
  using Kind = InputClash::Kind;
  if (c.kind == Kind::kUnknownName)
    r.fail(c.at, kName, c.written, c.others);
  else if (c.kind == Kind::kMissing)
    r.fail(c.at, kMissing, c.written, c.count, c.others);
  else if (c.kind == Kind::kSeveral)
    r.fail(c.at, kSeveral, c.count, c.others);
  else if (c.kind == Kind::kShape)
    r.fail(c.at, kShape, c.written, c.stated);
  else if (c.kind == Kind::kOtherLayout)
    r.fail(c.at, kOther, c.written, c.stated);
  else
    r.fail(c.at, kLayout, c.written, c.stated, c.near);
  if (!c.near.empty() && c.at.end - c.at.begin == c.written.size())
    r.fix({false, Message(kWrite, c.near), {replace_range(c.at, c.near)}});
}

void check(Report& r, Have<TheConfig> config, Have<ConvertedGraph> graph,
           Maybe<Toolchain> toolchain) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  for (const InputClash& c : input_clashes(**config, toolchain ? *toolchain : "", **graph)) {
    say(r, c);
    r.also(graph.at(), kOnnx, c.stated.empty() ? c.others : c.stated);
  }
}

}  // namespace

extern const Rule CFG017;
constinit const Rule CFG017 = rule<check>({
    .code = "CFG017",
    .name = "config-disagrees-with-graph",
    .severity = Severity::kError,
    .summary = {"the config states other inputs than the ONNX has", "配置所述的输入与 ONNX 不符"},
    .why = {"The tool stops (\"Wrong num of input_name specified\"), or converts with a layout or "
            "size that the network was not trained on.",
            "工具报 \"Wrong num of input_name specified\" "
            "退出，或按网络训练时没有的布局或尺寸转换。"},
    .fix = {"State the inputs as the ONNX has them: all names, the shape, the layout. Check that "
            "the config is for this ONNX.",
            "按 ONNX 写出输入：全部名称、形状、布局；并确认配置与该 ONNX 对应。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills input_parameters.md, "
              "yaml-schema-errors.md",
});

}  // namespace npulint
