// A rule is metadata and one free function; the function's signature is the list of what it needs.
//
//   void check(Report& r, Have<OutputQuant> quant, Have<AppDecode> decode) { … }
//   extern const Rule QNT001;
//   constinit const Rule QNT001 = rule<check>({.code = "QNT001", …});
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lint/bundle.h"
#include "lint/need.h"
#include "lint/show.h"

namespace npulint {

enum class Severity : uint8_t { kNote, kWarning, kError };
// high: both sides are read from artifacts; medium: one is declared by a human; low: a name or a
// habit.
enum class Confidence : uint8_t { kLow, kMedium, kHigh };
std::string_view severity_name(Severity s);
std::string_view confidence_name(Confidence c);

struct Meta {
  std::string_view code, name;
  Severity severity = Severity::kError;
  Text summary;                               // what is wrong, one line
  Text why;                                   // what happens on the board
  Text fix;                                   // what to do
  std::string_view source;                    // document or measurement
  Confidence confidence = Confidence::kHigh;  // at most; lowered by what the evidence is
  bool identity = false;                      // cannot be ignored inline
  bool opt_in = false;                        // runs only where it is selected by its code or name
};

template <class F>
struct Have {
  const Fact<typename F::Type>* fact;
  const typename F::Type& operator*() const { return *fact->value; }
  const typename F::Type* operator->() const { return &*fact->value; }
  const Evidence& at() const { return fact->at; }
};

template <class F>
struct Maybe {
  const Fact<typename F::Type>* fact;
  explicit operator bool() const { return fact->value.has_value(); }
  const typename F::Type& operator*() const { return *fact->value; }
  const typename F::Type* operator->() const { return &*fact->value; }
  const Evidence& at() const { return fact->at; }
};

// A template whose holes are exactly {0} … {N-1}, in both languages.
template <size_t N>
struct CheckedText {
  Text text;
  consteval CheckedText(const Text& t) : text(t) {  // NOLINT: converts by intent
    if (!t.well_formed()) throw "the two languages have different holes";
    if (detail::holes(t.en) != (1u << N) - 1) throw "the holes are not those of the arguments";
  }
};

// One change of a file's bytes.
struct Edit {
  enum class Kind : uint8_t {
    kReplace,      // [begin, end) becomes `text`; begin == end inserts
    kRemoveEntry,  // [begin, end) spans key and value; the lines that hold nothing else go with it
    kInsertEntry,  // `text` ("key: value") becomes an entry after the one that [begin, end) spans,
                   // as deep as that one
  };
  Kind kind = Kind::kReplace;
  uint64_t begin = 0, end = 0;  // bytes of the file of the finding
  std::string text;
};

inline Edit remove_entry(const Entry& e) {
  return {Edit::Kind::kRemoveEntry, e.key.range.begin,
          e.value.range.end > e.key.range.end ? e.value.range.end : e.key.range.end, ""};
}
inline Edit replace_range(const Evidence& at, std::string text) {
  return {Edit::Kind::kReplace, at.begin, at.end, std::move(text)};
}

// How a finding can be mended by changing the file that it lies in. Safe: the compiled artifact
// stays the same, byte for byte.
struct Fix {
  bool safe = false;
  Message what;  // "write `input_shape`", and for an unsafe one why it is not safe
  std::vector<Edit> edits;
};

// What a check says. At most one of not_applicable() and unknown(); none of them after fail().
class Report {
 public:
  struct Item {
    Severity severity;
    Evidence at;
    Message message;
    std::vector<std::pair<Evidence, Message>> also;
    std::optional<Fix> fix;
  };
  explicit Report(Severity severity) : severity_(severity) {}

  template <class... A>
  Report& fail(const Evidence& at, CheckedText<sizeof...(A)> text, const A&... args) {
    return fail_as(severity_, at, text, args...);
  }
  template <class... A>
  Report& fail_as(Severity s, const Evidence& at, CheckedText<sizeof...(A)> text,
                  const A&... args) {
    items.push_back({s, at, Message(text.text, args...), {}, {}});
    return *this;
  }
  // A sentence made elsewhere (a parser's problem).
  Report& fail_with(Severity s, const Evidence& at, Message message) {
    items.push_back({s, at, std::move(message), {}, {}});
    return *this;
  }
  // A further place of the last finding, with what it says.
  template <class... A>
  Report& also(const Evidence& at, CheckedText<sizeof...(A)> text, const A&... args) {
    items.back().also.emplace_back(at, Message(text.text, args...));
    return *this;
  }
  // A sentence made elsewhere.
  Report& also_with(const Evidence& at, Message message) {
    items.back().also.emplace_back(at, std::move(message));
    return *this;
  }
  // The change that mends the last finding.
  Report& fix(Fix fix) {
    items.back().fix = std::move(fix);
    return *this;
  }
  template <class... A>
  void not_applicable(CheckedText<sizeof...(A)> text, const A&... args) {
    inapplicable = Message(text.text, args...);
  }
  // The needs are known but do not suffice; says what is missing.
  template <class... A>
  void unknown(CheckedText<sizeof...(A)> text, const A&... args) {
    unknowable = Message(text.text, args...);
  }

