#include "lint/key_page.h"

#include <algorithm>
#include <array>

#include "lint/config_check.h"
#include "lint/json_writer.h"
#include "lint/name_tokens.h"
#include "lint/paint.h"
#include "lint/utf8.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr size_t kCells = 96;
constexpr std::string_view kFlat = "flat";
constexpr std::array<std::string_view, 2> kTools{"hb_mapper", "hb_compile"};

constexpr Text kType{"type", "类型"};
constexpr Text kPerInput{"{0}, one `;` item for each input", "{0}，每个输入一项，以 `;` 分隔"};
constexpr Text kRequired{"required", "必填"}, kOptional{"optional", "可选"};
constexpr Text kDeprecated{"deprecated, no effect", "已废弃，不起作用"};
constexpr Text kRejected{"no such key", "没有这个键"};
constexpr Text kUndocumented{"not documented", "文档未说明"};
constexpr Text kUnless{"required unless {0} is given", "未给出 {0} 时必填"};
constexpr Text kByManual{"required by the manual", "手册要求必填"};
constexpr Text kDefault{"{0}; default `{1}`", "{0}；默认 `{1}`"};
constexpr Text kRequiredWhen{"required when", "必填条件"};
constexpr Text kIneffective{"no effect when", "不起作用的条件"};
constexpr Text kAnyOf{"{0} is {1}", "{0} 为 {1}"};
constexpr Text kNoneOf{"{0} is not {1}", "{0} 不为 {1}"};
constexpr Text kAnyOther{"{0} holds anything but {1}", "{0} 含有 {1} 以外的值"};
constexpr Text kIsSet{"{0} is given", "给出了 {0}"};
constexpr Text kSeveral{"the config states several inputs", "配置写有多个输入"};
constexpr Text kExcept{"{0}, unless it is {1} itself", "{0}，其自身为 {1} 时除外"};
constexpr Text kOnly{"{0} (only {1})", "{0}（仅 {1}）"};
constexpr Text kNotIn{"{0} (not {1})", "{0}（{1} 除外）"};
constexpr Text kValues{"values", "取值"};
constexpr Text kOf{"{0}: {1}", "{0}：{1}"};
constexpr Text kNotOn{"not on", "不支持"};
constexpr Text kOutdated{"to be removed", "将被移除"};
constexpr Text kOutdatedValues{"deprecated values", "已废弃的取值"};
constexpr Text kInstead{"{0}; instead {1}", "{0}；改用 {1}"};
constexpr Text kReplaced{"replaced by", "由其取代"};
constexpr Text kNote{"note", "说明"};
constexpr Text kSource{"source", "来源"};
constexpr Text kKey{"key", "键"};
constexpr Text kSectionRequired{"hb_mapper wants this section to be there; hb_compile fills it in.",
                                "hb_mapper 要求该段存在；hb_compile 会自动补上。"};
constexpr Text kSectionOptional{"The section may be absent.", "该段可以省略。"};
constexpr Text kFlatSection{"The top level of a flat hbdk-compile config, which has no sections.",
                            "扁平的 hbdk-compile 配置的顶层，没有段。"};

// "skip or load"
std::string either(const std::vector<std::string>& list, Lang lang) {
  std::string out;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i)
      out += i + 1 < list.size() ? (lang == Lang::kZh ? "、" : ", ")
             : lang == Lang::kZh ? " 或 "
                                 : " or ";
    out += list[i];
  }
  return out;
}

std::string name_of(const KeySpec& k) { return k.section + "." + k.key; }

Text use_text(KeyUse use) {
  switch (use) {
    case KeyUse::kRequired:
      return kRequired;
    case KeyUse::kDeprecated:
      return kDeprecated;
    case KeyUse::kRejected:
      return kRejected;
    case KeyUse::kUndocumented:
      return kUndocumented;
    case KeyUse::kOptional:
      break;
  }
  return kOptional;
}

std::string_view use_name(KeyUse use) {
  switch (use) {
    case KeyUse::kRequired:
      return "required";
    case KeyUse::kDeprecated:
      return "deprecated";
    case KeyUse::kRejected:
      return "rejected";
    case KeyUse::kUndocumented:
      return "undocumented";
    case KeyUse::kOptional:
      break;
  }
  return "optional";
}

