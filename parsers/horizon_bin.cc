// `.bin` of hb_mapper for X3, Ultra and X5 (builders 1.4.4 to 1.24.3): a protobuf like an ONNX
// model. Fields measured on 27 public files of D-Robotics/hobot_model, HorizonRDK/hobot_model,
// HorizonRDK/parking_perception, HorizonRDK/hobot_audio, frank05080/rdk_x5_lprnet,
// zhang-dajie168/OSNET_RDK_X5 and YLee007/Inference-for-RDKx5; the names of input_type and
// input_layout are those that hb_model_modifier prints. What the runtime reports of such a model is
// known from its model_info texts: an output that a CPU node makes has no padding, one of the BPU
// has that of the embedded .hbm.
#include "parsers/horizon_bin.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lint/words.h"
#include "parsers/horizon_hbm.h"
#include "parsers/json_facts.h"
#include "parsers/onnx.h"
#include "parsers/tensor_words.h"
#include "parsers/wire_words.h"

namespace npulint {
namespace {

constexpr std::string_view kHead{"\x08\x01\x10\x01\x2a", 5};
constexpr std::string_view kPacked = "PACKED_HBM_MODEL";
constexpr uint64_t kMaxName = 65536, kMaxValue = 1u << 20, kMaxSettings = 32u << 20;  // bytes
constexpr uint64_t kMaxRecords = 100'000;  // nodes, tensors, values, settings
constexpr uint64_t kMaxScales = 1u << 20, kMaxAllScales = 1u << 22, kMaxDims = 16;
constexpr uint64_t kMaxNames = 4096;  // inputs and outputs of the graph or of a node
constexpr size_t kMaxRemoved = 10'000;
constexpr size_t kMaxProblems = 20;
static_assert(kMaxName <= WireReader::kLargestWindow);

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kLfs{"the file is a Git LFS pointer, not the model; run `git lfs pull`",
                    "该文件是 Git LFS 指针，而不是模型；请运行 `git lfs pull`"};
constexpr Text kWrongType{"field {0} of {1} has wire type {2} at byte {3}, where {4} belongs",
                          "第 {3} 字节处，{1} 的字段 {0} 的 wire type 为 {2}，应为 {4}"};
constexpr Text kLong{"a text in {0} has {1} bytes; npulint reads up to {2}",
                     "{0} 中有一段长度为 {1} 字节的文本；npulint 最多读取 {2} 字节"};
constexpr Text kTooMany{"{0} has more than {1} entries; the rest is not read",
                        "{0} 超过 {1} 项；其余部分未读取"};
constexpr Text kNoGraph{"the file holds no graph", "文件中没有计算图"};
constexpr Text kNoOutput{"the graph of the file has no output", "文件中的计算图没有输出"};
constexpr Text kNoMap{
    "the file holds no build settings: march, versions and removed nodes are not "
    "known",
    "文件中没有编译设置：march、版本和已删除的节点均未知"};
constexpr Text kNoHbm{"the graph has BPU nodes, but the file holds no embedded .hbm",
                      "计算图含有 BPU 节点，但文件中没有内嵌的 .hbm"};
constexpr Text kNoHbmModel{"the BPU node `{0}` has no model of its name in the embedded .hbm",
                           "BPU 节点 `{0}` 在内嵌的 .hbm 中没有同名模型"};
constexpr Text kAlienHbm{"the embedded .hbm does not start with the magic of version 3",
                         "内嵌的 .hbm 不以版本 3 的魔数开头"};
constexpr Text kBadDim{"a dim of {0} is {1}", "{0} 的一个维度为 {1}"};
constexpr Text kNoInitializer{"`{0}` names the scales `{1}`, but the graph holds no such tensor",
                              "`{0}` 引用 scale 张量 `{1}`，但计算图中没有该张量"};
constexpr Text kNoScales{"the tensor `{0}` holds {1} bytes of values; its shape {2} needs {3}",
                         "张量 `{0}` 的数据为 {1} 字节；其形状 {2} 需要 {3} 字节"};
constexpr Text kBadAxis{"`{0}` is `{1}`, no axis number", "`{0}` 为 `{1}`，不是轴编号"};
constexpr Text kZeroPoints{"`{0}` names the zero points `{1}`, which npulint does not read",
                           "`{0}` 引用零点 `{1}`，npulint 不读取"};
constexpr Text kScaleUnknown{
    "a Dequantize was removed from the model, but its build settings name no scales for `{0}`",
    "模型的 Dequantize 已被删除，但其编译设置没有给出 `{0}` 的 scale"};
constexpr Text kUnnamed{
    "the output `{0}` is called otherwise in the embedded .hbm, and no DN_M setting says how",
    "输出 `{0}` 在内嵌的 .hbm 中名称不同，且没有 DN_M 设置说明"};
constexpr Text kInputScale{"the file names no scales for the input `{0}`",
                           "文件没有给出输入 `{0}` 的 scale"};
constexpr Text kOtherShape{
    "the graph gives `{0}` the shape {1} and {2}, the embedded .hbm {3} and {4}",
    "计算图给出 `{0}` 的形状为 {1}、类型为 {2}，内嵌的 .hbm 为 {3} 和 {4}"};
constexpr Text kUnknownType{"element type {0} is not known", "未知的元素类型 {0}"};
constexpr Text kFails{"the file cannot be read: {0}", "无法读取该文件：{0}"};
constexpr Text kTheFile{"the file", "文件"};

// The numbers of ONNX.
DType dtype_of(uint64_t n) {
  static constexpr DType kTypes[] = {
      DType::kUnknown, DType::kFloat32, DType::kUint8,  DType::kInt8,   DType::kUint16,
      DType::kInt16,   DType::kInt32,   DType::kInt64,  DType::kString, DType::kBool,
      DType::kFloat16, DType::kFloat64, DType::kUint32, DType::kUint64,
  };
  return n < std::size(kTypes) ? kTypes[n] : DType::kUnknown;
}

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

// "a;b;" → a, b
std::vector<std::string> items(std::string_view s) {
  std::vector<std::string> out;
  while (!s.empty() && out.size() < kMaxNames) {
    const size_t end = std::min(s.find(';'), s.size());
    out.emplace_back(trim(s.substr(0, end)));
    s.remove_prefix(std::min(end + 1, s.size()));
  }
  return out;
}

struct Node {
  std::string name, op;
  std::vector<std::string> inputs, outputs;
  Evidence at;
  bool bpu() const { return op == "BPU"; }
};

struct Value {
  std::string name;
  uint64_t type = 0;
  Shape dims;
  Evidence at;
};

struct Tensor {
  Value value;
  uint64_t floats = 0, float_end = 0;  // packed floats
  uint64_t raw = 0, raw_end = 0;
  uint64_t ints = 0, int_end = 0;  // packed varints
};

// The file as it is written.
struct File {
  std::string name;
  Evidence name_at, graph_at;
  std::vector<Node> nodes;
  std::vector<Value> inputs, outputs;
  std::vector<uint64_t> input_types, input_layouts;
  Evidence types_at, layouts_at;
  std::map<std::string, Tensor, std::less<>> tensors;
  std::map<std::string, Fact<std::string>, std::less<>> settings;
  bool has_graph = false, has_settings = false, damaged = false;
};

class Walk {
 public:
  Walk(FileId file, RandomAccess& bytes, File& to, std::vector<Problem>& problems)
      : file_(file), bytes_(bytes), reader_(bytes), to_(to), problems_(problems) {}

