#include "parsers/metadata_json.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include "parsers/json_tree.h"

using namespace npulint;

namespace {

constexpr std::string_view kFull =
    R"({"schema": "npulint-metadata/1", "tool": "hbdk4", "tool_version": "4.11.11",
 "march": "nash-e", "artifact": "cls.hbm",
 "models": [{"name": "cls",
  "inputs": [{"name": "data", "dtype": "int8", "shape": [1, 3, 8, 8], "strides_bytes": [192, 64, 8, 1],
              "quantization": {"axis": null, "scale": [0.25], "zero_point": [0]}}],
  "outputs": [{"name": "logits", "dtype": "int32", "shape": [1, 3], "strides_bytes": [12, 4],
               "quantization": {"axis": 1, "scale": [0.5, 0.25, 0.125], "zero_point": [0, 0, 1]}}]}]})";

Parsed<CompiledFile> parse(std::string_view s) { return parse_metadata(0, s); }

// One output with these members beside name, dtype and shape.
std::string output(std::string_view members) {
  return R"({"outputs": [{"name": "o", "dtype": "int8", "shape": [1, 4], )" + std::string(members) +
         "}]}";
}

std::string_view cut(std::string_view s, const Evidence& e) {
  return s.substr(e.begin, e.end - e.begin);
}

const CompiledTensor& only(const Parsed<CompiledFile>& p) {
  REQUIRE(p.record.models.size() == 1);
  REQUIRE(p.record.models[0].outputs.size() == 1);
  return p.record.models[0].outputs[0];
}

std::string first_problem(std::string_view s) {
  const auto p = parse(s);
  REQUIRE_FALSE(p.problems.empty());
  CHECK_FALSE(p.problems[0].what.in(Lang::kZh).empty());
  return p.problems[0].what.in(Lang::kEn);
}

bool contains(const std::string& s, std::string_view part) {
  return s.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("metadata json: the documented shape") {
  const auto p = parse(kFull);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "metadata");
  CHECK(*m.name == "cls");
  CHECK(*m.march == "nash-e");
  CHECK(*m.describes == "cls.hbm");
  REQUIRE(m.versions.size() == 1);
  CHECK(m.versions[0].first == "hbdk4");
  CHECK(*m.versions[0].second == "4.11.11");
  REQUIRE(m.inputs.size() == 1);
  CHECK(m.inputs[0].is_input);
  CHECK(*m.inputs[0].dtype == DType::kInt8);
  CHECK_FALSE(m.inputs[0].quant->axis.has_value());
  REQUIRE(m.outputs.size() == 1);
  const CompiledTensor& o = m.outputs[0];
  CHECK(o.name == "logits");
  CHECK(*o.shape == Shape{1, 3});
  CHECK(*o.strides == std::vector<int64_t>{12, 4});
  CHECK(o.quant->kind == Quantization::Kind::kScale);
  CHECK(o.quant->axis == 1);
  CHECK(o.quant->scales == std::vector<double>{0.5, 0.25, 0.125});
  CHECK(o.quant->zero_points == std::vector<int64_t>{0, 0, 1});
  CHECK_FALSE(o.quant->rounded);
}

TEST_CASE("metadata json: evidence is the range of the value") {
  const auto p = parse(kFull);
  const CompiledTensor& o = p.record.models[0].outputs[0];
  CHECK(cut(kFull, o.dtype.at) == "\"int32\"");
  CHECK(cut(kFull, o.shape.at) == "[1, 3]");
  CHECK(cut(kFull, o.strides.at) == "[12, 4]");
  CHECK(cut(kFull, o.quant.at).starts_with("{\"axis\": 1"));
  CHECK(cut(kFull, o.quant.at).ends_with("1]}"));
  CHECK(o.quant.at.path == "models[0].outputs[0].quantization");
  CHECK(cut(kFull, o.at).starts_with("{\"name\": \"logits\""));
  CHECK(cut(kFull, p.record.models[0].march.at) == "\"nash-e\"");
}

TEST_CASE("metadata json: a byte-order mark moves nothing") {
  const std::string s = "\xEF\xBB\xBF" + std::string(kFull);
  const auto p = parse(s);
  CHECK(p.problems.empty());
  CHECK(cut(s, p.record.models[0].outputs[0].dtype.at) == "\"int32\"");
  CHECK(looks_like_metadata(s));
}

