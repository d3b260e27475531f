#include "lint/benchmark_check.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "lint/embedded.h"
#include "lint/files.h"
#include "lint/table_text.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

using Metric = Benchmarks::Metric;
using BenchmarkEntry = Benchmarks::Entry;

constexpr Text kOtherKind{"the release has no models.yaml, which tells samples and files",
                          "该发布没有 models.yaml，无法得知样例和文件"};
constexpr Text kManifestDamaged{"a part of the manifest could not be read", "清单有一部分无法读取"};
constexpr Text kNameless{"a model of the manifest has no id", "清单中有一个模型没有 id"};
constexpr Text kDamaged{"a part of the benchmarks could not be read",
                        "性能与精度数据有一部分无法读取"};
constexpr Text kOneStage{
    "no entry gives an accuracy of the float model and of the quantised one, measured alike",
    "没有条目同时给出以相同方式测得的浮点与量化精度"};

// ---- data

struct Limits {
  double overall = 0, bucket = 0;
  std::vector<std::string> tokens;  // of a family
};
struct Table {
  Limits usual;
  std::string source;
  std::vector<Limits> families;
  std::vector<std::string> better, worse, buckets, not_a_board;
};

const Table& table() {
  static const Table out = [] {
    Table t;
    const TomlTree tree = parse_table_text(embedded_retention_toml);
    const auto limits = [](const TomlNode& n) {
      const TomlNode *overall = find(n, "overall"), *bucket = find(n, "bucket");
      return Limits{overall ? overall->number : 0, bucket ? bucket->number : 0,
                    toml_texts(n, "tokens")};
    };
    if (const TomlNode* n = find(tree.root, "limits")) {
      t.usual = limits(*n);
      t.source = toml_text(*n, "source");
    }
    for (const TomlNode& n : toml_items(tree.root, "family")) t.families.push_back(limits(n));
    if (const TomlNode* n = find(tree.root, "metric")) {
      t.better = toml_texts(*n, "better");
      t.worse = toml_texts(*n, "worse");
      t.buckets = toml_texts(*n, "buckets");
    }
    if (const TomlNode* n = find(tree.root, "hardware"))
      t.not_a_board = toml_texts(*n, "not_a_board");
    return t;
  }();
  return out;
}

bool any_word(std::string_view name, const std::vector<std::string>& words) {
  for (const NameToken& t : name_tokens(name)) {
    std::string_view stem = t.text;
    while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9') stem.remove_suffix(1);
    if (holds(words, t.text) || holds(words, stem)) return true;
  }
  return false;
}

bool more_is_better(std::string_view metric) {
  return any_word(metric, table().better) && !any_word(metric, table().worse);
}

double limit_of(const BenchmarkEntry& e, std::string_view metric) {
  const Limits* limits = &table().usual;
  for (const Fact<std::string>* name : {&e.variant, &e.id, &e.sample}) {
    if (!*name) continue;
    for (const NameToken& t : name_tokens(**name))
      for (const Limits& family : table().families)
        for (const std::string& token : family.tokens)
          if (t.text.starts_with(token) &&
              (t.text.size() == token.size() ||
               (t.text.size() == token.size() + 1 && t.text.back() >= 'a' && t.text.back() <= 'z')))
            limits = &family;
    break;
  }
  return any_word(metric, table().buckets) ? limits->bucket : limits->overall;
}

// ---- references

class References {
 public:
  References(const Manifest& m, const PlatformWords& words, BenchmarkCheck& out)
      : words_(words), out_(out) {
    if (m.kind != Manifest::Kind::kModels || m.file == kNoFile)
      out.unjudged = Message(kOtherKind);
    else if (!m.complete)
      out.unjudged = Message(kManifestDamaged);
    for (const Manifest::Model& model : m.models) {
      if (model.id.empty() && out.unjudged.empty()) out.unjudged = Message(kNameless);
      samples_.insert(model.id);
      for (const Manifest::Asset& a : model.assets) {
        if (!a.filename) continue;
        files_.emplace(normal_path(*a.filename), &a);
        const auto [it, first] = bases_.emplace(base_name(*a.filename), &a);
        if (!first) it->second = nullptr;  // which of them is meant is not known
      }
    }
  }

  void look(const BenchmarkEntry& e) {
    if (!e.sample && !e.asset) return;
    ++out_.referring;
    const bool judged = out_.unjudged.empty();
    if (judged && e.sample && !samples_.contains(*e.sample))
      add(BenchmarkFault::Kind::kSample, e, *e.sample, "", e.sample.at, {});
    if (!e.asset) return;
    const auto file = files_.find(normal_path(*e.asset));
    if (file == files_.end() && judged) {
      const auto base = bases_.find(base_name(*e.asset));
      const Manifest::Asset* near = base == bases_.end() ? nullptr : base->second;
      add(BenchmarkFault::Kind::kAsset, e, *e.asset, near ? *near->filename : "", e.asset.at,
          near ? near->at : Evidence());
      return;
    }
    hardware(e, file == files_.end() ? Evidence() : file->second->at);
  }