  void run() {
    fields(0, reader_.size(), "", [&](const WireField& f) {
      if (f.number == 5 && is(f, kBytes, "")) {
        to_.has_graph = true;
        to_.graph_at = at(f, "graph");
        graph(f);
      } else if (f.number == 6 && is(f, kBytes, "")) {
        to_.has_settings = true;
        fields(f.begin, f.end, "settings", [&](const WireField& e) {
          if (e.number == 1 && is(e, kBytes, "settings") && room("settings")) setting(e);
        });
      }
    });
  }

  bool cut_off() const { return cut_off_; }

  Message problem(Evidence where, Message what) {
    to_.damaged = true;
    where.file = file_;
    if (problems_.size() < kMaxProblems)
      problems_.push_back({Problem::Kind::kUnreadable, std::move(where), what});
    return what;
  }

  // n bytes at `from` of the file; shorter when they cannot be read.
  std::string raw(uint64_t from, uint64_t n) {
    std::string s(static_cast<size_t>(n), '\0');
    s.resize(bytes_.read(from, s.data(), s.size()));
    return s;
  }
  std::vector<int64_t> varints(uint64_t begin, uint64_t end, uint64_t most) {
    std::vector<int64_t> out;
    while (begin < end && out.size() < most) {
      uint64_t v = 0;
      if (reader_.varint(&begin, end, &v) != WireFault::kNone) return {};
      out.push_back(static_cast<int64_t>(v));
    }
    return out;
  }

