#include "lint/graph.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "lint/graph_names.h"

namespace npulint {
namespace {

// Suggestions compare a name with every other one: only in small graphs and for the first faults.
constexpr size_t kSuggestNames = 2000, kSuggestFaults = 20;
constexpr size_t kSuggestWork = 4'000'000;  // pairs of characters that one suggestion may compare
constexpr size_t kShownOfCycle = 6;
constexpr size_t kMaxFaults = 10'000;
constexpr int64_t kFirstIrWithOpsets = 3;
constexpr std::string_view kOfficialDomains[] = {"", "ai.onnx.ml", "ai.onnx.training",
                                                 "ai.onnx.preview.training"};

constexpr Text kNoGraph{"the model has no graph", "模型中没有计算图"};
constexpr Text kDangling{"node {0} reads `{1}`, which nothing produces",
                         "节点 {0} 读取 `{1}`，但没有任何来源产生它"};
constexpr Text kDanglingNear{"node {0} reads `{1}`, which nothing produces; nearest name `{2}`",
                             "节点 {0} 读取 `{1}`，但没有任何来源产生它；最接近的名称是 `{2}`"};
constexpr Text kDuplicate{
    "`{0}` is defined by {1} and again by {2}; a name may have one definition",
    "`{0}` 由 {1} 定义，又由 {2} 重复定义；一个名称只能有一处定义"};
constexpr Text kCycle{"the nodes {0} form a cycle; none of them can run first",
                      "节点 {0} 构成环；其中没有一个可以先执行"};
constexpr Text kSelf{"node {0} reads its own output `{1}`", "节点 {0} 读取自己的输出 `{1}`"};
constexpr Text kOrder{
    "node {0} reads `{1}`, which node {2} produces only later; nodes must be in topological order",
    "节点 {0} 读取 `{1}`，而节点 {2} 在其后才产生它；节点必须按拓扑顺序排列"};
constexpr Text kNoOutput{"graph output `{0}` is produced by nothing",
                         "没有任何来源产生计算图输出 `{0}`"};
constexpr Text kNoOutputNear{"graph output `{0}` is produced by nothing; nearest name `{1}`",
                             "没有任何来源产生计算图输出 `{0}`；最接近的名称是 `{1}`"};
constexpr Text kOpset{
    "node {0} is of domain `{1}`, of which {2} imports no opset (such nodes: {3})",
    "节点 {0} 属于域 `{1}`，但{2}没有导入该域的 opset（共 {3} 个此类节点）"};
constexpr Text kModel{"the model", "模型"};
constexpr Text kMore{"the graph has more than {0} faults; the others are not listed",
                     "计算图的问题超过 {0} 个；其余未列出"};
constexpr Text kNegative{"tensor {0} has the negative dim {1} in its dims {2}",
                         "张量 {0} 的 dims {2} 中有负值 {1}"};
constexpr Text kBytes{"tensor {0} is {1} {2}, which takes {3} bytes, but its raw_data has {4}",
                      "张量 {0} 为 {1} {2}，需要 {3} 字节，但其 raw_data 有 {4} 字节"};
constexpr Text kEntries{"tensor {0} is {1} {2}, which takes {3} entries of {4}, but {5} are stored",
                        "张量 {0} 为 {1} {2}，需要 {4} 的 {3} 个元素，但存储了 {5} 个"};
constexpr Text kNothing{"tensor {0} is {1} {2}, but no values are stored",
                        "张量 {0} 为 {1} {2}，但没有存储任何值"};
constexpr Text kHuge{"tensor {0} is {1} {2}, more than any file holds; {3} bytes are stored",
                     "张量 {0} 为 {1} {2}，超出任何文件的容量；实际存储了 {3} 字节"};
constexpr Text kField{"tensor {0} is {1}, whose values belong in {2}, but they are in {3}",
                      "张量 {0} 为 {1}，其值应存于 {2}，但实际存于 {3}"};

std::string indexed(std::string_view path, std::string_view field, size_t i) {
  return std::string(path) + "." + std::string(field) + "[" + std::to_string(i) + "]";
}

// A graph or a function body.
struct Part {
  std::string path;
  const std::vector<GraphNode>* nodes;
  const std::vector<AttributeTensor>* attribute_tensors;
  const GraphBody* body = nullptr;
  const Graph::Function* function = nullptr;

