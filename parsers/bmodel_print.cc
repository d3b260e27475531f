// `model_tool --print`, `tpu_model --print`: the FlatBuffers metadata of a .bmodel as text with
// bare keys and hexadecimal integers (sophgo/libsophon tpu-bmodel tools/tpu_model.cpp,
// model/model.fbs). Scales are whole decimals here, not the six digits of --info; storage modes and
// sizes are there too.
#include "parsers/bmodel_print.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "parsers/flat_text.h"
#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

constexpr size_t kHead = 64 * 1024;  // bytes that recognition looks at
constexpr size_t kMaxStages = 20'000;
constexpr size_t kMaxTensors = 100'000;  // of one file
constexpr size_t kMaxDims = 8;
constexpr size_t kMaxName = 1024;
constexpr size_t kSha256Bytes = 32;
constexpr size_t npos = std::string_view::npos;

constexpr Text kNoNet{"the text lists no net with a stage", "文本没有列出带 stage 的网络（net）"};
constexpr Text kTooMany{"the text lists more than {0} stages or {1} tensors; the rest is not read",
                        "文本列出的 stage 超过 {0} 个或张量超过 {1} 个，其余未读取"};
constexpr Text kBad{"`{0}` must be {1}", "`{0}` 应为{1}"};
constexpr Text kType{"an element type's number", "元素类型编号"},
    kMode{"a storage mode's number", "存储模式编号"},
    kDims{"a list of up to 8 dims", "最多 8 个维度的列表"}, kName{"a name", "名称"},
    kNumber{"a number", "数值"}, kList{"a list of tensors", "张量列表"};
constexpr Text kNoImage{"a bmodel states no image format", "bmodel 不说明图像格式"};
constexpr Text kNoStrides{
    "a bmodel states no strides, and its size, shape and storage mode do not settle them",
    "bmodel 不说明步长，其大小、形状和存储模式也无法确定步长"};

using Kind = JsonNode::Kind;

std::string item(const std::string& path, size_t i) { return path + "[" + std::to_string(i) + "]"; }

class Document {
 public:
  Document(FileId file, Parsed<CompiledFile>& out) : out_(out), facts_(file, out.problems) {
    common_.file = file;
    common_.format = "bmodel_print";
  }

  void read(const JsonNode& root) {
    common_.chip = text(root, "chip", "");
    if (const auto version = text(root, "version", "")) {
      const size_t plus = version->find('+');
      common_.versions.emplace_back("bmodel",
                                    Fact<std::string>(version->substr(0, plus), version.at));
      if (plus != npos)
        common_.versions.emplace_back("tpu-mlir",
                                      Fact<std::string>(version->substr(plus + 1), version.at));
    }
    if (auto time = text(root, "time", "")) common_.build["CREATED"] = std::move(time);
    if (const auto n = count(root, "device_num"); n && *n > 1)
      set(common_, "DEVICE_NUM", std::to_string(*n), root, "device_num");
    if (const JsonNode* nets = find(root, "net"))
      for (size_t i = 0; i < nets->items.size() && !full_; ++i) net(nets->items[i], item("net", i));
    if (out_.record.models.empty() && out_.problems.empty())
      facts_.problem(facts_.at(root, "net"), Message(kNoNet));
  }

 private:
  void bad(const JsonNode& node, const std::string& path, const Text& expected) {
    facts_.problem(facts_.at(node, path), Message(kBad, path, expected));
  }
  template <class T>
  Fact<T> absent(const JsonNode& node, const std::string& path, const Text& expected) {
    return Fact<T>::absent(facts_.problem(facts_.at(node, path), Message(kBad, path, expected)));
  }

  Fact<std::string> text(const JsonNode& in, std::string_view key, const std::string& path) {
    const JsonNode* n = find(in, key);
    const std::string where = join_key(path, key);
    if (!n) return {};
    if (!n->is(Kind::kString)) return absent<std::string>(*n, where, kName);
    std::string s = n->text.substr(0, kMaxName);
    while (!s.empty() && (s.back() == '\n' || s.back() == '\r')) s.pop_back();
    return {std::move(s), facts_.at(*n, where)};
  }

  // A whole number that is not negative; none when the key is absent or holds something else.
  static std::optional<int64_t> count(const JsonNode& in, std::string_view key) {
    const JsonNode* n = find(in, key);
    if (!n || !n->is(Kind::kNumber)) return std::nullopt;
    return whole(n->number);
  }
  static std::optional<int64_t> whole(double d) {
    constexpr double kMost = 9007199254740992.0;  // 2^53: a double holds every integer up to here
    if (!(d >= 0 && d <= kMost) || d != std::floor(d)) return std::nullopt;
    return static_cast<int64_t>(d);
  }

