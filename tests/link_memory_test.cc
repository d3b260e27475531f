// Strides, padding flags, image rows and the names of artifacts, from files to findings.
#include <doctest/doctest.h>

#include "lint/check.h"
#include "lint/link_memory.h"
#include "lint/strides.h"

using namespace npulint;

namespace {

std::string info(const std::string& chip, const std::string& input = "[1, 3, 48, 48], uint8") {
  return "bmodel version: B.2.2\nchip: " + chip +
         "\n==========================================\nnet 0: [det]  static\n------------\n"
         "stage 0:\ninput: data, " +
         input +
         ", scale: 1, zero point: 0\n"
         "output: out, [1, 84, 8400], float32, scale: 1, zero point: 0\n";
}

std::vector<std::string> findings(const MemoryReader& disk, const std::string& code) {
  CheckOptions o;
  o.load.paths = {"/d"};
  o.load.cwd = "/";
  o.load.isolated = true;
  o.profile = Profile::kReview;
  o.select = {code};
  const Loaded l = check(disk, o);
  std::vector<std::string> out;
  for (const Finding& f : l.run.result.findings) out.push_back(f.message.in(Lang::kEn));
  return out;
}

bool finds(const MemoryReader& disk, const std::string& code) {
  return !findings(disk, code).empty();
}

std::string artifact(const std::string& file, const std::string& name) {
  return R"({"march": "bayes-e", "file": ")" + file + R"(", "models": [{"name": ")" + name +
         R"(", "outputs": [{"name": "o", "dtype": "int32", "shape": [1, 4]}]}]})";
}

bool name_differs(const std::string& file, const std::string& name) {
  MemoryReader disk;
  disk.files["/d/x.metadata.json"] = artifact(file, name);
  return finds(disk, "ZOO011");
}

}  // namespace

TEST_CASE("strides: which dim differs, and which alignment gives a number") {
  CHECK(first_other_step({1, 84, 8400}, {9, 33792, 4}, {8, 33600, 4}) == 1u);
  CHECK_FALSE(first_other_step({1, 84, 1}, {9, 4, 7}, {8, 4, 4}));
  CHECK(same_steps({2, 3}, {12, 4}, {12, 4}));
  CHECK_FALSE(same_steps({2, 3}, {12, 4}, {4}));
  CHECK(smallest_alignment(8400, 8448) == 64);
  CHECK(smallest_alignment(7, 8) == 2);
  CHECK_FALSE(smallest_alignment(8400, 8401));
  CHECK_FALSE(smallest_alignment(8, 8));
  CHECK(power_of_two_in(8400) == 16);
  CHECK(power_of_two_in(7) == 1);
}

TEST_CASE("declared padding: chips whose tensors have no stride") {
  MemoryReader disk;
  disk.files["/d/contract.toml"] =
      "[[output]]\nname = \"out\"\nread_as = \"float32\"\nstrides_bytes = [2838528, 33792, 4]\n";
  disk.files["/d/det_info.txt"] = info("BM1688");
  CHECK(finds(disk, "MEM002"));
  disk.files["/d/det_info.txt"] = info("BM1684");  // may store four batches in one word
  CHECK_FALSE(finds(disk, "MEM002"));
  disk.files["/d/det_info.txt"] = info("BM1688");
  disk.files["/d/contract.toml"] =
      "[[output]]\nname = \"out\"\nread_as = \"float32\"\nstrides_bytes = [2822400, 33600, 4]\n";
  CHECK_FALSE(finds(disk, "MEM002"));
  CHECK_FALSE(finds(disk, "MEM001"));
}

TEST_CASE("padding flags: of the artifact before those of the config") {
  MemoryReader disk;
  const auto built = [&](const std::string& flags) {
    disk.files["/d/y_model_info.txt"] =
        "This model file has 1 model:\n[y]\n"
        "---------------------------------------------------------------------\n"
        "[model name]: y\n\n[model desc]: {\"MARCH\": \"nash-e\", \"EXTRA_PARAMS\": " +
        flags +
        "}\n\noutput[0]: \nname: o\nvalid shape: (1,80,80,12)\naligned byte size: 409600\n"
        "tensor type: HB_DNN_TENSOR_TYPE_S32\nquanti type: NONE\nstride: (409600,5120,64,4,)\n";
    return findings(disk, "MEM007");
  };
  CHECK(built(R"({"input_no_padding": true, "output_no_padding": true})") ==
        std::vector<std::string>{
            "the model is built without padding, but `o` in the artifact steps by 64 bytes along "
            "dim 2, 48 without padding"});
  CHECK(built(R"({"output_no_padding": false})").empty());
  CHECK(built(R"({"input_no_padding": true})").empty());
  CHECK(built("{}").empty());
}

TEST_CASE("image rows: only what the contract says of the image unit") {
  MemoryReader disk;
  const auto rows = [&](const std::string& chip, const std::string& stride,
                        const std::string& input = "[1, 3, 48, 48], uint8") {
    disk.files["/d/det_info.txt"] = info(chip, input);
    disk.files["/d/contract.toml"] =
        "[[input]]\nname = \"data\"\npixel_format = \"bgr\"\ny_stride = " + stride + "\n";
    return finds(disk, "MEM008");
  };
  CHECK(rows("BM1684X", "64"));
  CHECK(rows("BM1684X", "48"));
  CHECK_FALSE(rows("BM1684X", "0"));
  CHECK_FALSE(rows("BM1688", "48"));  // no source states its alignment
  CHECK_FALSE(rows("BM1684X", "640", "[1, 3, 640, 640], uint8"));
  CHECK(rows("BM1684X", "192", "[1, 48, 48, 3], uint8"));
  CHECK_FALSE(rows("BM1684X", "64", "[1, 6912], uint8"));
}

TEST_CASE("names: what may follow the internal name") {
  CHECK_FALSE(name_differs("lpr.bin", "lpr"));
  CHECK_FALSE(name_differs("lpr_x5.bin", "lpr"));
  CHECK_FALSE(name_differs("models/LPR-x5.bin", "lpr"));
  CHECK_FALSE(name_differs("det_bm1684x_int8_4b.bmodel", "det"));
  CHECK_FALSE(name_differs("det_bm1684x__6bd9ec83.bmodel", "det"));
  CHECK_FALSE(name_differs("det_modified.bin", "det"));
  CHECK(name_differs("det2.bin", "det"));
  CHECK(name_differs("det_small.bin", "det"));
  CHECK(name_differs("deadline.bin", "dead"));
  CHECK(name_differs("det.bin", "det_x5"));
}

TEST_CASE("names: of several models in one file one is enough") {
  MemoryReader disk;
  const auto two = [&](const std::string& file) {
    disk.files["/d/x.metadata.json"] =
        R"({"march": "bayes-e", "file": ")" + file +
        R"(", "models": [{"name": "a", "outputs": [{"name": "o", "dtype": "int32", "shape": [1]}]},
        {"name": "b", "outputs": [{"name": "o", "dtype": "int32", "shape": [1]}]}]})";
    return findings(disk, "ZOO011");
  };
  CHECK(two("b_x5.bin").empty());
  const auto all = two("packed.bin");
  REQUIRE(all.size() == 1);
  CHECK(all[0] == "the model inside is called `a, b`, its file `packed`");
}
