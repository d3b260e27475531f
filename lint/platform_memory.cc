#include "lint/link_memory.h"
#include "lint/toml_read.h"

namespace npulint {
namespace {

constexpr Text kNoPlatform{"march and target are not known", "march 与目标均未知"};

// Sources do not differ here, so the numbers stand for all packagings of a chip's SDK.
const TomlNode& table() {
  static const TomlTree kTree = parse_toml(Platforms::text());
  return kTree.root;
}

}  // namespace

std::optional<Sourced<int64_t>> memory_number(const Platform& p, std::string_view key) {
  for (const TomlNode& n : toml_items(table(), "platform")) {
    if (toml_text(n, "march") != p.march) continue;
    const TomlNode* entry = find(n, key);
    const TomlNode* value = entry ? find(*entry, "value") : nullptr;
    if (!value || value->kind != TomlNode::Kind::kInteger) return std::nullopt;
    return Sourced<int64_t>{value->integer,
                            toml_text(*entry, "source"),
                            toml_text(*entry, "status"),
                            toml_text(*entry, "conflict"),
                            {p.at.file, entry->range.begin, entry->range.end, {}}};
  }
  return std::nullopt;
}

void link_chip_memory(Bundle& b) {
  if (!b.platform) {
    b.image_alignment.missing = Message(kNoPlatform);
    return;
  }
  const Platform& p = **b.platform;
  b.image_alignment = {0, b.platform.at};
  if (p.vendor == "horizon") return;
  if (const auto n = memory_number(p, "image_stride")) b.image_alignment = {n->value, n->at};
  // what a config alone is for tells nothing of the artifact
  if (!b.built || !b.built->by_artifact || !memory_number(p, "dense_io")) return;
  for (auto* rows : {&b.inputs, &b.outputs})
    for (IoRow& r : *rows) {
      if (r.stored_strides || r.aligned_shape || r.stored_bytes || !r.stored_shape ||
          !r.stored_dtype)
        continue;
      if (auto dense = dense_strides(*r.stored_shape, *r.stored_dtype))
        r.stored_strides = {std::move(*dense), r.stored_shape.at};
    }
}

}  // namespace npulint