 private:
  Evidence at(const WireField& f, std::string path) const {
    return {file_, f.at, f.end, std::move(path)};
  }
  static Arg place(const std::string& path) { return path.empty() ? Arg(kTheFile) : Arg(path); }

  // Calls on(field) for each field of a message. Damage ends the message; where the file is cut
  // off, what is there of each message is still read, and it is said once.
  template <class F>
  void fields(uint64_t begin, uint64_t end, const std::string& path, F&& on) {
    for (uint64_t pos = begin; pos < end;) {
      WireField f;
      const uint64_t from = pos;
      const WireFault fault = reader_.next(&pos, end, &f);
      if (fault == WireFault::kNone) {
        on(static_cast<const WireField&>(f));
        continue;
      }
      const Evidence where{file_, from, end, path};
      const bool last = end == reader_.size();
      const Message said = wire_message(fault, f, from, end, last, place(path));
      if (last && (fault == WireFault::kLength || fault == WireFault::kCut)) {
        if (!cut_off_) problem(where, said);
        cut_off_ = true;
        if (fault == WireFault::kLength) on(static_cast<const WireField&>(f));
      } else {
        problem(where, said);
      }
      return;
    }
  }

  bool is(const WireField& f, WireType type, const std::string& path) {
    if (f.type == type) return true;
    problem({file_, f.at, f.at, path},
            Message(kWrongType, f.number, place(path), int{f.type}, f.at, int{type}));
    return false;
  }

  bool room(const std::string& path) {
    if (records_ > kMaxRecords) return false;
    if (++records_ <= kMaxRecords) return true;
    problem({file_, kNoOffset, kNoOffset, path}, Message(kTooMany, place(path), kMaxRecords));
    return false;
  }

  std::string text(const WireField& f, const std::string& path, uint64_t most = kMaxName) {
    if (!is(f, kBytes, path)) return {};
    const uint64_t n = f.end - f.begin;
    if (n > most) {
      problem(at(f, path), Message(kLong, place(path), n, most));
      return {};
    }
    std::string s = n <= kMaxName ? std::string(reader_.view(f.begin, static_cast<size_t>(n)))
                                  : raw(f.begin, n);
    if (s.size() < n) problem(at(f, path), Message(kUnreadBytes, f.begin, place(path)));
    return s;
  }

  void numbers(const WireField& f, const std::string& path, uint64_t most, Shape& to) {
    if (f.type == kVarint) {
      to.push_back(static_cast<int64_t>(f.value));
    } else if (is(f, kBytes, path)) {
      for (uint64_t pos = f.begin; pos < f.end;) {
        uint64_t v = 0;
        if (to.size() > most || reader_.varint(&pos, f.end, &v) != WireFault::kNone) {
          if (!cut_off_) problem(at(f, path), Message(kBrokenField, pos, place(path)));
          return;
        }
        to.push_back(static_cast<int64_t>(v));
      }
    }
    if (to.size() > most) problem(at(f, path), Message(kTooMany, place(path), most));
  }

  void graph(const WireField& message) {
    size_t node_count = 0;
    fields(message.begin, message.end, "graph", [&](const WireField& f) {
      switch (f.number) {
        case 1:
          if (is(f, kBytes, "graph") && room("graph"))
            node(f, "graph.node[" + std::to_string(node_count++) + "]");
          break;
        case 2:
          to_.name = text(f, "graph.name");
          to_.name_at = at(f, "graph.name");
          break;
        case 3:
          if (is(f, kBytes, "graph") && room("graph")) tensor(f);
          break;
        case 4:
          if (is(f, kBytes, "graph") && room("graph")) value(f, "graph.input", to_.inputs);
          break;
        case 5:
          if (is(f, kBytes, "graph") && room("graph")) value(f, "graph.output", to_.outputs);
          break;
        case 7:
          to_.types_at = at(f, "graph.input_type");
          list(f, "graph.input_type", to_.input_types);
          break;
        case 8:
          to_.layouts_at = at(f, "graph.input_layout");
          list(f, "graph.input_layout", to_.input_layouts);
          break;
        default:
          break;
      }
    });
  }

