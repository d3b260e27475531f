// Headers of .npy files.
#include "parsers/npy.h"

#include <doctest/doctest.h>

using namespace npulint;

namespace {

std::string npy(const std::string& dict, int major = 1) {
  std::string s(kNpyMagic);
  s += static_cast<char>(major);
  s += '\0';
  const size_t n = dict.size() + 1;
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) s += static_cast<char>(n >> (8 * i));
  return s + dict + "\n";
}

std::optional<NpyHeader> parse(const std::string& bytes) {
  Message why;
  auto h = parse_npy(*memory_access(bytes), &why);
  CHECK(h.has_value() == why.empty());
  return h;
}

}  // namespace

TEST_CASE("npy: the header of each version") {
  for (int major : {1, 2, 3}) {
    CAPTURE(major);
    const std::string dict = "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 1000), }";
    const auto h = parse(npy(dict, major));
    REQUIRE(h);
    CHECK(h->dtype == DType::kInt32);
    CHECK(h->descr == "<i4");
    CHECK_FALSE(h->big_endian);
    CHECK_FALSE(h->fortran);
    CHECK(h->shape == Shape{1, 1000});
    CHECK(h->data_offset == (major == 1 ? 10 : 12) + dict.size() + 1);
  }
}

TEST_CASE("npy: types, byte order, order of dims") {
  const auto type = [](const std::string& descr) {
    return parse(npy("{'descr': " + descr + ", 'fortran_order': True, 'shape': (3,)}"));
  };
  CHECK(type("'|u1'")->dtype == DType::kUint8);
  CHECK(type("'<f2'")->dtype == DType::kFloat16);
  CHECK(type("'|b1'")->dtype == DType::kBool);
  CHECK(type("'>f8'")->dtype == DType::kFloat64);
  CHECK(type("'>f8'")->big_endian);
  CHECK_FALSE(type("'>u1'")->big_endian);
  CHECK(type("'<U7'")->dtype == DType::kUnknown);
  CHECK(type("[('a', '<f4')]")->dtype == DType::kUnknown);
  CHECK(type("'<i8'")->fortran);
  CHECK(parse(npy("{'descr': '<i4', 'fortran_order': False, 'shape': ()}"))->shape.empty());
}

TEST_CASE("npy: damage is said, never guessed") {
  const std::string whole = npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}");
  for (size_t n = 0; n < whole.size(); ++n) CHECK_FALSE(parse(whole.substr(0, n)));
  for (const char* dict : {"", "{}", "[]", "{'descr': 4, 'fortran_order': False, 'shape': (2,)}",
                           "{'descr': '<i4', 'fortran_order': 0, 'shape': (2,)}",
                           "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,)}",
                           "{'descr': '<i4', 'fortran_order': False, 'shape': (1e300,)}",
                           "{'descr': '<i4', 'fortran_order': False, 'shape': (1.5,)}",
                           "{'descr': '<i4', 'fortran_order': False, 'shape': ('x',)}"}) {
    CAPTURE(dict);
    CHECK_FALSE(parse(npy(dict)));
  }
  CHECK_FALSE(parse(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,)}", 4)));
  std::string huge(kNpyMagic);
  huge += std::string("\2\0\xff\xff\xff\xff", 6);
  CHECK_FALSE(parse(huge));
}
