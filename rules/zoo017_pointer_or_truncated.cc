#include <cstdlib>

#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kPointer{"`{0}` is a pointer of Git LFS, not the model",
                        "`{0}` 是 Git LFS 指针，不是模型"};
constexpr Text kEmpty{"`{0}` is empty", "`{0}` 是空文件"};
constexpr Text kSize{"`{0}` has {1} bytes, but {2} are stated",
                     "`{0}` 有 {1} 字节，而声明的是 {2} 字节"};
constexpr Text kUnread{"`{0}` cannot be read: {1}", "无法读取 `{0}`：{1}"};
constexpr int64_t kTolerance = 100;  // one part in: a size may be stated rounded

void check(Report& r, Have<ReleasedHere> files) {
  for (const ReleasedAsset& a : (*files)->assets) {
    if (a.real.empty()) continue;
    const Evidence file = whole_file(a.file);
    const Fact<int64_t>& size = a.stated->size;
    const auto bytes = static_cast<int64_t>(a.bytes);
    if (!a.unread.empty())
      r.fail(file, kUnread, a.name, a.unread);
    else if (a.pointer)
      r.fail(file, kPointer, a.name);
    else if (bytes == 0)
      r.fail(file, kEmpty, a.name);
    else if (size && *size >= 0 && std::abs(bytes - *size) > *size / kTolerance)
      r.fail(size.at, kSize, a.name, bytes, *size);
  }
}

}  // namespace

extern const Rule ZOO017;
constinit const Rule ZOO017 = rule<check>({
    .code = "ZOO017",
    .name = "pointer-or-truncated",
    .severity = Severity::kError,
    .summary = {"a released file is a pointer, empty or of another size than stated",
                "发布的文件是指针、为空，或大小与声明不符"},
    .why = {"The checkout or the download ended early; the board reports a damaged model, or the "
            "loader crashes.",
            "检出或下载提前结束；板端会报告模型损坏，或加载程序崩溃。"},
    .fix = {"`git lfs pull`, or fetch the file again.", "执行 `git lfs pull`，或重新下载。"},
    .source = "Git LFS specification (pointer files); sizes as the manifest states them",
});

}  // namespace npulint
