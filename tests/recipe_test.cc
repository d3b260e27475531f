// Words and formulas of recipes, and the drawn line of the strides. The code is compiled and run by
// tests/recipes.py.
#include "lint/recipe.h"

#include <doctest/doctest.h>

#include <limits>

using namespace npulint;

namespace {

template <class T>
Fact<T> said(T v) {
  return {std::move(v), Evidence{0, 0, 1, ""}};
}

CompiledTensor tensor(DType t, Shape shape, std::vector<int64_t> strides = {}) {
  CompiledTensor out;
  out.name = "logits";
  out.dtype = said(t);
  out.shape = said(std::move(shape));
  if (!strides.empty()) out.strides = said(std::move(strides));
  return out;
}

CompiledTensor scaled(DType t, Shape shape, std::vector<double> scales,
                      std::vector<int64_t> zeros = {}, std::optional<int> axis = {}) {
  CompiledTensor out = tensor(t, std::move(shape));
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  q.scales = std::move(scales);
  q.zero_points = std::move(zeros);
  q.axis = axis;
  out.quant = said(std::move(q));
  return out;
}

std::string words(const CompiledTensor& t, Lang lang = Lang::kEn, std::string_view format = "bin") {
  return recipe_words(recipe_of(t, format), lang);
}
bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
std::vector<std::string> lines(const CompiledTensor& t, Lang lang = Lang::kEn) {
  return stride_lines(memory_layout(t), lang);
}
std::string line(const CompiledTensor& t, Lang lang = Lang::kEn) {
  const auto all = lines(t, lang);
  REQUIRE(all.size() == 1);
  return all[0];
}
using Kind = MemoryLayout::Kind;

}  // namespace

TEST_CASE("recipe: padded, a scale for each index of the last axis") {
  CompiledTensor t = scaled(DType::kInt32, {1, 4, 2, 3}, {0.5, 0.25, 0.125}, {0, 0, 0}, 3);
  t.strides = said(std::vector<int64_t>{1024, 256, 128, 4});
  const Recipe r = recipe_of(t, "bin");
  CHECK(r.kind == Recipe::Kind::kScale);
  CHECK(recipe_words(r, Lang::kEn) ==
        "int32 with 3 scales along axis 3, 0.125 to 0.5; multiply each integer by the scale of its "
        "own index on that axis; the memory has padding: step by the strides, a dense read drifts");
  CHECK(has(recipe_words(r, Lang::kZh), "沿第 3 轴有 3 个 scale"));
  CHECK(r.formula == "value[i0, i1, i2, i3] = q[i0, i1, i2, i3] * scale[i3]");
  CHECK(r.address == "q[i0, i1, i2, i3] = int32 at byte 256*i1 + 128*i2 + 4*i3");
  CHECK(r.function == "decode_logits");
  CHECK(r.parameters.empty());
  CHECK(has(r.cpp, "constexpr double scale[] = {0.5, 0.25, 0.125};"));
  CHECK(has(r.python, "(1024, 256, 128, 4)"));
}

TEST_CASE("recipe: zero points, of the tensor and of the axis") {
  CompiledTensor t = scaled(DType::kUint8, {2, 3}, {0.5}, {128});
  CHECK(
      words(t) ==
      "uint8 with one scale, 0.5; zero point 128; subtract the zero point from each integer, then "
      "multiply by the scale; the strides are not stated; stride: from the properties that the "
      "runtime reports");
  CHECK(recipe_of(t, "").formula == "value = (q - 128) * 0.5");
  CHECK(recipe_of(scaled(DType::kInt8, {2, 3}, {0.5}, {-3}), "").formula ==
        "value = (q + 3) * 0.5");
  t = scaled(DType::kInt8, {2, 3}, {0.5, 1, 2}, {-1, 0, 1}, 1);
  CHECK(recipe_of(t, "").formula == "value[i0, i1] = (q[i0, i1] - zero_point[i1]) * scale[i1]");
  CHECK(has(words(t), "3 zero points along axis 1, -1 to 1; subtract"));
  t = scaled(DType::kInt8, {2, 3}, {0.5, 0.5, 0.5}, {4, 4, 4}, 1);
  CHECK(recipe_of(t, "").formula == "value = (q - 4) * 0.5");
}