std::string_view condition_name(Condition::Kind kind) {
  switch (kind) {
    case Condition::Kind::kAnyOf:
      return "any_of";
    case Condition::Kind::kNoneOf:
      return "none_of";
    case Condition::Kind::kAnyOther:
      return "any_other";
    case Condition::Kind::kSeveralInputs:
      return "several_inputs";
    case Condition::Kind::kSet:
      break;
  }
  return "set";
}

// "hb_mapper bayes, bayes-e"; "" for all.
std::string scope_of(const std::string& toolchain, const std::vector<std::string>& marches) {
  return toolchain + (marches.empty() || toolchain.empty() ? "" : " ") + joined(marches);
}

std::string in_versions(std::string text, const std::vector<std::string>& only,
                        const std::vector<std::string>& but, Lang lang) {
  if (!only.empty()) text = Message(kOnly, text, joined(only)).in(lang);
  if (!but.empty()) text = Message(kNotIn, text, joined(but)).in(lang);
  return text;
}

// "hb_compile: …", or the text alone where it holds for both.
std::string scoped(const std::string& scope, const std::string& text, Lang lang) {
  return scope.empty() ? text : Message(kOf, scope, text).in(lang);
}

std::string condition_text(const Condition& c, Lang lang) {
  using Kind = Condition::Kind;
  const auto said = [&]() -> Message {
    switch (c.kind) {
      case Kind::kAnyOf:
        return Message(kAnyOf, c.key, either(c.values, lang));
      case Kind::kNoneOf:
        return Message(kNoneOf, c.key, either(c.values, lang));
      case Kind::kAnyOther:
        return Message(kAnyOther, c.key, either(c.values, lang));
      case Kind::kSeveralInputs:
        return Message(kSeveral);
      case Kind::kSet:
        break;
    }
    return Message(kIsSet, c.key);
  };
  std::string text = said().in(lang);
  if (!c.except.empty()) text = Message(kExcept, text, either(c.except, lang)).in(lang);
  return scoped(c.toolchain, in_versions(std::move(text), c.versions, c.not_versions, lang), lang);
}

// required | optional …, and the default.
std::string tool_text(const KeySpec& k, std::string_view tool, Lang lang) {
  const KeyUse use = k.use(tool);
  const std::string& fallback = k.fallback(tool);
  std::string text(use_text(use).in(lang));
  if (use == KeyUse::kRequired && !k.unless.empty())
    text = Message(kUnless, joined(k.unless)).in(lang);
  else if (use == KeyUse::kRequired && !fallback.empty())
    text = kByManual.in(lang);
  const bool read = use != KeyUse::kDeprecated && use != KeyUse::kRejected;
  return fallback.empty() || !read ? text : Message(kDefault, text, fallback).in(lang);
}

struct Line {
  std::string label, text;
};

// What the table says of a key, line by line; equal labels follow one another.
std::vector<Line> lines_of(const KeySpec& k, Lang lang) {
  std::vector<Line> out;
  const auto add = [&](const Text& label, std::string text) {
    out.push_back({std::string(label.in(lang)), std::move(text)});
  };
  add(kType, k.per_input ? Message(kPerInput, k.type).in(lang) : k.type);
  if (k.section != kFlat)
    for (const std::string_view tool : kTools)
      out.push_back({std::string(tool), tool_text(k, tool, lang)});
  for (const Condition& c : k.required_when) add(kRequiredWhen, condition_text(c, lang));
  for (const ValueSet& v : k.values)
    add(kValues, scoped(scope_of(v.toolchain, v.marches),
                        in_versions(legal_values(k, v), v.versions, v.not_versions, lang), lang));
  if (!k.rejected_on.empty()) add(kNotOn, joined(k.rejected_on));
  for (const Outdated& o : k.outdated) {
    std::string text = scope_of(o.toolchain, o.marches);
    if (!o.values.empty()) text = scoped(text, joined(o.values), lang);
    if (!o.replaced_by.empty()) text = Message(kInstead, text, o.replaced_by).in(lang);
    add(o.values.empty() ? kOutdated : kOutdatedValues, text);
  }
  for (const Condition& c : k.ineffective_when) add(kIneffective, condition_text(c, lang));
  if (!k.replaced_by.empty() && k.outdated.empty()) add(kReplaced, k.replaced_by);
  if (!k.note_en.empty()) add(kNote, std::string(Text{k.note_en, k.note_zh}.in(lang)));
  add(kSource, k.source);
  return out;
}

