// What a model was built with: the build settings that an artifact, else the log of its build,
// states, read as the config that they were.
#include <algorithm>
#include <cmath>
#include <optional>

#include "lint/build_settings.h"
#include "lint/config.h"
#include "lint/link_derived.h"
#include "lint/norm_check.h"

namespace npulint {
namespace {

using Settings = std::map<std::string, Fact<std::string>>;

constexpr std::string_view kSection = "input_parameters";

// The stored value of a setting; null when there is none.
const Fact<std::string>* stored(const Settings& settings, const BuildSetting& s) {
  const auto it = settings.find(std::string(s.stored));
  return s.section == kSection && it != settings.end() && it->second ? &it->second : nullptr;
}

// "['rgb', 'nv12']" → "rgb;nv12", "[0.0039]" → "0.0039", "[[1, 2], [3]]" → "1, 2;3": what a config
// would state. Text that is no list stays as it is.
std::string as_config(std::string_view s) {
  if (!s.starts_with('[') || !s.ends_with(']')) return std::string(s);
  s = s.substr(1, s.size() - 2);
  const bool per_input = s.find_first_of("['\"") != s.npos;
  std::string out;
  int depth = 0;
  bool quoted = false;
  for (const char c : s) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    const bool quote = c == '\'' || c == '"';
    quoted = quoted != quote;
    if (c == '[' || c == ']' || quote) continue;
    out += c == ',' && depth == 0 && !quoted && per_input ? ';' : c;
  }
  return out;
}

Node scalar(std::string text, const Range& range) {
  Node n;
  n.kind = Node::Kind::kScalar;
  n.type = ScalarType::kString;
  n.text = std::move(text);
  n.range = range;
  return n;
}

const Settings* settings_of(const Bundle& b) {
  const auto states = [](const Settings& settings) {
    const BuildSettings all;
    return std::any_of(all.begin(), all.end(), [&](const BuildSetting& s) {
      return s.key != "input_name" && stored(settings, s);
    });
  };
  if (b.compiled_record && states(b.compiled_record->build)) return &b.compiled_record->build;
  return b.log_record && states(b.log_record->build) ? &b.log_record->build : nullptr;
}

// A place within a setting is known by the setting's logical path too.
void name_place(const Settings& settings, Evidence& at) {
  for (const BuildSetting& s : BuildSettings())
    if (const auto* value = stored(settings, s))
      if (at.known() && value->at.begin <= at.begin && at.end <= value->at.end)
        at.path = value->at.path;
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  const auto at = [](const std::vector<double>& v, size_t i) {
    return v.size() == 1 ? v[0] : v[i];
  };
  const size_t n = std::max(a.size(), b.size());
  if ((a.size() != n && a.size() != 1) || (b.size() != n && b.size() != 1)) return false;
  for (size_t i = 0; i < n; ++i)
    if (std::fabs(at(a, i) - at(b, i)) > 1e-6 * std::fabs(at(a, i))) return false;
  return true;
}
bool same(const std::string& a, const std::string& b) { return a == b; }
bool same(const Normalization& a, const Normalization& b) {
  const auto equal = [](const std::vector<double>& x, const std::vector<double>& y) {
    return x.empty() ? y.empty() : !y.empty() && same(x, y);
  };
  if (a.kind == b.kind && equal(a.mean, b.mean) && equal(a.scale, b.scale) && equal(a.std, b.std))
    return true;
  // a scale and the std that an operator was given instead
  const auto x = pixel_norm(a, true), y = pixel_norm(b, true);
  return x && y && agrees(*x, *y);
}

// The artifact's value; at the config's place where that says the same.
template <class T>
void decide(Fact<T>& to, const Fact<T>* built, const Fact<T>* config) {
  if (built && *built)
    to = config && *config && same(**built, **config) ? *config : *built;
  else if (config)
    to = *config;
  else if (built)
    to.missing = built->missing;
}

// One value for all channels where they agree; without the noise of a reciprocal.
std::vector<double> rounded(std::vector<double> v) {
  for (double& x : v) {
    const double whole = std::round(x);
    if (std::fabs(x - whole) < 1e-9 * std::fabs(x)) x = whole;
  }
  if (!v.empty() && std::all_of(v.begin(), v.end(), [&](double x) { return x == v[0]; }))
    v.resize(1);
  return v;
}

// What insert_image_preprocess computes, (x - mean) / std; none of an operator that divides before.
std::optional<Normalization> norm_of(const BuildLog::InsertedOp& op) {
  if (op.op != "insert_image_preprocess" || op.std.empty() || op.mean.size() != op.std.size() ||
      (op.divisor && *op.divisor != 1))
    return std::nullopt;
  Normalization n{"none", rounded(op.mean), {}, rounded(op.std)};
  const bool mean = n.mean.size() > 1 || n.mean[0] != 0, std = n.std.size() > 1 || n.std[0] != 1;
  n.kind = mean && std ? "mean_std" : mean ? "mean" : std ? "std" : "none";
  if (!mean) n.mean.clear();
  if (!std) n.std.clear();
  return n;
}

// What the log says was put before the inputs, where the settings state no normalisation.
void add_inserted(const BuildLog& log, std::vector<ConfigInput>& inputs) {
  const bool named = !inputs.empty();
  for (const BuildLog::InsertedOp& op : log.inserted) {
    const auto norm = norm_of(op);
    const auto i = static_cast<size_t>(op.input);
    if (!norm || (named && i >= inputs.size())) continue;
    if (i >= inputs.size()) inputs.resize(i + 1);
    if (!inputs[i].norm) inputs[i].norm = {*norm, op.at};
  }
}

}  // namespace

