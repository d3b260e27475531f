// Channels by dims, families of heads, label files.
#include "lint/layout.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "lint/embedded.h"
#include "lint/heads.h"
#include "lint/labels.h"
#include "parsers/toml_tree.h"

using namespace npulint;

namespace {

constexpr ImageSize kSquare{640, 640}, kWide{384, 640};

std::string layout(Shape s, ImageSize image) { return std::string(layout_of_dims(s, image)); }

}  // namespace

TEST_CASE("layout: the image fits one reading only") {
  CHECK(layout({1, 80, 80, 4}, kSquare) == "NHWC");
  CHECK(layout({1, 80, 80, 1}, kSquare) == "NHWC");
  CHECK(layout({1, 64, 20, 20}, kSquare) == "NCHW");
  CHECK(layout({1, 48, 80, 64}, kWide) == "NHWC");
  CHECK(layout({1, 80, 48, 80}, kWide) == "NCHW");
  CHECK(layout({1, 1000, 1, 1}, kSquare) == "NCHW");
  CHECK(layout({1, 21, 512, 512}, {512, 512}) == "NCHW");
  // 13 of 416 by 32, 7 of 200 by 32, rounded up
  CHECK(layout({1, 7, 7, 30}, {200, 200}) == "NHWC");
}

TEST_CASE("layout: both readings, or none") {
  CHECK(layout({1, 80, 80, 80}, kSquare) == "");
  CHECK(layout({1, 8400, 84, 1}, kSquare) == "");  // three dims padded to four
  CHECK(layout({1, 84, 8400}, kSquare) == "");
  CHECK(layout({1, -1, 80, 4}, kSquare) == "");
  CHECK(layout({1, 5, 4, 84}, kSquare) == "");
  CHECK(layout_of_dims({1, 80, 80, 4}, std::nullopt) == "");
  CHECK(layout({1, 3, INT64_MAX / 2, INT64_MAX / 2}, kSquare) == "");
}

TEST_CASE("layout: size of an image input") {
  CHECK(image_size({1, 3, 384, 640}) == kWide);
  CHECK(image_size({1, 384, 640, 3}) == kWide);
  CHECK(image_size({1, 640, 640, 1}) == kSquare);
  CHECK_FALSE(image_size({1, 3, 3, 3}));
  CHECK_FALSE(image_size({1, 64, 80, 80}));
  CHECK_FALSE(image_size({1, 3, -1, -1}));
  CHECK_FALSE(image_size({1, 3, 640}));
}

TEST_CASE("layout: channels that dims allow") {
  CHECK(may_have_channels({1, 80, 80, 4}, 4, kSquare));
  CHECK_FALSE(may_have_channels({1, 80, 80, 4}, 80, kSquare));
  CHECK(may_have_channels({1, 80, 80, 4}, 80, std::nullopt));
  CHECK_FALSE(may_have_channels({1, 80, 80, 80}, 4, kSquare));
  CHECK(may_have_channels({1, 84, 8400}, 84, kSquare));
  CHECK(may_have_channels({1, 8400, 84}, 84, kSquare));
  CHECK_FALSE(may_have_channels({1, 8400, 84}, 85, kSquare));
  CHECK(may_have_channels({1, 8400, 84, 1}, 84, kSquare));
  CHECK(may_have_channels({1, 1, 8400, 84}, 8400, kSquare));
  CHECK(may_have_channels({1, 33600}, 4, kSquare));  // flattened
  CHECK_FALSE(may_have_channels({1, 33601}, 4, kSquare));
  CHECK(may_have_channels({1, -1, 8400}, 7, kSquare));
  CHECK(may_have_channels({1, 3, 80, 80, 85}, 7, kSquare));
  CHECK(may_have_channels({}, 7, kSquare));
  CHECK_FALSE(has_channels({1, 33600}, 4, kSquare));
  CHECK(has_channels({1, 4, 8400}, 4, kSquare));
}

