// What YAML 1.1 makes of a plain scalar, exactly as the resolvers of PyYAML's safe_load do it
// (yaml/resolver.py and yaml/constructor.py of PyYAML 6.0), and how Python prints the result.
#pragma once

#include <string>
#include <string_view>

#include "lint/tree.h"

namespace npulint {

ScalarType resolve_scalar(std::string_view plain);

// How a number is spelled. A resolved int or float has exactly one form; the first that applies is
// given.
enum class NumberForm { kPlain, kBinary, kOctal, kHex, kSexagesimal, kUnderscore };
NumberForm number_form(std::string_view number);

// repr() of the value that safe_load makes: True, None, 3, 90.5, datetime.date(2026, 9, 28),
// 'text'. A text that fails to construct (month 13, `0x_`) gives Python's exception.
std::string python_repr(ScalarType type, std::string_view text);
std::string python_string(std::string_view text);

}  // namespace npulint
