#include "parsers/quant_info.h"

#include <doctest/doctest.h>

#include "lint/load.h"
#include "lint/render.h"
#include "parsers/detect.h"

namespace npulint {
namespace {

const std::string kX5 =
    "{\"/m/Conv\": {\"type\": \"Conv\", \"inputs\": [\"x_calibrated\"], \"outputs\": [\"y\"],\n"
    "  \"thresholds\": [[1.5, 2.5], [9.0], []], \"cosine_similarity\": \"0.999732\"},\n"
    " \"/m/T\": {\"type\": \"Transpose\", \"thresholds\": [[]], \"cosine_similarity\": "
    "\"1.000020\"}}";
const std::string kS =
    "{\"/m/Conv\": {\"type\": \"Conv\", \"thresholds\": [[3.0]], \"cosine_similarity\": 0.98},\n"
    " \"model_output_tensor\": {\"logits\": {\"cosine_similarity\": \"0.97\"}}}";

TEST_CASE("quant_info.json of hb_mapper: similarities are texts") {
  const auto p = parse_quant_info(4, kX5);
  CHECK(p.problems.empty());
  CHECK(*p.record.tool == "quant_info");
  REQUIRE(p.record.nodes.size() == 2);
  const auto& n = p.record.nodes[0];
  CHECK(n.name == "/m/Conv");
  CHECK(n.type == "Conv");
  CHECK(*n.cosine == 0.999732);
  CHECK(*n.threshold == 2.5);  // of the first input
  CHECK_FALSE(n.calibrated);
  CHECK(kX5.substr(n.at.begin, 9) == "\"/m/Conv\"");
  CHECK(kX5[n.at.end - 1] == '}');
  CHECK(*p.record.nodes[1].cosine == 1.00002);
  CHECK_FALSE(p.record.nodes[1].threshold);
  CHECK(p.record.outputs.empty());
}

TEST_CASE("quant_info.json of hb_compile: outputs, similarities after calibration") {
  const auto p = parse_quant_info(4, kS);
  CHECK(p.problems.empty());
  REQUIRE(p.record.nodes.size() == 1);
  CHECK(*p.record.nodes[0].calibrated == 0.98);
  CHECK_FALSE(p.record.nodes[0].cosine);
  REQUIRE(p.record.outputs.size() == 1);
  CHECK(p.record.outputs[0].name == "logits");
  CHECK(*p.record.outputs[0].calibrated == 0.97);
}

TEST_CASE("what quant_info.json may hold instead") {
  const auto first = [](const std::string& node) {
    const auto p = parse_quant_info(4, "{\"n\": " + node + "}");
    return p.record.nodes.empty() ? BuildLog::Similarity{} : p.record.nodes[0];
  };
  CHECK_FALSE(first("{\"cosine_similarity\": \"--\"}").cosine);
  CHECK_FALSE(first("{\"cosine_similarity\": \"nan\"}").cosine);
  CHECK_FALSE(first("{\"cosine_similarity\": \"0.9, 0.8\"}").cosine);
  CHECK_FALSE(first("{\"cosine_similarity\": \"\"}").cosine);
  CHECK_FALSE(first("{\"cosine_similarity\": null, \"type\": 3}").cosine);
  CHECK_FALSE(first("{\"thresholds\": []}").threshold);
  CHECK_FALSE(first("{\"thresholds\": [null, [2.0]]}").threshold);
  CHECK_FALSE(first("{\"thresholds\": \"x\"}").threshold);
  CHECK(parse_quant_info(4, "{}").problems.empty());  // nothing is quantised
  for (const char* bad : {"", "[]", "3", "{\"n\": 3}", "{\"n\": {\"a\": 1}}", "{\"n\": "})
    CHECK(parse_quant_info(4, bad).problems.size() == 1);
}

TEST_CASE("damage: cut off anywhere") {
  for (size_t n = 0; n < kX5.size(); ++n) {
    const auto p = parse_quant_info(4, std::string_view(kX5).substr(0, n));
    CHECK(p.problems.size() == 1);
    for (const auto& s : p.record.nodes) {
      CHECK(s.at.end <= n);
      CHECK((!s.threshold || *s.threshold <= 2.5));
    }
  }
}

TEST_CASE("quant_info.json is known by its name or by what it holds, and is shown") {
  CHECK(detect("det_quant_info.json", "{}") == FileKind::kQuantInfo);
  CHECK(detect("x.json", kX5) == FileKind::kQuantInfo);
  CHECK(detect("x.txt", "# copied\n" + kX5) == FileKind::kQuantInfo);
  CHECK(detect("x.json", "{\"thresholds\": 1}") != FileKind::kQuantInfo);
  MemoryReader reader;
  reader.files["/w/det_quant_info.json"] = kX5;
  LoadOptions o;
  o.cwd = "/w";
  o.paths = {"det_quant_info.json"};
  o.only_named = true;
  const Loaded l = load(reader, o);
  const std::string text = inspect_text(l.run, {}), json = inspect_json(l.run, {});
  for (const char* s : {"/m/Conv", "Transpose", "0.999732", "2.5"}) {
    CHECK(text.find(s) != std::string::npos);
    CHECK(json.find(s) != std::string::npos);
  }
}

}  // namespace
}  // namespace npulint
