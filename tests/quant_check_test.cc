#include "lint/quant_check.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "lint/config.h"
#include "parsers/oe_config.h"

using namespace npulint;

namespace {

std::string problems(const std::string& quant, const std::string& rest = "") {
  const std::string yaml =
      "calibration_parameters:\n  cal_data_dir: a\n" + rest + "  quant_config: " + quant + "\n";
  const auto config = parse_config(0, yaml).record;
  const QuantConfig q{
      0, &setting_entry(*config, "calibration_parameters", "quant_config")->value, nullptr, {}};
  std::string out;
  for (const QuantProblem& p : quant_problems(*config, q, nullptr)) {
    CHECK(p.at.end > p.at.begin);
    out += p.path + "=" + p.written + (p.near.empty() ? "" : "→" + p.near) + " ";
  }
  return out;
}

}  // namespace

TEST_CASE("quant config: levels") {
  CHECK(problems("{}").empty());
  CHECK(problems("{model_config: {}, op_config: {}, subgraph_config: {}, node_config: null}")
            .empty());
  CHECK(problems("{node_confg: {}}") == "node_confg=node_confg→node_config ");
  CHECK(problems("{activation: {}}") == "activation=activation ");
  CHECK(problems("{op_config: [Conv]}") == "op_config= ");
}

TEST_CASE("quant config: types") {
  CHECK(problems("{model_config: {all_node_type: int16}, node_config: {/a: {qtype: float16}}}")
            .empty());
  CHECK(problems("{op_config: {Conv: {qtype: int32}}}") == "op_config.Conv.qtype=int32 ");
  CHECK(problems("{op_config: {Conv: {input1: fp16}}}") == "op_config.Conv.input1=fp16 ");
  CHECK(problems("{op_config: {Add: {qtype: dual-int16}}}") ==
        "op_config.Add.qtype=dual-int16→Add ");
  CHECK(problems("{op_config: {Gemm: {qtype: int16-ec}}}").empty());
  CHECK(problems("{node_config: {/a: {ON: int16}}}").empty());  // one document has it
  CHECK(problems("{node_config: {/a: {qtpye: int16}}}") == "node_config./a.qtpye=qtpye→qtype ");
  CHECK(problems("{op_config: {Conv: {qtype: '@TYPE@'}}}").empty());
}

TEST_CASE("quant config: operator types differ in case, or by a letter of a long name") {
  CHECK(problems("{op_config: {softmax: {qtype: int16}}}") == "op_config.softmax=softmax→Softmax ");
  CHECK(problems("{op_config: {Softmx: {qtype: int16}}}") == "op_config.Softmx=Softmx→Softmax ");
  CHECK(problems("{op_config: {HzSwish: {}, GridSamplePlugin: {}, Silu: {}, Gelu: {}}}").empty());
}

TEST_CASE("quant config: both shapes of model_config") {
  CHECK(problems("{model_config: {mine: {all_node_type: int16, activation: {num_bin: 1024}}}}")
            .empty());
  CHECK(problems("{model_config: {mine: {all_node_type: int99}}}") ==
        "model_config.mine.all_node_type=int99 ");
  CHECK(problems("{model_config: {all_node_typ: int16}}") ==
        "model_config.all_node_typ=all_node_typ→all_node_type ");
}

TEST_CASE("quant config: ranges hold for every item of a list") {
  CHECK(problems("{model_config: {activation: {max_percentile: [0.99995, 1.0], num_bin: 129}}}")
            .empty());
  CHECK(problems("{model_config: {activation: {max_percentile: [0.99995, 0.3]}}}") ==
        "model_config.activation.max_percentile=0.3 ");
  CHECK(problems("{model_config: {weight: {bias_correction: {num_sample: 0, metric: cosine}}}}") ==
        "model_config.weight.bias_correction.num_sample=0 "
        "model_config.weight.bias_correction.metric=cosine ");
}

TEST_CASE("quant config: other settings of the config") {
  const char* inner = "{model_config: {activation: {calibration_type: [kl, max]}}}";
  CHECK(problems(inner, "  calibration_type: max\n").empty());
  CHECK(problems(inner, "  calibration_type: default\n").empty());
  CHECK(problems(inner, "  calibration_type: skip\n") ==
        "model_config.activation.calibration_type=kl, max ");
  const char* all = "{model_config: {all_node_type: int8}}";
  CHECK(problems(all, "  optimization: set_all_nodes_int16\n") ==
        "model_config.all_node_type=int8 ");
  CHECK(problems(all, "  optimization: set_all_nodes_int8,asymmetric\n").empty());
}