TEST_CASE("metadata json: variants of keys") {
  const auto flat = parse(output(
      R"("aligned_shape": [1, 8], "stride": [8, 1], "aligned_byte_size": 8, "quanti_type": "SCALE",
         "quantize_axis": 1, "scale_len": 2, "scale_data": [0.5, 0.25], "zero_points": [1, 2])"));
  CHECK(flat.problems.empty());
  const CompiledTensor& t = only(flat);
  CHECK(*t.aligned_shape == Shape{1, 8});
  CHECK(*t.strides == std::vector<int64_t>{8, 1});
  CHECK(*t.byte_size == 8);
  CHECK(t.quant->scales.size() == 2);
  CHECK(t.quant->zero_points == std::vector<int64_t>{1, 2});
  CHECK(t.quant->axis == 1);

  CHECK(only(parse(output(R"("quantization": {"scale": 0.5})"))).quant->scales ==
        std::vector<double>{0.5});
  CHECK(only(parse(output(R"("scale_values": [0.5], "quanti": "scale")"))).quant->scales.size() ==
        1);
  const auto none = parse(output(R"("quanti": "none", "quantize_axis": 0, "scale_values": [])"));
  CHECK(only(none).quant->kind == Quantization::Kind::kNone);
  CHECK_FALSE(only(none).quant->axis.has_value());
  CHECK(only(parse(output(R"("quantization": null)"))).quant->kind == Quantization::Kind::kNone);
  const auto shift = parse(output(R"("quantization": {"type": "SHIFT", "shift": [3, 4]})"));
  CHECK(only(shift).quant->kind == Quantization::Kind::kShift);
  CHECK(only(shift).quant->shifts == std::vector<int64_t>{3, 4});
  CHECK_FALSE(only(parse(output(R"("strides": [-1, 0])"))).quant);
  CHECK(*only(parse(output(R"("strides": [-1, 0])"))).strides == std::vector<int64_t>{-1, 0});
}

TEST_CASE("metadata json: where models may stand") {
  const auto chip = parse(
      R"({"chip": "BM1688", "outputs": [{"name": "o", "dtype": "f32", "valid_shape": [1]}]})");
  CHECK(chip.problems.empty());
  CHECK(*chip.record.models[0].chip == "BM1688");
  CHECK(*only(chip).shape == Shape{1});

  const auto functions = parse(
      R"({"march": "nash-e", "functions": {"main": {"inputs": [], "outputs": {"o": {"dtype": "int8", "shape": [2]}}}}})");
  CHECK(functions.problems.empty());
  CHECK(*functions.record.models[0].name == "main");
  CHECK(*functions.record.models[0].march == "nash-e");
  CHECK(only(functions).name == "o");
  CHECK(only(functions).shape.at.path == "functions.main.outputs.o.shape");

  const auto nested = parse(
      R"({"models": [{"name": "a", "graphs": [{"name": "g", "outputs": []}, {"name": "h", "outputs": []}]}]})");
  CHECK(nested.problems.empty());
  REQUIRE(nested.record.models.size() == 2);
  CHECK(*nested.record.models[1].name == "h");
}

TEST_CASE("metadata json: image types, numpy spellings, build settings") {
  const auto image = parse(
      R"({"inputs": [{"name": "i", "dtype": "HB_DNN_IMG_TYPE_NV12", "shape": [1, 3, 4, 4]}]})");
  CHECK(*image.record.models[0].inputs[0].image == "nv12");
  CHECK_FALSE(image.record.models[0].inputs[0].dtype);
  CHECK(*only(parse(R"({"outputs": [{"dtype": "<f4", "shape": [1]}]})")).dtype == DType::kFloat32);
  const auto desc = parse(
      R"({"desc": "{\"MARCH\": \"nash-m\", \"REMOVE_NODE_TYPE\": \"Dequantize\"}", "outputs": [{"dtype": "int8", "shape": [1]}]})");
  CHECK(*desc.record.models[0].march == "nash-m");
  CHECK(*desc.record.models[0].build.at("REMOVE_NODE_TYPE") == "Dequantize");
}

TEST_CASE("metadata json: one wrong value leaves the rest readable") {
  const auto p = parse(output(R"("strides": "4x1", "scale": [0.5])"));
  REQUIRE(p.problems.size() == 1);
  CHECK(p.problems[0].at.path == "outputs[0].strides");
  CHECK(contains(p.problems[0].what.in(Lang::kEn), "\"4x1\""));
  CHECK_FALSE(only(p).strides);
  CHECK_FALSE(only(p).strides.missing.empty());
  CHECK(only(p).quant->scales.size() == 1);

  for (std::string_view bad :
       {R"("aligned_shape": [1, 2.5])", R"("aligned_shape": [1, -2])",
        R"("aligned_shape": [1e300])", R"("aligned_shape": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1])",
        R"("byte_size": "8")", R"("quantization": 3)", R"("quantization": {"scale": ["0.5"]})",
        R"("quantization": {"scale": 1, "axis": "1"})", R"("quanti_type": "LUT")",
        R"("scale": [1], "zero_point": [0.5])", R"("layout": 2)"}) {
    CAPTURE(bad);
    const auto q = parse(output(bad));
    CHECK(q.problems.size() == 1);
    CHECK(*only(q).dtype == DType::kInt8);
  }
  CHECK(*only(parse(output(R"("aligned_shape": [1.0, 8.0])"))).aligned_shape == Shape{1, 8});
  const auto type = parse(R"({"outputs": [{"dtype": 14, "shape": [1], "strides": [1]}]})");
  CHECK(type.problems.size() == 1);
  CHECK_FALSE(only(type).dtype);
}

TEST_CASE("metadata json: NaN and infinities reach the record") {
  const auto p = parse(output(R"("quantization": {"scale": [NaN, Infinity, -Infinity]})"));
  CHECK(p.problems.empty());
  const auto& s = only(p).quant->scales;
  REQUIRE(s.size() == 3);
  CHECK(std::isnan(s[0]));
  CHECK(s[1] > 0);
  CHECK(std::isinf(s[2]));
}

TEST_CASE("metadata json: damage of the file") {
  CHECK(contains(first_problem(kFull.substr(0, kFull.size() - 20)), "cut off"));
  CHECK(contains(first_problem(std::string(kFull) + "x"), "follows the end"));
  CHECK(contains(first_problem(std::string(kFull) + std::string(1, '\0') + "{}"), "NUL"));
  CHECK(contains(first_problem("{\"outputs\": [\"\xC4\xE3\xBA\xC3\"]}"), "GBK"));
  CHECK(contains(first_problem("{\"outputs\": [\"\xFF\"]}"), "not UTF-8"));
  CHECK(contains(first_problem("\xFF\xFE{"), "UTF-16"));
  CHECK(contains(first_problem("{\"outputs\": [1,]}"), "syntax error"));
  CHECK(contains(first_problem(std::string(100, '[')), "nested deeper"));
  CHECK(contains(first_problem("[1]"), "must be an object"));
  CHECK(contains(first_problem("{}"), "No model"));
  CHECK(contains(first_problem(""), "no value"));
  const auto twice = parse(R"({"march": "a", "march": "b", "outputs": []})");
  REQUIRE(twice.problems.size() == 1);
  CHECK(contains(twice.problems[0].what.in(Lang::kEn), "`march` occurs twice"));
  CHECK(*twice.record.models[0].march == "b");
  const std::string bad = "{\n\"a\" 1}";
  CHECK(parse(bad).problems[0].at.begin == 6);
}

TEST_CASE("metadata json: too many values, tensors, models") {
  std::string many = "{\"outputs\": [";
  for (int i = 0; i < 300000; ++i) many += "[],";
  CHECK(contains(first_problem(many + "[]]}"), "more than"));
  many = "{\"outputs\": [{\"shape\": [1]}";
  for (int i = 0; i < 10001; ++i) many += ",{}";
  CHECK(contains(first_problem(many + "]}"), "More than 10000 tensors"));
  many = "{\"models\": [{\"outputs\": []}";
  for (int i = 0; i < 300; ++i) many += ",{\"outputs\": []}";
  CHECK(contains(first_problem(many + "]}"), "models"));
}

TEST_CASE("metadata json: unknown keys, with the nearest") {
  const auto p =
      parse(output(R"("quantisation": {"scale": 1}, "_remark": 1, "zz_tool_private": 2)"));
  REQUIRE(p.problems.size() == 2);
  CHECK(p.problems[0].kind == Problem::Kind::kUnknownKey);
  CHECK(contains(p.problems[0].what.in(Lang::kEn), "did you mean `quantization`"));
  CHECK(p.problems[0].at.path == "outputs[0].quantisation");
  CHECK(contains(p.problems[1].what.in(Lang::kEn), "Unknown key `zz_tool_private`."));
  CHECK(
      parse(
          R"({"schema": "zoo/dump/v2", "anything": 1, "outputs": [{"shape": [1], "dtype": "int8", "x": 1}]})")
          .problems.empty());
}

TEST_CASE("metadata json: native dump of a board") {
  const auto p = parse(
      R"({"schema": "zoo/dump/v2", "target": "s600", "model_path": "m.hbm", "model_sha256": "ab",
          "outputs": [{"name": "o", "dtype": "float32", "shape": [1, 4], "quanti": "none", "scale_len": 0,
            "aligned_byte_size": null, "stride": [16, 4], "aligned": [null, null], "quantize_axis": 0,
            "scale_values": [], "zero_point_values": []}]})");
  CHECK(p.problems.empty());
  CHECK(p.record.models[0].format == "evidence");
  CHECK(*p.record.models[0].describes == "m.hbm");
  CHECK(*p.record.models[0].build.at("MODEL_SHA256") == "ab");
  const CompiledTensor& t = only(p);
  CHECK_FALSE(t.aligned_shape);
  CHECK_FALSE(t.byte_size);
  CHECK(t.quant->kind == Quantization::Kind::kNone);
}

