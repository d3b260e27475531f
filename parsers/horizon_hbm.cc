// `.hbm` of version 3, little endian. Layout measured on 41 public files of D-Robotics/hobot_*,
// elevation_net, hand_*_detection, mono3d_indoor_detection, face_*_detection (X3, Ultra, X5) and
// HorizonRobotics/x2_applications (X2); element types, layouts, input sources and the size of the
// magic agree with the public headers hbdk_type.h, hbdk_layout.h, hbdk_hbrt.h and hbdk_march.h of
// x2_applications.
#include "parsers/horizon_hbm.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/onnx.h"

namespace npulint {
namespace {

constexpr uint64_t kMagicBytes = 16;
constexpr uint64_t kHeaderBytes = 0xb8;  // the tables of offsets follow
constexpr uint64_t kOrigin = 0x10;       // offsets of the header count from behind the magic
constexpr uint64_t kModelBytes = 0x138, kDescriptorBytes = 100;
constexpr uint32_t kMaxModels = 256, kMaxTensors = 4096, kMaxDescriptors = 1'000'000;
constexpr size_t kMaxAllTensors = 16384, kMaxAllShifts = 1u << 20;  // of one file
constexpr uint64_t kMaxName = 4096, kMaxOptions = 65536;            // bytes
constexpr int64_t kMaxChannels = 65536;                             // shifts that are read
constexpr int64_t kMaxShift = 63;
constexpr size_t kMaxProblems = 20;

// Offsets inside the struct of a model.
constexpr uint64_t kName = 0x80, kOptions = 0x8c, kDescriptors = 0xe0, kInputs = 0x110,
                   kOutputs = 0x118;
// Words of a tensor descriptor.
enum Word {
  kNameWord = 0,
  kShiftWord = 3,
  kAlignedWord = 4,
  kValidWord = 8,
  kTypeWord = 13,
  kLayoutWord = 14,
  kSourceWord = 15,
  kRoleWord = 16,
  kBytesWord = 20
};

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kZeros{"the first {0} bytes of the file are zero: it is no compiled model",
                      "文件的前 {0} 字节全为零：它不是编译模型"};
constexpr Text kTextFile{"the file is text, not a compiled model: a failed download?",
                         "该文件是文本，而不是编译模型：下载失败？"};
constexpr Text kLfs{"the file is a Git LFS pointer; run `git lfs pull`",
                    "该文件是 Git LFS 指针；请运行 `git lfs pull`"};
constexpr Text kCutHeader{"the header of the .hbm needs {0} bytes, but there are {1}",
                          ".hbm 的文件头需要 {0} 字节，但只有 {1} 字节"};
constexpr Text kCutFile{"the header of the .hbm states {0} bytes, but there are {1}: it is cut off",
                        ".hbm 的文件头声明 {0} 字节，但只有 {1} 字节：内容被截断"};
constexpr Text kNoModels{"the header of the .hbm states no model", ".hbm 的文件头声明没有模型"};
constexpr Text kManyModels{"the header of the .hbm states {0} models; npulint reads up to {1}",
                           ".hbm 的文件头声明 {0} 个模型；npulint 最多读取 {1} 个"};
constexpr Text kOutside{"{0} is at offset {1} with {2} bytes, but the .hbm has {3} bytes",
                        "{0} 位于偏移 {1}，长 {2} 字节，但 .hbm 只有 {3} 字节"};
constexpr Text kInHeader{"{0} is at offset {1}, inside the header of {2} bytes",
                         "{0} 位于偏移 {1}，落在 {2} 字节的文件头之内"};
constexpr Text kShared{"models {0} and {1} have the same offset {2}",
                       "模型 {0} 和 {1} 的偏移相同，均为 {2}"};
constexpr Text kUnread{"the {0} bytes at offset {1} cannot be read",
                       "无法读取偏移 {1} 处的 {0} 字节"};
constexpr Text kNoEnd{"{0} at offset {1} has no end within {2} bytes",
                      "偏移 {1} 处的{0}在 {2} 字节内没有结束符"};
constexpr Text kTwoNames{"the model is called `{0}` in its struct and `{1}` in the header",
                         "模型在其结构中名为 `{0}`，在文件头中名为 `{1}`"};
constexpr Text kOtherMarch{"the model has the march tag `{0}`, the file `{1}`",
                           "模型的 march 标记为 `{0}`，文件的为 `{1}`"};
constexpr Text kManyTensors{"{0} states {1} entries; npulint reads up to {2}",
                            "{0} 声明 {1} 项；npulint 最多读取 {2} 项"};
constexpr Text kManyAll{
    "the models have more than {1} inputs and outputs; the rest, from {0} on, is not read",
    "各模型的输入和输出超过 {1} 个；从 {0} 起的其余部分未读取"};
constexpr Text kNoTensor{"{0} names tensor {1}, but the model has {2}",
                         "{0} 引用张量 {1}，但模型只有 {2} 个张量"};
constexpr Text kTwice{"{0} names tensor {1} twice", "{0} 两次引用张量 {1}"};
constexpr Text kOtherRole{"{0} names tensor {1}, whose descriptor has role {2} in place of {3}",
                          "{0} 引用张量 {1}，其描述符的角色为 {2}，应为 {3}"};
constexpr Text kOwnName{"the name is at offset {0} from its descriptor, inside it",
                        "名称位于距描述符 {0} 字节处，落在描述符之内"};
constexpr Text kBadShape{"the valid shape {0} does not fit into the aligned shape {1}",
                         "有效形状 {0} 放不进对齐形状 {1}"};
constexpr Text kSmall{"the aligned size is {0} bytes, but the valid shape {1} of {2} needs {3}",
                      "对齐大小为 {0} 字节，但 {2} 的有效形状 {1} 需要 {3} 字节"};
constexpr Text kBadShift{"the shift {0} of channel {1} is more than {2}",
                         "通道 {1} 的 shift 为 {0}，超过 {2}"};
constexpr Text kUnknownType{"element type {0} is not known", "未知的元素类型 {0}"};
constexpr Text kUnknownLayout{"layout {0} is not known", "未知的布局 {0}"};
constexpr Text kNoShifts{
    "all shifts are 0: the scales of a model that hb_mapper calibrated are in its .bin",
    "所有 shift 均为 0：hb_mapper 校准的模型，其 scale 位于 .bin 中"};
constexpr Text kManyShifts{"the shifts of {0} channels are not read", "未读取 {0} 个通道的 shift"};
constexpr Text kTiled{"the layout {0} is tiled: no stride steps through it",
                      "布局 {0} 是分块的：没有可逐步访问的步长"};
constexpr Text kNotDense{"{0} bytes do not fit the aligned shape {1} of {2}",
                         "{0} 字节与 {2} 的对齐形状 {1} 不符"};
constexpr Text kFails{"the .hbm cannot be read: {0}", "无法读取该 .hbm：{0}"};

// hbdk_layout.h: the number is the position there.
std::string_view layout_name(int64_t n) {
  switch (n) {
    case 0:
      return "NHWC";
    case 1:
      return "NHCW";
    case 2:
      return "NCHW";
    case 14:
      return "NHCW_8W4C";
    case 15:
      return "NHCW_8W4C_S2D";
    case 18:
      return "NCHW_8C";
    default:
      return {};
  }
}

// Descriptors state N, H, W, C; tensors are given in the order in which the layout stores them.
Shape stored_order(const Shape& nhwc, int64_t layout) {
  if (layout == 1) return {nhwc[0], nhwc[1], nhwc[3], nhwc[2]};
  if (layout == 2) return {nhwc[0], nhwc[3], nhwc[1], nhwc[2]};
  return nhwc;
}
int channel_axis(int64_t layout) { return layout == 1 ? 2 : layout == 2 ? 1 : 3; }
bool is_tiled(int64_t layout) { return layout > 2; }

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

bool is_blank(std::string_view head) {
  return head.find_first_not_of('\0') == std::string_view::npos;
}

// Printable ASCII from the first byte on.
bool is_text(std::string_view head) {
  return std::all_of(head.begin(), head.end(), [](char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
  });
}

class Hbm {
 public:
  Hbm(FileId file, RandomAccess& bytes, uint64_t begin, uint64_t size, const std::string& prefix,
      Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), begin_(begin), prefix_(prefix), out_(out) {
    const uint64_t all = bytes.size();
    size_ = begin > all ? 0 : std::min(size, all - begin);
  }