  void list(const WireField& f, const std::string& path, std::vector<uint64_t>& to) {
    Shape all;
    numbers(f, path, kMaxNames, all);
    for (int64_t n : all) to.push_back(static_cast<uint64_t>(n));
  }

  void node(const WireField& message, const std::string& path) {
    Node n;
    n.at = at(message, path);
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1 || f.number == 2) {
        auto& names = f.number == 1 ? n.inputs : n.outputs;
        if (names.size() < kMaxNames) names.push_back(text(f, path));
      } else if (f.number == 3) {
        n.name = text(f, path + ".name");
      } else if (f.number == 4) {
        n.op = text(f, path + ".op_type");
      }
    });
    to_.nodes.push_back(std::move(n));
  }

  // {1 elem_type, 2 dims}
  void type(const WireField& message, const std::string& path, Value& to) {
    if (!is(message, kBytes, path)) return;
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1 && is(f, kVarint, path))
        to.type = f.value;
      else if (f.number == 2)
        numbers(f, path, kMaxDims, to.dims);
    });
    if (to.dims.size() > kMaxDims) to.dims.clear();
    for (int64_t d : to.dims)
      if (d < 0) {
        problem(at(message, path), Message(kBadDim, path, d));
        to.dims.clear();
        break;
      }
  }

  void value(const WireField& message, const std::string& list, std::vector<Value>& to) {
    const std::string path = list + "[" + std::to_string(to.size()) + "]";
    if (to.size() >= kMaxNames) {
      if (!std::exchange(many_, true))
        problem(at(message, path), Message(kTooMany, list, kMaxNames));
      return;
    }
    Value v;
    v.at = at(message, path);
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1)
        v.name = text(f, path + ".name");
      else if (f.number == 2)
        type(f, path + ".type", v);
    });
    to.push_back(std::move(v));
  }

  void tensor(const WireField& message) {
    const std::string path = "graph.initializer[" + std::to_string(to_.tensors.size()) + "]";
    Tensor t;
    t.value.at = at(message, path);
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1)
        type(f, path + ".type", t.value);
      else if (f.number == 2 && is(f, kBytes, path))
        t.floats = f.begin, t.float_end = f.end;
      else if (f.number == 4 && is(f, kBytes, path))
        t.ints = f.begin, t.int_end = f.end;
      else if (f.number == 5 && is(f, kBytes, path))
        t.raw = f.begin, t.raw_end = f.end;
      else if (f.number == 8)
        t.value.name = text(f, path + ".name");
    });
    std::string name = t.value.name;
    to_.tensors.emplace(std::move(name), std::move(t));
  }

  void setting(const WireField& message) {
    std::string key;
    Fact<std::string> value("", at(message, "settings"));
    WireField text_at;
    bool stated = false;
    fields(message.begin, message.end, "settings", [&](const WireField& f) {
      if (f.number == 1) key = text(f, "settings");
      if (f.number == 2 && is(f, kBytes, "settings")) text_at = f, stated = true;
    });
    const std::string path = "settings[" + clip(key) + "]";
    value.at.path = path;
    if (stated) {
      settings_bytes_ += text_at.end - text_at.begin;
      if (settings_bytes_ > kMaxSettings) return;
      value = {text(text_at, path, kMaxValue), {file_, text_at.begin, text_at.end, path}};
    }
    to_.settings.emplace(std::move(key), std::move(value));
  }

  FileId file_;
  RandomAccess& bytes_;
  WireReader reader_;
  File& to_;
  std::vector<Problem>& problems_;
  uint64_t records_ = 0, settings_bytes_ = 0;
  bool cut_off_ = false, many_ = false;
};

// The file → a compiled model.
class Reader {
 public:
  Reader(FileId file, RandomAccess& bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out), walk_(file, bytes, f_, out.problems) {}

  void read() {
    if (bytes_.size() == 0) return (void)walk_.problem({}, Message(kEmpty));
    std::string head(64, '\0');
    head.resize(bytes_.read(0, head.data(), head.size()));
    if (is_lfs_pointer(head)) return (void)walk_.problem({}, Message(kLfs));
    walk_.run();
    if (!f_.has_graph) {
      if (out_.problems.empty()) walk_.problem(whole_file(file_), Message(kNoGraph));
      return;
    }
    if (f_.outputs.empty() && out_.problems.empty()) walk_.problem(f_.graph_at, Message(kNoOutput));
    if (!f_.has_settings && !walk_.cut_off()) walk_.problem(whole_file(file_), Message(kNoMap));
    for (const Node& n : f_.nodes) {
      for (const std::string& name : n.inputs) takers_[name].push_back(&n);
      for (const std::string& name : n.outputs) makers_[name] = &n;
    }
    for (auto it = f_.settings.lower_bound("DN_D_");
         it != f_.settings.end() && it->first.starts_with("DN_D_"); ++it)
      named_scales_ += it->first.ends_with("_scale") && !it->second->empty() ? 1 : 0;
    read_hbm();
    model();
  }

