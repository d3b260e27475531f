// Shapes, conflicting options and input sources of conversion configs, without a graph.
#include <doctest/doctest.h>

#include <string>

#include "lint/config_check.h"
#include "lint/config_conflicts.h"
#include "lint/config_shapes.h"
#include "lint/config_sources.h"
#include "tests/config_sample.h"

using namespace npulint;

namespace {

const char* name(ShapeFault::Kind kind) {
  static constexpr const char* kNames[] = {"malformed", "blanks",   "rank",
                                           "feature",   "channels", "layout",
                                           "odd",       "batch",    "batch-inputs"};
  return kNames[static_cast<size_t>(kind)];
}

const char* name(Conflict::Kind kind) {
  static constexpr const char* kNames[] = {
      "exclusive",   "scale-and-std", "featuremap", "range",    "norm-ignores",
      "norm-misses", "norm-unused",   "norm-empty", "count",    "zero",
      "devices",     "two-devices",   "two-places", "separate", "duplicate"};
  return kNames[static_cast<size_t>(kind)];
}

// "kind@text …"
std::string shapes(const std::string& inputs, std::string_view tool = "hb_mapper") {
  const Sample s("input_parameters:\n" + inputs);
  std::string out;
  for (const ShapeFault& f : shape_faults(*s.config, tool, nullptr))
    out += (out.empty() ? "" : " ") + std::string(name(f.kind)) + "@" + s.at(f.at);
  return out;
}

std::string found(const std::string& text, std::string_view tool = "hb_mapper",
                  std::string_view march = "bayes-e") {
  const Sample s(text);
  std::string out;
  for (const Conflict& c : conflicts(*s.config, tool, march))
    out += (out.empty() ? "" : " ") + std::string(name(c.kind)) + "@" + s.at(c.at);
  return out;
}
std::string inputs(const std::string& text, std::string_view tool = "hb_mapper") {
  return found("input_parameters:\n  input_type_rt: nv12\n  input_type_train: rgb\n" + text, tool);
}

const std::string kImage = "  input_type_rt: nv12\n  input_type_train: rgb\n";

}  // namespace

TEST_CASE("config shapes: malformed, and what is meant") {
  CHECK(repaired_shape("1,3,224,224") == "1x3x224x224");
  CHECK(repaired_shape("1X3X224X224") == "1x3x224x224");
  CHECK(repaired_shape("[1, 3, 224, 224]") == "1x3x224x224");
  CHECK(repaired_shape("1 3 224 224") == "1x3x224x224");
  CHECK(repaired_shape("1\xC3\x97"
                       "3\xC3\x97"
                       "8\xC3\x97"
                       "8") == "1x3x8x8");
  for (const char* bad : {"", "x", "1x3x224x", "1xx3", "ax3", "1x3x0x8", "-1x3x8x8", "8", "1,,3"})
    CHECK(repaired_shape(bad) == "");
  const std::string layout = "  input_layout_train: NCHW\n";
  CHECK(shapes(kImage + layout + "  input_shape: 1x3x224x224\n") == "");
  CHECK(shapes(kImage + layout + "  input_shape: 1,3,224,224\n") == "malformed@1,3,224,224");
  CHECK(shapes(kImage + layout + "  input_shape: '1X3X224X224'\n") == "malformed@1X3X224X224");
  CHECK(shapes(kImage + layout + "  input_shape: 1x3xHxW\n") == "malformed@1x3xHxW");
  CHECK(shapes(kImage + layout + "  input_shape: -1x3x8x8\n") == "malformed@-1x3x8x8");
  CHECK(shapes(kImage + layout + "  input_shape: 1x3x0x8\n") == "malformed@1x3x0x8");
  CHECK(shapes(kImage + layout + "  input_shape: 1 x 3 x 8 x 8\n") == "blanks@1 x 3 x 8 x 8");
  CHECK(shapes(kImage + layout + "  input_shape: 1x3x@S@x@S@\n") == "");
  CHECK(shapes(kImage + layout + "  input_shape: ''\n") == "");
  CHECK(shapes("  input_name: a;b\n  input_shape: 1x3x8x8;1,4\n") == "malformed@1,4");
}

