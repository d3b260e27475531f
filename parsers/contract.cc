// contract.toml: what the application does with a model. The keys are those of docs/formats
// (contract).
#include "parsers/contract.h"

#include <algorithm>
#include <unordered_map>

#include "parsers/toml_reader.h"

namespace npulint {
namespace {

using sv = std::string_view;

// Limits that no deployment comes near; they keep later arithmetic in int64.
constexpr int64_t kMaxIndex = 65535;
constexpr int64_t kMaxPixels = 1'000'000;        // of one side
constexpr int64_t kMaxBytes = int64_t{1} << 48;  // buffers and strides
constexpr int64_t kMaxDim = int64_t{1} << 40;
constexpr int64_t kMaxCount = 2'147'483'647;
constexpr int64_t kMaxRank = 32;

constexpr sv kPixelFormats[] = {"nv12", "rgb", "bgr", "gray", "yuv444", "featuremap"};
constexpr sv kProtocols[] = {"packed_nv12", "split_nv12"};
constexpr sv kNormalizations[] = {"none", "scale", "mean_scale", "mean_std", "mean", "std"};
constexpr sv kColorRanges[] = {"full", "video"};
constexpr sv kQuantizations[] = {"none", "per_tensor", "per_axis"};
constexpr sv kDecodes[] = {"none", "per_tensor", "per_axis", "runtime"};
constexpr sv kDecodeKinds[] = {"scale", "shift"};
constexpr sv kActivations[] = {"none", "sigmoid", "softmax"};
constexpr sv kAccesses[] = {"by_name", "by_index"};
constexpr sv kFeeds[] = {"float", "calibration", "artifact"};
constexpr sv kImageLayouts[] = {"NCHW", "NHWC"};
// Uses of an output that a rule asks for; any other word is one's own.
constexpr sv kConsumers[] = {"argmax", "softmax", "threshold", "class_map"};

// Names that people write for a key of the same table, too far from it for a typing error.
struct Synonym {
  sv table, written, meant;
};
constexpr Synonym kSynonyms[] = {
    {"output", "dtype", "read_as"},
    {"output", "type", "read_as"},
    {"output", "strides", "strides_bytes"},
    {"output", "stride", "strides_bytes"},
    {"output", "dequantize", "decode"},
    {"output", "dequant", "decode"},
    {"output", "size", "bytes"},
    {"input", "size", "bytes"},
    {"input", "read_as", "dtype"},
    {"input", "type", "dtype"},
    {"input", "stride", "y_stride"},
    {"input", "format", "pixel_format"},
    {"input", "norm", "normalize"},
    {"head", "num_classes", "classes"},
    {"artifact", "path", "file"},
    {"artifact", "model", "file"},
};

constexpr Text kUnknownKey{"`{0}` has no key `{1}`; its keys are {2}",
                           "`{0}` 没有键 `{1}`；它的键有 {2}"};
constexpr Text kUnknownKeyNear{"`{0}` has no key `{1}`; did you mean `{2}`?",
                               "`{0}` 没有键 `{1}`；是否应为 `{2}`？"};
constexpr Text kUnknownTable{"a contract has no `{0}`; it has {1}", "契约没有 `{0}`；它有 {1}"};
constexpr Text kUnknownTableNear{"a contract has no `{0}`; did you mean `{1}`?",
                                 "契约没有 `{0}`；是否应为 `{1}`？"};
constexpr Text kRank{"`{0}` has {1} items; at most {2} are possible",
                     "`{0}` 有 {1} 项；最多 {2} 项"};
constexpr Text kScaleSign{"`{0}` is {1}; a dequantization scale is positive",
                          "`{0}` 为 {1}；反量化 scale 应为正数"};
constexpr Text kZeroDim{"`{0}` is {1}; a dimension is positive, or -1 when it is not known",
                        "`{0}` 为 {1}；维度应为正数，未知时为 -1"};
constexpr Text kTwice{
    "a second `[[{0}]]` for `{1}` (the first is in line {2}): it is passed over; state in one "
    "table "
    "what your code does with this tensor",
    "`{1}` 有第二个 `[[{0}]]`（第一个在第 {2} 行）：它被略过；请在一个表中写明代码如何使用该张量"};
constexpr Text kScaleOfAxis{
    "`{0}` is one number, and `decode` is \"per_axis\": then each index has a scale of its own, "
    "which "
    "the model brings; remove `scale`, or state `decode = \"per_tensor\"`",
    "`{0}` 是一个数，而 `decode` 为 \"per_axis\"：此时每个下标各有 scale，由模型提供；请删除 "
    "`scale`，或写 `decode = \"per_tensor\"`"};
constexpr Text kWordNear{"`{0}` is `{1}`, a word that no rule knows; did you mean `{2}`?",
                         "`{0}` 为 `{1}`，没有规则认识该词；是否应为 `{2}`？"};
constexpr Text kNumberOrFile{"a number or a file name", "数值或文件名"};

class Reader {
 public:
  Reader(FileId file, std::string_view bytes, Parsed<Contract>* out)
      : file_(file), bytes_(bytes), out_(out), c_(out->record) {}

