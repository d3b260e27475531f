// docs/platforms.md: the platform table with its sources, as people read it.
#include "lint/docs.h"
#include "lint/link_memory.h"
#include "lint/platform.h"
#include "lint/toml_read.h"
#include "lint/words.h"

namespace npulint {
namespace {

std::string text(int64_t v) { return std::to_string(v); }
std::string text(const std::string& v) { return v; }

template <class T>
void row(std::string& out, const Platform& p, std::string_view what,
         const std::optional<Sourced<T>>& value) {
  out += "| `" + p.march + "` | " + std::string(what) + " | ";
  if (!value) {
    out += "— | | |\n";  // a blank cell is a fact that is not known: rules are not checked
    return;
  }
  out += text(value->value) + " | " + value->status + " | " + markdown_text(value->source);
  if (!value->conflict.empty()) out += ". **Conflict:** " + markdown_text(value->conflict);
  out += " |\n";
}

// What the table says beside numbers, row by row: read as text, for nobody else needs all of it.
std::string names_sections() {
  const TomlTree tree = parse_toml(Platforms::text());
  const auto cell = [](const TomlNode& row, std::string_view key) {
    return " " + markdown_text(toml_text(row, key)) + " |";
  };
  const auto list = [](const TomlNode& row, std::string_view key) {
    return " " + markdown_text(joined(toml_texts(row, key))) + " |";
  };
  std::string out =
      "\n## Chips that load each other's artifacts\n\n"
      "| built for | loaded by | | source |\n|---|---|---|---|\n";
  for (const TomlNode& row : toml_items(tree.root, "same"))
    out += "|" + list(row, "chips") + list(row, "chips") + " the same chip |" +
           cell(row, "source") + "\n";
  for (const TomlNode& row : toml_items(tree.root, "tolerated"))
    out += "|" + cell(row, "built") + cell(row, "wanted") + " with a warning |" +
           cell(row, "source") + "\n";
  out +=
      "\n## Runtimes of ONNX stages\n\n| runtime | also written | operators | source |\n"
      "|---|---|---|---|\n";
  for (const TomlNode& row : toml_items(tree.root, "runtime")) {
    out += "|" + cell(row, "name") + list(row, "aliases") +
           (toml_flag(row, "stock") ? " of ONNX only |" : " the vendors' too |") +
           cell(row, "source") + "\n";
  }
  if (const TomlNode* vendor = find(tree.root, "vendor_ops"))
    out += "\nOperators of the vendors: domain " + joined(toml_texts(*vendor, "domains")) +
           "; names that begin with " + joined(toml_texts(*vendor, "prefixes")) +
           ". Source: " + markdown_text(toml_text(*vendor, "source")) + ".\n";
  out +=
      "\n## Variants in names\n\nTokens of file names that tell the models of a family apart.\n\n"
      "| variants | source |\n|---|---|\n";
  for (const TomlNode& row : toml_items(tree.root, "variants")) {
    std::vector<std::string> names;
    for (const TomlNode& member : toml_items(row, "member"))
      names.push_back(toml_text(member, "name"));
    out += "| " + markdown_text(joined(names)) + " |" + cell(row, "source") + "\n";
  }
  return out;
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
           markdown_text(joined(p.aliases)) + " |\n";
  out +=
      "\n## Boards and SoCs\n\n| target | SoC | march | accepted with a warning | source |\n"
      "|---|---|---|---|---|\n";
  for (const Board& b : platforms.boards()) {
    out += "| " + markdown_text(b.name) + " | " + markdown_text(b.soc) + " | " + joined(b.marches) +
           " | " + joined(b.tolerated) + " | " + markdown_text(b.source);
    if (!b.conflict.empty()) out += ". **Conflict:** " + markdown_text(b.conflict);
    out += " |\n";
  }
  out +=
      "\n## Tools\n\nWhat `--toolchain` and `[[bundle]] toolchain` may name, with a version.\n\n"
      "| tool | also written | toolchain | versions that the tables tell apart | source |\n"
      "|---|---|---|---|---|\n";
  for (const Tool& t : platforms.tools())
    out += "| " + t.name + " | " + markdown_text(joined(t.aliases)) + " | " + t.toolchain + " | " +
           joined(t.versions) + " | " + markdown_text(t.source) + " |\n";
  out +=
      "\n## Numbers\n\n| march or chip | what | value | status | source |\n|---|---|---|---|---|\n";
  for (const Platform& p : platforms.all()) {
    if (p.vendor == "sophgo") {
      for (const auto& [key, what] : {std::pair("image_stride", "row alignment of images (bytes)"),
                                      std::pair("dense_io", "1: tensors have no strides")})
        if (const auto n = memory_number(p, key)) row(out, p, what, n);
      continue;
    }
    row(out, p, "nv12 row alignment (bytes)", p.nv12_stride);
    row(out, p, "tensors of one nv12 input", p.nv12_tensors);
    row(out, p, "largest core_num", p.core_num_max);
    row(out, p, "dtype of tail operators without their dequantize", p.tail_dtype);
  }
  return out + names_sections();
}

}  // namespace npulint