 private:
  const Fact<std::string>* setting(std::string_view key) const {
    const auto it = f_.settings.find(key);
    return it == f_.settings.end() ? nullptr : &it->second;
  }

  void read_hbm() {
    const auto it = f_.tensors.find(kPacked);
    const bool bpu =
        std::any_of(f_.nodes.begin(), f_.nodes.end(), [](const Node& n) { return n.bpu(); });
    if (it == f_.tensors.end() || it->second.raw == 0) {
      if (bpu && !walk_.cut_off()) walk_.problem(f_.graph_at, Message(kNoHbm));
      return;
    }
    const Tensor& t = it->second;
    auto hbm = parse_hbm(file_, bytes_, t.raw, t.raw_end - t.raw, std::string(kPacked) + ".");
    hbm_ = std::move(hbm.record);
    // where the file is cut off, the .hbm is too: said once
    if (walk_.cut_off()) return;
    const bool whole = hbm.problems.empty();
    for (Problem& p : hbm.problems) walk_.problem(p.at, std::move(p.what));
    if (!whole) return;
    if (hbm_.models.empty())
      return (void)walk_.problem({file_, t.raw, t.raw_end, std::string(kPacked)},
                                 Message(kAlienHbm));
    for (const Node& n : f_.nodes)
      if (n.bpu() && !hbm_model(n)) walk_.problem(n.at, Message(kNoHbmModel, clip(n.name)));
  }

  const CompiledModel* hbm_model(const Node& n) const {
    for (const CompiledModel& m : hbm_.models)
      if (m.name && *m.name == n.name) return &m;
    return nullptr;
  }

  void model() {
    CompiledModel m;
    m.file = file_;
    m.format = "bin";
    m.at = f_.graph_at;
    if (!f_.name.empty()) m.name = {f_.name, f_.name_at};
    settings(m);
    removed(m);
    for (size_t i = 0; i < f_.inputs.size(); ++i) m.inputs.push_back(input(f_.inputs[i], i));
    for (size_t i = 0; i < f_.outputs.size(); ++i) {
      m.outputs.push_back(output(f_.outputs[i], i));
      // what it was called before the nodes behind it were removed
      if (const auto* former = setting("DN_M_" + f_.outputs[i].name))
        m.build["FORMER_NAME output:" + f_.outputs[i].name] = *former;
    }
    out_.record.models.push_back(std::move(m));
  }

  void settings(CompiledModel& m) const {
    for (const auto& [key, value] : f_.settings)
      // those speak of single nodes; what they say is in the tensors and the removed nodes
      if (!key.starts_with("DN_") && (!key.starts_with("NODE_") || key == "NODE_INFO"))
        m.build[upper(key)] = value;
    const auto version = [&](const char* tool, const char* key) {
      if (const auto* v = setting(key); v && !trim(**v).empty())
        m.versions.emplace_back(tool, Fact<std::string>(std::string(trim(**v)), v->at));
    };
    version("hb_mapper", "BUILDER_VERSION");
    version("hbdk", "HBDK_VERSION");
    version("hbrt", "HBDK_RUNTIME_VERSION");
    version("horizon_nn", "HORIZON_NN_VERSION");
    if (const auto* march = setting("MARCH"); march && !(*march)->empty()) m.march = *march;
    std::map<std::string, size_t> ops;
    for (const Node& n : f_.nodes) ++ops[n.op];
    std::string text;
    for (const auto& [op, n] : ops)
      text += (text.empty() ? "" : ", ") + op + " " + std::to_string(n);
    if (!text.empty()) m.build["GRAPH_NODES"] = {text, f_.graph_at};
    if (hbm_.models.empty()) return;
    const CompiledModel& first = hbm_.models.front();
    if (!m.march) m.march = first.march;
    m.build["EMBEDDED_HBM_MARCH"] = first.march;
    for (const char* key : {"HBM_MAGIC", "HBM_OPTIONS"})
      if (auto it = first.build.find(key); it != first.build.end())
        m.build[std::string("EMBEDDED_") + key] = it->second;
  }

