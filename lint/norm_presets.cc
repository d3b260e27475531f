#include "lint/norm_presets.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lint/embedded.h"
#include "lint/table_text.h"
#include "lint/tensor.h"
#include "lint/toml_read.h"

namespace npulint {
namespace {

constexpr double kByte = 255;
constexpr double kExact = 2e-4;  // relative; how exactly two values must fit to make a third a typo

int digits(double v) {
  int n = 0;
  for (const char c : number_text(std::fabs(v)))
    if ((c >= '1' && c <= '9') || (c == '0' && n > 0)) ++n;
  return n;
}

bool same(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::fabs(a); }

bool is_triplet(const std::vector<double>& v) {
  return v.size() == 3 && !(same(v[0], v[1]) && same(v[1], v[2])) &&
         std::all_of(v.begin(), v.end(), [](double x) { return x > 0; });
}

// What a preset has for channel i of the values, and how far its own digits reach.
struct Wanted {
  double value = 0, step = 0;
};

Wanted wanted(const KnownTriplet& k, NormPart part, size_t i) {
  const size_t c = k.bgr ? 2 - i : i;
  const double unit = k.unit ? kByte : 1;
  if (part == NormPart::kMean) return {k.preset->mean[c] / unit, k.preset->mean_step[c] / unit};
  const double std = k.preset->std[c] / unit, step = k.preset->std_step[c] / unit;
  if (part == NormPart::kStd) return {std, step};
  return {1 / std, step / (std * std)};
}

// `digit`: last_digit(v) once it is known; below zero before.
bool fits(double v, double* digit, const Wanted& w) {
  const double off = std::fabs(v - w.value);
  if (off > std::max(v / 10, w.step) * (1 + 1e-9)) return false;
  if (*digit < 0) *digit = last_digit(v);
  // one digit alone (0.4, 1) would fit almost anything
  const double written = std::min(*digit, v / 10);
  return off <= std::max(written, w.step) * (1 + 1e-9);
}

bool fits_exactly(double v, const Wanted& w) {
  if (std::fabs(v - w.value) > w.value * 1e-3) return false;
  const double room = std::max(std::min(last_digit(v), w.value * 1e-3), w.value * kExact);
  return digits(v) >= 3 && v != std::floor(v) && std::fabs(v - w.value) <= room;
}

template <class F>
void each_way(NormPart part, F&& f) {
  for (const NormPreset& p : norm_presets())
    for (const bool unit : {false, true})
      for (const bool bgr : {false, true})
        if (part == NormPart::kMean || p.has_std) f(KnownTriplet{&p, bgr, unit});
}

NormPreset::Triple triple(const TomlNode& n, std::string_view key, double unit,
                          NormPreset::Triple* step) {
  NormPreset::Triple out{};
  if (const TomlNode* list = find(n, key))
    for (size_t i = 0; i < out.size() && i < list->items.size(); ++i) {
      out[i] = list->items[i].number * unit;
      (*step)[i] = last_digit(list->items[i].number) / 2 * unit;
    }
  return out;
}

}  // namespace

double last_digit(double v) {
  const std::string s = number_text(v);
  const size_t dot = s.find('.');
  if (s.find('e') != s.npos) return std::fabs(v) * 1e-15;
  return dot == s.npos ? 1 : std::pow(10, -static_cast<double>(s.size() - dot - 1));
}

const std::vector<NormPreset>& norm_presets() {
  static const std::vector<NormPreset> presets = [] {
    std::vector<NormPreset> out;
    const TomlTree tree = parse_table_text(embedded_norm_presets_toml);
    for (const TomlNode& n : toml_items(tree.root, "preset")) {
      NormPreset& p = out.emplace_back();
      const double unit = toml_text(n, "unit") == "one" ? kByte : 1;
      p.name = toml_text(n, "name");
      p.source = toml_text(n, "source");
      p.mean = triple(n, "mean", unit, &p.mean_step);
      p.has_std = find(n, "std") != nullptr;
      p.std = triple(n, "std", unit, &p.std_step);
    }
    return out;
  }();
  return presets;
}

const std::vector<KnownTriplet>& known_triplets(const std::vector<double>& v, NormPart part) {
  // Several rules ask for the same values, and most models of a zoo share them.
  struct Kept {
    NormPart part = NormPart::kMean;
    std::array<double, 3> values{};  // of none: presets are positive
    std::vector<KnownTriplet> known;
  };
  static const std::vector<KnownTriplet> kNone;
  thread_local std::array<Kept, 16> kept;
  thread_local size_t oldest = 0;
  if (!is_triplet(v)) return kNone;
  for (const Kept& k : kept)
    if (k.part == part && std::equal(v.begin(), v.end(), k.values.begin())) return k.known;
  Kept& fresh = kept[oldest++ % kept.size()];
  fresh.part = part;
  std::copy(v.begin(), v.end(), fresh.values.begin());
  fresh.known.clear();
  std::array<double, 3> last{-1, -1, -1};
  each_way(part, [&](const KnownTriplet& k) {
    for (size_t i = 0; i < 3; ++i)
      if (!fits(v[i], &last[i], wanted(k, part, i))) return;
    fresh.known.push_back(k);
  });
  return fresh.known;
}

std::optional<KnownTriplet> known_order(const std::vector<double>& v, NormPart part) {
  if (std::any_of(v.begin(), v.end(), [](double x) { return digits(x) < 2; })) return std::nullopt;
  std::optional<KnownTriplet> first;
  for (const KnownTriplet& k : known_triplets(v, part)) {
    if (first && first->bgr != k.bgr) return std::nullopt;
    if (!first) first = k;
  }
  return first;
}

std::optional<NearTriplet> near_triplet(const std::vector<double>& v, NormPart part) {
  if (!is_triplet(v) || !known_triplets(v, part).empty()) return std::nullopt;
  std::optional<NearTriplet> best;
  bool exact = false;  // written with other digits than known_triplets() allows
  each_way(part, [&](const KnownTriplet& k) {
    NearTriplet near{k, std::nullopt, {}};
    size_t fitting = 0, elsewhere = 0;
    for (size_t i = 0; i < 3; ++i) {
      if (fits_exactly(v[i], wanted(k, part, i)))
        ++fitting;
      else
        near.index = i;
      for (size_t j = 0; j < 3; ++j) elsewhere += j != i && fits_exactly(v[i], wanted(k, part, j));
    }
    exact = exact || fitting == 3;
    if (best) return;
    const bool shuffled = fitting + elsewhere == 3 && fitting < 2;
    if (fitting != 2 && !shuffled) return;
    if (shuffled) near.index.reset();
    for (size_t i = 0; i < 3; ++i) near.right.push_back(wanted(k, part, i).value);
    best = std::move(near);
  });
  return exact ? std::nullopt : best;
}

}  // namespace npulint
