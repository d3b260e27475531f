#include <algorithm>

#include "lint/facts.h"
#include "lint/release_check.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kField{"`{0}`: `format` is `{1}`, the name ends in `{2}`",
                      "`{0}`：`format` 为 `{1}`，文件名以 `{2}` 结尾"};
constexpr Text kContent{"`{0}` is no model of its extension: it holds {1}",
                        "`{0}` 的内容与扩展名不符：实际是 {1}"};
constexpr std::string_view kModels[] = {"bin", "hbm", "bmodel", "onnx"};

bool is_model(std::string_view format) {
  return std::find(std::begin(kModels), std::end(kModels), format) != std::end(kModels);
}

constexpr Text kAlone{"`{0}` states no format, and the file is not here",
                      "`{0}` 没有写明格式，文件也不在此处"};

void check(Report& r, Have<ReleasedAssets> assets) {
  for (const ReleasedAsset& a : (*assets)->assets) {
    const std::string& ext = a.ext;
    const Fact<std::string>& format = a.stated->format;
    const bool judged = format && ext.size() > 1 && (is_model(*format) || is_model(ext.substr(1)));
    if (judged && "." + lower(*format) != ext) r.fail(format.at, kField, a.name, *format, ext);
    if (const std::string_view holds = foreign_content(a); !holds.empty())
      r.fail(whole_file(a.file), kContent, a.name, holds);
  }
  if (!r.items.empty()) return;
  for (const ReleasedAsset& a : (*assets)->assets)
    if (!a.stated->format && a.real.empty()) return r.unknown(kAlone, a.name);
}

}  // namespace

extern const Rule ZOO007;
constinit const Rule ZOO007 = rule<check>({
    .code = "ZOO007",
    .name = "format-disagrees",
    .severity = Severity::kError,
    .summary = {"`format`, the extension and the content of a file do not agree",
                "`format`、扩展名与文件内容不一致"},
    .why = {"A loader chooses the runtime by one of them: the file is refused, or taken for "
            "another kind of model.",
            "加载程序按其中之一选择运行时：文件会被拒绝，或被当作另一种模型。"},
    .fix = {"Correct the field or the name; if the content is wrong, fetch the file again.",
            "更正字段或文件名；若内容不对，请重新下载。"},
    .source = "Magic numbers: .hbm `#???hbm`, .bin of hb_mapper 08 01 10 01 2a, .bmodel "
              "0xFF55AAEE; zip, gzip and HTML as their specifications begin",
});

}  // namespace npulint
