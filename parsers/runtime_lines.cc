#include "parsers/runtime_lines.h"

#include <algorithm>

namespace npulint {
namespace {

constexpr size_t kMaxVersions = 32;

// What follows `before` up to the first character that is in `stop`.
std::string_view between(std::string_view line, std::string_view before, std::string_view stop) {
  const size_t p = line.find(before);
  if (p == std::string_view::npos) return {};
  const std::string_view rest = line.substr(p + before.size());
  return rest.substr(0, std::min(rest.find_first_of(stop), rest.size()));
}

bool version_like(std::string_view s) {
  return !s.empty() && s.size() < 40 && s[0] >= '0' && s[0] <= '9';
}

}  // namespace

bool RuntimePreamble::read(std::string_view line, FileId file, uint64_t offset) {
  auto place = [&](std::string_view part) {
    const auto begin = offset + static_cast<uint64_t>(part.data() - line.data());
    return Evidence{file, begin, begin + part.size(), {}};
  };
  auto add = [&](std::string_view tool, std::string_view version) {
    if (!version_like(version)) return false;
    for (auto& [name, fact] : versions)
      if (name == tool) {
        fact = {std::string(version), place(version)};
        return true;
      }
    if (versions.size() < kMaxVersions)
      versions.emplace_back(tool, Fact<std::string>{std::string(version), place(version)});
    return true;
  };
  if (line.find("Inconsistency between the hbrt library version") != std::string_view::npos) {
    inconsistency = {std::string(line), place(line)};
    return true;
  }
  if (line.find("hrt_model_exec") != std::string_view::npos &&
      line.find("model_info") != std::string_view::npos) {
    std::string_view path = between(line, "--model_file", "\t");
    while (!path.empty() && (path[0] == ' ' || path[0] == '=')) path.remove_prefix(1);
    if (!path.empty() && (path[0] == '"' || path[0] == '\'')) {
      const char quote = path[0];
      path = path.substr(1, path.find(quote, 1) - 1);
    } else {
      path = path.substr(0, path.find(' '));
    }
    const bool one_file = !path.empty() && path.find(',') == std::string_view::npos;
    model_file = one_file ? Fact<std::string>{std::string(path), place(path)} : Fact<std::string>{};
    return true;
  }
  if (const auto v = between(line, "BPU Platform Version(", ")"); !v.empty())
    return add("bpu_platform", v);
  if (const auto v = between(line, "The model builder version = ", " \t,"); !v.empty())
    return add("builder", v);
  if (const auto v = between(line, "UCP version = ", " \t,"); !v.empty()) return add("ucp", v);
  if (line.starts_with("[HBRT]")) {
    if (const auto v = between(line, " version = ", " \t,"); !v.empty()) return add("hbrt", v);
    if (const auto m = between(line, "set bpu march to ", "( \t"); !m.empty()) {
      std::string name(m);
      for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      march = {std::move(name), place(m)};
      return true;
    }
    return false;
  }
  if (line.starts_with("[DNN]")) {
    std::string_view v = between(line, "Runtime version = ", "_ \t");
    if (v.empty()) v = between(line, "[DNN]: ", "_ \t");
    if (!add("dnn", v)) return false;
    const size_t open = line.find("_(");
    if (open != std::string_view::npos && line.find("HBRT)", open) != std::string_view::npos) {
      // "3.15.55" here is the "3.15.55.0" of the [HBRT] line
      const std::string_view v2 = between(line.substr(open), "_(", " )");
      const bool known = std::any_of(versions.begin(), versions.end(), [&](const auto& tool) {
        return tool.first == "hbrt" && tool.second->starts_with(v2);
      });
      if (!known) add("hbrt", v2);
    }
    return true;
  }
  return false;
}

void RuntimePreamble::copy_to(CompiledModel& model) const {
  model.versions = versions;
  if (march) model.march = march;
  if (model_file) model.describes = model_file;
  if (inconsistency) model.build["VERSION_INCONSISTENCY"] = inconsistency;
}

}  // namespace npulint
