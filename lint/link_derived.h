// Conditions that more than one rule needs, or that no rule may work out itself, as facts. link
// calls these once the facts they start from are filled.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lint/bundle.h"
#include "lint/name_tokens.h"

namespace npulint {

// From declared, built and all_built: what does not go with the strongest declared target. No
// platform is named here: which marches go with which is the table's. Absent when nothing built is
// known and the declarations agree. Without any declaration it is known and empty: the missing
// declaration is the reason that counts.
Fact<TargetCheck> compare_target(const Bundle& bundle, const Platforms& platforms);

// From stored_shape, stored_dtype, stored_strides, else aligned_shape, else stored_bytes.
Fact<Padding> padding_of(const IoRow& row);

// From assume_contiguous, strides_bytes and bytes, against the dense layout of stored_shape and
// stored_dtype.
Fact<Reading> reading_of(const IoRow& row);

// The march and board tokens of the config's names against its march, and of the artifact's file
// names (base names with their places) against the artifact's. Template names are not judged.
Fact<NameCheck> check_names(const Bundle& bundle, const PlatformWords& words,
                            const std::vector<std::pair<std::string, Evidence>>& artifacts);

// The operator that rescales the input `name` before anything else does, in any of the bundle's
// graphs. `name` may be empty when the model has one input.
Fact<std::string> graph_norm_of(const Bundle& bundle, const std::string& name);

}  // namespace npulint
