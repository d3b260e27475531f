// A comment begins at any `#` between scalars: neither tags, anchors nor indicators hold one
// (YAML 1.1 as libyaml scans it; TOML 1.0).
#include "parsers/directives.h"

#include <algorithm>

namespace npulint {
namespace {

using sv = std::string_view;

constexpr sv kTool = "npulint:", kIgnore = "ignore", kIgnoreFile = "ignore-file";
constexpr sv kBom = "\xEF\xBB\xBF";
constexpr size_t kMaxDirectives = 1000;  // of one file; later ones say nothing
constexpr int kMaxCommentLines = 100;    // between a directive and the key that it stands above

bool blank(char c) { return c == ' ' || c == '\t'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; }

size_t skip_blanks(sv s, size_t i, size_t end) {
  while (i < end && blank(s[i])) ++i;
  return i;
}

// LF, CR, and what else ends a line of YAML 1.1: U+0085, U+2028, U+2029.
bool breaks(sv s, size_t i) {
  if (s[i] == '\n' || s[i] == '\r') return true;
  const sv rest = s.substr(i, 3);
  return rest.starts_with("\xC2\x85") || rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9";
}
size_t line_end(sv s, size_t i) {
  while (i < s.size() && !breaks(s, i)) ++i;
  return i;
}
size_t line_begin(sv s, size_t i) {
  const size_t at = i == 0 ? s.npos : s.find_last_of("\r\n", i - 1);
  return at == s.npos ? (s.starts_with(kBom) ? std::min(kBom.size(), i) : 0) : at + 1;
}

// [begin, end) without blanks at its ends.
Range trimmed(sv s, size_t begin, size_t end) {
  begin = skip_blanks(s, begin, end);
  while (end > begin && blank(s[end - 1])) --end;
  return {begin, end};
}
std::string text(sv s, const Range& r) { return std::string(s.substr(r.begin, r.end - r.begin)); }

// What the comment at [begin, end) says; none when it does not speak to npulint.
std::optional<Directive> parse(sv s, size_t begin, size_t end) {
  size_t i = skip_blanks(s, begin + 1, end);
  if (s.substr(i, kTool.size()) != kTool) return std::nullopt;
  i = skip_blanks(s, i + kTool.size(), end);
  size_t word_end = i;
  while (word_end < end && letter(s[word_end])) ++word_end;
  const sv word = s.substr(i, word_end - i);
  const bool bracket = word_end < end && (s[word_end] == '[' || s[word_end] == '=');
  // anything else is prose
  if (!word.starts_with(kIgnore) && (word.empty() || !bracket)) return std::nullopt;
  Directive d;
  d.at = {begin, trimmed(s, begin, end).end};
  d.whole_file = word == kIgnoreFile;
  d.word = word;
  i = skip_blanks(s, word_end, end);
  const size_t close = s.substr(0, end).find(']', i);
  d.malformed = !directive_word(word) || i >= end || s[i] != '[' || close == s.npos;
  if (d.malformed) return d;
  for (size_t at = i + 1; at <= close;) {
    const size_t stop = std::min(s.find(',', at), close);
    const Range r = trimmed(s, at, stop);
    if (r.end > r.begin) d.codes.push_back({text(s, r), r});
    at = stop + 1;
  }
  d.malformed = d.codes.empty();
  i = skip_blanks(s, close + 1, end);
  if (s.substr(0, end).substr(i).starts_with("--")) d.reason = text(s, trimmed(s, i + 2, end));
  return d;
}

class Binder {
 public:
  Binder(sv s, const Outline& o) : s_(s), nodes_(o.nodes) {}

  std::optional<Range> covers(const Directive& d) const {
    const size_t begin = line_begin(s_, d.at.begin);
    const Range before = trimmed(s_, begin, d.at.begin);
    const bool own_line = before.begin == before.end;
    if (d.whole_file) {
      if (own_line && (nodes_.empty() || d.at.begin < nodes_[0].begin)) return Range{0, s_.size()};
      return std::nullopt;
    }
    if (!own_line) {
      if (auto r = starting_in(begin, d.at.begin)) return r;
      if (auto r = around(before.end - 1)) return r;
    }
    return below(d.at, own_line ? d.at.begin - begin : 0);
  }

 private:
  // The outermost nodes that begin there; they are neighbours or lie in one another.
  std::optional<Range> starting_in(size_t begin, size_t end) const {
    std::optional<Range> out;
    for (auto n = first_at(begin); n != nodes_.end() && n->begin < end; ++n)
      out = out ? Range{out->begin, std::max(out->end, n->end)} : *n;
    return out;
  }
  // The innermost node around a byte: the end of a value of several lines.
  std::optional<Range> around(size_t at) const {
    std::optional<Range> out;
    for (const Range& n : nodes_)
      if (n.begin <= at && at < n.end && (!out || n.end - n.begin <= out->end - out->begin))
        out = n;
    return out;
  }
  // The node on the next line that is no comment, when it is at least as deep as the comment.
  std::optional<Range> below(const Range& comment, size_t column) const {
    size_t at = line_end(s_, comment.end);
    for (int lines = 0; at < s_.size() && lines < kMaxCommentLines; ++lines) {
      at += s_.substr(at, 2) == "\r\n" ? 2 : s_[at] == '\n' || s_[at] == '\r' ? 1 : 0;
      if (at >= s_.size() || breaks(s_, at)) return std::nullopt;
      const size_t first = skip_blanks(s_, at, s_.size()), end = line_end(s_, at);
      if (first == end) return std::nullopt;  // an empty line
      if (s_[first] != '#') return first - at < column ? std::nullopt : starting_in(at, end);
      at = end;
    }
    return std::nullopt;
  }
  std::vector<Range>::const_iterator first_at(uint64_t begin) const {
    return std::lower_bound(nodes_.begin(), nodes_.end(), begin,
                            [](const Range& r, uint64_t b) { return r.begin < b; });
  }

