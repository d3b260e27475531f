#include "lint/facts.h"
#include "lint/release_check.h"

namespace npulint {
namespace {

constexpr Text kUrl{"`{2}` says {3}, but its URL says {4} (such assets of `{1}`: {0})",
                    "`{2}` 表示 {3}，而其 URL 表示 {4}（`{1}` 中此类资产共 {0} 个）"};
constexpr Text kContent{"`{0}` says {1}, but no input of the model in it has that size",
                        "`{0}` 表示 {1}，但其中的模型没有该尺寸的输入"};
constexpr Text kSays{"the URL says {0}", "URL 表示 {0}"};
constexpr Text kInput{"its input `{0}` is {1}", "其输入 `{0}` 为 {1}"};
constexpr Text kNone{"no name states a size", "没有名称给出尺寸"};
constexpr Text kAlone{
    "`{0}` says {1}; no URL states a size, and the inputs of the file are not known",
    "`{0}` 表示 {1}；没有 URL 给出尺寸，文件的输入也未知"};

void check(Report& r, Have<ReleasedAssets> assets) {
  const ReleasedModel& m = **assets;
  const Assets other = assets_where(m, [](const ReleasedAsset& a) {
    return !a.dims.empty() && !a.url_dims.empty() && !sizes_agree(a.dims, a.url_dims);
  });
  if (!other.empty()) {
    const ReleasedAsset& a = *other[0];
    r.fail(a.stated->at, kUrl, other.size(), m.id, a.name, show_sizes(a.dims),
           show_sizes(a.url_dims))
        .also(a.stated->url.at, kSays, show_sizes(a.url_dims));
    also_assets(r, other);
  }
  const ReleasedAsset* alone = nullptr;
  bool any = !other.empty();
  for (const ReleasedAsset& a : m.assets) {
    any = any || !a.dims.empty();
    if (!alone && !a.dims.empty() && a.url_dims.empty() && !a.content) alone = &a;
    if (!a.content || a.dims.size() != 1 || takes_size(*a.content, a.dims[0])) continue;
    const CompiledTensor& in = a.content->inputs[0];
    r.fail(a.stated->at, kContent, a.name, show_sizes(a.dims))
        .also(in.shape.at, kInput, in.name, show(*in.shape));
  }
  if (!any) return r.not_applicable(kNone);
  if (r.items.empty() && alone) r.unknown(kAlone, alone->name, show_sizes(alone->dims));
}

}  // namespace

extern const Rule ZOO006;
constinit const Rule ZOO006 = rule<check>({
    .code = "ZOO006",
    .name = "dims-disagree",
    .severity = Severity::kError,
    .summary = {"the size in a file's name is not that of its URL or of the model in it",
                "文件名中的尺寸与 URL 或其中模型的尺寸不一致"},
    .why = {"An application that takes the input size from the name allocates and resizes for the "
            "wrong one: no error, wrong results.",
            "从文件名取得输入尺寸的应用会按错误的尺寸分配和缩放：不报错，但结果错误。"},
    .fix = {"Find out the real size (`npulint inspect FILE`) and rename what is wrong.",
            "查明实际尺寸（`npulint inspect 文件`），并更正错误的名称。"},
    .source = "RDK Model Zoo s 1.1.2: 20 YOLO classification assets named 640x640 with URLs that "
              "say 224x224",
    .confidence = Confidence::kMedium,
});

}  // namespace npulint