Text section_text(std::string_view section) {
  if (section == kFlat) return kFlatSection;
  return KeyTable::get().section_required(section, "hb_mapper") ? kSectionRequired
                                                                : kSectionOptional;
}

std::vector<std::string> all_sections() {
  std::vector<std::string> out = KeyTable::get().sections();
  out.emplace_back(kFlat);
  return out;
}

void write_values(JsonWriter& w, std::string_view name, const std::vector<std::string>& list) {
  w.key(name).array();
  for (const std::string& s : list) w.string(s);
  w.end();
}

void write_number(JsonWriter& w, std::string_view name, const std::optional<double>& v) {
  w.key(name);
  if (v)
    w.real(*v);
  else
    w.null();
}

void write_conditions(JsonWriter& w, std::string_view name, const std::vector<Condition>& list) {
  w.key(name).array();
  for (const Condition& c : list) {
    w.object().field("toolchain", c.toolchain).field("condition", condition_name(c.kind));
    w.field("key", c.section.empty() ? "" : c.section + "." + c.key);
    write_values(w, "values", c.values);
    write_values(w, "except", c.except);
    write_values(w, "versions", c.versions);
    write_values(w, "not_versions", c.not_versions);
    w.end();
  }
  w.end();
}

void write_key(JsonWriter& w, const KeySpec& k, bool lines) {
  w.object(lines).field("key", name_of(k)).field("section", k.section).field("name", k.key);
  w.field("type", k.type).key("per_input").boolean(k.per_input);
  w.key("toolchains").object();
  for (const std::string_view tool : kTools)
    w.key(tool)
        .object()
        .field("use", use_name(k.use(tool)))
        .field("default", k.fallback(tool))
        .end();
  w.end();
  write_values(w, "unless", k.unless);
  write_conditions(w, "required_when", k.required_when);
  w.key("values").array(lines);
  for (const ValueSet& v : k.values) {
    w.object().field("toolchain", v.toolchain);
    write_values(w, "marches", v.marches);
    write_values(w, "values", v.values);
    write_number(w, "low", v.low);
    write_number(w, "high", v.high);
    w.key("low_open").boolean(v.low_open);
    write_values(w, "extra", v.extra);
    write_values(w, "versions", v.versions);
    write_values(w, "not_versions", v.not_versions);
    w.field("source", v.source).end();
  }
  w.end();
  write_values(w, "rejected_on", k.rejected_on);
  w.key("outdated").array();
  for (const Outdated& o : k.outdated) {
    w.object().field("toolchain", o.toolchain);
    write_values(w, "marches", o.marches);
    write_values(w, "values", o.values);
    w.field("replaced_by", o.replaced_by).end();
  }
  w.end();
  write_conditions(w, "ineffective_when", k.ineffective_when);
  w.field("replaced_by", k.replaced_by);
  w.key("note").object().field("en", k.note_en).field("zh", k.note_zh).end();
  w.field("source", k.source).end();
}

// A cell of a page: no markup by accident.
std::string escaped(std::string_view s) {
  std::string out;
  for (const char c : s) {
    if (c == '<' || c == '*') out += '\\';
    out += c;
  }
  return out;
}

void page_in(std::string* out, Lang lang) {
  const bool zh = lang == Lang::kZh;
  for (const std::string& section : all_sections()) {
    *out += std::string(zh ? "### " : "## ") + section + "\n\n" +
            std::string(section_text(section).in(lang)) + "\n\n";
    for (const KeySpec& k : KeyTable::get().all()) {
      if (k.section != section) continue;
      *out += std::string(zh ? "#### " : "### ") + escaped(k.key) + "\n\n";
      for (const Line& l : lines_of(k, lang))
        *out += "* " + l.label + (zh ? "：" : ": ") + escaped(l.text) + "\n";
      *out += '\n';
    }
  }
}

// The shortest name that has all words of `key` in their order: "cal_dir" is short for
// "cal_data_dir". Empty: none, or `key` is one word.
std::string longer(const std::string& key, const std::vector<std::string>& names) {
  const std::vector<NameToken> words = name_tokens(key);
  std::string best;
  for (const std::string& name : names) {
    size_t found = 0;
    for (const NameToken& word : name_tokens(name))
      found += found < words.size() && word.text == words[found].text;
    if (found == words.size() && words.size() > 1 && (best.empty() || name.size() < best.size()))
      best = name;
  }
  return best;
}

}  // namespace

