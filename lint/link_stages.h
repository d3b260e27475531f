// Parts of link about the stages of a conversion.
#pragma once

#include "lint/link_derived.h"
#include "lint/load.h"

namespace npulint {

// stage_products.cc: stage files of the group's names that are there, and what is kept with them;
// real paths. Without `files` only those that the group holds.
std::vector<std::string> stage_products(const Group& group, const Sources& sources,
                                        const FileReader* files);

// link_described.cc: adds to stage_drift what descriptions of the artifact state differently, and
// inputs of the graphs that it was built from (`sources`). `beside`: graphs that nothing ties to
// the build.
void link_described(Bundle& bundle, const Group& group, const Run& run,
                    const std::vector<StageFile>& sources, const std::vector<StageFile>& beside);

// link_stage_chain.cc: after link_compares.
void link_stage_chain(Bundle& bundle, const Group& group, const Run& run, const FileReader* files);

// link_compared.cc: left_stage and right_stage of the comparisons; after link_compares and
// link_rows.
void link_compared_stages(Bundle& bundle, const Group& group, const Run& run);

// link_stage_inputs.cc: graph_shape of the inputs, normalized_input and preprocess_node of the
// runs, graph_limits; after link_rows and link_graphs.
void link_stage_inputs(Bundle& bundle, const Group& group, const Run& run);

}  // namespace npulint
