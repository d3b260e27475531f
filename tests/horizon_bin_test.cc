#include "parsers/horizon_bin.h"

#include <doctest/doctest.h>

#include "lint/check.h"
#include "lint/render.h"
#include "tests/counting_access.h"
#include "tests/horizon_writer.h"

namespace npulint {
namespace {

using namespace test;  // NOLINT

HbmModel inner() {
  HbmTensor images{"images", {1, 32, 32, 3}, {1, 32, 32, 4}, 1, 0, 2, 32, {0, 0, 0}};
  HbmTensor boxes{"box_quantized",         {1, 4, 4, 12}, {1, 4, 4, 16}, 3, 0, 0, 1024,
                  std::vector<uint8_t>(12)};
  HbmTensor scores{"score_quantized", {1, 4, 4, 2}, {1, 4, 4, 4}, 3, 0, 0, 256, {0, 0}};
  return {"g_subgraph_0", "-m x --march bayes-e --O3", {images}, {boxes, scores}};
}

BinSettings settings() {
  return {{"MARCH", "bayes-e"},
          {"BUILDER_VERSION", "1.24.3"},
          {"HBDK_RUNTIME_VERSION", " 3.15.55.0"},
          {"INPUT_NAMES", "images;"},
          {"INPUT_TYPE_RT", "nv12;"},
          {"input-source", "{'images': 'pyramid', '_default_value': 'ddr'}"},
          {"REMOVE_NODE_TYPE", ""},
          {"DELETED_NODES", "box_HzDequantize "},
          {"DELETED_NODE_INFO", R"({"box_HzDequantize": "Dequantize"})"},
          {"NODE_box_HzDequantize", "box_HzDequantize: scale: [0.5]; zero point: 0"},
          {"DN_M_318", "box_quantized"},
          {"DN_D_box_quantized_scale", "box_x_scale"},
          {"DN_D_box_quantized_axis", "3"},
          {"DN_D_box_quantized_zeropoint", ""},
          {"DN_D_box_quantized_valueinfo", "318"}};
}

std::vector<float> twelve() {
  std::vector<float> v;
  for (int i = 0; i < 12; ++i) v.push_back(0.25f + static_cast<float>(i));
  return v;
}

struct Parts {
  std::vector<std::string> nodes, tensors, inputs, outputs;
  std::vector<uint64_t> types{7}, layouts{2};
  BinSettings settings;
  std::string file() const {
    std::string g;
    for (const auto& x : nodes) g += bytes(1, x);
    g += bytes(2, "det");
    for (const auto& x : tensors) g += bytes(3, x);
    for (const auto& x : inputs) g += bytes(4, x);
    for (const auto& x : outputs) g += bytes(5, x);
    g += bytes(7, packed(types)) + bytes(8, packed(layouts));
    return bin_file(g, settings);
  }
};

// One head whose Dequantize was removed, one that keeps it.
Parts detector(size_t padded_to = 0) {
  Parts p;
  p.nodes = {bin_node("g_subgraph_0", "BPU", {"images"}, {"318", "score_quantized"}),
             bin_node("score_HzDequantize", "Dequantize", {"score_quantized", "score_x_scale"},
                      {"score"})};
  p.tensors = {bin_floats("box_x_scale", twelve()), bin_floats("score_x_scale", {0.5f, 0.25f}),
               bin_hbm(hbm_file("B2E", {inner()}, nullptr, padded_to))};
  p.inputs = {bin_value("images", 3, {1, 32, 32, 3})};
  p.outputs = {bin_value("score", 1, {1, 4, 4, 2}), bin_value("318", 6, {1, 4, 4, 12})};
  p.settings = settings();
  return p;
}

void set(Parts& p, std::string_view key, std::string value) {
  for (auto& [k, v] : p.settings)
    if (k == key) v = std::move(value);
}
void drop(Parts& p, std::string_view key) {
  std::erase_if(p.settings, [&](const auto& s) { return s.first == key; });
}

Parsed<CompiledFile> parse(const std::string& file) {
  return parse_horizon_bin(3, *memory_access(file));
}
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
std::string_view part(const std::string& file, const Evidence& e) {
  return std::string_view(file).substr(e.begin, e.end - e.begin);
}
CompiledTensor output(const Parts& p, size_t i, std::string_view problem = "") {
  const auto parsed = parse(p.file());
  const std::string text = sentences(parsed);
  if (problem.empty())
    CHECK(text == "");
  else
    CHECK(says(text, problem));
  REQUIRE(parsed.record.models.size() == 1);
  return parsed.record.models[0].outputs.at(i);
}

TEST_CASE("bin: a model with a removed Dequantize") {
  const std::string file = detector().file();
  REQUIRE(is_horizon_bin(file));
  const auto p = parse(file);
  CHECK(sentences(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "bin");
  CHECK(*m.name == "det");
  CHECK(*m.march == "bayes-e");
  CHECK(part(file, m.march.at) == "bayes-e");
  CHECK(m.march.at.path == "settings[MARCH]");
  REQUIRE(m.versions.size() == 2);
  CHECK(m.versions[0].first == "hb_mapper");
  CHECK(*m.versions[1].second == "3.15.55.0");
  CHECK(*m.build.at("INPUT_TYPE_RT") == "nv12;");
  CHECK(*m.build.at("INPUT-SOURCE") == "{'images': 'pyramid', '_default_value': 'ddr'}");
  CHECK(*m.build.at("GRAPH_NODES") == "BPU 1, Dequantize 1");
  CHECK(*m.build.at("EMBEDDED_HBM_MAGIC") == "B2E");
  CHECK(*m.build.at("EMBEDDED_HBM_MARCH") == "bayes-e");
  CHECK(part(file, m.build.at("EMBEDDED_HBM_MARCH").at) == "bayes-e");
  CHECK_FALSE(m.build.contains("DN_M_318"));
  CHECK(*m.build.at("FORMER_NAME output:318") == "box_quantized");
  CHECK_FALSE(m.build.contains("NODE_BOX_HZDEQUANTIZE"));
  REQUIRE(m.removed_nodes.size() == 1);
  CHECK(*m.removed_nodes[0] == "box_HzDequantize");
  CHECK(part(file, m.removed_nodes[0].at) == R"("box_HzDequantize": "Dequantize")");

  REQUIRE(m.inputs.size() == 1);
  const CompiledTensor& in = m.inputs[0];
  CHECK(*in.image == "nv12");
  CHECK_FALSE(in.dtype);
  CHECK(*in.shape == Shape{1, 3, 32, 32});  // stored as NHWC, reported as the file's layout says
  CHECK(*in.layout == "NCHW");
  CHECK(*in.source == "pyramid");
  CHECK(*in.byte_size == 32 * 32 * 3 / 2);

  REQUIRE(m.outputs.size() == 2);
  const CompiledTensor& score = m.outputs[0];
  CHECK(*score.dtype == DType::kFloat32);
  CHECK(score.quant->kind == Quantization::Kind::kNone);
  CHECK(*score.strides == std::vector<int64_t>{128, 32, 8, 4});  // a CPU node leaves no padding
  const CompiledTensor& box = m.outputs[1];
  CHECK(box.name == "318");
  CHECK(*box.dtype == DType::kInt32);
  CHECK(*box.shape == Shape{1, 4, 4, 12});
  CHECK(*box.aligned_shape == Shape{1, 4, 4, 16});
  CHECK(*box.strides == std::vector<int64_t>{1024, 256, 64, 4});
  CHECK(*box.byte_size == 1024);
  REQUIRE(box.quant);
  CHECK(box.quant->kind == Quantization::Kind::kScale);
  CHECK(box.quant->axis == 3);
  CHECK(box.quant->scales.size() == 12);
  CHECK(box.quant->scales[11] == 11.25);
  CHECK_FALSE(box.quant->rounded);
  CHECK(box.quant.at.end - box.quant.at.begin == 48);
}

TEST_CASE("bin: what is known of an integer output") {
  Parts p = detector();
  CHECK(output(p, 1).quant->scales.size() == 12);

  // nothing removed, nothing asked: an index
  for (const char* key : {"DELETED_NODES", "DELETED_NODE_INFO", "DN_D_box_quantized_scale"})
    drop(p, key);
  CHECK(output(p, 1).quant->kind == Quantization::Kind::kNone);
  // asked for, and no record of what came of it
  set(p, "REMOVE_NODE_TYPE", "['Dequantize']");
  CHECK(says(output(p, 1).quant.missing.in(Lang::kEn), "name no scales for `318`"));
  set(p, "REMOVE_NODE_TYPE", "['Reshape']");
  CHECK(output(p, 1).quant->kind == Quantization::Kind::kNone);
  // called otherwise in the .hbm: something was removed
  drop(p, "DN_M_318");
  CHECK(says(output(p, 1).quant.missing.in(Lang::kEn), "called otherwise"));
  CHECK_FALSE(output(p, 1).strides);

  // removed, but the scales of this output are not named
  p = detector();
  drop(p, "DN_D_box_quantized_scale");
  CHECK(says(output(p, 1).quant.missing.in(Lang::kEn), "name no scales for `318`"));

  // no settings at all
  p = detector();
  p.settings.clear();
  std::string file = p.file();
  file.resize(file.size() - 2);  // the empty map
  const auto none = parse(file);
  CHECK(says(sentences(none), "no build settings"));
  CHECK(says(none.record.models.at(0).outputs.at(1).quant.missing.in(Lang::kEn), "no build"));
  CHECK(*none.record.models[0].march == "bayes-e");  // of the embedded .hbm
}

TEST_CASE("bin: names of removed nodes without their types") {
  Parts p = detector();
  drop(p, "DELETED_NODE_INFO");
  set(p, "DELETED_NODES", " a_HzDequantize  b ");
  const std::string file = p.file();
  const auto parsed = parse(file);
  const auto& removed = parsed.record.models.at(0).removed_nodes;
  REQUIRE(removed.size() == 2);
  CHECK(*removed[0] == "a_HzDequantize");
  CHECK(part(file, removed[1].at) == "b");
}

TEST_CASE("bin: scales that do not hold") {
  Parts p = detector();
  p.tensors[0] = bin_floats("other", twelve());
  CHECK_FALSE(output(p, 1, "holds no such tensor").quant);
  p.tensors[0] =
      bytes(1, bin_type(1, {13})) + bytes(2, std::string(48, 'x')) + bytes(8, "box_x_scale");
  CHECK_FALSE(output(p, 1, "holds 48 bytes").quant);
  p.tensors[0] =
      bytes(1, bin_type(6, {12})) + bytes(2, std::string(48, 'x')) + bytes(8, "box_x_scale");
  CHECK_FALSE(output(p, 1, "holds 48 bytes").quant);
  p.tensors[0] = bytes(1, bin_type(1, {1ull << 40, 1ull << 40})) + bytes(2, std::string(48, 'x')) +
                 bytes(8, "box_x_scale");
  CHECK_FALSE(output(p, 1, "holds 48 bytes").quant);
  p = detector();
  set(p, "DN_D_box_quantized_axis", "channel");
  CHECK_FALSE(output(p, 1, "no axis number").quant);
  set(p, "DN_D_box_quantized_axis", "");
  CHECK_FALSE(output(p, 1).quant->axis);
  set(p, "DN_D_box_quantized_axis", "-1");
  CHECK(output(p, 1).quant->axis == -1);
  set(p, "DN_D_box_quantized_zeropoint", "box_zero");
  CHECK(says(output(p, 1).quant.missing.in(Lang::kEn), "does not read"));
  p.tensors.push_back(bytes(1, bin_type(7, {2})) + bytes(4, packed({3, ~uint64_t{0}})) +
                      bytes(8, "box_zero"));
  CHECK(output(p, 1).quant->zero_points == std::vector<int64_t>{3, -1});
}

TEST_CASE("bin: inputs that are no nv12") {
  Parts p = detector();
  const auto input = [](const Parts& parts) {
    const auto parsed = parse(parts.file());
    CHECK(sentences(parsed) == "");
    return parsed.record.models.at(0).inputs.at(0);
  };
  p.types = {6};
  p.inputs = {bin_value("images", 3, {1, 32, 32, 1})};
  CHECK(*input(p).image == "y");
  CHECK(*input(p).shape == Shape{1, 1, 32, 32});
  // a number that nobody documents: the word of the settings
  p.types = {10};
  set(p, "INPUT_TYPE_RT", "bgr;");
  CHECK(*input(p).image == "bgr");
  // a featuremap for a CPU node: dense
  p = detector();
  p.types = {5};
  p.inputs = {bin_value("images", 1, {1, 3, 32, 30})};
  p.nodes[0] = bin_node("g_subgraph_0", "BPU", {"images_q"}, {"318", "score_quantized"});
  p.nodes.push_back(bin_node("q", "Quantize", {"images", "s"}, {"images_q"}));
  CompiledTensor in = input(p);
  CHECK_FALSE(in.image);
  CHECK(*in.dtype == DType::kFloat32);
  CHECK(*in.strides == std::vector<int64_t>{11520, 3840, 120, 4});
  CHECK(*in.source == "pyramid");
  // integers for the BPU itself: as the .hbm stores them, with scales that nobody names
  p = detector();
  p.types = {5};
  HbmModel m = inner();
  m.inputs[0] = {"images", {1, 3, 4, 5}, {1, 3, 4, 16}, 1, 0, 0, 192, std::vector<uint8_t>(5)};
  p.tensors[2] = bin_hbm(hbm_file("B2E", {m}));
  p.inputs = {bin_value("images", 3, {1, 3, 4, 5})};
  in = input(p);
  CHECK(*in.strides == std::vector<int64_t>{192, 64, 16, 1});
  CHECK(says(in.quant.missing.in(Lang::kEn), "no scales for the input"));
}

TEST_CASE("bin: the graph and its .hbm contradict each other") {
  Parts p = detector();
  p.outputs[1] = bin_value("318", 6, {1, 4, 4, 13});
  CHECK(says(output(p, 1).strides.missing.in(Lang::kEn), "[1, 4, 4, 12]"));
  p = detector();
  p.nodes[0] = bin_node("another", "BPU", {"images"}, {"318", "score_quantized"});
  CHECK_FALSE(output(p, 1, "has no model of its name").strides);
  p = detector();
  p.tensors.pop_back();
  CHECK_FALSE(output(p, 1, "holds no embedded .hbm").strides);
  p.tensors.push_back(bin_hbm("something else entirely, no .hbm at all"));
  CHECK_FALSE(output(p, 1, "magic of version 3").strides);
  std::string damaged = hbm_file("B2E", {inner()});
  put32(damaged, 0x70, 9999);
  p.tensors.back() = bin_hbm(damaged);
  CHECK_FALSE(output(p, 1, "9999 models").strides);
}

TEST_CASE("bin: truncated at every byte") {
  const std::string file = detector().file();
  for (size_t n = 0; n < file.size(); ++n) {
    CAPTURE(n);
    const auto p = parse(file.substr(0, n));
    CHECK_FALSE(p.problems.empty());
    // what the settings no longer say is not taken for "none"
    if (!p.record.models.empty() && p.record.models[0].outputs.size() == 2) {
      const CompiledTensor& t = p.record.models[0].outputs[1];
      if (t.quant) CHECK(t.quant->kind == Quantization::Kind::kScale);
    }
  }
}

TEST_CASE("bin: any byte at its extremes crashes nothing") {
  const std::string good = detector().file();
  for (size_t at = 0; at < good.size(); ++at)
    for (int v : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      std::string file = good;
      file[at] = static_cast<char>(v);
      for (const Problem& p : parse(file).problems) (void)p.what.in(Lang::kEn);
    }
}

TEST_CASE("bin: lengths and numbers that do not hold") {
  const std::string start = number(1, 1) + number(2, 1);
  CHECK(says(sentences(parse("")), "empty"));
  CHECK(says(sentences(parse("version https://git-lfs.github.com/spec/v1\noid sha256:00\n")),
             "Git LFS pointer"));
  CHECK(says(sentences(parse(start)), "no graph"));
  CHECK(says(sentences(parse(start + head(5, ~uint64_t{0}))), "cut off"));
  CHECK(says(sentences(parse(start + head(5, 1ull << 40) + bytes(2, "x"))), "cut off"));
  CHECK(says(sentences(parse(start + bytes(5, "") + bytes(6, ""))), "no output"));
  const auto in_graph = [&](const std::string& part) {
    return sentences(
        parse(start + bytes(5, part + bytes(5, bin_value("y", 1, {1}))) + bytes(6, "")));
  };
  CHECK(in_graph("") == "");
  CHECK(says(in_graph(number(1, 7)), "wire type 0"));
  CHECK(says(in_graph(bytes(1, head(1, 1ull << 50))), "claims 1125899906842624 bytes"));
  CHECK(says(in_graph(bytes(1, std::string(12, '\xff'))), "no protobuf field"));
  CHECK(says(in_graph(bytes(4, bin_value("x", 1, {~uint64_t{0}}))), "is -1"));
  CHECK(says(in_graph(bytes(4, bin_value("x", 1, std::vector<uint64_t>(17, 1)))), "more than 16"));
  CHECK(says(in_graph(bytes(1, bytes(3, std::string(70000, 'n')))), "70000 bytes"));
  // a graph inside itself is nothing that the format has: an unknown field is passed over
  CHECK(in_graph(bytes(99, bytes(5, bytes(5, bytes(5, ""))))) == "");
}

TEST_CASE("bin: payloads are not read") {
  const std::string file = detector(8u << 20).file();
  CountingAccess counting(file);
  const auto p = parse_horizon_bin(3, counting);
  CHECK(p.problems.empty());
  CHECK(p.record.models.at(0).outputs.at(1).quant->scales.size() == 12);
  CHECK(counting.touched < 131072);
}

TEST_CASE("bin: the artifact itself is stronger than what describes it") {
  MemoryReader disk;
  disk.files["/m/det.bin"] = detector().file();
  disk.files["/m/det.model_info.txt"] =
      "[model name]: det\n\noutput[0]: \nname: score\nvalid shape: (1,4,4,2,)\n"
      "aligned byte size: 128\ntensor type: HB_DNN_TENSOR_TYPE_F32\nquanti type: NONE\n";
  disk.files["/m/contract.toml"] =
      "schema = \"npulint-contract/1\"\n[target]\nboard = \"RDK X5\"\n"
      "[[output]]\nname = \"318\"\nread_as = \"float32\"\ndecode = \"none\"\n";
  CheckOptions o;
  o.load.paths = {"/m"};
  o.load.cwd = "/";
  const Loaded l = check(disk, o);
  REQUIRE(l.errors.empty());
  REQUIRE(l.run.bundles.size() == 1);
  const Bundle& b = l.run.bundles[0];
  REQUIRE(b.compiled_record);
  CHECK(b.compiled_record->format == "bin");
  CHECK(b.platform);
  bool found = false;
  for (const Finding& f : l.run.result.findings) found = found || f.rule->code == "QNT001";
  CHECK(found);
}

TEST_CASE("bin: damaged, and a .hbm of another version") {
  MemoryReader disk;
  disk.files["/m/det.bin"] = detector().file().substr(0, 40);
  disk.files["/n/nash.hbm"] = std::string("HBM\0\x04\0\0\0 some other layout", 24);
  CheckOptions o;
  o.load.paths = {"/m", "/n"};
  o.load.cwd = "/";
  const Loaded l = check(disk, o);
  REQUIRE(l.run.bundles.size() == 2);
  bool unreadable = false;
  for (const Finding& f : l.run.result.findings) {
    CHECK(f.rule->code == "NPL001");
    unreadable = true;
  }
  CHECK(unreadable);
  CHECK(says(l.run.bundles[1].compiled_missing.in(Lang::kEn), "no metadata for it"));
  CHECK(says(inspect_text(l.run, {}), "npulint exporter hbdk"));
}

}  // namespace
}  // namespace npulint