TEST_CASE("layout: declared channels decide where the image does not") {
  const auto d = dims_layout({1, 80, 80, 64}, 64, std::nullopt);
  REQUIRE(d);
  CHECK(d->layout == "NHWC");
  CHECK(d->axis == 3);
  CHECK(d->channels == 64);
  CHECK_FALSE(d->by_image);
  CHECK_FALSE(dims_layout({1, 80, 80, 80}, 80, std::nullopt));
  CHECK_FALSE(dims_layout({1, 80, 80, 64}, 12, std::nullopt));
  CHECK_FALSE(dims_layout({1, 80, 80, 64}, std::nullopt, std::nullopt));
  CHECK(dims_layout({1, 80, 80, 64}, 80, kSquare)->layout == "NHWC");
}

TEST_CASE("heads: families by name") {
  REQUIRE(head_family("yolov5"));
  CHECK(head_family("yolov5")->per_anchor == 5);
  CHECK(head_family("YOLOv5s") == head_family("yolov5"));
  CHECK(head_family("yolo11n")->box == 64);
  CHECK(head_family("yolo26")->box == 4);
  CHECK(head_family("ResNet50")->kind == HeadFamily::Kind::kClasses);
  for (const char* other : {"yolov5-seg", "yolov5u", "yolov8-pose", "yolov55", "", "s"})
    CHECK_FALSE(head_family(other));
  CHECK(is_class_role("cls"));
  CHECK_FALSE(is_class_role("box"));
  CHECK(shared_scale().too_coarse == 0.25);
  CHECK(shared_scale().fine < shared_scale().too_coarse);
}

TEST_CASE("heads: every family has its numbers and a source, no name stands twice") {
  std::vector<std::string> seen;
  REQUIRE(head_families().size() >= 4);
  for (const HeadFamily& f : head_families()) {
    CHECK_FALSE(f.source.empty());
    CHECK((f.per_anchor > 0) == (f.kind == HeadFamily::Kind::kAnchors));
    CHECK((f.box > 0) == (f.kind == HeadFamily::Kind::kSplit));
    for (const std::string& name : f.names) {
      CHECK(head_family(name) == &f);
      CHECK(std::find(seen.begin(), seen.end(), name) == seen.end());
      seen.push_back(name);
    }
  }
  CHECK_FALSE(shared_scale().source.empty());
  CHECK(parse_toml(embedded_heads_toml).ok);
}

TEST_CASE("labels: one a line") {
  const auto count = [](std::string_view text) {
    const auto n = count_labels("labels.txt", text);
    return n ? *n : -1;
  };
  CHECK(count("cat\ndog\n") == 2);
  CHECK(count("cat\r\ndog\r\n\r\n\n") == 2);
  CHECK(count("cat\ndog") == 2);
  CHECK(count("\xef\xbb\xbf"
              "cat\n") == 1);
  CHECK(count("\xc3\xa8\xd6\xd0"
              "\n") == 1);  // GBK
  CHECK(count("") == -1);
  CHECK(count("\n\n") == -1);
  CHECK(count("cat\n\ndog\n") == -1);
  CHECK(count("\ncat\n") == -1);
  CHECK(count(std::string_view("cat\0dog\n", 8)) == -1);
}

TEST_CASE("labels: lists and mappings") {
  const auto count = [](std::string_view path, std::string_view text) {
    const auto n = count_labels(path, text);
    if (!n) CHECK_FALSE(n.missing.in(Lang::kZh).empty());
    return n ? *n : -1;
  };
  CHECK(count("a.json", R"(["cat", "dog"])") == 2);
  CHECK(count("a.json", R"({"0": "cat", "1": "dog"})") == 2);
  CHECK(count("a.json", R"({"0": ["n01440764", "tench"], "1": ["n01443537", "goldfish"]})") == 2);
  CHECK(count("a.yaml", "path: coco\nnames:\n  0: cat\n  1: dog\n  2: cow\nnc: 3\n") == 3);
  CHECK(count("a.yml", "names: [cat, dog]\n") == 2);
  CHECK(count("a.json", R"({"1": "cat", "2": "dog"})") == -1);
  CHECK(count("a.json", R"({"0": "cat", "0": "dog"})") == -1);
  CHECK(count("a.json", R"({"cat": 0, "dog": 1})") == -1);
  CHECK(count("a.json", R"(["cat", )") == -1);
  CHECK(count("a.json", "[]") == -1);
  CHECK(count("a.yaml", "names: 80\n") == -1);
  CHECK(count("a.yaml", "names: *coco\n") == -1);
  CHECK(count("a.pbtxt", "item { id: 1 }\n") == -1);
}