TEST_CASE("config shapes: rank, channels and size of images") {
  const std::string nchw = kImage + "  input_layout_train: NCHW\n  input_shape: ";
  CHECK(shapes(nchw + "3x224x224\n") == "rank@3x224x224");
  CHECK(shapes(nchw + "1x4x224x224\n") == "channels@1x4x224x224");
  CHECK(shapes(nchw + "1x224x224x3\n") == "layout@1x224x224x3");
  CHECK(shapes(nchw + "1x3x225x224\n") == "odd@1x3x225x224");
  CHECK(shapes(nchw + "1x3x224x3\n") == "odd@1x3x224x3");
  CHECK(shapes(kImage + "  input_layout_train: NHWC\n  input_shape: 1x224x224x3\n") == "");
  CHECK(shapes(kImage + "  input_shape: 1x224x224x3\n") == "");  // the layout is not known
  const std::string gray = "  input_type_rt: gray\n  input_type_train: gray\n";
  CHECK(shapes(gray + "  input_layout_train: NCHW\n  input_shape: 1x1x33x31\n") == "");
  CHECK(shapes(gray + "  input_layout_train: NCHW\n  input_shape: 1x3x32x32\n") ==
        "channels@1x3x32x32");
  // Types that do not go together leave the channels open: CFG010.
  CHECK(shapes("  input_type_rt: nv12\n  input_type_train: gray\n  input_layout_train: NCHW\n"
               "  input_shape: 1x3x32x32\n") == "");
  const std::string yuv =
      "  input_type_rt: yuv444\n  input_type_train: rgb\n  input_layout_train: NCHW\n"
      "  input_shape: 1x3x225x225\n";
  CHECK(shapes(yuv) == "odd@1x3x225x225");
  CHECK(shapes(yuv, "hb_compile") == "");
  CHECK(shapes(yuv, "") == "");
  CHECK(shapes("  input_type_rt: rgb\n  input_type_train: rgb\n  input_layout_train: NCHW\n"
               "  input_shape: 1x3x225x225\n") == "");
  const std::string map = "  input_type_rt: featuremap\n  input_type_train: featuremap\n";
  CHECK(shapes(map + "  input_shape: 1x4\n") == "feature@1x4");
  CHECK(shapes(map + "  input_shape: 1x4\n", "hb_compile") == "");
  CHECK(shapes(map + "  input_shape: 1x7x9x5\n") == "");
  CHECK(shapes("  input_shape: 3x4\n") == "");  // no type
  CHECK(shapes("  input_type_rt: gray\n  input_type_train: nv12\n  input_shape: 1x1x8x8\n") ==
        "");  // no input_type_train: CFG008
  CHECK(shapes("  input_type_rt: gray\n  input_type_train: rgb\n  input_shape: 1x1x8x8\n") ==
        "");  // CFG010
}

TEST_CASE("config shapes: batch") {
  const std::string image = kImage + "  input_layout_train: NCHW\n  input_batch: 4\n";
  CHECK(shapes(image + "  input_shape: 1x3x8x8\n") == "");
  CHECK(shapes(image + "  input_shape: 4x3x8x8\n") == "batch@4x3x8x8");
  CHECK(shapes(kImage + "  input_layout_train: NCHW\n  input_shape: 4x3x8x8\n") == "");
  const std::string two =
      "  input_name: a;b\n  input_type_rt: nv12;nv12\n  input_type_train: rgb;rgb\n"
      "  input_batch: 2\n";
  CHECK(shapes(two) == "batch-inputs@2");
  CHECK(shapes(two, "hb_compile") == "");
}

