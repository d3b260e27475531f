// `.bmodel`, the compiled model of Sophgo TPUs: a 64-byte header (u32 magic 0xFF55AAEE, u32 size of
// the header, u32 bytes of FlatBuffers, u32 or u64 bytes of data, reserved zeros; little endian),
// one FlatBuffers table `Model`, then the data that its Binary {start, size} structs point into.
// Source: sophgo/libsophon tpu-bmodel (include/bmodel.hpp, model/model.fbs, src/bmodel.cpp), newer
// fields sophgo/tpu-mlir bmodel.fbs.
#include "parsers/bmodel.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#define FLATBUFFERS_ASSERT(x) ((void)0)  // bounds are the verifier's and this file's matter
#include "bmodel_generated.h"
#include "parsers/guarded.h"
#include "parsers/onnx.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

namespace fb = npulint::bmodel;

constexpr uint64_t kHeaderBytes = 64;
constexpr uint32_t kMagic = 0xFF55AAEE, kLegacyMagic = 0xFF55AAFF;
constexpr uint64_t kMaxMetadata = 256u << 20;  // bytes of FlatBuffers that are read
constexpr uint32_t kMaxTables = 4'000'000;     // that the verifier visits
constexpr size_t kMaxStages = 20'000;          // of one file
constexpr size_t kMaxTensors = 100'000;        // of one file
constexpr size_t kMaxName = 1024;              // bytes of a name that are kept
constexpr size_t kMaxContexts = 4096;          // of one stage
constexpr size_t kMaxDims = 8;                 // BM_MAX_DIMS_NUM
constexpr size_t kSha256Bytes = 32;
constexpr size_t kMaxProblems = 50;

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kLfs{"the file is a Git LFS pointer, not the model; run `git lfs pull`",
                    "该文件是 Git LFS 指针，不是模型；请运行 `git lfs pull`"};
constexpr Text kShort{"the file has {0} bytes; the header of a bmodel alone has {1}",
                      "文件只有 {0} 字节；bmodel 的文件头就有 {1} 字节"};
constexpr Text kLegacy{
    "the file is a bmodel of the older format (magic 0xFF55AAFF), which is not read",
    "该文件是旧格式的 bmodel（魔数为 0xFF55AAFF），不支持读取"};
constexpr Text kForeign{"the file begins with 0x{0}; a bmodel begins with 0xFF55AAEE",
                        "文件开头为 0x{0}；bmodel 的开头应为 0xFF55AAEE"};
constexpr Text kHeaderSize{
    "the header states {0} bytes for itself, a bmodel has {1}: the file is encrypted or damaged, "
    "and "
    "its metadata cannot be read",
    "文件头声明自身长度为 {0} 字节，bmodel 应为 {1} 字节：文件已加密或损坏，无法读取元数据"};
constexpr Text kCutMetadata{
    "the header states {0} bytes of metadata, but only {1} follow it: the file is cut off, "
    "encrypted "
    "or damaged, and its metadata cannot be read",
    "文件头声明元数据为 {0} 字节，但其后只有 {1} 字节：文件被截断、已加密或损坏，无法读取元数据"};
constexpr Text kCutData{
    "the header states {0} bytes of data, but the file has only {1} of them: it is "
    "cut off",
    "文件头声明数据为 {0} 字节，但文件中只有 {1} 字节：文件被截断"};
constexpr Text kLarge{"the metadata has {0} bytes; npulint reads up to {1}",
                      "元数据有 {0} 字节；npulint 最多读取 {1} 字节"};
constexpr Text kUnread{"bytes {0} to {1} cannot be read", "无法读取第 {0} 至 {1} 字节"};
constexpr Text kNoTables{
    "bytes {0} to {1} are no FlatBuffers table of a bmodel: the file is encrypted or damaged, and "
    "its "
    "metadata cannot be read",
    "第 {0} 至 {1} 字节不是 bmodel 的 FlatBuffers 表：文件已加密或损坏，无法读取元数据"};
constexpr Text kNoNet{"the file lists no net", "文件没有列出任何网络（net）"};
constexpr Text kAbsent{"`{0}` is missing", "缺少 `{0}`"};
constexpr Text kNoStage{"`{0}` has no stage", "`{0}` 没有任何 stage"};
constexpr Text kOutside{
    "`{0}` lies at bytes {1} to {2}, but the file has only {3}: it is cut off or damaged",
    "`{0}` 位于第 {1} 至 {2} 字节，但文件只有 {3} 字节：文件被截断或损坏"};
