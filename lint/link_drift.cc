// Build settings that the artifact, or the log of its build, states differently from the config.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "lint/build_settings.h"
#include "lint/config_check.h"
#include "lint/link_derived.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNoSettings{"neither the artifact nor a log of its build states build settings",
                           "产物和编译日志均没有给出编译设置"};
constexpr Text kOtherDialect{"the config is of a kind whose settings the artifact does not repeat",
                             "这种配置的设置不会写入产物"};

constexpr double kEqual = 1e-6;  // relative; what printing and float32 may change

using Build = std::map<std::string, Fact<std::string>>;

struct Item {
  std::string text;
  Evidence at;
};

std::string_view trimmed(std::string_view s) {
  const size_t a = s.find_first_not_of(" \t\r\n"), b = s.find_last_not_of(" \t\r\n");
  return a == std::string_view::npos ? std::string_view{} : s.substr(a, b - a + 1);
}

// Without the separator that an artifact puts behind the last number too: "1.0,2.0,".
std::string shown_value(std::string_view s) {
  s = trimmed(s);
  while (s.ends_with(',')) s = trimmed(s.substr(0, s.size() - 1));
  return std::string(s);
}

// `a;b;` as an artifact stores it; an empty last one is none.
std::vector<Item> split(const Fact<std::string>& f) {
  std::vector<Item> out;
  for (size_t begin = 0; begin <= f->size();) {
    const size_t end = std::min(f->find(';', begin), f->size());
    out.push_back({std::string(trimmed(std::string_view(*f).substr(begin, end - begin))), f.at});
    begin = end + 1;
  }
  if (out.size() > 1 && out.back().text.empty()) out.pop_back();
  return out;
}

// `[1.0, 2.0]`, `1.0 2.0`, `1.0,2.0,`; none when some item is no number.
std::optional<std::vector<double>> numbers(std::string_view s) {
  std::vector<double> out;
  std::string word;
  const auto take = [&] {
    if (word.empty()) return true;
    double v = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), v);
    const bool whole = error == std::errc() && end == word.data() + word.size();
    out.push_back(v);
    word.clear();
    return whole && std::isfinite(v);
  };
  for (const char c : s) {
    if (c == ' ' || c == ',' || c == '[' || c == ']' || c == '\t' || c == '(' || c == ')') {
      if (!take()) return std::nullopt;
    } else if (c != '+') {
      word += c;
    }
  }
  if (!take()) return std::nullopt;
  return out;
}

bool equal(double a, double b) {
  return std::fabs(a - b) <= kEqual * std::max(std::fabs(a), std::fabs(b));
}

// One number stands for all channels.
bool equal(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() == b.size())
    return std::equal(a.begin(), a.end(), b.begin(),
                      [](double x, double y) { return equal(x, y); });
  const auto& one = a.size() == 1 ? a : b;
  const auto& many = a.size() == 1 ? b : a;
  return one.size() == 1 &&
         std::all_of(many.begin(), many.end(), [&](double x) { return equal(x, one[0]); });
}

// `['a', 'b']`, `a;b`.
std::set<std::string> names(std::string_view s) {
  std::set<std::string> out;
  s = trimmed(s);
  const bool list = s.starts_with('[') && s.ends_with(']');
  if (list) s = s.substr(1, s.size() - 2);
  const char separator = list ? ',' : ';';
  while (!s.empty()) {
    const size_t end = std::min(s.find(separator), s.size());
    std::string_view name = trimmed(s.substr(0, end));
    if (name.size() >= 2 && (name[0] == '\'' || name[0] == '"') && name.back() == name[0])
      name = name.substr(1, name.size() - 2);
    if (!name.empty()) out.emplace(name);
    s.remove_prefix(std::min(end + 1, s.size()));
  }
  return out;
}

std::optional<bool> flag(std::string_view s) {
  const std::string word = lower(s);
  if (word == "true" || word == "1" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "0" || word == "no" || word == "off") return false;
  return std::nullopt;
}

