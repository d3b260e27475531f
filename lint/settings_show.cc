#include "lint/settings_show.h"

#include <algorithm>

#include "lint/toml_write.h"

namespace npulint {
namespace {

std::string key_text(std::string_view s) {
  const bool bare = !s.empty() && std::all_of(s.begin(), s.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return bare ? std::string(s) : toml_string(s);
}

std::string list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& s : items) out += (out.size() > 1 ? ", " : "") + toml_string(s);
  return out + "]";
}

class Writer {
 public:
  explicit Writer(const Sources& sources) : sources_(sources) {}

  void header(std::string_view name) {
    if (!out.empty()) out += '\n';
    out.append(name).append("\n");
  }
  void line(std::string_view key, std::string_view value, const Evidence& at, bool set = true) {
    out.append(key_text(key))
        .append(" = ")
        .append(value)
        .append("  # ")
        .append(source(at, set))
        .append("\n");
  }
  void fact(std::string_view key, const Fact<std::string>& f) {
    if (f) line(key, toml_string(*f), f.at);
  }
  void text(std::string_view key, const std::string& s, const Evidence& at) {
    if (!s.empty()) line(key, toml_string(s), at);
  }

  std::string out;

 private:
  std::string source(const Evidence& at, bool set) const {
    if (!at.known()) return set ? "from the command line" : "default";
    std::string s = "from ";
    for (const char c : sources_.shown(at.file))  // a line break would end the comment
      s += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
    if (const Place p = sources_.place(at); p.line > 0) s += ":" + std::to_string(p.line);
    return s;
  }
  const Sources& sources_;
};

}  // namespace

std::string show_settings(const Settings& s, const Sources& sources) {
  Writer w(sources);
  w.header("[lint]");
  w.line("profile", toml_string(profile_name(s.profile.value_or(Profile::kCommit))),
         s.places.profile, s.profile.has_value());
  w.line("fail-on", toml_string(fail_on_name(s.fail_on.value_or(FailOn::kError))), s.places.fail_on,
         s.fail_on.has_value());
  w.line("select", s.select.empty() ? "[\"ALL\"]" : list(s.select), s.places.select,
         !s.select.empty());
  w.line("ignore", list(s.ignore), s.places.ignore, !s.ignore.empty());
  w.line("exclude", list(s.exclude), s.places.exclude, !s.exclude.empty());

  const auto place = [](const std::vector<Evidence>& places, size_t i) {
    return i < places.size() ? places[i] : Evidence{};
  };
  if (!s.severity.empty()) w.header("[severity]");
  for (size_t i = 0; i < s.severity.size(); ++i)
    w.line(s.severity[i].first, toml_string(severity_name(s.severity[i].second)),
           place(s.places.severity, i));
  if (!s.per_file_ignores.empty()) w.header("[per-file-ignores]");
  for (size_t i = 0; i < s.per_file_ignores.size(); ++i)
    w.line(s.per_file_ignores[i].first, list(s.per_file_ignores[i].second),
           place(s.places.per_file_ignores, i));

  if (!s.bucket_of.empty()) w.header("[zoo.bucket-of]");
  for (const auto& [board, dir] : s.bucket_of) w.line(board, toml_string(dir), Evidence{});

  for (const BundleSpec& b : s.bundles) {
    w.header("[[bundle]]");
    w.fact("name", b.name);
    w.fact("target", b.target);
    w.fact("toolchain", b.toolchain);
    w.fact("purpose", b.purpose);
    w.fact("config", b.config);
    w.fact("compiled", b.compiled);
    w.fact("metadata", b.metadata);
    w.fact("log", b.log);
    w.fact("contract", b.contract);
    w.fact("calibration", b.calibration);
    w.fact("evaluation", b.evaluation);
    if (!b.graphs.empty()) w.out += "[bundle.graphs]\n";
    for (const auto& [stage, file] : b.graphs) w.fact(stage, file);
  }
  for (const IgnoreSpec& g : s.ignores) {
    w.header("[[ignore]]");
    w.text("rule", g.rule, g.rule_at);
    w.text("bundle", g.bundle, g.bundle_at);
    w.text("at", g.where, g.where_at);
    w.text("reason", g.reason, g.reason_at);
    if (!g.expires.empty()) w.line("expires", g.expires, g.expires_at);
  }
  return w.out;
}

}  // namespace npulint
