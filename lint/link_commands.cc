// Rows of a conversion script: its commands, and the inputs that its model_transform calls
// describe.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "lint/command_check.h"
#include "lint/files.h"
#include "lint/link.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kOpenWord{"`{0}` of `{1}` holds an expansion that the script does not tell",
                         "`{1}` 的 `{0}` 含有脚本未给出取值的展开"};

// The first dim of "[[4,3,640,640],…]".
std::optional<int64_t> first_dim(const std::string& shapes) {
  size_t i = 0;
  while (i < shapes.size() && shapes[i] == '[') ++i;
  int64_t n = 0;
  const size_t begin = i;
  for (; i < shapes.size() && i - begin < 9 && shapes[i] >= '0' && shapes[i] <= '9'; ++i)
    n = n * 10 + (shapes[i] - '0');
  if (i == begin || i >= shapes.size() || (shapes[i] != ',' && shapes[i] != ']')) return {};
  return n;
}

class Commands {
 public:
  Commands(Bundle& b, const std::vector<ToolCommand>& all, const std::vector<std::string>& tables)
      : b_(b), all_(all), tables_(tables) {}

  void make() {
    index();
    for (size_t i = 0; i < all_.size(); ++i) {
      const ToolCommand& c = all_[i];
      CommandRow row;
      row.subject = "command:" + c.name + "[" + std::to_string(i) + "]";
      row.command = {c, c.at};
      table(row, i);
      origin(row, i);
      if (c.name == "model_transform") input(c);
      b_.commands.push_back(std::move(row));
    }
  }

 private:
  // What the commands make of one MLIR. Files are the same by base name: scripts change folders.
  struct Mlir {
    const ToolCommand* transform = nullptr;  // that writes it; the last one
    std::optional<bool> fused;               // by the model_deploy calls that read it
    bool mixed = false;                      // they differ, or one is open
  };

  void index() {
    for (const ToolCommand& c : all_) {
      const ShellWord* mlir = c.value("--mlir");
      if (c.name == "run_calibration") {
        const ShellWord* made = c.value("--calibration_table");
        unknown_table_ = unknown_table_ || !made;
        if (made) made_tables_.insert(base_name(made->text));
      } else if (c.name == "model_transform") {
        transforms_.insert(c.tool_at.begin);
        if (mlir) mlirs_[base_name(mlir->text)].transform = &c;
      } else if (c.name == "model_deploy") {
        unknown_deploy_ = unknown_deploy_ || !mlir;
        if (!mlir) continue;
        Mlir& m = mlirs_[base_name(mlir->text)];
        const bool here = c.flag("--fuse_preprocess") != nullptr;
        m.mixed = m.mixed || (c.open && !here) || (m.fused && *m.fused != here);
        m.fused = here;
      }
    }
  }

  // ---- tables

  void table(CommandRow& row, size_t i) {
    const ToolFlag* f =
        all_[i].name == "model_deploy" ? all_[i].flag("--calibration_table") : nullptr;
    if (!f) return;
    const ShellWord* w = all_[i].value("--calibration_table");
    if (!w) {
      row.table.missing = Message(kOpenWord, f->written, all_[i].name);
      return;
    }
    TableUse use{w->text, false, false, w->at};
    use.exists = holds(tables_, w->text);
    // one whose name is not known may be this one
    use.produced = unknown_table_ || made_tables_.contains(base_name(w->text));
    row.table = {std::move(use), w->at};
  }

  // ---- where the model of a model_deploy comes from

  void origin(CommandRow& row, size_t i) {
    if (all_[i].name != "model_deploy") return;
    const ShellWord* mlir = all_[i].value("--mlir");
    if (!mlir) return;
    const auto it = mlirs_.find(base_name(mlir->text));
    if (it == mlirs_.end() || !it->second.transform) return;
    const ToolCommand& c = *it->second.transform;
    ModelOrigin o;
    if (const ShellWord* w = c.value("--model_def")) o.model_def = w->text;
    if (const ShellWord* w = c.value("--input_shapes")) o.batch = first_dim(w->text);
    o.at = c.at;
    row.origin = {std::move(o), c.at};
  }