TEST_CASE("metadata json: comparison evidence, equal models once") {
  const std::string one =
      R"({"model_name": "m", "input_names": ["i"], "input_shapes": {"i": [1, 2]}, "output_names": ["b", "a"],
          "output_shapes": {"a": [1], "b": [3]}, "output_dtypes": {"a": "int32", "b": "float32"},
          "output_strides": {"a": [4]}, "output_quants": {"a": {"quant_type": "SCALE", "scale": [0.5], "axis": 0}}})";
  const std::string s =
      R"({"model_path": "x.bin", "metadata": {"legacy": )" + one + R"(, "unified": )" + one + "}}";
  CHECK(looks_like_metadata(s));
  const auto p = parse(s);
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.describes == "x.bin");
  REQUIRE(m.outputs.size() == 2);
  CHECK(m.outputs[0].name == "b");
  CHECK(*m.outputs[1].dtype == DType::kInt32);
  CHECK(m.outputs[1].quant->scales == std::vector<double>{0.5});
}

TEST_CASE("metadata json: comparison evidence that lists arrays only") {
  const std::string s =
      R"({"model_path": "x.bin", "target": "x5", "hashes": {"model_sha256": "ab"}, "arrays": {
          "source/in/0.npy": {"side": "source", "category": "inputs", "tensor_name": "0", "shape": [9], "dtype": "uint8"},
          "source/raw/b.npy": {"side": "source", "category": "raw", "tensor_name": "b", "shape": [1, 4], "dtype": "int32"},
          "source/raw/c.npy": {"side": "source", "category": "raw", "tensor_name": "c", "shape": [1, -4], "dtype": "int33"},
          "unified/raw/b.npy": {"side": "unified", "category": "raw", "tensor_name": "b", "shape": [1, 4], "dtype": "int32"}}})";
  CHECK(looks_like_metadata(s));
  const auto p = parse(s);
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "arrays");
  CHECK(*m.describes == "x.bin");
  CHECK(*m.build.at("MODEL_SHA256") == "ab");
  CHECK(*m.build.at("TARGET") == "x5");
  CHECK(m.inputs.empty());  // what the program prepared is not what the model states
  REQUIRE(m.outputs.size() == 2);
  CHECK(m.outputs[0].name == "b");
  CHECK(*m.outputs[0].dtype == DType::kInt32);
  CHECK(*m.outputs[0].shape == Shape{1, 4});
  CHECK_FALSE(m.outputs[0].quant);
  CHECK_FALSE(m.outputs[1].dtype);
  CHECK(p.problems.size() == 2);  // -4, int33
  CHECK_FALSE(looks_like_metadata(R"({"arrays": {"a": {"category": "raw"}}})"));
}