  std::string node_path(size_t i) const { return indexed(path, "node", i); }
  // "`conv1` (Conv)"; the place of a node without a name.
  std::string label(size_t i) const {
    const GraphNode& n = (*nodes)[i];
    return (n.name.empty() ? node_path(i) : "`" + std::string(n.name) + "`") + " (" +
           std::string(n.op) + ")";
  }
};

// What defines a name, in the 32 bits of a NameTable: kind and index.
enum Site : uint32_t {
  kNodeSite = 0,
  kInputSite = 1u << 30,
  kInitializerSite = 2u << 30,
  kSiteMask = 3u << 30
};
constexpr uint32_t kNoSite = UINT32_MAX;

// `reader` waits for what `producer` gives under `name`.
struct Use {
  uint32_t reader, producer;
  std::string_view name;
};

// One part while its nodes are judged, with the graphs around it.
struct Level {
  const Part& part;
  Level* up = nullptr;
  uint32_t holder = 0;                 // node of `up` that holds this graph
  const GraphNames* shared = nullptr;  // of the main graph; else `own`
  NameTable own;                       // name → site
  std::vector<uint32_t> sites;         // by id of `shared`
  std::vector<Use>
      captured;  // what subgraphs read from nodes here: the nodes that hold them wait for it
  std::vector<Use>
      backwards;  // captured or own, where the producer does not stand before the reader

  const NameTable& names() const { return shared ? shared->ids : own; }
  uint32_t find(std::string_view name) const {
    const uint32_t* found = names().find(name);
    return !found ? kNoSite : shared ? sites[*found] : *found;
  }
  // Of input k of node i.
  uint32_t find(uint32_t i, size_t k) const {
    if (!shared) return find((*part.nodes)[i].inputs[k]);
    const uint32_t id = shared->reads[shared->reads_from[i] + k];
    return id == GraphNames::kNone ? kNoSite : sites[id];
  }
  // Where the site of a name is kept, kNoSite before its first definition; null: no name.
  uint32_t* site(uint32_t id) { return id == GraphNames::kNone ? nullptr : &sites[id]; }
  uint32_t* site(std::string_view name) {
    if (name.empty()) return nullptr;
    own.insert(name, kNoSite);
    return own.find(name);
  }
};

// The cycles among the nodes of one part.
class Cycles {
 public:
  Cycles(size_t nodes, const std::vector<Use>& uses)
      : first_(nodes + 1), to_(uses.size()), reads_(nodes, kNone) {
    for (const Use& u : uses) ++first_[u.reader + 1];
    for (size_t i = 0; i < nodes; ++i) first_[i + 1] += first_[i];
    std::vector<uint32_t> fill(first_.begin(), first_.end() - 1);
    for (const Use& u : uses) to_[fill[u.reader]++] = u.producer;
    components(nodes);
  }

  uint32_t group(uint32_t node) const { return group_[node]; }

  // The nodes of a shortest cycle through `use`, in the direction of the data. Both ends are in one
  // group; asked once a group, so that all searches together are linear.
  std::vector<uint32_t> around(const Use& use) {
    std::vector<uint32_t> queue{use.producer};
    reads_[use.producer] = use.reader;
    for (size_t q = 0; q < queue.size() && reads_[use.reader] == kNone; ++q)
      for (uint32_t e = first_[queue[q]]; e < first_[queue[q] + 1]; ++e) {
        const uint32_t w = to_[e];
        if (group_[w] != group_[use.reader] || reads_[w] != kNone) continue;
        reads_[w] = queue[q];
        queue.push_back(w);
      }
    std::vector<uint32_t> out{use.reader};
    for (uint32_t v = reads_[use.reader]; v != use.reader; v = reads_[v]) out.push_back(v);
    return out;
  }

