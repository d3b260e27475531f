#include "parsers/contract.h"

#include <doctest/doctest.h>

#include <string>

using namespace npulint;

namespace {

struct Read : Parsed<Contract> {
  std::string bytes;
  explicit Read(std::string s) : Parsed<Contract>(parse_contract(3, s)), bytes(std::move(s)) {}
  std::string cut(const Evidence& e) const { return bytes.substr(e.begin, e.end - e.begin); }
  std::string en(size_t i = 0) const { return problems.at(i).what.in(Lang::kEn); }
};

Read clean(std::string s) {
  Read r(std::move(s));
  for (const Problem& p : r.problems) MESSAGE(p.what.in(Lang::kEn));
  CHECK(r.problems.empty());
  return r;
}

// One problem of that kind, at that text.
Read one(std::string s, Problem::Kind kind, const std::string& at) {
  Read r(std::move(s));
  for (const Problem& p : r.problems) CHECK_FALSE(p.what.in(Lang::kZh).empty());
  REQUIRE(r.problems.size() == 1);
  CHECK(r.problems[0].kind == kind);
  CHECK(r.problems[0].at.file == 3);
  CHECK(r.cut(r.problems[0].at) == at);
  return r;
}

constexpr auto kBad = Problem::Kind::kUnreadable;
constexpr auto kKey = Problem::Kind::kUnknownKey;

const char* const kEverything = R"([target]
board = "RDK S100"
march = "nash-e"
chip = "S100"
runtime = { hbrt = "3.15.47", dnn = "1.2" }
ported_from = "x5"
[artifact]
file = "m.hbm"
access = "by_index"
output_count = 2
[conversion]
removed_nodes = "remove_nodes.txt"
[training]
normalize = "mean_std"
mean = [123.675, 116.28, 103.53]
std = 58
scale = 0.0039
pixel_format = "rgb"
[data]
calibration = "cal.json"
evaluation = "eval"
[head]
family = "yolov5"
classes = 80
labels = 80
anchors_per_cell = 3
output_count = 3
[[input]]
name = "data"
index = 0
pixel_format = "nv12"
protocol = "split_nv12"
dtype = "U8"
layout = "NHWC"
shape = [1, 224, -1, 3]
width = 224
height = 225
y_stride = 256
uv_stride = 257
bytes = 75264
buffer_bytes = 75265
normalize = "none"
color_range = "full"
resize = "short_side_235_center_crop_224"
quantize = "none"
[[output]]
name = "logits"
index = 1
role = "cls"
shape = [1, 1000]
channels = 1000
classes = 999
layout = "NCHW"
read_as = "int32"
decode = "per_tensor"
decode_kind = "shift"
axis = -1
scale = 1
zero_point = -3
scale_from = "logits0"
assume_contiguous = true
strides_bytes = [4000, 4]
bytes = 4000
buffer_bytes = 4096
consumer = "argmax"
activation = "softmax"
from_node = "/fc/Gemm_output_0"
dump = "out/*.bin"
[[output]]
[[run]]
model = "a.onnx"
runtime = "onnxruntime"
normalized_input = true
[[compare]]
left = "a.bc"
right = "a.hbm"
exact = false
[[stage]]
name = "hbm"
metric = "accuracy"
value = 1
)";

}  // namespace

