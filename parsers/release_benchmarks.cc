#include "parsers/release_benchmarks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "parsers/yaml_texts.h"
#include "parsers/yaml_tree.h"

namespace npulint {
namespace {

constexpr size_t kMaxEntries = 100'000;    // published files have some hundreds
constexpr size_t kMaxMetrics = 1'000'000;  // of all entries
constexpr size_t kMaxDigits = 18;          // of a number whose last digit counts

constexpr Text kNoList{"`benchmarks` is no list of entries", "`benchmarks` 不是条目列表"};
constexpr Text kNoEntry{"entry {0} of `benchmarks` is no mapping",
                        "`benchmarks` 的第 {0} 项不是映射"};
constexpr Text kNoMetrics{"`{0}` of the entry `{1}` is no list of metrics",
                          "条目 `{1}` 的 `{0}` 不是指标列表"};
constexpr Text kNoMetric{"a metric of the entry `{0}` has no name and value",
                         "条目 `{0}` 中有一个指标缺少名称或数值"};
constexpr Text kMany{"the file has more than {0} entries or {1} metrics; the others were not read",
                     "文件的条目超过 {0} 个或指标超过 {1} 个；其余未读取"};

bool digit(char c) { return c >= '0' && c <= '9'; }

// Worth of the last digit of "0.278" (0.001) or "93" (1); 0 for other spellings of numbers.
double last_digit(std::string_view s) {
  if (!s.empty() && (s[0] == '-' || s[0] == '+')) s.remove_prefix(1);
  const size_t point = std::min(s.find('.'), s.size());
  const std::string_view whole = s.substr(0, point);
  const std::string_view part = point < s.size() ? s.substr(point + 1) : std::string_view();
  if (whole.empty() || whole.size() + part.size() > kMaxDigits ||
      (point < s.size() && part.empty()))
    return 0;
  if (!std::all_of(whole.begin(), whole.end(), digit) ||
      !std::all_of(part.begin(), part.end(), digit))
    return 0;
  return std::pow(10.0, -static_cast<double>(part.size()));
}

class Reader : YamlTexts {
 public:
  Reader(FileId file, std::string_view bytes) : YamlTexts(file), s_(bytes) {}

  Parsed<Benchmarks> run() {
    YamlFile yaml = parse_yaml(file_, s_);
    Benchmarks& b = out_.record;
    b.file = file_;
    out_.problems = std::move(yaml.problems);
    b.complete = out_.problems.empty() && !yaml.is_template;
    if (const Node* release = find(yaml.root, "release")) {
      b.platform = text(find(*release, "platform"));
      b.version = text(find(*release, "version"));
      b.tag = text(find(*release, "tag"));
    }
    const Node* list = find(yaml.root, "benchmarks");
    if (!list || list->kind != Node::Kind::kSequence) {
      if (b.complete) problem(list ? at(*list) : whole_file(file_), Message(kNoList));
      return std::move(out_);
    }
    for (size_t i = 0; i < list->items.size(); ++i) {
      if (b.entries.size() >= kMaxEntries || metrics_ >= kMaxMetrics) {
        problem(at(list->items[i]), Message(kMany, kMaxEntries, kMaxMetrics));
        break;
      }
      entry(list->items[i], i);
    }
    return std::move(out_);
  }

 private:
  // The first of a kind of damage is told; the rest lies in the same hand.
  void problem(const Evidence& where, Message what) {
    if (out_.problems.empty())
      out_.problems.push_back({Problem::Kind::kUnreadable, where, std::move(what)});
    out_.record.complete = false;
  }

  static std::string plain(const Node& map, std::string_view key) {
    const Node* n = find(map, key);
    return n && n->kind == Node::Kind::kScalar && !is_null(*n) ? n->text : std::string();
  }

  static std::optional<double> number(const Node& n) {
    if (n.kind != Node::Kind::kScalar || n.quoted || n.placeholder) return {};
    if (n.type != ScalarType::kInt && n.type != ScalarType::kFloat) return {};
    char* end = nullptr;
    const double v = std::strtod(n.text.c_str(), &end);
    if (end != n.text.c_str() + n.text.size() || !std::isfinite(v)) return {};
    return v;
  }

  void entry(const Node& n, size_t index) {
    if (n.kind != Node::Kind::kMapping) return problem(at(n), Message(kNoEntry, index));
    Benchmarks::Entry e;
    e.id = text(find(n, "id"));
    e.at = e.id ? e.id.at : at(n);
    e.sample = text(find(n, "sample_id"));
    e.variant = text(find(n, "variant_id"));
    e.asset = text(find(n, "asset_filename"));
    e.format = text(find(n, "model_format"));
    e.precision = text(find(n, "precision"));
    if (const Node* env = find(n, "environment")) {
      e.hardware = text(find(*env, "hardware"));
      e.runtime = text(find(*env, "runtime"));
    }
    for (const auto& [key, to] :
         {std::pair("performance", &e.performance), std::pair("accuracy", &e.accuracy)}) {
      const Node* list = find(n, key);
      if (!list || is_null(*list)) continue;
      if (list->kind == Node::Kind::kSequence)
        for (const Node& m : list->items) metric(m, e, *to);
      else
        problem(at(*list), Message(kNoMetrics, key, e.id ? *e.id : std::to_string(index)));
    }
    out_.record.entries.push_back(std::move(e));
  }

  void metric(const Node& n, const Benchmarks::Entry& e, std::vector<Benchmarks::Metric>& to) {
    if (++metrics_ > kMaxMetrics) return;
    Benchmarks::Metric m;
    m.at = at(n);
    m.name = text(find(n, "metric"));
    const Node* value = find(n, "value");
    if (!m.name || !value || value->kind != Node::Kind::kScalar)
      return problem(m.at, Message(kNoMetric, e.id ? *e.id : std::string("?")));
    m.written = value->text;
    if (const auto v = number(*value)) {
      m.value = {*v, at(*value)};
      m.last_digit = last_digit(value->text);
    }
    m.unit = plain(n, "unit");
    m.qualifier = plain(n, "qualifier");
    m.statistic = plain(n, "statistic");
    m.scope = plain(n, "scope");
    m.concurrency = plain(n, "concurrency");
    m.dataset = plain(n, "dataset");
    m.model_stage = plain(n, "model_stage");
    to.push_back(std::move(m));
  }

  std::string_view s_;
  size_t metrics_ = 0;
  Parsed<Benchmarks> out_;
};

}  // namespace

bool looks_like_benchmarks(std::string_view head) {
  bool list = false, named = false;
  for (size_t at = 0; at < head.size() && !(list && named);) {
    const size_t end = std::min(head.find('\n', at), head.size());
    std::string_view line = head.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("benchmarks:")) list = true;
    while (!line.empty() && (line[0] == ' ' || line[0] == '-')) line.remove_prefix(1);
    if (line.starts_with("asset_filename:") || line.starts_with("sample_id:")) named = true;
  }
  return list && named;
}

Parsed<Benchmarks> parse_benchmarks(FileId file, std::string_view bytes) {
  return Reader(file, bytes).run();
}

}  // namespace npulint