  void root(const TomlNode& root) {
    TomlReader r = reader(root, "");
    if (const TomlNode* t = r.table("target")) target(*t);
    if (const TomlNode* t = r.table("artifact")) artifact(*t);
    if (const TomlNode* t = r.table("conversion")) {
      TomlReader s = reader(*t, "conversion");
      c_.removed_nodes = s.string("removed_nodes");
      finish(&s, "conversion");
    }
    if (const TomlNode* t = r.table("training")) {
      TomlReader s = reader(*t, "training");
      c_.training = normalization(&s);
      c_.training_pixel_format = s.one_of("pixel_format", kPixelFormats);
      finish(&s, "training");
    }
    if (const TomlNode* t = r.table("data")) {
      TomlReader s = reader(*t, "data");
      c_.calibration = s.string("calibration");
      c_.calibration_resize = s.string("calibration_resize");
      c_.evaluation = s.string("evaluation");
      c_.overlap_reason = s.string("overlap_reason");
      c_.near_distance = s.integer("near_distance", 0, 64);
      finish(&s, "data");
    }
    if (const TomlNode* t = r.table("head")) head(*t);
    for (const TomlNode* t : r.tables("input")) input(*t);
    for (const TomlNode* t : r.tables("output")) output(*t);
    drop_repeats("input", &c_.inputs);
    drop_repeats("output", &c_.outputs);
    for (const TomlNode* t : r.tables("run")) {
      TomlReader s = reader(*t, "run");
      c_.runs.push_back(
          {s.at(*t), s.string("model"), s.string("runtime"), s.boolean("normalized_input")});
      finish(&s, "run");
    }
    for (const TomlNode* t : r.tables("replay")) replay(*t);
    for (const TomlNode* t : r.tables("compare")) {
      TomlReader s = reader(*t, "compare");
      c_.compares.push_back({s.at(*t), s.string("left"), s.string("right"), s.boolean("exact")});
      finish(&s, "compare");
    }
    for (const TomlNode* t : r.tables("stage")) {
      TomlReader s = reader(*t, "stage");
      c_.stages.push_back({s.at(*t), s.string("name"), s.string("metric"), s.number("value")});
      finish(&s, "stage");
    }
    r.finish([&](const Evidence& at, const std::string& key, const std::string& near) {
      unknown(at, near.empty() ? Message(kUnknownTable, key, listed(r.known()))
                               : Message(kUnknownTableNear, key, near));
    });
  }

 private:
  TomlReader reader(const TomlNode& table, std::string label) {
    return TomlReader(file_, table, std::move(label), [this](const Evidence& at, Message what) {
      out_->problems.push_back({Problem::Kind::kUnreadable, at, std::move(what)});
    });
  }

  void unknown(const Evidence& at, Message what) {
    out_->problems.push_back({Problem::Kind::kUnknownKey, at, std::move(what)});
  }

  static std::string listed(const std::vector<std::string>& keys) {
    std::string out;
    for (const std::string& k : keys) out += (out.empty() ? "`" : ", `") + k + "`";
    return out;
  }

  void finish(TomlReader* r, sv table) {
    r->finish([&](const Evidence& at, const std::string& key, const std::string& near) {
      sv meant = near;
      for (const Synonym& s : kSynonyms)
        if (s.table == table && s.written == key) meant = s.meant;
      unknown(at, meant.empty() ? Message(kUnknownKey, table, key, listed(r->known()))
                                : Message(kUnknownKeyNear, table, key, meant));
    });
  }

  void target(const TomlNode& t) {
    TomlReader r = reader(t, "target");
    c_.board = r.string("board");
    c_.march = r.string("march");
    c_.chip = r.string("chip");
    c_.ported_from = r.string("ported_from");
    if (const TomlNode* versions = r.table("runtime")) {
      const TomlReader v = reader(*versions, "target.runtime");
      for (const TomlEntry& e : versions->entries)
        c_.runtime.emplace_back(e.key, v.string_value(e.key, e.value));
    }
    finish(&r, "target");
  }

