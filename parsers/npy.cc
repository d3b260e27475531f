#include "parsers/npy.h"

#include "parsers/python_repr.h"

namespace npulint {
namespace {

constexpr uint64_t kMaxHeader = 64u << 10;  // bytes; NumPy itself refuses more than 10 000
constexpr size_t kMaxNodes = 256, kMaxRank = 64;
constexpr double kMaxDim = 9007199254740992.0;  // 2^53: what a double holds exactly

constexpr Text kNoMagic{"the file does not begin with the magic of a .npy file",
                        "文件开头不是 .npy 的魔数"};
constexpr Text kVersion{"the .npy format has version {0}.{1}; 1.0 to 3.0 are known",
                        ".npy 格式版本为 {0}.{1}；已知的是 1.0 到 3.0"};
constexpr Text kCutOff{"the .npy header needs {0} bytes, the file has {1}",
                       ".npy 头部需要 {0} 字节，文件只有 {1} 字节"};
constexpr Text kLarge{"the .npy header claims {0} bytes; at most {1} are read",
                      ".npy 头部声称有 {0} 字节；最多读取 {1} 字节"};
constexpr Text kDict{"the .npy header is no dictionary of `descr`, `fortran_order` and `shape`",
                     ".npy 头部不是由 `descr`、`fortran_order` 与 `shape` 组成的字典"};

using Kind = JsonNode::Kind;

// "<i4": byte order, kind, bytes. Structured types are lists and have no element type here.
DType element_type(std::string_view descr) {
  if (descr.size() < 3) return DType::kUnknown;
  const std::string_view type = descr.substr(1);
  struct Known {
    std::string_view code;
    DType type;
  };
  constexpr Known kKnown[] = {
      {"b1", DType::kBool},      {"i1", DType::kInt8},       {"u1", DType::kUint8},
      {"i2", DType::kInt16},     {"u2", DType::kUint16},     {"i4", DType::kInt32},
      {"u4", DType::kUint32},    {"i8", DType::kInt64},      {"u8", DType::kUint64},
      {"f2", DType::kFloat16},   {"f4", DType::kFloat32},    {"f8", DType::kFloat64},
      {"c8", DType::kComplex64}, {"c16", DType::kComplex128}};
  for (const Known& k : kKnown)
    if (k.code == type) return k.type;
  return DType::kUnknown;
}

bool read_shape(const JsonNode& n, Shape& to) {
  if (n.is(Kind::kList) && n.items.empty()) return true;  // "()": one element
  if (!n.is(Kind::kNumbers) || n.numbers.size() > kMaxRank) return false;
  for (double d : n.numbers) {
    if (!(d >= 0 && d <= kMaxDim) || d != static_cast<double>(static_cast<int64_t>(d)))
      return false;
    to.push_back(static_cast<int64_t>(d));
  }
  return true;
}

}  // namespace

std::optional<NpyHeader> parse_npy(RandomAccess& file, Message* why) {
  const auto fail = [&](Message m) {
    *why = std::move(m);
    return std::nullopt;
  };
  unsigned char head[12] = {};
  const size_t got = file.read(0, reinterpret_cast<char*>(head), sizeof head);
  if (got < kNpyMagic.size() ||
      std::string_view(reinterpret_cast<const char*>(head), kNpyMagic.size()) != kNpyMagic)
    return fail(Message(kNoMagic));
  const unsigned major = head[6], minor = head[7];
  const size_t fixed = major == 1 ? 10 : 12;
  if (got < fixed) return fail(Message(kCutOff, fixed, file.size()));
  if (major < 1 || major > 3 || minor != 0) return fail(Message(kVersion, major, minor));
  uint64_t length = head[8] | static_cast<uint64_t>(head[9]) << 8;
  if (major > 1)
    length |= static_cast<uint64_t>(head[10]) << 16 | static_cast<uint64_t>(head[11]) << 24;
  if (length > kMaxHeader) return fail(Message(kLarge, length, kMaxHeader));
  std::string text(length, '\0');
  if (file.read(fixed, text.data(), text.size()) != text.size())
    return fail(Message(kCutOff, fixed + length, file.size()));
  size_t budget = kMaxNodes;
  const auto dict = parse_python_repr(text, budget);
  if (!dict || !dict->is(Kind::kObject)) return fail(Message(kDict));
  const JsonNode *descr = find(*dict, "descr"), *fortran = find(*dict, "fortran_order"),
                 *shape = find(*dict, "shape");
  NpyHeader out;
  if (!descr || !(descr->is(Kind::kString) || descr->is(Kind::kList)) || !fortran ||
      !fortran->is(Kind::kBool) || !shape || !read_shape(*shape, out.shape))
    return fail(Message(kDict));
  out.descr = descr->is(Kind::kString) ? descr->text : "[…]";
  out.dtype = element_type(out.descr);
  out.big_endian = out.descr.starts_with('>') && dtype_bits(out.dtype) != 8;
  out.fortran = fortran->boolean;
  out.data_offset = fixed + length;
  return out;
}

}  // namespace npulint