 private:
  static constexpr uint32_t kNone = ~0u;

  // Strongly connected components: Tarjan's algorithm without recursion.
  void components(size_t n) {
    group_.assign(n, kNone);
    std::vector<uint32_t> number(n, kNone), low(n), next(first_.begin(), first_.end() - 1), open,
        path;
    uint32_t count = 0, groups = 0;
    for (uint32_t root = 0; root < n; ++root) {
      if (number[root] == kNone) path.push_back(root);
      while (!path.empty()) {
        const uint32_t v = path.back();
        if (number[v] == kNone) {
          number[v] = low[v] = count++;
          open.push_back(v);
        }
        if (next[v] < first_[v + 1]) {
          const uint32_t w = to_[next[v]++];
          if (number[w] == kNone)
            path.push_back(w);
          else if (group_[w] == kNone)
            low[v] = std::min(low[v], number[w]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[v]);
        if (low[v] != number[v]) continue;
        for (uint32_t w = kNone; w != v;) {
          w = open.back();
          open.pop_back();
          group_[w] = groups;
        }
        ++groups;
      }
    }
  }

  std::vector<uint32_t> first_, to_;  // producers of node i: to_[first_[i]] … to_[first_[i + 1]]
  std::vector<uint32_t> group_, reads_;
};

// Where the values of an element type belong when they are not in raw_data.
struct TypedField {
  uint8_t number = 0;     // of TensorProto
  int64_t numerator = 1;  // entries an element, as a fraction
  int64_t denominator = 1;
};

TypedField typed_field(DType t) {
  switch (t) {
    case DType::kFloat32:
      return {4};
    case DType::kComplex64:
      return {4, 2};
    case DType::kFloat64:
      return {10};
    case DType::kComplex128:
      return {10, 2};
    case DType::kInt64:
      return {7};
    case DType::kUint32:
    case DType::kUint64:
      return {11};
    case DType::kString:
      return {6};
    case DType::kUnknown:
      return {};
    default:
      return dtype_bits(t) == 4 ? TypedField{5, 1, 2} : TypedField{5};
  }
}

std::string_view field_name(uint8_t number) {
  switch (number) {
    case 4:
      return "float_data";
    case 5:
      return "int32_data";
    case 6:
      return "string_data";
    case 7:
      return "int64_data";
    case 10:
      return "double_data";
    case 11:
      return "uint64_data";
    default:
      return "raw_data";
  }
}

class Judge {
 public:
  explicit Judge(const Graph& graph) : graph_(graph) {}

  std::vector<GraphFault> run() {
    if (graph_.has_graph)
      part({"graph", &graph_.main.nodes, &graph_.main.attribute_tensors, &graph_.main}, nullptr, 0);
    else
      add(GraphFault::Kind::kNoGraph, "graph", Message(kNoGraph));
    opsets(graph_.opsets, Arg(kModel));
    for (size_t i = 0; i < graph_.functions.size(); ++i) {
      const Graph::Function& f = graph_.functions[i];
      const std::string path = "functions[" + std::to_string(i) + "]";
      part({path, &f.nodes, &f.attribute_tensors, nullptr, &f}, nullptr, 0);
      opsets(f.opsets, Arg("`" + std::string(f.name) + "`"));
    }
    return std::move(faults_);
  }

 private:
  void add(GraphFault::Kind kind, std::string path, Message what) {
    if (faults_.size() < kMaxFaults)
      faults_.push_back({kind, std::move(path), std::move(what)});
    else if (faults_.size() == kMaxFaults)
      faults_.push_back({kind, std::move(path), Message(kMore, kMaxFaults)});
  }

