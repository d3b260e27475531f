#include "parsers/shell.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace npulint {
namespace {

constexpr size_t kMaxTokens = 200'000, kMaxCommands = 5'000, kMaxSteps = 100'000;
constexpr int kMaxDepth = 24;       // of blocks and calls
constexpr size_t kMaxWord = 8192;   // bytes of an expanded word
constexpr size_t kMaxWords = 2000;  // of one command

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// ---- words and operators

struct Part {
  enum class Kind { kText, kVariable, kUnknown };
  Kind kind = Kind::kText;
  std::string text;       // of a variable its name, of an unknown expansion how it is written
  std::string operation;  // of a variable: "", ",,", "^^", ":-"
  std::string fallback;   // of ":-"
  bool quoted = false;
};

struct Token {
  enum class Kind { kWord, kOperator, kNewline };
  Kind kind = Kind::kWord;
  std::string text;  // operator
  std::vector<Part> parts;
  size_t begin = 0, end = 0;
  // A word without quotes and expansions: the only kind that can be a reserved word.
  bool plain() const {
    return kind == Kind::kWord && parts.size() == 1 && parts[0].kind == Part::Kind::kText &&
           !parts[0].quoted;
  }
  bool is(std::string_view word) const { return plain() && parts[0].text == word; }
  bool op(std::string_view o) const { return kind == Kind::kOperator && text == o; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view s) : s_(s) {}
  std::vector<Token> run(bool* complete) {
    while (i_ < s_.size() && out_.size() < kMaxTokens) next();
    *complete = i_ >= s_.size() && !open_quote_;
    return std::move(out_);
  }

 private:
  char at(size_t i) const { return i < s_.size() ? s_[i] : '\0'; }
  bool continuation(size_t i) const {
    return at(i) == '\\' && (at(i + 1) == '\n' || (at(i + 1) == '\r' && at(i + 2) == '\n'));
  }

  void next() {
    const char c = s_[i_];
    if (is_blank(c)) {
      ++i_;
    } else if (continuation(i_)) {
      i_ += at(i_ + 1) == '\r' ? 3 : 2;
    } else if (c == '#') {
      while (i_ < s_.size() && s_[i_] != '\n') ++i_;
    } else if (c == '\n') {
      push(Token::Kind::kNewline, 1);
      skip_documents();
    } else if (c == '&' || c == '|' || c == ';' || c == '<' || c == '>' || c == '(' || c == ')') {
      operators();
    } else {
      word();
    }
  }

  void push(Token::Kind kind, size_t length) {
    Token t;
    t.kind = kind;
    t.text = std::string(s_.substr(i_, length));
    t.begin = i_;
    t.end = i_ += length;
    out_.push_back(std::move(t));
  }

  void operators() {
    // arithmetic: `<<` is no here-document there
    if (s_.substr(i_).starts_with("((")) {
      const size_t end = s_.find("))", i_);
      if (end != std::string_view::npos) {
        i_ = end + 2;
        return;
      }
    }
    static constexpr std::string_view kOperators[] = {"<<<", "<<-", "&>>", ";;&", "&&", "||", ";;",
                                                      "<<",  ">>",  "&>",  ">&",  "<&", ">|", "<>"};
    for (std::string_view o : kOperators)
      if (s_.substr(i_).starts_with(o)) {
        push(Token::Kind::kOperator, o.size());
        if (o == "<<" || o == "<<-") document();
        return;
      }
    push(Token::Kind::kOperator, 1);
  }

  // The delimiter of a here-document; its lines are skipped at the end of this one.
  void document() {
    while (i_ < s_.size() && is_blank(s_[i_])) ++i_;
    std::string end;
    while (i_ < s_.size() && !is_blank(s_[i_]) && s_[i_] != '\n' && s_[i_] != ';' &&
           s_[i_] != '|') {
      if (s_[i_] != '\'' && s_[i_] != '"' && s_[i_] != '\\') end += s_[i_];
      ++i_;
    }
    if (!end.empty()) documents_.push_back(std::move(end));
  }
  void skip_documents() {
    for (const std::string& end : documents_) {
      while (i_ < s_.size()) {
        const size_t stop = std::min(s_.find('\n', i_), s_.size());
        std::string_view line = s_.substr(i_, stop - i_);
        i_ = std::min(stop + 1, s_.size());
        while (!line.empty() && (line.front() == '\t' || line.front() == ' '))
          line.remove_prefix(1);
        while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
        if (line == end) break;
      }
    }
    documents_.clear();
  }

  void text(Token& t, char c, bool quoted) {
    if (t.parts.empty() || t.parts.back().kind != Part::Kind::kText ||
        t.parts.back().quoted != quoted)
      t.parts.push_back({Part::Kind::kText, "", "", "", quoted});
    t.parts.back().text += c;
  }

  void word() {
    Token t;
    t.begin = i_;
    while (i_ < s_.size()) {
      const char c = s_[i_];
      if (is_blank(c) || c == '\n' || c == '&' || c == '|' || c == ';' || c == '<' || c == '>' ||
          c == '(' || c == ')')
        break;
      if (continuation(i_)) {
        i_ += at(i_ + 1) == '\r' ? 3 : 2;
      } else if (c == '\\') {
        if (i_ + 1 < s_.size()) text(t, s_[i_ + 1], true);
        i_ = std::min(i_ + 2, s_.size());
      } else if (c == '\'') {
        single(t);
      } else if (c == '"') {
        twofold(t);
      } else if (c == '$' || c == '`') {
        expansion(t, false);
      } else {
        text(t, c, false);
        ++i_;
      }
    }
    t.end = i_;
    if (t.parts.empty()) t.parts.push_back({Part::Kind::kText, "", "", "", true});
    out_.push_back(std::move(t));
  }

