// Vocabulary of the rule on tables of TPU-MLIR: what the tool does not read, or reads wrongly.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lint/cali_table.h"
#include "lint/rule.h"

namespace npulint {

// One fault, or the first one of a kind and how many there are.
struct TableFault {
  Severity severity = Severity::kError;
  Evidence at;
  Message what;
  std::vector<std::pair<Evidence, Message>> also;
};

// In the file's order within each kind. `known`: the names that the converted graph gives to its
// operators; null: not known.
std::vector<TableFault> table_faults(const CaliTable& table, const std::vector<std::string>* known);

// Both names say the same model: but for batch, resolution, precision and chip, one holds the words
// of the other.
bool one_model(std::string_view a, std::string_view b);

}  // namespace npulint