KeyQuery find_key(std::string_view name) {
  const KeyTable& table = KeyTable::get();
  KeyQuery q;
  const auto sections = all_sections();
  if (std::find(sections.begin(), sections.end(), name) != sections.end()) {
    q.section = name;
    return q;
  }
  const size_t dot = name.find('.');
  if (dot != std::string_view::npos) {
    q.key = table.find(name.substr(0, dot), name.substr(dot + 1));
  } else if (const auto keys = table.find_anywhere(name); keys.size() == 1) {
    q.key = keys[0];
  } else if (keys.empty()) {
    q.key = table.find(kFlat, name);
  }
  if (q.key) return q;
  std::vector<std::string> full, bare = sections;
  for (const KeySpec& k : table.all()) {
    full.push_back(name_of(k));
    if (k.section != kFlat) bare.push_back(k.key);
  }
  const std::string key(dot == std::string_view::npos ? name : name.substr(dot + 1));
  // A right name in a wrong section, then the nearest in full, then the nearest name alone.
  if (const auto keys = table.find_anywhere(key); !keys.empty())
    q.near = name_of(*keys[0]);
  else if (const auto near = dot == std::string_view::npos ? std::nullopt : nearest(name, full))
    q.near = *near;
  else
    q.near = nearest(key, bare).value_or(longer(key, bare));
  return q;
}

std::string key_text(const KeyQuery& q, const RenderOptions& o) {
  const Paint paint{o.color};
  std::string out;
  std::vector<std::vector<std::string>> rows;
  if (q.key) {
    out = paint.bold(name_of(*q.key)) + '\n';
    const auto lines = lines_of(*q.key, o.lang);
    size_t widest = 0;
    for (const Line& l : lines) widest = std::max(widest, cell_width(l.label));
    std::string last;
    for (const Line& l : lines) {
      std::string head = l.label == last ? "" : l.label;
      last = l.label;
      for (const std::string& part : wrap(l.text, kCells - widest - 4)) {
        out += "  " + pad(head, widest) + "  " + part + '\n';
        head.clear();
      }
    }
    return out;
  }
  out = paint.bold(q.section) + '\n';
  for (const std::string& l : wrap(section_text(q.section).in(o.lang), kCells - 2))
    out += "  " + l + '\n';
  out += '\n';
  rows.push_back({std::string(kKey.in(o.lang)), std::string(kType.in(o.lang))});
  const bool flat = q.section == kFlat;
  if (!flat)
    for (const std::string_view tool : kTools) rows[0].emplace_back(tool);
  for (const KeySpec& k : KeyTable::get().all()) {
    if (k.section != q.section) continue;
    rows.push_back({k.key, k.type});
    if (!flat)
      for (const std::string_view tool : kTools)
        rows.back().emplace_back(use_text(k.use(tool)).in(o.lang));
  }
  return out + table(rows, "  ");
}

std::string key_json(const KeyQuery& q) {
  JsonWriter w;
  if (q.key) {
    write_key(w, *q.key, true);
    return w.out + '\n';
  }
  w.object(true).field("section", q.section);
  const Text said = section_text(q.section);
  w.key("note").object().field("en", said.en).field("zh", said.zh).end();
  w.key("keys").array(true);
  for (const KeySpec& k : KeyTable::get().all())
    if (k.section == q.section) write_key(w, k, false);
  w.end().end();
  return w.out + '\n';
}

std::string config_reference_page() {
  std::string out =
      "# Keys of the conversion config\n\nGenerated from `lint/config_keys.toml`, which is "
      "compiled into the tool; `npulint explain --key NAME` prints the same. hb_mapper converts "
      "for bernoulli2, bayes and bayes-e, hb_compile for the nash marches.\n\n";
  page_in(&out, Lang::kEn);
  out +=
      "---\n\n## 中文\n\n由编译进工具的 `lint/config_keys.toml` 生成；`npulint explain --key 名称` "
      "打印相同内容。hb_mapper 用于 bernoulli2、bayes 和 bayes-e，hb_compile 用于 nash 系列 "
      "march。\n\n";
  page_in(&out, Lang::kZh);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace npulint
