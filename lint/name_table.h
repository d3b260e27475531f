// Open-addressing map from names to numbers. The names are views that must outlive the table, of
// less than 4 GiB.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

namespace npulint {

class NameTable {
 public:
  explicit NameTable(size_t expected = 0) {
    while (count_ * 3 < expected * 4) count_ *= 2;
    slots_ = zeroed(count_);
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

  // `name` will be asked for: its slot is a cache miss.
  void expect(std::string_view name) const {
    __builtin_prefetch(&slots_[hash(name) & (count_ - 1)]);
  }

  // Inserts `name` → `value` unless it is there. `keep` is called once, before insertion, and
  // returns the view to hold. Returns the view held and whether it is new.
  template <class Keep>
  std::pair<std::string_view, bool> insert(std::string_view name, uint32_t value, Keep&& keep) {
    const uint64_t h = hash(name);
    Slot* s = &slot(name, h);
    if (s->data) return {s->name(), false};
    if ((used_ + 1) * 4 > count_ * 3) {
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
    for (size_t i = 0; i < count_; ++i)
      if (slots_[i].data) f(slots_[i].name(), slots_[i].value);
  }

 private:
  // Small on purpose: a table has one for every name of a graph, and more. The tag spares most
  // comparisons of different names, each of which would be a cache miss. All zero: free.
  struct Slot {
    const char* data;
    uint32_t size : 20, tag : 12;
    uint32_t value;
    std::string_view name() const { return {data, size}; }
  };
  struct Free {
    void operator()(Slot* s) const { std::free(s); }
  };
  using Slots = std::unique_ptr<Slot[], Free>;
  // calloc: memory of a table that turns out too large is never touched.
  static Slots zeroed(size_t n) {
    auto* s = static_cast<Slot*>(std::calloc(n, sizeof(Slot)));
    if (!s) throw std::bad_alloc();
    return Slots(s);
  }

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
    const size_t mask = count_ - 1;
    for (size_t i = h & mask;; i = (i + 1) & mask) {
      Slot& s = slots_[i];
      if (!s.data || (s.tag == tag(h) && s.name() == name)) return s;
    }
  }
  void grow() {
    const Slots old = std::exchange(slots_, zeroed(count_ * 2));
    const size_t n = std::exchange(count_, count_ * 2);
    for (size_t i = 0; i < n; ++i)
      if (old[i].data) slot(old[i].name(), hash(old[i].name())) = old[i];
  }

  size_t count_ = 16, used_ = 0;  // slots, names
  Slots slots_;
};

}  // namespace npulint