  void read() {
    std::string head(static_cast<size_t>(std::min<uint64_t>(size_, 512)), '\0');
    head.resize(bytes_.read(begin_, head.data(), head.size()));
    if (head.empty()) return (void)problem({}, Message(kEmpty));
    if (is_lfs_pointer(head)) return (void)problem({}, Message(kLfs));
    if (head.size() >= kMagicBytes && !is_hbm_v3(head)) {
      if (begin_ != 0) return;  // whose file knows what it is
      // other versions have layouts of their own, but none of them is text or nothing
      if (is_blank(head)) return (void)problem({}, Message(kZeros, head.size()));
      if (is_text(head)) return (void)problem({}, Message(kTextFile));
      return;
    }
    if (head.size() < kHeaderBytes)
      return (void)problem(at(0, head.size(), "header"), Message(kCutHeader, kHeaderBytes, size_));
    tag_ = {std::string(trim(std::string_view(head).substr(1, 3))), at(1, 4, "header.magic")};
    const uint64_t stated = uint64_t{word(head, 0x6c)} + kOrigin;
    if (stated > size_) problem(at(0x6c, 0x70, "header.size"), Message(kCutFile, stated, size_));
    const auto version = [&](size_t from, std::string path) {
      const std::string_view s = std::string_view(head.c_str() + from).substr(0, 64);
      return Fact<std::string>(std::string(trim(s)), at(from, from + s.size(), std::move(path)));
    };
    // 32 bytes each; the long development version of the first files runs through both
    const Fact<std::string> hbrt = version(0x1c, "header.hbrt");
    const bool both = head.find('\0', 0x1c) < 0x3c;
    if (both) hbdk_ = version(0x3c, "header.hbdk");
    hbrt_ = hbrt;
    description_ = version(0x78, "header.description");

    const uint32_t n = word(head, 0x70);
    if (n == 0) problem(at(0x70, 0x74, "header.models"), Message(kNoModels));
    if (n > kMaxModels)
      problem(at(0x70, 0x74, "header.models"), Message(kManyModels, n, kMaxModels));
    const uint64_t count = std::min(n, kMaxModels);
    std::string table;
    if (!take(kHeaderBytes, uint64_t{n} * 16, "header.offsets", nullptr)) return;
    if (!take(kHeaderBytes, count * 8, "header.offsets", &table)) return;
    std::string names;
    if (!take(kHeaderBytes + uint64_t{n} * 8, count * 8, "header.names", &names)) return;
    for (size_t i = 0; i < count; ++i) {
      const uint64_t offset = long_word(table, 8 * i);
      const std::string path = "models[" + std::to_string(i) + "]";
      const auto place = at(kHeaderBytes + 8 * i, kHeaderBytes + 8 * i + 8, path);
      const auto same = std::find(offsets_.begin(), offsets_.end(), offset);
      if (same != offsets_.end())
        problem(place, Message(kShared, same - offsets_.begin(), i, offset));
      else if (offset < kHeaderBytes + uint64_t{n} * 16 - kOrigin)
        problem(place, Message(kInHeader, path, offset, kHeaderBytes + uint64_t{n} * 16));
      else if (offset > size_)
        problem(place, Message(kOutside, path, offset, kModelBytes, size_));
      else
        model(path, offset + kOrigin, long_word(names, 8 * i));
      offsets_.push_back(offset);
    }
  }

