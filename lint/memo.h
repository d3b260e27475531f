// What is worked out of a value, kept with it.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace npulint {

// Results by a short key, each made once by whichever thread asks first; they stay as long as this
// does. Copies begin empty: the value beside it may be changed.
class Memo {
 public:
  Memo() = default;
  Memo(const Memo&) {}
  Memo(Memo&& o) noexcept : first_(o.first_.exchange(nullptr)) {}
  Memo& operator=(const Memo&) { return drop(), *this; }
  Memo& operator=(Memo&& o) noexcept {
    drop();
    first_ = o.first_.exchange(nullptr);
    return *this;
  }
  ~Memo() { drop(); }

  // T is the same for all keys of one memo.
  template <class T, class Make>
  const T& get(std::string_view key, const Make& make) const {
    Item* const known = first_.load(std::memory_order_acquire);
    if (const Item* i = find(known, nullptr, key)) return static_cast<const Of<T>*>(i)->value;
    auto fresh = std::make_unique<Of<T>>(std::string(key), make());
    fresh->next = known;
    while (!first_.compare_exchange_weak(fresh->next, fresh.get(), std::memory_order_acq_rel))
      if (const Item* i = find(fresh->next, known, key)) return static_cast<const Of<T>*>(i)->value;
    return fresh.release()->value;
  }

 private:
  struct Item {
    explicit Item(std::string k) : key(std::move(k)) {}
    virtual ~Item() = default;
    std::string key;
    Item* next = nullptr;
  };
  template <class T>
  struct Of : Item {
    Of(std::string k, T v) : Item(std::move(k)), value(std::move(v)) {}
    T value;
  };
  static const Item* find(const Item* from, const Item* to, std::string_view key) {
    for (; from != to; from = from->next)
      if (from->key == key) return from;
    return nullptr;
  }
  void drop() {
    for (Item* i = first_.exchange(nullptr); i;) delete std::exchange(i, i->next);
  }
  mutable std::atomic<Item*> first_{nullptr};
};

}  // namespace npulint