  void artifact(const TomlNode& t) {
    TomlReader r = reader(t, "artifact");
    c_.artifact_file = r.string("file");
    c_.access = r.one_of("access", kAccesses);
    c_.artifact_output_count = r.integer("output_count", 0, kMaxIndex);
    finish(&r, "artifact");
  }

  void head(const TomlNode& t) {
    TomlReader r = reader(t, "head");
    c_.head_family = r.string("family");
    c_.head_classes = r.integer("classes", 1, kMaxCount);
    if (const TomlEntry* labels = r.entry("labels")) {
      if (labels->value.kind == TomlNode::Kind::kInteger) {
        c_.head_label_count = r.integer("labels", 0, kMaxCount);
      } else if (labels->value.kind == TomlNode::Kind::kString) {
        c_.head_labels = r.string("labels");
      } else {
        const Message why = r.wrong_type("labels", labels->value, kNumberOrFile);
        c_.head_labels = Fact<std::string>::absent(why);
        c_.head_label_count = Fact<int64_t>::absent(why);
      }
    }
    c_.head_anchors_per_cell = r.integer("anchors_per_cell", 1, kMaxCount);
    c_.head_output_count = r.integer("output_count", 0, kMaxIndex);
    finish(&r, "head");
  }

  // Its place is that of `normalize`; without it the kind follows from the constants and the place
  // is the first one's.
  Fact<Normalization> normalization(TomlReader* r) {
    const Fact<std::string> kind = r->one_of("normalize", kNormalizations);
    const Fact<std::vector<double>> mean = r->numbers("mean"), scale = r->numbers("scale"),
                                    std = r->numbers("std");
    if (!kind && !kind.missing.empty()) return Fact<Normalization>::absent(kind.missing);
    Normalization n;
    n.mean = mean.value.value_or(std::vector<double>());
    n.scale = scale.value.value_or(std::vector<double>());
    n.std = std.value.value_or(std::vector<double>());
    if (kind) {
      n.kind = *kind;
      return {std::move(n), kind.at};
    }
    for (const auto* f : {&mean, &scale, &std})
      if (!f->missing.empty()) return Fact<Normalization>::absent(f->missing);
    if (!mean && !scale && !std) return {};
    n.kind = mean ? std ? "mean_std" : scale ? "mean_scale" : "mean" : std ? "std" : "scale";
    Evidence first;
    for (const auto* f : {&mean, &scale, &std})
      if (*f && f->at.begin < first.begin) first = f->at;
    return {std::move(n), first};
  }

  Fact<Shape> shape(TomlReader* r, sv key) {
    Fact<Shape> f = r->integers(key, -1, kMaxDim);
    if (!f) return f;
    if (std::find(f->begin(), f->end(), 0) != f->end())
      return refuse(f, Message(kZeroDim, r->path(key), list_text(*f)));
    return of_rank(std::move(f), r->path(key));
  }

  Fact<Shape> of_rank(Fact<Shape> f, const std::string& path) {
    if (f && f->size() > static_cast<size_t>(kMaxRank))
      return refuse(f, Message(kRank, path, f->size(), kMaxRank));
    return f;
  }

  template <class T>
  Fact<T> refuse(const Fact<T>& f, const Message& why) {
    out_->problems.push_back({Problem::Kind::kUnreadable, f.at, why});
    return Fact<T>::absent(why);
  }

  // A tensor has one table: by its name, else by its index. A later one is left out.
  void drop_repeats(sv table, std::vector<AppTensor>* tensors) {
    std::unordered_map<std::string, uint64_t> first;
    const auto repeats = [&](const AppTensor& t) {
      if (!t.name && !t.index) return false;
      const Evidence& at = t.name ? t.name.at : t.index.at;
      const std::string called = t.name ? *t.name : "index " + std::to_string(*t.index);
      const auto [it, fresh] = first.emplace(called, at.begin);
      if (fresh) return false;
      const sv above = bytes_.substr(0, it->second);
      unknown(at, Message(kTwice, table, called, 1 + std::count(above.begin(), above.end(), '\n')));
      return true;
    };
    std::erase_if(*tensors, repeats);
  }

  // What inputs and outputs have in common.
  AppTensor tensor(TomlReader* r, const TomlNode& t) {
    AppTensor a;
    a.at = r->at(t);
    a.name = r->string("name");
    a.index = r->integer("index", 0, kMaxIndex);
    a.layout = r->string("layout");
    a.shape = shape(r, "shape");
    a.bytes = r->integer("bytes", 1, kMaxBytes);
    a.buffer_bytes = r->integer("buffer_bytes", 1, kMaxBytes);
    return a;
  }