 private:
  static uint32_t word(std::string_view s, size_t i) {
    uint32_t v = 0;
    for (size_t k = 4; k-- > 0;) v = v << 8 | static_cast<unsigned char>(s[i + k]);
    return v;
  }
  static int64_t signed_word(std::string_view s, size_t i) {
    return static_cast<int32_t>(word(s, i));
  }
  static uint64_t long_word(std::string_view s, size_t i) {
    return uint64_t{word(s, i + 4)} << 32 | word(s, i);
  }

  // Offsets inside the .hbm.
  Evidence at(uint64_t from, uint64_t to, std::string_view path) const {
    return {file_, begin_ + from, begin_ + to, prefix_ + std::string(path)};
  }
  Message problem(Evidence where, Message what) {
    where.file = file_;
    if (out_.problems.size() < kMaxProblems)
      out_.problems.push_back({Problem::Kind::kUnreadable, std::move(where), what});
    return what;
  }

  // n bytes at `from`; false with a problem, which last_ holds too, when they are not all there.
  // Null `to`: only looks.
  bool take(uint64_t from, uint64_t n, std::string_view path, std::string* to) {
    if (from > size_ || n > size_ - from) {
      last_ = problem(at(std::min(from, size_), size_, path),
                      Message(kOutside, prefix_ + std::string(path), from, n, size_));
      return false;
    }
    if (!to) return true;
    to->resize(static_cast<size_t>(n));
    if (bytes_.read(begin_ + from, to->data(), to->size()) == to->size()) return true;
    last_ = problem(at(from, from + n, path), Message(kUnread, n, from));
    return false;
  }

