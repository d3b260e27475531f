#include "parsers/horizon_hbm.h"

#include <doctest/doctest.h>

#include "tests/counting_access.h"
#include "tests/horizon_writer.h"

namespace npulint {
namespace {

using namespace test;  // NOLINT

std::vector<HbmModel> two_models() {
  HbmTensor image{"data", {1, 28, 28, 1}, {1, 28, 32, 4}, 1, 0, 2, 32, {7}};
  HbmTensor scores{"scores",
                   {1, 1, 1, 10},
                   {1, 1, 8, 10},
                   3,
                   2,
                   0,
                   320,
                   {11, 12, 11, 11, 11, 11, 11, 11, 11, 11}};
  HbmTensor boxes{"boxes", {1, 4, 4, 12}, {1, 4, 4, 16}, 3, 0, 0, 1024, std::vector<uint8_t>(12)};
  HbmTensor tiled{"tiled", {1, 1, 1, 13}, {1, 1, 1, 16}, 3, 18, 0, 0, std::vector<uint8_t>(13, 9)};
  HbmTensor rows{"rows", {1, 2, 3, 4}, {1, 2, 8, 4}, 2, 1, 0, 128, {}};
  return {{"first", "-f hbir --march bayes-e --O3", {image}, {scores, boxes}},
          {"second", "--O3", {rows}, {tiled}}};
}

Parsed<CompiledFile> parse(const std::string& file) { return parse_hbm(3, *memory_access(file)); }

std::string sentences(const Parsed<CompiledFile>& p) {
  std::string out;
  for (const Problem& q : p.problems) {
    CHECK(q.at.file == 3);
    CHECK_FALSE(q.what.in(Lang::kZh).empty());
    out += q.what.in(Lang::kEn) + "\n";
  }
  return out;
}
bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("hbm: two models with their tensors") {
  const std::string file = hbm_file("B2E", two_models());
  REQUIRE(is_hbm_v3(file));
  const auto p = parse(file);
  CHECK(sentences(p) == "");
  REQUIRE(p.record.models.size() == 2);
  const CompiledModel& a = p.record.models[0];
  CHECK(a.format == "hbm");
  CHECK(*a.name == "first");
  CHECK(*a.march == "bayes-e");
  CHECK(file.substr(a.march.at.begin, a.march.at.end - a.march.at.begin) == "bayes-e");
  CHECK(*a.build.at("HBM_MAGIC") == "B2E");
  CHECK(*a.build.at("HBM_OPTIONS") == "-f hbir --march bayes-e --O3");
  REQUIRE(a.versions.size() == 2);
  CHECK(a.versions[0].first == "hbdk");
  CHECK(*a.versions[0].second == "3.49.15");
  CHECK(*a.versions[1].second == "3.15.55.0");

  REQUIRE(a.inputs.size() == 1);
  const CompiledTensor& data = a.inputs[0];
  CHECK(data.name == "data");
  CHECK(data.is_input);
  CHECK(*data.dtype == DType::kInt8);
  CHECK(*data.source == "pyramid");
  CHECK(*data.shape == Shape{1, 28, 28, 1});
  CHECK(*data.aligned_shape == Shape{1, 28, 32, 1});  // the row step, not the BPU's copy
  CHECK_FALSE(data.strides);

  REQUIRE(a.outputs.size() == 2);
  const CompiledTensor& scores = a.outputs[0];
  CHECK(*scores.layout == "NCHW");
  CHECK(*scores.shape == Shape{1, 10, 1, 1});
  CHECK(*scores.aligned_shape == Shape{1, 10, 1, 8});
  CHECK(*scores.strides == std::vector<int64_t>{320, 32, 32, 4});
  CHECK(*scores.byte_size == 320);
  CHECK(scores.quant->kind == Quantization::Kind::kShift);
  CHECK(scores.quant->axis == 1);
  CHECK(scores.quant->shifts[1] == 12);
  CHECK(scores.quant.at.path == "models[0].outputs[0].shifts");
  CHECK(file[scores.quant.at.begin + 1] == 12);
  const CompiledTensor& boxes = a.outputs[1];
  CHECK(*boxes.strides == std::vector<int64_t>{1024, 256, 64, 4});
  CHECK_FALSE(boxes.quant);  // scales are elsewhere
  CHECK(says(boxes.quant.missing.in(Lang::kEn), "in its .bin"));

  const CompiledModel& b = p.record.models[1];
  CHECK(*b.name == "second");
  CHECK(*b.march == "B2E");  // no --march: the tag
  CHECK(*b.inputs[0].layout == "NHCW");
  CHECK(*b.inputs[0].shape == Shape{1, 2, 4, 3});
  CHECK(*b.inputs[0].aligned_shape == Shape{1, 2, 4, 8});
  CHECK(*b.inputs[0].strides == std::vector<int64_t>{128, 64, 16, 2});
  CHECK_FALSE(b.inputs[0].quant);
  CHECK(*b.outputs[0].layout == "NCHW_8C");
  CHECK_FALSE(b.outputs[0].strides);
  CHECK(b.outputs[0].quant->shifts.size() == 13);
}

TEST_CASE("hbm: inside another file, places are those of the whole") {
  const std::string inner = hbm_file("X2A", two_models());
  const std::string file = std::string(1000, 'x') + inner + "tail";
  const auto p = parse_hbm(3, *memory_access(file), 1000, inner.size(), "PACKED.");
  CHECK(sentences(p) == "");
  REQUIRE(p.record.models.size() == 2);
  const Fact<std::string>& name = p.record.models[0].name;
  CHECK(file.substr(name.at.begin, name.at.end - name.at.begin) == "first");
  CHECK(name.at.path == "PACKED.models[0].name");
  // a part that the file does not have
  CHECK_FALSE(parse_hbm(3, *memory_access(file), file.size() + 5, 100).problems.empty());
  CHECK_FALSE(parse_hbm(3, *memory_access(file), 1000, ~uint64_t{0} - 10).problems.size() > 1);
}

TEST_CASE("hbm: other versions and what is no .hbm") {
  const auto nash = parse(std::string("HBM\0\x04\0\0\0 some other layout", 24));
  CHECK(nash.record.models.empty());
  CHECK(nash.problems.empty());
  // no version is text, or nothing
  for (const std::string& file :
       {std::string("<!DOCTYPE html>\n<title>404</title>\n"), std::string(600, '\0')}) {
    const auto p = parse(file);
    CHECK(p.record.models.empty());
    CHECK(p.problems.size() == 1);
  }
  CHECK(says(sentences(parse("")), "empty"));
  CHECK(
      says(sentences(parse("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n")),
           "git lfs pull"));
}

TEST_CASE("hbm: truncated at every byte") {
  const std::string file = hbm_file("B2E", two_models());
  for (size_t n = 0; n < file.size(); ++n) {
    CAPTURE(n);
    CHECK_FALSE(parse(file.substr(0, n)).problems.empty());
  }
}

TEST_CASE("hbm: payloads are not read") {
  const std::string file = hbm_file("B2E", two_models(), nullptr, 8u << 20);
  CountingAccess counting(file);
  const auto p = parse_hbm(3, counting);
  CHECK(p.problems.empty());
  CHECK(p.record.models.size() == 2);
  CHECK(counting.touched < 32768);
}

TEST_CASE("hbm: any field at its extremes crashes nothing") {
  const std::string good = hbm_file("B2E", two_models());
  for (size_t at = 0; at + 4 <= good.size(); ++at)
    for (uint32_t v : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0xfffffff0u}) {
      std::string file = good;
      put32(file, at, v);
      for (const Problem& p : parse(file).problems) (void)p.what.in(Lang::kEn);
    }
}

TEST_CASE("hbm: damage is said where it is") {
  HbmPlaces where;
  const std::string good = hbm_file("B2E", two_models(), &where);
  const auto with = [&](size_t at, uint64_t v, bool wide = false) {
    std::string file = good;
    wide ? put64(file, at, v) : put32(file, at, v);
    return sentences(parse(file));
  };
  const size_t m = where.model, d = where.tensors;
  CHECK(says(with(0x6c, good.size()), "cut off"));
  CHECK(says(with(0x70, 0), "states no model"));
  CHECK(says(with(0x70, 300), "300 models"));
  CHECK(says(with(0xb8, ~uint64_t{0}, true), "models[0] is at offset 18446744073709551615"));
  CHECK(says(with(0xb8, good.size() - 20, true), "models[0] is at offset"));
  CHECK(says(with(0xb8, 8, true), "inside the header"));
  CHECK(says(with(0xc0, m - 16, true), "same offset"));  // the second model is the first
  CHECK(says(with(0xc8, good.size(), true), "models[0].name is at offset"));
  CHECK(says(with(0xc8, m + 0x138, true), "is called `first`"));
  CHECK(says(with(m + 0x80, 0xffffffff), "models[0].name is at offset"));
  CHECK(says(with(m + 0x84, 0x413258), "march tag `X2A`"));
  CHECK(says(with(m + 0x8c, 0x7fffffff), "models[0].options is at offset"));
  CHECK(says(with(m + 0xe0, 0x7fffffff), "models[0].tensors is at offset"));
  CHECK(says(with(m + 0xe4, 0x7fffffff), "2147483647 entries"));
  CHECK(says(with(m + 0xe4, 1000), "models[0].tensors is at offset"));
  CHECK(says(with(m + 0x110, 0xfffffff0), "models[0].inputs is at offset"));
  CHECK(says(with(m + 0x11c, 0xffffffff), "4294967295 entries"));
  CHECK(says(with(where.outputs, ~uint64_t{0}, true), "names tensor 18446744073709551615"));
  CHECK(says(with(where.outputs, 2, true), "names tensor 2 twice"));
  CHECK(says(with(where.outputs, 0, true), "role 1 in place of 2"));
  CHECK(says(with(d, 0), "inside it"));  // a name that is its own descriptor
  CHECK(says(with(d, 0x80000000), "models[0].inputs[0].name is at offset -"));
  CHECK(says(with(d + 12, 0x7fffffff), "shifts is at offset"));
  CHECK(says(with(d + 12, 0x80000000), "shifts is at offset -"));
  CHECK(says(with(d + 4 * 4, 0), "does not fit"));
  CHECK(says(with(d + 4 * 8, 0xffffffff), "does not fit"));
  CHECK(says(with(d + 100 + 4 * 20, 8), "needs 40"));
  CHECK(says(with(d + 100 + 4 * 20, 0x80000000), "needs 40"));
  // numbers that a later version may have: the fact is missing, the file is not damaged
  CHECK(with(d + 4 * 13, 9) == "");
  CHECK(with(d + 4 * 14, 77) == "");
  std::string shifted = good;
  shifted[shifted.find("data") + 5] = 64;  // behind the name
  const auto p = parse(shifted);
  CHECK(p.problems.empty());
  CHECK(says(p.record.models.at(0).inputs.at(0).quant.missing.in(Lang::kEn), "more than 63"));
  // a text without an end
  std::string open = good;
  open.erase(open.size() - 1);
  CHECK(says(sentences(parse(open)), "cut off"));
}

TEST_CASE("hbm: hostile counts stay bounded") {
  // 200 models that share one struct's tensors, a byte apart each
  HbmModel model{"m", "--O3", {}, {}};
  for (int i = 0; i < 300; ++i)
    model.outputs.push_back({"t", {1, 1, 1, 60000}, {1, 1, 1, 60000}, 1, 0, 0, 60000, {1}});
  std::string file = hbm_file("B2E", {model}, nullptr, 1u << 20);
  const auto p = parse(file);
  REQUIRE(p.record.models.size() == 1);
  size_t shifts = 0;
  for (const CompiledTensor& t : p.record.models[0].outputs)
    if (t.quant) shifts += t.quant->shifts.size();
  CHECK(shifts <= 1u << 20);
}

}  // namespace
}  // namespace npulint
