// `npulint inspect` for the terminal: a compiled model.
#include <algorithm>
#include <cmath>
#include <set>

#include "lint/inspect_fields.h"
#include "lint/inspect_page.h"
#include "lint/recipe.h"
#include "lint/stride_line.h"

namespace npulint {
namespace {

using Kind = MemoryLayout::Kind;

std::string direction(const Page& page, const CompiledTensor& t) {
  return (t.is_input ? page.say("in", "输入") : page.say("out", "输出")) + ' ' +
         std::to_string(t.index);
}

// The strides as stated, but no number where the caller decides; and what they come to.
std::string strides_cell(const Page& page, const CompiledTensor& t, const MemoryLayout& m) {
  std::string out;
  if (t.strides) {
    bool all = !t.strides->empty();
    for (size_t i = 0; i < t.strides->size(); ++i) {
      const bool caller = caller_decides((*t.strides)[i]);
      all = all && caller;
      out += (i ? ", " : "[") +
             (caller ? page.say("caller", "调用方") : std::to_string((*t.strides)[i]));
    }
    out = all ? page.say("the caller decides", "由调用方决定") : out + ']';
  }
  if (m.kind != Kind::kDense && m.kind != Kind::kPadded) return out;
  return out + (out.empty() ? "" : " ") +
         (m.kind == Kind::kDense ? page.say("dense", "紧凑") : page.say("padded", "有填充"));
}

std::string bytes_cell(const Page& page, const CompiledTensor& t) {
  if (!t.byte_size) return "";
  return *t.byte_size == -1 ? page.say("caller", "调用方") : std::to_string(*t.byte_size);
}

// Of an input whose scale is a factor, the numbers in place of words that would mean the inverse.
std::string quant_cell(const CompiledTensor& t, std::string_view format) {
  if (!t.quant || !scale_is_factor(format, t.is_input) || t.quant->scales.size() != 1)
    return cell(t.quant);
  std::string out = "q = x * " + number_text(t.quant->scales[0]);
  if (t.quant->zero_points.size() == 1 && t.quant->zero_points[0] != 0)
    out += (t.quant->zero_points[0] < 0 ? " - " : " + ") +
           number_text(std::abs(static_cast<double>(t.quant->zero_points[0])));
  return out;
}

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
                   cell(c.aligned_shape), strides_cell(page, c, memory_layout(c)),
                   bytes_cell(page, c), cell(c.layout), cell(c.source), quant_cell(c, m.format)});
    }
  }
  page.rows(columns_in_use(t), true);
}

// The bytes of a row, drawn, of tensors that are not dense. What holds for all is said once.
void memory(Page& page, const CompiledModel& m) {
  Rows t;
  size_t tensors = 0;
  std::set<std::string> lines;
  for (const auto* list : {&m.inputs, &m.outputs})
    for (const CompiledTensor& c : *list) {
      ++tensors;
      std::string who = direction(page, c), name = shortened(c.name);
      for (const std::string& line : stride_lines(memory_layout(c), page.lang)) {
        t.push_back({std::move(who), std::move(name), escape_terminal(line)});
        lines.insert(line);
        who.clear();
        name.clear();
      }
    }
  if (t.empty()) return;
  page.head("memory", "内存");
  if (lines.size() == 1 && t.size() == tensors && tensors > 1)
    page.out += "    " + t[0][2] + '\n';
  else
    page.rows(t);
}

void recipes(Page& page, const CompiledModel& m, bool encode) {
  const auto& list = encode ? m.inputs : m.outputs;
  if (std::none_of(list.begin(), list.end(), has_recipe)) return;
  if (encode)
    page.head("how to write the quantised inputs", "如何写入量化的输入");
  else
    page.head("how to read the outputs", "如何读取输出");
  for (const CompiledTensor& c : list) {
    if (!has_recipe(c)) continue;
    const Recipe r = recipe_of(c, m.format);
    page.out += "    " + direction(page, c) + "  " + shortened(c.name);
    const auto line = [&](std::string_view text) {
      page.out += "           " + escape_terminal(text) + '\n';
    };
    if (r.kind == Recipe::Kind::kAsIs) {
      page.out += "  " + escape_terminal(recipe_words(r, page.lang)) + '\n';
    } else {
      page.out += '\n';
      line(recipe_words(r, page.lang));
    }
    if (r.kind == Recipe::Kind::kScale || r.kind == Recipe::Kind::kShift) line(r.formula);
    if (!r.address.empty() && memory_layout(c).gaps()) line(r.address);
    for (const auto& [wanted, code] : {std::pair(page.options.recipe_cpp, &r.cpp),
                                       std::pair(page.options.recipe_python, &r.python)})
      if (wanted && !code->empty()) page.out += '\n' + *code + '\n';
  }
}

}  // namespace

void show_model(Page& page, const CompiledModel& m) {
  identity(page, m);
  tensors(page, m);
  memory(page, m);
  recipes(page, m, true);
  recipes(page, m, false);
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
