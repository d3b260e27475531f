#include "lint/config.h"
#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kDiffers{
    "`{0}` stands again: before `{1}`, here `{2}`; the tool takes the last one without a word",
    "`{0}` 再次出现：此前为 `{1}`，此处为 `{2}`；工具会静默采用最后一个"};
constexpr Text kEqual{"`{0}` stands again with the same value `{1}`",
                      "`{0}` 再次出现，值同为 `{1}`"};
constexpr Text kFirst{"the one before: `{0}`", "此前的一处：`{0}`"};
constexpr Text kRemove{"remove this `{0}`, which says the same as the one before",
                       "删除与前一处内容相同的 `{0}`"};

void check(Report& r, Have<TheConfig> config) {
  for (const DuplicateKey& d : (*config)->duplicates) {
    if (d.values_differ)
      r.fail_as(Severity::kError, d.second, kDiffers, d.path, d.first_value, d.second_value);
    else
      r.fail(d.second, kEqual, d.path, d.second_value);
    r.also(d.first, kFirst, d.first_value);
    const Entry* second = entry_at((*config)->root, d.second.begin);
    if (!d.values_differ && second)
      r.fix({true, Message(kRemove, d.path), {remove_entry(*second)}});
  }
}

}  // namespace

extern const Rule CFG001;
constinit const Rule CFG001 = rule<check>({
    .code = "CFG001",
    .name = "duplicate-key",
    .severity = Severity::kWarning,
    .summary = {"a key of the conversion config stands twice in one mapping",
                "转换配置的同一映射中某个键出现两次"},
    .why = {"PyYAML keeps the last value and reports nothing, so the model is built with a value "
            "that the reader of the "
            "first line does not expect.",
            "PyYAML 保留最后一个值且不报告，模型会按看到第一行的人意想不到的值编译。"},
    .fix = {"Delete one of the two keys.", "删除其中一个键。"},
    .source = "PyYAML 6.0 safe_load, measured",
});

}  // namespace npulint
