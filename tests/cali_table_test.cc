// Tables of TPU-MLIR: which lines the tool reads, and what is wrong with those.
#include <doctest/doctest.h>

#include "lint/table_check.h"
#include "parsers/cali_table.h"
#include "parsers/detect.h"

using namespace npulint;

namespace {

using Why = CaliTable::Dropped::Why;

CaliTable table(std::string_view bytes, std::string_view path = "x_cali_table") {
  auto p = parse_cali_table(1, path, bytes);
  CHECK(p.problems.empty());
  return std::move(*p.record);
}
Why dropped(std::string_view line) {
  const CaliTable t = table("# op_name    threshold    min    max\n" + std::string(line) + "\n");
  REQUIRE(t.dropped.size() == 1);
  CHECK(t.rows.empty());
  return t.dropped[0].why;
}
std::vector<std::string> faults(const CaliTable& t,
                                const std::vector<std::string>* known = nullptr) {
  std::vector<std::string> out;
  for (const TableFault& f : table_faults(t, known)) out.push_back(f.what.in(Lang::kEn));
  return out;
}
bool says(const std::vector<std::string>& all, std::string_view part) {
  for (const std::string& s : all)
    if (s.find(part) != std::string::npos) return true;
  return false;
}
const std::string kModes = "# chip: bm1684x  mix_mode: F16\n# op_name   quantize_mode\n";

}  // namespace

TEST_CASE("cali_table: header and rows keep their places") {
  const std::string s =
      "# mlir version: v1.7\n# mlir: a/x_1b.mlir\n# genetated time: 2026-01-02\r\n"
      "# quantization threshold calculation method: use_kl\n# histogram number: 2048\n"
      "# sample number: 100\n###\n# tune number: 5\n###\n# op_name    threshold    min    max\n"
      "images 1.0000080 0.0000000 1.0000080\n\n122_Conv 56.4281803 -102.5 97.6\r\n";
  const CaliTable t = table(s);
  CHECK(*t.mlir == "a/x_1b.mlir");
  CHECK(*t.version == "v1.7");
  CHECK(*t.time == "2026-01-02");
  CHECK(*t.method == "use_kl");
  CHECK(*t.samples == 100);
  CHECK(*t.histogram == 2048);
  CHECK(*t.tune == 5);
  CHECK(s.substr(t.samples.at.begin, 3) == "100");
  REQUIRE(t.rows.size() == 2);
  CHECK(t.rows[1].name == "122_Conv");
  CHECK(t.rows[1].min == -102.5);
  CHECK(s.substr(t.rows[1].threshold_at.begin, 10) == "56.4281803");
  CHECK(s.substr(t.rows[1].at.begin, t.rows[1].at.end - t.rows[1].at.begin) ==
        "122_Conv 56.4281803 -102.5 97.6");
  CHECK(t.dropped.empty());
  CHECK(faults(t).empty());
}

TEST_CASE("cali_table: lines that the tool's pattern does not match") {
  CHECK(dropped("a nan -1 1") == Why::kNotFinite);
  CHECK(dropped("a 1 -inf 1") == Why::kNotFinite);
  CHECK(dropped("a 1e+2 -1 1") == Why::kPlusSign);
  CHECK(dropped("a 1E-2 -1 1") == Why::kExponent);
  CHECK(dropped("a 1 -1 1 ") == Why::kBlankAtEnd);
  CHECK(dropped(" a 1 -1 1") == Why::kBlankAtStart);
  CHECK(dropped("a 1 -1") == Why::kColumns);
  CHECK(dropped("a b 1 -1 1") == Why::kColumns);
  CHECK(dropped("a 1 -1 x") == Why::kCharacter);
  CHECK(dropped("a 0x10 -1 1") == Why::kCharacter);
  CHECK(dropped("a 1.2.3 -1 1") == Why::kNumber);
  CHECK(dropped("a 1e999 -1 1") == Why::kNumber);
  CHECK(table("# op_name threshold min max\na 1e-2 -1 1\n").rows.size() == 1);
}

TEST_CASE("cali_table: sections") {
  const CaliTable t = table(
      "# op_name threshold min max\na 1 -1 1\n#asym_op\na\n#int4_th\na 2 -2 2\n#weight_scale\n"
      "a_weight 2 0.5 0.25\n#tpu-mlir-fp8 table\nb 1 -1 1\n");
  REQUIRE(t.rows.size() == 3);
  CHECK(t.rows[1].section == CaliTable::Section::kInt4);
  CHECK(t.rows[2].section == CaliTable::Section::kFp8);
  CHECK(t.switches.size() == 4);
  CHECK(t.other_lines == 2);
  CHECK(faults(t).empty());  // the same name in another section is another thing
}

TEST_CASE("cali_table: values") {
  const std::string head = "# op_name threshold min max\n";
  CHECK(says(faults(table(head + "a 0 -1 1\n")), "threshold of `a` is 0:"));
  CHECK(says(faults(table(head + "a -3 -1 1\n")), "threshold of `a` is -3:"));
  const auto zero = table_faults(table(head + "a 0.0000100 0 0\n"), nullptr);
  REQUIRE(zero.size() == 1);
  CHECK(zero[0].severity == Severity::kWarning);
  CHECK(faults(table(head + "a 0.0000101 0 0\n")).empty());
  CHECK(says(faults(table(head + "a 1 2 1\n")), "min 2 of `a` is above its max 1"));
  CHECK(says(faults(table(head + "a 1 -1 1\na 2 -1 1\n")), "stands twice"));
  CHECK(faults(table(head + "a 1 -1 1\na 1.0 -1 1\n")).empty());
  const auto many = table_faults(table(head + "a nan 0 1\nb nan 0 1\nc nan 0 1\n"), nullptr);
  REQUIRE(many.size() == 1);
  CHECK(many[0].also.size() == 2);
  CHECK(says({many[0].what.in(Lang::kEn)}, "such rows: 3"));
}