  void part(const Part& p, Level* up, uint32_t holder) {
    const size_t tensors = p.body ? p.body->initializers.size() + p.body->inputs.size() : 0;
    const GraphNames* shared = p.body == &graph_.main ? &names_of(graph_) : nullptr;
    Level level{p,
                up,
                holder,
                shared,
                NameTable(shared ? 0 : p.nodes->size() + tensors),
                std::vector<uint32_t>(shared ? shared->producer.size() : 0, kNoSite),
                {},
                {}};
    define(level);
    if (p.body)
      for (const Initializer& t : p.body->initializers)
        payload(t, [&] { return std::pair(path_of(p, t), "`" + std::string(t.name) + "`"); });
    for (const AttributeTensor& t : *p.attribute_tensors)
      payload(t.tensor, [&] {
        return std::pair(p.node_path(t.node),
                         "`" + std::string(t.attribute) + "` of " + p.label(t.node));
      });
    for (uint32_t i = 0; i < p.nodes->size(); ++i) node(level, i);
    outputs(level);
    order(level);
  }

  // ---- names ----

  static std::string path_of(const Part& p, const Initializer& t) {
    return indexed(p.path, t.sparse ? "sparse_initializer" : "initializer", t.index);
  }
  static std::string path_of(const Part& p, uint32_t site) {
    const uint32_t i = site & ~kSiteMask;
    switch (site & kSiteMask) {
      case kInputSite:
        return indexed(p.path, "input", i);
      case kInitializerSite:
        return path_of(p, p.body->initializers[i]);
      default:
        return p.node_path(i);
    }
  }
  static std::string label_of(const Part& p, uint32_t site) {
    return (site & kSiteMask) == kNodeSite ? p.label(site & ~kSiteMask) : path_of(p, site);
  }

  void define(Level& level) {
    const Part& p = level.part;
    const GraphNames* names = level.shared;
    const auto once = [&](uint32_t* known, std::string_view name, uint32_t site) {
      if (!known) return;
      if (*known != kNoSite)
        duplicate(p, name, *known, site);
      else
        *known = site;
    };
    const size_t inputs = p.body ? p.body->inputs.size() : p.function->inputs.size();
    for (uint32_t i = 0; i < inputs; ++i) {
      const std::string_view name = p.body ? p.body->inputs[i].name : p.function->inputs[i];
      once(names ? level.site(names->inputs[i]) : level.site(name), name, kInputSite | i);
    }
    // an initializer may be the default of an input: only two initializers exclude each other
    for (uint32_t i = 0; p.body && i < p.body->initializers.size(); ++i) {
      const std::string_view name = p.body->initializers[i].name;
      uint32_t* known = names ? level.site(names->initializers[i]) : level.site(name);
      if (!known) continue;
      if ((*known & kSiteMask) == kInitializerSite)
        duplicate(p, name, *known, kInitializerSite | i);
      *known = kInitializerSite | i;
    }
    size_t made = 0;
    for (uint32_t i = 0; i < p.nodes->size(); ++i)
      for (const std::string_view name : (*p.nodes)[i].outputs)
        once(names ? level.site(names->makes[made++]) : level.site(name), name, kNodeSite | i);
  }

  void duplicate(const Part& p, std::string_view name, uint32_t first, uint32_t again) {
    add(GraphFault::Kind::kDuplicateName, path_of(p, again),
        Message(kDuplicate, name, label_of(p, first), label_of(p, again)));
  }

  // True when `name`, of which `site` is what the level itself knows, is defined here or around.
  // What a subgraph reads from outside, the node that holds it waits for.
  static bool resolve(Level& level, uint32_t reader, std::string_view name, uint32_t site) {
    for (Level* l = &level;;) {
      if (site != kNoSite) {
        if ((site & kSiteMask) != kNodeSite || reader == kNoReader) return true;
        if (l != &level) l->captured.push_back({reader, site, name});
        if (site >= reader) l->backwards.push_back({reader, site, name});
        return true;
      }
      reader = l->holder;
      l = l->up;
      if (!l) return false;
      site = l->find(name);
    }
  }