TEST_CASE("recipe: many numbers are parameters of the code") {
  std::vector<double> many;
  for (int i = 1; i <= 1000; ++i) many.push_back(i / 1024.0);
  CompiledTensor t = scaled(DType::kInt32, {1, 1000}, many, {}, 1);
  t.strides = said(std::vector<int64_t>{4000, 4});
  Recipe r = recipe_of(t, "metadata");
  CHECK(r.parameters == std::vector<std::string>{"scale"});
  CHECK(has(r.cpp, "const void* data, float* out, const float* scale)"));
  CHECK(has(r.python, "def decode_logits(data, scale):"));
  CHECK(has(recipe_words(r, Lang::kEn), "; scale: from the properties that"));
  t.strides = said(std::vector<int64_t>{-1, 4});
  r = recipe_of(t, "metadata");
  CHECK(r.parameters.size() == 1);  // the step of a dim of one index is never taken
  t.strides = said(std::vector<int64_t>{4000, -1});
  r = recipe_of(t, "metadata");
  CHECK(r.parameters == std::vector<std::string>{"scale", "stride"});
}

TEST_CASE("recipe: shifts, floats and integers without a scale") {
  CompiledTensor t = tensor(DType::kInt32, {1, 2}, {8, 4});
  Quantization q;
  q.kind = Quantization::Kind::kShift;
  q.shifts = {11, 14};
  q.axis = 1;
  t.quant = said(q);
  CHECK(recipe_of(t, "hbm").formula == "value[i0, i1] = q[i0, i1] / 2^shift[i1]");
  CHECK(has(words(t), "divide each integer by 2 to the power of the shift of its own index"));
  t.quant = said(Quantization{});
  CHECK(words(t) == "int32 without quantisation: the integers are the values");
  CHECK(recipe_of(t, "").function == "read_logits");
  t.quant = {};
  CHECK(words(t) == "int32: the file does not say whether the integers are quantised");
  CHECK(recipe_of(t, "").kind == Recipe::Kind::kUnknown);
  t.quant = Fact<Quantization>::absent(Message(Text{"it is lost", "已丢失"}));
  CHECK(words(t) == "int32: what the integers mean is not known; it is lost");
  CHECK(words(t, Lang::kZh) == "int32：整数的含义未知；已丢失");
  t = tensor(DType::kFloat16, {1, 2}, {4, 2});
  CHECK(has(words(t), "float16: the values are floats"));
  CHECK(recipe_of(t, "").kind == Recipe::Kind::kAsIs);
  t.quant = scaled(DType::kFloat16, {}, {0.5}).quant;
  CHECK(has(words(t), "does not say whether it is applied already"));
  CHECK(recipe_of(t, "").cpp.empty());
}

TEST_CASE("recipe: an axis that is not stated") {
  const Recipe r = recipe_of(scaled(DType::kInt8, {1, 3, 4}, {1, 2, 3}), "");
  CHECK(r.formula == "value[i0, i1, i2] = q[i0, i1, i2] * scale[i1]");
  CHECK(has(recipe_words(r, Lang::kEn), "the file states no axis; only dim 1 has 3 indices"));
  for (const auto& t :
       {scaled(DType::kInt8, {3, 3}, {1, 2, 3}, {}, -1), scaled(DType::kInt8, {2, 4}, {1, 2, 3}),
        scaled(DType::kInt8, {-1, 3}, {1, 2, 3})}) {
    CHECK(recipe_of(t, "").kind == Recipe::Kind::kUnknown);
    CHECK(has(words(t), "along which axis its 3 numbers go is not stated"));
  }
  CHECK(has(words(scaled(DType::kInt8, {3, 4}, {1, 2, 3}, {}, 1)),
            "3 numbers do not fit the 4 indices of axis 1"));
  CHECK(has(words(scaled(DType::kInt8, {3}, {1, 2, 3}, {}, 7)), "of axis 7"));
  CHECK(has(words(scaled(DType::kInt8, {3}, {1, 2, 3}, {1, 2}, 0)), "2 numbers do not fit the 3"));
  CHECK(has(words(scaled(DType::kInt8, {3}, {1, 0, 3}, {}, 0)), "a scale is 0"));
}

