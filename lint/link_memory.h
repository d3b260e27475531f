// Facts of memory and names that link works out in files of their own.
#pragma once

#include "lint/bundle.h"
#include "lint/load.h"
#include "lint/name_tokens.h"

namespace npulint {

// link_padding.cc: input_no_padding or output_no_padding, as the row's model was built with.
Fact<bool> no_padding_of(const Bundle& bundle, const IoRow& row);

// platform_memory.cc: a number of the table that only rules on memory need, with its place there;
// `key`: image_stride | dense_io.
std::optional<Sourced<int64_t>> memory_number(const Platform& platform, std::string_view key);
// Inputs and outputs of chips that know no stride are dense although their description says so
// nowhere: fills stored_strides. Also image_alignment of the bundle.
void link_chip_memory(Bundle& bundle);

// link_artifact_name.cc: internal_name and artifact_stem.
void link_artifact_name(Bundle& bundle, const Group& group, const Sources& sources,
                        const PlatformWords& words);

}  // namespace npulint
