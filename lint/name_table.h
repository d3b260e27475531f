// Open-addressing map from names to numbers. The names are views that must outlive the table.
#pragma once

#include <cstdint>
#include <functional>
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
    return s.used ? &s.value : nullptr;
  }
  const uint32_t* find(std::string_view name) const {
    return const_cast<NameTable*>(this)->find(name);
  }

  // Inserts `name` → `value` unless it is there. `keep` is called once, before insertion, and
  // returns the view to hold.
  template <class Keep>
  std::pair<std::string_view, bool> insert(std::string_view name, uint32_t value, Keep&& keep) {
    const uint32_t h = hash(name);
    Slot* s = &slot(name, h);
    if (s->used) return {s->name, false};
    if ((used_ + 1) * 4 > slots_.size() * 3) {
      grow();
      s = &slot(name, h);
    }
    *s = {keep(name), h, value, true};
    ++used_;
    return {s->name, true};
  }
  bool insert(std::string_view name, uint32_t value) {
    return insert(name, value, [](std::string_view n) { return n; }).second;
  }

  template <class F>
  void each(F&& f) const {
    for (const Slot& s : slots_)
      if (s.used) f(s.name, s.value);
  }

 private:
  struct Slot {
    std::string_view name;
    uint32_t hash = 0, value = 0;
    bool used = false;
  };
  static uint32_t hash(std::string_view s) {
    const size_t h = std::hash<std::string_view>{}(s);
    return static_cast<uint32_t>(h ^ (h >> 32));
  }
  Slot& slot(std::string_view name, uint32_t h) {
    const size_t mask = slots_.size() - 1;
    for (size_t i = h & mask;; i = (i + 1) & mask) {
      Slot& s = slots_[i];
      if (!s.used || (s.hash == h && s.name == name)) return s;
    }
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const size_t mask = slots_.size() - 1;
    for (const Slot& o : old) {
      if (!o.used) continue;
      size_t i = o.hash & mask;
      while (slots_[i].used) i = (i + 1) & mask;
      slots_[i] = o;
    }
  }
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace npulint