  // The text at `from`, up to its NUL.
  Fact<std::string> text(int64_t from, uint64_t most, const std::string& path) {
    if (from < 0 || static_cast<uint64_t>(from) >= size_)
      return Fact<std::string>::absent(problem(
          at(0, 0, path), Message(kOutside, prefix_ + path, std::to_string(from), 1, size_)));
    const auto begin = static_cast<uint64_t>(from);
    std::string s;
    for (size_t piece = 256; s.size() < most && begin + s.size() < size_; piece *= 4) {
      const size_t old = s.size();
      s.resize(static_cast<size_t>(std::min({uint64_t{old} + piece, most, size_ - begin})));
      s.resize(old + bytes_.read(begin_ + begin + old, s.data() + old, s.size() - old));
      if (s.size() == old) break;
      if (const size_t end = s.find('\0', old); end != std::string::npos) {
        s.resize(end);
        return {s, at(begin, begin + end, path)};
      }
    }
    return Fact<std::string>::absent(problem(at(begin, begin + s.size(), path),
                                             Message(kNoEnd, prefix_ + path, begin, s.size())));
  }

  void model(const std::string& path, uint64_t m, uint64_t name_offset) {
    std::string s;
    if (!take(m, kModelBytes, path, &s)) return;
    CompiledModel out;
    out.file = file_;
    out.format = "hbm";
    out.at = at(m, m + kModelBytes, path);
    const auto to = [&](uint64_t field) { return static_cast<int64_t>(m + word(s, field)); };
    out.name = text(to(kName), kMaxName, path + ".name");
    if (name_offset < size_) {
      const auto second = text(static_cast<int64_t>(name_offset + kOrigin), kMaxName, path);
      if (out.name && second && *out.name != *second)
        problem(out.name.at, Message(kTwoNames, clip(*out.name), clip(*second)));
    } else {
      problem(at(kHeaderBytes, kHeaderBytes + 8, path),
              Message(kOutside, prefix_ + path + ".name", name_offset, 1, size_));
    }
    const std::string tag(trim(std::string_view(s).substr(0x84, 4).substr(0, 3)));
    if (tag != *tag_)
      problem(at(m + 0x84, m + 0x88, path + ".march"), Message(kOtherMarch, clip(tag), *tag_));
    const auto options = text(to(kOptions), kMaxOptions, path + ".options");
    out.march = march_of(options);
    if (!out.march) out.march = tag_;
    out.build["HBM_MAGIC"] = tag_;
    if (options) out.build["HBM_OPTIONS"] = options;
    if (description_ && !description_->empty()) out.build["HBM_DESCRIPTION"] = description_;
    if (hbdk_ && !hbdk_->empty()) out.versions.emplace_back("hbdk", hbdk_);
    if (hbrt_ && !hbrt_->empty()) out.versions.emplace_back("hbrt", hbrt_);
    tensors(path, s, m, kInputs, out.inputs);
    tensors(path, s, m, kOutputs, out.outputs);
    out_.record.models.push_back(std::move(out));
  }

