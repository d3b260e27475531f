#include "parsers/zoo_yaml.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "parsers/shell_lexer.h"
#include "parsers/yaml_tree.h"

namespace npulint {
namespace {

constexpr size_t kMaxCommands = 2'000;
constexpr size_t kMaxWords = 2'000;      // of one command
constexpr size_t kMaxWord = 8'192;       // bytes of an expanded word
constexpr int kMaxDepth = 4;             // of mappings that are searched
constexpr int kMaxNesting = 8;           // of variables in the values of others
constexpr size_t kMaxLookups = 100'000;  // of variables, in all: each value may name many others
constexpr std::string_view kTools[] = {"model_transform", "run_calibration", "model_deploy"};
constexpr std::string_view kKeys[] = {"mlir_transform", "mlir_calibration", "deploy"};
// What the runner sets: each is one word.
constexpr std::string_view kPresets[] = {"home", "root",        "workdir", "target",
                                         "name", "shape_param", "shape",   "batch_size"};

using Variables = std::map<std::string, const Node*, std::less<>>;

template <size_t N>
bool among(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// "name" of "$(name)"; empty for anything else in brackets.
std::string_view variable(std::string_view written) {
  if (!written.starts_with("$(") || !written.ends_with(')')) return {};
  written = written.substr(2, written.size() - 3);
  return std::all_of(written.begin(), written.end(), is_name) ? written : std::string_view{};
}

class Zoo {
 public:
  Zoo(FileId file, std::string_view bytes) : file_(file), s_(bytes) {}

  Parsed<ShellScript> run() {
    YamlFile yaml = parse_yaml(file_, s_);
    out_.problems = std::move(yaml.problems);
    if (!out_.problems.empty()) out_.record.complete = false;
    walk(yaml.root, "", 0);
    return std::move(out_);
  }

 private:
  // A section's keys stand for those of the file in its own commands; its name is the target.
  void walk(const Node& n, const std::string& section, int depth) {
    if (n.kind != Node::Kind::kMapping || depth > kMaxDepth) return;
    for (const Entry& e : n.entries)
      if (e.key.type == ScalarType::kMerge) out_.record.complete = false;  // may bring anything
    std::vector<std::pair<std::string_view, const Node*>> outside;         // null: not set
    for (const Entry& e : n.entries) {
      if (e.value.kind != Node::Kind::kScalar) continue;
      const Node*& value = variables_[e.key.text];
      outside.emplace_back(e.key.text, value);
      value = &e.value;
    }
    for (const Entry& e : n.entries) {
      if (among(kKeys, e.key.text))
        commands(e.value, section);
      else
        walk(e.value, e.key.text, depth + 1);
    }
    for (auto it = outside.rbegin(); it != outside.rend(); ++it) {
      const auto here = variables_.find(it->first);
      if (it->second)
        here->second = it->second;
      else
        variables_.erase(here);
    }
  }

  void commands(const Node& n, const std::string& section) {
    if (n.kind == Node::Kind::kScalar) command(n, section);
    if (n.kind == Node::Kind::kAlias) out_.record.complete = false;
    if (n.kind == Node::Kind::kSequence)
      for (const Node& item : n.items)
        if (item.kind == Node::Kind::kScalar) command(item, section);
  }

  // Line breaks are blanks, but for a literal block.
  void command(const Node& n, const std::string& section) {
    size_t begin = n.range.begin, end = std::min<size_t>(n.range.end, s_.size());
    if (begin >= end) return;
    std::string text(s_.substr(begin, end - begin));
    const char first = text[0];
    if (first == '"' || first == '\'') {  // escapes would move what follows them
      if (text.size() < 2 || text.find(first == '"' ? "\\" : "''") != text.npos) {
        out_.record.complete = false;
        return;
      }
      text.front() = text.back() = ' ';
    }
    if (first == '>' || first == '|') {
      const size_t line = text.find('\n');
      std::fill(text.begin(),
                text.begin() + static_cast<std::ptrdiff_t>(std::min(line, text.size())), ' ');
    }
    if (first != '|') {
      // a continuation that folding leaves in place means a blank
      for (size_t i = 0; i + 1 < text.size(); ++i)
        if (text[i] == '\\' && (text[i + 1] == '\n' || text[i + 1] == '\r')) text[i] = ' ';
      std::replace(text.begin(), text.end(), '\n', ' ');
    }
    bool complete = true;
    const std::vector<ShellToken> tokens = shell_tokens(text, &complete);
    if (!complete) out_.record.complete = false;
    section_ = section;
    base_ = begin;
    bool skip = false;  // behind a redirection stands a file
    ShellCommand c;
    for (const ShellToken& t : tokens) {
      if (t.kind == ShellToken::Kind::kWord) {
        if (!skip) expand(t, c);
        skip = false;
      } else if (t.text.find_first_of("<>") != t.text.npos) {
        skip = true;
      } else {
        finish(c);
      }
    }
    finish(c);
  }

  void finish(ShellCommand& c) {
    if (c.words.empty()) return;
    if (out_.record.commands.size() >= kMaxCommands) {
      out_.record.complete = false;
    } else {
      c.at = {file_, c.words.front().at.begin, c.words.back().at.end, ""};
      out_.record.commands.push_back(std::move(c));
    }
    c = ShellCommand();
  }

  // ---- words

  // The text that `$(name)` stands for; none when the file does not tell.
  std::optional<std::string> value(std::string_view name, int depth) {
    if (name.empty() || depth > kMaxNesting) return {};
    if (++lookups_ > kMaxLookups) {
      out_.record.complete = false;
      return {};
    }
    if (name == "target" && !section_.empty()) return section_;
    const auto it = variables_.find(name);
    if (it == variables_.end() || it->second->placeholder) return {};
    const std::string& text = it->second->text;
    std::string out;
    for (size_t i = 0; i < text.size();) {
      const size_t at = text.find("$(", i);
      out += text.substr(i, at - i);
      if (at == text.npos) break;
      const size_t end = text.find(')', at);
      if (end == text.npos) return {};
      const auto inner =
          value(variable(std::string_view(text).substr(at, end + 1 - at)), depth + 1);
      if (!inner || out.size() + inner->size() > kMaxWord) return {};
      out += *inner;
      i = end + 1;
    }
    return out;
  }

  // The runner puts values in before the words are told apart.
  void expand(const ShellToken& t, ShellCommand& c) {
    ShellWord w;
    w.at = {file_, base_ + t.begin, base_ + t.end, ""};
    bool any = false;
    for (const ShellPart& p : t.parts) {
      if (c.words.size() >= kMaxWords || w.text.size() > kMaxWord) {
        out_.record.complete = false;
        return;
      }
      if (p.kind == ShellPart::Kind::kText) {
        w.text += p.text;
        any = any || !p.text.empty() || p.quoted;
        continue;
      }
      const std::string_view name = variable(p.text);
      const auto known = p.kind == ShellPart::Kind::kUnknown ? value(name, 0) : std::nullopt;
      if (!known) {
        w.known = false;
        w.split = w.split || (!p.quoted && !among(kPresets, name));
        w.text += p.kind == ShellPart::Kind::kVariable ? "$" + p.text : p.text;
        any = true;
        continue;
      }
      for (const char ch : *known) {
        if (p.quoted || !(is_blank(ch) || ch == '\n')) {
          w.text += ch;
          any = true;
        } else if (any) {
          c.words.push_back(w);
          w.text.clear();
          any = false;
        }
      }
    }
    if (any) c.words.push_back(std::move(w));
  }

  FileId file_;
  std::string_view s_;
  Variables variables_;  // those that hold at the section that is walked
  size_t lookups_ = 0;
  std::string section_;
  uint64_t base_ = 0;
  Parsed<ShellScript> out_;
};

}  // namespace

bool looks_like_zoo(std::string_view head) {
  bool key = false, tool = false;
  for (size_t at = 0; at < head.size() && !key;) {
    const size_t end = std::min(head.find('\n', at), head.size());
    std::string_view line = head.substr(at, end - at);
    at = end + 1;
    while (!line.empty() && is_blank(line[0])) line.remove_prefix(1);
    for (std::string_view k : kKeys)
      key = key || (line.starts_with(k) && line.substr(k.size()).starts_with(':'));
  }
  for (std::string_view t : kTools) tool = tool || head.find(t) != head.npos;
  return key && tool;
}

Parsed<ShellScript> parse_zoo(FileId file, std::string_view bytes) {
  return Zoo(file, bytes).run();
}

}  // namespace npulint
