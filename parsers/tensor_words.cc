#include "parsers/tensor_words.h"

#include "lint/words.h"

namespace npulint {
namespace {

bool drop_prefix(std::string& s, std::string_view prefix) {
  if (!s.starts_with(prefix)) return false;
  s.erase(0, prefix.size());
  return true;
}

}  // namespace

std::string_view enumerator(std::string_view s) {
  s = s.substr(0, s.find(':'));
  const size_t dot = s.rfind('.');
  if (dot != std::string_view::npos) s.remove_prefix(dot + 1);
  return s;
}

std::optional<std::string> image_type(std::string_view word) {
  std::string s = lower(word);
  drop_prefix(s, "hb_dnn_img_type_");
  for (std::string_view known : {"y", "nv12", "nv12_separate", "yuv444", "rgb", "bgr"})
    if (s == known) return s;
  if (s == "gray") return "y";
  return std::nullopt;
}

std::optional<DType> element_type(std::string_view word) {
  if (auto t = parse_dtype(word)) return t;
  std::string_view s = word;
  if (s.starts_with("dtype(") && s.ends_with(")")) s = s.substr(6, s.size() - 7);
  if (s.starts_with("<class ") && s.ends_with(">")) s = s.substr(7, s.size() - 8);
  if (s.size() >= 2 && (s.front() == '\'' || s.front() == '"') && s.back() == s.front())
    s = s.substr(1, s.size() - 2);
  // numpy's array protocol: byte order, kind, bytes
  if (s.size() == 3 && (s[0] == '<' || s[0] == '>' || s[0] == '|' || s[0] == '=') && s[2] >= '1' &&
      s[2] <= '8') {
    const char kind = s[1];
    if (kind == 'b' && s[2] == '1') return DType::kBool;
    if (kind != 'i' && kind != 'u' && kind != 'f') return std::nullopt;
    return parse_dtype(std::string(1, kind) + std::to_string((s[2] - '0') * 8));
  }
  return parse_dtype(enumerator(s));
}

std::optional<LibdnnType> libdnn_type(int64_t number) {
  static constexpr LibdnnType kTypes[] = {
      {DType::kUnknown, "y"},      {DType::kUnknown, "nv12"}, {DType::kUnknown, "nv12_separate"},
      {DType::kUnknown, "yuv444"}, {DType::kUnknown, "rgb"},  {DType::kUnknown, "bgr"},
      {DType::kInt4, {}},          {DType::kUint4, {}},       {DType::kInt8, {}},
      {DType::kUint8, {}},         {DType::kFloat16, {}},     {DType::kInt16, {}},
      {DType::kUint16, {}},        {DType::kFloat32, {}},     {DType::kInt32, {}},
      {DType::kUint32, {}},        {DType::kFloat64, {}},     {DType::kInt64, {}},
      {DType::kUint64, {}},
  };
  if (number < 0 || number >= static_cast<int64_t>(std::size(kTypes))) return std::nullopt;
  return kTypes[number];
}

std::optional<DType> bmodel_type(int64_t number) {
  static constexpr DType kTypes[] = {
      DType::kFloat32,  DType::kFloat16, DType::kInt8,  DType::kUint8,
      DType::kInt16,    DType::kUint16,  DType::kInt32, DType::kUint32,
      DType::kBFloat16, DType::kInt4,    DType::kUint4,
  };
  if (number < 0 || number >= static_cast<int64_t>(std::size(kTypes))) return std::nullopt;
  return kTypes[number];
}

std::optional<std::string> bmodel_mode(int64_t number) {
  static constexpr const char* kModes[] = {"1N", "2N", "4N"};
  if (number < 0 || number >= static_cast<int64_t>(std::size(kModes))) return std::nullopt;
  return kModes[number];
}

std::optional<std::string> libdnn_layout(int64_t number) {
  if (number == 0) return "NHWC";
  if (number == 2) return "NCHW";
  return std::nullopt;
}

std::optional<Quantization::Kind> quant_word(std::string_view word) {
  const std::string s = lower(enumerator(word));
  if (s == "none" || s == "no" || s == "float") return Quantization::Kind::kNone;
  if (s == "shift") return Quantization::Kind::kShift;
  for (std::string_view known :
       {"scale", "per_tensor", "per_axis", "per_channel", "affine", "linear"})
    if (s == known) return Quantization::Kind::kScale;
  return std::nullopt;
}

std::string source_word(std::string_view word) {
  std::string s = lower(word);
  return drop_prefix(s, "hb_dnn_input_from_") ? s : std::string(word);
}

std::string layout_word(std::string_view word) {
  std::string s = upper(word);
  drop_prefix(s, "HB_DNN_LAYOUT_");
  return s;
}

}  // namespace npulint