  sv s_;
  const std::vector<Range>& nodes_;
};

void sort(Outline& o) {
  std::sort(o.opaque.begin(), o.opaque.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::sort(o.nodes.begin(), o.nodes.end(), [](const Range& a, const Range& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
}

void walk(const Node& n, sv s, Outline& o) {
  if (n.kind == Node::Kind::kScalar || n.kind == Node::Kind::kAlias) {
    Range r = n.range;
    // the first line of a block scalar is its indicator, and may end in a comment
    if (n.quoted && r.begin < s.size() && (s[r.begin] == '|' || s[r.begin] == '>'))
      r.begin = std::min<uint64_t>(line_end(s, r.begin), r.end);
    if (r.end > r.begin) o.opaque.push_back(r);
  }
  for (const Node& item : n.items) {
    o.nodes.push_back(item.range);
    walk(item, s, o);
  }
  for (const Entry& e : n.entries) {
    o.nodes.push_back({e.key.range.begin, std::max(e.key.range.end, e.value.range.end)});
    walk(e.key, s, o);
    walk(e.value, s, o);
  }
}

bool has_header(const TomlNode& n, sv s) {
  return n.kind == TomlNode::Kind::kTable && n.range.begin < s.size() && s[n.range.begin] == '[';
}

void headers(const TomlNode& n, sv s, std::vector<uint64_t>& out) {
  if (has_header(n, s)) out.push_back(n.range.begin);
  for (const TomlNode& i : n.items) headers(i, s, out);
  for (const TomlEntry& e : n.entries) headers(e.value, s, out);
}

// A table with a header reaches to the next header, whatever table that one names.
void walk(const TomlNode& n, sv s, const std::vector<uint64_t>& heads, Outline& o) {
  if (has_header(n, s)) {
    const auto next = std::upper_bound(heads.begin(), heads.end(), n.range.begin);
    o.nodes.push_back({n.range.begin, next == heads.end() ? s.size() : *next});
  }
  if (n.kind == TomlNode::Kind::kString) o.opaque.push_back(n.range);
  for (const TomlNode& i : n.items) walk(i, s, heads, o);
  for (const TomlEntry& e : n.entries) {
    o.opaque.push_back(e.key_range);
    const bool tables = e.value.kind == TomlNode::Kind::kArray && !e.value.items.empty() &&
                        has_header(e.value.items[0], s);
    if (!has_header(e.value, s) && !tables)
      o.nodes.push_back({e.key_range.begin, std::max(e.key_range.end, e.value.range.end)});
    walk(e.value, s, heads, o);
  }
}

}  // namespace

bool directive_word(sv word) { return word == kIgnore || word == kIgnoreFile; }

Outline outline_of(const Node& root, sv bytes, bool complete) {
  Outline o;
  o.complete = complete;
  walk(root, bytes, o);
  sort(o);
  return o;
}

Outline outline_of(const TomlTree& tree, sv bytes) {
  Outline o;
  o.complete = tree.ok;
  std::vector<uint64_t> heads;
  headers(tree.root, bytes, heads);
  std::sort(heads.begin(), heads.end());
  walk(tree.root, bytes, heads, o);
  sort(o);
  return o;
}

std::vector<Directive> find_directives(sv s, const Outline& o) {
  std::vector<Directive> out;
  if (s.find(kTool) == s.npos) return out;
  const Binder binder(s, o);
  size_t next = 0;  // opaque range
  const size_t known = o.opaque.empty() ? 0 : static_cast<size_t>(o.opaque.back().end);
  for (size_t i = 0; i < s.size() && out.size() < kMaxDirectives;) {
    while (next < o.opaque.size() && o.opaque[next].begin < i) ++next;
    if (next < o.opaque.size() && o.opaque[next].begin == i) {
      i = std::max<size_t>(i + 1, o.opaque[next].end);
      continue;
    }
    if (s[i] != '#') {
      // behind what was read only comments are certain to be some
      if (!o.complete && i >= known && !blank(s[i]) && !breaks(s, i) &&
          !(i == 0 && s.starts_with(kBom)))
        break;
      i += i == 0 && s.starts_with(kBom) ? kBom.size() : 1;
      continue;
    }
    const size_t end = line_end(s, i);
    if (auto d = parse(s, i, end)) {
      if (!d->malformed) d->covers = binder.covers(*d);
      out.push_back(std::move(*d));
    }
    i = end;
  }
  return out;
}

}  // namespace npulint
