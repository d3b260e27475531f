#include "parsers/yaml_fault.h"

#include <algorithm>

namespace npulint {
namespace {

struct Words {
  std::string_view libyaml;
  Text text;
};

constexpr Words kProblems[] = {
    {"found character that cannot start any token",
     {"this character cannot begin a value", "此字符不能作为值的开头"}},
    {"mapping values are not allowed in this context",
     {"a `:` stands where no key can be; the indentation or a quote before it is wrong",
      "`:` 出现在不能有键的位置；其前面的缩进或引号有误"}},
    {"could not find expected ':'",
     {"a key has no `:` followed by a blank", "键之后缺少冒号加空格"}},
    {"did not find expected key",
     {"a key is expected here; the indentation or a quote before it is wrong",
      "此处应为键；其前面的缩进或引号有误"}},
    {"did not find expected '-' indicator",
     {"an item `- ` is expected here; the indentation is wrong", "此处应为列表项 `- `；缩进有误"}},
    {"did not find expected ',' or '}'", {"`,` or `}` is expected here", "此处应为 `,` 或 `}`"}},
    {"did not find expected ',' or ']'", {"`,` or `]` is expected here", "此处应为 `,` 或 `]`"}},
    {"did not find expected node content", {"a value is expected here", "此处应为值"}},
    {"found unexpected end of stream", {"a quoted text is not closed", "引号未闭合"}},
    {"found unexpected document indicator",
     {"a document mark stands inside a quoted text", "引号内出现文档标记"}},
    {"found unknown escape character",
     {"unknown escape in a double-quoted text; Windows paths belong into single quotes",
      "双引号文本中有未知转义；Windows 路径请用单引号"}},
    {"did not find expected alphabetic or numeric character",
     {"`*` and `&` begin an alias and an anchor; quote the value",
      "`*` 和 `&` 表示别名和锚点；请给值加引号"}},
    {"block sequence entries are not allowed in this context",
     {"a list item `- ` cannot stand here", "此处不能出现列表项 `- `"}},
    {"block mapping entries are not allowed in this context",
     {"a key cannot stand here", "此处不能出现键"}},
    {"control characters are not allowed",
     {"control characters are not allowed in YAML", "YAML 中不允许出现控制字符"}},
    {"found undefined tag handle", {"the tag's handle is not defined", "标签句柄未定义"}},
    {"did not find expected <document start>",
     {"a new document is expected here; something stands behind the end of the first value",
      "此处应为新文档；第一个值结束之后还有内容"}},
    {"found incompatible YAML document", {"the YAML version is not 1.1", "YAML 版本不是 1.1"}},
};

constexpr Words kContexts[] = {
    {"while parsing a block mapping", {"mapping", "映射"}},
    {"while parsing a flow mapping", {"`{…}` mapping", "`{…}` 映射"}},
    {"while parsing a block collection", {"list", "列表"}},
    {"while parsing a flow sequence", {"`[…]` list", "`[…]` 列表"}},
    {"while scanning a simple key", {"key", "键"}},
    {"while scanning a quoted scalar", {"quoted text", "引号文本"}},
};

constexpr Text kPlain{"the YAML is broken: {0}", "YAML 语法错误：{0}"};
constexpr Text kWithin{"the YAML is broken: {0} (in the {1} that begins on line {2})",
                       "YAML 语法错误：{0}（位于第 {2} 行开始的{1}中）"};
constexpr Text kTab{"line {0} is indented with a tab; YAML allows only spaces for indentation",
                    "第 {0} 行用制表符缩进；YAML 只允许用空格缩进"};
constexpr Text kFullWidth{
    "the YAML is broken: line {0} has the full-width colon `：`, which separates no key; write `: "
    "`",
    "YAML 语法错误：第 {0} 行使用了全角冒号 `：`，不能分隔键和值；请写成 `: `"};
constexpr std::string_view kColon = "：";

template <size_t N>
const Text* known(const Words (&table)[N], std::string_view words) {
  for (const Words& w : table)
    if (w.libyaml == words) return &w.text;
  return nullptr;
}

uint64_t line_begin(std::string_view s, uint64_t at) {
  if (at == 0) return 0;
  const size_t n = s.rfind('\n', at - 1);
  return n == s.npos ? 0 : n + 1;
}

long line_number(std::string_view s, uint64_t at) {
  return 1 + std::count(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(at), '\n');
}

// Offset of a full-width colon before any comment and quote of the line of `at`; npos when there is
// none.
size_t full_width(std::string_view s, uint64_t at) {
  const uint64_t begin = line_begin(s, at);
  const size_t stop = std::min(s.find_first_of("\n#'\"", begin), s.size());
  const size_t i = s.substr(0, stop).find(kColon, begin);
  return i;
}

}  // namespace

Problem describe_fault(FileId file, std::string_view s, const YamlFault& f) {
  const uint64_t at = std::min<uint64_t>(f.at, s.size());
  const uint64_t context = std::min<uint64_t>(f.context_at, s.size());
  Problem p{Problem::Kind::kUnreadable, {file, at, std::min<uint64_t>(at + 1, s.size()), ""}, {}};

  // A tab in the indentation, on the line of the error or of what it was parsing.
  const uint64_t begin = line_begin(s, at);
  const size_t text = std::min(s.find_first_not_of(" \t", begin), s.size());
  if (const size_t tab = s.substr(0, text).find('\t', begin); tab != s.npos && tab <= at) {
    p.at.begin = tab, p.at.end = tab + 1;
    p.what = Message(kTab, line_number(s, tab));
    return p;
  }
  const uint64_t before = begin == 0 ? 0 : line_begin(s, begin - 1);
  for (const uint64_t line : {begin, context, before})
    if (const size_t i = full_width(s, line); i != s.npos) {
      p.at.begin = i, p.at.end = i + kColon.size();
      p.what = Message(kFullWidth, line_number(s, i));
      return p;
    }
  const Text* text_of = known(kProblems, f.problem);
  const Arg problem = text_of ? Arg(*text_of) : Arg(f.problem);
  const Text* where = known(kContexts, f.context);
  p.what =
      where ? Message(kWithin, problem, *where, line_number(s, context)) : Message(kPlain, problem);
  return p;
}

}  // namespace npulint
