// `.bmodel` of Sophgo TPUs: the compiled model itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lint/files.h"
#include "lint/model.h"

namespace npulint {

// One record a stage of a net, in file order. Reads the header and the FlatBuffers part; weights
// and commands stay unread. Never throws.
Parsed<CompiledFile> parse_bmodel(FileId file, RandomAccess& bytes);

// Where the file keeps a block of coefficients, and what it says of it. A block that several stages
// share is given once.
struct BmodelCoefficients {
  uint64_t offset = 0, bytes = 0;  // in the file
  std::string sha256;              // as stated, 64 hex digits
  Evidence at;
};
// From the records that parse_bmodel made.
std::vector<BmodelCoefficients> bmodel_coefficients(const CompiledFile& file);
// What is wrong when such a block has the digest `measured`.
Problem bmodel_digest_problem(const BmodelCoefficients& block, const std::string& measured);

}  // namespace npulint
