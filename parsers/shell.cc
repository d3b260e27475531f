#include "parsers/shell.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "parsers/shell_lexer.h"

namespace npulint {
namespace {

constexpr size_t kMaxCommands = 5'000, kMaxSteps = 100'000;
constexpr int kMaxDepth = 24;       // of blocks and calls
constexpr size_t kMaxWord = 8192;   // bytes of an expanded word
constexpr size_t kMaxWords = 2000;  // of one command

using Part = ShellPart;
using Token = ShellToken;

// Absent: not set by the script. Holding nothing: set, but nobody can tell to what.
using Value = std::optional<std::string>;
using Scope = std::map<std::string, Value>;

// What a copy costs, in steps.
size_t cost(const Scope& scope) {
  constexpr size_t kBytesOfAStep = 64;
  size_t n = scope.size();
  for (const auto& [name, value] : scope) n += value ? value->size() / kBytesOfAStep : 0;
  return n;
}

class Reader {
 public:
  Reader(FileId file, std::string_view s, uint64_t base, std::vector<Token> tokens)
      : file_(file), s_(s), base_(base), t_(std::move(tokens)) {}

  ShellScript run() {
    match_braces();
    find_functions();
    block(0, t_.size(), 0);
    // a function that nobody calls with words that are known is read for itself
    for (const auto& [name, body] : functions_)
      if (!entered_.contains(name)) {
        if (!charge(cost(scope_))) break;
        const auto saved = scope_;
        forget_positions();
        block(body.first, body.second, 1);
        scope_ = saved;
      }
    follow_lines();
    return std::move(out_);
  }

 private:
  // ---- structure

  // name() { … } and function name { … }: where the bodies lie, between the braces.
  void find_functions() {
    for (size_t i = 0; i < t_.size(); ++i) {
      size_t open = 0;
      std::string name;
      if (t_[i].is("function") && i + 1 < t_.size() && t_[i + 1].plain()) {
        name = t_[i + 1].parts[0].text;
        open = i + 2;
        if (open + 1 < t_.size() && t_[open].op("(") && t_[open + 1].op(")")) open += 2;
      } else if (t_[i].plain() && i + 2 < t_.size() && t_[i + 1].op("(") && t_[i + 2].op(")")) {
        name = t_[i].parts[0].text;
        open = i + 3;
      } else {
        continue;
      }
      while (open < t_.size() && t_[open].kind == Token::Kind::kNewline) ++open;
      if (open >= t_.size() || !t_[open].is("{")) continue;
      const size_t end = close_brace(open);
      functions_[name] = {open + 1, end};
      heads_[i] = {std::move(name), end + 1};
      i = open;
    }
  }
  // Where the brace that each `{` opens is closed; in one pass, however deep they are.
  void match_braces() {
    std::vector<size_t> open;
    for (size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].is("{")) open.push_back(i);
      if (!t_[i].is("}") || open.empty()) continue;
      closed_[open.back()] = i;
      open.pop_back();
    }
  }
  size_t close_brace(size_t open) const {
    const auto it = closed_.find(open);
    return it == closed_.end() ? t_.size() : it->second;
  }

  // The token behind the one that ends the compound command that begins at i.
  size_t compound_end(size_t i, size_t end) const {
    std::vector<std::string_view> open;
    bool first = true;  // a reserved word counts where a command may begin
    for (; i < end; ++i) {
      const Token& t = t_[i];
      if (t.kind != Token::Kind::kWord) {
        first = true;
        continue;
      }
      if (!first || !t.plain()) {
        first = false;
        continue;
      }
      const std::string& w = t.parts[0].text;
      if (w == "if" || w == "while" || w == "until" || w == "for" || w == "select" || w == "case") {
        open.push_back(w == "if" ? "fi" : w == "case" ? "esac" : "done");
      } else if (!open.empty() && w == open.back()) {
        open.pop_back();
        if (open.empty()) return i + 1;
      }
      first = w == "if" || w == "then" || w == "else" || w == "elif" || w == "do" || w == "while" ||
              w == "until" || w == "!" || w == "{";
      if (w == "in" || (open.size() && open.back() == "esac")) first = true;
    }
    return end;
  }

