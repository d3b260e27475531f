// Values that are empty nearly always and stand in every fact: eight bytes while they are.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace npulint {

template <class T>
class Rare {
 public:
  Rare() = default;
  explicit Rare(T v) : kept_(v.empty() ? nullptr : new T(std::move(v))) {}
  Rare(const Rare& o) : kept_(o.kept_ ? new T(*o.kept_) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& o) {
    if (this != &o) kept_.reset(o.kept_ ? new T(*o.kept_) : nullptr);
    return *this;
  }
  Rare& operator=(Rare&&) noexcept = default;
  ~Rare() = default;

  bool empty() const { return !kept_; }
  const T& get() const {
    static const T kNone{};
    return kept_ ? *kept_ : kNone;
  }

 protected:
  std::unique_ptr<T> kept_;  // never empty
};

class RareString : public Rare<std::string> {
 public:
  RareString() = default;
  RareString(std::string s) : Rare(std::move(s)) {}         // NOLINT: a string by intent
  RareString(std::string_view s) : Rare(std::string(s)) {}  // NOLINT
  RareString(const char* s) : Rare(std::string(s)) {}       // NOLINT
  operator const std::string&() const { return get(); }     // NOLINT
  operator std::string_view() const { return get(); }       // NOLINT
  template <class S>
  requires std::is_convertible_v<const S&, std::string_view>
  friend bool operator==(const RareString& a, const S& b) { return a.get() == std::string_view(b); }
  friend bool operator==(const RareString& a, const RareString& b) { return a.get() == b.get(); }
  friend bool operator<(const RareString& a, const RareString& b) { return a.get() < b.get(); }
  friend std::string operator+(const RareString& a, std::string_view b) {
    return std::string(a.get()).append(b);
  }
};

}  // namespace npulint
