// The stages of the conversion that are there, drawn in their order, and what each step between two
// of them may change.
#include <algorithm>

#include "lint/report.h"
#include "lint/stage_chain.h"
#include "lint/svg.h"

namespace npulint {
namespace {

constexpr double kBox = 44;

// "quantized_removed_bc" in two lines.
std::vector<std::string> two_lines(const std::string& id) {
  if (id.size() <= 12) return {id};
  const size_t at = id.rfind('_', id.size() / 2 + 2);
  if (at == std::string::npos || at == 0) return {id};
  return {id.substr(0, at), id.substr(at + 1)};
}

class Stages {
 public:
  Stages(ReportPage& page, const Bundle& bundle, const StageChain& chain)
      : p_(page), b_(bundle), chain_(chain), table_(StageTable::get()) {}

  void write() {
    p_.raw("<h3>").text(b_.name).raw("</h3>\n");
    draw();
    for (size_t i = 0; i + 1 < chain_.products.size(); ++i)
      step(chain_.products[i], chain_.products[i + 1]);
  }

 private:
  const StageProduct* product(const StageKind& kind) const {
    for (const StageProduct& p : chain_.products)
      if (p.kind == &kind) return &p;
    return nullptr;
  }

  void draw() {
    std::vector<const StageKind*> kinds;
    for (const StageKind& k : table_.kinds())
      if (table_.position(chain_.toolchain, k) >= 0 || product(k)) kinds.push_back(&k);
    std::stable_sort(kinds.begin(), kinds.end(), [&](const StageKind* a, const StageKind* b) {
      const int x = table_.position(chain_.toolchain, *a),
                y = table_.position(chain_.toolchain, *b);
      return x >= 0 && y >= 0 && x < y;
    });
    if (kinds.empty()) return;
    const double step = kSvgWidth / static_cast<double>(kinds.size());
    Svg svg;
    std::string said;
    for (size_t i = 0; i < kinds.size(); ++i) {
      const double x = static_cast<double>(i) * step;
      const bool here = product(*kinds[i]) != nullptr;
      svg.rect(here ? "s-here" : "s-box", x + 2, 2, step - 18, kBox);
      const std::vector<std::string> lines = two_lines(kinds[i]->id);
      for (size_t l = 0; l < lines.size(); ++l)
        svg.text(x + 7, (lines.size() == 1 ? 28 : 21) + 14 * static_cast<double>(l), lines[l],
                 "s-small");
      if (i + 1 < kinds.size()) svg.text(x + step - 14, 28, "→");
      said += (said.empty() ? "" : ", ") + kinds[i]->id + (here ? " (here)" : " (absent)");
    }
    p_.raw(svg.write(kBox + 6, said));
  }

  // What lies between two that are there.
  void step(const StageProduct& a, const StageProduct& b) {
    if (!a.kind || !b.kind) return;
    const auto steps = table_.steps(chain_.toolchain, *a.kind, *b.kind);
    if (steps.empty()) return;
    p_.raw("<details><summary>").code(a.name).raw(" → ").code(b.name).raw("</summary><ul>");
    for (const StageStep* s : steps)
      for (const Message& m : step_lines(*s)) p_.raw("<li>").both(m).raw("</li>");
    p_.raw("</ul></details>\n");
  }

  ReportPage& p_;
  const Bundle& b_;
  const StageChain& chain_;
  const StageTable& table_;
};

}  // namespace

void report_stages(ReportPage& page) {
  bool any = false;
  for (const Bundle& b : page.run.bundles) {
    if (!b.stage_chain || !*b.stage_chain || (*b.stage_chain)->products.size() < 2) continue;
    if (!any) page.head("stages", {"Stages of the conversion", "转换的各阶段"});
    any = true;
    Stages(page, b, **b.stage_chain).write();
  }
}

}  // namespace npulint
