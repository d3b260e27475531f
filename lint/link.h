// Records → Bundle: the join, done once and pure. What two rules would both compute is computed
// here.
#pragma once

#include "lint/load.h"

namespace npulint {

// Dumps are opened only when a rule that is on needs them, their values only when one needs those.
struct DumpAccess {
  const FileReader* reader = nullptr;
  bool values = false;
  const FileReader* files = nullptr;  // to see which stage files are there; none is read
};

// Fills run.bundles and run.file_rows; run.profile is known.
void link(Loaded& loaded, const LoadOptions& options, const DumpAccess& dumps = {});

// link_rows.cc: inputs and outputs of a bundle, across all its files.
void link_rows(Bundle& bundle);
// What a tensor states of its quantisation; a float or an image that says nothing of it has none.
Fact<Quantization> quant_of(const CompiledTensor& tensor);

// link_dump.cc: after link_rows.
void link_dumps(Bundle& bundle, const Group& group, const Sources& sources,
                const DumpAccess& access);

// link_replay.cc: after the rows of inputs are complete.
void link_replays(Bundle& bundle, const Group& group);

// link_graphs.cc: stages and evaluations, and what the stages say of the outputs; after link_rows.
void link_graphs(Bundle& bundle, const Group& group, const Run& run);

// link_compares.cc: the comparisons of the contract, and the stages or logs that they name.
void link_compares(Bundle& bundle, const Group& group, const Run& run);

// link_commands.cc: the commands of a script, and the inputs that they describe. `tables`: the
// calibration tables that are there.
void link_commands(Bundle& bundle, const std::vector<ToolCommand>& commands,
                   const std::vector<std::string>& tables);
// link_tables.cc: after link_commands.
void link_tables(Bundle& bundle, const Group& group, const Run& run);
// The chip that all model_deploy calls of a script compile for; absent when they differ.
Fact<std::string> script_chip(const std::vector<ToolCommand>& commands);

}  // namespace npulint
