// Writes small .hbm files of version 3 and .bin files of hb_mapper for tests.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/wire_builder.h"

namespace npulint::test {

inline void put32(std::string& s, size_t at, uint64_t v) {
  for (size_t i = 0; i < 4; ++i) s[at + i] = static_cast<char>(v >> (8 * i) & 0xff);
}
inline void put64(std::string& s, size_t at, uint64_t v) {
  put32(s, at, v & 0xffffffff);
  put32(s, at + 4, v >> 32);
}

struct HbmTensor {
  std::string name;
  std::array<int32_t, 4> valid, aligned;  // N, H, W, C
  int32_t type = 3, layout = 0, source = 0;
  int32_t bytes = 0;  // aligned size; row step of a pyramid
  std::vector<uint8_t> shifts;
};

struct HbmModel {
  std::string name, options;
  std::vector<HbmTensor> inputs, outputs;
};

// Where a test finds the fields of the first model.
struct HbmPlaces {
  size_t model = 0, tensors = 0, inputs = 0, outputs = 0;  // struct, descriptors, lists
};

inline std::string hbm_file(std::string_view tag, const std::vector<HbmModel>& models,
                            HbmPlaces* places = nullptr, size_t padded_to = 0) {
  constexpr size_t kHeader = 0xb8, kStruct = 0x138, kDescriptor = 100;
  std::string f(kHeader + 16 * models.size(), '\0');
  f.replace(0, 16, "#" + std::string(tag) + std::string(3 - tag.size(), ' ') + "hbm#########");
  f.replace(0x1c, 9, "3.15.55.0");
  f.replace(0x3c, 7, "3.49.15");
  put32(f, 0x68, 0xa8);
  put32(f, 0x70, models.size());
  const auto text = [&](std::string_view s) {
    const size_t at = f.size();
    f += s;
    f += '\0';
    return at;
  };
  for (size_t k = 0; k < models.size(); ++k) {
    const HbmModel& model = models[k];
    const size_t m = f.size();
    std::vector<const HbmTensor*> all;
    for (const HbmTensor& t : model.inputs) all.push_back(&t);
    for (const HbmTensor& t : model.outputs) all.push_back(&t);
    const size_t table = m + kStruct;
    f.resize(table + all.size() * kDescriptor, '\0');
    const size_t name = text(model.name), options = text(model.options);
    put64(f, kHeader + 8 * k, m - 16);
    put64(f, kHeader + 8 * models.size() + 8 * k, name - 16);
    put32(f, m + 0x80, name - m);
    f.replace(m + 0x84, tag.size(), tag);
    put32(f, m + 0x8c, options - m);
    put32(f, m + 0xe0, table - m);
    put32(f, m + 0xe4, all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      const HbmTensor& t = *all[i];
      const size_t d = table + i * kDescriptor;
      const auto word = [&](size_t w, int64_t v) { put32(f, d + 4 * w, static_cast<uint64_t>(v)); };
      word(0, static_cast<int64_t>(text(t.name) - d));
      word(1, static_cast<int64_t>(i));
      if (!t.shifts.empty()) {
        word(3, static_cast<int64_t>(f.size() - d));
        f.append(t.shifts.begin(), t.shifts.end());
      }
      for (size_t j = 0; j < 4; ++j) {
        word(4 + j, t.aligned[j]);
        word(8 + j, t.valid[j]);
      }
      word(13, t.type);
      word(14, t.layout);
      word(15, t.source);
      word(16, i < model.inputs.size() ? 1 : 2);
      word(20, t.bytes);
    }
    const auto list = [&](size_t field, size_t first, size_t n) {
      const size_t at = f.size();
      put32(f, m + field, at - m);
      put32(f, m + field + 4, n);
      f.resize(at + 8 * n, '\0');
      for (size_t i = 0; i < n; ++i) put64(f, at + 8 * i, first + i);
      return at;
    };
    const size_t in = list(0x110, 0, model.inputs.size());
    const size_t out = list(0x118, model.inputs.size(), model.outputs.size());
    if (k == 0 && places) *places = {m, table, in, out};
  }
  if (f.size() < padded_to) f.resize(padded_to, '\0');
  put32(f, 0x6c, f.size() - 16);
  return f;
}

// ---- .bin ----

inline std::string packed(const std::vector<uint64_t>& numbers) {
  std::string s;
  for (uint64_t n : numbers) s += varint(n);
  return s;
}
inline std::string bin_type(uint64_t elem, const std::vector<uint64_t>& dims) {
  return number(1, elem) + bytes(2, packed(dims));
}
inline std::string bin_value(std::string_view name, uint64_t elem,
                             const std::vector<uint64_t>& dims) {
  return bytes(1, name) + bytes(2, bin_type(elem, dims));
}
inline std::string bin_node(std::string_view name, std::string_view op,
                            const std::vector<std::string>& in,
                            const std::vector<std::string>& out) {
  std::string s;
  for (const std::string& x : in) s += bytes(1, x);
  for (const std::string& x : out) s += bytes(2, x);
  return s + bytes(3, name) + bytes(4, op);
}
inline std::string bin_floats(std::string_view name, const std::vector<float>& values) {
  std::string raw(values.size() * 4, '\0');
  std::memcpy(raw.data(), values.data(), raw.size());
  return bytes(1, bin_type(1, {values.size()})) + bytes(2, raw) + bytes(8, name);
}
inline std::string bin_hbm(std::string_view hbm) {
  return bytes(1, number(1, 8)) + bytes(5, hbm) + bytes(8, "PACKED_HBM_MODEL");
}
using BinSettings = std::vector<std::pair<std::string, std::string>>;
inline std::string bin_file(const std::string& graph, const BinSettings& settings) {
  std::string map;
  for (const auto& [key, value] : settings) map += bytes(1, bytes(1, key) + bytes(2, value));
  return number(1, 1) + number(2, 1) + bytes(5, graph) + bytes(6, map);
}

}  // namespace npulint::test
