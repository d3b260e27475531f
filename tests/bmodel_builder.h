// Writes small .bmodel files for tests: FlatBuffers tables by field number, front to back, and the
// container around them. It shares no code and no schema with the parser.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lint/digest.h"

namespace npulint::test {

// Little-endian bytes.
inline std::string le(uint64_t n, size_t bytes) {
  std::string out;
  for (size_t i = 0; i < bytes; ++i) out += static_cast<char>(n >> (8 * i) & 0xff);
  return out;
}
inline void pad(std::string& to, size_t align) {
  while (to.size() % align) to += '\0';
}

// Appends an object to the buffer and returns its place.
using Emit = std::function<size_t(std::string&)>;
inline void point(std::string& buffer, size_t from, size_t to) {
  buffer.replace(from, 4, le(to - from, 4));
}

inline Emit str(std::string s) {
  return [s = std::move(s)](std::string& b) {
    pad(b, 4);
    const size_t at = b.size();
    b += le(s.size(), 4) + s + '\0';
    return at;
  };
}
// Scalars of `width` bytes.
inline Emit scalars(std::vector<uint64_t> v, size_t width) {
  return [v = std::move(v), width](std::string& b) {
    while ((b.size() + 4) % width || b.size() % 4) b += '\0';
    const size_t at = b.size();
    b += le(v.size(), 4);
    for (uint64_t n : v) b += le(n, width);
    return at;
  };
}
inline Emit list(std::vector<Emit> items) {
  return [items = std::move(items)](std::string& b) {
    pad(b, 4);
    const size_t at = b.size();
    b += le(items.size(), 4) + std::string(4 * items.size(), '\0');
    for (size_t i = 0; i < items.size(); ++i) point(b, at + 4 + 4 * i, items[i](b));
    return at;
  };
}

struct Field {
  size_t id;
  std::string bytes;  // inline: a scalar, or a struct of 64-bit numbers
  Emit child;         // or an object that is pointed to
};
inline Field num(size_t id, uint64_t n, size_t width = 4) { return {id, le(n, width), {}}; }
inline Field real(size_t id, float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return num(id, bits);
}
inline Field ref(size_t id, Emit e) { return {id, std::string(4, '\0'), std::move(e)}; }
inline Field binary(size_t id, uint64_t start, uint64_t size) {
  return {id, le(start, 8) + le(size, 8), {}};
}

inline Emit table(std::vector<Field> fields) {
  return [fields = std::move(fields)](std::string& b) {
    size_t slots = 0;
    for (const Field& f : fields) slots = std::max(slots, f.id + 1);
    pad(b, 2);
    const size_t vtable = b.size();
    std::vector<uint64_t> places(slots, 0);
    size_t end = 4;
    for (const Field& f : fields) {
      const size_t align = std::min<size_t>(f.bytes.size(), 8);
      end = (end + align - 1) / align * align;
      places[f.id] = end;
      end += f.bytes.size();
    }
    b += le(4 + 2 * slots, 2) + le(end, 2);
    for (uint64_t p : places) b += le(p, 2);
    pad(b, 8);
    const size_t at = b.size();
    b += le(at - vtable, 4) + std::string(end - 4, '\0');
    for (const Field& f : fields) b.replace(at + places[f.id], f.bytes.size(), f.bytes);
    for (const Field& f : fields)
      if (f.child) point(b, at + places[f.id], f.child(b));
    return at;
  };
}

inline std::string flat(const Emit& root) {
  std::string out(4, '\0');
  point(out, 0, root(out));
  pad(out, 8);
  return out;
}

struct BTensor {
  std::string name;
  uint32_t dtype = 0;  // 0 float32, 2 int8, 3 uint8 …
  std::vector<uint64_t> shape = {1, 4};
  float scale = 1;
  int32_t zero_point = 0;
  uint64_t bytes = 0;
  int32_t store_mode = 0, hidden = 0;
};
struct BStage {
  std::vector<BTensor> inputs, outputs;
  std::string coefficients = "";
  uint32_t cores = 0;
  bool dynamic = false, batch = false, size = false;
};
struct BNet {
  std::string name;
  std::vector<BStage> stages;
  std::string cascade_of = "";  // main_name; empty: no cascade
  uint32_t step = 0;
};
struct BModel {
  std::string chip = "BM1688", version = "2.2+v1.7-g0123abc-20240430";
  std::vector<BNet> nets;
};

inline Emit tensor_table(const BTensor& t) {
  std::vector<Field> f = {ref(0, str(t.name)), num(1, t.dtype), num(4, t.bytes, 8),
                          ref(5, list({table({ref(0, scalars(t.shape, 8))})})), num(6, 1)};
  if (t.store_mode) f.push_back(num(2, static_cast<uint32_t>(t.store_mode)));
  if (t.scale != 1) f.push_back(real(7, t.scale));
  if (t.zero_point) f.push_back(num(10, static_cast<uint32_t>(t.zero_point)));
  if (t.hidden) f.push_back(num(11, static_cast<uint32_t>(t.hidden)));
  return table(std::move(f));
}

inline std::string container(const std::string& tables, const std::string& data) {
  return le(0xFF55AAEE, 4) + le(64, 4) + le(tables.size(), 4) + le(data.size(), 4) +
         std::string(48, '\0') + tables + data;
}

// `data` receives the coefficients.
inline Emit stage_table(const BStage& s, std::string& data) {
  std::vector<Emit> in, out;
  for (const BTensor& t : s.inputs) in.push_back(tensor_table(t));
  for (const BTensor& t : s.outputs) out.push_back(tensor_table(t));
  std::vector<Field> f = {ref(0, list(in)), ref(1, list(out)), num(3, 4096, 8)};
  if (!s.coefficients.empty()) {
    std::vector<uint64_t> digest;
    const std::string hex = sha256_hex(s.coefficients);
    for (size_t i = 0; i < hex.size(); i += 2)
      digest.push_back(std::stoul(hex.substr(i, 2), nullptr, 16));
    f.push_back(ref(4, table({num(0, 0, 8), ref(1, scalars(digest, 1)),
                              binary(2, data.size(), s.coefficients.size())})));
    data += s.coefficients;
  }
  if (s.dynamic) f.push_back(num(5, 1));
  if (s.batch) f.push_back(num(6, 1));
  if (s.size) f.push_back(num(7, 1));
  if (s.cores) f.push_back(num(16, s.cores));
  return table(std::move(f));
}

inline std::string bmodel(const BModel& m) {
  std::string data;
  std::vector<Emit> nets;
  for (const BNet& n : m.nets) {
    std::vector<Emit> stages;
    for (const BStage& s : n.stages) stages.push_back(stage_table(s, data));
    std::vector<Field> f = {ref(0, str(n.name)), ref(3, list(stages))};
    if (!n.cascade_of.empty())
      f.push_back(ref(4, table({num(0, n.step), num(1, n.step), ref(2, str(n.cascade_of))})));
    nets.push_back(table(std::move(f)));
  }
  const std::string tables = flat(
      table({ref(0, str("B")), ref(1, str(m.version)), ref(2, str("Mon Mar 18 18:47:36 2024\n")),
             ref(3, str(m.chip)), ref(4, list(nets))}));
  return container(tables, data);
}

// One net, one stage: uint8 image in, int8 scores out.
inline BModel small_bmodel() {
  BStage s;
  s.inputs = {{"data", 3, {1, 3, 4, 8}, 255.0f, 0, 96}};
  s.outputs = {{"scores", 2, {1, 10}, 0.0078431377f, 3, 10}, {"boxes_f32", 0, {1, 4}, 1, 0, 16}};
  s.coefficients = "coefficients";
  BModel m;
  m.nets = {{"det", {s}}};
  return m;
}

}  // namespace npulint::test
