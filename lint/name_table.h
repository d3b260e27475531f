// Open-addressing map from names to numbers. The names are views that must outlive the table, of
// less than 4 GiB.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace npulint {

class NameTable {
 public:
  explicit NameTable(size_t expected = 0) {
    size_t n = 16;
    while (n < expected * 2) n *= 2;
    slots_.resize(n);
  }
  size_t size() const { return used_; }

  // The value of `name`; null when it is absent. Valid until the next insertion.
  uint32_t* find(std::string_view name) {
    Slot& s = slot(name, hash(name));
    return s.data ? &s.value : nullptr;
  }
  const uint32_t* find(std::string_view name) const {
    return const_cast<NameTable*>(this)->find(name);
  }

  // Inserts `name` → `value` unless it is there. `keep` is called once, before insertion, and
  // returns the view to hold. Returns the view held and whether it is new.
  template <class Keep>
  std::pair<std::string_view, bool> insert(std::string_view name, uint32_t value, Keep&& keep) {
    const uint64_t h = hash(name);
    Slot* s = &slot(name, h);
    if (s->data) return {s->name(), false};
    if ((used_ + 1) * 4 > slots_.size() * 3) {
      grow();
      s = &slot(name, h);
    }
    const std::string_view held = keep(name);
    s->data = held.data() ? held.data() : "";
    s->size = static_cast<uint32_t>(held.size()) & 0xfffffu;
    s->tag = tag(h) & 0xfffu;
    s->value = value;
    ++used_;
    return {held, true};
  }
  bool insert(std::string_view name, uint32_t value) {
    return insert(name, value, [](std::string_view n) { return n; }).second;
  }

  template <class F>
  void each(F&& f) const {
    for (const Slot& s : slots_)
      if (s.data) f(s.name(), s.value);
  }

 private:
  // Small on purpose: a table has one for every name of a graph, and more. The tag spares most
  // comparisons of different names, each of which would be a cache miss.
  struct Slot {
    const char* data = nullptr;
    uint32_t size : 20, tag : 12;
    uint32_t value = 0;
    Slot() : size(0), tag(0) {}
    std::string_view name() const { return {data, size}; }
  };

  static uint64_t hash(std::string_view s) {
    uint64_t h = s.size();
    size_t i = 0;
    for (; i + 8 <= s.size(); i += 8) h = mix(h, s.data() + i, 8);
    if (i < s.size()) h = mix(h, s.data() + i, s.size() - i);
    return h ^ (h >> 32);
  }
  static uint64_t mix(uint64_t h, const char* from, size_t n) {
    uint64_t word = 0;
    std::memcpy(&word, from, n);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
  }
  static uint32_t tag(uint64_t hash) { return static_cast<uint32_t>(hash >> 52); }

  Slot& slot(std::string_view name, uint64_t h) {
    const size_t mask = slots_.size() - 1;
    for (size_t i = h & mask;; i = (i + 1) & mask) {
      Slot& s = slots_[i];
      if (!s.data || (s.tag == tag(h) && s.name() == name)) return s;
    }
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& o : old)
      if (o.data) slot(o.name(), hash(o.name())) = o;
  }
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace npulint
