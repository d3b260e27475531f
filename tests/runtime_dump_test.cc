#include "parsers/runtime_dump.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/compiled_text.h"

namespace npulint {
namespace {

const std::string kText =
    "[UCP]: UCP version = 3.13.6\n"
    "[DNN]: 3.13.6_(4.7.5 HBRT)\n"
    "=== Model Name List ===\n"
    "['det_64x64']\n"
    "\n"
    "=== Input Counts ===\n"
    "det_64x64: 2\n"
    "\n"
    "=== Input Names ===\n"
    "det_64x64:\n"
    "  - image_y\n"
    "  - image_uv\n"
    "\n"
    "=== Input Tensor Shapes ===\n"
    "det_64x64:\n"
    "  image_uv -> shape: [1, 32, 32, 2]\n"
    "  image_y -> shape: [1, 64, 64, 1]\n"
    "\n"
    "=== Input Tensor Types ===\n"
    "det_64x64:\n"
    "  image_uv -> dtype: U8\n"
    "  image_y -> dtype: U8\n"
    "\n"
    "=== Input Quantization Info ===\n"
    "det_64x64:\n"
    "  image_y:\n"
    "    quanti_type: NONE\n"
    "    quantize_axis: 0\n"
    "    scale_data: []\n"
    "    zero_point_data: []\n"
    "\n"
    "=== Input Tensor Stride ===\n"
    "det_64x64:\n"
    "  image_uv -> stride: [-1, -1, 2, 1]\n"
    "  image_y -> stride: [-1, -1, 1, 1]\n"
    "[Input] det_64x64.image_y desc: \n"
    "\n"
    "================ OUTPUT TESTS ================\n"
    "\n"
    "=== Output Names ===\n"
    "det_64x64:\n"
    "  - logits\n"
    "  - det_64x64\n"
    "\n"
    "=== Output Tensor Shapes ===\n"
    "det_64x64:\n"
    "  logits -> shape: [1, 3]\n"
    "  det_64x64 -> shape: [1, 2]\n"
    "\n"
    "=== Output Tensor Types ===\n"
    "det_64x64:\n"
    "  logits -> dtype: S32\n"
    "  det_64x64 -> dtype: F32\n"
    "\n"
    "=== Output Quantization Info ===\n"
    "det_64x64:\n"
    "  logits:\n"
    "    quanti_type: SCALE\n"
    "    quantize_axis: 1\n"
    "    scale_data: [0.5 0.25\n"
    " 0.125]\n"
    "    zero_point_data: [0 -1 2]\n"
    "  det_64x64:\n"
    "    quanti_type: NONE\n"
    "    quantize_axis: 0\n"
    "    scale_data: []\n"
    "    zero_point_data: []\n"
    "\n"
    "=== Output Tensor Stride ===\n"
    "det_64x64:\n"
    "  logits -> stride: [16, 4]\n"
    "  det_64x64 -> stride: [8, 4]\n";

std::string with(std::string_view from, std::string_view to) {
  std::string out = kText;
  const size_t at = out.find(from);
  REQUIRE(at != std::string::npos);
  return out.replace(at, from.size(), to);
}

void whole(const Parsed<CompiledFile>& p) {
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "hbm_runtime");
  CHECK(*m.name == "det_64x64");
  REQUIRE(m.versions.size() == 3);
  CHECK(*m.versions[2].second == "4.7.5");
  REQUIRE(m.inputs.size() == 2);
  CHECK(m.inputs[0].name == "image_y");  // in the order of the names
  CHECK(*m.inputs[0].shape == Shape{1, 64, 64, 1});
  CHECK(*m.inputs[0].strides == std::vector<int64_t>{-1, -1, 1, 1});
  CHECK(m.inputs[0].quant->kind == Quantization::Kind::kNone);
  CHECK(*m.inputs[1].dtype == DType::kUint8);
  CHECK_FALSE(m.inputs[1].quant);
  REQUIRE(m.outputs.size() == 2);
  const CompiledTensor& out = m.outputs[0];
  CHECK(*out.dtype == DType::kInt32);
  CHECK(*out.strides == std::vector<int64_t>{16, 4});
  REQUIRE(out.quant);
  CHECK(out.quant->axis == 1);
  CHECK(out.quant->scales == std::vector<double>{0.5, 0.25, 0.125});
  CHECK(out.quant->zero_points == std::vector<int64_t>{0, -1, 2});
  CHECK(out.quant->rounded);  // numpy prints eight digits
  // a tensor that is called as its model
  CHECK(m.outputs[1].quant->kind == Quantization::Kind::kNone);
  CHECK(*m.outputs[1].shape == Shape{1, 2});
}

TEST_CASE("runtime_dump: what the Python samples print") {
  CHECK(looks_like_runtime_listing(kText));
  whole(parse_runtime_listing(0, kText));
  const auto p = parse_runtime_listing(0, with("[0.5 0.25\n 0.125]", "[0.5, 0.25, 0.125]"));
  CHECK_FALSE(p.record.models[0].outputs[0].quant->rounded);  // a list: all digits
  const Evidence& at = p.record.models[0].inputs[0].shape.at;
  CHECK(kText.substr(at.begin, at.end - at.begin) == "[1, 64, 64, 1]");
}

TEST_CASE("runtime_dump: CRLF, colours") {
  std::string text;
  for (char c : kText) text += c == '\n' ? "\x1b[0m\r\n" : std::string(1, c);
  // within the wrapped array no colour ends a line
  text.replace(text.find("0.25\x1b[0m"), 8, "0.25");
  CHECK(looks_like_runtime_listing(text));
  whole(parse_runtime_listing(0, text));
}

TEST_CASE("runtime_dump: two models, two dumps") {
  std::string text = with("  - image_uv\n", "  - image_uv\nother:\n  - x\n");
  text.replace(text.find("  image_y -> shape"), 2, "other:\n  x -> shape: [7]\ndet_64x64:\n  ");
  auto p = parse_runtime_listing(0, text);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 2);
  CHECK(*p.record.models[1].inputs[0].shape == Shape{7});
  CHECK(*p.record.models[0].inputs[0].shape == Shape{1, 64, 64, 1});
  p = parse_runtime_listing(0, kText + with("[1, 64, 64, 1]", "[1, 32, 32, 1]"));
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 2);
  CHECK(p.record.models[0].inputs.size() == 2);
  CHECK(*p.record.models[0].inputs[0].shape == Shape{1, 64, 64, 1});
  CHECK(*p.record.models[1].inputs[0].shape == Shape{1, 32, 32, 1});
}

