#include "lint/name_tokens.h"

#include <doctest/doctest.h>

using namespace npulint;

namespace {

std::string joined(std::string_view name) {
  std::string out;
  for (const NameToken& t : name_tokens(name)) {
    CHECK(t.end - t.begin == t.text.size());
    CHECK(t.end <= name.size());
    out += t.text + "|";
  }
  return out;
}

// "nashe=nash-e x5=bayes-e": what the tokens of a name are and mean.
std::string platforms_in(std::string_view name) {
  static const Platforms platforms = Platforms::load(0);
  static const PlatformWords words(platforms);
  std::string out;
  for (const PlatformToken& t : words.in(name)) {
    CHECK(name.substr(t.begin, t.end - t.begin) == t.text);
    out += (out.empty() ? "" : " ") + t.text + "=" + t.target.marches.front();
  }
  return out;
}

}  // namespace

TEST_CASE("name tokens: bounded by what is no letter or digit") {
  CHECK(joined("YOLO11n_640x640-nv12.yaml") == "yolo11n|640x640|nv12|yaml|");
  CHECK(joined("__a..b") == "a|b|");
  CHECK(joined("").empty());
  CHECK(joined("模型_nv12") == "nv12|");
  CHECK(joined(std::string(kMaxName + 1, 'a')).empty());
}

TEST_CASE("name tokens: a size has two numbers of at least 16") {
  CHECK(size_token("640x512") == std::pair<int64_t, int64_t>(640, 512));
  CHECK(size_token("16x16"));
  for (const char* none : {"x3", "3x3", "1x3x640x640", "640", "640x", "x640", "15x640", "0x40",
                           "640xx640", "99999999999999999999x640", "-64x64", "yolov5x"})
    CHECK_MESSAGE(!size_token(none), none);
}

TEST_CASE("name tokens: formats, precisions, types; a suffix that is none of them says nothing") {
  CHECK(pixel_token("nv12") == "nv12");
  CHECK(pixel_token("yuv420sp") == "nv12");
  CHECK(pixel_token("bgr") == "bgr");
  CHECK(precision_token("fp16") == "float16");
  CHECK(precision_token("int16") == "int16");
  CHECK(data_type_token("f32") == "float32");
  for (const char* none : {"float", "mix", "nv", "rgbd", "int", "8", ""}) {
    CHECK(pixel_token(none).empty());
    CHECK(precision_token(none).empty());
    CHECK(data_type_token(none).empty());
  }
}

TEST_CASE("name tokens: marches and boards") {
  CHECK(platforms_in("yolov8_bayese_640x640_nv12.yaml") == "bayese=bayes-e");
  CHECK(platforms_in("yolov8_bayes-e") == "bayes-e=bayes-e");
  CHECK(platforms_in("yolov8_nash_m_x") == "nash_m=nash-m");
  CHECK(platforms_in("lane_bayes_nv12") == "bayes=bayes");
  CHECK(platforms_in("rdk_x5/s100p") == "rdk_x5=bayes-e s100p=nash-m");
  CHECK(platforms_in("rdkx3_j6e") == "rdkx3=bernoulli2 j6e=nash-e");
  CHECK(platforms_in("a_nash-b-lite_nv12") == "nash-b-lite=nash-b-lite");
  CHECK(platforms_in("a_nash_b_nv12") == "nash_b=nash-b");
  CHECK(platforms_in("rdk_ultra") == "rdk_ultra=bayes");
  CHECK(platforms_in("yolov8s_bm1684x_int8") == "bm1684x=BM1684X");
}

TEST_CASE("name tokens: what only looks like a board") {
  for (const char* none :
       {"conv_512x512", "ultra_light_face", "ultralytics_yolo11", "yolov5x", "configs100",
        "model_1684", "b2e_b25", "nash", "x7", "resnet50_s1000", "efficientnet_b2", "j6"})
    CHECK_MESSAGE(platforms_in(none).empty(), none);
}

TEST_CASE("name tokens: a board fits every march that runs on it") {
  const Platforms platforms = Platforms::load(0);
  const PlatformWords words(platforms);
  const auto token = words.in("yolo_s100p");
  REQUIRE(token.size() == 1);
  CHECK(token[0].fits("nash-m", platforms));
  CHECK(token[0].fits("nash-e", platforms));  // a source says so
  CHECK_FALSE(token[0].fits("nash-p", platforms));
  CHECK(token[0].means() == "RDK S100P (nash-m)");
  CHECK(words.in("a_nashe")[0].means() == "nash-e");
}

TEST_CASE("name tokens: a factor of super-resolution is no board") {
  for (const char* none : {"edsr_x3", "espcn_x3_nv12", "realesrgan-x4", "a/edsr_x3.bin"})
    CHECK_MESSAGE(platforms_in(none).empty(), none);
  for (const char* board : {"x3_unet", "edsr_rdk_x3", "zoo/x3/edsr.bin"})
    CHECK_MESSAGE(!platforms_in(board).empty(), board);
}

TEST_CASE("name tokens: a slip of the hand, and a variant") {
  for (const auto& [a, b] : {std::pair("yolo11n_640.onnx", "yolo11n_64O.onnx"),
                             {"Det.onnx", "det.onnx"},
                             {"my_model.onnx", "my-model.onnx"},
                             {"calibration_data", "calibraton_data"},
                             {"calibration_data", "claibration_data"}}) {
    CHECK_MESSAGE(is_slip_of_name(a, b), a);
    CHECK_MESSAGE(is_slip_of_name(b, a), b);
  }
  for (const auto& [a, b] : {std::pair("yolo11n.onnx", "yolo11s.onnx"),
                             {"resnet_v1.onnx", "resnet_v2.onnx"},
                             {"vit_s.onnx", "vit_b.onnx"},
                             {"det_320.onnx", "det_640.onnx"},
                             {"yolov5.onnx", "yolov5s.onnx"},
                             {"cal_x5", "cal_x3"},
                             {"cal_0", "cal_1"},
                             {"resnet50.onnx", "resnext50.onnx"},
                             {"det_yuv", "det_yvu"},
                             {"a", "b"},
                             {"", "a"},
                             {"model.onnx", "models.onnx"}}) {
    CHECK_MESSAGE(!is_slip_of_name(a, b), a);
    CHECK_MESSAGE(!is_slip_of_name(b, a), b);
  }
}
