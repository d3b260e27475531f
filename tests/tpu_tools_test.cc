// Command lines of TPU-MLIR, sorted as argparse does.
#include <doctest/doctest.h>

#include "lint/tpu_tools.h"

using namespace npulint;

namespace {

std::vector<ToolCommand> commands(std::string_view script) {
  return tool_commands(parse_shell(0, script));
}
ToolCommand only(std::string_view script) {
  auto all = commands(script);
  REQUIRE(all.size() == 1);
  return all[0];
}

}  // namespace

TEST_CASE("tpu_tools: the tools are found behind paths, runners and endings") {
  CHECK(tpu_tool("model_deploy.py"));
  CHECK(tpu_tool("/opt/tpu-mlir/bin/model_deploy"));
  CHECK_FALSE(tpu_tool("model_deploy.sh"));
  CHECK(commands("python3 tools/model_deploy.py --mlir a\nsudo model_transform --mlir b").size() ==
        2);
  CHECK(commands("echo model_deploy.py --mlir a").empty());
  for (const TpuTool& t : tpu_tools()) {
    CHECK_FALSE(t.source.empty());
    CHECK(t.flags.size() > 20);
  }
}

TEST_CASE("tpu_tools: flags, values, aliases and beginnings") {
  const ToolCommand c = only(
      "model_deploy.py --mlir a.mlir --processor BM1688 --quantize=INT8 --asym --num_core 2 \\\n"
      "  --trunc_final a b --model a.bmodel");
  REQUIRE(c.value("--chip"));
  CHECK(c.value("--chip")->text == "BM1688");
  CHECK(c.flag("--chip")->written == "--processor");
  CHECK(c.value("--quantize")->text == "INT8");
  CHECK(c.flag("--asymmetric"));
  CHECK(c.flag("--trunc_final")->values.size() == 2);
  CHECK_FALSE(c.flag("--dynamic"));
  CHECK_FALSE(c.open);
  for (const ToolFlag& f : c.flags) CHECK(f.known);
  // the last one wins
  CHECK(only("model_deploy.py --num_core 1 --num_core 2").value("--num_core")->text == "2");
}

TEST_CASE("tpu_tools: unknown flags and negative numbers") {
  const ToolCommand c = only("model_transform.py --mean -1.5,2,3 --pixel_fromat rgb --mlir a.mlir");
  CHECK(c.value("--mean")->text == "-1.5,2,3");
  REQUIRE(c.flags.size() == 3);
  CHECK_FALSE(c.flags[1].known);
  CHECK(c.flags[1].written == "--pixel_fromat");
  CHECK(only("run_calibration.py a.mlir -o t").value("--calibration_table")->text == "t");
  CHECK(only("run_calibration.py a.mlir -o t").positional.size() == 1);
}

TEST_CASE("tpu_tools: words that are not known leave the command open") {
  CHECK(only("model_deploy.py --mlir a $extra").open);
  CHECK_FALSE(only("model_deploy.py --mlir a \"$extra\"").open);
  const ToolCommand c = only("model_deploy.py --mlir a --num_core $n");
  CHECK_FALSE(c.open);
  CHECK(c.flag("--num_core"));
  CHECK_FALSE(c.value("--num_core"));
  CHECK(only("if a; then model_deploy.py; fi").conditional);
}

TEST_CASE("tpu_tools: a line that lost its command") {
  const auto c =
      commands("model_transform.py --pixel_format rgb\n  --test_input a.jpg \\\n  --mlir a.mlir\n");
  REQUIRE(c.size() == 1);
  REQUIRE(c[0].lost);
  CHECK(c[0].lost->written == "--test_input");
  CHECK_FALSE(only("model_transform.py --mlir a\n# --test_input b\n").lost);
  CHECK_FALSE(only("model_transform.py --mlir a\n\n--test_input b\n").lost);
  CHECK_FALSE(only("model_transform.py --mlir a\n--nonsense b\n").lost->known);
}

TEST_CASE("tpu_tools: chips") {
  REQUIRE(tpu_chip("BM1684X"));
  CHECK(tpu_chip("cv181x")->extension == ".cvimodel");
  CHECK_FALSE(tpu_chip("bm1690"));
}
