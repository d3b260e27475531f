#include "parsers/shell_lexer.h"

#include <algorithm>

namespace npulint {
namespace {

constexpr size_t kMaxTokens = 200'000;

using Part = ShellPart;
using Token = ShellToken;

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
      const size_t end = arithmetic_ ? s_.find("))", i_) : s_.npos;
      arithmetic_ = end != s_.npos;  // once none closes, none further on does
      if (arithmetic_) {
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
  bool arithmetic_ = true;  // a `))` may stand behind here
  bool open_quote_ = false;
  std::vector<std::string> documents_;
  std::vector<Token> out_;
};

}  // namespace

std::vector<ShellToken> shell_tokens(std::string_view bytes, bool* complete) {
  return Lexer(bytes).run(complete);
}

}  // namespace npulint