  // The word after `--march`.
  static Fact<std::string> march_of(const Fact<std::string>& options) {
    static constexpr std::string_view kOption = "--march ";
    if (!options) return {};
    const size_t found = options->find(kOption);
    if (found == std::string::npos) return {};
    const size_t begin = found + kOption.size();
    const size_t end = std::min(options->find(' ', begin), options->size());
    if (end == begin) return {};
    Evidence e = options.at;
    e.end = e.begin + end;
    e.begin += begin;
    return {options->substr(begin, end - begin), e};
  }

  void tensors(const std::string& model, std::string_view s, uint64_t m, uint64_t field,
               std::vector<CompiledTensor>& to) {
    const bool input = field == kInputs;
    const std::string list = model + (input ? ".inputs" : ".outputs");
    const uint64_t table = m + word(s, kDescriptors);
    const uint32_t all = word(s, kDescriptors + 4), n = word(s, field + 4);
    if (all > kMaxDescriptors) {
      if (input)
        problem(at(m + kDescriptors, m + kDescriptors + 8, model + ".tensors"),
                Message(kManyTensors, prefix_ + model + ".tensors", all, kMaxDescriptors));
      return;
    }
    if (n > kMaxTensors) {
      problem(at(m + field, m + field + 8, list),
              Message(kManyTensors, prefix_ + list, n, kMaxTensors));
      return;
    }
    if (!take(table, all * kDescriptorBytes, model + ".tensors", nullptr)) return;
    std::string indexes;
    if (!take(m + word(s, field), uint64_t{n} * 8, list, &indexes)) return;
    std::set<uint64_t> seen;
    for (size_t i = 0; i < n; ++i) {
      if (++tensors_ > kMaxAllTensors) {
        if (tensors_ == kMaxAllTensors + 1)
          problem(at(m + field, m + field + 8, list),
                  Message(kManyAll, prefix_ + list, kMaxAllTensors));
        return;
      }
      const uint64_t index = long_word(indexes, 8 * i);
      const std::string path = list + "[" + std::to_string(i) + "]";
      const uint64_t entry = m + word(s, field) + 8 * i;
      if (index >= all)
        problem(at(entry, entry + 8, path), Message(kNoTensor, prefix_ + list, index, all));
      else if (!seen.insert(index).second)
        problem(at(entry, entry + 8, path), Message(kTwice, prefix_ + list, index));
      else
        tensor(path, table + index * kDescriptorBytes, index, input, static_cast<int>(i), to);
    }
  }