TEST_CASE("recipe: inputs, and the scale of a bmodel that is a factor") {
  CompiledTensor t = scaled(DType::kInt8, {1, 4}, {100.5}, {3});
  t.is_input = true;
  CHECK(has_recipe(t));
  t.source = said(std::string("pyramid"));
  CHECK_FALSE(has_recipe(t));  // the hardware does it
  t.source = said(std::string("ddr"));
  CHECK(has_recipe(t));
  CHECK(recipe_of(t, "metadata").formula == "q = clamp(round(x / 100.5 + 3), -128, 127)");
  CHECK(recipe_of(t, "bmodel").formula == "q = clamp(round(x * 100.5 + 3), -128, 127)");
  CHECK(has(words(t, Lang::kEn, "bmodel"), "of an input this format states the factor"));
  CHECK(has(words(t, Lang::kEn, "metadata"), "divide each value by the scale; add the zero point"));
  CHECK(recipe_of(t, "bmodel").function == "encode_logits");
  for (const char* format : {"bmodel", "bmodel_info", "bmodel_print"}) {
    CHECK(scale_is_factor(format, true));
    CHECK_FALSE(scale_is_factor(format, false));
  }
  t.is_input = false;
  CHECK(recipe_of(t, "bmodel").formula == "value = (q - 3) * 100.5");
  t = tensor(DType::kFloat32, {1});
  CHECK(has_recipe(t));
  t.is_input = true;
  CHECK_FALSE(has_recipe(t));
}

TEST_CASE("recipe: the name of the function, and a tensor's name that would act in a comment") {
  CompiledTensor t = scaled(DType::kInt8, {4}, {0.5});
  t.index = 2;
  t.name = "a/b:0";
  CHECK(recipe_of(t, "").function == "decode_a_b_0_2");
  t.name = "";
  CHECK(recipe_of(t, "").function == "decode_2");
  t.name = "x\\\n*/ int main() {}\n";
  const Recipe r = recipe_of(t, "");
  CHECK(r.cpp.starts_with("// output 2 \"x..*/ int main() {}.\": int8 [4]\n// value"));
  CHECK(r.python.starts_with("# output 2 \"x..*/ int main() {}.\": int8 [4]\n# value"));
}

TEST_CASE("recipe: no code where the shape is open or too large") {
  CHECK(has(words(scaled(DType::kInt8, {-1, 4}, {0.5})), "no code: the shape is not fixed"));
  CHECK(has(words(scaled(DType::kInt8, {0, 4}, {0.5})), "no code: the shape has no elements"));
  CHECK(has(words(scaled(DType::kInt8, Shape(11, 1), {0.5})), "too many dims"));
  const int64_t most = std::numeric_limits<int64_t>::max();
  CHECK(has(words(scaled(DType::kInt8, {most, most}, {0.5})), "no elements"));
  CHECK(words(CompiledTensor{}) == "the element type is not known");
}

TEST_CASE("stride line: padding of rows") {
  CompiledTensor t = tensor(DType::kInt32, {1, 256, 512, 19}, {16777216, 65536, 128, 4});
  CHECK(memory_layout(t).kind == Kind::kPadded);
  CHECK(line(t) ==
        "███████████████████░░░░░░░░░░░░░  19 × 4 B valid | 52 B padding = 128 B a step of dim 2");
  CHECK(has(line(t, Lang::kZh), "19 × 4 B 有效 | 52 B 填充 = 第 2 维每步 128 B"));
  t = tensor(DType::kInt32, {2, 3, 2, 19}, {1024, 320, 128, 4});
  const auto two = lines(t);
  REQUIRE(two.size() == 3);
  CHECK(has(two[0], "19 × 4 B valid | 52 B padding = 128 B a step of dim 2"));
  CHECK(has(two[1], "2 × 128 B valid | 64 B padding = 320 B a step of dim 1"));
  CHECK(has(two[2], "3 × 320 B valid | 64 B padding = 1024 B a step of dim 0"));
  t = tensor(DType::kInt8, {2, 3}, {16, 4});
  REQUIRE(lines(t).size() == 2);
  CHECK(has(lines(t)[0], "1 × 1 B valid | 3 B padding = 4 B a step of dim 1"));
  t = tensor(DType::kInt8, {2, 3});
  t.aligned_shape = said(Shape{2, 16});
  CHECK(has(line(t), "3 × 1 B valid | 13 B padding = 16 B a step of dim 0"));
}