constexpr Text kFarOutside{
    "`{0}` starts {1} bytes into the data and has {2}, which no file can hold: the file is damaged",
    "`{0}` 起于数据的第 {1} 字节，长 {2} 字节，超出任何文件的范围：文件已损坏"};
constexpr Text kBadType{"`{0}` is {1}, which is no element type", "`{0}` 为 {1}，不是元素类型编号"};
constexpr Text kBadMode{"`{0}` is {1}, which is no storage mode", "`{0}` 为 {1}，不是存储模式编号"};
constexpr Text kBadShape{"`{0}` has {1} dims; up to {2} are possible",
                         "`{0}` 有 {1} 个维度；最多 {2} 个"};
constexpr Text kBadNumber{"`{0}` is {1}, which is out of range", "`{0}` 为 {1}，超出范围"};
constexpr Text kBadScale{"`{0}` is no finite number", "`{0}` 不是有限数值"};
constexpr Text kLongName{"`{0}` has {1} bytes; the first {2} are read",
                         "`{0}` 有 {1} 字节，只读取前 {2} 字节"};
constexpr Text kTooMany{
    "the file lists more than {0} stages and {1} tensors; the rest, from `{2}` on, "
    "is not read",
    "文件列出的 stage 超过 {0} 个或张量超过 {1} 个；从 `{2}` 起的其余部分未读取"};
constexpr Text kDigest{
    "the coefficients (bytes {0} to {1}) have the SHA-256 {2}, but the file states {3}: it is "
    "damaged",
    "系数（第 {0} 至 {1} 字节）的 SHA-256 为 {2}，但文件声明为 {3}：文件已损坏"};
constexpr Text kNoImage{"a bmodel states no image format", "bmodel 不说明图像格式"};
constexpr Text kNoStrides{
    "a bmodel states no strides, and its size, shape and storage mode do not settle them",
    "bmodel 不说明步长，其大小、形状和存储模式也无法确定步长"};
constexpr Text kException{"the metadata cannot be read: {0}", "无法读取元数据：{0}"};

uint32_t word(const char* p) {
  uint32_t out = 0;
  for (int i = 3; i >= 0; --i) out = out << 8 | static_cast<unsigned char>(p[i]);
  return out;
}

std::string hex(uint64_t n, int digits) {
  std::string out(static_cast<size_t>(digits), '0');
  for (size_t i = out.size(); i-- > 0; n >>= 4) out[i] = "0123456789ABCDEF"[n & 15];
  return out;
}

// The shortest decimal that names this float, as a double: 254.997955, not 254.99795532226562.
double decimal(float f) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, f);
  double out = static_cast<double>(f);
  std::from_chars(text, end.ptr, out);
  return out;
}

// The verifier checks the places of vectors, not the alignment of 64-bit items in them.
uint64_t item64(const flatbuffers::Vector<uint64_t>& v, flatbuffers::uoffset_t i) {
  uint64_t out;
  std::memcpy(&out, v.Data() + size_t{i} * sizeof out, sizeof out);
  return flatbuffers::EndianScalar(out);
}

std::string item(const std::string& parent, std::string_view list, size_t i) {
  return parent + (parent.empty() ? "" : ".") + std::string(list) + "[" + std::to_string(i) + "]";
}

class Reader {
 public:
  Reader(FileId file, RandomAccess& bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), size_(bytes.size()), out_(out) {}