  // ---- what model_transform says of the images

  // Compiled in by every model_deploy of this MLIR, by none, or nobody can tell.
  std::optional<bool> fused(const ToolCommand& transform) const {
    const ShellWord* made = transform.value("--mlir");
    if (!made || unknown_deploy_) return {};
    const Mlir& m = mlirs_.at(base_name(made->text));
    return m.mixed ? std::nullopt : m.fused;
  }

  void input(const ToolCommand& c) {
    const ShellWord* channels = c.value("--channel_format");
    if ((channels && channels->text == "none") ||
        (!c.flag("--mean") && !c.flag("--scale") && !c.flag("--pixel_format")))
      return;
    // a function that is called twice describes one input
    if (!described_.insert(c.tool_at.begin).second) return;
    IoRow& r = row_of(c);
    const ShellWord* format = c.value("--pixel_format");
    if (format || (!c.flag("--pixel_format") && !c.open)) {
      const Evidence at = format ? format->at : c.tool_at;
      r.type_train = r.type_rt = {format ? lower(format->text) : "bgr", at};  // the default
    }
    Normalization norm;
    const bool known = take(c, "--mean", norm.mean, r.config_mean) &
                       take(c, "--scale", norm.scale, r.config_scale);
    norm.kind = !norm.mean.empty() && !norm.scale.empty() ? "mean_scale"
                : !norm.mean.empty()                      ? "mean"
                : !norm.scale.empty()                     ? "scale"
                                                          : "none";
    if (!known || c.open) return;
    const Evidence at = r.config_scale  ? r.config_scale.at
                        : r.config_mean ? r.config_mean.at
                                        : c.at;
    r.stated_norm = {norm, at};
    r.norm_words = {{"--mean", "--scale", "--std", "--pixel_format"}, at};
    if (const auto f = fused(c))
      r.built_in_norm = {*f ? norm : Normalization{"none", {}, {}, {}}, at};
  }

  // The only input of the bundle, when the script makes one model only; else a row of its own.
  IoRow& row_of(const ToolCommand& c) {
    if (transforms_.size() == 1 && b_.inputs.size() == 1) return b_.inputs[0];
    IoRow& r = b_.inputs.emplace_back();
    r.is_input = true;
    const ShellWord* name = c.value("--model_name");
    r.name = name ? name->text : c.name;
    r.subject = "input:" + r.name;
    r.row_name = {r.name, c.at};
    return r;
  }

  // False when the flag is there and its values are not known.
  static bool take(const ToolCommand& c, const char* flag, std::vector<double>& to,
                   Fact<std::vector<double>>& fact) {
    if (!c.flag(flag)) return true;
    const ShellWord* w = c.value(flag);
    if (w) to = comma_numbers(w->text);
    if (to.empty()) return false;
    fact = {to, w->at};
    return true;
  }

  Bundle& b_;
  const std::vector<ToolCommand>& all_;
  const std::vector<std::string>& tables_;
  std::unordered_map<std::string, Mlir> mlirs_;
  std::set<std::string> made_tables_;
  std::set<uint64_t> transforms_, described_;  // by where their name stands
  bool unknown_table_ = false, unknown_deploy_ = false;
};

}  // namespace

void link_commands(Bundle& b, const std::vector<ToolCommand>& commands,
                   const std::vector<std::string>& tables) {
  b.by_script = true;
  Commands(b, commands, tables).make();
}

// The chip of all model_deploy calls, when there is one only.
Fact<std::string> script_chip(const std::vector<ToolCommand>& commands) {
  Fact<std::string> out;
  for (const ToolCommand& c : commands) {
    if (c.name != "model_deploy") continue;
    const ShellWord* w = c.value("--chip");
    if (!w || (out && *out != lower(w->text))) return {};
    if (!out) out = {lower(w->text), w->at};
  }
  return out;
}

}  // namespace npulint
