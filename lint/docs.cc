#include "lint/docs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "lint/engine.h"
#include "lint/key_page.h"
#include "lint/utf8.h"

namespace npulint {
namespace {

constexpr uint64_t kMostBytes = 1u << 20;  // of a file that a page may show
constexpr size_t kMostShown = 6000;        // bytes of a file on a page
constexpr size_t kMostDepth = 8;           // of folders in an example

bool is_text(std::string_view s) {
  for (size_t i = 0; i < s.size();) {
    const CodePoint c = decode(s, i);
    if (!c.valid || (c.value < 0x20 && c.value != '\n' && c.value != '\r' && c.value != '\t'))
      return false;
    i += c.size;
  }
  return true;
}

std::string language_of(std::string_view path) {
  const std::string e = extension(path);
  if (e == ".yaml" || e == ".yml") return "yaml";
  if (e == ".toml" || e == ".json") return e.substr(1);
  if (e == ".sh") return "sh";
  return "text";
}

// A fence longer than any run of backticks inside.
std::string fenced(std::string_view text, const std::string& language) {
  size_t longest = 2, run = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  std::string out = fence + language + '\n' + std::string(text);
  if (!text.ends_with('\n')) out += '\n';
  return out + fence + "\n";
}

std::string file_section(const std::string& path, const std::string& bytes) {
  std::string out = "`" + path + "`";
  if (bytes.empty()) return out + ": empty\n\n";
  if (!is_text(bytes)) return out + ": binary, " + std::to_string(bytes.size()) + " bytes\n\n";
  if (bytes.size() <= kMostShown) return out + "\n\n" + fenced(bytes, language_of(path)) + "\n";
  const size_t end = bytes.rfind('\n', kMostShown);
  if (end == std::string::npos)
    return out + ": " + std::to_string(bytes.size()) + " bytes of text\n\n";
  return out + " (the beginning; " + std::to_string(bytes.size()) + " bytes in all)\n\n" +
         fenced(std::string_view(bytes).substr(0, end + 1), language_of(path)) + "\n";
}

std::string example_section(const Rule& rule, const Example& e) {
  std::string out = "### " + e.name + "\n\n";
  for (const auto& [path, bytes] : e.files) out += file_section(path, bytes);
  std::string args;
  for (char c : e.args) args += c == '\n' || c == '\r' ? ' ' : c;
  args.erase(args.find_last_not_of(' ') + 1);
  const std::string command = "$ npulint check " + (args.empty() ? "." : args) +
                              " --profile review --select " + std::string(rule.code) + "\n";
  return out + fenced(command + e.expected, "text") + "\n";
}

struct Kind {
  std::string_view prefix, title;
};
constexpr Kind kKinds[] = {{"fail-", "Reported · 会报告"},
                           {"note-", "Reported as a note · 报告为提示"},
                           {"pass-", "Not reported · 不报告"},
                           {"unknown-", "Not checked · 未检查"}};

std::string needs_table(const Rule& rule, Lang lang) {
  const bool zh = lang == Lang::kZh;
  std::string out =
      zh ? "| 所需事实 | 来自 | |\n|---|---|---|\n" : "| needs | stated by | |\n|---|---|---|\n";
  for (const Need& n : rule.needs) {
    out += "| " + markdown_text(n.info->label.in(lang)) + " | " +
           markdown_text(input_name(n.info->input).in(lang)) + " | " +
           (n.required ? ""
            : zh       ? "可选"
                       : "optional") +
           " |\n";
  }
  std::vector<Input> seen;
  std::string list;
  for (const Need& n : rule.needs) {
    if (!n.required || std::find(seen.begin(), seen.end(), n.info->input) != seen.end()) continue;
    seen.push_back(n.info->input);
    list += "* " + std::string(input_name(n.info->input).in(lang)) + (zh ? "：" : ": ") +
            std::string(input_supply(n.info->input).in(lang)) + '\n';
  }
  out += zh ? "\n缺少必需的事实时，结论是*未检查*，而不是通过。补充方法：\n\n"
            : "\nWithout a fact that is not optional the verdict is *not checked*, never a pass. "
              "To supply:\n\n";
  return out + list + '\n';
}

std::string properties(const Rule& rule, Lang lang) {
  const bool zh = lang == Lang::kZh;
  std::string out = zh ? "| 级别 | 置信度至多 | 检查对象 |\n"
                       : "| severity | confidence at most | checked for |\n";
  out += "|---|---|---|\n| " + std::string(severity_name(rule.severity)) + " | " +
         std::string(confidence_name(rule.confidence)) + " | " +
         std::string(scope_name(rule.scope).in(lang)) + " |\n\n";
  return out;
}

std::string prose(const Rule& rule, Lang lang) {
  const bool zh = lang == Lang::kZh;
  std::string out = markdown_text(rule.summary.in(lang)) + "\n\n" + properties(rule, lang);
  out += std::string(zh ? "### 原因\n\n" : "## Why it matters\n\n") +
         markdown_text(rule.why.in(lang)) + "\n\n";
  out += std::string(zh ? "### 修复\n\n" : "## What to do\n\n") + markdown_text(rule.fix.in(lang)) +
         "\n\n";
  if (rule.needs.empty()) return out;
  return out + (zh ? "### 需要什么\n\n" : "## What it needs\n\n") + needs_table(rule, lang);
}

void collect(const FileReader& reader, const std::string& dir, const std::string& below,
             size_t depth, Example& to) {
  if (depth > kMostDepth) return;
  for (const std::string& name : reader.list(dir)) {
    const std::string path = join_path(dir, name);
    const std::string shown = below.empty() ? name : below + "/" + name;
    const FileStat::Kind kind = reader.stat(path).kind;
    if (kind == FileStat::Kind::kDirectory) collect(reader, path, shown, depth + 1, to);
    if (kind != FileStat::Kind::kFile) continue;
    std::string bytes, why;
    if (!reader.read_all(path, kMostBytes, &bytes, &why)) continue;
    if (shown == "args.txt")
      to.args = std::move(bytes);
    else if (shown == "expected.txt")
      to.expected = std::move(bytes);
    else
      to.files.emplace_back(shown, std::move(bytes));
  }
}

// Ready to paste. A rule about files knows no bundle.
std::string ignoring(const Rule& rule) {
  const std::string code(rule.code);
  std::string out;
  if (rule.identity)
    out = "No comment can ignore this rule. In `npulint.toml`, with a reason:\n\n";
  else
    out =
        "In a conversion config or a contract, at the end of the line or directly above the "
        "key:\n\n" +
        fenced("# npulint: ignore[" + code + "] -- why this one is right\n", "yaml") +
        "\nIn `npulint.toml`, for what can hold no comment:\n\n";
  return out + fenced("[[ignore]]\nrule = \"" + code + "\"\n" +
                          (rule.scope == Scope::kFile ? "" : "bundle = \"NAME\"\n") +
                          "reason = \"why this one is right\"\n",
                      "toml");
}

}  // namespace

std::string markdown_text(std::string_view s) {
  std::string out;
  for (char c : s) {
    if (c == '|' || c == '<') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string rule_page(const Rule& rule, const std::vector<Example>& examples) {
  const std::string code(rule.code), name(rule.name);
  std::string out = "# " + code + " · " + name + "\n\n" + prose(rule, Lang::kEn);
  bool head = false;
  for (const Kind& kind : kKinds) {
    bool first = true;
    for (const Example& e : examples) {
      if (!e.name.starts_with(kind.prefix)) continue;
      if (first) out += "## " + std::string(kind.title) + "\n\n";
      first = false;
      head = true;
      out += example_section(rule, e);
    }
  }
  if (head) {
    out +=
        "The reports above are what the tool prints; the tests compare them with every byte.\n\n";
  }
  out += "## How to ignore one finding\n\n" + ignoring(rule);
  if (!rule.source.empty()) out += "\n## Source\n\n" + markdown_text(rule.source) + "\n";
  return out + "\n---\n\n## 中文\n\n" + prose(rule, Lang::kZh) + "示例和忽略方法见上文。\n";
}

std::string rule_index() {
  std::string out = "# Rules\n\n| code | name | severity | what is wrong |\n|---|---|---|---|\n";
  const auto rows = [&](Lang lang) {
    for (const Rule* r : all_rules()) {
      const std::string code(r->code);
      out += "| [" + code + "](" + code + ".md) | " + std::string(r->name) + " | " +
             std::string(severity_name(r->severity)) + " | " + markdown_text(r->summary.in(lang)) +
             " |\n";
    }
  };
  rows(Lang::kEn);
  out += "\n## 规则\n\n| 代码 | 名称 | 级别 | 问题 |\n|---|---|---|---|\n";
  rows(Lang::kZh);
  return out;
}

std::vector<std::pair<std::string, std::string>> rule_docs(const FileReader& reader,
                                                           const std::string& examples) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Rule* rule : all_rules()) {
    const std::string code(rule->code), dir = join_path(examples, code);
    std::vector<Example> of_rule;
    if (reader.stat(dir).kind == FileStat::Kind::kDirectory) {
      for (const std::string& name : reader.list(dir)) {
        Example e;
        e.name = name;
        if (reader.stat(join_path(dir, name)).kind != FileStat::Kind::kDirectory) continue;
        collect(reader, join_path(dir, name), "", 0, e);
        of_rule.push_back(std::move(e));
      }
    }
    out.emplace_back(code + ".md", rule_page(*rule, of_rule));
  }
  out.emplace_back("../config-reference.md", config_reference_page());
  out.emplace_back("../coverage.md", coverage_page());
  out.emplace_back("../platforms.md", platform_page(Platforms::load(kNoFile)));
  out.emplace_back("README.md", rule_index());
  return out;
}

bool write_docs(const FileReader& reader, const std::string& examples, const std::string& out_dir,
                std::string* why) {
  std::error_code error;
  std::filesystem::create_directories(out_dir, error);
  if (error) {
    *why = out_dir + ": " + error.message();
    return false;
  }
  for (const auto& [name, page] : rule_docs(reader, examples)) {
    const std::string path = join_path(out_dir, name);
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!(file << page) || !file.flush()) {
      *why = path + ": " + std::strerror(errno);
      return false;
    }
  }
  return true;
}

}  // namespace npulint