  void single(Token& t) {
    const size_t end = s_.find('\'', i_ + 1);
    if (end == std::string_view::npos) open_quote_ = true;
    const size_t stop = std::min(end, s_.size());
    t.parts.push_back(
        {Part::Kind::kText, std::string(s_.substr(i_ + 1, stop - i_ - 1)), "", "", true});
    i_ = std::min(stop + 1, s_.size());
  }

  void twofold(Token& t) {
    t.parts.push_back({Part::Kind::kText, "", "", "", true});
    ++i_;
    while (i_ < s_.size() && s_[i_] != '"') {
      if (continuation(i_)) {
        i_ += at(i_ + 1) == '\r' ? 3 : 2;
      } else if (s_[i_] == '\\' && i_ + 1 < s_.size()) {
        const char c = s_[i_ + 1];
        if (c != '"' && c != '\\' && c != '$' && c != '`') text(t, '\\', true);
        text(t, c, true);
        i_ += 2;
      } else if (s_[i_] == '$' || s_[i_] == '`') {
        expansion(t, true);
      } else {
        text(t, s_[i_++], true);
      }
    }
    if (i_ >= s_.size()) open_quote_ = true;
    i_ = std::min(i_ + 1, s_.size());
  }

  // i_ is behind the bracket that closes the one at `open`.
  size_t behind(size_t open, char up, char down) const {
    int depth = 0;
    for (size_t i = open; i < s_.size(); ++i) {
      if (s_[i] == '\\') {
        ++i;
      } else if (s_[i] == '\'' && up == '(') {
        const size_t end = s_.find('\'', i + 1);
        if (end == std::string_view::npos) return s_.size();
        i = end;
      } else if (s_[i] == up) {
        ++depth;
      } else if (s_[i] == down && --depth == 0) {
        return i + 1;
      }
    }
    return s_.size();
  }

  void expansion(Token& t, bool quoted) {
    const size_t begin = i_;
    const auto unknown = [&](size_t end) {
      i_ = end;
      t.parts.push_back(
          {Part::Kind::kUnknown, std::string(s_.substr(begin, end - begin)), "", "", quoted});
    };
    if (s_[i_] == '`') {
      const size_t end = s_.find('`', i_ + 1);
      return unknown(end == std::string_view::npos ? s_.size() : end + 1);
    }
    const char c = at(i_ + 1);
    if (c == '(') return unknown(behind(i_ + 1, '(', ')'));
    if (c == '{') {
      const size_t end = behind(i_ + 1, '{', '}');
      if (!braced(t, s_.substr(begin + 2, end - begin - 2), quoted)) return unknown(end);
      i_ = end;
      return;
    }
    size_t end = i_ + 1;
    if (is_name_start(c))
      while (is_name(at(end))) ++end;
    else if ((c >= '0' && c <= '9') || c == '@' || c == '*' || c == '#' || c == '?' || c == '$')
      ++end;
    if (end == i_ + 1) {  // a `$` of its own
      text(t, '$', quoted);
      ++i_;
      return;
    }
    t.parts.push_back({Part::Kind::kVariable, std::string(s_.substr(begin + 1, end - begin - 1)),
                       "", "", quoted});
    i_ = end;
  }

  // `inside` ends with the brace. Only what can be told: ${x}, ${x,,}, ${x^^}, ${x:-word}.
  static bool braced(Token& t, std::string_view inside, bool quoted) {
    if (!inside.ends_with('}')) return false;
    inside.remove_suffix(1);
    size_t n = 0;
    while (n < inside.size() && is_name(inside[n])) ++n;
    if (n == 0) return false;
    Part p{Part::Kind::kVariable, std::string(inside.substr(0, n)), "", "", quoted};
    const std::string_view rest = inside.substr(n);
    if (rest == ",," || rest == "^^") {
      p.operation = rest;
    } else if (rest.starts_with(":-") || rest.starts_with("-")) {
      p.operation = ":-";
      p.fallback = rest.substr(rest[0] == ':' ? 2 : 1);
      if (p.fallback.find_first_of("$`\"'\\") != std::string::npos) return false;
    } else if (!rest.empty()) {
      return false;
    }
    t.parts.push_back(std::move(p));
    return true;
  }

  std::string_view s_;
  size_t i_ = 0;
  bool open_quote_ = false;
  std::vector<std::string> documents_;
  std::vector<Token> out_;
};

// ---- what would run

// Absent: not set by the script. Holding nothing: set, but nobody can tell to what.
using Value = std::optional<std::string>;
using Scope = std::map<std::string, Value>;

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
          steps_ += scope_.size();
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
    const Scope before = scope_;
    Scope merged = before;
    steps_ += 2 * before.size();  // copies are work too
    size_t from = at;
    int nested = 0;
    const auto take = [&](size_t to) {
      steps_ += before.size();
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
    if (name == "source" || name == "." || name == "eval")
      for (auto& [key, value] : scope_) value = Value();
    const auto f = functions_.find(name);
    if (f == functions_.end() || calls_ >= kMaxDepth) {
      out_.commands.push_back(std::move(c));
      return;
    }
    lines_.pop_back();
    entered_.insert(name);
    const Scope saved = scope_;
    steps_ += 2 * saved.size();
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
  std::vector<Token> tokens = Lexer(bytes).run(&complete);
  ShellScript out = Reader(file, bytes, base, std::move(tokens)).run();
  out.complete = out.complete && complete;
  return out;
}

}  // namespace npulint