  void input(const TomlNode& t) {
    TomlReader r = reader(t, "input");
    AppTensor a = tensor(&r, t);
    a.pixel_format = r.one_of("pixel_format", kPixelFormats);
    a.protocol = r.one_of("protocol", kProtocols);
    a.dtype = r.dtype("dtype");
    a.width = r.integer("width", 1, kMaxPixels);
    a.height = r.integer("height", 1, kMaxPixels);
    a.y_stride = r.integer("y_stride", 1, kMaxBytes);
    a.uv_stride = r.integer("uv_stride", 1, kMaxBytes);
    a.normalize = normalization(&r);
    a.color_range = r.one_of("color_range", kColorRanges);
    a.resize = r.string("resize");
    a.quantize = r.one_of("quantize", kQuantizations);
    finish(&r, "input");
    c_.inputs.push_back(std::move(a));
  }

  void output(const TomlNode& t) {
    TomlReader r = reader(t, "output");
    AppTensor a = tensor(&r, t);
    a.role = r.string("role");
    a.channels = r.integer("channels", 1, kMaxCount);
    a.classes = r.integer("classes", 1, kMaxCount);
    a.read_as = r.dtype("read_as");
    a.decode = decode(&r);
    a.decode_kind = r.one_of("decode_kind", kDecodeKinds);
    a.axis = r.integer("axis", -kMaxRank, kMaxRank - 1);
    a.scale = r.number("scale");
    if (a.scale && *a.scale <= 0)
      a.scale = refuse(a.scale, Message(kScaleSign, r.path("scale"), number_text(*a.scale)));
    const bool shift = a.decode_kind && *a.decode_kind == "shift";
    if (a.scale && !shift && a.decode && *a.decode == Decode::kPerAxis)
      unknown(a.scale.at, Message(kScaleOfAxis, r.path("scale")));
    a.zero_point = r.integer("zero_point", -kMaxCount - 1, kMaxCount);
    a.scale_from = r.string("scale_from");
    a.assume_contiguous = r.boolean("assume_contiguous");
    a.strides_bytes = of_rank(r.integers("strides_bytes", 0, kMaxBytes), r.path("strides_bytes"));
    a.consumer = r.string("consumer");
    if (a.consumer && std::find(std::begin(kConsumers), std::end(kConsumers), *a.consumer) ==
                          std::end(kConsumers))
      if (const auto near = nearest(
              *a.consumer, std::vector<std::string>(std::begin(kConsumers), std::end(kConsumers))))
        unknown(a.consumer.at, Message(kWordNear, r.path("consumer"), *a.consumer, *near));
    a.activation = r.one_of("activation", kActivations);
    a.from_node = r.string("from_node");
    a.dump = r.string("dump");
    finish(&r, "output");
    c_.outputs.push_back(std::move(a));
  }

  void replay(const TomlNode& t) {
    TomlReader r = reader(t, "replay");
    Contract::Replay one;
    one.at = r.at(t);
    one.source = r.string("source");
    one.tensor = r.string("tensor");
    one.input = r.string("input");
    one.feeds = r.one_of("feeds", kFeeds);
    one.layout = r.one_of("layout", kImageLayouts);
    one.resize = r.string("resize");
    one.pixel_format = r.one_of("pixel_format", kPixelFormats);
    one.dtype = r.dtype("dtype");
    one.shape = shape(&r, "shape");
    finish(&r, "replay");
    c_.replays.push_back(std::move(one));
  }

  Fact<Decode> decode(TomlReader* r) {
    const Fact<std::string> s = r->one_of("decode", kDecodes);
    if (!s) return Fact<Decode>::absent(s.missing);
    for (const Decode d : {Decode::kNone, Decode::kPerTensor, Decode::kPerAxis, Decode::kRuntime})
      if (decode_name(d) == *s) return {d, s.at};
    return {};
  }

  FileId file_;
  std::string_view bytes_;
  Parsed<Contract>* out_;
  Contract& c_;
};

}  // namespace

Parsed<Contract> parse_contract(FileId file, std::string_view bytes) {
  Parsed<Contract> out;
  out.record.file = file;
  const TomlTree tree = parse_toml(bytes);
  if (!tree.ok) {
    out.problems.push_back({Problem::Kind::kUnreadable,
                            {file, tree.error_at.begin, tree.error_at.end, {}},
                            tree.what});
    return out;
  }
  Reader(file, bytes, &out).root(tree.root);
  return out;
}

}  // namespace npulint
