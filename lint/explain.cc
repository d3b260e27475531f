// `npulint explain` and `npulint rules`: what a rule says of itself.
#include <algorithm>

#include "lint/json_writer.h"
#include "lint/paint.h"
#include "lint/render.h"
#include "lint/utf8.h"

namespace npulint {
namespace {

constexpr size_t kCells = 96;

std::vector<Input> inputs_of(const Rule& rule, bool required_only) {
  std::vector<Input> out;
  for (const Need& n : rule.needs)
    if ((n.required || !required_only) &&
        std::find(out.begin(), out.end(), n.info->input) == out.end())
      out.push_back(n.info->input);
  return out;
}

void paragraph(std::string& out, const std::string& head, std::string_view text) {
  if (text.empty()) return;
  out += '\n' + head + '\n';
  for (const std::string& line : wrap(text, kCells - 2)) out += "  " + line + '\n';
}

void both(JsonWriter& w, std::string_view key, const Text& t) {
  w.key(key).object().field("en", t.en).field("zh", t.zh).end();
}

void rule_object(JsonWriter& w, const Rule& rule, bool lines) {
  w.object(lines).field("code", rule.code).field("name", rule.name);
  w.field("severity", severity_name(rule.severity));
  w.field("confidence", confidence_name(rule.confidence)).field("scope", scope_key(rule.scope));
  w.key("ignorable_inline").boolean(!rule.identity);
  both(w, "summary", rule.summary);
  both(w, "why", rule.why);
  both(w, "fix", rule.fix);
  w.field("source", rule.source);
  w.key("needs").array(lines);
  for (const Need& n : rule.needs) {
    w.object().field("fact", n.info->name).key("required").boolean(n.required);
    w.field("input", input_key(n.info->input));
    both(w, "label", n.info->label);
    both(w, "supply", input_supply(n.info->input));
    w.end();
  }
  w.end().end();
}

}  // namespace

std::string explain_text(const Rule& rule, const RenderOptions& o) {
  const bool zh = o.lang == Lang::kZh;
  const Paint paint{o.color};
  std::string out = paint.of(rule.severity, rule.code) + ' ' + paint.bold(rule.name) + '\n';
  out += std::string(severity_name(rule.severity)) + " · " +
         (zh ? "置信度至多 " : "confidence at most ") +
         std::string(confidence_name(rule.confidence)) + " · " + (zh ? "检查" : "checked for ") +
         std::string(scope_name(rule.scope).in(o.lang));
  if (rule.identity) out += zh ? " · 不能在文件内忽略" : " · cannot be ignored inline";
  out += "\n\n";
  for (const std::string& line : wrap(rule.summary.in(o.lang), kCells - 2))
    out += "  " + line + '\n';
  paragraph(out, paint.bold(zh ? "原因" : "why"), rule.why.in(o.lang));
  paragraph(out, paint.bold(zh ? "修复" : "fix"), rule.fix.in(o.lang));
  if (!rule.needs.empty()) {
    out += '\n' + paint.bold(zh ? "所需事实" : "needs") + '\n';
    std::vector<std::vector<std::string>> rows;
    for (const Need& n : rule.needs) {
      rows.push_back({std::string(n.info->label.in(o.lang)),
                      std::string(input_name(n.info->input).in(o.lang)),
                      n.required ? ""
                      : zh       ? "（可选）"
                                 : "(optional)"});
    }
    out += table(rows, "  ");
    const auto inputs = inputs_of(rule, true);
    if (!inputs.empty())
      out += '\n' + paint.bold(zh ? "缺少输入时：未检查" : "not checked without them; to supply") +
             '\n';
    for (Input i : inputs) {
      const std::string line = std::string(input_name(i).in(o.lang)) + (zh ? "：" : ": ") +
                               std::string(input_supply(i).in(o.lang));
      for (const std::string& l : wrap(line, kCells - 2)) out += "  " + l + '\n';
    }
  }
  if (!rule.identity)
    paragraph(out, paint.bold(zh ? "忽略" : "ignore"),
              "# npulint: ignore[" + std::string(rule.code) +
                  (zh ? "] -- 此处为何没有问题" : "] -- why this one is right"));
  paragraph(out, paint.bold(zh ? "来源" : "source"), rule.source);
  return out;
}

std::string explain_json(const Rule& rule) {
  JsonWriter w;
  rule_object(w, rule, true);
  return w.out + '\n';
}

std::string rules_text(const RenderOptions& o) {
  const bool zh = o.lang == Lang::kZh;
  const Paint paint{o.color};
  std::vector<std::vector<std::string>> rows;
  rows.push_back(zh ? std::vector<std::string>{"代码", "名称", "级别", "范围", "所需输入"}
                    : std::vector<std::string>{"code", "name", "severity", "scope", "needs"});
  for (const Rule* r : all_rules()) {
    std::string needs;
    for (Input i : inputs_of(*r, true)) {
      if (!needs.empty()) needs += zh ? "，" : ", ";
      needs += input_name(i).in(o.lang);
    }
    rows.push_back({std::string(r->code), std::string(r->name),
                    std::string(severity_name(r->severity)), std::string(scope_key(r->scope)),
                    needs});
  }
  const std::string plain = table(rows, "");
  const size_t head = plain.find('\n');
  return paint.bold(std::string_view(plain).substr(0, head)) + plain.substr(head);
}

std::string rules_json() {
  JsonWriter w;
  w.object(true).field("schema", "npulint-rules/1").field("version", NPULINT_VERSION);
  w.key("rules").array(true);
  for (const Rule* r : all_rules()) rule_object(w, *r, false);
  w.end().end();
  return w.out + '\n';
}

}  // namespace npulint