  void node(Level& level, uint32_t i) {
    const Part& p = level.part;
    const GraphNode& n = (*p.nodes)[i];
    for (size_t k = 0; k < n.inputs.size(); ++k) {
      const std::string_view name = n.inputs[k];
      if (name.empty()) continue;
      if (resolve(level, i, name, level.find(i, k)) || (k > 0 && n.inputs[k - 1] == name)) continue;
      if (const auto near = suggestion(level, name))
        add(GraphFault::Kind::kDanglingInput, p.node_path(i),
            Message(kDanglingNear, p.label(i), name, *near));
      else
        add(GraphFault::Kind::kDanglingInput, p.node_path(i), Message(kDangling, p.label(i), name));
    }
    for (size_t d = 0; d < std::size(kOfficialDomains); ++d)
      if (n.domain == kOfficialDomains[d] && used_[d].nodes++ == 0)
        used_[d].first = {p.node_path(i), p.label(i)};
    for (const uint32_t id : n.subgraphs) {
      const GraphBody& body = graph_.subgraphs[id];
      part({std::string(body.path), &body.nodes, &body.attribute_tensors, &body}, &level, i);
    }
  }

  void outputs(Level& level) {
    const Part& p = level.part;
    const size_t n = p.body ? p.body->outputs.size() : p.function->outputs.size();
    for (size_t i = 0; i < n; ++i) {
      const std::string_view name = p.body ? p.body->outputs[i].name : p.function->outputs[i];
      if (name.empty() || resolve(level, kNoReader, name, level.find(name))) continue;
      const std::string path = indexed(p.path, "output", i);
      if (const auto near = suggestion(level, name))
        add(GraphFault::Kind::kNoOutput, path, Message(kNoOutputNear, name, *near));
      else
        add(GraphFault::Kind::kNoOutput, path, Message(kNoOutput, name));
    }
  }

  std::optional<std::string> suggestion(const Level& level, std::string_view name) {
    if (level.names().size() > kSuggestNames || suggested_ >= kSuggestFaults) return std::nullopt;
    ++suggested_;
    std::vector<std::string> candidates;
    size_t characters = 0;
    level.names().each([&](std::string_view n, uint32_t) {
      characters += n.size();
      candidates.emplace_back(n);
    });
    if (characters * name.size() > kSuggestWork) return std::nullopt;
    std::sort(candidates.begin(), candidates.end());
    return nearest(name, candidates);
  }

  // ---- order ----

  void order(const Level& level) {
    if (level.backwards.empty()) return;
    const Part& p = level.part;
    std::vector<Use> uses = level.captured;
    for (uint32_t i = 0; i < p.nodes->size(); ++i)
      for (const std::string_view name : (*p.nodes)[i].inputs)
        if (const uint32_t site = name.empty() ? kNoSite : level.find(name);
            site != kNoSite && (site & kSiteMask) == kNodeSite)
          uses.push_back({i, site, name});
    Cycles cycles(p.nodes->size(), uses);
    std::vector<bool> told(p.nodes->size());  // by group
    const Use* last = nullptr;
    for (const Use& u : level.backwards) {
      if (last && last->reader == u.reader && last->name == u.name) continue;
      last = &u;
      const uint32_t group = cycles.group(u.reader);
      if (u.producer == u.reader) {
        add(GraphFault::Kind::kCycle, p.node_path(u.reader),
            Message(kSelf, p.label(u.reader), u.name));
      } else if (group != cycles.group(u.producer)) {
        add(GraphFault::Kind::kOrder, p.node_path(u.reader),
            Message(kOrder, p.label(u.reader), u.name, p.label(u.producer)));
      } else if (!told[group]) {
        told[group] = true;
        std::string text;
        const std::vector<uint32_t> around = cycles.around(u);
        for (size_t k = 0; k < around.size() && k < kShownOfCycle; ++k)
          text += p.label(around[k]) + " → ";
        if (around.size() > kShownOfCycle) text += "… → ";
        add(GraphFault::Kind::kCycle, p.node_path(u.reader),
            Message(kCycle, text + p.label(u.reader)));
      }
    }
  }

  // ---- opsets ----

