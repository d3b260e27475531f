// How the value of a fact is written beside its place: one short line, untranslated.
// Types without an overload (records, lists of findings) are not shown as evidence.
#pragma once

#include <optional>
#include <string>

#include "lint/bundle.h"

namespace npulint {

std::string show(DType v);
std::string show(const Shape& v);  // also strides
std::string show(int64_t v);
std::string show(double v);
std::string show(bool v);
std::string show(const std::string& v);
std::string show(Decode v);
std::string show(const Quantization& v);  // "4 scales on axis 1 (min … max …), zero points all 0"
std::string show(const Normalization& v);
std::string show(const Built& v);
std::string show(const DumpRanking& v);  // both winners with q and decoded score
std::string show(const Platform* v);
std::string show(const std::vector<double>& v);  // "0.017, 0.018", at most six
std::string show(Profile v);
std::string show(const ToolVersion& v);
std::string show(const PaddingFlags& v);
std::string show(const std::vector<std::string>& v);  // names, at most six, then how many in all

// No pointer is a truth value.
template <class T>
std::string show(const T*) = delete;

template <class T>
std::optional<std::string> shown(const T& v) {
  if constexpr (requires { show(v); })
    return show(v);
  else
    return std::nullopt;
}

}  // namespace npulint