TEST_CASE("contract: every key") {
  const Read r = clean(kEverything);
  const Contract& c = r.record;
  CHECK(c.file == 3);
  CHECK(*c.board == "RDK S100");
  CHECK(r.cut(c.board.at) == "\"RDK S100\"");
  CHECK(*c.march == "nash-e");
  CHECK(*c.chip == "S100");
  CHECK(*c.ported_from == "x5");
  REQUIRE(c.runtime.size() == 2);
  CHECK(c.runtime[0].first == "hbrt");
  CHECK(*c.runtime[0].second == "3.15.47");
  CHECK(r.cut(c.runtime[1].second.at) == "\"1.2\"");
  CHECK(*c.artifact_file == "m.hbm");
  CHECK(*c.access == "by_index");
  CHECK(*c.artifact_output_count == 2);
  CHECK(*c.removed_nodes == "remove_nodes.txt");
  CHECK(c.training->kind == "mean_std");
  CHECK(c.training->mean == std::vector<double>{123.675, 116.28, 103.53});
  CHECK(c.training->std == std::vector<double>{58});
  CHECK(c.training->scale == std::vector<double>{0.0039});
  CHECK(r.cut(c.training.at) == "\"mean_std\"");
  CHECK(*c.training_pixel_format == "rgb");
  CHECK(*c.calibration == "cal.json");
  CHECK(*c.evaluation == "eval");
  CHECK(*c.head_family == "yolov5");
  CHECK(*c.head_classes == 80);
  CHECK(*c.head_label_count == 80);
  CHECK_FALSE(c.head_labels);
  CHECK(*c.head_anchors_per_cell == 3);
  CHECK(*c.head_output_count == 3);
  REQUIRE(c.inputs.size() == 1);
  const AppTensor& i = c.inputs[0];
  CHECK(r.cut(i.at) == "[[input]]");
  CHECK(*i.name == "data");
  CHECK(*i.index == 0);
  CHECK(*i.pixel_format == "nv12");
  CHECK(*i.protocol == "split_nv12");
  CHECK(*i.dtype == DType::kUint8);
  CHECK(*i.layout == "NHWC");
  CHECK(*i.shape == Shape{1, 224, -1, 3});
  CHECK(*i.width == 224);
  CHECK(*i.height == 225);
  CHECK(*i.y_stride == 256);
  CHECK(*i.uv_stride == 257);
  CHECK(*i.bytes == 75264);
  CHECK(*i.buffer_bytes == 75265);
  CHECK(i.normalize->kind == "none");
  CHECK(*i.color_range == "full");
  CHECK(*i.resize == "short_side_235_center_crop_224");
  CHECK(*i.quantize == "none");
  REQUIRE(c.outputs.size() == 2);
  const AppTensor& o = c.outputs[0];
  CHECK(*o.name == "logits");
  CHECK(*o.index == 1);
  CHECK(*o.role == "cls");
  CHECK(*o.shape == Shape{1, 1000});
  CHECK(*o.channels == 1000);
  CHECK(*o.classes == 999);
  CHECK(*o.layout == "NCHW");
  CHECK(*o.read_as == DType::kInt32);
  CHECK(r.cut(o.read_as.at) == "\"int32\"");
  CHECK(*o.decode == Decode::kPerTensor);
  CHECK(r.cut(o.decode.at) == "\"per_tensor\"");
  CHECK(*o.decode_kind == "shift");
  CHECK(*o.axis == -1);
  CHECK(*o.scale == 1.0);
  CHECK(*o.zero_point == -3);
  CHECK(*o.scale_from == "logits0");
  CHECK(*o.assume_contiguous);
  CHECK(*o.strides_bytes == std::vector<int64_t>{4000, 4});
  CHECK(*o.bytes == 4000);
  CHECK(r.cut(o.bytes.at) == "4000");
  CHECK(*o.buffer_bytes == 4096);
  CHECK(*o.consumer == "argmax");
  CHECK(*o.activation == "softmax");
  CHECK(*o.from_node == "/fc/Gemm_output_0");
  CHECK(*o.dump == "out/*.bin");
  CHECK_FALSE(c.outputs[1].name);
  CHECK(c.outputs[1].name.missing.empty());
  CHECK(*c.runs.at(0).model == "a.onnx");
  CHECK(*c.runs[0].runtime == "onnxruntime");
  CHECK(*c.runs[0].normalized_input);
  CHECK(*c.compares.at(0).left == "a.bc");
  CHECK(*c.compares[0].right == "a.hbm");
  CHECK_FALSE(*c.compares[0].exact);
  CHECK(*c.stages.at(0).name == "hbm");
  CHECK(*c.stages[0].metric == "accuracy");
  CHECK(*c.stages[0].value == 1.0);
  CHECK(r.cut(c.stages[0].at) == "[[stage]]");
}

