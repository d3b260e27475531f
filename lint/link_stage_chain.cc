// The chain of a bundle's stage files: which are there, what is absent for looking into a step, and
// whether one build can have written them.
#include <algorithm>
#include <set>

#include "lint/config.h"
#include "lint/graph.h"
#include "lint/link_stages.h"
#include "lint/show.h"
#include "lint/stage_chain.h"

namespace npulint {
namespace {

constexpr std::string_view kCompile = "hb_compile", kMapper = "hb_mapper";

class Chain {
 public:
  Chain(const Bundle& b, const Group& g, const Run& run, const FileReader* files)
      : b_(b), g_(g), run_(run), files_(files) {}

  StageChain run() {
    find_products();
    find_named();
    find_toolchain();
    const auto at = [&](const StageKind* k) { return table_.position(c_.toolchain, *k); };
    std::stable_sort(
        c_.products.begin(), c_.products.end(),
        [&](const StageProduct& x, const StageProduct& y) { return at(x.kind) < at(y.kind); });
    find_gaps();
    for (size_t i = 0; i + 1 < graphs_.size(); ++i) compare(graphs_[i], graphs_[i + 1]);
    return std::move(c_);
  }

 private:
  // Of one name: the config's, else the artifact's, else the first that a graph has.
  std::string stem() const {
    if (b_.config_record)
      if (auto prefix = setting(*b_.config_record, "model_parameters", "output_model_file_prefix"))
        return *prefix;
    std::set<std::string> stems;
    for (const auto* list : {&g_.binaries, &g_.graphs})
      for (const FileRecord* f : *list)
        if (const StageKind* k = table_.of_file(run_.sources.real(f->id)))
          return std::string(table_.stem(*k, run_.sources.real(f->id)));
    for (const CompareRow& r : b_.compares)
      for (const Fact<std::string>* side : {&r.left, &r.right})
        if (*side)
          if (const StageKind* k = table_.of_file(**side))
            return std::string(table_.stem(*k, **side));
    return "";
  }

  void find_products() {
    stem_ = stem();
    for (const std::string& path : stage_products(g_, run_.sources, files_)) {
      const StageKind* k = table_.of_file(path);
      if (!k) {
        others_.insert(base_name(path));
        continue;
      }
      if (table_.stem(*k, path) != stem_) continue;
      StageProduct p{k, base_name(path), nullptr, {}};
      for (const FileRecord* f : g_.graphs)
        if (f->graph && run_.sources.real(f->id) == path) {
          p.at = whole_file(f->id);
          if (f->graph->has_graph && !f->graph->damaged) p.graph = f->graph.get();
        }
      if (!has(k->id)) c_.products.push_back(std::move(p));
    }
    for (const StageKind& k : table_.kinds())
      for (const StageProduct& p : c_.products)
        if (p.kind == &k && p.graph) graphs_.push_back(p);
  }

  bool has(std::string_view id) const {
    return std::any_of(c_.products.begin(), c_.products.end(),
                       [&](const StageProduct& p) { return p.kind->id == id; });
  }

  // Stages that the contract compares or measures.
  void find_named() {
    if (!b_.contract_record) return;
    const auto name = [&](const Fact<std::string>& word) {
      if (const StageKind* k = word ? table_.of_word(*word) : nullptr) named_.push_back({k, *word});
    };
    for (const Contract::Compare& r : b_.contract_record->compares) name(r.left), name(r.right);
    for (const Contract::StageMetric& m : b_.contract_record->stages) name(m.name);
    c_.compared = !named_.empty();
  }

  void find_toolchain() {
    if (b_.toolchain) c_.toolchain = *b_.toolchain;
    const auto tell = [&](const StageKind* k, std::string_view name) {
      if (!c_.toolchain.empty()) return;
      if (k->id.ends_with("_bc") || name.ends_with("hbm")) c_.toolchain = kCompile;
      if (k->id == "quantized_onnx" || name.ends_with("bin")) c_.toolchain = kMapper;
    };
    for (const StageProduct& p : c_.products) tell(p.kind, p.name);
    for (const auto& [k, word] : named_) tell(k, word);
  }

  void find_gaps() {
    const StageKind *first = nullptr, *last = nullptr;
    const auto take = [&](const StageKind* k) {
      const int at = table_.position(c_.toolchain, *k);
      if (at < 0) return;
      if (!first || at < table_.position(c_.toolchain, *first)) first = k;
      if (!last || at > table_.position(c_.toolchain, *last)) last = k;
    };
    for (const StageProduct& p : c_.products) take(p.kind);
    for (const auto& [k, word] : named_) take(k);
    if (!first || first == last) return;
    c_.first = first->id;
    c_.last = last->id;
    for (const StageStep* s : table_.steps(c_.toolchain, *first, *last)) {
      StageGap gap{s, {}};
      for (const std::string& wanted : s->keep) look_for(wanted, gap.absent);
      if (!gap.absent.en.empty()) c_.gaps.push_back(std::move(gap));
    }
  }

