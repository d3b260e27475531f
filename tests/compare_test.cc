#include "lint/compare.h"

#include <doctest/doctest.h>

#include "lint/render.h"

using namespace npulint;

namespace {

Evidence somewhere() { return {0, kNoOffset, kNoOffset, "x"}; }

template <class T>
Fact<T> fact(T v) {
  return {std::move(v), somewhere()};
}

Quantization per_axis(size_t n, int axis, double first = 0.001) {
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  q.axis = axis;
  for (size_t i = 0; i < n; ++i) q.scales.push_back(first * static_cast<double>(i + 1));
  return q;
}

Quantization one_scale(double scale, int64_t zero_point = 0) {
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  q.scales = {scale};
  if (zero_point) q.zero_points = {zero_point};
  return q;
}

CompiledTensor tensor(std::string name, DType type, Shape shape) {
  CompiledTensor t;
  t.name = std::move(name);
  t.dtype = fact(type);
  t.strides = fact(*dense_strides(shape, type));
  t.shape = fact(std::move(shape));
  return t;
}

CompiledModel model(std::vector<CompiledTensor> inputs, std::vector<CompiledTensor> outputs) {
  CompiledModel m;
  m.format = "metadata";
  m.name = fact<std::string>("net");
  m.inputs = std::move(inputs);
  m.outputs = std::move(outputs);
  for (auto* list : {&m.inputs, &m.outputs})
    for (size_t i = 0; i < list->size(); ++i) {
      (*list)[i].index = static_cast<int>(i);
      (*list)[i].is_input = list == &m.inputs;
    }
  return m;
}

CompiledModel with_output(CompiledTensor t) {
  return model({tensor("data", DType::kFloat32, {1, 3, 8, 8})}, {std::move(t)});
}

std::vector<std::string> sentences(const CompiledModel& a, const CompiledModel& b,
                                   Lang lang = Lang::kEn) {
  std::vector<std::string> out;
  const Comparison c = compare({&a}, {&b});
  for (const Difference& d : c.models.at(0).differences) out.push_back(d.in(lang));
  return out;
}

std::string fact_of(const ComparedTensor& t, std::string_view name) {
  for (const ComparedFact& f : t.facts)
    if (f.name == name) return f.a + "|" + f.b + "|" + std::string(agreement_name(f.how));
  return "";
}

}  // namespace

TEST_CASE("compare: an artifact agrees with itself") {
  auto t = tensor("logits", DType::kInt32, {1, 1000});
  t.quant = fact(per_axis(1000, 1));
  const auto m = with_output(t);
  const Comparison c = compare({&m}, {&m});
  CHECK(c.contracts_agree());
  CHECK(c.complete());
  REQUIRE(c.models.size() == 1);
  CHECK(c.models[0].tensors.size() == 2);
  for (const auto& x : c.models[0].tensors)
    for (const auto& f : x.facts) CHECK(f.how == Agreement::kSame);
}

TEST_CASE("compare: integers with scales against floats") {
  auto a = tensor("logits", DType::kInt32, {1, 4, 4, 255});
  a.quant = fact(per_axis(255, 3));
  const auto b = tensor("logits", DType::kFloat32, {1, 4, 4, 255});
  CHECK(sentences(with_output(a), with_output(b)) ==
        std::vector<std::string>{
            "output `logits`: int32 with 255 scales on axis 3 in A, float32 in B: code that "
            "decodes A's must not decode B's"});
  CHECK(sentences(with_output(b), with_output(a)) ==
        std::vector<std::string>{
            "output `logits`: float32 in A, int32 with 255 scales on axis 3 in B: code that takes "
            "A's as it is must decode B's"});
  CHECK(sentences(with_output(a), with_output(b), Lang::kZh) ==
        std::vector<std::string>{"输出 `logits`：A 中为 int32，第 3 轴上有 255 个 scale，B 中为 "
                                 "float32：对 A 做反量化的代码不能对 B 做反量化"});
  const auto x = with_output(a), y = with_output(b);
  const Comparison c = compare({&x}, {&y});
  CHECK_FALSE(c.contracts_agree());
  CHECK(fact_of(c.models[0].tensors[1], "dtype") == "int32|float32|differs");
  CHECK(fact_of(c.models[0].tensors[1], "quantization") == "scale|none|differs");
  CHECK(fact_of(c.models[0].tensors[1], "count") == "255||differs");
  CHECK(fact_of(c.models[0].tensors[1], "axis") == "3||differs");
  CHECK(fact_of(c.models[0].tensors[1], "shape") == "[1, 4, 4, 255]|[1, 4, 4, 255]|same");
}

