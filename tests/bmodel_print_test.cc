#include "parsers/bmodel_print.h"

#include <doctest/doctest.h>

#include <string>

#include "parsers/flat_text.h"
#include "tests/compiled_text.h"

namespace npulint {
namespace {

std::string sha() {
  std::string out;
  for (int i = 0; i < 32; ++i)
    out += (i ? ",0x" : "0x") + std::string(1, "0123456789ABCDEF"[i % 16]);
  return out;
}

const std::string kText = R"j({
  type: "B",
  version: "2.2+v1.7-g0123abc-20240430",
  time: "Mon Mar 18 18:47:36 2024\n",
  chip: "BM1688",
  net: [{
      name: "det",
      parameter: [{
          input_tensor: [{
              name: "x",
              data_type: 0x03,
              gmem_stmode: 0x00,
              size: 0x2A,
              shape: [{
                  dim: [0x01,0x2A]
                }],
              scale: 285.531799,
              zero_point: 0xFFFFFFFD
            }],
          output_tensor: [{
              name: "a, [b]: c",
              data_type: 0x00,
              size: 0x24,
              shape: [{
                  dim: [0x01,0x09]
                }],
              scale: 1.0
            },{
              name: "z",
              data_type: 0x02,
              gmem_stmode: 0x02,
              size: 0x40,
              shape: [{}],
              scale: 0.5
            }],
          coeff_mem: {
            check_code: [)j" +
                          sha() +
                          R"j(],
            binary_coeff: {
              start: 0x00,
              size: 0xD000
            }
          },
          is_dynamic: 0x00,
          core_num: 0x02
        }],
      addr_mode: 0x00
    }],
  device_num: 0x01
}
)j";

std::string with(std::string_view from, std::string_view to) {
  std::string out = kText;
  const size_t at = out.find(from);
  REQUIRE(at != std::string::npos);
  return out.replace(at, from.size(), to);
}

TEST_CASE("bmodel_print: model_tool --print") {
  CHECK(looks_like_bmodel_print(kText));
  const auto p = parse_bmodel_print(0, kText);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "bmodel_print");
  CHECK(*m.name == "det");
  CHECK(*m.chip == "BM1688");
  CHECK(kText.substr(m.chip.at.begin, m.chip.at.end - m.chip.at.begin) == "\"BM1688\"");
  REQUIRE(m.versions.size() == 2);
  CHECK(*m.versions[0].second == "2.2");
  CHECK(*m.versions[1].second == "v1.7-g0123abc-20240430");
  CHECK(*m.build.at("CREATED") == "Mon Mar 18 18:47:36 2024");
  CHECK(*m.build.at("CORE_NUM") == "2");
  CHECK(*m.build.at("COEFF_BYTES") == "53248");
  CHECK(m.build.at("COEFF_SHA256")->starts_with("000102030405"));
  REQUIRE(m.inputs.size() == 1);
  const CompiledTensor& in = m.inputs[0];
  CHECK(*in.dtype == DType::kUint8);
  CHECK(*in.shape == Shape{1, 42});
  CHECK(*in.layout == "1N");
  CHECK(*in.byte_size == 42);
  CHECK(*in.strides == std::vector<int64_t>{42, 1});  // nothing but dense fits
  CHECK(in.quant->scales == std::vector<double>{285.531799});
  CHECK(in.quant->zero_points == std::vector<int64_t>{-3});
  CHECK_FALSE(in.quant->rounded);
  REQUIRE(m.outputs.size() == 2);
  CHECK(m.outputs[0].name == "a, [b]: c");
  CHECK(m.outputs[0].quant->kind == Quantization::Kind::kNone);
  CHECK(*m.outputs[1].layout == "4N");
  CHECK(m.outputs[1].shape->empty());
  CHECK_FALSE(m.outputs[1].strides);
}

TEST_CASE("bmodel_print: stages, dynamic nets, comments above, CRLF") {
  std::string text = kText;
  const size_t a = text.find("parameter: [{") + 12, b = text.find("}],\n      addr_mode") + 1;
  const std::string stage = text.substr(a, b - a);
  std::string moving = stage;
  moving.replace(moving.find("is_dynamic: 0x00"), 16, "is_dynamic: 0x01");
  text.insert(b, "," + moving);
  std::string crlf = "# printed by model_tool\r\n";
  for (char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(looks_like_bmodel_print(crlf));
  const auto p = parse_bmodel_print(0, crlf);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 2);
  CHECK(*p.record.models[0].build.at("STAGE") == "0 of 2");
  CHECK(*p.record.models[1].build.at("DYNAMIC") == "yes");
  CHECK(*p.record.models[1].inputs[0].shape == Shape{-1, -1});
  CHECK_FALSE(p.record.models[1].inputs[0].strides);
}

