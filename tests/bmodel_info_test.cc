#include "parsers/bmodel_info.h"

#include <doctest/doctest.h>

namespace npulint {
namespace {

constexpr std::string_view kInfo =
    "bmodel version: B.2.2+v1.7-g0123abc-20240430\n"
    "chip: BM1688\n"
    "create time: Mon Mar 18 18:47:36 2024\n"
    "\n"
    "kernel_module name: lib.so\n"
    "==========================================\n"
    "net 0: [det]  static\n"
    "------------\n"
    "stage 0, core num: 2\n"
    "input: data, [1, 3, 48, 48], uint8, scale: 255, zero point: 0\n"
    "output: a, [b]; c, [1, 4], int8, scale: 0.00261822, zero point: -3\n"
    "output: boxes_f32, [1, 10], float32, scale: 1, zero point: 0\n"
    "------------\n"
    "stage 1, core num: 2\n"
    "input: data, [2, 3, 48, 48], uint8, scale: 255, zero point: 0\n"
    "output: s, [ ], unkown, scale: 1, zero point: 0\n"
    "device mem size: 100 (weight: 50, instruct: 20, runtime: 30)\n";

std::string sentence(const Parsed<CompiledFile>& p) {
  REQUIRE_FALSE(p.problems.empty());
  CHECK_FALSE(p.problems[0].what.in(Lang::kZh).empty());
  return p.problems[0].what.in(Lang::kEn);
}

TEST_CASE("bmodel_info: model_tool --info") {
  CHECK(looks_like_bmodel_info(kInfo));
  const auto p = parse_bmodel_info(0, kInfo);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 2);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "bmodel_info");
  CHECK(*m.name == "det");
  CHECK(*m.chip == "BM1688");
  CHECK(kInfo.substr(m.chip.at.begin, m.chip.at.end - m.chip.at.begin) == "BM1688");
  REQUIRE(m.versions.size() == 2);
  CHECK(*m.versions[0].second == "2.2");
  CHECK(*m.versions[1].second == "v1.7-g0123abc-20240430");
  CHECK(*m.build.at("CORE_NUM") == "2");
  CHECK(*m.build.at("STAGE") == "0 of 2");
  REQUIRE(m.inputs.size() == 1);
  CHECK(*m.inputs[0].dtype == DType::kUint8);
  CHECK(*m.inputs[0].shape == Shape{1, 3, 48, 48});
  REQUIRE(m.outputs.size() == 2);
  const CompiledTensor& out = m.outputs[0];
  CHECK(out.name == "a, [b]; c");  // names hold what separates elsewhere
  CHECK(out.quant->scales == std::vector<double>{0.00261822});
  CHECK(out.quant->zero_points == std::vector<int64_t>{-3});
  CHECK(out.quant->rounded);
  CHECK(kInfo.substr(out.quant.at.begin, 10) == "0.00261822");
  CHECK(m.outputs[1].quant->kind == Quantization::Kind::kNone);
  CHECK(m.outputs[1].index == 1);
  const CompiledTensor& odd = p.record.models[1].outputs[0];
  CHECK(odd.shape->empty());
  CHECK_FALSE(odd.dtype);
  CHECK(odd.dtype.missing.in(Lang::kEn).find("unkown") != std::string::npos);
}

TEST_CASE("bmodel_info: older and newer words, remarks of documents") {
  const auto p =
      parse_bmodel_info(0,
                        "# bmodel version: B.2.2   # format\n"
                        "# processor: BM1684X   // processor\n"
                        "# net 0: [PNet]  dynamic  // one\n"
                        "# stage 0:\n"
                        "# input: data, [max:1, 3, max:576], int8, scale: 60.2  // H varies\n"
                        "# output: prob1, [1, 2, 283], float32, scale: 1, zero_point: 0\n"
                        "# net 1: [RNet]  static\n"
                        "# stage 0:\n"
                        "# input: data, [32, 3], int8, scale: 2    # , scale: of all\n");
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 2);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.chip == "BM1684X");
  CHECK(*m.name == "PNet");
  CHECK(*m.inputs[0].shape == Shape{-1, 3, -1});
  CHECK(m.inputs[0].quant->zero_points.empty());
  CHECK(*m.outputs[0].shape == Shape{-1, -1, -1});  // printed for the largest input
  CHECK(*p.record.models[1].name == "RNet");
  CHECK(p.record.models[1].build.count("STAGE") == 0);
  CHECK(*p.record.models[1].inputs[0].shape == Shape{32, 3});
}