  static void list(TableText& to, std::string_view en, std::string_view zh) {
    to.en.append(to.en.empty() ? "" : ", ").append(en);
    to.zh.append(to.zh.empty() ? "" : "、").append(zh);
  }

  void look_for(const std::string& wanted, TableText& absent) const {
    if (const KeptProduct* p = table_.product(wanted)) {
      const bool there = p->files.empty() ||  // no name to look for
                         (p->id == "log" && b_.log_record) ||
                         (p->id == "quant_config" && b_.config_record) ||
                         std::any_of(p->files.begin(), p->files.end(),
                                     [&](const std::string& f) { return others_.count(f) > 0; });
      if (!there) list(absent, p->what.en, p->what.zh);
      return;
    }
    const std::string_view all = wanted;
    const size_t bar = std::min(all.find('|'), all.size());
    const std::string_view one = all.substr(0, bar),
                           other = all.substr(std::min(bar + 1, all.size()));
    if (has(one) || (!other.empty() && has(other))) return;
    const StageKind* k = table_.kind(one);
    if (!k) return;
    const bool bin = k->suffixes.size() > 1 && c_.toolchain == kMapper;
    const std::string file = (stem_.empty() ? "*" : stem_) + k->suffixes[bin ? 1 : 0];
    list(absent, file, file);
  }

  // ---- two graphs, one behind the other ----

  void add(StageClash::Kind kind, std::string what, std::string a, std::string b,
           const StageProduct& x, const StageProduct& y, const std::string& path) {
    StageClash clash{kind, std::move(what), std::move(a), std::move(b), x.name, y.name, x.at, y.at};
    clash.a_at.path = clash.b_at.path = path;
    c_.clashes.push_back(std::move(clash));
  }

  void compare(const StageProduct& x, const StageProduct& y) {
    const Graph &a = *x.graph, &b = *y.graph;
    inputs(x, y);
    const auto [tool, version] = producer(a);
    const auto [other, other_version] = producer(b);
    if (!tool.empty() && tool == other && !version.empty() && !other_version.empty() &&
        version != other_version)
      add(StageClash::Kind::kProducer, tool, version, other_version, x, y, "producer_version");
    // the first stage may still have what the exporter chose
    if (a.stage <= Stage::kOriginal) return;
    for (const auto& [domain, set] : a.opsets)
      for (const auto& [same, then] : b.opsets)
        if (domain == same && set != then)
          add(StageClash::Kind::kOpset, domain.empty() ? "ai.onnx" : std::string(domain),
              std::to_string(set), std::to_string(then), x, y, "opset_import");
  }

  static std::pair<std::string, std::string> producer(const Graph& g) {
    const size_t blank = g.producer.rfind(' ');
    if (blank == std::string_view::npos) return {std::string(g.producer), ""};
    return {std::string(g.producer.substr(0, blank)), std::string(g.producer.substr(blank + 1))};
  }

  void inputs(const StageProduct& x, const StageProduct& y) {
    const auto first = fed_inputs(*x.graph), second = fed_inputs(*y.graph);
    const auto names = [](const std::vector<const GraphTensor*>& list) {
      std::vector<std::string> out;
      for (const GraphTensor* t : list) out.emplace_back(t->name);
      std::sort(out.begin(), out.end());
      return out;
    };
    const auto a = names(first), b = names(second);
    if (a != b)
      return add(StageClash::Kind::kInputNames, "", show(a), show(b), x, y, "graph.input");
    if (!x.kind->is_float || !y.kind->is_float) return;  // a quantised one takes another form
    for (const GraphTensor* t : first)
      for (const GraphTensor* u : second)
        if (t->name == u->name && !same_elements(*t, *u))
          add(StageClash::Kind::kInputShape, std::string(t->name), shape_text(t->dims),
              shape_text(u->dims), x, y, "graph.input[" + std::string(t->name) + "]");
  }

  // Without the batch, which a conversion may set; of any layout.
  static bool same_elements(const GraphTensor& a, const GraphTensor& b) {
    if (!a.has_shape || !b.has_shape || a.dims.size() < 2 || b.dims.size() < 2) return true;
    const auto x = element_count(Shape(a.dims.begin() + 1, a.dims.end()));
    const auto y = element_count(Shape(b.dims.begin() + 1, b.dims.end()));
    return !x || !y || *x == *y;
  }

  const Bundle& b_;
  const Group& g_;
  const Run& run_;
  const FileReader* files_;
  const StageTable& table_ = StageTable::get();
  std::string stem_;
  std::set<std::string> others_;  // logs, configs and inputs beside the stages
  std::vector<StageProduct> graphs_;
  std::vector<std::pair<const StageKind*, std::string>> named_;
  StageChain c_;
};

}  // namespace

void link_stage_chain(Bundle& b, const Group& g, const Run& run, const FileReader* files) {
  b.stage_chain = {std::make_shared<const StageChain>(Chain(b, g, run, files).run()),
                   whole_file(b.anchor)};
}

}  // namespace npulint
