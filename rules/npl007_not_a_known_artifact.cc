#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kUnknown{
    "neither name nor content of this file is of a kind that npulint reads: nothing in it was "
    "checked",
    "该文件的名称和内容都不属于 npulint 能读取的类型：其中内容未检查"};

void check(Report& r, Have<FileUnrecognised> unrecognised) {
  if (*unrecognised) r.fail(unrecognised.at(), kUnknown);
}

}  // namespace

extern const Rule NPL007;
constinit const Rule NPL007 = rule<check>({
    .code = "NPL007",
    .name = "not-a-known-artifact",
    .severity = Severity::kNote,
    .summary = {"an explicitly named file is of no known kind", "显式指定的文件类型未知"},
    .why = {"A file that somebody named for checking was not checked.",
            "被指定检查的文件实际没有检查。"},
    .fix = {"Give a file of a known kind: a conversion YAML, `.onnx`, metadata JSON, a model_info "
            "text, `contract.toml`.",
            "请指定已知类型的文件：转换 YAML、`.onnx`、元数据 JSON、model_info "
            "文本、`contract.toml`。"},
    .source = "the formats that npulint reads (README)",
});

}  // namespace npulint