  void finish() {
    for (auto& [key, fault] : faults_) out_.faults.push_back(std::move(fault));
  }

 private:
  // Boards that the entry was measured on, against what the folders and the name of its file say.
  // A file is for another target only when all that it says is.
  void hardware(const BenchmarkEntry& e, const Evidence& listed) {
    if (!e.hardware || any_word(*e.hardware, table().not_a_board) ||
        (e.runtime && any_word(*e.runtime, table().not_a_board)))
      return;
    const std::vector<PlatformToken> boards = words_.in(*e.hardware);
    const std::vector<PlatformToken> stated = words_.in(*e.asset);
    if (boards.empty() || stated.empty()) return;
    for (const PlatformToken& s : stated)
      for (const PlatformToken& b : boards)
        if (fit(s, b)) return;
    add(BenchmarkFault::Kind::kHardware, e, *e.hardware, stated.front().means(), e.hardware.at,
        listed.known() ? listed : e.asset.at);
  }

  bool fit(const PlatformToken& a, const PlatformToken& b) const {
    for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&b, &a)})
      for (const std::string& march : to->target.marches)
        if (from->fits(march, words_.platforms())) return true;
    return false;
  }

  void add(BenchmarkFault::Kind kind, const BenchmarkEntry& e, const std::string& what,
           std::string means, const Evidence& at, const Evidence& other) {
    const std::string sample = e.sample ? *e.sample : e.id ? *e.id : *e.asset;
    const size_t order = order_.emplace(sample, order_.size()).first->second;
    BenchmarkFault& f = faults_[{order, kind}];
    if (f.entries++ > 0) return;
    f.kind = kind;
    f.sample = sample;
    f.entry = e.id ? *e.id : sample;
    f.what = what;
    f.means = std::move(means);
    f.asset = e.asset ? *e.asset : std::string();
    f.at = at;
    f.other = other;
  }

  const PlatformWords& words_;
  BenchmarkCheck& out_;
  std::set<std::string, std::less<>> samples_;
  std::map<std::string, const Manifest::Asset*> files_, bases_;
  std::map<std::string, size_t> order_;
  std::map<std::pair<size_t, BenchmarkFault::Kind>, BenchmarkFault> faults_;
};

// ---- retention

constexpr std::string_view kRetention = "retention";

// "bbox-all-map" of "bbox-all-map-retention"; empty for any other name.
std::string_view retained_metric(std::string_view name) {
  if (!name.ends_with(kRetention) || name.size() < kRetention.size() + 2) return {};
  name.remove_suffix(kRetention.size());
  const char separator = name.back();
  if (separator != '-' && separator != '_' && separator != ' ') return {};
  return name.substr(0, name.size() - 1);
}

// Only numbers that are written out, and that are meant to be exact.
bool exact(const Metric& m) {
  return m.value && m.last_digit > 0 && (m.qualifier.empty() || m.qualifier == "exact") &&
         (m.unit == "percent" || m.unit == "ratio");
}

struct Span {
  double lowest = 0, highest = 0;
};

// Numbers are rounded or cut: each may be off by one in its last digit.
std::optional<Span> span_of(const Metric& base, const Metric& after) {
  const double least = *base.value - base.last_digit, most = *base.value + base.last_digit;
  if (least <= 0 || *after.value < 0) return {};
  return Span{100 * std::max(0.0, *after.value - after.last_digit) / most,
              100 * (*after.value + after.last_digit) / least};
}

// One entry: a metric of the float model and of a later stage, measured alike.
class Pairs {
 public:
  explicit Pairs(const BenchmarkEntry& e) : entry_(e) {
    for (const Metric& m : e.accuracy) {
      if (const std::string_view of = retained_metric(*m.name); !of.empty()) {
        groups_[key(m, of)].recorded.push_back(&m);
      } else if (m.model_stage == "float") {
        groups_[key(m, *m.name)].base.push_back(&m);
      } else if (!m.model_stage.empty()) {
        groups_[key(m, *m.name)].after.push_back(&m);
      }
    }
  }