  void block(size_t i, size_t end, int depth) {
    if (depth > kMaxDepth) {
      out_.complete = false;
      return;
    }
    std::vector<Scope> outside;
    while (i < end) {
      if (++steps_ > kMaxSteps || out_.commands.size() >= kMaxCommands) {
        out_.complete = false;
        return;
      }
      const Token& t = t_[i];
      if (const auto head = heads_.find(i); head != heads_.end()) {
        i = head->second.second;
      } else if (t.kind != Token::Kind::kWord) {
        chained_ = t.op("&&") || t.op("||");
        if (t.op("(")) {  // what a subshell sets stays in it
          if (!charge(cost(scope_))) return;
          outside.push_back(scope_);
        } else if (t.op(")") && !outside.empty()) {
          scope_ = std::move(outside.back());
          outside.pop_back();
        }
        ++i;
      } else if (t.is("if") || t.is("case") || t.is("for") || t.is("while") || t.is("until") ||
                 t.is("select")) {
        const size_t stop = compound_end(i, end);
        branches(i, stop, depth);
        i = stop;
      } else if (t.is("{") || t.is("}") || t.is("!") || t.is("then") || t.is("do")) {
        ++i;
      } else {
        i = command(i, end, depth);
      }
    }
  }

  // The parts of if, case and loops, each from what held before; what they leave different is not
  // known afterwards.
  void branches(size_t i, size_t end, int depth) {
    const bool is_for = t_[i].is("for") || t_[i].is("select"), is_case = t_[i].is("case");
    const bool was = conditional_;
    conditional_ = true;
    size_t at = i + 1;
    if (is_for) at = loop_variable(at, end);
    if (is_case)
      while (at < end && !t_[at].is("in")) ++at;
    const size_t copy = cost(scope_);
    if (!charge(2 * copy)) return;
    const Scope before = scope_;
    Scope merged = before;
    size_t from = at;
    int nested = 0;
    const auto take = [&](size_t to) {
      if (!charge(copy)) return;
      scope_ = before;
      if (is_case) from = behind_pattern(from, to);
      block(from, to, depth + 1);
      for (const auto& [name, value] : scope_) {
        const auto old = before.find(name);
        if (old == before.end() || old->second != value) merged[name] = Value();
      }
    };
    for (; at + 1 < end; ++at) {
      const Token& t = t_[at];
      if (t.plain() && starts_command(at)) {
        const std::string& w = t.parts[0].text;
        if (w == "if" || w == "for" || w == "while" || w == "until" || w == "case" ||
            w == "select") {
          at = compound_end(at, end) - 1;
          continue;
        }
        if (nested == 0 && !is_case && (w == "else" || w == "elif" || w == "then" || w == "do")) {
          take(at);
          from = at + 1;
        }
      }
      if (is_case && t.op(";;")) {
        take(at);
        from = at + 1;
      }
    }
    take(end > from ? end - 1 : from);
    scope_ = merged;
    conditional_ = was;
  }
  bool starts_command(size_t i) const {
    return i == 0 || t_[i - 1].kind != Token::Kind::kWord || t_[i - 1].is("then") ||
           t_[i - 1].is("else") || t_[i - 1].is("do") || t_[i - 1].is("{") || t_[i - 1].is("in");
  }
  size_t behind_pattern(size_t from, size_t to) const {
    for (size_t i = from; i < to; ++i) {
      if (t_[i].op(")")) return i + 1;
      if (t_[i].kind == Token::Kind::kNewline && i > from && t_[i - 1].kind == Token::Kind::kWord &&
          !t_[i - 1].is("in"))
        break;
    }
    return from;
  }
  // for NAME in WORDS: the value is known when there is one word only.
  size_t loop_variable(size_t i, size_t end) {
    if (i >= end || !t_[i].plain()) return i;
    const std::string name = t_[i].parts[0].text;
    size_t at = i + 1;
    std::vector<ShellWord> words;
    if (at < end && t_[at].is("in"))
      for (++at; at < end && t_[at].kind == Token::Kind::kWord; ++at) expand(t_[at], words);
    scope_[name] = words.size() == 1 && words[0].known ? Value(words[0].text) : Value();
    return at;
  }

  // ---- one command

