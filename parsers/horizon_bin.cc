// `.bin` of hb_mapper for X3, Ultra and X5 (builders 1.4.4 to 1.24.3): a protobuf like an ONNX
// model. Fields measured on 27 public files of D-Robotics/hobot_model, HorizonRDK/hobot_model,
// HorizonRDK/parking_perception, HorizonRDK/hobot_audio, frank05080/rdk_x5_lprnet,
// zhang-dajie168/OSNET_RDK_X5 and YLee007/Inference-for-RDKx5; the names of input_type and
// input_layout are those that hb_model_modifier prints. What the runtime reports of such a model is
// known from its model_info texts: an output that a CPU node makes has no padding, one of the BPU
// has that of the embedded .hbm.
#include "parsers/horizon_bin.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lint/words.h"
#include "parsers/guarded.h"
#include "parsers/horizon_bin_file.h"
#include "parsers/horizon_hbm.h"
#include "parsers/json_facts.h"
#include "parsers/onnx.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace horizon_bin {
namespace {

constexpr std::string_view kHead{"\x08\x01\x10\x01\x2a", 5};
constexpr std::string_view kPacked = "PACKED_HBM_MODEL";
constexpr size_t kMaxRemoved = 10'000;

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kLfs{"the file is a Git LFS pointer, not the model; run `git lfs pull`",
                    "该文件是 Git LFS 指针，而不是模型；请运行 `git lfs pull`"};
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

// The file → a compiled model.
class Reader {
 public:
  Reader(FileId file, RandomAccess& bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out), report_(file, out.problems) {}

  void read() {
    if (bytes_.size() == 0) return (void)report_.problem({}, Message(kEmpty));
    if (is_lfs_pointer(bytes_at(bytes_, 0, 64))) return (void)report_.problem({}, Message(kLfs));
    read_file(file_, bytes_, report_, f_);
    if (!f_.has_graph) {
      if (out_.problems.empty()) report_.problem(whole_file(file_), Message(kNoGraph));
      return;
    }
    if (f_.outputs.empty() && out_.problems.empty())
      report_.problem(f_.graph_at, Message(kNoOutput));
    if (!f_.has_settings && !f_.cut_off) report_.problem(whole_file(file_), Message(kNoMap));
    for (const Node& n : f_.nodes) {
      for (const std::string& name : n.inputs) takers_[name].push_back(&n);
      for (const std::string& name : n.outputs) makers_[name] = &n;
    }
    scales_.emplace(file_, bytes_, f_, report_);
    read_hbm();
    model();
  }

 private:
  const Fact<std::string>* setting(std::string_view key) const { return f_.setting(key); }

  void read_hbm() {
    const auto it = f_.tensors.find(kPacked);
    const bool bpu =
        std::any_of(f_.nodes.begin(), f_.nodes.end(), [](const Node& n) { return n.bpu(); });
    if (it == f_.tensors.end() || it->second.raw == 0) {
      if (bpu && !f_.cut_off) report_.problem(f_.graph_at, Message(kNoHbm));
      return;
    }
    const Tensor& t = it->second;
    auto hbm = parse_hbm(file_, bytes_, t.raw, t.raw_end - t.raw, std::string(kPacked) + ".");
    hbm_ = std::move(hbm.record);
    // where the file is cut off, the .hbm is too: said once
    if (f_.cut_off) return;
    const bool whole = hbm.problems.empty();
    for (Problem& p : hbm.problems) report_.problem(p.at, std::move(p.what));
    if (!whole) return;
    if (hbm_.models.empty())
      return (void)report_.problem({file_, t.raw, t.raw_end, std::string(kPacked)},
                                   Message(kAlienHbm));
    for (const Node& n : f_.nodes)
      if (n.bpu() && !hbm_model(n)) report_.problem(n.at, Message(kNoHbmModel, clip(n.name)));
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
    type.path = type.path + ".type";
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
    else if (t.dtype && !scales_->read(t, mapped(t.name)) && !shifts(t, inner))
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
    } else if (!scales_->read(t, mapped(t.name)) && !shifts(t, inner)) {
      if (!f_.has_settings)
        t.quant = Fact<Quantization>::absent(Message(kNoMap));
      else if (renamed)
        t.quant = Fact<Quantization>::absent(Message(kUnnamed, clip(t.name)));
      else if (removed_scales_ > scales_->named() || asks_for_removal())
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

  static bool shifts(CompiledTensor& t, const CompiledTensor* inner) {
    if (!inner || !inner->quant) return false;
    t.quant = inner->quant;
    return true;
  }

  FileId file_;
  RandomAccess& bytes_;
  Parsed<CompiledFile>& out_;
  File f_;
  Report report_;
  std::optional<RemovedScales> scales_;
  CompiledFile hbm_;
  std::unordered_map<std::string_view, std::vector<const Node*>> takers_;
  std::unordered_map<std::string_view, const Node*> makers_;
  size_t removed_scales_ = 0;  // removed nodes that rescaled
};

}  // namespace
}  // namespace horizon_bin

bool is_horizon_bin(std::string_view head) { return head.starts_with(horizon_bin::kHead); }

Parsed<CompiledFile> parse_horizon_bin(FileId file, RandomAccess& bytes) {
  return guarded<CompiledFile>(file, horizon_bin::kFails, [&](Parsed<CompiledFile>& out) {
    horizon_bin::Reader(file, bytes, out).read();
  });
}

}  // namespace npulint