  void tensor(const std::string& path, uint64_t d, uint64_t number, bool input, int index,
              std::vector<CompiledTensor>& to) {
    std::string s;
    if (!take(d, kDescriptorBytes, path, &s)) return;
    const auto w = [&](int i) { return signed_word(s, static_cast<size_t>(4 * i)); };
    const auto place = [&](int first, int count, const char* what) {
      const auto from = d + 4 * static_cast<uint64_t>(first);
      return at(from, from + 4 * static_cast<uint64_t>(count), path + what);
    };
    CompiledTensor t;
    t.is_input = input;
    t.index = index;
    t.at = at(d, d + kDescriptorBytes, path);
    if (w(kRoleWord) != (input ? 1 : 2)) {
      problem(place(kRoleWord, 1, ".role"),
              Message(kOtherRole, prefix_ + path, number, w(kRoleWord), input ? 1 : 2));
      return;
    }
    if (w(kNameWord) >= 0 && w(kNameWord) < static_cast<int64_t>(kDescriptorBytes)) {
      problem(place(kNameWord, 1, ".name"), Message(kOwnName, w(kNameWord)));
    } else if (auto name = text(static_cast<int64_t>(d) + w(kNameWord), kMaxName, path + ".name")) {
      t.name = *name;
    }
    static constexpr std::array<DType, 4> kTypes{DType::kUnknown, DType::kInt8, DType::kInt16,
                                                 DType::kInt32};
    if (w(kTypeWord) >= 1 && w(kTypeWord) <= 3)
      t.dtype = {kTypes[static_cast<size_t>(w(kTypeWord))], place(kTypeWord, 1, ".type")};
    else
      t.dtype = Fact<DType>::absent(Message(kUnknownType, w(kTypeWord)));
    const int64_t layout = w(kLayoutWord);
    if (const std::string_view name = layout_name(layout); !name.empty())
      t.layout = {std::string(name), place(kLayoutWord, 1, ".layout")};
    else
      t.layout = Fact<std::string>::absent(Message(kUnknownLayout, layout));
    static constexpr std::array<const char*, 3> kSources{"ddr", "resizer", "pyramid"};
    if (input && w(kSourceWord) >= 0 && w(kSourceWord) <= 2)
      t.source = {kSources[static_cast<size_t>(w(kSourceWord))], place(kSourceWord, 1, ".source")};
    shapes(t, s, layout, place);
    shifts(t, d, w(kShiftWord), layout, path, place);
    to.push_back(std::move(t));
  }

  template <class Place>
  void shapes(CompiledTensor& t, std::string_view s, int64_t layout, const Place& place) {
    const auto four = [&](int first) {
      Shape out;
      for (int i = 0; i < 4; ++i)
        out.push_back(signed_word(s, static_cast<size_t>(4 * (first + i))));
      return out;
    };
    const auto w = [&](int i) { return signed_word(s, static_cast<size_t>(4 * i)); };
    const Shape valid = four(kValidWord), aligned = four(kAlignedWord);
    for (size_t i = 0; i < 4; ++i)
      if (valid[i] < 1 || aligned[i] < valid[i]) {
        t.shape = t.aligned_shape = Fact<Shape>::absent(
            problem(place(kAlignedWord, 8, ".shape"),
                    Message(kBadShape, shape_text(valid), shape_text(aligned))));
        return;
      }
    t.shape = {stored_order(valid, layout), place(kValidWord, 4, ".valid_shape")};
    // a pyramid delivers rows with a step of its own, in bytes; the aligned shape of the descriptor
    // is that of the BPU's copy
    if (t.source && *t.source == "pyramid") {
      if (const int64_t step = w(kBytesWord); step >= valid[2])
        t.aligned_shape = {stored_order({valid[0], valid[1], step, valid[3]}, layout),
                           place(kBytesWord, 1, ".row_step")};
      return;
    }
    t.aligned_shape = {stored_order(aligned, layout), place(kAlignedWord, 4, ".aligned_shape")};
    const int64_t bytes = w(kBytesWord);
    if (bytes == 0 || !t.dtype) return;  // the oldest files state no size
    const auto least = dense_bytes(valid, *t.dtype), dense = dense_bytes(aligned, *t.dtype);
    if (bytes < 0 || (least && bytes < *least)) {
      t.byte_size = Fact<int64_t>::absent(problem(
          place(kBytesWord, 1, ".bytes"),
          Message(kSmall, bytes, shape_text(valid), dtype_name(*t.dtype), least ? *least : 0)));
      return;
    }
    t.byte_size = {bytes, place(kBytesWord, 1, ".bytes")};
    if (is_tiled(layout) || !t.layout)
      t.strides.missing = Message(kTiled, t.layout ? *t.layout : std::to_string(layout));
    else if (dense && *dense == bytes)
      t.strides = {*dense_strides(*t.aligned_shape, *t.dtype), t.aligned_shape.at};
    else
      t.strides.missing = Message(kNotDense, bytes, shape_text(aligned), dtype_name(*t.dtype));
  }