TEST_CASE("bmodel_print: every kind of damage") {
  CHECK(says(parse_bmodel_print(0, with("data_type: 0x03", "data_type: 0x63")), "data_type"));
  CHECK(says(parse_bmodel_print(0, with("data_type: 0x03", "data_type: \"int8\"")), "data_type"));
  CHECK(
      says(parse_bmodel_print(0, with("gmem_stmode: 0x00", "gmem_stmode: 0x03")), "storage mode"));
  CHECK(says(parse_bmodel_print(0, with("scale: 285.531799", "scale: {}")), "scale"));
  CHECK(
      says(parse_bmodel_print(0, with("zero_point: 0xFFFFFFFD", "zero_point: 0.5")), "zero_point"));
  CHECK(says(parse_bmodel_print(0, with("dim: [0x01,0x2A]", "dim: [1,2,3,4,5,6,7,8,9]")), "shape"));
  CHECK(says(parse_bmodel_print(0, with("dim: [0x01,0x2A]", "dim: [1.5]")), "shape"));
  CHECK(says(parse_bmodel_print(0, with("shape: [{\n                  dim: [0x01,0x2A]\n"
                                        "                }],",
                                        "")),
             "shape"));
  CHECK(says(parse_bmodel_print(0, with("name: \"x\"", "name: 7")), "name"));
  CHECK(says(parse_bmodel_print(0, with("name: \"x\",", "")), "name"));
  CHECK(says(parse_bmodel_print(0, with("input_tensor: [{", "input_tensor: 1, y: [{")),
             "list of tensors"));
  CHECK(says(parse_bmodel_print(0, with("net: [{", "nets: [{")), "no net"));
  CHECK(says(parse_bmodel_print(0, with("0x2A", "0xZZ")), "0xZZ"));
  CHECK(says(parse_bmodel_print(0, with("0x2A", "0x")), "0x"));
  CHECK(says(parse_bmodel_print(0, with("0x2A", "0x11112222333344445")), "0x1111"));
  CHECK(says(parse_bmodel_print(0, kText + "{"), "follows the end"));
  CHECK(says(parse_bmodel_print(0, with("chip: \"BM1688\"", "chip \"BM1688\"")), "colon"));
  CHECK(says(parse_bmodel_print(0, "{chip: " + std::string(40, '[') + std::string(40, ']') + "}"),
             "32 levels"));
  CHECK(says(parse_bmodel_print(0, ""), "ends within"));
  // wrong sizes of the digest are no digest
  CHECK_FALSE(parse_bmodel_print(0, with("[" + sha() + "]", "[0x01,0x02]"))
                  .record.models[0]
                  .build.contains("COEFF_SHA256"));
}

TEST_CASE("bmodel_print: a text that was cut describes nothing") {
  const size_t end = kText.rfind('}');
  for (size_t n = 0; n <= end; ++n) {
    const auto p = parse_bmodel_print(0, std::string_view(kText).substr(0, n));
    CHECK(p.record.models.empty());
    CHECK(says(p, n < kText.size() ? "" : "x"));
    CHECK_FALSE(p.problems.empty());
  }
  CHECK(parse_bmodel_print(0, kText.substr(0, end + 1)).problems.empty());
}

TEST_CASE("bmodel_print: JSON and prose are something else") {
  CHECK_FALSE(looks_like_bmodel_print(""));
  CHECK_FALSE(looks_like_bmodel_print("{\"chip\": \"BM1688\", \"version\": \"2.2\", \"net\": []}"));
  CHECK_FALSE(looks_like_bmodel_print("{ chip: \"BM1688\" }"));
  CHECK_FALSE(looks_like_bmodel_print("model " + kText));
}

TEST_CASE("flat_text: strings, numbers, words") {
  const JsonTree t = parse_flat_text(
      R"j({a: "q\"\n\x41", "b c": [true, null, {}], d: -0x10, e: [1, 2.5e1,], f: false, })j", 0);
  REQUIRE(t.ok);
  CHECK(find(t.root, "a")->text == "q\"\nA");
  CHECK(find(t.root, "b c")->items.size() == 3);
  CHECK(find(t.root, "d")->number == -16);
  CHECK(find(t.root, "e")->numbers == std::vector<double>{1, 25});
  CHECK(find(t.root, "f")->is(JsonNode::Kind::kBool));
}

}  // namespace
}  // namespace npulint
