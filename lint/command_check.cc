#include "lint/command_check.h"

#include <algorithm>
#include <cstdlib>

#include "lint/files.h"
#include "lint/name_tokens.h"
#include "lint/tpu_tools.h"
#include "lint/words.h"

namespace npulint {
namespace {

// What a token of a file name says of --quantize. Weights of 4 or 8 bits with float activations are
// called int4 and int8 too.
struct Precision {
  std::string_view token;
  std::vector<std::string> fits;
};
const std::vector<Precision>& precisions() {
  static const std::vector<Precision> kAll = {
      {"f32", {"F32"}},
      {"fp32", {"F32"}},
      {"f16", {"F16", "W4F16", "W8F16"}},
      {"fp16", {"F16", "W4F16", "W8F16"}},
      {"bf16", {"BF16", "W4BF16", "W8BF16"}},
      {"int8", {"INT8", "W8F16", "W8BF16", "QDQ"}},
      {"int4", {"INT4", "W4F16", "W4BF16"}},
      {"w4f16", {"W4F16"}},
      {"w8f16", {"W8F16"}},
      {"w4bf16", {"W4BF16"}},
      {"w8bf16", {"W8BF16"}},
  };
  return kAll;
}

bool is_precision(const std::string& token) {
  return std::any_of(precisions().begin(), precisions().end(),
                     [&](const Precision& p) { return p.token == token; });
}

// The number of "2core", "core2" with this word; none for another token.
std::optional<int64_t> counted(const std::string& token, std::string_view word) {
  std::string digits;
  if (token.ends_with(word))
    digits = token.substr(0, token.size() - word.size());
  else if (token.starts_with(word))
    digits = token.substr(word.size());
  if (digits.empty() || digits.size() > 3 ||
      !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return {};
  return std::atoll(digits.c_str());
}

class CommandNames {
 public:
  CommandNames(const ToolCommand& c, const ModelOrigin* origin) : c_(c), origin_(origin) {}

  std::vector<CommandNameFault> run() {
    const ShellWord* model = c_.value("--model");
    if (!model || c_.open) return {};
    std::string name = base_name(model->text);
    name.erase(std::min(name.rfind('.'), name.size()));
    std::vector<std::string> tokens;
    for (NameToken& t : name_tokens(name)) tokens.push_back(std::move(t.text));
    precision(tokens);
    chip(tokens);
    for (size_t i = 0; i < tokens.size(); ++i) {
      cores(tokens[i]);
      // "int8_4b"; behind another word it may be a number of parameters: qwen3_4b_w4f16
      if (i > 0 && is_precision(tokens[i - 1])) batch(tokens[i]);
    }
    return std::move(out_);
  }

 private:
  void add(const std::string& token, std::string flag, std::string value, const Evidence& at) {
    out_.push_back({token, std::move(flag), std::move(value), at});
  }

  // One token that fits is enough: "int8_f16" names a mixture.
  void precision(const std::vector<std::string>& tokens) {
    if (c_.flag("--quantize_table")) return;  // a mixture
    const std::string quantize = quantize_of(c_);
    if (!holds(quantize_types(), quantize)) return;
    std::string wrong;
    for (const std::string& t : tokens)
      for (const Precision& p : precisions()) {
        if (p.token != t) continue;
        if (holds(p.fits, quantize)) return;
        if (wrong.empty()) wrong = t;
      }
    const ShellWord* w = c_.value("--quantize");
    if (!wrong.empty()) add(wrong, "--quantize", quantize, w ? w->at : c_.tool_at);
  }

  void chip(const std::vector<std::string>& tokens) {
    const ShellWord* w = c_.value("--chip");
    if (!w) return;
    const std::string chip = lower(w->text);
    std::string wrong;
    for (const std::string& t : tokens) {
      if (t == chip) return;
      if (tpu_chip(t) && wrong.empty()) wrong = t;
    }
    if (!wrong.empty()) add(wrong, "--chip", chip, w->at);
  }

  void cores(const std::string& token) {
    const auto said = counted(token, "core");
    if (!said || *said == 0) return;
    const ToolFlag* f = c_.flag("--num_core");
    const ShellWord* w = c_.value("--num_core");
    if (f && !w) return;
    const std::string value = w ? w->text : "1";
    if (value != std::to_string(*said)) add(token, "--num_core", value, w ? w->at : c_.tool_at);
  }

  void batch(const std::string& token) {
    if (!origin_ || !origin_->batch || !token.ends_with('b')) return;
    const auto said = counted(token, "b");
    if (said && *said > 0 && *said != *origin_->batch)
      add(token, "--input_shapes", std::to_string(*origin_->batch), origin_->at);
  }

  const ToolCommand& c_;
  const ModelOrigin* origin_;
  std::vector<CommandNameFault> out_;
};

}  // namespace

std::vector<CommandNameFault> command_name_faults(const ToolCommand& command,
                                                  const ModelOrigin* origin) {
  return CommandNames(command, origin).run();
}

std::vector<double> comma_numbers(const std::string& text) {
  std::vector<double> out;
  for (size_t i = 0; i <= text.size();) {
    const size_t end = std::min(text.find(',', i), text.size());
    const std::string item = text.substr(i, end - i);
    char* stop = nullptr;
    out.push_back(std::strtod(item.c_str(), &stop));
    if (item.empty() || *stop != '\0') return {};
    i = end + 1;
  }
  return out;
}

std::vector<double> tolerances(const std::string& text) {
  std::vector<double> out = comma_numbers(text);
  return out.size() == 2 ? out : std::vector<double>{};
}

std::string quantize_of(const ToolCommand& command) {
  if (!command.flag("--quantize")) {
    // one of them may be a slip of it
    const bool told = std::all_of(command.flags.begin(), command.flags.end(),
                                  [](const ToolFlag& f) { return f.known; });
    return command.open || !told ? "" : "F32";
  }
  const ShellWord* w = command.value("--quantize");
  if (!w) return "";
  return upper(w->text);
}

bool is_float_quantize(const std::string& quantize) {
  return quantize == "F32" || quantize == "F16" || quantize == "BF16";
}

}  // namespace npulint