std::vector<ConfigInput> built_inputs(const Bundle& b) {
  const Settings* settings = settings_of(b);
  if (!settings) {
    std::vector<ConfigInput> out;
    if (b.log_record) add_inserted(*b.log_record, out);
    return out;
  }
  Config c;
  c.dialect = Dialect::kOe;
  c.root.kind = Node::Kind::kMapping;
  Entry section;
  section.key = scalar(std::string(kSection), {});
  section.value.kind = Node::Kind::kMapping;
  bool norm = false;
  for (const BuildSetting& s : BuildSettings()) {
    const auto* value = stored(*settings, s);
    if (!value) continue;
    norm = norm || s.key == "norm_type" || s.key.ends_with("_value");
    Entry e;
    e.key = scalar(std::string(s.key), {});
    e.value = scalar(as_config(**value), {value->at.begin, value->at.end});
    c.file = value->at.file;
    section.value.entries.push_back(std::move(e));
  }
  c.root.entries.push_back(std::move(section));
  std::vector<ConfigInput> out = config_inputs(c, b.platform ? (*b.platform)->toolchain : "");
  for (ConfigInput& in : out) {
    if (!norm) in.norm = {};
    for (Evidence* at :
         {&in.type_rt.at, &in.type_train.at, &in.layout_train.at, &in.space_and_range.at,
          &in.mean.at, &in.scale.at, &in.std.at, &in.norm.at})
      name_place(*settings, *at);
  }
  if (!norm && b.log_record) add_inserted(*b.log_record, out);
  return out;
}

void link_built(IoRow& r, const ConfigInput* built, const ConfigInput* config) {
  const auto of = [](const ConfigInput* in, auto member) { return in ? &(in->*member) : nullptr; };
  const auto take = [&](auto& to, auto member) {
    decide(to, of(built, member), of(config, member));
  };
  take(r.type_rt, &ConfigInput::type_rt);
  take(r.type_train, &ConfigInput::type_train);
  take(r.space_and_range, &ConfigInput::space_and_range);
  take(r.config_mean, &ConfigInput::mean);
  take(r.config_scale, &ConfigInput::scale);
  take(r.config_std, &ConfigInput::std);
  take(r.built_in_norm, &ConfigInput::norm);
  if (!r.type_rt) return;
  // Only nv12 has a range that the conversion must know; it takes the full one unless told.
  if (r.type_rt->find("nv12") == std::string::npos) {
    r.built_color_range = {"", r.type_rt.at};
    return;
  }
  const Fact<std::string>& range = r.space_and_range;
  if (!range && !range.missing.empty())
    r.built_color_range.missing = range.missing;
  else if (!range || *range == "regular")
    r.built_color_range = {"full", range ? range.at : r.type_rt.at};
  else if (*range == "bt601_video")
    r.built_color_range = {"video", range.at};
}

}  // namespace npulint