TEST_CASE("compare: parameters of one form") {
  auto a = tensor("y", DType::kInt8, {1, 8});
  auto b = a;
  a.quant = fact(one_scale(0.5));
  b.quant = fact(one_scale(0.25));
  CHECK(sentences(with_output(a), with_output(b)) ==
        std::vector<std::string>{"output `y`: scale 0.5 in A, scale 0.25 in B: constants copied "
                                 "from one are wrong for the other; code that takes them from the "
                                 "model is right for both"});
  b.quant = fact(one_scale(0.5, 3));
  CHECK(sentences(with_output(a), with_output(b)).size() == 1);
  // a text of six digits is no other scale
  b.quant = fact(one_scale(0.50001));
  CHECK(sentences(with_output(a), with_output(b)).size() == 1);
  b.quant.value->rounded = true;
  CHECK(sentences(with_output(a), with_output(b)).empty());
  // one scale written once an index is one scale
  b.quant = fact(one_scale(0.5));
  b.quant.value->scales.assign(8, 0.5);
  b.quant.value->axis = 1;
  CHECK(sentences(with_output(a), with_output(b)).empty());
  b.quant = fact(per_axis(8, 1));
  CHECK(sentences(with_output(a), with_output(b)) ==
        std::vector<std::string>{"output `y`: int8 with scale 0.5 in A, int8 with 8 scales on axis "
                                 "1 in B: code that decodes A's decodes B's wrongly"});
  auto c = b;
  c.quant.value->axis = 0;
  CHECK(sentences(with_output(c), with_output(b)).size() == 1);
  Quantization shifts;
  shifts.kind = Quantization::Kind::kShift;
  shifts.shifts.assign(8, 5);
  b.quant = fact(shifts);
  CHECK(sentences(with_output(a), with_output(b)).size() == 1);
}

TEST_CASE("compare: inputs are quantised, not decoded") {
  auto a = tensor("data", DType::kInt8, {1, 3, 8, 8});
  a.quant = fact(one_scale(0.02));
  const auto b = tensor("data", DType::kFloat32, {1, 3, 8, 8});
  const auto out = tensor("y", DType::kFloat32, {1, 4});
  CHECK(sentences(model({a}, {out}), model({b}, {out})) ==
        std::vector<std::string>{"input `data`: int8 with scale 0.02 in A, float32 in B: code that "
                                 "quantises for A must not do so for B"});
}

TEST_CASE("compare: shapes and memory") {
  const auto a = tensor("y", DType::kFloat32, {1, 255, 20, 20});
  auto b = tensor("y", DType::kFloat32, {1, 20, 20, 255});
  CHECK(sentences(with_output(a), with_output(b)) ==
        std::vector<std::string>{"output `y`: [1, 255, 20, 20] in A, [1, 20, 20, 255] in B: A is "
                                 "NCHW and B the same in NHWC: indices of A take other elements "
                                 "of B"});
  b = a;
  b.strides = fact(std::vector<int64_t>{510000, 2000, 100, 4});
  CHECK(sentences(with_output(a), with_output(b)) ==
        std::vector<std::string>{"output `y`: strides [408000, 1600, 80, 4] in A, strides [510000, "
                                 "2000, 100, 4] in B: code that steps through A's bytes takes "
                                 "other elements of B"});
  // the caller decides, or a dim of one index
  b.strides = fact(std::vector<int64_t>{-1, -1, -1, 4});
  CHECK(sentences(with_output(a), with_output(b)).empty());
  b.strides = fact(std::vector<int64_t>{409600, 1600, 80, 4});
  CHECK(sentences(with_output(a), with_output(b)).empty());
  // only the aligned shape tells
  b.strides = {};
  b.aligned_shape = fact(Shape{1, 255, 20, 32});
  CHECK(sentences(with_output(a), with_output(b)).size() == 1);
  b.aligned_shape = fact(Shape{1, 255, 20, 20});
  CHECK(sentences(with_output(a), with_output(b)).empty());
  const auto x = with_output(a), y = with_output(b);
  CHECK(fact_of(compare({&x}, {&y}).models[0].tensors[1], "strides_bytes") ==
        "[408000, 1600, 80, 4]|([408000, 1600, 80, 4])|same");
  // dims of 1 at the end, and a dim that is not known before run time
  b = tensor("y", DType::kFloat32, {1, 255, 20, 20, 1});
  CHECK(sentences(with_output(a), with_output(b)).empty());
  b.shape = fact(Shape{-1, 255, 20, 20});
  CHECK(sentences(with_output(a), with_output(b)).empty());
  b = a;
  auto c = a;
  b.byte_size = fact<int64_t>(408000);
  c.byte_size = fact<int64_t>(409600);
  CHECK(sentences(with_output(b), with_output(c)) ==
        std::vector<std::string>{"output `y`: 408000 bytes in A, 409600 bytes in B: buffers and "
                                 "copies of a fixed size do not fit both"});
}