  void removed(CompiledModel& m) {
    const auto* info = setting("DELETED_NODE_INFO");
    if (info && (*info)->starts_with('{')) {
      const JsonTree tree = parse_json(**info, info->at.begin);
      if (tree.ok && tree.root.is(JsonNode::Kind::kObject)) {
        for (const JsonEntry& e : tree.root.entries) {
          if (m.removed_nodes.size() >= kMaxRemoved) break;
          Evidence at = info->at;
          at.begin = e.key_range.begin;
          at.end = e.value.range.end;
          m.removed_nodes.emplace_back(e.key, at);
          if (e.value.text.find("uantize") != std::string::npos) ++removed_scales_;
        }
        return;
      }
    }
    const auto* list = setting("DELETED_NODES");
    if (!list) return;
    const std::string& s = **list;
    for (size_t begin = 0; begin < s.size() && m.removed_nodes.size() < kMaxRemoved;) {
      const size_t end = std::min(s.find(' ', begin), s.size());
      if (end > begin) {
        Evidence at = list->at;
        at.end = at.begin + end;
        at.begin += begin;
        m.removed_nodes.emplace_back(s.substr(begin, end - begin), at);
        if (s.substr(begin, end - begin).find("uantize") != std::string::npos) ++removed_scales_;
      }
      begin = end + 1;
    }
  }

  CompiledTensor base(const Value& v, size_t i, bool is_input) const {
    CompiledTensor t;
    t.name = v.name;
    t.index = static_cast<int>(i);
    t.is_input = is_input;
    t.at = v.at;
    Evidence type = v.at;
    type.path += ".type";
    if (dtype_of(v.type) != DType::kUnknown)
      t.dtype = {dtype_of(v.type), type};
    else
      t.dtype = Fact<DType>::absent(Message(kUnknownType, v.type));
    if (!v.dims.empty()) t.shape = {v.dims, type};
    return t;
  }

  // ---- inputs ----

  CompiledTensor input(const Value& v, size_t i) {
    CompiledTensor t = base(v, i, true);
    if (i < f_.input_layouts.size())
      if (auto layout = libdnn_layout(static_cast<int64_t>(f_.input_layouts[i])))
        t.layout = {*layout, f_.layouts_at};
    image(t, i);
    const CompiledTensor* inner = nullptr;
    bool cpu = false;
    for (const Node* n : takers_[v.name]) {
      cpu = cpu || !n->bpu();
      const CompiledModel* m = n->bpu() ? hbm_model(*n) : nullptr;
      if (m && !inner) inner = find(m->inputs, mapped(v.name));
    }
    if (inner && inner->source) t.source = inner->source;
    if (!t.source) t.source = source_setting(v.name);
    if (t.image) {
      t.dtype = {};
      const bool moved = t.shape && t.shape->size() == 4 && t.layout && *t.layout == "NCHW" &&
                         ((*t.shape)[3] == 3 || (*t.shape)[3] == 1);
      const auto nchw = [&](const Shape& s) { return Shape{s[0], s[3], s[1], s[2]}; };
      const bool steps =
          inner && inner->aligned_shape && inner->shape && t.shape && *inner->shape == *t.shape;
      if (steps) {
        const Shape& a = *inner->aligned_shape;
        t.aligned_shape = {moved ? nchw(a) : a, inner->aligned_shape.at};
        auto n = checked_mul(a[1], a[2]);
        if (n) n = checked_mul(*n, a[0]);
        if (n && *t.image == "nv12") n = checked_mul(*n, 3);
        if (n && *t.image == "nv12") n = *n / 2;
        if (n && (*t.image == "nv12" || *t.image == "y"))
          t.byte_size = {*n, inner->aligned_shape.at};
      }
      if (moved) t.shape.value = nchw(*t.shape);
      t.quant = {Quantization{}, t.image.at};
      return t;
    }
    if (cpu && !inner)
      dense(t, t.at);
    else if (inner)
      stored(t, *inner);
    if (t.dtype && is_float(*t.dtype))
      t.quant = {Quantization{}, t.dtype.at};
    else if (t.dtype && !scales(t) && !shifts(t, inner))
      t.quant = Fact<Quantization>::absent(Message(kInputScale, clip(t.name)));
    return t;
  }