  // Judges the domains noted since the last call: of the main graph with its subgraphs, or of one
  // function.
  void opsets(const std::vector<std::pair<std::string_view, int64_t>>& imports,
              const Arg& importer) {
    for (size_t d = 0; d < std::size(kOfficialDomains); ++d) {
      const Domain used = std::exchange(used_[d], Domain{});
      const std::string_view domain = kOfficialDomains[d];
      if (used.nodes == 0 || graph_.ir_version < kFirstIrWithOpsets) continue;
      if (std::any_of(imports.begin(), imports.end(),
                      [&](const auto& o) { return o.first == domain; }))
        continue;
      add(GraphFault::Kind::kMissingOpset, used.first.first,
          Message(kOpset, used.first.second, domain.empty() ? "ai.onnx" : domain, importer,
                  used.nodes));
    }
  }

  // ---- payloads ----

  // where(): path and label of the tensor.
  template <class Where>
  void payload(const Initializer& t, Where&& where) {
    const auto fault = [&](GraphFault::Kind kind, Text text, auto... args) {
      auto [path, label] = where();
      add(kind, std::move(path), Message(text, std::move(label), Arg(args)...));
    };
    const auto negative =
        std::find_if(t.dims.begin(), t.dims.end(), [](int64_t d) { return d < 0; });
    if (negative != t.dims.end())
      return fault(GraphFault::Kind::kNegativeDim, kNegative, *negative, list_text(t.dims));
    if (t.external || t.sparse || !t.counted || t.dtype == DType::kUnknown) return;

    const auto type = dtype_name(t.dtype);
    const auto count = element_count(t.dims);
    const auto huge = [&] {
      fault(GraphFault::Kind::kPayloadSize, kHuge, type, shape_text(t.dims), t.bytes);
    };
    if (!count) return huge();
    if (t.typed_field == 0 && t.bytes == 0) {
      if (*count > 0) fault(GraphFault::Kind::kPayloadSize, kNothing, type, shape_text(t.dims));
      return;
    }
    const TypedField field = typed_field(t.dtype);
    if (t.typed_field == 0) {
      if (t.dtype == DType::kString)
        return fault(GraphFault::Kind::kPayloadField, kField, type, field_name(field.number),
                     field_name(0));
      const auto bytes = dense_bytes(t.dims, t.dtype);
      if (!bytes) return huge();
      if (static_cast<uint64_t>(*bytes) != t.bytes)
        fault(GraphFault::Kind::kPayloadSize, kBytes, type, shape_text(t.dims), *bytes, t.bytes);
      return;
    }
    if (t.typed_field != field.number)
      return fault(GraphFault::Kind::kPayloadField, kField, type, field_name(field.number),
                   field_name(t.typed_field));
    const auto halves = checked_mul(*count, field.numerator);
    if (!halves) return huge();
    const int64_t entries = *halves / field.denominator + (*halves % field.denominator != 0);
    if (static_cast<uint64_t>(entries) != t.typed_elements)
      fault(GraphFault::Kind::kPayloadSize, kEntries, type, shape_text(t.dims), entries,
            field_name(field.number), t.typed_elements);
  }

  static constexpr uint32_t kNoReader = ~0u;
  struct Domain {
    uint64_t nodes = 0;
    std::pair<std::string, std::string> first;  // path and label of the first node
  };
  const Graph& graph_;
  std::vector<GraphFault> faults_;
  Domain used_[std::size(kOfficialDomains)];
  size_t suggested_ = 0;
};

}  // namespace

std::vector<GraphFault> graph_faults(const Graph& graph) { return Judge(graph).run(); }

std::vector<const GraphTensor*> fed_inputs(const Graph& graph) {
  std::unordered_set<std::string_view> names,
      constant;  // of inputs: few where there are many weights
  for (const GraphTensor& t : graph.main.inputs) names.insert(t.name);
  for (const Initializer& i : graph.main.initializers)
    if (names.contains(i.name)) constant.insert(i.name);
  std::vector<const GraphTensor*> out;
  for (const GraphTensor& t : graph.main.inputs)
    if (!constant.contains(t.name)) out.push_back(&t);
  return out;
}

}  // namespace npulint
