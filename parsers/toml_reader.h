// Typed access to one table of a TOML tree: a value of the wrong type or out of its vocabulary
// becomes a fault with a sentence that names what is legal, and the fact is absent with that
// sentence as its reason.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"
#include "lint/tensor.h"
#include "parsers/toml_tree.h"

namespace npulint {

using TomlFault = std::function<void(const Evidence& at, Message what)>;

class TomlReader {
 public:
  // kLenient: an empty string and a placeholder state nothing, without a fault. kStrict: an empty
  // string is a fault, and a placeholder is a string like any other.
  enum class Mode { kLenient, kStrict };
  // `label`: how the table is called in sentences ("output", "" for the root).
  TomlReader(FileId file, const TomlNode& table, std::string label, TomlFault fault,
             Mode mode = Mode::kLenient);

  // Absent keys give an empty fact; each call makes the key known to finish().
  Fact<std::string> string(std::string_view key);
  Fact<std::string> one_of(std::string_view key, std::span<const std::string_view> legal);
  Fact<int64_t> integer(std::string_view key, int64_t least, int64_t most);
  Fact<double> number(std::string_view key);  // finite; an integer is one too
  Fact<bool> boolean(std::string_view key);
  Fact<std::string> date(std::string_view key);  // YYYY-MM-DD, a date or a string
  Fact<DType> dtype(std::string_view key);
  Fact<std::vector<int64_t>> integers(std::string_view key, int64_t least, int64_t most);
  Fact<std::vector<double>> numbers(std::string_view key);  // an array, or one number
  Fact<std::vector<std::string>> strings(std::string_view key);

  const TomlEntry* entry(std::string_view key);  // of any type; null when absent
  // The same as string() for a value at hand.
  Fact<std::string> string_value(std::string_view key, const TomlNode& value) const;
  // A table at `key`; null when absent or when it is something else (a fault).
  const TomlNode* table(std::string_view key);
  // The elements of `[[key]]`; empty when absent or when it is something else (a fault).
  std::vector<const TomlNode*> tables(std::string_view key);

  // Calls `unknown` for every key that nobody asked for, with the nearest known one ("" when none
  // is near).
  void finish(const std::function<void(const Evidence& at, const std::string& key,
                                       const std::string& near)>& unknown);

  Evidence at(const TomlNode& value) const { return at(value.range); }
  Evidence at(Range r) const;
  std::string path(std::string_view key) const;  // "output.decode"
  const std::vector<std::string>& known() const { return known_; }
  // Reports a fault and gives it back as a reason.
  Message fault(const TomlNode& value, Message what) const;
  // "`output.axis` is a string; expected an integer".
  Message wrong_type(std::string_view key, const TomlNode& value, Text expected) const;

 private:
  const TomlNode* take(std::string_view key);
  bool in_range(std::string_view key, const TomlNode& v, int64_t least, int64_t most,
                Message* why) const;

  FileId file_;
  const TomlNode& table_;
  std::string label_;
  TomlFault fault_;
  Mode mode_;
  std::vector<std::string> known_;
};

// Texts for the kinds of values, as parts of a sentence.
namespace toml_text {
inline constexpr Text kString{"a string", "字符串"};
inline constexpr Text kInteger{"an integer", "整数"};
inline constexpr Text kNumber{"a number", "数值"};
inline constexpr Text kBool{"true or false", "true 或 false"};
inline constexpr Text kDate{"a date (YYYY-MM-DD)", "日期（YYYY-MM-DD）"};
inline constexpr Text kIntegers{"an array of integers", "整数数组"};
inline constexpr Text kNumbers{"a number or an array of numbers", "数值或数值数组"};
inline constexpr Text kStrings{"an array of strings", "字符串数组"};
inline constexpr Text kTable{"a table", "表"};
inline constexpr Text kArray{"an array", "数组"};
}  // namespace toml_text

// "`bayes-e`, `nash-e`".
std::string quoted_list(std::span<const std::string_view> words);
bool is_date(std::string_view s);  // YYYY-MM-DD of the Gregorian calendar

}  // namespace npulint
