// Where a place lies, told by names and not by lines: "input_parameters.input_type_rt[0]". It stays
// when lines are inserted, keys change their order, or quotes come and go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lint/tree.h"
#include "parsers/toml_tree.h"

namespace npulint {

// Keys joined by dots down to the innermost entry or item that holds [begin, end); "[i]" for items
// of a sequence, and for items of a `;` list that has at least two. "" outside every entry.
std::string logical_path(const Node& root, std::string_view bytes, uint64_t begin, uint64_t end);

// The same for TOML, of one text that outlives it. An element of an array of tables is called by
// its `name`, else by its index: "output[logits].decode".
class TomlPlaces {
 public:
  explicit TomlPlaces(std::string_view bytes);
  TomlPlaces(const TomlPlaces&) = delete;  // headers_ points into the tree
  std::string at(uint64_t begin, uint64_t end) const;

 private:
  struct Header {
    uint64_t begin;  // byte of its `[`
    std::string path;
    const TomlNode* table;
  };
  void collect(const TomlNode& n, const std::string& path);
  std::string written(const TomlNode& n, const std::string& path, uint64_t begin,
                      uint64_t end) const;

  std::string_view bytes_;
  const TomlTree tree_;
  std::vector<Header> headers_;  // by place
};

}  // namespace npulint