  void set(CompiledModel& m, const char* key, std::string value, const JsonNode& in,
           std::string_view source) {
    const JsonNode* n = find(in, source);
    m.build[key] = {std::move(value), facts_.at(n ? *n : in, std::string(source))};
  }

  void fill(const JsonNode& node, const std::string& path) {
    full_ = true;
    facts_.problem(facts_.at(node, path), Message(kTooMany, kMaxStages, kMaxTensors));
  }

  void net(const JsonNode& n, const std::string& path) {
    CompiledModel m = common_;
    m.name = text(n, "name", path);
    if (const auto mode = count(n, "addr_mode"); mode && *mode > 0)
      set(m, "ADDR_MODE", std::to_string(*mode), n, "addr_mode");
    if (const JsonNode* cascade = find(n, "cascade"))
      if (auto main = text(*cascade, "main_name", path + ".cascade")) m.build["CASCADE"] = main;
    const JsonNode* stages = find(n, "parameter");
    if (!stages) return;
    const size_t all = stages->items.size();
    for (size_t i = 0; i < all && !full_; ++i) {
      const std::string where = item(path + ".parameter", i);
      const JsonNode& s = stages->items[i];
      if (out_.record.models.size() >= kMaxStages) return fill(s, where);
      CompiledModel with = m;
      with.at = facts_.at(s, where);
      if (all > 1)
        with.build["STAGE"] = {std::to_string(i) + " of " + std::to_string(all), with.at};
      stage(s, where, with);
      if (!with.inputs.empty() || !with.outputs.empty())
        out_.record.models.push_back(std::move(with));
    }
  }

  void stage(const JsonNode& s, const std::string& path, CompiledModel& m) {
    // 0 means one core
    if (const auto cores = count(s, "core_num"))
      set(m, "CORE_NUM", std::to_string(std::max<int64_t>(*cores, 1)), s, "core_num");
    const bool dynamic = count(s, "is_dynamic").value_or(0) != 0;
    if (dynamic) set(m, "DYNAMIC", "yes", s, "is_dynamic");
    if (const JsonNode* coeff = find(s, "coeff_mem")) coefficients(*coeff, m);
    for (const bool input : {true, false}) {
      const char* key = input ? "input_tensor" : "output_tensor";
      const JsonNode* list = find(s, key);
      const std::string where = path + "." + key;
      if (!list) continue;
      if (!list->is(Kind::kList)) {
        bad(*list, where, kList);
        continue;
      }
      auto& to = input ? m.inputs : m.outputs;
      for (size_t i = 0; i < list->items.size(); ++i) {
        if (++tensors_ > kMaxTensors) return fill(list->items[i], where);
        CompiledTensor t = tensor(list->items[i], item(where, i), input);
        t.index = static_cast<int>(i);
        // of a dynamic stage the file states the largest shape
        if (dynamic && t.shape) {
          std::fill(t.shape.value->begin(), t.shape.value->end(), -1);
          t.strides = Fact<std::vector<int64_t>>::absent(Message(kNoStrides));
        }
        to.push_back(std::move(t));
      }
    }
  }

  void coefficients(const JsonNode& coeff, CompiledModel& m) {
    if (const JsonNode* binary = find(coeff, "binary_coeff"))
      if (const auto n = count(*binary, "size"); n && *n > 0)
        set(m, "COEFF_BYTES", std::to_string(*n), *binary, "size");
    const JsonNode* code = find(coeff, "check_code");
    if (!code || code->numbers.size() != kSha256Bytes) return;
    std::string digits;
    for (double d : code->numbers) {
      const auto byte = whole(d);
      if (!byte || *byte > 255) return;
      digits += "0123456789abcdef"[*byte >> 4];
      digits += "0123456789abcdef"[*byte & 15];
    }
    set(m, "COEFF_SHA256", digits, coeff, "check_code");
  }

  CompiledTensor tensor(const JsonNode& n, const std::string& path, bool input) {
    CompiledTensor t;
    t.is_input = input;
    t.at = facts_.at(n, path);
    if (auto name = text(n, "name", path))
      t.name = *name;
    else
      bad(n, path + ".name", kName);
    number(n, path, "data_type", kType, bmodel_type, t.dtype);
    number(n, path, "gmem_stmode", kMode, bmodel_mode, t.layout);
    if (const auto size = count(n, "size"); size && *size > 0)
      t.byte_size = {*size, facts_.at(*find(n, "size"), path + ".size")};
    t.shape = shape(n, path + ".shape");
    t.quant = quantization(n, path, t.dtype);
    t.image.missing = Message(kNoImage);
    // a size of exactly the elements leaves room for one layout only
    std::optional<std::vector<int64_t>> dense;
    if (t.shape && t.dtype && t.byte_size && t.layout && *t.layout == "1N" &&
        dense_bytes(*t.shape, *t.dtype) == *t.byte_size)
      dense = dense_strides(*t.shape, *t.dtype);
    if (dense)
      t.strides = {std::move(*dense), t.byte_size.at};
    else
      t.strides.missing = Message(kNoStrides);
    return t;
  }