TEST_CASE("config conflicts: norm_type and the values") {
  CHECK(inputs("  norm_type: data_scale\n  scale_value: 0.0039\n") == "");
  CHECK(inputs("  norm_type: data_scale\n  scale_value: 0.0039\n  mean_value: 1 2 3\n") ==
        "norm-ignores@1 2 3");
  CHECK(inputs("  norm_type: data_scale\n  scale_value: 0.0039\n  mean_value: 0 0 0\n") == "");
  CHECK(inputs("  norm_type: no_preprocess\n  scale_value: 0.0039\n") == "norm-ignores@0.0039");
  CHECK(inputs("  norm_type: no_preprocess\n  scale_value: 0\n") == "norm-ignores@0");
  CHECK(inputs("  norm_type: data_std\n  mean_value: 1 2 3\n") == "");  // of hb_compile: CFG008
  CHECK(inputs("  norm_type: data_mean\n") == "");                      // the key is absent: CFG005
  CHECK(inputs("  norm_type: data_mean\n  mean_value: None\n") == "norm-misses@data_mean");
  CHECK(inputs("  mean_value: 1 2 3\n") == "");
  CHECK(inputs("  scale_value: 0.0039\n", "hb_compile") == "");
  CHECK(inputs("  norm_type: no_preprocess\n  scale_value: 0.0039\n", "hb_compile") ==
        "norm-unused@0.0039");
  CHECK(inputs("  norm_type: data_scale\n  mean_value: ''\n", "hb_compile") ==
        "norm-empty@data_scale");
  CHECK(inputs("  norm_type: data_mean_and_scale\n  mean_value: 1 2 3\n  std_value: 58\n",
               "hb_compile") == "");
  CHECK(inputs("  norm_type: no_preprocess\n  scale_value: 0.0039\n", "") == "");
  CHECK(inputs("  norm_type: '@N@'\n  scale_value: 0.0039\n") == "");
}

TEST_CASE("config conflicts: counts and zeros of the numbers") {
  const std::string norm = "  norm_type: data_mean_and_scale\n";
  CHECK(inputs(norm + "  mean_value: 1 2 3\n  scale_value: 0.5\n") == "");
  CHECK(inputs(norm + "  mean_value: 1 2\n  scale_value: 0.5\n") == "count@1 2");
  CHECK(inputs(norm + "  mean_value: 1 2 3\n  scale_value: 0.5 0.5 0.5 0.5\n") ==
        "count@0.5 0.5 0.5 0.5");
  CHECK(inputs(norm + "  mean_value: 1 2 3\n  scale_value: 0.5 0 0.5\n") == "zero@0.5 0 0.5");
  CHECK(inputs(norm + "  mean_value: 0\n  scale_value: 0.5\n") == "");
  CHECK(found("input_parameters:\n  input_type_rt: gray\n  input_type_train: gray\n"
              "  norm_type: data_mean\n  mean_value: 1 2 3\n") == "count@1 2 3");
  CHECK(inputs("  std_value: 58 0 57\n", "hb_compile") == "zero@58 0 57");
}

TEST_CASE("config conflicts: scale and std, featuremap, range") {
  CHECK(inputs("  scale_value: 0.5\n  std_value: 58\n", "hb_compile") == "scale-and-std@58");
  CHECK(inputs("  scale_value: 0.5\n  std_value: ''\n", "hb_compile") == "");
  const std::string two =
      "input_parameters:\n  input_name: a;b\n  input_type_rt: nv12;featuremap\n"
      "  input_type_train: rgb;featuremap\n";
  CHECK(found(two + "  scale_value: 0.5;None\n  std_value: None;None\n", "hb_compile") == "");
  CHECK(found(two + "  mean_value: 1 2 3;None\n", "hb_compile") == "");
  CHECK(found(two + "  mean_value: 1 2 3;0\n", "hb_compile") == "featuremap@0");
  CHECK(found(two + "  mean_value: 1 2 3;0\n") == "");
  CHECK(found(two + "  mean_value: 1 2 3;7\n") == "featuremap@7");
  CHECK(found(two + "  input_space_and_range: bt601_video;regular\n") == "");
  CHECK(found(two + "  input_space_and_range: regular;bt601_video\n") == "range@bt601_video");
}