TEST_CASE("contract: a value out of the vocabulary names the nearest") {
  const Read r =
      one("[[output]]\nname = \"a\"\ndecode = \"per_chanel\"\naxis = 1\n", kBad, "\"per_chanel\"");
  CHECK(r.en() ==
        "`output.decode` is \"per_chanel\"; legal values are \"none\", \"per_tensor\", "
        "\"per_axis\", \"runtime\"");
  CHECK_FALSE(r.record.outputs[0].decode);
  CHECK(r.record.outputs[0].decode.missing.in(Lang::kEn) == r.en());
  CHECK(*r.record.outputs[0].axis == 1);
  CHECK(one("[[output]]\ndecode = \"per_axes\"\n", kBad, "\"per_axes\"")
            .en()
            .find("did you mean \"per_axis\"?") != std::string::npos);
  CHECK(one("[[output]]\nread_as = \"flaot32\"\n", kBad, "\"flaot32\"")
            .en()
            .find("did you mean \"float32\"?") != std::string::npos);
  one("[[input]]\npixel_format = \"NV21\"\n", kBad, "\"NV21\"");
  one("[[input]]\nprotocol = \"split\"\n", kBad, "\"split\"");
  one("[[input]]\ncolor_range = \"tv\"\n", kBad, "\"tv\"");
  one("[[input]]\nquantize = \"int8\"\n", kBad, "\"int8\"");
  one("[[input]]\ndtype = \"picture\"\n", kBad, "\"picture\"");
  one("[artifact]\naccess = \"name\"\n", kBad, "\"name\"");
  one("[[output]]\nactivation = \"sigmod\"\n", kBad, "\"sigmod\"");
  one("[[output]]\ndecode_kind = \"zoom\"\n", kBad, "\"zoom\"");
}

TEST_CASE("contract: wrong types and numbers out of range") {
  const Read r = one("[[input]]\nwidth = \"224\"\nheight = 224\n", kBad, "\"224\"");
  CHECK(r.en() == "`input.width` is a string; expected an integer");
  CHECK(r.problems[0].what.in(Lang::kZh) == "`input.width` 是字符串；应为整数");
  CHECK(*r.record.inputs[0].height == 224);
  CHECK(one("[[output]]\naxis = 99\n", kBad, "99").en() ==
        "`output.axis` is 99; expected an integer from -32 to 31");
  one("[[output]]\nbytes = -1\n", kBad, "-1");
  one("[[output]]\nbytes = 9223372036854775807\n", kBad, "9223372036854775807");
  one("[[output]]\nindex = -1\n", kBad, "-1");
  one("[[output]]\nchannels = 1.5\n", kBad, "1.5");
  one("[[output]]\nscale = 0\n", kBad, "0");
  one("[[output]]\nscale = nan\n", kBad, "nan");
  one("[[output]]\nscale = \"0.1\"\n", kBad, "\"0.1\"");
  one("[[output]]\nshape = [1, 0]\n", kBad, "[1, 0]");
  one("[[output]]\nshape = [1, -2]\n", kBad, "-2");
  one("[[output]]\nshape = [1, \"c\"]\n", kBad, "\"c\"");
  one("[[output]]\nshape = 4\n", kBad, "4");
  one("[[output]]\nstrides_bytes = [4, 2.0]\n", kBad, "2.0");
  one("[[output]]\nassume_contiguous = \"yes\"\n", kBad, "\"yes\"");
  one("[[output]]\nname = 3\n", kBad, "3");
  one("[[stage]]\nvalue = inf\n", kBad, "inf");
  one("[target]\nruntime = \"3.15\"\n", kBad, "\"3.15\"");
  one("[target]\nruntime = { hbrt = 3 }\n", kBad, "3");
  one("[head]\nlabels = 1.5\n", kBad, "1.5");
  one("target = 1\n", kBad, "1");
  std::string rank = "[[output]]\nshape = [1";
  for (int i = 0; i < 32; ++i) rank += ",1";
  CHECK(Read(rank + "]\n").problems.size() == 1);
  CHECK(one("[output]\nname = \"a\"\n", kBad, "[output]").en() ==
        "`output` is a table; write [[output]]");
  one("[[target]]\nboard = \"x5\"\n", kBad, "[[target]]");
}

TEST_CASE("contract: unknown keys and tables") {
  const Read r = one("[[output]]\nreed_as = \"int8\"\n", kKey, "reed_as");
  CHECK(r.en() == "`output` has no key `reed_as`; did you mean `read_as`?");
  CHECK(one("[[output]]\ndtype = \"int8\"\n", kKey, "dtype").en().find("`read_as`") !=
        std::string::npos);
  CHECK(one("[head]\nwhatever = 1\n", kKey, "whatever").en() ==
        "`head` has no key `whatever`; its keys are `family`, `classes`, `labels`, "
        "`anchors_per_cell`, `output_count`");
  CHECK(one("[trainning]\nnormalize = \"none\"\n", kKey, "trainning").en().find("`training`") !=
        std::string::npos);
  one("board = \"x5\"\n", kKey, "board");
  one("[compare_all]\n", kKey, "compare_all");
  for (const char* s :
       {"[artifact]\nq=1", "[conversion]\nq=1", "[training]\nq=1", "[data]\nq=1", "[[input]]\nq=1",
        "[[run]]\nq=1", "[[compare]]\nq=1", "[[stage]]\nq=1", "[target]\nq=1"})
    one(s, kKey, "q");
}