class Drift {
 public:
  Drift(const Bundle& b, const Platforms& platforms)
      : b_(b), config_(*b.config_record), platforms_(platforms) {
    if (b.compiled_record) build_ = b.compiled_record->build;
    if (b.compiled_record && b.compiled_record->march) build_["MARCH"] = b.compiled_record->march;
    const bool says =
        std::any_of(BuildSettings().begin(), BuildSettings().end(), [&](const BuildSetting& s) {
          return s.how != BuildSetting::Compare::kNever && s.stored != "MARCH" &&
                 build_.contains(std::string(s.stored));
        });
    if (!says && b.log_record) {
      for (const auto& [key, value] : b.log_record->build) build_.try_emplace(key, value);
      if (b.log_record->march) build_.try_emplace("MARCH", b.log_record->march);
    }
    if (const auto it = build_.find("HBDK_PASS_THROUGH_PARAMS"); it != build_.end() && it->second)
      from_options(Fact<std::string>(it->second));
    map_inputs();
  }

  bool anything() const {
    return std::any_of(BuildSettings().begin(), BuildSettings().end(), [&](const BuildSetting& s) {
      return s.how != BuildSetting::Compare::kNever && built(s);
    });
  }

  std::vector<SettingDrift> run() {
    for (const BuildSetting& s : BuildSettings())
      if (s.how != BuildSetting::Compare::kNever && built(s)) compare(s);
    return std::move(out_);
  }

 private:
  using Compare = BuildSetting::Compare;

  const Fact<std::string>* built(const BuildSetting& s) const {
    const auto it = build_.find(std::string(s.stored));
    return it != build_.end() && it->second ? &it->second : nullptr;
  }

  // `--O3 --core-num 1 --fast`
  void from_options(const Fact<std::string>& line) {
    const std::string text = ' ' + *line + ' ';
    for (char level = '0'; level <= '3'; ++level)
      if (text.find(std::string(" --O") + level + ' ') != std::string::npos)
        build_.try_emplace("OPTIMIZE_LEVEL", Fact<std::string>(std::string("O") + level, line.at));
    static constexpr std::string_view kCores = " --core-num ";
    if (const size_t p = text.find(kCores); p != std::string::npos) {
      const size_t begin = p + kCores.size();
      build_.try_emplace(
          "CORE_NUM",
          Fact<std::string>(text.substr(begin, text.find(' ', begin) - begin), line.at));
    }
  }

  // Which input of the artifact each input of the config is; empty: by position.
  void map_inputs() {
    const auto it = build_.find("INPUT_NAMES");
    const auto asked = setting_list(config_, "input_parameters", "input_name");
    if (asked.empty() || it == build_.end() || !it->second) return;
    const auto have = split(it->second);
    for (const ListItem& name : asked) {
      const auto at = std::find_if(have.begin(), have.end(),
                                   [&](const Item& i) { return i.text == name.text; });
      place_.push_back(static_cast<size_t>(at - have.begin()));
    }
  }

  void compare(const BuildSetting& s) {
    // norm_type decides nothing on hb_compile
    if (s.key == "norm_type" && !(b_.toolchain && *b_.toolchain == "hb_mapper")) return;
    const Entry* e = setting_entry(config_, s.section, s.key);
    const auto asked = setting(config_, s.section, s.key);
    if (!asked) return absent(s, e);
    const Fact<std::string>& value = *built(s);
    if (s.how == Compare::kNames) {
      if (names(*asked) != names(*value)) add(s, {*asked, asked.at}, {*value, value.at});
      return;
    }
    if (!s.per_input) {
      const Item mine{std::string(trimmed(*asked)), asked.at};
      const auto theirs = split(value);
      if (theirs.size() == 1 && differ(s, mine.text, theirs[0].text)) add(s, mine, theirs[0]);
      return;
    }
    const auto mine = setting_list(config_, s.section, s.key);
    const auto theirs = split(value);
    if (place_.empty() && mine.size() != theirs.size()) return;
    if (!place_.empty() && mine.size() != place_.size()) return;
    for (size_t i = 0; i < mine.size(); ++i) {
      const size_t at = place_.empty() ? i : place_[i];
      if (at >= theirs.size()) continue;
      if (differ(s, mine[i].text, theirs[at].text)) add(s, {mine[i].text, mine[i].at}, theirs[at]);
    }
  }

