#include "lint/replay.h"

#include <algorithm>
#include <cmath>

#include "lint/dequant.h"
#include "lint/norm_presets.h"

namespace npulint {
namespace {

constexpr double kByte = 255;
// How far a fit may lie from what explains it: other libraries resize a little softer or sharper.
constexpr double kGain = 0.04, kMean = 6;  // relative; levels
constexpr double kSimple = 1e-3;           // below this a gain is written as 1

double item(const std::vector<double>& v, size_t i) { return v.size() == 1 ? v[0] : v.at(i); }

bool fits(const ReplayFit& fit, const PixelNorm& n) {
  if (!covers_channels(n, fit)) return false;
  for (size_t c = 0; c < fit.channels.size(); ++c) {
    const ReplayFit::Channel& ch = fit.channels[c];
    if (!ch.known) continue;
    const double factor = item(n.factor, c);
    if (std::fabs(ch.gain / factor - 1) > kGain || std::fabs(ch.mean() - item(n.mean, c)) > kMean)
      return false;
  }
  return true;
}

PixelNorm simple(double factor) { return {{0}, {factor}, {0}, {0}}; }

// The same constants on the result: (x - m) * f, then ((x - m) * f - am) * bf, where a and b turn
// constants of bytes into those of the unit that the second pass takes.
PixelNorm twice(const PixelNorm& n, double mean_unit) {
  PixelNorm out = n;
  const size_t count = std::max(n.mean.size(), n.factor.size());
  out.mean.clear();
  out.factor.clear();
  for (size_t i = 0; i < count; ++i) {
    const double m = item(n.mean, i), f = item(n.factor, i);
    out.factor.push_back(f * f * mean_unit);
    out.mean.push_back(m + m / mean_unit / f);
  }
  return out;
}

bool changes(const PixelNorm& n) {
  return std::any_of(n.mean.begin(), n.mean.end(), [](double m) { return m != 0; }) ||
         std::any_of(n.factor.begin(), n.factor.end(), [](double f) { return f != 1; });
}

PixelNorm of_preset(const NormPreset& p, bool bgr) {
  PixelNorm out{{}, {}, {0}, {0}};
  for (const double m : p.mean) out.mean.push_back(m);
  for (const double s : p.std) out.factor.push_back(p.has_std ? 1 / s : 1);
  return bgr ? reversed(out) : out;
}

std::string preset_of(const ReplayFit& fit) {
  if (fits(fit, {{kByte / 2}, {2 / kByte}, {0}, {0}})) return "mean 127.5, scale 1/127.5";
  for (const NormPreset& p : norm_presets())
    if (fits(fit, of_preset(p, false)) || fits(fit, of_preset(p, true))) return p.name;
  return "";
}

std::string channels(const ReplayFit& fit, double (*of)(const ReplayFit::Channel&)) {
  std::string out;
  bool equal = true;
  std::string first;
  for (const ReplayFit::Channel& c : fit.channels) {
    if (!c.known) continue;
    std::string s = significant_text(of(c), 4);
    if (first.empty()) first = s;
    equal = equal && s == first;
    out += (out.empty() ? "" : " ") + s;
  }
  return equal ? first : out;
}

}  // namespace

bool covers_channels(const PixelNorm& n, const ReplayFit& fit) {
  const auto covers = [&](const std::vector<double>& v) {
    return v.size() == 1 || v.size() == fit.channels.size();
  };
  return covers(n.mean) && covers(n.factor);
}

ReplayFinding judge(const ReplayFit& fit, const ReplayDue& due) {
  using Norm = ReplayFinding::Norm;
  ReplayFinding out;
  out.wrong_order = fit.order_told && !due.order.empty() && fit.order != due.order;
  if (!due.norm) return out;
  const PixelNorm& n = *due.norm;
  if (!covers_channels(n, fit)) return out;
  const bool other_order_is_right = out.wrong_order || due.order.empty() || !fit.order_told;
  if (fits(fit, n) || (other_order_is_right && fits(fit, reversed(n)))) return out;
  const auto either = [&](const PixelNorm& p) { return fits(fit, p) || fits(fit, reversed(p)); };
  if (fits(fit, simple(1))) {
    out.norm = Norm::kRaw;
  } else if (changes(n) && (either(twice(n, 1)) || either(twice(n, kByte)))) {
    out.norm = Norm::kTwice;
  } else if (fits(fit, simple(1 / kByte))) {
    out.norm = Norm::kUnit;
  } else if (fits(fit, reversed(n))) {
    out.norm = Norm::kReversed;
  } else {
    out.preset = preset_of(fit);
    out.norm = !changes(n) ? Norm::kAlready : out.preset.empty() ? Norm::kOther : Norm::kPreset;
  }
  return out;
}

std::vector<ReplayFault> replay_faults(const ReplayResult& result) {
  using Kind = ReplayFault::Kind;
  std::vector<ReplayFault> out;
  const auto add = [&](Kind kind, const ReplayResult::Pair& p, const ReplayFinding& found) {
    for (ReplayFault& f : out)
      if (f.kind == kind && (kind != Kind::kNorm || f.found.norm == found.norm)) {
        ++f.count;
        return;
      }
    out.push_back({kind, &p, found, 1});
  };
  for (const ReplayResult::Pair& p : result.pairs) {
    if (!p.unread.empty() || !p.fit.explained || !holds_pixels(p.dtype)) continue;
    const ReplayFinding found = judge(p.fit, result.due);
    if (p.fit.reshaped) add(Kind::kReshaped, p, found);
    if (found.wrong_order) add(Kind::kOrder, p, found);
    if (found.norm != ReplayFinding::Norm::kDue) add(Kind::kNorm, p, found);
    const Geometry::Kind stated = result.stated.kind, is = p.fit.geometry;
    if (stated != Geometry::Kind::kUnknown && is != Geometry::Kind::kUnknown && is != stated)
      add(Kind::kResize, p, found);
  }
  return out;
}

std::string residual_text(const ReplayFit& fit) { return fixed_text(fit.median, 1); }

std::string fit_text(const ReplayFit& fit) {
  bool raw = true;
  for (const ReplayFit::Channel& c : fit.channels)
    raw = raw && (!c.known || (std::fabs(c.gain - 1) < kSimple && std::fabs(c.offset) < 0.5));
  if (raw) return "pixel";
  bool centred = true;
  for (const ReplayFit::Channel& c : fit.channels)
    centred = centred && (!c.known || std::fabs(c.mean()) < 0.5);
  const std::string gain =
      " × " + channels(fit, [](const ReplayFit::Channel& c) { return c.gain; });
  if (centred) return "pixel" + gain;
  return "(pixel − " + channels(fit, [](const ReplayFit::Channel& c) { return c.mean(); }) + ")" +
         gain;
}

bool holds_pixels(DType t) { return is_float(t) || t == DType::kUint8; }

}  // namespace npulint
