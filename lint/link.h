// Records → Bundle: the join, done once and pure. What two rules would both compute is computed
// here.
#pragma once

#include "lint/load.h"

namespace npulint {

// Fills run.bundles and run.file_rows; run.profile is known.
void link(Loaded& loaded, const LoadOptions& options);

// link_rows.cc: inputs and outputs of a bundle, across all its files.
void link_rows(Bundle& bundle);
// What a tensor states of its quantisation; a float or an image that says nothing of it has none.
Fact<Quantization> quant_of(const CompiledTensor& tensor);

// link_dump.cc: `bytes` of a dump that the contract names for this output.
void link_dump(IoRow& row, std::string_view bytes, const Evidence& at);

}  // namespace npulint
