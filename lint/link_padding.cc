// The no-padding flags that a model was built with: of the artifact, else the log of its build,
// else the config.
#include "lint/link_memory.h"

namespace npulint {
namespace {

constexpr Text kImage{"the flag concerns inputs that are no images", "该标志只影响非图像输入"};
constexpr Text kUnreadable{"`{0}` states no flag that can be read", "`{0}` 中没有可读取的标志"};

// The value of `key` in a mapping as JSON or Python print it; an absent flag is false.
std::optional<bool> printed_flag(std::string_view mapping, std::string_view key) {
  const size_t at = mapping.find(key);
  if (at == std::string_view::npos) return false;
  std::string_view rest = mapping.substr(at + key.size());
  const size_t colon = rest.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  rest.remove_prefix(colon + 1);
  while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\'' || rest[0] == '"'))
    rest.remove_prefix(1);
  if (rest.starts_with("true") || rest.starts_with("True")) return true;
  if (rest.starts_with("false") || rest.starts_with("False")) return false;
  return std::nullopt;
}

Fact<bool> stated(const std::map<std::string, Fact<std::string>>& build, std::string_view key) {
  const auto extra = build.find("EXTRA_PARAMS");
  if (extra == build.end() || !extra->second) return {};
  const auto flag = printed_flag(*extra->second, key);
  if (!flag) return Fact<bool>::absent(Message(kUnreadable, *extra->second));
  return {*flag, extra->second.at};
}

}  // namespace

Fact<bool> no_padding_of(const Bundle& b, const IoRow& row) {
  if (row.is_input && row.takes && *row.takes != "featuremap")
    return Fact<bool>::absent(Message(kImage));
  const std::string_view key = row.is_input ? "input_no_padding" : "output_no_padding";
  if (b.compiled_record)
    if (auto f = stated(b.compiled_record->build, key); f || !f.missing.empty()) return f;
  if (b.log_record)
    if (auto f = stated(b.log_record->build, key); f || !f.missing.empty()) return f;
  if (!b.padding_flags) return {};
  const auto& flag = row.is_input ? b.padding_flags->input : b.padding_flags->output;
  Evidence at = b.padding_flags.at;
  const Node* compiler = find(b.config_record->root, "compiler_parameters");
  const Node* extra = compiler ? find(*compiler, "extra_params") : nullptr;
  if (const Entry* e = extra ? find_entry(*extra, key) : nullptr) {
    at.begin = e->key.range.begin;
    at.end = e->value.range.end;
  }
  return {flag.value_or(false), at};
}

}  // namespace npulint