TEST_CASE("bmodel_info: bmrt_test") {
  constexpr std::string_view kLog =
      "[BMRT][load_bmodel:1079] INFO:Loading bmodel from [m/ocr.bmodel]. Thanks\n"
      "[BMRT][show_net_info:1464] INFO: NetName: ocr, Index=0, CoreNum=2\n"
      "[BMRT][show_net_info:1466] INFO: ---- stage 0 ----\n"
      "[BMRT][show_net_info:1475] INFO:   Input 0) 'it's x' shape=[ 1 3 640 ] dtype=INT8 scale=0.5 "
      "zero_point=7 device_id=0\n"
      "[BMRT][show_net_info:1485] INFO:   Output 0) 'y' shape=[ 1 84 8400 ] dtype=BFLOAT16\n";
  CHECK(looks_like_bmodel_info(kLog));
  const auto p = parse_bmodel_info(0, kLog);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.name == "ocr");
  CHECK(*m.describes == "m/ocr.bmodel");
  CHECK(*m.build.at("CORE_NUM") == "2");
  CHECK(m.inputs[0].name == "it's x");
  CHECK(m.inputs[0].quant->zero_points == std::vector<int64_t>{7});
  CHECK(*m.outputs[0].dtype == DType::kBFloat16);
  CHECK(*m.outputs[0].shape == Shape{1, 84, 8400});
  CHECK_FALSE(m.outputs[0].quant);

  const auto bare = parse_bmodel_info(0,
                                      "Input 0) 'a' shape=[ 1 3 ] dtype=FLOAT32 scale=1\n"
                                      "Output 0) 'b' shape=[ 1 ] dtype=INT8 scale=0.25\n");
  CHECK(bare.problems.empty());
  REQUIRE(bare.record.models.size() == 1);
  CHECK(bare.record.models[0].outputs[0].quant->scales == std::vector<double>{0.25});

  const auto refused = parse_bmodel_info(
      0,
      "[BMRT][load_bmodel:1079] INFO:Loading bmodel from [y.bmodel]. Thanks\n"
      "[BMRT][load_bmodel:1019] WRONG:Error: runtime arch[BM1684] is not the same with bmodel "
      "arch[BM1684X]\n");
  REQUIRE(refused.record.models.size() == 1);
  CHECK(*refused.record.models[0].chip == "BM1684X");
}