  // By the graph's number, else by the word of the build settings.
  void image(CompiledTensor& t, size_t i) const {
    const uint64_t number = i < f_.input_types.size() ? f_.input_types[i] : 0;
    if (number == 5) return;
    if (number == 6 || number == 7) {
      t.image = {number == 6 ? "y" : "nv12", f_.types_at};
      return;
    }
    const auto *names = setting("INPUT_NAMES"), *types = setting("INPUT_TYPE_RT");
    if (!names || !types) return;
    const auto n = items(**names), w = items(**types);
    for (size_t k = 0; k < n.size() && k < w.size(); ++k)
      if (n[k] == t.name)
        if (auto word = image_type(w[k])) t.image = {*word, types->at};
  }

  // {'images': 'pyramid', '_default_value': 'ddr'}
  Fact<std::string> source_setting(const std::string& name) const {
    const auto* all = setting("input-source");
    if (!all) return {};
    const std::string key = "'" + name + "': '";
    const size_t found = (*all)->find(key);
    if (found == std::string::npos) return {};
    const size_t begin = found + key.size(), end = (*all)->find('\'', begin);
    if (end == std::string::npos) return {};
    Evidence at = all->at;
    at.end = at.begin + end;
    at.begin += begin;
    return {(*all)->substr(begin, end - begin), at};
  }

  // ---- outputs ----

  CompiledTensor output(const Value& v, size_t i) {
    CompiledTensor t = base(v, i, false);
    const auto made = makers_.find(v.name);
    const Node* maker = made == makers_.end() ? nullptr : made->second;
    const CompiledTensor* inner = nullptr;
    bool renamed = false;
    if (maker && maker->bpu()) {
      if (const CompiledModel* m = hbm_model(*maker)) {
        inner = find(m->outputs, mapped(v.name));
        renamed = !inner && !m->outputs.empty();
      }
      if (inner) stored(t, *inner);
    } else if (maker) {
      dense(t, maker->at);
    }
    if (!t.dtype) return t;
    if (is_float(*t.dtype)) {
      t.quant = {Quantization{}, t.dtype.at};
    } else if (!scales(t) && !shifts(t, inner)) {
      if (!f_.has_settings)
        t.quant = Fact<Quantization>::absent(Message(kNoMap));
      else if (renamed)
        t.quant = Fact<Quantization>::absent(Message(kUnnamed, clip(t.name)));
      else if (removed_scales_ > named_scales_ || asks_for_removal())
        t.quant = Fact<Quantization>::absent(Message(kScaleUnknown, clip(t.name)));
      else  // indices of an ArgMax and the like
        t.quant = {Quantization{}, t.at};
    }
    return t;
  }

  static const CompiledTensor* find(const std::vector<CompiledTensor>& list,
                                    std::string_view name) {
    for (const CompiledTensor& t : list)
      if (t.name == name) return &t;
    return nullptr;
  }

  // The name of a graph's tensor before nodes were removed: that of the embedded .hbm.
  std::string mapped(const std::string& name) const {
    const auto* original = setting("DN_M_" + name);
    return original ? **original : name;
  }

  // How the BPU stores it, when the embedded .hbm speaks of the same shape and type.
  static void stored(CompiledTensor& t, const CompiledTensor& inner) {
    if (!inner.shape || !t.shape || !inner.dtype || !t.dtype) return;
    if (*inner.shape != *t.shape || *inner.dtype != *t.dtype) {
      const Message why(kOtherShape, clip(t.name), shape_text(*t.shape), dtype_name(*t.dtype),
                        shape_text(*inner.shape), dtype_name(*inner.dtype));
      t.aligned_shape.missing = t.strides.missing = t.byte_size.missing = why;
      return;
    }
    t.aligned_shape = inner.aligned_shape;
    t.strides = inner.strides;
    t.byte_size = inner.byte_size;
  }

  static void dense(CompiledTensor& t, const Evidence& node) {
    if (!t.shape || !t.dtype) return;
    t.aligned_shape = {*t.shape, node};
    if (auto s = dense_strides(*t.shape, *t.dtype)) t.strides = {*s, node};
    if (auto n = dense_bytes(*t.shape, *t.dtype)) t.byte_size = {*n, node};
  }

  // ---- quantisation ----

