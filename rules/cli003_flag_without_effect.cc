#include "lint/facts.h"
#include "lint/tpu_tools.h"

namespace npulint {
namespace {

constexpr Text kNeeds{"`{0}` does nothing without `{1}`", "没有 `{1}` 时，`{0}` 不起作用"};
constexpr Text kRefused{"`model_deploy` stops at `{0}` without `{1}`",
                        "没有 `{1}` 时，`model_deploy` 遇到 `{0}` 会报错退出"};
constexpr Text kChip{"`{0}` does nothing on {1}; it is for {2}",
                     "`{0}` 在 {1} 上不起作用；它用于 {2}"};
constexpr Text kTwice{"`{0}` and `{1}` are one option; the last one counts",
                      "`{0}` 与 `{1}` 是同一个选项；以最后一个为准"};
constexpr Text kIndex{"`{0}` counts from 1; index 0 names nothing",
                      "`{0}` 从 1 开始计数；下标 0 不指任何张量"};
constexpr Text kOpen{"whether `{0}` has an effect depends on words that the script does not tell",
                     "`{0}` 是否起作用取决于脚本未给出取值的展开"};
constexpr Text kFirst{"`{0}` is here too", "`{0}` 也在此处"};

void check(Report& r, Have<TheCommand> command) {
  const ToolCommand& c = *command;
  for (const char* flag : {"--customization_format", "--aligned_input"})
    if (const ToolFlag* f = c.flag(flag); f && !c.flag("--fuse_preprocess")) {
      if (c.open) return r.unknown(kOpen, f->written);
      if (f->name == "--customization_format")
        r.fail(f->at, kRefused, f->written, "--fuse_preprocess");
      else
        r.fail(f->at, kNeeds, f->written, "--fuse_preprocess");
    }
  if (const ToolFlag* f = c.flag("--test_reference"); f && !c.flag("--test_input")) {
    if (c.open) return r.unknown(kOpen, f->written);
    r.fail(f->at, kNeeds, f->written, "--test_input");
  }
  const ShellWord* chip = c.value("--chip");
  const TpuChip* known = chip ? tpu_chip(chip->text) : nullptr;
  if (const ToolFlag* f = c.flag("--aligned_input");
      f && known && known->extension == ".bmodel" && c.flag("--fuse_preprocess"))
    r.fail(f->at, kChip, f->written, chip->text, "CV18xx");
  if (const ToolFlag* f = c.flag("--compress_mode"); f && known && chip->text != "bm1688")
    if (const ShellWord* w = c.value("--compress_mode"); w && w->text != "none")
      r.fail(f->at, kChip, f->written, chip->text, "bm1688");
  const ToolFlag* first = nullptr;
  for (const ToolFlag& f : c.flags) {
    if (f.name != "--chip") continue;
    if (first && first->written != f.written)
      r.fail(f.at, kTwice, first->written, f.written).also(first->at, kFirst, first->written);
    first = &f;
  }
  for (const char* flag : {"--quant_input_list", "--quant_output_list"})
    if (const ShellWord* w = c.value(flag); w && ("," + w->text + ",").find(",0,") != w->text.npos)
      r.fail(w->at, kIndex, flag);
}

}  // namespace

extern const Rule CLI003;
constinit const Rule CLI003 = rule<check>({
    .code = "CLI003",
    .name = "flag-without-effect",
    .severity = Severity::kWarning,
    .summary = {"a flag that changes nothing for this chip or with these other flags",
                "对该芯片或在这些选项下不起作用的选项"},
    .why = {"The build does not do what the script says: preprocessing is not fused, inputs are "
            "not aligned, nothing is compared.",
            "构建并未按脚本所写执行：预处理没有融合，输入没有对齐，也没有任何比对。"},
    .fix = {"Add the flag that it needs, or remove it.", "补上它所需的选项，或将其删除。"},
    .source = "sophgo/tpu-mlir python/tools/model_deploy.py: customization_format is asserted to "
              "need fuse_preprocess; aligned_input acts on CV18xx, compress_mode on bm1688; the "
              "manual counts list indices from 1",
});

}  // namespace npulint
