#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lint/files.h"

namespace npulint {

// A file in memory that counts the bytes that are read of it.
class CountingAccess : public RandomAccess {
 public:
  explicit CountingAccess(const std::string& s) : bytes_(memory_access(s)) {}
  uint64_t touched = 0;
  uint64_t size() const override { return bytes_->size(); }
  size_t read(uint64_t offset, char* to, size_t n) override {
    touched += n;
    return bytes_->read(offset, to, n);
  }

 private:
  std::unique_ptr<RandomAccess> bytes_;
};

}  // namespace npulint
