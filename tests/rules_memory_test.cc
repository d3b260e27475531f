// Padding, dense reading and the MEM rules on rows made by hand.
#include <doctest/doctest.h>

#include "lint/facts.h"
#include "lint/link_derived.h"

using namespace npulint;

namespace {

// As parsers do: every statement has a place, here the n-th byte of file 0.
template <class T>
Fact<T> said(T v, uint64_t n = 0) {
  return {std::move(v), Evidence{0, n, n + 1, ""}};
}

IoRow output(Shape shape, DType t, std::vector<int64_t> strides) {
  IoRow r;
  r.row_name = said(std::string("logits"));
  r.stored_shape = said(std::move(shape), 1);
  r.stored_dtype = said(t, 2);
  if (!strides.empty()) r.stored_strides = said(std::move(strides), 3);
  return r;
}

struct Ran {
  std::vector<Report::Item> items;
  bool unknown = false, inapplicable = false;
};

template <class Row>
Ran run(const char* code, const Row& row) {
  const Rule* rule = find_rule(code);
  REQUIRE(rule);
  Report r(rule->severity);
  rule->run(r, &row);
  return {r.items, !r.unknowable.empty(), !r.inapplicable.empty()};
}

Ran mem001(IoRow r) {
  Bundle b;
  r.bundle = &b;
  r.padding = padding_of(r);
  r.reading = reading_of(r);
  REQUIRE(r.padding);
  REQUIRE(r.reading);
  return run("MEM001", r);
}

Ran mem005(Shape shape, std::vector<int64_t> strides, DType t, std::optional<int64_t> bytes = {}) {
  Bundle b;
  TensorRow r;
  r.bundle = &b;
  r.name = said(std::string("t"));
  r.shape = said(std::move(shape), 1);
  r.strides = said(std::move(strides), 2);
  r.dtype = said(t, 3);
  if (bytes) r.byte_size = said(*bytes, 4);
  return run("MEM005", r);
}

}  // namespace

TEST_CASE("padding: rows wider than their elements") {
  const auto p = padding_of(output({1, 84, 8400}, DType::kFloat32, {2838528, 33792, 4}));
  REQUIRE(p);
  CHECK(p->padded);
  CHECK(p->row_elements == 8400);
  CHECK(p->row_stored == 33792);
  CHECK(p->row_dense == 33600);
}

TEST_CASE(
    "padding: the innermost padded dim is told, its neighbours are counted as they are stored") {
  const auto p = padding_of(output({2, 4, 4, 7}, DType::kInt32, {1024, 256, 32, 4}));
  REQUIRE(p);
  CHECK(p->padded);
  CHECK(p->row_elements == 7);
  CHECK(p->row_stored == 32);
  CHECK(p->row_dense == 28);
}

TEST_CASE("padding: none where nothing is displaced") {
  // dense; trailing dims of one element; room behind the only row; a wide step over one index
  for (const auto& [shape, strides] :
       std::vector<std::pair<Shape, std::vector<int64_t>>>{{{1, 1000}, {4000, 4}},
                                                           {{1, 1000, 1, 1}, {4000, 4, 4, 4}},
                                                           {{1, 1000}, {4096, 4}},
                                                           {{1, 1, 1, 7}, {32, 32, 32, 4}},
                                                           {{1, 3, 1, 5}, {60, 20, 4096, 4}},
                                                           {{0, 7}, {32, 4}}}) {
    const auto p = padding_of(output(shape, DType::kFloat32, strides));
    if (shape[0] == 0)
      CHECK(!p);
    else
      CHECK_MESSAGE((p && !p->padded), shape_text(shape));
  }
}

TEST_CASE("padding: from the aligned shape when no strides are known") {
  IoRow r = output({1, 80, 80, 7}, DType::kInt32, {});
  CHECK(!padding_of(r));
  r.aligned_shape = said(Shape{1, 80, 80, 8}, 5);
  auto p = padding_of(r);
  REQUIRE(p);
  CHECK(p->padded);
  CHECK(p->row_stored == 32);
  CHECK(p.at.begin == 5);
  r.aligned_shape = said(Shape{1, 80, 80, 7}, 5);
  p = padding_of(r);
  REQUIRE(p);
  CHECK(!p->padded);
  r = output({1, 7, 80, 80}, DType::kInt32, {});
  r.aligned_shape = said(Shape{1, 8, 80, 80}, 5);  // planes are added behind the last one
  p = padding_of(r);
  REQUIRE(p);
  CHECK(!p->padded);
}

