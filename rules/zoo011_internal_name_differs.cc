#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kDiffers{"the model inside is called `{0}`, its file `{1}`",
                        "产物内部的模型名为 `{0}`，文件名为 `{1}`"};

void check(Report& r, Have<InternalName> inside, Have<ArtifactStem> stem) {
  if (*inside != *stem) r.fail(stem.at(), kDiffers, *inside, *stem);
}

}  // namespace

extern const Rule ZOO011;
constinit const Rule ZOO011 = rule<check>({
    .code = "ZOO011",
    .name = "internal-name-differs",
    .severity = Severity::kNote,
    .summary = {"the name of the model inside an artifact is not that of its file",
                "产物内部的模型名与文件名不一致"},
    .why = {"The runtime hands out models by their internal name: code that derives it from the "
            "file finds none, and two files with one internal name cannot be told apart once they "
            "are packed. Maps of scheduling are keyed by it.",
            "运行时按内部名称提供模型：由文件名推导名称的代码会找不到模型；内部名称相同的两个文件打"
            "包后无法区分。调度表也以内部名称为键。"},
    .fix =
        {"Rename the file, or build with that name (`output_model_file_prefix`, `--model_name`).",
         "重命名文件，或以该名称编译（`output_model_file_prefix`、`--model_name`）。"},
    .source = "RDK Model Zoo releases of efficient_sam, mobile_sam and fcos: internal names of "
              "earlier builds",
});

}  // namespace npulint