  // A reason made elsewhere.
  void unknown_with(Message why) { unknowable = std::move(why); }

  std::vector<Item> items;
  Message inapplicable, unknowable;

 private:
  Severity severity_;
};

// One need of a rule, as the engine sees it. `row` is the rule's row type.
struct Need {
  const FactInfo* info;
  bool required;
  bool (*known)(const void* row);
  const Message* (*missing)(const void* row);
  const Evidence* (*at)(const void* row);
  std::optional<std::string> (*shown)(const void* row);
};

struct Rule : Meta {
  Scope scope;
  std::span<const Need> needs;
  void (*run)(Report&, const void* row);
};

namespace detail {

constexpr Scope narrower(Scope a, Scope b) {
  if (a == Scope::kBundle) return b;
  if (b == Scope::kBundle || a == b) return a;
  if (a == Scope::kIo && (b == Scope::kInput || b == Scope::kOutput)) return b;
  if (b == Scope::kIo && (a == Scope::kInput || a == Scope::kOutput)) return a;
  throw "a rule cannot mix facts of these scopes";
}

template <Scope S>
struct RowOf {
  using type = IoRow;
};
template <>
struct RowOf<Scope::kFile> {
  using type = FileRow;
};
template <>
struct RowOf<Scope::kBundle> {
  using type = Bundle;
};
template <>
struct RowOf<Scope::kTensor> {
  using type = TensorRow;
};
template <>
struct RowOf<Scope::kStage> {
  using type = StageRow;
};
template <>
struct RowOf<Scope::kRun> {
  using type = RunRow;
};
template <>
struct RowOf<Scope::kCompare> {
  using type = CompareRow;
};
template <>
struct RowOf<Scope::kReplay> {
  using type = ReplayRow;
};
template <>
struct RowOf<Scope::kCommand> {
  using type = CommandRow;
};
template <>
struct RowOf<Scope::kTable> {
  using type = TableRow;
};
template <>
struct RowOf<Scope::kRelease> {
  using type = ReleaseRow;
};
template <>
struct RowOf<Scope::kReleasedModel> {
  using type = ReleasedModelRow;
};
template <>
struct RowOf<Scope::kBenchmarks> {
  using type = ReleaseRow;
};
template <>
struct RowOf<Scope::kDrift> {
  using type = ReleaseRow;
};

template <class F, class R>
const Fact<typename F::Type>& fact_of(const void* row) {
  const R& r = *static_cast<const R*>(row);
  if constexpr (std::is_same_v<typename F::Row, R>)
    return F::of(r);
  else
    return F::of(*r.bundle);
}

template <class P>
struct Param;
template <class F>
struct Param<Have<F>> {
  using Fact = F;
  static constexpr bool required = true;
};
template <class F>
struct Param<Maybe<F>> {
  using Fact = F;
  static constexpr bool required = false;
};

template <class F, class R, bool Required>
constexpr Need need() {
  return {&F::info,
          Required,
          [](const void* row) { return fact_of<F, R>(row).value.has_value(); },
          [](const void* row) { return &fact_of<F, R>(row).missing; },
          [](const void* row) { return &fact_of<F, R>(row).at; },
          [](const void* row) { return shown(*fact_of<F, R>(row)); }};
}

template <auto check, class Signature = decltype(check)>
struct Thunk {
  static_assert(sizeof(Signature) == 0,
                "a check is: void check(Report&, Have<Fact>…, Maybe<Fact>…)");
};

template <auto check, class... P>
struct Thunk<check, void (*)(Report&, P...)> {
  static constexpr Scope scope() {
    Scope s = Scope::kBundle;
    ((s = narrower(s, Param<P>::Fact::info.scope)), ...);
    return s;
  }
  using Row = typename RowOf<scope()>::type;
  static constexpr Need needs[] = {need<typename Param<P>::Fact, Row, Param<P>::required>()...};
  static void run(Report& r, const void* row) {
    check(r, P{&fact_of<typename Param<P>::Fact, Row>(row)}...);
  }
};

}  // namespace detail

template <auto check>
constexpr Rule rule(Meta meta) {
  using T = detail::Thunk<check>;
  return {meta, T::scope(), std::span<const Need>(T::needs), &T::run};
}

// The list of rules.def, in its order (sorted by code).
std::span<const Rule* const> all_rules();
const Rule* find_rule(std::string_view code_or_name);

}  // namespace npulint
