// docs/platforms.md: the platform table with its sources, as people read it.
#include "lint/docs.h"
#include "lint/platform.h"
#include "lint/words.h"

namespace npulint {
namespace {

std::string text(int64_t v) { return std::to_string(v); }
std::string text(const std::string& v) { return v; }

std::string cell(std::string_view s) {
  std::string out;
  for (char c : s) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

template <class T>
void row(std::string& out, const Platform& p, std::string_view what,
         const std::optional<Sourced<T>>& value) {
  out += "| `" + p.march + "` | " + std::string(what) + " | ";
  if (!value) {
    out += "— | | |\n";  // a blank cell is a fact that is not known: rules are not checked
    return;
  }
  out += text(value->value) + " | " + value->status + " | " + cell(value->source);
  if (!value->conflict.empty()) out += ". **Conflict:** " + cell(value->conflict);
  out += " |\n";
}

}  // namespace

std::string platform_page(const Platforms& platforms) {
  std::string out =
      "# Platforms\n\nGenerated from `lint/platforms.toml`, which is compiled into the tool. Every "
      "number has a source and a status: documented, measured or assumed. A dash is a number that "
      "nobody published: the rules that need it are not checked.\n\n"
      "## Marches and chips\n\n| march or chip | toolchain | artifact | also written |\n"
      "|---|---|---|---|\n";
  for (const Platform& p : platforms.all())
    out += "| `" + p.march + "` | " + p.toolchain + " | " + joined(p.artifact) + " | " +
           cell(joined(p.aliases)) + " |\n";
  out +=
      "\n## Boards and SoCs\n\n| target | SoC | march | accepted with a warning | source |\n"
      "|---|---|---|---|---|\n";
  for (const Board& b : platforms.boards()) {
    out += "| " + cell(b.name) + " | " + cell(b.soc) + " | " + joined(b.marches) + " | " +
           joined(b.tolerated) + " | " + cell(b.source);
    if (!b.conflict.empty()) out += ". **Conflict:** " + cell(b.conflict);
    out += " |\n";
  }
  out +=
      "\n## Tools\n\nWhat `--toolchain` and `[[bundle]] toolchain` may name, with a version.\n\n"
      "| tool | also written | toolchain | versions that the tables tell apart | source |\n"
      "|---|---|---|---|---|\n";
  for (const Tool& t : platforms.tools())
    out += "| " + t.name + " | " + cell(joined(t.aliases)) + " | " + t.toolchain + " | " +
           joined(t.versions) + " | " + cell(t.source) + " |\n";
  out +=
      "\n## Numbers\n\n| march or chip | what | value | status | source |\n|---|---|---|---|---|\n";
  for (const Platform& p : platforms.all()) {
    if (p.vendor == "sophgo") continue;
    row(out, p, "nv12 row alignment (bytes)", p.nv12_stride);
    row(out, p, "tensors of one nv12 input", p.nv12_tensors);
    row(out, p, "largest core_num", p.core_num_max);
    row(out, p, "dtype of tail operators without their dequantize", p.tail_dtype);
  }
  return out;
}

}  // namespace npulint
