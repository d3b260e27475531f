// A folder on the disk that goes away with the test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "doctest/doctest.h"

struct TempFolder {
  TempFolder() {
    std::string t = (std::filesystem::temp_directory_path() / "npulint.XXXXXX").string();
    REQUIRE(::mkdtemp(t.data()));
    path = t;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string& name) const { return path + "/" + name; }

  std::string path;
};
