// `npulint inspect` for the terminal: a compiled model.
#include <algorithm>

#include "lint/inspect_fields.h"
#include "lint/inspect_page.h"

namespace npulint {
namespace {

std::string strides_cell(const Fact<std::vector<int64_t>>& f) { return f ? list_text(*f) : ""; }

void identity(Page& page, const CompiledModel& m) {
  page.head("compiled model", "编译模型");
  Rows about{{page.say("format", "格式"), escape_terminal(m.format)}};
  fields(m, [&](std::string_view name, const auto& fact) {
    if (fact)
      about.push_back({std::string(name), cell(fact)});
    else if (!fact.missing.empty())
      about.push_back({std::string(name), "— " + escape_terminal(fact.missing.in(page.lang))});
  });
  for (const auto& [tool, version] : m.versions)
    if (version) about.push_back({escape_terminal(tool), cell(version)});
  page.rows(about);
}

void tensors(Page& page, const CompiledModel& m) {
  page.head("tensors", "张量");
  Rows t{page.lang == Lang::kZh
             ? std::vector<std::string>{"方向", "名称", "类型", "有效形状", "对齐形状",
                                        "步长（字节）", "字节", "布局", "来源", "量化"}
             : std::vector<std::string>{"", "name", "type", "valid shape", "aligned",
                                        "strides (bytes)", "bytes", "layout", "source",
                                        "quantisation"}};
  for (const auto* list : {&m.inputs, &m.outputs}) {
    for (const CompiledTensor& c : *list) {
      t.push_back({(c.is_input ? page.say("in", "输入") : page.say("out", "输出")) + ' ' +
                       std::to_string(c.index),
                   shortened(c.name), c.image ? cell(c.image) : cell(c.dtype), cell(c.shape),
                   cell(c.aligned_shape), strides_cell(c.strides),
                   c.byte_size ? std::to_string(*c.byte_size) : "", cell(c.layout), cell(c.source),
                   cell(c.quant)});
    }
  }
  page.rows(columns_in_use(t), true);
}

}  // namespace

void show_model(Page& page, const CompiledModel& m) {
  identity(page, m);
  tensors(page, m);
  show_build(page, m.removed_nodes, m.build);
}

void show_build(Page& page, const std::vector<Fact<std::string>>& removed_nodes,
                const std::map<std::string, Fact<std::string>>& build) {
  if (!removed_nodes.empty()) {
    page.head("removed nodes", "已删除的节点");
    for (const auto& n : removed_nodes)
      if (n) page.out += "    " + cell(n) + '\n';
  }
  if (build.empty()) return;
  page.head("build settings", "编译设置");
  Rows b;
  size_t stated = 0;
  for (const auto& [key, value] : build) {
    if (!value || value->empty()) continue;
    if (++stated <= kMostRows) b.push_back({escape_terminal(key), cell(value)});
  }
  page.rows(b);
  page.more(stated);
}

}  // namespace npulint
