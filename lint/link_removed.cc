// Removed nodes against the tensors that they leave raw.
#include <algorithm>

#include "lint/config.h"
#include "lint/dequant.h"
#include "lint/link_derived.h"

namespace npulint {
namespace {

constexpr std::string_view kDequantize = "Dequantize", kQuantize = "Quantize";

std::string_view without(std::string_view s, std::string_view suffix) {
  if (s.ends_with(suffix)) s.remove_suffix(suffix.size());
  return s;
}

// The tensor that a quantisation node converts, by the toolchain's naming: X_HzDequantize,
// X_quantized.
std::string_view stem(std::string_view name) {
  for (const std::string_view suffix : {"_HzDequantize", "_HzQuantize", "_quantized"})
    name = without(name, suffix);
  return name;
}

// By its name; empty where that does not tell.
std::string op_of(std::string_view node) {
  for (const std::string_view op : {kDequantize, kQuantize})
    if (node.ends_with(op)) return std::string(op);
  return "";
}

struct Request {
  std::vector<ListItem> types, names;
  bool by_artifact = false;  // the artifact's own settings state it, also when they ask for nothing
};

// "['Reshape', 'Cast']" or "a;b"
std::vector<ListItem> listed(const Fact<std::string>& setting) {
  std::vector<ListItem> out;
  std::string_view s = *setting;
  const bool python = s.starts_with('[');
  const auto inside = [](char c) {
    return std::string_view(" '\"[]").find(c) == std::string_view::npos;
  };
  while (!s.empty()) {
    const size_t end = std::min(s.find(python ? ',' : ';'), s.size());
    std::string_view item = s.substr(0, end);
    while (!item.empty() && !inside(item.front())) item.remove_prefix(1);
    while (!item.empty() && !inside(item.back())) item.remove_suffix(1);
    if (!item.empty()) out.push_back({std::string(item), setting.at});
    s.remove_prefix(std::min(end + 1, s.size()));
  }
  return out;
}

Request request_of(const Bundle& b) {
  Request r;
  const auto& build = b.compiled_record->build;
  for (const auto& [key, to] :
       {std::pair("REMOVE_NODE_TYPE", &r.types), std::pair("REMOVE_NODE_NAME", &r.names)})
    if (const auto it = build.find(key); it != build.end() && it->second) {
      r.by_artifact = true;
      *to = listed(it->second);
    }
  if (!r.by_artifact && b.config_record) {
    r.types = setting_list(*b.config_record, "model_parameters", "remove_node_type");
    r.names = setting_list(*b.config_record, "model_parameters", "remove_node_name");
  }
  return r;
}

// Some tools take the node itself, some the node before it, whose name begins the same.
bool names(const ListItem& item, const std::string& node) { return node.starts_with(item.text); }

bool raw(const IoRow& r) {
  return r.stored_dtype && is_integer(*r.stored_dtype) && r.quant && carries_scale(*r.quant);
}

class Removed {
 public:
  explicit Removed(const Bundle& b) : b_(b), m_(*b.compiled_record), asked_(request_of(b)) {}

  Fact<std::vector<RemovedNode>> run() {
    const bool records = !m_.removed_nodes.empty() || asked_.by_artifact;
    if (!records && asked_.types.empty() && asked_.names.empty()) return {};
    for (const auto& node : m_.removed_nodes)
      if (node) add(*node, node.at);
    for (const bool is_input : {false, true}) by_count(is_input);
    missing();
    for (RemovedNode& n : after_) {  // the tensor may have become known since
      for (const RemovedNode& o : out_)
        if (o.node == n.node) n.tensor = o.tensor;
      out_.push_back(std::move(n));
    }
    return {std::move(out_), m_.at};
  }

 private:
  const std::vector<IoRow>& rows(bool is_input) const { return is_input ? b_.inputs : b_.outputs; }

  void add(const std::string& node, const Evidence& at) {
    RemovedNode n;
    n.node = node;
    n.at = at;
    const std::string op = op_of(node);
    const bool asked = std::any_of(asked_.types.begin(), asked_.types.end(),
                                   [&](const ListItem& t) { return op.empty() || t.text == op; }) ||
                       std::any_of(asked_.names.begin(), asked_.names.end(),
                                   [&](const ListItem& item) { return names(item, node); });
    if (!op.empty())
      for (const IoRow& r : rows(op == kQuantize))
        if (stem(r.name) == stem(node) || stem(former(r)) == stem(node)) belongs(n, r);
    out_.push_back(n);
    if (asked_.by_artifact && !asked) {
      n.kind = RemovedNode::Kind::kAfterBuild;
      after_.push_back(std::move(n));
    }
  }

  std::string former(const IoRow& r) const {
    const auto it = m_.build.find("FORMER_NAME output:" + r.name);
    return r.is_input || it == m_.build.end() || !it->second ? "" : *it->second;
  }

  // A contract that says nothing of a tensor, though all that it does say is understood.
  bool undeclared(const IoRow& row) const {
    const auto& all = rows(row.is_input);
    return b_.contract_record && !row.app &&
           std::any_of(all.begin(), all.end(), [](const IoRow& r) { return r.app; }) &&
           std::all_of(all.begin(), all.end(), [](const IoRow& r) { return !r.compiled.empty(); });
  }