TEST_CASE("bmodel_info: figures of a run, with or without the list of tensors") {
  const std::string run =
      "[BMRT][bmrt_test:981] INFO:net[vgg] stage[0], launch total time is\n"
      "19590 us (npu 19489 us, cpu 101 us)  (1)\n"
      "[BMRT][bmrt_test:984] INFO:+++ The network[vgg] stage[0] cmp failed +++\n"
      "[BMRT][print_array:647] INFO:output data #0 shape: [4 32 120 68 ] < 3.4 4.0 ... > len=9\n"
      "[BMRT][print_array:647] INFO:output data #1 shape: [4 32 60 34 ] < 3.5 ... > len=2\n"
      "[BMRT][bmrt_test:1029] INFO:load input time(s): 0.008511 (3)\n"
      "\x1b[32m[BMRT][bmrt_test:1030] INFO:calculate  time(s): 0.019594\x1b[0m\r\n"
      "[BMRT][bmrt_test:1032] INFO:compare    time(s): 0.002886\n";
  CHECK(looks_like_bmodel_info(run));
  const auto p = parse_bmodel_info(0, run);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.name == "vgg");
  CHECK(m.outputs.empty());  // shapes without names or types are no tensors
  CHECK(*m.build.at("LAUNCH_US") == "19590");
  CHECK(*m.build.at("CALCULATE_SECONDS") == "0.019594");
  CHECK(*m.build.at("LOAD_INPUT_SECONDS") == "0.008511");
  CHECK(*m.build.at("COMPARE_SECONDS") == "0.002886");
  CHECK(*m.build.at("COMPARED") == "failed");
  CHECK(*m.build.at("RUN_OUTPUT_SHAPES") == "4 32 120 68;4 32 60 34");
  // the net was listed when it was loaded
  const std::string listed =
      "NetName: vgg, Index=0\n---- stage 0 ----\n"
      "Input 0) 'x' shape=[ 1 3 ] dtype=INT8 scale=2\n";
  const auto both = parse_bmodel_info(0, listed + run);
  REQUIRE(both.record.models.size() == 1);
  CHECK(both.record.models[0].inputs.size() == 1);
  CHECK(*both.record.models[0].build.at("LAUNCH_US") == "19590");
  for (size_t n = 0; n < run.size(); ++n)
    for (const CompiledModel& x : parse_bmodel_info(0, run.substr(0, n)).record.models)
      for (const auto& [key, fact] : x.build) CHECK(fact.at.end <= n);
}

TEST_CASE("bmodel_info: damage") {
  // cut in the middle of a tensor: said; anywhere: never a crash
  for (size_t n = 0; n < kInfo.size(); ++n) (void)parse_bmodel_info(0, kInfo.substr(0, n));
  const auto says = [](std::string_view s, std::string_view part) {
    const auto p = parse_bmodel_info(0, s);
    return sentence(p).find(part) != std::string::npos;
  };
  const std::string head = "bmodel version: B.2.2\nchip: BM1688\nnet 0: [n]  static\nstage 0:\n";
  CHECK(says(head, "lists no net with inputs or outputs"));
  CHECK(says(head + "input: x, [1, 3], int8, sc", "is no whole line of a tensor"));
  CHECK(says(head + "input: x, [1, 3], int8, scale: ", "no whole line"));
  CHECK(says(head + "input: x, [1, 3], int8, scale: 0.1, zero point: ", "no whole line"));
  CHECK(says(head + "input: x, [1, three], int8, scale: 0.1", "no whole line"));
  CHECK(says(head + "input: x, [1, -3], int8, scale: 0.1", "no whole line"));
  CHECK(says(head + "input: x, [1,1,1,1,1,1,1,1,1], int8, scale: 0.1", "no whole line"));
  CHECK(says(head + "input: x, [99999999999999999999], int8, scale: 1", "no whole line"));
  CHECK(says(head + "input: x, [1], int8, scale: much", "no whole line"));
  CHECK(says(head + "input: x, 1, int8, scale: 1", "no whole line"));
  CHECK(says("Input 0) 'x' shape=[ 1 3 dtype=INT8", "no whole line"));
  std::string many = head;
  for (int i = 0; i < 2100; ++i) many += "stage 1:\n";
  CHECK(says(many, "more than 2000 stages"));
}

TEST_CASE("bmodel_info: other texts are none") {
  CHECK_FALSE(looks_like_bmodel_info(""));
  CHECK_FALSE(
      looks_like_bmodel_info("Convert it and look at the bmodel version: it must be 2.2\n"));
  CHECK_FALSE(looks_like_bmodel_info("bmodel version: B.2.2\nsome notes\n"));
  CHECK_FALSE(looks_like_bmodel_info("chip: BM1688\nnet 0: [x] static\n"));
  CHECK_FALSE(looks_like_bmodel_info(
      "The runtime says 'runtime arch[BM1684] is not the same with bmodel arch[BM1684X]'\n"));
  CHECK_FALSE(looks_like_bmodel_info(
      "Error: runtime arch[BM1684] is not the same with bmodel arch[BM1684X]\n"));
  CHECK_FALSE(looks_like_bmodel_info("Input 0) 'x' is an image\n"));
}

}  // namespace
}  // namespace npulint