TEST_CASE("stride line: a dense tensor has none") {
  CompiledTensor t = tensor(DType::kInt32, {1, 3, 4}, {48, 16, 4});
  CHECK(memory_layout(t).kind == Kind::kDense);
  CHECK(lines(t).empty());
  t.byte_size = said(int64_t{48});
  CHECK(lines(t).empty());
  t.byte_size = said(int64_t{64});
  CHECK(memory_layout(t).kind == Kind::kDense);
  CHECK(has(line(t), "48 B valid | 16 B padding = 64 B in all"));
  t = tensor(DType::kInt32, {1, 1, 1, 23}, {128, 128, 128, 4});  // steps that are never taken
  CHECK(memory_layout(t).kind == Kind::kDense);
  t = tensor(DType::kInt32, {3, 4});
  CHECK(memory_layout(t).kind == Kind::kUnknown);
  t.byte_size = said(int64_t{48});
  CHECK(memory_layout(t).kind == Kind::kDense);
  t.byte_size = said(int64_t{64});
  CHECK(line(t) == "64 B for 48 B of elements, and no strides say where the padding is");
  t = tensor(DType::kInt8, {});
  CHECK(memory_layout(t).kind == Kind::kDense);
}

TEST_CASE("stride line: the caller decides, other orders and contradictions") {
  CHECK(line(tensor(DType::kUint8, {1, 640, 640, 1}, {-1, -1, 1, 1})) ==
        "the caller decides the step of dim 0, 1");
  CompiledTensor image = tensor(DType::kUnknown, {1, 3, 640, 640}, {0, 0, 0, 0});
  image.dtype = {};
  CHECK(line(image) == "the caller decides the strides");
  CHECK(line(image, Lang::kZh) == "步长由调用方决定");
  CompiledTensor turned = tensor(DType::kInt16, {3, 4}, {2, 6});
  CHECK(memory_layout(turned).reordered);
  CHECK(line(turned) == "stored with dim 1 outermost, then 0");
  CHECK(line(tensor(DType::kInt32, {4, 4}, {8, 4})) ==
        "a step of dim 0 is 8 B and what lies within it takes 16 B: the elements overlap");
  CHECK(line(tensor(DType::kInt32, {4, 4}, {4})) == "1 strides do not fit the 2 dims of the shape");
  const int64_t most = std::numeric_limits<int64_t>::max();
  CHECK(memory_layout(tensor(DType::kInt32, {4, 4}, {most, 4})).kind == Kind::kUnknown);
}

TEST_CASE("stride line: rows of an image, and layouts that no stride steps through") {
  CompiledTensor y = tensor(DType::kUnknown, {1, 1, 28, 28});
  y.dtype = {};
  y.image = said(std::string("y"));
  y.layout = said(std::string("NCHW"));
  y.aligned_shape = said(Shape{1, 1, 28, 32});
  CHECK(has(line(y), "28 × 1 B valid | 4 B padding = 32 B a step of dim 2"));
  CompiledTensor tiled = tensor(DType::kInt32, {1, 1, 1, 13});
  tiled.aligned_shape = said(Shape{1, 1, 1, 16});
  tiled.strides.missing = Message(Text{"it is tiled", "分块"});
  CHECK(memory_layout(tiled).kind == Kind::kUnknown);
  CHECK(line(tiled) == "it is tiled");
  tiled.strides.missing = {};
  for (const char* layout : {"NCHW_8C", "NHCW_8W4C_S2D", "4N"}) {
    tiled.layout = said(std::string(layout));
    CHECK(memory_layout(tiled).kind == Kind::kUnknown);
    CHECK(line(tiled) == "no stride steps through the layout " + *tiled.layout);
  }
}

TEST_CASE("stride line: the bar shows both parts however small one is") {
  const auto cells = [](StrideLevel l) {
    const std::string bar = level_bar(l, 4);
    CHECK(bar.size() == 12);
    return bar;
  };
  CHECK(cells({0, 1, 1, 1000}) == "█░░░");
  CHECK(cells({0, 999, 1, 1000}) == "███░");
  CHECK(cells({0, 2, 1, 4}) == "██░░");
}