TEST_CASE("padding: a size alone proves its absence, never its presence") {
  IoRow r = output({1, 80, 80, 7}, DType::kInt32, {});
  r.stored_bytes = said(int64_t{1 * 80 * 80 * 7 * 4});
  const auto dense = padding_of(r);
  REQUIRE(dense);
  CHECK(!dense->padded);
  r.stored_bytes = said(int64_t{204800});
  const auto more = padding_of(r);
  CHECK(!more);
  CHECK(more.missing.in(Lang::kEn).find("204800") != std::string::npos);
}

TEST_CASE("padding: unknown for strides of another order, unknown dims and overflow") {
  CHECK(!padding_of(output({1, 3, 4, 5}, DType::kFloat32, {240, 4, 60, 12})));
  CHECK(!padding_of(output({1, -1, 4}, DType::kFloat32, {64, 16, 4})));
  CHECK(!padding_of(output({3, 3}, DType::kInt8, {INT64_MAX / 2, 3})));
  CHECK(!padding_of(output({2, 3}, DType::kInt4, {8, 1})));
}

TEST_CASE("MEM001 fails for each way to say dense, at that statement") {
  const IoRow padded = output({1, 80, 80, 7}, DType::kInt32, {204800, 2560, 32, 4});
  IoRow r = padded;
  r.assume_contiguous = said(true, 40);
  Ran a = mem001(r);
  REQUIRE(a.items.size() == 1);
  CHECK(a.items[0].at.begin == 40);
  const std::string en = a.items[0].message.in(Lang::kEn);
  for (const char* part : {"logits", "7 elements", "32 bytes", "28 without",
                           "assume_contiguous = true", "4 bytes more"})
    CHECK_MESSAGE(en.find(part) != std::string::npos, en);
  r = padded;
  r.app_bytes = said(int64_t{179200}, 41);
  a = mem001(r);
  REQUIRE(a.items.size() == 1);
  CHECK(a.items[0].at.begin == 41);
  r = padded;
  r.app_strides = said(std::vector<int64_t>{179200, 2240, 28, 4}, 42);
  a = mem001(r);
  REQUIRE(a.items.size() == 1);
  CHECK(a.items[0].at.begin == 42);
}

TEST_CASE("MEM001 passes for a reader that knows, whatever else it says") {
  const IoRow padded = output({1, 80, 80, 7}, DType::kInt32, {204800, 2560, 32, 4});
  IoRow r = padded;
  r.assume_contiguous = said(false);
  r.app_bytes = said(int64_t{179200});  // what it copies in the end
  CHECK(mem001(r).items.empty());
  r = padded;
  r.app_strides = said(std::vector<int64_t>{204800, 2560, 32, 4});
  CHECK(mem001(r).items.empty());
  r = padded;
  r.app_bytes = said(int64_t{204800});
  CHECK(mem001(r).items.empty());
  r = output({1, 80, 80, 8}, DType::kInt32, {204800, 2560, 32, 4});
  r.assume_contiguous = said(true);
  CHECK(mem001(r).items.empty());
}

TEST_CASE("MEM001 does not judge what a decoding runtime hands over") {
  IoRow r = output({1, 80, 80, 7}, DType::kInt32, {204800, 2560, 32, 4});
  r.assume_contiguous = said(true);
  r.decode = said(Decode::kRuntime);
  const Ran a = mem001(r);
  CHECK(a.items.empty());
  CHECK(a.unknown);
}

