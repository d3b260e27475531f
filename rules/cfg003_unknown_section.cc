#include <algorithm>

#include "lint/config_check.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kKey{"`{0}` stands at top level; it belongs into section `{1}`",
                    "`{0}` 写在顶层；它属于段 `{1}`"};
constexpr Text kPlace{"no tool knows the section `{0}`; its content belongs into `{1}`",
                      "没有工具认识段 `{0}`；其内容应写入 `{1}`"};
constexpr Text kNear{"no tool knows the section `{0}`; the nearest is `{1}`",
                     "没有工具认识段 `{0}`；最接近的是 `{1}`"};
constexpr Text kUnknown{"no tool knows the section `{0}`; the sections are {1}",
                        "没有工具认识段 `{0}`；可用的段为 {1}"};

void check(Report& r, Have<TheConfig> config) {
  const Config& c = **config;
  if (c.dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const KeyTable& table = KeyTable::get();
  const auto& sections = table.sections();
  std::string all;
  for (const std::string& s : sections) all += (all.empty() ? "" : ", ") + s;
  for (const Entry& e : c.root.entries) {
    const std::string& name = e.key.text;
    // A key that YAML 1.1 changed is CFG002's; a merge key brings what its anchor holds.
    if (e.key.placeholder || e.key.kind != Node::Kind::kScalar ||
        (e.key.type != ScalarType::kString && !e.key.quoted))
      continue;
    if (std::find(sections.begin(), sections.end(), name) != sections.end()) continue;
    const std::string place = section_place(name);
    const Evidence at = config_place(c, e.key.range);
    if (table.find_anywhere(name).size() == 1)
      r.fail(at, kKey, name, place);
    else if (!table.section_hint(name).empty())
      r.fail(at, kPlace, name, place);
    else if (!place.empty())
      r.fail(at, kNear, name, place);
    else
      r.fail(at, kUnknown, name, all);
  }
}

}  // namespace

extern const Rule CFG003;
constinit const Rule CFG003 = rule<check>({
    .code = "CFG003",
    .name = "unknown-section",
    .severity = Severity::kError,
    .summary = {"a section of the conversion config that no tool knows",
                "转换配置中有工具不认识的段"},
    .why = {"The tool stops at an unknown section, or its settings have no effect.",
            "工具在未知段处报错退出，或其中的设置不起作用。"},
    .fix = {"Move the settings into the section that is named.", "把设置移到所指出的段中。"},
    .source = "hb_mapper manual; OE-Skills horizon_tc_ui yaml_schema.json",
});

}  // namespace npulint