  void belongs(RemovedNode& n, const IoRow& r) const {
    n.tensor = r.name;
    n.kind = undeclared(r) ? RemovedNode::Kind::kUnmapped : RemovedNode::Kind::kMapped;
  }

  // Nodes whose tensor no name tells: each one needs a raw tensor of its own.
  void by_count(bool is_input) {
    std::vector<RemovedNode*> nodes;
    for (RemovedNode& n : out_)
      if (n.tensor.empty() && op_of(n.node) == (is_input ? kQuantize : kDequantize))
        nodes.push_back(&n);
    std::vector<const IoRow*> free;
    bool unknown = false;
    for (const IoRow& r : rows(is_input)) {
      unknown = unknown || !r.quant;
      if (raw(r) && std::none_of(out_.begin(), out_.end(),
                                 [&](const RemovedNode& n) { return n.tensor == r.name; }))
        free.push_back(&r);
    }
    if (nodes.size() == 1 && free.size() == 1 && !unknown) belongs(*nodes[0], *free[0]);
    if (free.empty() && !unknown)
      for (RemovedNode* n : nodes) n->kind = RemovedNode::Kind::kUnmapped;
  }

  // What was asked for and is not there.
  void missing() {
    const auto ask = [&](const ListItem& item) {
      out_.push_back({RemovedNode::Kind::kNotRemoved, item.text, "", item.at});
    };
    const size_t removed = out_.size();
    const auto was_removed = [&](auto test) {
      return std::any_of(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(removed), test);
    };
    for (const ListItem& t : asked_.types)
      if ((t.text == kDequantize || t.text == kQuantize) && left(t.text == kQuantize) &&
          !was_removed([&](const RemovedNode& n) {
            const std::string op = op_of(n.node);
            return op == t.text || op.empty();
          }))
        ask(t);
    if (m_.format != "bin" && removed == 0) return;  // records no names
    for (const ListItem& item : asked_.names)
      if (!was_removed([&](const RemovedNode& n) { return names(item, n.node); })) ask(item);
  }

  // Every tensor that such a node may stand at is a float, and one is there.
  bool left(bool is_input) const {
    bool any = false;
    for (const IoRow& r : rows(is_input)) {
      if (is_input && r.takes && *r.takes != "featuremap") continue;
      if (!r.stored_dtype || !is_float(*r.stored_dtype)) return false;
      any = true;
    }
    const auto nodes = m_.build.find("GRAPH_NODES");
    const bool listed = nodes != m_.build.end() && nodes->second;
    return any && (!listed ||
                   nodes->second->find(is_input ? "Quantize" : "Dequantize") != std::string::npos);
  }

  const Bundle& b_;
  const CompiledModel& m_;
  Request asked_;
  std::vector<RemovedNode> out_, after_;
};

// What remove_node_* may name besides quantisation.
constexpr std::string_view kOtherNodes[] = {"Transpose", "Cast", "Reshape", "Softmax"};

// A type is exact; a name may be that of the producer, so only a name of another kind is ruled
// out.
bool quantisation_node(const std::string& s, bool is_type) {
  if (is_type) return s == "Quantize" || s == "Dequantize";
  if (s.find("uantize") != std::string::npos) return true;
  return std::none_of(std::begin(kOtherNodes), std::end(kOtherNodes),
                      [&](std::string_view kind) { return s.find(kind) != std::string::npos; });
}

}  // namespace

// The config's remove_node_*, else what the artifact records of its own build.
void link_removal_request(Bundle& b) {
  if (b.platform && (*b.platform)->vendor == "sophgo") {  // bmodels have no such nodes
    b.removal_request = {"", whole_file(b.anchor)};
    return;
  }
  std::string what;
  Evidence at;
  const auto add = [&](const std::string& item, bool is_type, const Evidence& place) {
    if (!quantisation_node(item, is_type)) return;
    if (what.empty()) at = place;
    what += (what.empty() ? "" : ", ") + item;
  };
  if (b.config_record) {
    at = whole_file(b.config_record->file);
    for (const char* key : {"remove_node_type", "remove_node_name"})
      for (const ListItem& item : setting_list(*b.config_record, "model_parameters", key))
        add(item.text, std::string_view(key).ends_with("type"), item.at);
    b.removal_request = {what, at};
  }
  if (!what.empty() || !b.compiled_record) return;
  if (!b.removal_request) at = b.compiled_record->at;
  for (const auto& node : b.compiled_record->removed_nodes)
    if (node) add(*node, false, node.at);
  // a type alone: the build was told what to remove, not where
  const auto& build = b.compiled_record->build;
  if (const auto it = build.find("REMOVE_NODE_TYPE"); it != build.end() && it->second)
    for (std::string_view type : {"Quantize", "Dequantize"})
      if (it->second->find(type) != std::string::npos) add(std::string(type), true, it->second.at);
  const bool records = !b.compiled_record->build.empty();
  if (!what.empty() || (records && !b.removal_request)) b.removal_request = {what, at};
}

Fact<std::vector<RemovedNode>> removed_of(const Bundle& b) {
  if (!b.compiled_record) return {};
  if (b.platform && (*b.platform)->vendor == "sophgo")
    return {std::vector<RemovedNode>(), b.compiled_record->at};
  return Removed(b).run();
}

}  // namespace npulint
