// The data files of lint/ that are compiled in.
#pragma once

#include <string_view>

namespace npulint {
extern const std::string_view embedded_platforms_toml;
extern const std::string_view embedded_config_keys_toml;
extern const std::string_view embedded_quant_config_toml;
extern const std::string_view embedded_init_toml;
extern const std::string_view embedded_config_combinations_toml;
extern const std::string_view embedded_norm_presets_toml;
extern const std::string_view embedded_tool_versions_toml;
extern const std::string_view embedded_heads_toml;
extern const std::string_view embedded_log_limits_toml;
extern const std::string_view embedded_artifact_names_toml;
extern const std::string_view embedded_calibration_counts_toml;
extern const std::string_view embedded_tpu_tools_toml;
extern const std::string_view embedded_report_css;
extern const std::string_view embedded_stages_toml;
extern const std::string_view embedded_graph_limits_toml;
extern const std::string_view embedded_retention_toml;
extern const std::string_view embedded_hbdk_py;
extern const std::string_view embedded_hrt_sh;
extern const std::string_view embedded_bmodel_sh;
}  // namespace npulint
