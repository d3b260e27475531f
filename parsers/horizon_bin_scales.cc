// Scales in a `.bin` of hb_mapper: where a Dequantize was removed, the build settings
// DN_D_<tensor>_scale, _axis and _zeropoint name the initializers that it had. Source: see
// horizon_bin.cc.
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "lint/words.h"
#include "parsers/horizon_bin_file.h"
#include "parsers/json_facts.h"
#include "parsers/wire_words.h"

namespace npulint::horizon_bin {
namespace {

constexpr uint64_t kMaxScales = 1u << 20, kMaxAllScales = 1u << 22;

constexpr Text kNoInitializer{"`{0}` names the scales `{1}`, but the graph holds no such tensor",
                              "`{0}` 引用 scale 张量 `{1}`，但计算图中没有该张量"};
constexpr Text kNoScales{"the tensor `{0}` holds {1} bytes of values; its shape {2} needs {3}",
                         "张量 `{0}` 的数据为 {1} 字节；其形状 {2} 需要 {3} 字节"};
constexpr Text kBadAxis{"`{0}` is `{1}`, no axis number", "`{0}` 为 `{1}`，不是轴编号"};
constexpr Text kZeroPoints{"`{0}` names the zero points `{1}`, which npulint does not read",
                           "`{0}` 引用零点 `{1}`，npulint 不读取"};

// None when one of them is broken.
std::vector<int64_t> varints(RandomAccess& bytes, uint64_t begin, uint64_t end, uint64_t most) {
  WireReader reader(bytes);
  std::vector<int64_t> out;
  while (begin < end && out.size() < most) {
    uint64_t v = 0;
    if (reader.varint(&begin, end, &v) != WireFault::kNone) return {};
    out.push_back(static_cast<int64_t>(v));
  }
  return out;
}

}  // namespace

RemovedScales::RemovedScales(FileId file, RandomAccess& bytes, const File& f, Report& report)
    : file_(file), bytes_(bytes), f_(f), report_(report) {
  for (auto it = f_.settings.lower_bound("DN_D_");
       it != f_.settings.end() && it->first.starts_with("DN_D_"); ++it)
    named_ += it->first.ends_with("_scale") && !it->second->empty() ? 1 : 0;
}

bool RemovedScales::read(CompiledTensor& t, const std::string& former) {
  std::string key;
  const Fact<std::string>* name = nullptr;
  for (const std::string& tensor : {former, t.name}) {
    key = "DN_D_" + tensor;
    name = f_.setting(key + "_scale");
    if (name && !(*name)->empty()) break;
    name = nullptr;
  }
  if (!name) return false;
  using F = Fact<Quantization>;
  const auto found = f_.tensors.find(**name);
  if (found == f_.tensors.end()) {
    Message why(kNoInitializer, clip(key + "_scale"), clip(**name));
    t.quant = F::absent(report_.any() ? why : report_.problem(name->at, why));
    return true;
  }
  const Tensor& s = found->second;
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  const auto count = element_count(s.value.dims);
  const uint64_t begin = s.floats ? s.floats : s.raw, end = s.floats ? s.float_end : s.raw_end;
  if (!count || *count < 1 || static_cast<uint64_t>(*count) > kMaxScales ||
      dtype_of(s.value.type) != DType::kFloat32 ||
      end - begin != 4 * static_cast<uint64_t>(*count)) {
    t.quant = F::absent(report_.problem(
        s.value.at, Message(kNoScales, clip(**name), end - begin, shape_text(s.value.dims),
                            count ? std::to_string(*count) + " x 4" : std::string("?"))));
    return true;
  }
  if (read_ += static_cast<uint64_t>(*count); read_ > kMaxAllScales) {
    t.quant = F::absent(Message(kTooMany, "scales", kMaxAllScales));
    return true;
  }
  const std::string values = bytes_at(bytes_, begin, end - begin);
  if (values.size() < end - begin) {
    t.quant = F::absent(report_.problem(s.value.at, Message(kUnreadBytes, begin, clip(**name))));
    return true;
  }
  for (size_t i = 0; i + 4 <= values.size(); i += 4) {
    uint32_t bits = 0;
    for (size_t k = 4; k-- > 0;) bits = bits << 8 | static_cast<unsigned char>(values[i + k]);
    float f = 0;
    std::memcpy(&f, &bits, 4);
    q.scales.push_back(static_cast<double>(f));
  }
  if (const auto* axis = f_.setting(key + "_axis"); axis && !trim(**axis).empty()) {
    const std::string_view a = trim(**axis);
    if (a.size() > 2 || a.find_first_not_of("-0123456789") != std::string_view::npos ||
        a.find_last_of('-') == a.size() - 1) {
      t.quant = F::absent(
          report_.problem(axis->at, Message(kBadAxis, clip(key + "_axis"), clip(**axis))));
      return true;
    }
    q.axis = std::stoi(std::string(a));
  }
  if (const auto* zero = f_.setting(key + "_zeropoint"); zero && !trim(**zero).empty()) {
    const auto z = f_.tensors.find(**zero);
    if (z != f_.tensors.end() && z->second.ints)
      q.zero_points = varints(bytes_, z->second.ints, z->second.int_end, kMaxScales);
    if (read_ += q.zero_points.size(); read_ > kMaxAllScales) {
      t.quant = F::absent(Message(kTooMany, "zero points", kMaxAllScales));
      return true;
    }
    if (q.zero_points.empty()) {
      t.quant = F::absent(Message(kZeroPoints, clip(key + "_zeropoint"), clip(**zero)));
      return true;
    }
  }
  t.quant = {std::move(q), {file_, begin, end, s.value.at.path}};
  return true;
}

}  // namespace npulint::horizon_bin
