#include "lint/config_counts.h"
#include "lint/facts.h"
#include "lint/graph.h"

namespace npulint {
namespace {

constexpr Text kDialect{"the config is not one of hb_mapper or hb_compile with sections",
                        "该配置不是带段的 hb_mapper 或 hb_compile 配置"};
constexpr Text kNames{"`{0}` has {1} items, but `input_name` lists {2}",
                      "`{0}` 有 {1} 项，而 `input_name` 列出 {2} 个"};
constexpr Text kOne{
    "`{0}` has one item, but `input_name` lists {1} inputs; one item is not taken for all of them",
    "`{0}` 只有一项，而 `input_name` 列出 {1} 个输入；单项不会应用于所有输入"};
constexpr Text kGraph{"`{0}` lists {1}, but the number of inputs of the ONNX is {2}",
                      "`{0}` 有 {1} 项，而 ONNX 的输入个数为 {2}"};
constexpr Text kInputName{"`input_name` lists {0}, but the other lists have {1} each",
                          "`input_name` 列出 {0} 个，而其他列表均为 {1} 项"};
constexpr Text kLists{"`{0}` lists {1}, but `{2}` lists {3}",
                      "`{0}` 有 {1} 项，而 `{2}` 有 {3} 项"};
constexpr Text kItems{"`{0}` lists {1}", "`{0}` 有 {1} 项"};
constexpr Text kInputs{"inputs of the ONNX: {0}", "ONNX 的输入个数：{0}"};

void check(Report& r, Have<TheConfig> config, Maybe<Toolchain> toolchain,
           Maybe<ConvertedGraph> graph) {
  if ((*config)->dialect != Dialect::kOe) return r.not_applicable(kDialect);
  const auto& lists = input_lists(**config, toolchain ? *toolchain : "");
  for (const auto& [list, by] : count_clashes(lists, graph ? fed_inputs(**graph).size() : 0)) {
    const std::string& key = list.spec->key;
    if (!by.spec)
      r.fail(list.at, kGraph, key, list.count, by.count).also(graph.at(), kInputs, by.count);
    else if (key == "input_name")
      r.fail(list.at, kInputName, list.count, by.count);
    else if (by.spec->key != "input_name")
      r.fail(list.at, kLists, key, list.count, by.spec->key, by.count);
    else if (list.count == 1)
      r.fail(list.at, kOne, key, by.count);
    else
      r.fail(list.at, kNames, key, list.count, by.count);
    if (by.spec) r.also(by.at, kItems, by.spec->key, by.count);
  }
}

}  // namespace

extern const Rule CFG009;
constinit const Rule CFG009 = rule<check>({
    .code = "CFG009",
    .name = "per-input-count-mismatch",
    .severity = Severity::kError,
    .summary = {"a list with `;` has not one item for every input",
                "以 `;` 分隔的列表项数与输入个数不符"},
    .why = {"The items belong to the inputs by their order: the tool stops with \"Wrong num "
            "received\", or gives an input the setting of another one.",
            "各项按顺序对应输入：工具报 \"Wrong num received\" 退出，或把某项设置给了别的输入。"},
    .fix = {"Write one item for every input in the order of `input_name`; `None` where an input "
            "has no mean or scale.",
            "按 `input_name` 的顺序为每个输入写一项；输入没有 mean 或 scale 时写 `None`。"},
    .source = "hb_mapper manual ptq_process.md; OE-Skills horizon_tc_ui yaml-schema-errors.md",
});

}  // namespace npulint