  void read() {
    char head[kHeaderBytes];
    const size_t n = bytes_.read(0, head, sizeof head);
    if (size_ == 0) return problem("", Message(kEmpty));
    if (is_lfs_pointer({head, n})) return problem("", Message(kLfs));
    if (n >= 4 && word(head) != kMagic)
      return problem("header.magic", word(head) == kLegacyMagic
                                         ? Message(kLegacy)
                                         : Message(kForeign, hex(word(head), 8)));
    if (n < kHeaderBytes) return problem("header", Message(kShort, size_, kHeaderBytes));
    const uint64_t header = word(head + 4), tables = word(head + 8);
    // Newer tools write 64 bits here; older ones write 32 and leave the next word zero.
    const uint64_t data = uint64_t{word(head + 16)} << 32 | word(head + 12);
    if (header != kHeaderBytes)
      return problem("header.header_size", Message(kHeaderSize, header, kHeaderBytes));
    if (tables > size_ - kHeaderBytes)
      return problem("header.flatbuffers_size",
                     Message(kCutMetadata, tables, size_ - kHeaderBytes));
    if (tables > kMaxMetadata)
      return problem("header.flatbuffers_size", Message(kLarge, tables, kMaxMetadata));
    base_ = kHeaderBytes + tables;
    if (tables < sizeof(flatbuffers::uoffset_t))
      return problem("header.flatbuffers_size", Message(kNoTables, kHeaderBytes, base_));
    std::vector<char> copy(tables);  // its own block: FlatBuffers needs the alignment
    if (bytes_.read(kHeaderBytes, copy.data(), copy.size()) != copy.size())
      return problem("header.flatbuffers_size", Message(kUnread, kHeaderBytes, base_));
    flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(copy.data()), copy.size(), 64,
                                   kMaxTables);
    if (!fb::VerifyModelBuffer(verifier))
      return problem("header.flatbuffers_size", Message(kNoTables, kHeaderBytes, base_));
    // 32 bits wrap above 4 GiB: then the file is longer than it states, and the places of the data
    // tell whether it is whole.
    if (data > size_ - base_) problem("header.binary_size", Message(kCutData, data, size_ - base_));
    model(*fb::GetModel(copy.data()));
  }

 private:
  Evidence at(std::string path) const { return {file_, kNoOffset, kNoOffset, std::move(path)}; }
  void problem(std::string path, Message what) {
    if (out_.problems.size() < kMaxProblems)
      out_.problems.push_back({Problem::Kind::kUnreadable, at(std::move(path)), std::move(what)});
  }
  template <class T>
  Fact<T> absent(const std::string& path, Message why) {
    problem(path, why);
    return Fact<T>::absent(std::move(why));
  }

  Fact<std::string> text(const flatbuffers::String* s, const std::string& path) {
    if (!s) return absent<std::string>(path, Message(kAbsent, path));
    std::string_view v(s->c_str(), s->size());
    if (v.size() > kMaxName) {
      problem(path, Message(kLongName, path, v.size(), kMaxName));
      v = v.substr(0, kMaxName);
    }
    while (!v.empty() && (v.back() == '\n' || v.back() == '\r')) v.remove_suffix(1);
    return {std::string(v), at(path)};
  }

  void set(CompiledModel& m, const char* key, std::string value, std::string path) const {
    m.build[key] = {std::move(value), at(std::move(path))};
  }

  // Absolute place of a block of data; none when it is not all in the file.
  std::optional<uint64_t> place(const fb::Binary* b, const std::string& path) {
    if (!b || b->size() == 0) return std::nullopt;
    const uint64_t most = std::numeric_limits<int64_t>::max();
    if (b->start() > most - base_ || b->size() > most - base_ - b->start()) {
      problem(path, Message(kFarOutside, path, b->start(), b->size()));
      return std::nullopt;
    }
    const uint64_t begin = base_ + b->start(), end = begin + b->size();
    if (end <= size_) return begin;
    // what the header says of the whole file is said once
    const bool known =
        std::any_of(out_.problems.begin(), out_.problems.end(),
                    [](const Problem& p) { return p.at.path == "header.binary_size"; });
    if (!known) problem(path, Message(kOutside, path, begin, end, size_));
    return std::nullopt;
  }

  void model(const fb::Model& f) {
    common_.file = file_;
    common_.format = "bmodel";
    common_.chip = text(f.chip(), "chip");
    if (const auto version = text(f.version(), "version")) {
      const size_t plus = version->find('+');
      common_.versions.emplace_back("bmodel",
                                    Fact<std::string>(version->substr(0, plus), version.at));
      if (plus != std::string::npos)
        common_.versions.emplace_back("tpu-mlir",
                                      Fact<std::string>(version->substr(plus + 1), version.at));
    }
    if (const auto time = text(f.time(), "time")) common_.build["CREATED"] = time;
    if (f.device_num() > 1)
      set(common_, "DEVICE_NUM", std::to_string(f.device_num()), "device_num");
    if (const fb::KernelModule* k = f.kernel_module()) {
      const std::string path = "kernel_module";
      place(k->binary(), path + ".binary");
      if (k->file_name() && k->binary() && k->binary()->size() > 0) {
        common_.build["KERNEL_MODULE"] = text(k->file_name(), path + ".file_name");
        set(common_, "KERNEL_MODULE_BYTES", std::to_string(k->binary()->size()), path + ".binary");
      }
    }
    const auto* nets = f.net();
    if (!nets || nets->size() == 0) return problem("net", Message(kNoNet));
    for (flatbuffers::uoffset_t i = 0; i < nets->size() && !full_; ++i)
      if (i >= kMaxStages)
        fill(item("", "net", i));
      else if (const fb::Net* n = nets->Get(i))
        net(*n, item("", "net", i));
  }

  void net(const fb::Net& n, const std::string& path) {
    CompiledModel m = common_;
    m.name = text(n.name(), path + ".name");
    if (n.addr_mode()) set(m, "ADDR_MODE", addr_mode(n.addr_mode()), path + ".addr_mode");
    if (const fb::Cascade* c = n.cascade()) {
      const std::string main(c->main_name() ? c->main_name()->string_view().substr(0, kMaxName)
                                            : std::string_view());
      set(m, "CASCADE",
          main + ", step " + std::to_string(c->step()) + ", device " +
              std::to_string(c->device_id()),
          path + ".cascade");
      cascade_ = true;
    } else {
      cascade_ = false;
    }
    const auto* stages = n.parameter();
    if (!stages || stages->size() == 0) return problem(path, Message(kNoStage, path));
    for (flatbuffers::uoffset_t i = 0; i < stages->size() && !full_; ++i) {
      const std::string where = item(path, "stage", i);
      if (out_.record.models.size() >= kMaxStages) return fill(where);
      if (const fb::NetParameter* s = stages->Get(i)) {
        CompiledModel with = m;
        if (stages->size() > 1)
          set(with, "STAGE", std::to_string(i) + " of " + std::to_string(stages->size()), where);
        stage(*s, where, with);
        out_.record.models.push_back(std::move(with));
      }
    }
  }

  void fill(const std::string& where) {
    full_ = true;
    problem(where, Message(kTooMany, kMaxStages, kMaxTensors, where));
  }

  static std::string addr_mode(int32_t n) {
    static constexpr const char* kNames[] = {"basic", "io_alone", "io_tag", "io_tag_fuse"};
    return n >= 0 && n < 4 ? kNames[n] : std::to_string(n);
  }

  void stage(const fb::NetParameter& s, const std::string& path, CompiledModel& m) {
    m.at = at(path);
    set(m, "CORE_NUM", std::to_string(std::max<uint32_t>(s.core_num(), 1)), path + ".core_num");
    const bool dynamic = s.is_dynamic() != 0;
    if (dynamic) {
      const bool any = !s.n_dynamic() && !s.h_w_dynamic();
      std::string what = any ? "yes" : s.n_dynamic() ? "batch" : "";
      if (s.h_w_dynamic()) what += what.empty() ? "height and width" : ", height and width";
      set(m, "DYNAMIC", what, path + ".is_dynamic");
    }
    memory(s, path, m);
    tensors(s.input_tensor(), path + ".input_tensor", true, s, m.inputs, m);
    tensors(s.output_tensor(), path + ".output_tensor", false, s, m.outputs, m);
  }

  void memory(const fb::NetParameter& s, const std::string& path, CompiledModel& m) {
    uint64_t runtime = s.ctx_size();
    if (const auto* sizes = s.ctx_sizes()) {
      uint64_t sum = 0;
      for (flatbuffers::uoffset_t i = 0; sizes->size() <= kMaxContexts && i < sizes->size(); ++i)
        sum += item64(*sizes, i);
      runtime = std::max(runtime, sum);
    }
    if (runtime) set(m, "RUNTIME_BYTES", std::to_string(runtime), path + ".ctx_size");
    if (const auto* groups = s.cmd_group())
      for (flatbuffers::uoffset_t i = 0; i < groups->size() && i < kMaxProblems; ++i) {
        const std::string where = item(path, "cmd_group", i);
        if (!groups->Get(i)) continue;
        place(groups->Get(i)->binary_bdc(), where + ".binary_bdc");
        place(groups->Get(i)->binary_gdma(), where + ".binary_gdma");
      }
    const fb::CoeffMem* c = s.coeff_mem();
    if (!c) return;
    const std::string where = path + ".coeff_mem";
    const auto begin = place(c->binary_coeff(), where + ".binary_coeff");
    if (c->binary_coeff())
      set(m, "COEFF_BYTES", std::to_string(c->binary_coeff()->size()), where + ".binary_coeff");
    if (begin) set(m, "COEFF_OFFSET", std::to_string(*begin), where + ".binary_coeff");
    if (const auto* code = c->check_code(); code && code->size() == kSha256Bytes) {
      std::string digits;
      for (const uint8_t b : *code) {
        digits += "0123456789abcdef"[b >> 4];
        digits += "0123456789abcdef"[b & 15];
      }
      set(m, "COEFF_SHA256", digits, where + ".check_code");
    }
  }

  using Tensors = flatbuffers::Vector<flatbuffers::Offset<fb::Tensor>>;

  void tensors(const Tensors* list, const std::string& path, bool input, const fb::NetParameter& s,
               std::vector<CompiledTensor>& to, CompiledModel& m) {
    if (!list) return problem(path, Message(kAbsent, path));
    std::string inner;
    for (flatbuffers::uoffset_t i = 0; i < list->size(); ++i) {
      const std::string where = item("", path, i);
      if (++tensors_ > kMaxTensors) return fill(where);
      const fb::Tensor* t = list->Get(i);
      if (!t) continue;
      CompiledTensor c = tensor(*t, where, input);
      c.index = static_cast<int>(i);
      if (s.is_dynamic()) unfix(c, s, m);
      // of a cascade: only 1 and 2, or their per-device forms 3 and 4, are the application's
      if (cascade_ && (t->hidden() < 1 || t->hidden() > 4))
        inner += (inner.empty() ? "" : ", ") + c.name;
      to.push_back(std::move(c));
    }
    if (!inner.empty()) set(m, input ? "INNER_INPUTS" : "INNER_OUTPUTS", inner, path);
  }

  CompiledTensor tensor(const fb::Tensor& t, const std::string& path, bool input) {
    CompiledTensor c;
    c.is_input = input;
    c.at = at(path);
    if (const auto name = text(t.name(), path + ".name")) c.name = *name;
    if (const auto type = bmodel_type(t.data_type()))
      c.dtype = {*type, at(path + ".data_type")};
    else
      c.dtype =
          absent<DType>(path + ".data_type", Message(kBadType, path + ".data_type", t.data_type()));
    if (auto mode = bmodel_mode(t.gmem_stmode()))
      c.layout = {std::move(*mode), at(path + ".gmem_stmode")};
    else
      c.layout = absent<std::string>(path + ".gmem_stmode",
                                     Message(kBadMode, path + ".gmem_stmode", t.gmem_stmode()));
    c.shape = shape(t, path + ".shape");
    if (t.size() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      c.byte_size = absent<int64_t>(path + ".size", Message(kBadNumber, path + ".size", t.size()));
    else if (t.size() > 0)
      c.byte_size = {static_cast<int64_t>(t.size()), at(path + ".size")};
    c.quant = quantization(t, path, c.dtype);
    c.strides = strides(c, path + ".size");
    c.image.missing = Message(kNoImage);
    return c;
  }

  Fact<Shape> shape(const fb::Tensor& t, const std::string& path) {
    const auto* dims = t.shape() && t.shape()->size() > 0 && t.shape()->Get(0)
                           ? t.shape()->Get(0)->dim()
                           : nullptr;
    if (!t.shape() || t.shape()->size() == 0) return absent<Shape>(path, Message(kAbsent, path));
    Shape out;
    if (!dims) return {out, at(path)};  // a scalar
    if (dims->size() > kMaxDims)
      return absent<Shape>(path, Message(kBadShape, path, dims->size(), kMaxDims));
    for (flatbuffers::uoffset_t i = 0; i < dims->size(); ++i) {
      const uint64_t d = item64(*dims, i);
      if (d > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
        return absent<Shape>(path, Message(kBadNumber, path, d));
      out.push_back(static_cast<int64_t>(d));
    }
    return {std::move(out), at(path)};
  }

  // The format has no strides. A size of exactly the elements leaves room for one layout only,
  // unless batches share words (2N, 4N).
  static Fact<std::vector<int64_t>> strides(const CompiledTensor& c, const std::string& path) {
    using F = Fact<std::vector<int64_t>>;
    if (c.shape && c.dtype && c.byte_size && c.layout && *c.layout == "1N" &&
        dense_bytes(*c.shape, *c.dtype) == *c.byte_size)
      if (auto dense = dense_strides(*c.shape, *c.dtype))
        return {std::move(*dense), Evidence{c.at.file, kNoOffset, kNoOffset, path}};
    return F::absent(Message(kNoStrides));
  }

  // The format has a scale for every tensor; 1 and 0 stand where there is nothing to say. An output
  // is (q - zero_point) * scale; of an input the scale is the factor that makes q, as it is stored.
  Fact<Quantization> quantization(const fb::Tensor& t, const std::string& path,
                                  const Fact<DType>& dtype) {
    Quantization q;
    if (!std::isfinite(t.scale()))
      return absent<Quantization>(path + ".scale", Message(kBadScale, path + ".scale"));
    const bool says = t.scale() != 1.0f || t.zero_point() != 0;
    if (!says && dtype && is_float(*dtype)) return {q, at(path + ".scale")};
    q.kind = Quantization::Kind::kScale;
    q.scales = {decimal(t.scale())};
    q.zero_points = {t.zero_point()};
    return {std::move(q), at(path + ".scale")};
  }

  // Of a dynamic stage the file states the largest shape: dims that may vary are not known.
  void unfix(CompiledTensor& c, const fb::NetParameter& s, CompiledModel& m) const {
    if (!c.shape) return;
    const Fact<Shape> most = c.shape;
    m.build[std::string("LARGEST_SHAPE ") + (c.is_input ? "input:" : "output:") + c.name] = {
        shape_text(*most), most.at};
    const bool all = !c.is_input || (!s.n_dynamic() && !s.h_w_dynamic());
    Shape& dims = *c.shape.value;
    c.strides = Fact<std::vector<int64_t>>::absent(Message(kNoStrides));
    for (size_t i = 0; i < dims.size(); ++i)
      if (all || (i == 0 ? s.n_dynamic() != 0 : i >= 2 && s.h_w_dynamic() != 0)) dims[i] = -1;
  }

  FileId file_;
  RandomAccess& bytes_;
  const uint64_t size_;
  Parsed<CompiledFile>& out_;
  uint64_t base_ = 0;  // where the data begins
  CompiledModel common_;
  size_t tensors_ = 0;
  bool full_ = false, cascade_ = false;
};

std::optional<uint64_t> number(const CompiledModel& m, const char* key) {
  const auto it = m.build.find(key);
  if (it == m.build.end() || !it->second) return std::nullopt;
  uint64_t out = 0;
  const std::string& s = *it->second;
  const auto r = std::from_chars(s.data(), s.data() + s.size(), out);
  if (r.ec != std::errc() || r.ptr != s.data() + s.size()) return std::nullopt;
  return out;
}

}  // namespace

Parsed<CompiledFile> parse_bmodel(FileId file, RandomAccess& bytes) {
  return guarded<CompiledFile>(file, kException,
                               [&](Parsed<CompiledFile>& out) { Reader(file, bytes, out).read(); });
}

std::vector<BmodelCoefficients> bmodel_coefficients(const CompiledFile& file) {
  std::vector<BmodelCoefficients> out;
  for (const CompiledModel& m : file.models) {
    const auto offset = number(m, "COEFF_OFFSET"), bytes = number(m, "COEFF_BYTES");
    const auto sha = m.build.find("COEFF_SHA256");
    if (!offset || !bytes || sha == m.build.end() || !sha->second) continue;
    const bool known = std::any_of(out.begin(), out.end(), [&](const BmodelCoefficients& b) {
      return b.offset == *offset && b.bytes == *bytes && b.sha256 == *sha->second;
    });
    if (!known) out.push_back({*offset, *bytes, *sha->second, sha->second.at});
  }
  return out;
}

Problem bmodel_digest_problem(const BmodelCoefficients& block, const std::string& measured) {
  return {Problem::Kind::kUnreadable, block.at,
          Message(kDigest, block.offset, block.offset + block.bytes, measured, block.sha256)};
}

}  // namespace npulint