  // Removal was asked for, and the file has no record of what came of it.
  bool asks_for_removal() const {
    if (setting("DELETED_NODES")) return false;
    const auto* types = setting("REMOVE_NODE_TYPE");
    const auto* names = setting("REMOVE_NODE_NAME");
    return (types && (*types)->find("uantize") != std::string::npos) ||
           (names && (*names)->find("uantize") != std::string::npos);
  }

  // Scales that a removed Dequantize left behind. True when the settings speak of them at all.
  bool scales(CompiledTensor& t) {
    std::string key;
    const Fact<std::string>* name = nullptr;
    for (const std::string& tensor : {mapped(t.name), t.name}) {
      key = "DN_D_" + tensor;
      name = setting(key + "_scale");
      if (name && !(*name)->empty()) break;
      name = nullptr;
    }
    if (!name) return false;
    using F = Fact<Quantization>;
    const auto found = f_.tensors.find(**name);
    if (found == f_.tensors.end()) {
      Message why(kNoInitializer, clip(key + "_scale"), clip(**name));
      t.quant = F::absent(f_.damaged ? why : walk_.problem(name->at, why));
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
      t.quant = F::absent(walk_.problem(
          s.value.at, Message(kNoScales, clip(**name), end - begin, shape_text(s.value.dims),
                              count ? std::to_string(*count) + " x 4" : std::string("?"))));
      return true;
    }
    if (scales_ += static_cast<uint64_t>(*count); scales_ > kMaxAllScales) {
      t.quant = F::absent(Message(kTooMany, "scales", kMaxAllScales));
      return true;
    }
    const std::string values = walk_.raw(begin, end - begin);
    if (values.size() < end - begin) {
      t.quant = F::absent(walk_.problem(s.value.at, Message(kUnreadBytes, begin, clip(**name))));
      return true;
    }
    for (size_t i = 0; i + 4 <= values.size(); i += 4) {
      uint32_t bits = 0;
      for (size_t k = 4; k-- > 0;) bits = bits << 8 | static_cast<unsigned char>(values[i + k]);
      float f = 0;
      std::memcpy(&f, &bits, 4);
      q.scales.push_back(static_cast<double>(f));
    }
    if (const auto* axis = setting(key + "_axis"); axis && !trim(**axis).empty()) {
      const std::string_view a = trim(**axis);
      if (a.size() > 2 || a.find_first_not_of("-0123456789") != std::string_view::npos ||
          a.find_last_of('-') == a.size() - 1) {
        t.quant = F::absent(
            walk_.problem(axis->at, Message(kBadAxis, clip(key + "_axis"), clip(**axis))));
        return true;
      }
      q.axis = std::stoi(std::string(a));
    }
    if (const auto* zero = setting(key + "_zeropoint"); zero && !trim(**zero).empty()) {
      const auto z = f_.tensors.find(**zero);
      if (z != f_.tensors.end() && z->second.ints)
        q.zero_points = walk_.varints(z->second.ints, z->second.int_end, kMaxScales);
      if (q.zero_points.empty()) {
        t.quant = F::absent(Message(kZeroPoints, clip(key + "_zeropoint"), clip(**zero)));
        return true;
      }
    }
    t.quant = {std::move(q), {file_, begin, end, s.value.at.path}};
    return true;
  }

  static bool shifts(CompiledTensor& t, const CompiledTensor* inner) {
    if (!inner || !inner->quant) return false;
    t.quant = inner->quant;
    return true;
  }

  FileId file_;
  RandomAccess& bytes_;
  Parsed<CompiledFile>& out_;
  File f_;
  Walk walk_;
  CompiledFile hbm_;
  std::unordered_map<std::string_view, std::vector<const Node*>> takers_;
  std::unordered_map<std::string_view, const Node*> makers_;
  size_t removed_scales_ = 0;  // removed nodes that rescaled
  size_t named_scales_ = 0;    // tensors of removed nodes whose scales are named
  uint64_t scales_ = 0;        // read
};

}  // namespace

bool is_horizon_bin(std::string_view head) { return head.starts_with(kHead); }

Parsed<CompiledFile> parse_horizon_bin(FileId file, RandomAccess& bytes) {
  Parsed<CompiledFile> out;
  try {
    Reader(file, bytes, out).read();
  } catch (const std::exception& e) {
    out.problems.push_back(
        {Problem::Kind::kUnreadable, whole_file(file), Message(kFails, e.what())});
  }
  return out;
}

}  // namespace npulint