  void join(BenchmarkCheck::Sample& out) const {
    for (const auto& [k, g] : groups_) {
      const std::string& name = std::get<0>(k);
      if (!more_is_better(name)) continue;
      const Metric* recorded =
          g.recorded.size() == 1 && exact(*g.recorded[0]) ? g.recorded[0] : nullptr;
      const Metric* base = g.base.size() == 1 && exact(*g.base[0]) ? g.base[0] : nullptr;
      const bool paired =
          base && g.after.size() == 1 && exact(*g.after[0]) && g.after[0]->unit == base->unit;
      const std::optional<Span> span = paired ? span_of(*base, *g.after[0]) : std::nullopt;
      const Metric* after = span ? g.after[0] : nullptr;
      if (!recorded && !span) continue;
      // a retention of a stage that is not the one beside it says nothing of it
      const bool same_stage =
          recorded && after &&
          (recorded->model_stage.empty() || recorded->model_stage == after->model_stage);
      std::optional<Span> says;
      const double unit = recorded && recorded->unit == "ratio" ? 100 : 1;
      if (recorded)
        says = Span{unit * (*recorded->value - recorded->last_digit),
                    unit * (*recorded->value + recorded->last_digit)};
      if (same_stage && (says->highest < span->lowest || says->lowest > span->highest)) {
        RetentionClash c;
        c.entry = id();
        c.metric = name;
        c.written = recorded->written + (unit == 1 ? " %" : "");
        c.base = base->written;
        c.after = after->written;
        c.lowest = span->lowest;
        c.highest = span->highest;
        c.at = recorded->value.at;
        c.base_at = base->value.at;
        c.after_at = after->value.at;
        out.clash.push_back(std::move(c));
        says.reset();
      }
      if (recorded && !same_stage && after) says.reset();
      if (!says && !span) continue;
      Retention r;
      r.entry = id();
      r.variant = entry_.variant ? *entry_.variant : r.entry;
      r.metric = name;
      r.stage = after ? after->model_stage : recorded->model_stage;
      r.recorded = says.has_value();
      r.percent = says ? unit * *recorded->value : 100 * *after->value / *base->value;
      r.lowest = says && span ? std::max(says->lowest, span->lowest)
                 : says       ? says->lowest
                              : span->lowest;
      r.highest = says && span ? std::min(says->highest, span->highest)
                  : says       ? says->highest
                               : span->highest;
      r.limit = limit_of(entry_, name);
      if (after) {
        r.base = base->written;
        r.after = after->written;
        r.base_at = base->value.at;
        r.after_at = after->value.at;
      }
      r.at = says ? recorded->value.at : after->value.at;
      ++out.retained;
      if (r.highest < r.limit) out.below.push_back(std::move(r));
    }
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
  struct Group {
    std::vector<const Metric*> base, after, recorded;
  };
  static Key key(const Metric& m, std::string_view name) {
    return {std::string(name), m.scope, m.dataset, m.statistic, m.concurrency};
  }
  std::string id() const {
    return entry_.id ? *entry_.id : entry_.variant ? *entry_.variant : std::string("?");
  }

  const BenchmarkEntry& entry_;
  std::map<Key, Group> groups_;
};

}  // namespace

std::string percent_text(double percent) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.1f", percent);
  std::string text = digits;
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::shared_ptr<const BenchmarkCheck> check_benchmarks(const Benchmarks& b, const Manifest& m,
                                                       const PlatformWords& words) {
  auto out = std::make_shared<BenchmarkCheck>();
  out->file = b.file;
  out->entries = b.entries.size();
  out->limit_source = table().source;
  if (b.tag && m.tag && *b.tag != *m.tag) out->tags.push_back({*b.tag, *m.tag, b.tag.at, m.tag.at});
  References references(m, words, *out);
  std::map<std::string, size_t> order;
  for (const BenchmarkEntry& e : b.entries) {
    references.look(e);
    const std::string sample = e.sample ? *e.sample : e.id ? *e.id : std::string("?");
    BenchmarkCheck::Sample found;
    Pairs(e).join(found);
    if (found.retained == 0 && found.clash.empty()) continue;
    const auto [it, first] = order.emplace(sample, out->samples.size());
    if (first) out->samples.emplace_back().sample = sample;
    BenchmarkCheck::Sample& s = out->samples[it->second];
    s.retained += found.retained;
    std::move(found.below.begin(), found.below.end(), std::back_inserter(s.below));
    std::move(found.clash.begin(), found.clash.end(), std::back_inserter(s.clash));
  }
  references.finish();
  for (BenchmarkCheck::Sample& s : out->samples)
    std::stable_sort(s.below.begin(), s.below.end(), [](const Retention& x, const Retention& y) {
      return x.percent - x.limit < y.percent - y.limit;
    });
  if (!b.complete)
    out->unmeasured = Message(kDamaged);
  else if (out->samples.empty())
    out->unmeasured = Message(kOneStage);
  if (out->unjudged.empty() && !b.complete) out->unjudged = Message(kDamaged);
  return out;
}

}  // namespace npulint
