// How many inputs a conversion config states: the lengths of its per-input `;` lists.
#pragma once

#include <string_view>
#include <vector>

#include "lint/config_keys.h"
#include "lint/model.h"

namespace npulint {

struct InputList {
  const KeySpec* spec = nullptr;
  Evidence at;  // the whole value
  size_t count = 0;
};

// The per-input lists that count, in the order of the key table. Left out: values with a
// placeholder, values that YAML 1.1 changes, keys that the toolchain refuses or that have no effect
// there (toolchain "": in one of them), calibration data where none is read. Kept with the config.
const std::vector<InputList>& input_lists(const Config& config, std::string_view toolchain);

// The list whose length is the number of inputs: input_name, else one with the length that most of
// them have (of the equally frequent the longest). Null when there is none.
const InputList* counting_list(const std::vector<InputList>& lists);

// A list of another length than the number of inputs. Nothing that the number of inputs of the ONNX
// explains: a config that agrees with itself or with the ONNX is input_clashes' matter.
struct CountClash {
  InputList list, against;  // `against` without spec: the ONNX
};
// graph_inputs 0: not known.
std::vector<CountClash> count_clashes(const std::vector<InputList>& lists, size_t graph_inputs);

}  // namespace npulint
