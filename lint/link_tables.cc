// Rows of the tables of a bundle: each with the commands that read it and the names that the
// converted graph gives to its operators.
#include <unordered_map>

#include "lint/cali_table.h"
#include "lint/files.h"
#include "lint/link.h"
#include "lint/link_derived.h"

namespace npulint {
namespace {

constexpr std::string_view kTableFlags[] = {"--calibration_table", "--quantize_table"};

Fact<std::string> stated(const ToolCommand& c, std::string_view flag) {
  const ShellWord* w = c.value(flag);
  return w ? Fact<std::string>{w->text, w->at} : Fact<std::string>{};
}

// TPU-MLIR calls an operator by its first output and its type.
std::vector<std::string> operator_names(const Graph& g) {
  std::vector<std::string> out;
  for (const GraphNode& n : g.main.nodes)
    for (const std::string_view tensor : n.outputs)
      if (!tensor.empty()) out.push_back(std::string(tensor) + "_" + std::string(n.op));
  return out;
}

class Tables {
 public:
  Tables(Bundle& b, const Group& g, const Run& run) : b_(b), run_(run) {
    for (const FileRecord* f : g.table_files)
      if (f->table) by_path_[run_.sources.real(f->id)] = f->table;
    if (g.script) dir_ = dir_name(run_.sources.real(g.script->id));
    for (const FileRecord* f : g.table_files)
      if (f->table) row(*f);
  }

 private:
  std::shared_ptr<const CaliTable> named(const ToolCommand& c, std::string_view flag) const {
    const ShellWord* w = c.value(flag);
    const auto it = w ? by_path_.find(join_path(dir_, w->text)) : by_path_.end();
    return it == by_path_.end() ? nullptr : it->second;
  }

  void row(const FileRecord& f) {
    auto table = std::make_shared<CaliTable>(*f.table);
    for (const CommandRow& c : b_.commands)
      if (c.command && c.command->name == "model_deploy") uses(*table, c, f.table);
    TableRow r;
    r.subject = "table:" + base_name(run_.sources.real(f.id));
    for (const CaliTable::Use& u : table->uses)
      for (const Graph* g : b_.graphs) {
        const bool whole = g->has_graph && !g->damaged && g->subgraphs.empty();
        const std::string name = base_name(run_.sources.real(g->file)),
                          wanted = base_name(u.model_def);
        if (whole && !u.model_def.empty() && (name == wanted || name.starts_with(wanted + ".")))
          r.known_names = {operator_names(*g), whole_file(g->file)};
      }
    r.table = {std::shared_ptr<const CaliTable>(std::move(table)), whole_file(f.id)};
    b_.tables.push_back(std::move(r));
  }

  void uses(CaliTable& table, const CommandRow& row,
            const std::shared_ptr<const CaliTable>& self) const {
    const ToolCommand& c = *row.command;
    for (size_t i = 0; i < 2; ++i) {
      if (named(c, kTableFlags[i]) != self) continue;
      CaliTable::Use u;
      u.command = c.name;
      u.mlir = stated(c, "--mlir");
      u.chip = stated(c, "--chip");
      u.quantize = stated(c, "--quantize");
      if (row.origin) u.model_def = row.origin->model_def;
      u.partner = named(c, kTableFlags[1 - i]);
      u.at = c.at;
      table.uses.push_back(std::move(u));
    }
  }

  Bundle& b_;
  const Run& run_;
  std::string dir_;
  std::unordered_map<std::string, std::shared_ptr<const CaliTable>> by_path_;
};

}  // namespace

void link_tables(Bundle& bundle, const Group& group, const Run& run) { Tables(bundle, group, run); }

}  // namespace npulint