TEST_CASE("cali_table: modes of a quantisation table") {
  const CaliTable t = table(kModes + "a_Conv F16\nb_Add int8\nc\nd F16 x\n", "x_qtable");
  CHECK(t.kind == CaliTable::Kind::kQuantisation);
  CHECK(*t.chip == "bm1684x");
  CHECK(*t.mix_mode == "F16");
  REQUIRE(t.modes.size() == 2);
  REQUIRE(t.dropped.size() == 2);
  CHECK(t.dropped[0].why == Why::kNoMode);
  CHECK(t.dropped[1].why == Why::kColumns);
  CHECK(faults(t).size() == 2);
  CHECK(says(faults(table(kModes + "a FP32\n", "x_qtable")), "did you mean `F32`"));
  CHECK(says(faults(table(kModes + "a F16\na BF16\n", "x_qtable")), "stands twice"));
}

TEST_CASE("cali_table: against the command that reads it") {
  CaliTable t = table(kModes + "a_Conv W8F16\n", "x_qtable");
  CaliTable::Use u;
  u.command = "model_deploy";
  u.quantize = {"BF16", {}};
  u.chip = {"bm1688", {}};
  t.uses = {u};
  CHECK(faults(t).size() == 1);
  CHECK(says(faults(t), "beside `--quantize BF16`"));
  t.uses[0].quantize = {"INT8", {}};
  CHECK(faults(t).empty());
  t.uses[0].chip = {"CV186X", {}};
  CHECK(says(faults(t), "CV186X does not support `W8F16`"));
  t.uses[0].chip = {"cv181x", {}};  // turns what it cannot hold into BF16
  CHECK(faults(t).empty());
  t.uses[0].chip = {"bm1690", {}};  // no table knows it
  CHECK(faults(t).empty());

  const auto partner = std::make_shared<CaliTable>(
      table("# op_name threshold min max\na_Conv 1 -1 1\nb_Conv nan 0 1\n"));
  CaliTable q = table(kModes + "a_Conv F16\nb_Conv F16\nx_Shape F32\n", "x_qtable");
  u = {};
  u.partner = partner;
  q.uses = {u};
  CHECK(faults(q).empty());
  CaliTable other = table(kModes + "q_Conv F16\n", "x_qtable");
  other.uses = {u};
  CHECK(says(faults(other), "none of the 1 names"));
}

TEST_CASE("cali_table: names of the graph") {
  const CaliTable t = table("# op_name threshold min max\na 1 -1 1\nb_Conv 1 -1 1\nc_Mul 1 -1 1\n");
  std::vector<std::string> known = {"x_Conv", "y_Mul"};
  CHECK(says(faults(t, &known), "none of the 3 names"));
  known.push_back("c_Mul");
  CHECK(faults(t, &known).empty());
  known.clear();
  CHECK(faults(t, &known).empty());
}

TEST_CASE("cali_table: which names are of one model") {
  CHECK(one_model("yolov8s_1b.mlir", "yolov8s_4b.mlir"));
  CHECK(one_model("yolov8s.mlir", "yolov8s_bm1688_int8_2core.mlir"));
  CHECK(one_model("resnet50_640x640.mlir", "resnet50_bs16.mlir"));
  CHECK(one_model("yolov5s_v6.1_3output_1b.mlir", "yolov5s_v6.1_3output_4b.mlir"));
  CHECK_FALSE(one_model("yolov5s.mlir", "yolov8s.mlir"));
  CHECK_FALSE(one_model("yolov5s_1b.mlir", "yolov5m_1b.mlir"));
}

TEST_CASE("cali_table: detection") {
  const std::string head = "# op_name    threshold    min    max\na 1 -1 1\n";
  CHECK(detect("anything.txt", head) == FileKind::kTable);
  CHECK(detect("x_cali_table", "a 1 -1 1\n") == FileKind::kTable);
  CHECK(detect("x_qtable", "# c\na F16\n") == FileKind::kTable);
  CHECK(detect("notes.txt", "a 1 -1 1\n") == FileKind::kUnknown);
  CHECK(detect("x_qtable", "a 1 2 3 4\n") == FileKind::kUnknown);
  CHECK(detect("x_cali_table.sh", head) == FileKind::kUnknown);
  CHECK(worth_opening("yolov5s_v6.1_3output_cali_table"));
  CHECK_FALSE(worth_opening("README"));
}

TEST_CASE("cali_table: damage") {
  const auto nul = parse_cali_table(1, "x_cali_table", std::string_view("a 1\0 2 3\n", 9));
  REQUIRE(nul.problems.size() == 1);
  CHECK_FALSE(nul.record->complete);
  CHECK(table("").rows.empty());
  CHECK(table("\n\r\n \n\v\n").dropped.empty());
  CHECK(table("#").complete);
}
