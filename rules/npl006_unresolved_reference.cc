#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kAbsent{"`{0}` names `{1}`, which is not there", "`{0}` 所指的 `{1}` 不存在"};
constexpr Text kNear{"`{0}` names `{1}`, which is not there; beside it there is `{2}`",
                     "`{0}` 所指的 `{1}` 不存在；其旁有 `{2}`"};

constexpr Text kNoMatch{"`{0}` names `{1}`, which matches no file",
                        "`{0}` 所指的 `{1}` 没有匹配任何文件"};
constexpr Text kOther{"`{0}` names `{1}`, which holds no {2}", "`{0}` 所指的 `{1}` 不含{2}"};
constexpr Text kOpen{"`{0}` holds a placeholder: `{1}`", "`{0}` 含有占位符：`{1}`"};
constexpr Text kNone{"no file is named", "没有引用任何文件"};

void check(Report& r, Have<References> references) {
  if (references->empty()) return r.not_applicable(kNone);
  for (const Reference& f : *references) {
    if (f.no) r.fail_as(Severity::kWarning, f.at, kOther, f.what, f.written, input_name(*f.no));
    if (f.exists || f.resolved.empty()) continue;
    if (f.written.find('*') != std::string::npos)
      r.fail(f.at, kNoMatch, f.what, f.written);
    else if (f.sibling.empty())
      r.fail_as(f.by_settings ? Severity::kWarning : Severity::kNote, f.at, kAbsent, f.what,
                f.written);
    else
      r.fail_as(Severity::kWarning, f.at, kNear, f.what, f.written, f.sibling);
  }
  if (!r.items.empty()) return;
  for (const Reference& f : *references)
    if (f.resolved.empty()) return r.unknown(kOpen, f.what, f.written);
}

}  // namespace

extern const Rule NPL006;
constinit const Rule NPL006 = rule<check>({
    .code = "NPL006",
    .name = "unresolved-reference",
    .severity = Severity::kNote,
    .summary = {"a file that a config, contract or bundle names is absent or of another kind",
                "配置、契约或产物组引用的文件不存在或类型不符"},
    .why = {"Rules that need the file are not checked. Weights and calibration data are often kept "
            "elsewhere; a name that is one letter off is a mistake.",
            "需要该文件的规则无法检查。权重和校准数据常存放在别处；但文件名差一个字母就是写错了。"},
    .fix = {"Correct the name, or run where the file is.",
            "更正文件名，或在文件所在的环境中运行。"},
    .source = "conversion configs of the public model zoos: paths of models and calibration data "
              "outside the repository",
});

}  // namespace npulint