TEST_CASE("compare: names, order and number") {
  const auto in = tensor("data", DType::kFloat32, {1, 3, 8, 8});
  const auto box = tensor("box", DType::kFloat32, {1, 4}),
             cls = tensor("cls", DType::kFloat32, {1, 2});
  auto other = cls;
  other.name = "score";
  CHECK(sentences(model({in}, {box, cls}), model({in}, {box, other})) ==
        std::vector<std::string>{"names of outputs: `cls` in A, `score` in B: paired by position "
                                 "here; code that asks for A's name finds no such tensor in B"});
  CHECK(sentences(model({in}, {box, cls}), model({in}, {cls, box})) ==
        std::vector<std::string>{"order of outputs: `box`, `cls` in A, `cls`, `box` in B: code "
                                 "that goes by index takes another tensor of B"});
  CHECK(sentences(model({in}, {box, cls}), model({in}, {box})) ==
        std::vector<std::string>{"output `cls`: only in A"});
  CHECK(sentences(model({in}, {box}), model({in}, {cls, box})) ==
        std::vector<std::string>{"output `cls`: only in B"});
  const auto x = model({in}, {box, cls}), y = model({in}, {box, other});
  const Comparison c = compare({&x}, {&y});
  CHECK_FALSE(c.models[0].tensors[1].by_position);
  CHECK(c.models[0].tensors[2].by_position);
}

TEST_CASE("compare: one packed image against luma and chroma") {
  auto packed = tensor("images", DType::kUint8, {1, 3, 8, 8});
  packed.dtype = {};
  packed.image = fact<std::string>("nv12");
  const auto y = tensor("images_y", DType::kUint8, {1, 8, 8, 1}),
             uv = tensor("images_uv", DType::kUint8, {1, 4, 4, 2}),
             out = tensor("cls", DType::kFloat32, {1, 2});
  CHECK(sentences(model({y, uv}, {out}), model({packed}, {out})) ==
        std::vector<std::string>{"the image: split nv12 in two tensors (`images_y`, `images_uv`) "
                                 "in A, packed nv12 in one tensor (`images`) in B: the code that "
                                 "hands over the image cannot be the same"});
}

TEST_CASE("compare: what one side does not state is no difference and no agreement") {
  auto a = tensor("y", DType::kInt32, {1, 4});
  a.quant = fact(one_scale(0.5));
  auto b = a;
  b.quant = {};
  const auto x = with_output(a), y = with_output(b);
  Comparison c = compare({&x}, {&y});
  CHECK(c.contracts_agree());
  CHECK_FALSE(c.complete());
  CHECK(c.models[0].gaps.at(0).in(Lang::kEn) == "`y`: only A states its quantization");
  const auto silent = model({tensor("data", DType::kFloat32, {1, 3, 8, 8})}, {});
  c = compare({&x}, {&silent});
  CHECK(c.contracts_agree());
  CHECK_FALSE(c.complete());
  CHECK(c.models[0].gaps.at(0).in(Lang::kEn) == "B states no outputs");
}

TEST_CASE("compare: several models go by name, stages by number") {
  auto a = with_output(tensor("y", DType::kFloat32, {1, 4}));
  auto b = a, c = a;
  a.name = fact<std::string>("encoder");
  b.name = fact<std::string>("decoder");
  c.name = fact<std::string>("tracker");
  Comparison r = compare({&a, &b}, {&b, &a, &c});
  REQUIRE(r.models.size() == 2);
  CHECK(r.models[0].b == &a);
  CHECK(r.models[1].b == &b);
  CHECK(r.only_b == std::vector<const CompiledModel*>{&c});
  CHECK_FALSE(r.contracts_agree());
  auto s0 = a, s1 = a;
  s0.build["STAGE"] = fact<std::string>("0 of 2");
  s1.build["STAGE"] = fact<std::string>("1 of 2");
  r = compare({&s0, &s1}, {&s1, &s0});
  REQUIRE(r.models.size() == 2);
  CHECK(r.models[0].b == &s0);
  CHECK(model_label(s0) == "encoder/stage 0 of 2");
}

TEST_CASE("compare: the page marks what differs, folds what agrees, and drives no terminal") {
  auto a = tensor("y\x1b[2J", DType::kInt32, {1, 4});
  a.quant = fact(per_axis(4, 1));
  auto b = a;
  b.dtype = fact(DType::kFloat32);
  b.quant = {};
  auto x = with_output(a), y = with_output(b);
  x.march = fact<std::string>("nash-e");
  y.march = fact<std::string>("nash-p");
  x.build["O"] = y.build["O"] = fact<std::string>("2");
  x.build["CORE_NUM"] = fact<std::string>("1");
  y.build["CORE_NUM"] = fact<std::string>("2");
  x.removed_nodes = {fact<std::string>("dq")};
  const Comparison c = compare({&x}, {&y});
  const std::string text = compare_text(c, "a.json", "b.json", {});
  CHECK(text.find('\x1b') == std::string::npos);
  for (const char* part : {"A  a.json\n", "The I/O contracts differ.\n",
                           "    ≠  march  nash-e  nash-p\n", "    ≠  dtype ", "  = 1 agree: data\n",
                           "    ≠  CORE_NUM  1  2\n", "  = 1 agree\n", "    ·  dq  —\n"}) {
    INFO(part);
    CHECK(text.find(part) != std::string::npos);
  }
  RenderOptions colour;
  colour.color = true;
  CHECK(compare_text(c, "a", "b", colour).find("\x1b[1;33m") != std::string::npos);
  const std::string json = compare_json(c, "a.json", "b.json");
  CHECK(json.find("\"schema\": \"npulint-compare/1\"") != std::string::npos);
  CHECK(json.find("\"agree\": false") != std::string::npos);
}
