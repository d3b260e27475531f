// How many calibration samples there are, and how many a command takes.
#include <doctest/doctest.h>

#include "lint/calibration_counts.h"
#include "lint/files.h"

using namespace npulint;

TEST_CASE("calibration_counts: advice is data with its source") {
  const CalibrationAdvice* a = calibration_advice("run_calibration");
  REQUIRE(a);
  CHECK(a->least > 0);
  CHECK_FALSE(a->advised.empty());
  CHECK_FALSE(a->source.empty());
  CHECK(calibration_advice("atc") == nullptr);
  CHECK(calibration_advice("") == nullptr);
}

TEST_CASE("calibration_counts: what a command takes") {
  CalibrationCounts::Command c;
  CHECK_FALSE(c.takes());
  c.asked = 0;  // all, but nobody knows how many there are
  CHECK_FALSE(c.takes());
  c.files = 128;
  CHECK(*c.takes() == 128);
  c.asked = 200;
  CHECK(*c.takes() == 128);
  c.asked = 100;
  CHECK(*c.takes() == 100);
  c.files.reset();
  CHECK(*c.takes() == 100);
}

TEST_CASE("calibration_counts: files that run_calibration takes") {
  MemoryReader disk;
  disk.files["d/1.jpg"] = disk.files["d/2.JPEG"] = disk.files["d/sub/3.npy"] = "x";
  disk.files["d/labels.txt"] = disk.files["d/sub/notes"] = "x";
  CHECK(*count_dataset(disk, "d") == 3);
  CHECK_FALSE(count_dataset(disk, "d/1.jpg"));
  CHECK_FALSE(count_dataset(disk, "absent"));
  std::string deep = "e";
  for (int i = 0; i < 40; ++i) deep += "/e";
  disk.files[deep + "/1.jpg"] = "x";
  CHECK_FALSE(count_dataset(disk, "e"));  // more folders than are followed
}