  // A key that holds the number of a word; an absent one is 0, as FlatBuffers has it.
  template <class T, class Words>
  void number(const JsonNode& n, const std::string& path, const char* key, const Text& expected,
              Words words, Fact<T>& to) {
    const JsonNode* node = find(n, key);
    const std::string where = join_key(path, key);
    const auto value = node ? count(n, key) : std::optional<int64_t>(0);
    auto word = value ? words(*value) : std::nullopt;
    if (word)
      to = {std::move(*word), facts_.at(node ? *node : n, where)};
    else
      to = absent<T>(*node, where, expected);
  }

  Fact<Shape> shape(const JsonNode& n, const std::string& path) {
    const JsonNode* shapes = find(n, "shape");
    if (!shapes) return absent<Shape>(n, path, kDims);
    const JsonNode* dims = shapes->items.empty() ? nullptr : find(shapes->items[0], "dim");
    Shape out;
    if (!dims && !shapes->items.empty()) return {out, facts_.at(*shapes, path)};  // a scalar
    if (!dims || dims->numbers.size() > kMaxDims || !dims->items.empty())
      return absent<Shape>(*shapes, path, kDims);
    for (double d : dims->numbers) {
      const auto dim = whole(d);
      if (!dim) return absent<Shape>(*dims, path, kDims);
      out.push_back(*dim);
    }
    return {std::move(out), facts_.at(*dims, path)};
  }

  Fact<Quantization> quantization(const JsonNode& n, const std::string& path,
                                  const Fact<DType>& dtype) {
    const JsonNode* scale = find(n, "scale");
    const JsonNode* zero = find(n, "zero_point");
    const std::string where = path + ".scale";
    if (scale && !(scale->is(Kind::kNumber) && std::isfinite(scale->number)))
      return absent<Quantization>(*scale, where, kNumber);
    // 32 bits, printed as they are: 0xFFFFFFFD is -3
    double z = zero ? zero->number : 0;
    if (z > 2147483647.0) z -= 4294967296.0;
    if (zero && (!zero->is(Kind::kNumber) || z != std::floor(z) || !(std::abs(z) <= 2147483648.0)))
      return absent<Quantization>(*zero, path + ".zero_point", kNumber);
    Quantization q;
    const double factor = scale ? scale->number : 1;
    const Evidence at = facts_.at(scale ? *scale : n, where);
    if (factor == 1 && z == 0 && dtype && is_float(*dtype)) return {q, at};
    q.kind = Quantization::Kind::kScale;
    q.scales = {factor};
    q.zero_points = {static_cast<int64_t>(z)};
    return {std::move(q), at};
  }

  Parsed<CompiledFile>& out_;
  JsonFacts facts_;
  CompiledModel common_;
  size_t tensors_ = 0;
  bool full_ = false;
};

}  // namespace

bool looks_like_bmodel_print(std::string_view bytes) {
  try {
    const std::string_view head = bytes.substr(0, kHead);
    const size_t begin = object_begin(head);
    // a bare key first: JSON quotes them
    const size_t key = begin == npos ? npos : head.find_first_not_of(" \t\r\n", begin + 1);
    if (key == npos || head[key] == '"' || head.find("net:", begin) == npos) return false;
    const JsonTree tree = parse_flat_text(head, begin);  // of a longer file, what was read counts
    const JsonNode* chip = find(tree.root, "chip");
    const JsonNode* version = find(tree.root, "version");
    return chip && version && chip->is(Kind::kString) && version->is(Kind::kString) &&
           find(tree.root, "net");
  } catch (const std::exception&) {
    return false;
  }
}

Parsed<CompiledFile> parse_bmodel_print(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kTextFails, [&](Parsed<CompiledFile>& out) {
    const size_t begin = std::min(object_begin(bytes), bytes.size());
    const JsonTree tree = parse_flat_text(bytes, begin);
    if (!tree.ok)
      out.problems.push_back({Problem::Kind::kUnreadable,
                              {file, tree.error_at.begin, tree.error_at.end, {}},
                              tree.error});
    else  // a text that was cut would pass for a model with fewer tensors
      Document(file, out).read(tree.root);
  });
}

}  // namespace npulint
