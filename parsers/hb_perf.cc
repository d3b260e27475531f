// `hb_perf` of the X3/X5 toolchain. Log: `hb_perf version 1.24.3`, `**** NAME perf *****`, one line
// `FPS=147.31, latency = 6788.5 us, DDR = 18865600 bytes   (see …/main_graph_subgraph_0.html)` for
// each BPU subgraph (logs of hb_perf 1.24). JSON: main_graph_subgraph_0.json with "BPU march",
// "HBDK version", "FPS", "input features" (the same release); that of nash `hbm_perf` nests them in
// "summary" (HBDK manual, hbm-perf). Figures are estimates of the compiler, kept as written.
#include "parsers/hb_perf.h"

#include <algorithm>
#include <exception>
#include <string>

#include "parsers/flat_text.h"
#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/log_lines.h"
#include "parsers/printed_lists.h"

namespace npulint {
namespace {

constexpr size_t kHead = 64 * 1024;  // bytes that recognition looks at
constexpr size_t kMaxModels = 200;   // of one file
constexpr size_t kMaxTensors = 1000;
constexpr size_t kMaxSubgraphs = 100;  // of one model
constexpr size_t kMaxName = 1024;
constexpr size_t kMaxProblems = 50;
constexpr int kMaxDepth = 4;
constexpr size_t npos = std::string_view::npos;

constexpr std::string_view kStart = "Start hb_perf";
constexpr std::string_view kVersion = "hb_perf version ";
constexpr std::string_view kPerf = " perf";

constexpr Text kNothing{"the log of hb_perf names no model", "hb_perf 日志没有给出任何模型"};
constexpr Text kNoFigures{"the log of hb_perf ends before it states the FPS of `{0}`",
                          "hb_perf 日志在给出 `{0}` 的 FPS 之前结束"};
constexpr Text kBadFigures{"`{0}` is no whole line of figures: FPS, latency and DDR are expected",
                           "`{0}` 不是完整的性能行：应含 FPS、latency 和 DDR"};
constexpr Text kTooMany{"more than {0} models are listed; the rest is not read",
                        "列出的模型超过 {0} 个，其余未读取"};
constexpr Text kNoSummary{"the JSON holds no summary of hb_perf", "JSON 不含 hb_perf 的汇总"};
constexpr Text kBadFeature{"`{0}` must be a list of a name and a size",
                           "`{0}` 应为由名称和尺寸组成的列表"};
constexpr Text kNoType{"hb_perf states no element type", "hb_perf 不说明元素类型"};
constexpr Text kNoQuant{"hb_perf states no quantisation", "hb_perf 不说明量化信息"};

void add(Parsed<CompiledFile>& out, Evidence where, Message what) {
  if (out.problems.size() < kMaxProblems)
    out.problems.push_back({Problem::Kind::kUnreadable, std::move(where), std::move(what)});
}

// The number after `word` and " = " or "=".
std::string_view figure(std::string_view s, std::string_view word) {
  const size_t at = s.find(word);
  if (at == npos) return {};
  s = trim(s.substr(at + word.size()));
  if (!s.starts_with('=')) return {};
  s = trim(s.substr(1));
  const std::string_view number =
      s.substr(0, std::min(s.find_first_not_of("0123456789.eE+-"), s.size()));
  const auto value = printed_numbers(number);
  return value && value->size() == 1 ? number : std::string_view{};
}

class Log {
 public:
  Log(FileId file, std::string_view bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out) {}

  void read() {
    each_line(bytes_, [&](std::string_view s, size_t&) {
      line(s);
      return !full_;
    });
    finish();
    if (out_.record.models.empty() && out_.problems.empty())
      add(out_, whole_file(file_), Message(kNothing));
  }

 private:
  Evidence at(std::string_view part) const {
    const auto begin = static_cast<uint64_t>(part.data() - bytes_.data());
    return {file_, begin, begin + part.size(), {}};
  }
  Fact<std::string> text(std::string_view s) const {
    return {std::string(s.substr(0, kMaxName)), at(s)};
  }

  void line(std::string_view s) {
    if (s.starts_with(kVersion)) {
      finish();
      open_ = false;
      tool_ = text(trim(s.substr(kVersion.size())));
    } else if (s.starts_with("****") && s.ends_with('*')) {
      const size_t a = s.find_first_not_of("* "), b = s.find_last_not_of("* ");
      if (a == npos) return;
      s = s.substr(a, b - a + 1);
      if (s.ends_with(kPerf)) model(trim(s.substr(0, s.size() - kPerf.size())));
    } else if (s.starts_with("FPS=") || s.starts_with("FPS =")) {
      figures(s);
    }
  }