TEST_CASE("contract: normalization") {
  const auto norm = [](const std::string& s) { return clean("[[input]]\n" + s); };
  CHECK_FALSE(norm("").record.inputs[0].normalize);
  const auto kind = [&](const std::string& s) { return norm(s).record.inputs[0].normalize->kind; };
  CHECK(kind("scale = 0.5") == "scale");
  CHECK(kind("mean = 128") == "mean");
  CHECK(kind("std = [1,2,3]") == "std");
  CHECK(kind("mean = 128\nscale = 0.1") == "mean_scale");
  CHECK(kind("mean = 128\nstd = 2") == "mean_std");
  const Read r = norm("std = [58, 57.1]\nmean = [128, 127]\n");
  CHECK(r.cut(r.record.inputs[0].normalize.at) == "[58, 57.1]");
  CHECK(r.record.inputs[0].normalize->mean == std::vector<double>{128, 127});
  const Read wrong =
      one("[training]\nnormalize = \"mean_sale\"\nmean = 3\n", kBad, "\"mean_sale\"");
  CHECK_FALSE(wrong.record.training);
  CHECK_FALSE(wrong.record.training.missing.empty());
  CHECK_FALSE(one("[training]\nmean = [1, \"a\"]\n", kBad, "\"a\"").record.training);
  CHECK_FALSE(clean("[training]\npixel_format = \"bgr\"\n").record.training);
}

TEST_CASE("contract: labels as a file") {
  const Read r = clean("[head]\nlabels = \"coco.names\"\n");
  CHECK(*r.record.head_labels == "coco.names");
  CHECK_FALSE(r.record.head_label_count);
}

TEST_CASE("contract: placeholders and empty strings state nothing") {
  const Read r = clean(
      "[target]\nmarch = \"@MARCH@\"\nboard = \"\"\n[[output]]\ndecode = \"${DECODE}\"\nread_as = "
      "\"{{dtype}}\"\n");
  CHECK_FALSE(r.record.march);
  CHECK_FALSE(r.record.march.missing.empty());
  CHECK_FALSE(r.record.board);
  CHECK_FALSE(r.record.outputs[0].decode);
  CHECK_FALSE(r.record.outputs[0].read_as);
}

TEST_CASE("contract: a file that is no TOML is one problem with its place") {
  const Read r("[target]\nboard = x5\n");
  REQUIRE(r.problems.size() == 1);
  CHECK(r.problems[0].kind == kBad);
  CHECK(r.problems[0].at.begin >= 17);
  CHECK(r.record.file == 3);
  CHECK(Read("\xCA\xE4\xB3\xF6").en().find("GBK") != std::string::npos);
  CHECK(Read("").problems.empty());
}

TEST_CASE("contract: one table for an output, and words that a rule asks for") {
  const Read twice = one("[[output]]\nname = \"a\"\n[[output]]\nname = \"a\"\n", kKey, "\"a\"");
  CHECK(twice.problems[0].at.begin > 20);
  CHECK(twice.en().find("the first is in line 2") != std::string::npos);
  CHECK(twice.record.outputs.size() == 1);
  CHECK(one("[[input]]\nindex = 1\n[[input]]\nindex = 1\n", kKey, "1").record.inputs.size() == 1);
  clean("[[input]]\nname = \"y\"\n[[input]]\nname = \"uv\"\n[[output]]\n[[output]]\n");
  one("[[output]]\ndecode = \"per_axis\"\naxis = 3\nscale = 0.5\n", kKey, "0.5");
  clean("[[output]]\ndecode = \"per_tensor\"\nscale = 0.5\n");
  CHECK(one("[[output]]\nconsumer = \"arg_max\"\n", kKey, "\"arg_max\"").en().find("`argmax`") !=
        std::string::npos);
  clean("[[output]]\nconsumer = \"argmax\"\n[[output]]\nconsumer = \"tracker\"\n");
}
