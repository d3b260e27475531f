#include <doctest/doctest.h>

#include "lint/geometry.h"
#include "lint/link_derived.h"

namespace npulint {
namespace {

Evidence at(uint64_t begin, uint64_t size = 1) { return {0, begin, begin + size, ""}; }

using Settings = std::vector<std::pair<std::string, std::string>>;

// A bundle of one artifact with these build settings.
struct Build {
  CompiledModel model;
  Bundle b;
  explicit Build(const Settings& settings) {
    uint64_t place = 100;
    for (const auto& [key, value] : settings) {
      Evidence e = at(place, value.size());
      e.path = "settings[" + key + "]";
      model.build[key] = {value, e};
      place += 1000;
    }
    b.compiled_record = &model;
  }
};

ConfigInput config(const char* type_train, std::vector<double> scale) {
  ConfigInput c;
  c.type_rt = {std::string("rgb"), at(1)};
  c.type_train = {std::string(type_train), at(2)};
  c.scale = {scale, at(3)};
  c.norm = {Normalization{"scale", {}, std::move(scale), {}}, at(4)};
  return c;
}

}  // namespace

TEST_CASE("built: settings of hb_mapper, ended by semicolons and commas") {
  const Build f(Settings{{"INPUT_NAMES", "left;right;"},
                         {"INPUT_TYPE_RT", "nv12;rgb;"},
                         {"INPUT_TYPE_TRAIN", "rgb;bgr;"},
                         {"NORM_TYPE", "data_mean_and_scale;no_preprocess;"},
                         {"MEAN_VALUE", "123.675,116.28,103.53,;;"},
                         {"SCALE_VALUE", "0.0171,0.0175,0.0174,;;"}});
  const auto in = built_inputs(f.b);
  REQUIRE(in.size() == 2);
  CHECK(*in[0].name == "left");
  CHECK(*in[1].type_rt == "rgb");
  REQUIRE(in[0].norm);
  CHECK(in[0].norm->kind == "mean_scale");
  CHECK(in[0].norm->mean == std::vector<double>{123.675, 116.28, 103.53});
  CHECK(in[0].mean.at.path == "settings[MEAN_VALUE]");
  CHECK(in[1].norm->kind == "none");
}

TEST_CASE("built: settings of hb_compile, as lists") {
  const Build f(Settings{{"INPUT_NAMES", "images"},
                         {"INPUT_TYPE_RT", "['rgb']"},
                         {"NORM_TYPE", "data_mean_and_scale"},
                         {"MEAN_VALUE", "[123.675, 116.28, 103.53]"},
                         {"SCALE_VALUE", "[\"0.0171,0.0175,0.0174\"]"}});
  const auto in = built_inputs(f.b);
  REQUIRE(in.size() == 1);
  CHECK(*in[0].type_rt == "rgb");
  REQUIRE(in[0].norm);
  CHECK(in[0].norm->mean.size() == 3);
  CHECK(in[0].norm->scale == std::vector<double>{0.0171, 0.0175, 0.0174});
}

TEST_CASE("built: an artifact that is silent about normalisation says nothing of it") {
  const Build f(Settings{{"INPUT_TYPE_RT", "rgb"}, {"MARCH", "nash-e"}});
  const auto in = built_inputs(f.b);
  REQUIRE(in.size() == 1);
  CHECK(*in[0].type_rt == "rgb");
  CHECK_FALSE(in[0].norm);
  CHECK(built_inputs(Build(Settings{{"MARCH", "nash-e"}, {"INPUT_NAMES", "images"}}).b).empty());
}

TEST_CASE("built: the artifact wins, at the config's place where both agree") {
  const ConfigInput same = config("rgb", {0.0039215686}), artifact = [] {
    ConfigInput c = config("rgb", {0.003921568627451});
    for (Evidence* e : {&c.type_train.at, &c.scale.at, &c.norm.at}) e->begin += 100;
    return c;
  }();
  IoRow r;
  link_built(r, &artifact, &same);
  CHECK(r.built_in_norm.at.begin == 4);
  CHECK(r.type_train.at.begin == 2);
  const ConfigInput other = config("bgr", {0.0171});
  IoRow d;
  link_built(d, &artifact, &other);
  CHECK(*d.type_train == "rgb");
  CHECK(d.type_train.at.begin == 102);
  CHECK(d.config_scale.at.begin == 103);
  IoRow alone;
  link_built(alone, nullptr, &other);
  CHECK(*alone.type_train == "bgr");
}

TEST_CASE("built: nv12 has a colour range, full unless told") {
  ConfigInput c = config("rgb", {1});
  IoRow rgb;
  link_built(rgb, &c, nullptr);
  REQUIRE(rgb.built_color_range);
  CHECK(rgb.built_color_range->empty());
  c.type_rt.value = "nv12";
  IoRow full;
  link_built(full, &c, nullptr);
  CHECK(*full.built_color_range == "full");
  c.space_and_range = {std::string("bt601_video"), at(9)};
  IoRow video;
  link_built(video, nullptr, &c);
  CHECK(*video.built_color_range == "video");
  CHECK(video.built_color_range.at.begin == 9);
}

namespace {

// An artifact with removed nodes: two outputs, `raw` ones with scales.
struct Cut : Build {
  using Build::Build;
  Contract contract;
  Cut& removed(const char* node) {
    model.removed_nodes.emplace_back(std::string(node), at(7));
    return *this;
  }
  Cut& output(const char* name, bool raw) {
    auto& t = model.outputs.emplace_back();
    t.name = name;
    IoRow& r = b.outputs.emplace_back();
    r.name = name;
    r.stored_dtype = {raw ? DType::kInt32 : DType::kFloat32, at(8)};
    Quantization q;
    if (raw) q = {Quantization::Kind::kScale, 3, {0.5, 0.25}, {}, {}, false};
    r.quant = {q, at(9)};
    return *this;
  }
  std::vector<RemovedNode> run() {
    for (size_t i = 0; i < b.outputs.size(); ++i) b.outputs[i].compiled = {&model.outputs[i]};
    const auto all = removed_of(b);
    REQUIRE(all);
    return *all;
  }
};
using Kind = RemovedNode::Kind;

}  // namespace

TEST_CASE("removed: nodes belong to outputs by their former names") {
  Cut c(
      {{"REMOVE_NODE_TYPE", "['Dequantize']"}, {"FORMER_NAME output:318", "/cv2/Conv_quantized"}});
  c.removed("/cv2/Conv_HzDequantize").output("scores", false).output("318", true);
  const auto nodes = c.run();
  REQUIRE(nodes.size() == 1);
  CHECK(nodes[0].kind == Kind::kMapped);
  CHECK(nodes[0].tensor == "318");
}

TEST_CASE("removed: without names, each one needs a raw tensor") {
  Cut fits(Settings{{"REMOVE_NODE_TYPE", "Dequantize"}});
  CHECK(fits.removed("a_HzDequantize").output("318", true).run().at(0).tensor == "318");
  Cut lost(Settings{{"REMOVE_NODE_TYPE", "Dequantize"}});
  CHECK(lost.removed("a_HzDequantize").output("318", false).run().at(0).kind == Kind::kUnmapped);
  Cut unknown(Settings{{"REMOVE_NODE_TYPE", "Dequantize"}});
  unknown.removed("a_HzDequantize").output("318", true).b.outputs[0].quant = {};
  CHECK(unknown.run().at(0).kind == Kind::kMapped);
}

TEST_CASE("removed: what the build did not ask for was removed later") {
  Cut c(Settings{{"REMOVE_NODE_TYPE", ""}, {"REMOVE_NODE_NAME", ""}});
  const auto nodes = c.removed("a_HzDequantize").output("318", true).run();
  REQUIRE(nodes.size() == 2);
  CHECK(nodes[1].kind == Kind::kAfterBuild);
  CHECK(nodes[1].tensor == "318");
  // its type is not in its name, and types are asked for
  Cut other(Settings{{"REMOVE_NODE_TYPE", "['Reshape', 'Cast']"}});
  CHECK(other.removed("ArgMax_196_cast").output("508", false).run().size() == 1);
  // some tools take the node before
  Cut producer(Settings{{"REMOVE_NODE_NAME", "/cv2/Conv;/cv3/Conv"}, {"REMOVE_NODE_TYPE", ""}});
  const auto by_name = producer.removed("/cv2/Conv_HzDequantize").output("318", true).run();
  REQUIRE(by_name.size() == 2);
  CHECK(by_name[0].kind == Kind::kMapped);
  CHECK(by_name[1].kind == Kind::kNotRemoved);
  CHECK(by_name[1].node == "/cv3/Conv");
}

TEST_CASE("removed: asked for by type, and every output is a float") {
  Cut c(Settings{{"REMOVE_NODE_TYPE", "Dequantize;Transpose"}});
  const auto nodes = c.output("scores", false).run();
  REQUIRE(nodes.size() == 1);
  CHECK(nodes[0].kind == Kind::kNotRemoved);
  CHECK(nodes[0].node == "Dequantize");
  Cut done(Settings{{"REMOVE_NODE_TYPE", "Dequantize"}});
  CHECK(done.output("scores", true).run().empty());
  // the graph never had one
  Cut none(Settings{{"REMOVE_NODE_TYPE", "Dequantize"}, {"GRAPH_NODES", "BPU 1, Softmax 1"}});
  CHECK(none.output("scores", false).run().empty());
}

TEST_CASE("removed: a contract that leaves out the raw tensor") {
  Cut c(Settings{{"REMOVE_NODE_TYPE", "Dequantize"}});
  c.removed("a_HzDequantize").output("scores", false).output("318", true);
  const AppTensor app;
  c.b.contract_record = &c.contract;
  c.b.outputs[0].app = &app;
  const auto nodes = c.run();
  CHECK(nodes.at(0).kind == Kind::kUnmapped);
  CHECK(nodes.at(0).tensor == "318");
  c.b.outputs[1].app = &app;
  CHECK(c.run().at(0).kind == Kind::kMapped);
}

TEST_CASE("geometry: families and sizes") {
  CHECK(same_geometry("letterbox_640", "Letterbox 640x640") == true);
  CHECK(same_geometry("stretch 640x640", "letterbox_640x640") == false);
  CHECK(same_geometry("short_side_256_center_crop_224", "short_side_235_center_crop_224") == false);
  CHECK(same_geometry("letterbox", "letterbox_640") == true);
  CHECK_FALSE(same_geometry("resize_640", "letterbox_640").has_value());
  CHECK(same_geometry("resize_640", "resize_640") == true);
  CHECK(parse_geometry("pad_to_99999999999999999999").sizes.empty());
}

namespace {

BuildLog::InsertedOp preprocess(int64_t input, std::vector<double> mean, std::vector<double> std) {
  BuildLog::InsertedOp op;
  op.input = input;
  op.op = "insert_image_preprocess";
  op.divisor = 1;
  op.mean = std::move(mean);
  op.std = std::move(std);
  op.at = at(7000);
  return op;
}

}  // namespace

TEST_CASE("built: what the log says was put before the inputs") {
  BuildLog log;
  const double s = 254.9999999999987;
  log.inserted = {preprocess(0, {0, 0, 0}, {s, s, s}),
                  preprocess(1, {123.675, 116.28, 103.53}, {58.4, 57.1, 57.4})};
  Bundle b;
  b.log_record = &log;
  const auto in = built_inputs(b);
  REQUIRE(in.size() == 2);
  CHECK_FALSE(in[0].name);
  CHECK(in[0].norm->kind == "std");
  CHECK(in[0].norm->std == std::vector<double>{255});
  CHECK(in[0].norm->mean.empty());
  CHECK(in[0].norm.at.begin == 7000);
  CHECK(in[1].norm->kind == "mean_std");
  CHECK(in[1].norm->mean == std::vector<double>{123.675, 116.28, 103.53});

  // a config that says the same is the place that a human can edit
  IoRow row;
  ConfigInput stated = config("rgb", {0.003921568627451});
  link_built(row, &in[0], &stated);
  CHECK(row.built_in_norm->kind == "scale");
  CHECK(row.built_in_norm.at.begin == stated.norm.at.begin);
  stated = config("rgb", {0.0078125});
  link_built(row, &in[0], &stated);
  CHECK(row.built_in_norm->kind == "std");
  CHECK(row.built_in_norm.at.begin == 7000);
}

TEST_CASE("built: operators of the log yield to settings, and to what is not known of them") {
  BuildLog log;
  log.inserted = {preprocess(0, {0, 0, 0}, {1, 1, 1})};
  Build stated(Settings{{"INPUT_TYPE_RT", "nv12"}, {"SCALE_VALUE", "0.5"}});
  stated.b.log_record = &log;
  REQUIRE(built_inputs(stated.b).size() == 1);
  CHECK(built_inputs(stated.b)[0].norm.at.begin != 7000);
  Build silent(Settings{{"INPUT_TYPE_RT", "nv12"}});
  silent.b.log_record = &log;
  REQUIRE(built_inputs(silent.b).size() == 1);
  CHECK(built_inputs(silent.b)[0].norm->kind == "none");
  CHECK(built_inputs(silent.b)[0].norm.at.begin == 7000);
  log.inserted[0].divisor = 255;  // what it divides, no source says
  CHECK_FALSE(built_inputs(silent.b)[0].norm);
  log.inserted = {preprocess(3, {0}, {2})};  // no such input
  CHECK_FALSE(built_inputs(silent.b)[0].norm);
  log.inserted = {preprocess(0, {0, 0}, {2})};
  Bundle b;
  b.log_record = &log;
  CHECK(built_inputs(b).empty());
}

}  // namespace npulint
