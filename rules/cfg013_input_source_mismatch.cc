#include "lint/config_combinations.h"
#include "lint/config_sources.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kNoMapping{
    "`input_source` is `{0}`; it must map the name of an input to a source, as in {{\"{1}\": ddr}}",
    "`input_source` 为 `{0}`；应为输入名到数据来源的映射，如 {{\"{1}\": ddr}}"};
constexpr Text kInput{"`input_source` names the input `{0}`; the model has: {1}",
                      "`input_source` 中的输入 `{0}` 不存在；模型的输入有：{1}"};
constexpr Text kUnknown{"`input_source` of `{0}` is {1}; the sources are {2}",
                        "`{0}` 的 `input_source` 为 {1}；可用的来源：{2}"};
constexpr Text kType{"`input_source` of `{0}` is {1}, but its `input_type_rt` {2} takes {3}",
                     "`{0}` 的 `input_source` 为 {1}，但其 `input_type_rt` {2} 只支持 {3}"};
constexpr Text kWarnType{
    "`input_source` of `{0}` is {1}; its `input_type_rt` {2} takes {3} on hb_compile, and the "
    "hb_mapper manual has no table",
    "`{0}` 的 `input_source` 为 {1}；在 hb_compile 上其 `input_type_rt` {2} 只支持 {3}，hb_mapper "
    "手册没有列表"};
constexpr Text kArea{
    "`input_source` of `{0}` is {1}, which is for less than {2} pixels; the input has {3}",
    "`{0}` 的 `input_source` 为 {1}，像素数须小于 {2}；该输入有 {3}"};
constexpr Text kRt{"`input_type_rt`: {0}", "`input_type_rt`：{0}"};
constexpr Text kRename{"write `{0}`; the model then takes its input from that source",
                       "改写为 `{0}`；模型将改用该来源的输入"};

void say(Report& r, const SourceFault& f, bool published) {
  using Kind = SourceFault::Kind;
  if (f.kind == Kind::kNoMapping)
    r.fail(f.at, kNoMapping, f.written, f.input);
  else if (f.kind == Kind::kInput)
    r.fail(f.at, kInput, f.written, f.known);
  else if (f.kind == Kind::kUnknown)
    r.fail(f.at, kUnknown, f.input, f.written, f.known);
  else if (f.kind == Kind::kArea)
    r.fail(f.at, kArea, f.input, f.written, f.below, f.area);
  else if (published)
    r.fail(f.at, kType, f.input, f.written, f.type, f.known).also(f.other, kRt, f.type);
  else
    r.fail_as(Severity::kWarning, f.at, kWarnType, f.input, f.written, f.type, f.known)
        .also(f.other, kRt, f.type);
  if (!f.near.empty() && f.at.end - f.at.begin == f.written.size())
    r.fix({false, Message(kRename, f.near), {replace_range(f.at, f.near)}});
}

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain,
           Maybe<ConvertedGraph> graph) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const std::string tool = toolchain ? *toolchain : "";
  const bool published = Combinations::get().publishes_sources(tool);
  for (const SourceFault& f : source_faults(**config, tool, graph ? *graph : nullptr))
    say(r, f, published);
}

}  // namespace

extern const Rule CFG013;
constinit const Rule CFG013 = rule<check>({
    .code = "CFG013",
    .name = "input-source-mismatch",
    .severity = Severity::kError,
    .summary = {"input_source does not go with the inputs of the config",
                "input_source 与配置的输入不符"},
    .why =
        {"The source decides which tensors the compiled model has for an input (nv12 from the "
         "pyramid: y and uv). The tool stops, or the entry is passed over and the default holds.",
         "数据来源决定编译后该输入有哪些张量（来自 pyramid 的 nv12 为 y 和 "
         "uv）。工具报错退出，或忽略该项而采用默认值。"},
    .fix =
        {"Name the input as the ONNX does; pyramid or resizer for nv12 and gray, ddr for the rest.",
         "输入名与 ONNX 一致；nv12 和 gray 用 pyramid 或 resizer，其余用 ddr。"},
    .source = "OE-Skills compiler_parameters.md, common-errors.md; hb_mapper manual ptq_process.md",
});

}  // namespace npulint
