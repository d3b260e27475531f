#include "lint/config_check.h"
#include "lint/facts.h"
#include "lint/wording.h"

namespace npulint {
namespace {

using Kind = YamlSurprise::Kind;

// {0} what is written, {1} what PyYAML makes of it, {2} where.
constexpr Wording<Kind> kWordings[] = {
    {Kind::kBoolKey,
     {"`{2}`: the key `{0}` is read as the boolean {1} and thereby lost; quote it: '{0}'",
      "`{2}`：键 `{0}` 被读成布尔值 {1}，因而丢失；请加引号：'{0}'"}},
    {Kind::kTypedKey,
     {"`{2}`: the key `{0}` is read as {1}, not as a name; quote it: '{0}'",
      "`{2}`：键 `{0}` 被读成 {1} 而不是名称；请加引号：'{0}'"}},
    {Kind::kDate,
     {"`{2}` is written `{0}` and read as the date {1}; quote it: '{0}'",
      "`{2}` 写作 `{0}`，被读成日期 {1}；请加引号：'{0}'"}},
    {Kind::kOctal,
     {"`{2}` is written `{0}` and read as the octal number {1}; write it without the leading 0, or "
      "quote it",
      "`{2}` 写作 `{0}`，被读成八进制数 {1}；请去掉开头的 0，或加引号"}},
    {Kind::kSexagesimal,
     {"`{2}` is written `{0}` and read as the base-60 number {1}; quote it: '{0}'",
      "`{2}` 写作 `{0}`，被读成六十进制数 {1}；请加引号：'{0}'"}},
    {Kind::kHex,
     {"`{2}` is written `{0}` and read as the number {1}, as 0x is hexadecimal and 0b binary; "
      "quote it: '{0}'",
      "`{2}` 写作 `{0}`，被读成数 {1}（0x 为十六进制，0b 为二进制）；请加引号：'{0}'"}},
    {Kind::kUnderscoreNumber,
     {"`{2}` is written `{0}` and read as the number {1}, without the underscores; quote it: '{0}'",
      "`{2}` 写作 `{0}`，被读成去掉下划线的数 {1}；请加引号：'{0}'"}},
    {Kind::kBoolName,
     {"the name `{0}` in `{2}` is read as the boolean {1}; quote it: '{0}'",
      "`{2}` 中的名称 `{0}` 被读成布尔值 {1}；请加引号：'{0}'"}},
    {Kind::kList,
     {"`{2}` is the YAML list `{0}`, read as {1}; the tool wants one string: `;` between "
      "items, blanks between the channels of one input",
      "`{2}` 是 YAML 列表 `{0}`，被读成 {1}；工具需要一个字符串：各项以 `;` "
      "分隔，同一输入的各通道以空格分隔"}},
    {Kind::kFullWidth,
     {"`{0}` in `{2}` holds full-width punctuation, which separates nothing (read as {1}); write "
      "`;` and `:`",
      "`{2}` 中的 `{0}` 含全角标点，不起分隔作用（被读成 {1}）；请用半角 `;` 和 `:`"}},
    {Kind::kMissingSpace,
     {"`{2}`: `{0}` is read as {1}; a blank is missing after the colon",
      "`{2}`：`{0}` 被读成 {1}；冒号后缺少空格"}},
    {Kind::kStringNumber,
     {"`{2}` is written `{0}` and read as the string {1}, not as a number; write a decimal point "
      "and a signed "
      "exponent, as in 1.0e-3",
      "`{2}` 写作 `{0}`，被读成字符串 {1} 而不是数；请写小数点和带符号的指数，如 1.0e-3"}},
};
static_assert(complete(kWordings, Kind::kStringNumber));
constexpr Text kLetter{
    "`{2}` is written `{0}` and read as the octal number {1}; with the letter O it is `{3}`",
    "`{2}` 写作 `{0}`，被读成八进制数 {1}；用字母 O 写作 `{3}`"};
constexpr Text kQuote{"quote it: '{0}'; the tool then reads what is written, no longer {1}",
                      "加引号：'{0}'；工具将读到所写的内容，而不再是 {1}"};

constexpr Text kNumber{"`{2}` is written `{0}` and read as {1}; write the number without this form",
                       "`{2}` 写作 `{0}`，被读成 {1}；请改用普通写法书写该数"};

void check(Report& r, Have<TheConfig> config) {
  for (const YamlSurprise& s : (*config)->surprises) {
    const bool number = of_number_key(s);
    const std::string letter = with_letter_o(s);
    const Text& text = number           ? kNumber
                       : letter.empty() ? wording(kWordings, s.kind).text
                                        : kLetter;
    r.fail_with(Severity::kError, s.at, Message(text, s.written, s.read_as, s.path, letter));
    if (!number && mended_by_quotes(s))
      r.fix({false,
             Message(kQuote, s.written, s.read_as),
             {replace_range(s.at, "'" + s.written + "'")}});
  }
}

}  // namespace

extern const Rule CFG002;
constinit const Rule CFG002 = rule<check>({
    .code = "CFG002",
    .name = "yaml-1.1-surprise",
    .severity = Severity::kError,
    .summary = {"PyYAML reads a key or value as another type than it is written",
                "PyYAML 读出的键或值与所写的类型不同"},
    .why = {"The toolchains load the config with PyYAML (YAML 1.1): ON becomes True, 0x3 becomes "
            "3, 1:30 becomes 90. The "
            "setting is lost or another value is compiled in, mostly without a message.",
            "工具链用 PyYAML（YAML 1.1）读取配置：ON 变成 True，0x3 变成 3，1:30 变成 "
            "90。设置丢失或编译进别的值，多数情况下没有提示。"},
    .fix = {"Quote the key or value, and write a list as one string: `;` between its items, blanks "
            "between the channels of one input.",
            "给键或值加引号；列表写成一个字符串：各项以 `;` 分隔，同一输入的各通道以空格分隔。"},
    .source = "PyYAML 6.0 safe_load, measured",
});

}  // namespace npulint