  // NAME=value or NAME+=value; the name, or nothing.
  static std::string assigned(const Token& t) {
    if (t.parts.empty() || t.parts[0].kind != Part::Kind::kText || t.parts[0].quoted) return "";
    const std::string& s = t.parts[0].text;
    size_t end = s.find('=');
    if (end == std::string::npos || end == 0 || !is_name_start(s[0])) return "";
    if (s[end - 1] == '+') --end;
    if (!std::all_of(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(end), is_name)) return "";
    return s.substr(0, end);
  }
  void assign(const Token& t, const std::string& name, bool certain) {
    Token value = t;
    std::string& text = value.parts[0].text;
    const bool appends = text[name.size()] == '+';
    text.erase(0, name.size() + (appends ? 2 : 1));
    for (Part& p : value.parts) p.quoted = true;  // no splitting here
    std::vector<ShellWord> words;
    expand(value, words);
    Value v = words.size() == 1 && words[0].known ? Value(words[0].text) : Value();
    const auto old = scope_.find(name);
    const bool known = old != scope_.end() && old->second;
    if (appends)
      v = v && known && old->second->size() < kMaxWord ? Value(*old->second + *v) : Value();
    // behind && and || it may not happen
    if (!certain && !(known && v && *old->second == *v)) v = Value();
    scope_[name] = std::move(v);
  }

  size_t command(size_t i, size_t end, int depth) {
    ShellCommand c;
    c.conditional = conditional_ || chained_;
    chained_ = false;
    bool declares = false, is_local = false;
    const bool certain = !c.conditional || conditional_;  // a branch merges by itself
    std::vector<std::pair<size_t, std::string>> sets;     // tokens before the first word
    size_t last = i;
    for (; i < end; ++i) {
      const Token& t = t_[i];
      if (t.kind == Token::Kind::kNewline) break;
      if (t.kind == Token::Kind::kOperator) {
        const bool redirects = t.text.find_first_of("<>") != std::string::npos;
        if (!redirects) break;
        if (i + 1 < end && t_[i + 1].kind == Token::Kind::kWord && t.text != "<<" &&
            t.text != "<<-")
          ++i;
        continue;
      }
      const std::string name = assigned(t);
      if (!name.empty() && (c.words.empty() || declares)) {
        if (i + 1 < end && t_[i + 1].op("(") && t_[i + 1].begin == t.end) {  // an array
          while (i < end && !t_[i].op(")")) ++i;
          scope_[name] = Value();
          last = std::min(i, end - 1);
          if (i >= end) break;
          continue;
        }
        if (declares)
          assign(t, name, certain);
        else
          sets.emplace_back(i, name);
        if (declares && is_local && !locals_.empty()) locals_.back().insert(name);
      } else {
        if (c.words.empty() && t.is("}")) break;
        if (c.words.empty())
          declares = t.is("export") || t.is("local") || t.is("declare") || t.is("readonly");
        if (c.words.empty()) is_local = t.is("local") || t.is("declare");
        expand(t, c.words);
      }
      last = i;
    }
    if (i < end && t_[i].op("(") && i + 1 < end && t_[i + 1].op(")")) i += 2;  // name() alone
    const size_t next = std::max(i, last + 1);
    if (c.words.empty()) {  // before a command they would be that command's own
      for (const auto& [at, name] : sets) assign(t_[at], name, certain);
      return next;
    }
    c.at = {file_, c.words[0].at.begin, base_ + t_[last].end, ""};
    lines_.push_back(last);
    finish(std::move(c), depth);
    return next;
  }

  void finish(ShellCommand c, int depth) {
    const std::string name = c.words[0].known ? c.words[0].text : "";
    if (name == "shift" || name == "set") forget_positions();
    if (name == "read" || name == "unset" || name == "mapfile" || name == "getopts")
      for (size_t k = 1; k < c.words.size(); ++k) scope_[c.words[k].text] = Value();
    if (name == "source" || name == "." || name == "eval") forget_all();
    const auto f = functions_.find(name);
    if (f == functions_.end() || calls_ >= kMaxDepth) {
      out_.commands.push_back(std::move(c));
      return;
    }
    lines_.pop_back();
    entered_.insert(name);
    if (!charge(2 * cost(scope_))) return;
    const Scope saved = scope_;
    locals_.emplace_back();
    forget_positions();
    for (size_t k = 1; k < std::max<size_t>(c.words.size(), 10); ++k) {
      if (k < c.words.size() && c.words[k].split) break;  // what follows may have moved
      if (k >= c.words.size())
        scope_[std::to_string(k)] = "";
      else
        scope_[std::to_string(k)] = c.words[k].known ? Value(c.words[k].text) : Value();
    }
    ++calls_;
    block(f->second.first, f->second.second, depth + 1);
    --calls_;
    std::set<std::string> own = std::move(locals_.back());
    locals_.pop_back();
    for (int k = 0; k < 10; ++k) own.insert(std::to_string(k));
    for (const std::string& key : own) {  // other variables are the script's
      const auto old = saved.find(key);
      if (old == saved.end())
        scope_.erase(key);
      else
        scope_[key] = old->second;
    }
  }
  void forget_all() {
    if (charge(scope_.size()))
      for (auto& [key, value] : scope_) value = Value();
  }
  // Copies are work too. False when the script has had its share.
  bool charge(size_t steps) {
    steps_ += steps;
    if (steps_ <= kMaxSteps) return true;
    out_.complete = false;
    return false;
  }
  void forget_positions() {
    for (int k = 0; k < 10; ++k) scope_.erase(std::to_string(k));
  }