  void model(std::string_view name) {
    finish();
    if (out_.record.models.size() >= kMaxModels) {
      full_ = true;
      return add(out_, at(name), Message(kTooMany, kMaxModels));
    }
    CompiledModel m;
    m.file = file_;
    m.format = "hb_perf";
    m.at = at(name);
    if (!name.empty()) m.name = text(name);
    if (tool_) m.versions.emplace_back("hb_perf", tool_);
    out_.record.models.push_back(std::move(m));
    open_ = true;
    subgraphs_ = 0;
  }

  void finish() {
    if (!open_ || subgraphs_ > 0) return;
    const CompiledModel& m = out_.record.models.back();
    add(out_, m.at, Message(kNoFigures, m.name ? clip(*m.name) : std::string()));
  }

  void figures(std::string_view s) {
    const std::string_view fps = figure(s, "FPS"), us = figure(s, "latency"),
                           ddr = figure(s, "DDR");
    // a line that was cut within its last number would pass for whole
    if (fps.empty() || us.empty() || ddr.empty() || s.find(" bytes") == npos)
      return add(out_, at(s), Message(kBadFigures, clip(s)));
    if (!open_) model({});
    if (full_ || ++subgraphs_ > kMaxSubgraphs) return;
    CompiledModel& m = out_.record.models.back();
    m.at.end = at(s).end;
    join(m, "FPS", fps);
    join(m, "LATENCY_US", us);
    join(m, "DDR_BYTES", ddr);
    std::string_view see = s.substr(std::min(s.find("(see "), s.size()));
    if (!see.ends_with(".html)")) return;
    see = see.substr(5, see.size() - 11);
    join(m, "SUBGRAPHS", see.substr(see.rfind('/') == npos ? 0 : see.rfind('/') + 1));
  }

  // Of several subgraphs with `;` between, as build settings of several inputs are.
  void join(CompiledModel& m, const char* key, std::string_view value) const {
    auto [it, fresh] = m.build.try_emplace(key, text(value));
    if (!fresh) it->second.value->append(";").append(value.substr(0, kMaxName));
  }

  FileId file_;
  std::string_view bytes_;
  Parsed<CompiledFile>& out_;
  Fact<std::string> tool_;
  bool open_ = false, full_ = false;
  size_t subgraphs_ = 0;
};

using Kind = JsonNode::Kind;

// The keys that X5 and nash spell differently, and what they are called among the build settings.
struct Figure {
  std::string_view key, name;
};
constexpr Figure kFigures[] = {
    {"FPS", "FPS"},
    {"latency (us)", "LATENCY_US"},
    {"DDR bytes per frame", "DDR_BYTES"},
    {"BPU OPs per frame (effective)", "OPS"},
    {"BPU core number", "CORE_NUM"},
    {"compiling options", "HBM_OPTIONS"},
    {"input memory", "INPUT_MEMORY"},
    {"output memory", "OUTPUT_MEMORY"},
    {"static memory", "STATIC_MEMORY"},
    {"dynamic memory", "DYNAMIC_MEMORY"},
};
constexpr Figure kVersions[] = {
    {"HBDK version", "hbdk"},
    {"compiling HBDK version", "hbdk"},
    {"runtime version", "hbrt"},
};
constexpr std::string_view kMarch = "BPU march";

// The object that holds "BPU march": the root, its "summary", or "model info" in that.
bool states_march(const JsonNode& node, int depth) {
  if (find(node, kMarch)) return true;
  return depth > 0 && std::any_of(node.entries.begin(), node.entries.end(),
                                  [&](const auto& e) { return states_march(e.value, depth - 1); });
}

class Json {
 public:
  Json(FileId file, std::string_view bytes, Parsed<CompiledFile>& out)
      : bytes_(bytes), out_(out), facts_(file, out.problems) {
    model_.file = file;
    model_.format = "hb_perf";
  }

  void read(JsonNode& root) {
    model_.at = facts_.at(root, "");
    look(root, "", 0);
    if (!model_.march && model_.versions.empty()) {
      if (out_.problems.empty()) facts_.problem(facts_.at(root, ""), Message(kNoSummary));
      return;
    }
    out_.record.models.push_back(std::move(model_));
  }

