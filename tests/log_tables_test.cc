#include "parsers/log_tables.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "parsers/build_log.h"

namespace npulint {
namespace {

const std::string kStamp = "2025-03-04 05:06:07,089 file: tool_utils.py func: f line No: 12 ";

std::string text_table(const std::string& titles, const std::vector<std::string>& rows) {
  std::string out =
      kStamp + "The main quantized node information:\n==========\n" + titles + "\n----------\n";
  for (const std::string& row : rows) out += row + '\n';
  return out + kStamp + "End to Horizon NN Model Convert.\n";
}

BuildLog parse(const std::string& text) {
  return parse_build_log(0, kStamp + "Start hb_mapper....\n" + text).record;
}

const std::string kTitles =
    "Node        ON   Subgraph  Type              Cosine Similarity  Threshold  DataType";

std::string part(const std::string& text, const Evidence& at) {
  return text.substr(at.begin, at.end - at.begin);
}

TEST_CASE("nodes of hb_mapper: columns by their titles, empty cells, dashes") {
  const std::string text = text_table(
      kTitles,
      {"/m/Conv     BPU  id(0)     HzSQuantizedConv  0.999732           1.04418    int8      ",
       "/m/Split    BPU  id(0)     Split                                            int8      ",
       "/m/Reshape  CPU  --        Reshape           0.957511           --         float"});
  const std::string all = kStamp + "Start hb_mapper....\n" + text;
  const BuildLog log = parse(text);
  REQUIRE(log.nodes.size() == 3);
  CHECK(log.nodes[0].name == "/m/Conv");
  CHECK(log.nodes[0].on == "BPU");
  CHECK(log.nodes[0].subgraph == "id(0)");
  CHECK(log.nodes[0].type == "HzSQuantizedConv");
  CHECK(*log.nodes[0].cosine == 0.999732);
  CHECK(*log.nodes[0].threshold == 1.04418);
  CHECK(log.nodes[0].dtype == "int8");
  CHECK_FALSE(log.nodes[0].calibrated);
  CHECK_FALSE(log.nodes[1].cosine);
  CHECK_FALSE(log.nodes[1].threshold);
  CHECK(log.nodes[1].dtype == "int8");
  CHECK(log.nodes[2].subgraph.empty());
  CHECK(*log.nodes[2].cosine == 0.957511);
  CHECK_FALSE(log.nodes[2].threshold);
  CHECK(part(all, log.nodes[2].at).starts_with("/m/Reshape  CPU"));
  CHECK(part(all, log.nodes_at) == kTitles);
  CHECK(log.outputs.empty());
  CHECK_FALSE(log.outputs_at.known());
}

TEST_CASE("columns are counted in characters") {
  const BuildLog log = parse(
      text_table("Node      ON   Subgraph  Type   Cosine Similarity",
                 {"/节点/Conv  BPU  id(0)     Conv   0.9", "/n/Mul    BPU  id(0)     HzLut  0.8"}));
  REQUIRE(log.nodes.size() == 2);
  CHECK(log.nodes[0].name == "/节点/Conv");
  CHECK(*log.nodes[0].cosine == 0.9);
  CHECK(*log.nodes[1].cosine == 0.8);
}

TEST_CASE("rows that someone aligned anew: every cell, or the first ones") {
  const BuildLog log = parse(text_table(
      kTitles, {"conv BPU id(0) HzConv 0.5 2.0 int8", "split   BPU     id(0)   Split   int8"}));
  REQUIRE(log.nodes.size() == 2);
  CHECK(*log.nodes[0].cosine == 0.5);
  CHECK(*log.nodes[0].threshold == 2);
  CHECK(log.nodes[1].type == "Split");
  CHECK(log.nodes[1].dtype.empty());
  CHECK_FALSE(log.nodes[1].cosine);
}

TEST_CASE("outputs of hb_mapper, under both titles") {
  for (const char* name : {"Output ", "Node   "}) {
    const BuildLog log = parse(text_table(
        std::string(name) + "     Cosine Similarity  L1 Distance  L2 Distance  Chebyshev Distance",
        {"output0     0.996629           0.130554     0.000313     3.775680",
         "469         1.000020           0.262353     0.001346     5.227246"}));
    REQUIRE(log.outputs.size() == 2);
    CHECK(log.nodes.empty());
    CHECK(log.outputs[0].name == "output0");
    CHECK(*log.outputs[0].cosine == 0.996629);
    CHECK(*log.outputs[0].l1 == 0.130554);
    CHECK(*log.outputs[0].l2 == 0.000313);
    CHECK(*log.outputs[0].chebyshev == 3.77568);
    CHECK(*log.outputs[1].cosine == 1.00002);
  }
}

TEST_CASE("a table ends at the next message; lines that were left out do not end it") {
  const std::string row =
      "/m/Conv     BPU  id(0)     HzSQuantizedConv  0.9                2.0        int8";
  const BuildLog log =
      parse(text_table(kTitles, {row, "[... lines omitted ...]", row}) + row + "\n" + row + "\n");
  CHECK(log.nodes.size() == 2);
  const BuildLog broken = parse(text_table(kTitles, {row, "calibration: 100%", row}));
  CHECK(broken.nodes.size() == 1);
}

TEST_CASE("tables of hb_compile") {
  const auto line = [](const std::string& s) { return kStamp + s + "\n"; };
  const std::string text =
      line("+------+------+") +
      line(
          "| Node      | NodeType  | ON   | Threshold | Calibrated Cosine | Quantized Cosine | "
          "Output Data Type |") +
      line("+------+------+") +
      line(
          "| /m/Conv   | Conv      | BPU  | 1.0       | 0.999790          | 0.999782         | si8 "
          "             |") +
      line(
          "| /m/Conv+T | Transpose | NULL | --        | 0.993313          | --               | f32 "
          "             |") +
      line("+------+------+") + line("+------+------+") +
      line("| TensorName | Calibrated Cosine | Quantized Cosine |") + line("+------+------+") +
      line("| output0    | 0.999634          | 0.977052         |") + line("+------+------+");
  const BuildLog log = parse(text);
  REQUIRE(log.nodes.size() == 2);
  CHECK(log.nodes[0].type == "Conv");
  CHECK(*log.nodes[0].calibrated == 0.99979);
  CHECK(*log.nodes[0].cosine == 0.999782);
  CHECK(*log.nodes[0].threshold == 1);
  CHECK(log.nodes[0].dtype == "si8");
  CHECK(log.nodes[1].on == "NULL");
  CHECK_FALSE(log.nodes[1].threshold);
  CHECK_FALSE(log.nodes[1].cosine);
  REQUIRE(log.outputs.size() == 1);
  CHECK(*log.outputs[0].calibrated == 0.999634);
  CHECK(*log.outputs[0].cosine == 0.977052);
  // of a model without calibration data
  const BuildLog skip = parse(line("| Node | NodeType | ON | Output Data Type |") +
                              line("| /m/Conv | Conv | CPU | f32 |"));
  REQUIRE(skip.nodes.size() == 1);
  CHECK(skip.nodes[0].on == "CPU");
  CHECK(skip.nodes[0].dtype == "f32");
  CHECK_FALSE(skip.nodes[0].cosine);
}

TEST_CASE("damage: no table that is cut off states a wrong number") {
  const auto bar = [](const std::string& s) { return kStamp + s + "\n"; };
  const std::string text =
      text_table(
          kTitles,
          {"/m/Conv     BPU  id(0)     HzSQuantizedConv  0.999732           1.04418    int8",
           "/m/Mul      BPU  id(0)     HzLut             0.998765           43.7245    int16"}) +
      text_table("Output      Cosine Similarity  L1 Distance",
                 {"output0     0.996629           0.130554"}) +
      bar("| TensorName | Calibrated Cosine | Quantized Cosine |") +
      bar("| output1    | 0.999634          | 0.977052         |");
  const auto one_of = [](std::optional<double> v, std::initializer_list<double> all) {
    return !v || std::find(all.begin(), all.end(), *v) != all.end();
  };
  for (size_t n = 0; n <= text.size(); ++n) {
    const BuildLog log = parse(text.substr(0, n));
    for (const auto& r : log.nodes) {
      CHECK((r.name == "/m/Conv" || r.name == "/m/Mul"));
      CHECK((r.on == "BPU"));
      CHECK((r.type.empty() || r.type == "HzSQuantizedConv" || r.type == "HzLut"));
      CHECK((r.dtype.empty() || r.dtype == "int8" || r.dtype == "int16"));
      CHECK(one_of(r.cosine, {0.999732, 0.998765}));
      CHECK(one_of(r.threshold, {1.04418, 43.7245}));
    }
    for (const auto& r : log.outputs) {
      CHECK((r.name == "output0" || r.name == "output1"));
      CHECK(one_of(r.cosine, {0.996629, 0.977052}));
      CHECK(one_of(r.calibrated, {0.999634}));
      CHECK(one_of(r.l1, {0.130554}));
    }
  }
}

TEST_CASE("what is no table") {
  CHECK(parse("Node   ON\nx  y\n").nodes.empty());
  CHECK(parse("| a | b |\n| 1 | 2 |\n").nodes.empty());
  CHECK(parse("Node Name                    Type\n/x/Conv Dequantize\n").nodes.empty());
  CHECK(parse("Output      Cosine Similarity\nsaved to x\n").outputs.empty());
  CHECK(parse("Output      Cosine Similarity\noutput0     nan\n").outputs.empty());
  CHECK(parse("| TensorName | Quantized Cosine |\n| a | b | c | 0.1 |\n| d | 0.2 |\n")
            .outputs.size() == 1);
}

}  // namespace
}  // namespace npulint