  template <class Place>
  void shifts(CompiledTensor& t, uint64_t d, int64_t pointer, int64_t layout,
              const std::string& path, const Place& place) {
    if (pointer == 0 || !t.shape) return;
    const auto axis = static_cast<size_t>(t.layout && !is_tiled(layout) ? channel_axis(layout) : 3);
    const int64_t channels = (*t.shape)[axis];
    shifts_ += static_cast<size_t>(channels);
    if (channels > kMaxChannels || shifts_ > kMaxAllShifts) {
      t.quant = Fact<Quantization>::absent(Message(kManyShifts, channels));
      return;
    }
    const int64_t from = static_cast<int64_t>(d) + pointer;
    std::string values;
    if (from < 0) {
      t.quant = Fact<Quantization>::absent(problem(
          place(kShiftWord, 1, ".shifts"),
          Message(kOutside, prefix_ + path + ".shifts", std::to_string(from), channels, size_)));
      return;
    }
    if (!take(static_cast<uint64_t>(from), static_cast<uint64_t>(channels), path + ".shifts",
              &values)) {
      t.quant = Fact<Quantization>::absent(last_);
      return;
    }
    Quantization q;
    q.kind = Quantization::Kind::kShift;
    for (char c : values) {
      q.shifts.push_back(static_cast<unsigned char>(c));
      if (q.shifts.back() <= kMaxShift) continue;
      t.quant = Fact<Quantization>::absent(
          Message(kBadShift, q.shifts.back(), q.shifts.size() - 1, kMaxShift));
      return;
    }
    if (std::all_of(q.shifts.begin(), q.shifts.end(), [](int64_t n) { return n == 0; })) {
      t.quant = Fact<Quantization>::absent(Message(kNoShifts));
      return;
    }
    q.axis = static_cast<int>(axis);
    t.quant = {std::move(q), at(static_cast<uint64_t>(from), static_cast<uint64_t>(from + channels),
                                path + ".shifts")};
  }

  FileId file_;
  RandomAccess& bytes_;
  uint64_t begin_, size_ = 0;
  const std::string prefix_;
  Message last_;
  Parsed<CompiledFile>& out_;
  Fact<std::string> tag_, hbdk_, hbrt_, description_;
  std::vector<uint64_t> offsets_;
  size_t tensors_ = 0, shifts_ = 0;
};

}  // namespace

bool is_hbm_v3(std::string_view head) {
  return head.size() >= kMagicBytes && head[0] == '#' && head.substr(4, 12) == "hbm#########";
}

Parsed<CompiledFile> parse_hbm(FileId file, RandomAccess& bytes, uint64_t begin, uint64_t size,
                               const std::string& prefix) {
  return guarded<CompiledFile>(file, kFails, [&](Parsed<CompiledFile>& out) {
    Hbm(file, bytes, begin, size, prefix, out).read();
  });
}

Parsed<CompiledFile> parse_hbm(FileId file, RandomAccess& bytes) {
  return parse_hbm(file, bytes, 0, bytes.size());
}

}  // namespace npulint