  // ---- expansion

  Value value_of(const Part& p) const {
    if (p.kind == Part::Kind::kText) return p.text;
    if (p.kind == Part::Kind::kUnknown) return {};
    const auto it = scope_.find(p.text);
    if (it == scope_.end() || !it->second) return {};
    std::string out = *it->second;
    if (p.operation == ":-" && out.empty()) return p.fallback;
    for (char& c : out) {
      if (p.operation == ",," && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      if (p.operation == "^^" && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return out;
  }

  std::string written(const Part& p) const {
    if (p.kind != Part::Kind::kVariable) return p.text;
    return p.operation.empty() ? "$" + p.text : "${" + p.text + p.operation + p.fallback + "}";
  }

  // "$@" and "${list[@]}" are several words, quoted or not.
  static bool several(const Part& p) {
    return (p.kind == Part::Kind::kVariable && p.text == "@") ||
           (p.kind == Part::Kind::kUnknown && p.text.find("[@]") != std::string::npos);
  }

  // A word as the tool gets it; unquoted variables split at blanks.
  void expand(const Token& t, std::vector<ShellWord>& to) {
    if (to.size() >= kMaxWords) {
      out_.complete = false;
      return;
    }
    ShellWord w;
    w.at = {file_, base_ + t.begin, base_ + t.end, ""};
    bool any = false;
    for (const Part& p : t.parts) {
      const Value v = value_of(p);
      if (!v) {
        w.known = false;
        w.split = w.split || !p.quoted || several(p);
        w.text += written(p);
        any = true;
      } else if (p.kind == Part::Kind::kText || p.quoted) {
        w.text += *v;
        any = true;
      } else {
        for (const char c : *v) {
          if (!is_blank(c) && c != '\n') {
            w.text += c;
            any = true;
          } else if (any) {
            to.push_back(w);
            w.text.clear();
            any = false;
          }
        }
      }
      if (w.text.size() > kMaxWord) {
        w.text.resize(kMaxWord);
        w.known = false;
        out_.complete = false;
      }
    }
    if (any) to.push_back(std::move(w));
    steps_ += to.size() / 8;
  }

  // Which command begins on the line behind another one's last.
  void follow_lines() {
    for (size_t k = 0; k + 1 < out_.commands.size() && k < lines_.size(); ++k) {
      const size_t last = lines_[k];
      if (last + 2 >= t_.size() || t_[last + 1].kind != Token::Kind::kNewline) continue;
      if (base_ + t_[last + 2].begin != out_.commands[k + 1].at.begin) continue;
      const std::string_view gap =
          s_.substr(t_[last + 1].end, t_[last + 2].begin - t_[last + 1].end);
      if (gap.find('#') == std::string_view::npos)
        out_.commands[k].next_line = static_cast<int32_t>(k + 1);
    }
  }

  FileId file_;
  std::string_view s_;
  uint64_t base_;
  std::vector<Token> t_;
  std::map<std::string, std::pair<size_t, size_t>> functions_;
  std::map<size_t, std::pair<std::string, size_t>> heads_;  // token → name, token behind the body
  std::unordered_map<size_t, size_t> closed_;               // "{" → its "}"
  std::set<std::string> entered_;
  Scope scope_;
  bool conditional_ = false, chained_ = false;
  int calls_ = 0;
  std::vector<std::set<std::string>> locals_;  // of the functions that are being run
  size_t steps_ = 0;
  std::vector<size_t> lines_;  // by command: its last token
  ShellScript out_;
};

}  // namespace

ShellScript parse_shell(FileId file, std::string_view bytes, uint64_t base) {
  bool complete = true;
  std::vector<Token> tokens = shell_tokens(bytes, &complete);
  ShellScript out = Reader(file, bytes, base, std::move(tokens)).run();
  out.complete = out.complete && complete;
  return out;
}

}  // namespace npulint
