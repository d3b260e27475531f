// Manifests of data sets, and what two sets share.
#include <doctest/doctest.h>

#include "parsers/data_list.h"

using namespace npulint;

namespace {

const std::string kA(64, 'a'), kB(64, 'b'), kC(64, 'c');

DataSet list(std::string_view bytes) {
  Message why;
  DataSet out = parse_data_list(1, bytes, &why);
  CHECK(why.empty());
  return out;
}
std::string fault(std::string_view bytes) {
  Message why;
  parse_data_list(1, bytes, &why);
  return std::string(why.in(Lang::kEn));
}

}  // namespace

TEST_CASE("data_list: what sha256sum writes") {
  const std::string s = "# set\n" + kA + "  cal/0.jpg\r\n" + kB + " *cal/a b.jpg\n\ncal/2.jpg\n";
  const DataSet d = list(s);
  REQUIRE(d.entries.size() == 3);
  CHECK(d.with_digest() == 2);
  CHECK(d.entries[0].name == "cal/0.jpg");
  CHECK(d.entries[1].name == "cal/a b.jpg");
  CHECK(d.entries[2].digest == -1);
  const Evidence at = d.at(d.entries[1]);
  CHECK(s.substr(at.begin, at.end - at.begin) == "cal/a b.jpg");
  // 63 digits are no digest
  CHECK(list(kA.substr(1) + "  x\n").entries[0].digest == -1);
}

TEST_CASE("data_list: plain lists, with and without labels") {
  CHECK(list("a.JPEG 0\nb.JPEG 17\n").entries[1].name == "b.JPEG");
  CHECK(list("a.JPEG\nb 17\n").entries[1].name == "b 17");
  CHECK(list("dir/a.jpg").entries.size() == 1);
}

TEST_CASE("data_list: JSON") {
  const std::string s = R"({"total": 10000, "images": [{"path": "v/a.jpg", "sha256": ")" + kA +
                        R"("}, {"path": "v/\u00e9.jpg"}]})";
  const DataSet d = list(s);
  REQUIRE(d.entries.size() == 2);
  CHECK(d.size() == 10000);
  CHECK(d.with_digest() == 1);
  CHECK(d.entries[1].name == "v/\xc3\xa9.jpg");
  CHECK(list(R"([{"file": "a", "digest": "sha256:)" + kB + R"("}])").with_digest() == 1);
  CHECK(list(R"({"set": ["a.jpg", "b.jpg"]})").entries.size() == 2);
}

TEST_CASE("data_list: marks, escapes and headings of digest lists") {
  CHECK(list("\xEF\xBB\xBF" + kA + "  a.jpg\n").with_digest() == 1);
  CHECK(list("\\" + kA + "  b\\\\c.jpg\n").with_digest() == 1);
  CHECK(list(kA + "  a.jpg\nTotal: 1 files\n; by hand\n// too\n").entries.size() == 1);
  CHECK(list(kA + "  a.jpg\nval/b.jpg\n").entries.size() == 2);
  CHECK(list("a.jpg\rb.jpg\r").entries.size() == 2);
  CHECK(list("my file.jpg\n").entries.size() == 1);  // no digests: a path may hold blanks
}

TEST_CASE("data_list: damage") {
  CHECK(fault("").find("no path") != std::string::npos);
  CHECK(fault("# only\n").find("no path") != std::string::npos);
  CHECK(fault(std::string("a\0b", 3)).find("NUL") != std::string::npos);
  CHECK_FALSE(fault(R"([{"path": "a")").empty());
  CHECK(fault(R"({"a": 1})").find("array") != std::string::npos);
  CHECK_FALSE(fault("[]").empty());
}

TEST_CASE("data_set: one content under two names, and one name of two contents") {
  const std::string cal = kA + "  cal/1.jpg\n" + kB + "  cal/2.jpg\n",
                    eval = kC + "  val/1.jpg\n" + kB + "  val/9.jpg\nval/2.jpg\n";
  const Overlap o = overlap_of(list(cal), list(eval));
  REQUIRE(o.by_content.size() == 1);
  CHECK(o.by_content[0].calibration == "cal/2.jpg");
  CHECK(o.by_content[0].evaluation == "val/9.jpg");
  REQUIRE(o.by_name.size() == 1);  // 1.jpg differs; 2.jpg has no digest in the evaluation set
  CHECK(o.by_name[0].evaluation == "val/2.jpg");
  CHECK(o.evaluation_known == 2);
  CHECK(o.evaluation_size == 3);
}