 private:
  void look(JsonNode& node, const std::string& path, int depth) {
    if (!node.is(Kind::kObject) || depth > kMaxDepth) return;
    for (JsonEntry& e : node.entries) {
      const std::string where = join_key(path, e.key);
      if (e.key == kMarch && !model_.march) {
        model_.march = facts_.text(&e.value, where);
      } else if (e.key == "model name" && !model_.name) {
        model_.name = facts_.text(&e.value, where);
      } else if (e.key == "input features" || e.key == "output features") {
        features(e.value, where, e.key[0] == 'i');
      } else if (!version(e, where) && !figure_of(e, where) && e.value.is(Kind::kObject)) {
        look(e.value, where, depth + 1);
      }
    }
  }

  bool version(JsonEntry& e, const std::string& where) {
    for (const Figure& v : kVersions) {
      if (e.key != v.key) continue;
      if (auto fact = facts_.text(&e.value, where))
        model_.versions.emplace_back(v.name, std::move(fact));
      return true;
    }
    return false;
  }

  bool figure_of(const JsonEntry& e, const std::string& where) {
    for (const Figure& f : kFigures) {
      if (e.key != f.key) continue;
      const Range& r = e.value.range;
      std::string value = e.value.text;
      if (e.value.is(Kind::kNumber) && r.begin <= r.end && r.end <= bytes_.size())
        value = bytes_.substr(r.begin, r.end - r.begin);
      if (!value.empty())
        model_.build.try_emplace(std::string(f.name), value, facts_.at(e.value, where));
      return true;
    }
    return false;
  }

  // `[["input name", "input size"], ["images", "1x640x640x3"]]`: a heading, then one row a tensor.
  void features(const JsonNode& node, const std::string& path, bool input) {
    auto& to = input ? model_.inputs : model_.outputs;
    for (size_t i = 1; i < node.items.size() && to.size() < kMaxTensors; ++i) {
      const JsonNode& row = node.items[i];
      const std::string where = path + "[" + std::to_string(i) + "]";
      if (row.items.size() < 2 || !row.items[0].is(Kind::kString) ||
          !row.items[1].is(Kind::kString)) {
        facts_.problem(facts_.at(row, where), Message(kBadFeature, where));
        continue;
      }
      CompiledTensor t;
      t.is_input = input;
      t.index = static_cast<int>(to.size());
      t.name = row.items[0].text;
      t.at = facts_.at(row, where);
      if (auto dims = printed_dims(row.items[1].text); dims && !dims->empty())
        t.shape = {std::move(*dims), facts_.at(row.items[1], where)};
      else
        facts_.problem(facts_.at(row.items[1], where), Message(kBadFeature, where));
      t.dtype.missing = Message(kNoType);
      t.quant.missing = Message(kNoQuant);
      to.push_back(std::move(t));
    }
  }

  std::string_view bytes_;
  Parsed<CompiledFile>& out_;
  JsonFacts facts_;
  CompiledModel model_;
};

}  // namespace

bool looks_like_hb_perf(std::string_view bytes) {
  bool found = false;
  each_line(bytes.substr(0, kHead), [&](std::string_view s, size_t&) {
    found = s.starts_with(kStart) || (s.starts_with(kVersion) && s.size() > kVersion.size());
    return !found;
  });
  return found;
}

bool looks_like_hb_perf_json(std::string_view bytes) {
  try {
    const std::string_view head = bytes.substr(0, kHead);
    const size_t begin = object_begin(head);
    if (begin == npos || head.find("\"BPU march\"") == npos) return false;
    return states_march(parse_json(head.substr(begin)).root, 2);  // of a longer file, what was read
  } catch (const std::exception&) {
    return false;
  }
}

Parsed<CompiledFile> parse_hb_perf(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kTextFails,
                               [&](Parsed<CompiledFile>& out) { Log(file, bytes, out).read(); });
}

Parsed<CompiledFile> parse_hb_perf_json(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kTextFails, [&](Parsed<CompiledFile>& out) {
    const size_t begin = std::min(object_begin(bytes), bytes.size());
    JsonTree tree = parse_json(bytes.substr(begin), begin);
    if (!tree.ok)
      add(out, {file, tree.error_at.begin, tree.error_at.end, {}}, tree.error);
    else
      Json(file, bytes, out).read(tree.root);
  });
}

}  // namespace npulint
