#include "lint/facts.h"

namespace npulint {
namespace {

void check(Report& r, Have<FileUnreadable> problems) {
  for (const Problem& p : *problems) r.fail_with(Severity::kError, p.at, p.what);
}

}  // namespace

extern const Rule NPL001;
constinit const Rule NPL001 = rule<check>({
    .code = "NPL001",
    .name = "unreadable-artifact",
    .severity = Severity::kError,
    .summary = {"a recognised file, or a part of it, cannot be read",
                "已识别的文件或其中一部分无法读取"},
    .why = {"What cannot be read cannot be checked, and the tool that is to use the file will "
            "mostly fail on it too.",
            "无法读取的内容就无法检查，而真正使用该文件的工具多半也会失败。"},
    .fix = {"Correct the place that is named; fetch a Git LFS pointer with `git lfs pull`; save "
            "texts as UTF-8.",
            "修正所指位置；Git LFS 指针用 `git lfs pull` 取回；文本以 UTF-8 保存。"},
    .source = "YAML 1.1 as PyYAML reads it; ONNX protobuf schema; TOML 1.0; RFC 8259; Git LFS "
              "pointer specification",
});

}  // namespace npulint