TEST_CASE("metadata json: printed fields of hbm_runtime") {
  const std::string head =
      R"~({"script": "r=hbm_runtime.HB_HBMRuntime(\"/m/x.hbm\")", "stdout": ")~";
  const std::string dump =
      R"([UCP]: UCP version = 3.13.6\n[DNN]: 3.13.6_(4.7.5 HBRT)\nmodel_names ['m']\n)"
      R"(output_names {'m': ['o']}\noutput_shapes {'m': {'o': [1, 2]}}\n)"
      R"(output_dtypes {'m': {'o': <hbDNNDataType.S32: 8>}}\noutput_strides {'m': {'o': [8, 4]}}\n)";
  const std::string quant =
      R"(quant m o [('quant_type', '<hbDNNQuantiType.SCALE: 1>'), ('scale', 'array([5.e-01,\\n 2.5e-01], dtype=float32)'), )"
      R"(('zero_point', 'array([0, 0], dtype=int32)'), ('axis', '1')]\n)";
  const std::string s = head + dump + quant + "\"}";
  CHECK(looks_like_metadata(s));
  const auto p = parse(s);
  CHECK(p.problems.empty());
  const CompiledModel& m = p.record.models.at(0);
  CHECK(m.format == "hbm_runtime");
  CHECK(*m.describes == "/m/x.hbm");
  CHECK(m.versions.size() == 3);
  const CompiledTensor& t = only(p);
  CHECK(*t.dtype == DType::kInt32);
  CHECK(*t.strides == std::vector<int64_t>{8, 4});
  CHECK(t.quant->kind == Quantization::Kind::kScale);
  CHECK(t.quant->scales == std::vector<double>{0.5, 0.25});
  CHECK(t.quant->axis == 1);
  CHECK(cut(s, t.quant.at).starts_with("\"[UCP]"));

  std::string shortened = s;
  shortened.replace(shortened.find("5.e-01,"), 7, "5.e-01, ...,");
  const auto q = parse(shortened);
  REQUIRE(q.problems.size() == 1);
  CHECK(contains(q.problems[0].what.in(Lang::kEn), "shortened"));
  CHECK_FALSE(only(q).quant);
  CHECK(only(q).dtype);
}

TEST_CASE("metadata json: recognition") {
  CHECK(looks_like_metadata(kFull));
  CHECK(looks_like_metadata(R"( {"schema": "npulint-metadata/1"})"));
  CHECK(looks_like_metadata(R"({"outputs": [{"name": "o", "dtype": "int8", "shape": [1]}]})"));
  CHECK(looks_like_metadata(kFull.substr(0, kFull.size() - 30)));
  for (std::string_view other :
       {"", "[]", "name: x", R"({"inputs": {"a": {"description": "b", "type": "string"}}})",
        R"({"models": ["a"]})", R"({"outputs": []})",
        R"({"images": [{"shape": [1], "dtype": "u8"}]})", R"({"stdout": "done", "rc": 0})"})
    CHECK_FALSE(looks_like_metadata(other));
  // more than the first 64 KiB are not needed
  std::string large = R"({"outputs": [{"name": "o", "dtype": "int8", "shape": [1], "scale": [0.5)";
  for (int i = 0; i < 40000; ++i) large += ",0.5";
  CHECK(looks_like_metadata(large + "]}]}"));
  large = R"({"outputs": [{"dtype": "int8", "quantization": {"scale": [0.5)";
  for (int i = 0; i < 40000; ++i) large += ",0.5";
  CHECK(looks_like_metadata(large + R"(]}, "shape": [1]}], "schema": "npulint-metadata/1"})"));
}

TEST_CASE("json tree: ranges, mixed lists, escapes, numbers") {
  const std::string s =
      "{ \"a\" : [1, 2.5e0 , \"x\\n\\u4f60\"], \"b\":-0.5,\"c\":true ,\"d\" : null, \"e\":[ 1 ,2 ] "
      "}";
  const JsonTree t = parse_json(s, 100);
  REQUIRE(t.ok);
  auto text = [&](const JsonNode& n) {
    return s.substr(n.range.begin - 100, n.range.end - n.range.begin);
  };
  CHECK(text(t.root) == s);
  const JsonNode* a = find(t.root, "a");
  REQUIRE(a->items.size() == 3);
  CHECK(a->items[1].number == 2.5);
  CHECK(a->items[2].text == "x\n你");
  CHECK(text(a->items[2]) == "\"x\\n\\u4f60\"");
  CHECK(text(*find(t.root, "b")) == "-0.5");
  CHECK(text(*find(t.root, "c")) == "true");
  CHECK(text(*find(t.root, "d")) == "null");
  CHECK(find(t.root, "e")->numbers == std::vector<double>{1, 2});
  CHECK(text(*find(t.root, "e")) == "[ 1 ,2 ]");
  CHECK(find(t.root, "f") == nullptr);
  CHECK_FALSE(parse_json("{\"a\": 1e999}").ok);
}