TEST_CASE("config conflicts: keys that exclude each other, names") {
  const std::string model = "model_parameters:\n  onnx_model: a.onnx\n  caffe_model: ";
  CHECK(found(model + "a.caffemodel\n") == "exclusive@caffe_model");
  CHECK(found(model + "''\n") == "");
  CHECK(found(model + "'@M@'\n") == "");
  const std::string names = "  input_name: a;b\n";
  CHECK(inputs(names + "  separate_batch: true\n  separate_name: a\n", "hb_compile") ==
        "exclusive@separate_name");
  CHECK(inputs(names + "  separate_batch: false\n  separate_name: a\n", "hb_compile") == "");
  CHECK(inputs(names + "  separate_name: a;c\n", "hb_compile") == "separate@c");
  CHECK(inputs("  input_name: a;b;a\n", "hb_compile") == "duplicate@a");
}

TEST_CASE("config conflicts: where nodes run") {
  const std::string info = "model_parameters:\n  node_info:\n    /a: {'ON': BPU}\n";
  const std::string run = "calibration_parameters:\n  run_on_cpu: ";
  CHECK(found(info + run + "/a\n") == "devices@/a");
  CHECK(found(info + run + "/a\n", "hb_mapper", "bernoulli2") == "");
  CHECK(found(info + run + "/b;/c\n") == "two-places@/b;/c");
  CHECK(found(info + run + "''\n") == "");
  CHECK(found(info + "calibration_parameters:\n  run_on_bpu: /a\n") == "");
  CHECK(found("model_parameters:\n  node_info: '/a:int16'\n" + run + "/b\n") == "");
  CHECK(found(run + "/a;/b\n  run_on_bpu: /b\n") == "two-devices@/b");
}

TEST_CASE("config sources") {
  const auto sources = [](const std::string& value, const std::string& rt = "nv12",
                          std::string_view tool = "hb_compile") {
    const Sample s("input_parameters:\n  input_name: data\n  input_type_rt: " + rt +
                   "\n  input_layout_train: NCHW\n  input_shape: 1x3x224x224\n"
                   "  input_type_train: rgb\ncompiler_parameters:\n  input_source: " +
                   value + "\n");
    std::string out;
    for (const SourceFault& f : source_faults(*s.config, tool, nullptr))
      out += std::to_string(static_cast<int>(f.kind)) + "@" + s.at(f.at) + "/" + f.near;
    return out;
  };
  CHECK(sources("{data: pyramid}") == "");
  CHECK(sources("{}") == "");
  CHECK(sources("") == "");
  CHECK(sources("'@S@'") == "");
  CHECK(sources("{data:pyramid}") == "");  // CFG002
  CHECK(sources("pyramid") == "0@pyramid/");
  CHECK(sources("{image: pyramid}") == "1@image/data");
  CHECK(sources("{data: camera}") == "2@camera/");
  CHECK(sources("{data: ddr}") == "3@ddr/");
  CHECK(sources("{data: pyramid}", "rgb") == "3@pyramid/");
  CHECK(sources("{data: ddr}", "rgb") == "");
  CHECK(sources("{data: resizer}", "nv12", "hb_mapper") == "4@resizer/");
  CHECK(sources("{data: resizer}") == "");
}

TEST_CASE("config check: what is no number") {
  const auto bad = [](const std::string& value, std::string_view tool = "hb_mapper") {
    const Sample s("input_parameters:\n  scale_value: " + value + "\n");
    std::string out;
    for (const BadValue& b : bad_values(*s.config, tool, "")) out += s.at(b.at);
    return out;
  };
  CHECK(bad("0.0039") == "");
  CHECK(bad("'0.1 0.2 0.3;None'") == "");
  CHECK(bad("1/255") == "1/255");
  CHECK(bad("'0.1;1/255'") == "1/255");
  CHECK(bad("0.1，0.2") == "0.1，0.2");
  CHECK(bad("'@S@'") == "");
}
