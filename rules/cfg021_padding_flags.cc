#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kOne{"extra_params states `{0}` but not `{1}`, which is then false",
                    "extra_params 给出了 `{0}`，但没有给出 `{1}`，后者将取 false"};
constexpr Text kDiffer{"the padding flags are `{0}`, but `{1}` converts the same ONNX with `{2}`",
                       "填充标志为 `{0}`，而 `{1}` 以 `{2}` 转换同一个 ONNX"};
constexpr Text kThere{"`{0}`: `{1}`", "`{0}`：`{1}`"};
constexpr Text kState{"the model is compiled with `{0}`: strides in the application must agree",
                      "模型以 `{0}` 编译：应用中的步长必须与之一致"};
constexpr Text kNone{"the config states neither flag", "配置未给出这两个标志"};
constexpr Text kMapper{"{0} has no such flags", "{0} 没有这些标志"};

void check(Report& r, Have<PaddingFlagsStated> flags, Have<Toolchain> toolchain) {
  if (*toolchain != "hb_compile") return r.not_applicable(kMapper, *toolchain);
  if (!flags->input && !flags->output) return r.not_applicable(kNone);
  if (!flags->input || !flags->output) {
    const char *in = "input_no_padding", *out = "output_no_padding";
    r.fail(flags.at(), kOne, flags->input ? in : out, flags->input ? out : in);
  }
  for (const ConfigClash& c : flags->others)
    r.fail(flags.at(), kDiffer, show(*flags), c.other, c.value)
        .also(c.at, kThere, c.other, c.value);
  if (r.items.empty()) r.fail_as(Severity::kNote, flags.at(), kState, show(*flags));
}

}  // namespace

extern const Rule CFG021;
constinit const Rule CFG021 = rule<check>({
    .code = "CFG021",
    .name = "padding-flags",
    .severity = Severity::kWarning,
    .summary = {"input_no_padding and output_no_padding are half stated, or differ between configs "
                "of one model",
                "input_no_padding 与 output_no_padding 只给出一个，或同一模型的配置之间不一致"},
    .why = {"The flags decide the strides of inputs and outputs. An application that was written "
            "for one build reads shifted rows from the other.",
            "这两个标志决定输入输出的步长。为一种构建编写的应用读取另一种构建时会出现行错位。"},
    .fix = {"State both flags, alike in all configs of the model, and take strides from the "
            "artifact in the application.",
            "同时给出两个标志，并在该模型的所有配置中保持一致；应用应从产物读取步长。"},
    .source = "OE-Skills hbdk-manual model-compile.md: input_no_padding and output_no_padding, "
              "both false by default",
});

}  // namespace npulint
