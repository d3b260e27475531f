// The limit of reading an ONNX graph: every field of the model, its graph, nodes, attributes and
// tensors is stepped over, nothing is kept and no payload touched.  npulint_wire_walk FILE prints
// the number of fields.
#include <cstdio>
#include <string>

#include "parsers/wire.h"

namespace {

// Which fields of a message are messages again (onnx.proto), as far as the graph goes.
struct Level {
  uint32_t field;
  const Level* inside;
  size_t count;
};
constexpr Level kAttribute[] = {{5, nullptr, 0}};
constexpr Level kNode[] = {{5, kAttribute, 1}};
constexpr Level kGraph[] = {{1, kNode, 1}, {5, nullptr, 0}, {11, nullptr, 0}, {12, nullptr, 0}};
constexpr Level kModel[] = {{7, kGraph, 4}};

size_t walk(npulint::WireReader& r, uint64_t pos, uint64_t end, const Level* levels, size_t n) {
  size_t fields = 0;
  npulint::WireField f;
  while (pos < end && r.next(&pos, end, &f) == npulint::WireFault::kNone) {
    ++fields;
    for (size_t i = 0; i < n; ++i)
      if (levels[i].field == f.number && f.type == npulint::kBytes)
        fields += walk(r, f.begin, f.end, levels[i].inside, levels[i].count);
  }
  return fields;
}

}  // namespace

int main(int argc, char** argv) {
  std::string why = "no file given";
  const npulint::DiskReader disk;
  const auto file = argc == 2 ? disk.open(argv[1], &why) : nullptr;
  if (!file) return std::fprintf(stderr, "%s\n", why.c_str()), 2;
  npulint::WireReader r(*file);
  std::printf("%zu fields\n", walk(r, 0, r.size(), kModel, 1));
}