TEST_CASE("runtime_dump: every kind of damage") {
  CHECK(says(parse_runtime_listing(0, ""), "names no tensor"));
  auto p = parse_runtime_listing(0, with("[1, 64, 64, 1]", "[1, 64, 6"));
  CHECK(says(p, "shape of `image_y` is cut off or broken"));
  CHECK_FALSE(p.record.models[0].inputs[0].shape);
  CHECK_FALSE(p.record.models[0].inputs[0].shape.missing.empty());
  CHECK(says(parse_runtime_listing(0, with("[1, 64, 64, 1]", "[1, -64, 64, 1]")), "broken"));
  p = parse_runtime_listing(0, with("dtype: S32", "dtype: S33"));
  CHECK(says(p, "dtype of `logits`"));
  CHECK_FALSE(p.record.models[0].outputs[0].dtype);
  CHECK(says(parse_runtime_listing(0, with("  - logits\n", "")), "`logits` has a shape"));
  // numpy leaves out the middle of long arrays
  p = parse_runtime_listing(0, with("[0.5 0.25\n 0.125]", "[0.5 ... 0.125]"));
  CHECK(says(p, "shortened"));
  CHECK_FALSE(p.record.models[0].outputs[0].quant);
  p = parse_runtime_listing(0, with("[0.5 0.25\n 0.125]", "[0.5 x]"));
  CHECK(says(p, "scale_data of `logits`"));
  CHECK_FALSE(p.record.models[0].outputs[0].quant);
  CHECK(says(parse_runtime_listing(0, with("quanti_type: SCALE", "quanti_type: 7")),
             "none, scale or shift"));
  // the array never ends: the text was cut there
  p = parse_runtime_listing(0, kText.substr(0, kText.find(" 0.125]")));
  CHECK(says(p, "scale_data of `logits`"));
  std::string text = kText.substr(0, kText.find("  - image_y"));
  for (int i = 0; i < 5001; ++i) text += "  - t\n";
  CHECK(says(parse_runtime_listing(0, text), "more than 100 models or 5000 tensors"));
  text = "=== Output Names ===\n";
  for (int i = 0; i < 101; ++i) text += "m" + std::to_string(i) + ":\n  - t\n";
  CHECK(says(parse_runtime_listing(0, text), "more than 100 models"));
}

TEST_CASE("runtime_dump: cut at every byte") {
  for (size_t n = 0; n <= kText.size(); ++n) {
    const auto p = parse_runtime_listing(0, std::string_view(kText).substr(0, n));
    for (const CompiledModel& m : p.record.models) {
      CHECK(m.inputs.size() <= 2);
      for (const CompiledTensor& t : m.inputs) CHECK(t.at.end <= n);
    }
  }
}

TEST_CASE("runtime_dump: other texts are something else") {
  CHECK_FALSE(looks_like_runtime_listing(""));
  CHECK_FALSE(looks_like_runtime_listing("=== Output Names ===\na:\n"));
  CHECK_FALSE(looks_like_runtime_listing("=== Results ===\n=== Names ===\n======\n=====\n"));
  // the script itself, not what it prints
  CHECK_FALSE(
      looks_like_runtime_listing("print(\"\\n=== Input Names ===\")\n"
                                 "print(\"\\n=== Input Tensor Shapes ===\")\n"));
}

}  // namespace
}  // namespace npulint
