// Conditions that more than one rule needs, or that no rule may work out itself, as facts. link
// calls these once the facts they start from are filled.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lint/bundle.h"
#include "lint/config.h"
#include "lint/layout.h"
#include "lint/name_tokens.h"

namespace npulint {

// built, all_built, platform and nv12_alignment, from the march or chip that the artifact and the
// config or script state, else from the declared target when it has one march.
void link_platform(Bundle& bundle, const Platforms& platforms, const Fact<std::string>& artifact,
                   const Fact<std::string>& march);

// From declared, built and all_built: what does not go with the strongest declared target. No
// platform is named here: which marches go with which is the table's. Absent when nothing built is
// known and the declarations agree. Without any declaration it is known and empty: the missing
// declaration is the reason that counts.
Fact<TargetCheck> compare_target(const Bundle& bundle, const Platforms& platforms);

// From stored_shape, stored_dtype, stored_strides, else aligned_shape, else stored_bytes.
Fact<Padding> padding_of(const IoRow& row);

// The strides that put elements where the artifact has them; none when nothing states them.
std::optional<std::vector<int64_t>> stored_steps(const IoRow& row);

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

// `models`: those that the bundle is about, of the strongest file first. Without any artifact (and,
// where it counts, without a log) the lists are known, empty and without a place.
// link_identity.cc:
Fact<std::vector<IdentityStatement>> identity_of(const std::vector<const CompiledModel*>& models,
                                                 const Platforms& platforms);
// core_num and core_limit. A core_num that the config states for the same platform is absent: it is
// judged there.
void link_cores(Bundle& bundle, const std::vector<const CompiledModel*>& models,
                const Platforms& platforms);
// version_skew and known_bad (link_versions.cc). A runtime's own warning is the only sign that is
// kept of one runtime.
void link_versions(Bundle& bundle, const std::vector<const CompiledModel*>& models,
                   const Platforms& platforms);
// link_drift.cc. How a setting is compared is a table (build_settings.h). A march that clashes with
// the target is left to target_check.
Fact<std::vector<SettingDrift>> drift_of(const Bundle& bundle, const Platforms& platforms);

// Height and width of the bundle's image inputs; none when they differ or there are none.
std::optional<ImageSize> image_of(const Bundle& bundle);

// Fills tail_activation and mixed_range of the outputs.
void link_outputs(Bundle& bundle);

// From the indices and channels of the contract's outputs, against the artifact's.
Fact<std::vector<OrderClash>> check_order(const Bundle& bundle);

// From [head], `labels` (a number, or counted from the file it names) and the classes of the
// contract's outputs, against the artifact's. Outputs that output_order explains are left out.
Fact<std::vector<ClassClash>> check_classes(const Bundle& bundle, const Fact<int64_t>& labels);

// The ONNX files of a bundle that are stages of one build, in its order, each with its file name.
struct StageFile {
  const Graph* graph = nullptr;
  std::string name;
};
// Each against the next, the last one against the artifact, which has a file name too. Absent with
// fewer than two sides.
Fact<std::vector<StageDrift>> compare_stages(const Bundle& bundle,
                                             const std::vector<StageFile>& stages,
                                             const std::string& artifact);
// The inputs as the artifact's build settings, else its log, state them; empty when they do not.
std::vector<ConfigInput> built_inputs(const Bundle& bundle);

// What the conversion states for an input, from type_rt to built_in_norm and built_color_range: the
// build settings, else the config (null: nothing); at the config's place where that says the same.
void link_built(IoRow& row, const ConfigInput* built, const ConfigInput* config);

// removal_request, once platform, config and artifact are known.
void link_removal_request(Bundle& bundle);

// Removed nodes of the artifact, once its rows are filled; with what the build settings, else the
// config, ask for.
Fact<std::vector<RemovedNode>> removed_of(const Bundle& bundle);

}  // namespace npulint