  // Both state a value, and it is another one.
  bool differ(const BuildSetting& s, std::string_view mine, std::string_view theirs) const {
    if (mine.empty() || theirs.empty() || theirs == "None" || theirs == "[]") return false;
    switch (s.how) {
      case Compare::kNever:
      case Compare::kNames:
        return false;
      case Compare::kWord:
        if (s.stored == "MARCH") return other_march(mine, theirs);
        return lower(mine) != lower(theirs);
      case Compare::kFlag: {
        const auto a = flag(mine), b = flag(theirs);
        return a && b && *a != *b;
      }
      case Compare::kNumbers: {
        const auto a = numbers(mine), b = numbers(theirs);
        return a && b && !a->empty() && !b->empty() && !equal(*a, *b);
      }
      case Compare::kShape: {
        auto a = parse_shape(mine), b = parse_shape(theirs);
        if (!a || !b || a->size() != b->size()) return a && b;
        if (setting_entry(config_, "input_parameters", "input_batch") && !a->empty())
          (*a)[0] = (*b)[0];
        return *a != *b;
      }
    }
    return false;
  }

  bool other_march(std::string_view mine, std::string_view theirs) const {
    // that something is built for another target is said once (TGT001)
    if (b_.target_check)
      for (const TargetClash& c : b_.target_check->clashes)
        if (c.kind != TargetClash::Kind::kStatement) return false;
    return platforms_.find(mine) && platforms_.find(theirs) && !platforms_.same(theirs, mine);
  }

  // The config states none. What the tool fills in by itself is no drift; these it never does.
  void absent(const BuildSetting& s, const Entry* e) {
    if (e && !(e->value.kind == Node::Kind::kScalar && e->value.text.empty())) return;
    if (!config_.complete || config_.is_template) return;
    const bool norm = s.key == "mean_value" || s.key == "scale_value" || s.key == "std_value";
    const bool removal = s.key == "remove_node_type" || s.key == "remove_node_name";
    if (!norm && !removal) return;
    const Fact<std::string>& value = *built(s);
    if (removal && names(*value).empty()) return;
    if (norm) {
      // a toolchain may turn one of the two into the other
      for (const char* key : {"scale_value", "std_value"})
        if (s.key != "mean_value" && setting_entry(config_, s.section, key)) return;
      const double neutral = s.key == "mean_value" ? 0 : 1;
      const auto items = split(value);
      if (std::all_of(items.begin(), items.end(), [&](const Item& i) {
            const auto v = numbers(i.text);
            return !v ||
                   std::all_of(v->begin(), v->end(), [&](double x) { return equal(x, neutral); });
          }))
        return;
    }
    const Entry* section = setting_entry(config_, "", s.section);
    if (!section) return;
    const Range& at = e ? e->key.range : section->key.range;
    add(s, {"", {config_.file, at.begin, at.end, ""}}, {*value, value.at});
  }

  // No tool takes the value: that is one wrong statement, and CFG008 says it.
  bool illegal(const Item& mine) {
    if (!illegal_)
      illegal_ = bad_values(config_, b_.toolchain ? *b_.toolchain : "",
                            b_.config_platform ? (*b_.config_platform)->march : "",
                            b_.tool_version ? &*b_.tool_version : nullptr);
    return std::any_of(illegal_->begin(), illegal_->end(), [&](const BadValue& v) {
      return v.why == BadValue::Why::kIllegal && v.at.begin == mine.at.begin;
    });
  }

  void add(const BuildSetting& s, const Item& mine, const Item& theirs) {
    if (!mine.text.empty() && illegal(mine)) return;
    SettingDrift d;
    d.key = std::string(s.section) + '.' + std::string(s.key);
    d.config = shown_value(mine.text);
    d.config_at = mine.at;
    d.artifact = shown_value(theirs.text);
    d.artifact_at = theirs.at;
    d.by_log = b_.log_record && theirs.at.file == b_.log_record->file;
    out_.push_back(std::move(d));
  }

  const Bundle& b_;
  const Config& config_;
  const Platforms& platforms_;
  Build build_;
  std::vector<size_t> place_;
  std::optional<std::vector<BadValue>> illegal_;
  std::vector<SettingDrift> out_;
};

}  // namespace

Fact<std::vector<SettingDrift>> drift_of(const Bundle& b, const Platforms& platforms) {
  using Out = Fact<std::vector<SettingDrift>>;
  if (!b.config_record) return Out::absent(b.config.missing);
  if (b.config_record->dialect != Dialect::kOe) return Out::absent(Message(kOtherDialect));
  if (!b.compiled_record && !b.log_record)
    return b.compiled_missing.empty() ? Out({}, {}) : Out::absent(b.compiled_missing);
  Drift drift(b, platforms);
  if (!drift.anything()) return Out::absent(Message(kNoSettings));
  const Evidence at = b.compiled_record ? b.compiled_record->at : whole_file(b.log_record->file);
  return {drift.run(), at};
}

}  // namespace npulint