TEST_CASE("MEM003 asks the platform for the alignment") {
  Platform p;
  p.march = "some-march";
  Bundle b;
  b.nv12_alignment = said(int64_t{64});
  b.platform = said<const Platform*>(&p);
  IoRow r;
  r.bundle = &b;
  r.row_name = said(std::string("data"));
  r.pixel_format = said(std::string("nv12"));
  r.app_width = said(int64_t{672}, 9);
  Ran a = run("MEM003", r);
  REQUIRE(a.items.size() == 1);
  CHECK(a.items[0].severity == Severity::kNote);
  CHECK(a.items[0].message.in(Lang::kEn).find("704") != std::string::npos);
  r.y_stride = said(int64_t{672}, 10);
  r.uv_stride = said(int64_t{700}, 11);
  a = run("MEM003", r);
  REQUIRE(a.items.size() == 2);
  CHECK(a.items[0].severity == Severity::kWarning);
  CHECK(a.items[0].at.begin == 10);
  CHECK(a.items[0].message.in(Lang::kZh).find("some-march") != std::string::npos);
  CHECK(a.items[1].at.begin == 11);
  for (int64_t fine : {704, 768, 0, -1}) {
    r.y_stride = r.uv_stride = said(fine);
    CHECK(run("MEM003", r).items.empty());
  }
  r.y_stride = r.uv_stride = said(int64_t{640}, 12);  // fits the board, not the 672 pixels
  a = run("MEM003", r);
  REQUIRE(a.items.size() == 2);
  CHECK(a.items[0].severity == Severity::kError);
  r.pixel_format = said(std::string("rgb"));
  CHECK(run("MEM003", r).inapplicable);
}

TEST_CASE("MEM004 compares what is allocated with what is stored") {
  Bundle b;
  IoRow r;
  r.bundle = &b;
  r.row_name = said(std::string("data"));
  r.stored_bytes = said(int64_t{4096});
  r.app_buffer = said(int64_t{4000}, 7);
  REQUIRE(run("MEM004", r).items.size() == 1);
  CHECK(run("MEM004", r).items[0].at.begin == 7);
  r.decode = said(Decode::kRuntime);
  CHECK(run("MEM004", r).unknown);
  r.decode = said(Decode::kNone);
  for (int64_t enough : {4096, 8192}) {
    r.app_buffer = said(enough);
    CHECK(run("MEM004", r).items.empty());
  }
}

TEST_CASE("MEM005 fails once for each kind of contradiction") {
  CHECK(mem005({1, 84, 8400}, {2838528, 33592, 4}, DType::kFloat32).items.size() == 1);
  CHECK(mem005({1, 1000}, {4000, 2}, DType::kInt32).items.size() == 1);
  CHECK(mem005({1, 1000}, {4000, 4}, DType::kInt32, 3999).items.size() == 1);
  CHECK(mem005({2, 1000}, {4000, 4}, DType::kInt32, 7999).items.size() == 1);
  CHECK(mem005({5, INT64_MAX}, {INT64_MAX, 4}, DType::kInt32).items.size() == 1);
  const Ran a = mem005({1, 1000}, {4000, 4}, DType::kInt32, 10);
  CHECK(a.items[0].at.begin == 4);
}

TEST_CASE("MEM005 leaves alone what the caller decides and what is merely padded") {
  CHECK(mem005({1, 1000, 1, 1}, {4000, 4, 4, 4}, DType::kInt32, 4000).items.empty());
  CHECK(mem005({1, 80, 80, 7}, {204800, 2560, 32, 4}, DType::kInt32, 204800).items.empty());
  CHECK(mem005({1, 3, 640, 640}, {0, 0, 0, 0}, DType::kUint8, 614400).items.empty());
  CHECK(mem005({1, 640, 640, 1}, {-1, -1, 1, 1}, DType::kUint8, -1).items.empty());
  CHECK(mem005({1, -1, 640, 1}, {-1, 640, 1, 1}, DType::kUint8).items.empty());
  CHECK(mem005({-1, 10}, {40, 4}, DType::kFloat32, 40).items.empty());
  CHECK(mem005({}, {}, DType::kFloat32, 4).items.empty());
  CHECK(mem005({1, 10}, {5, 1}, DType::kInt4).inapplicable);
  CHECK(mem005({1, 10}, {40, 20, 4}, DType::kFloat32).unknown);
}
