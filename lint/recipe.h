// What an application does with the memory of an output, or for a quantised input: in words, as a
// formula, and as code in C++ and Python that holds the strides, the axis and the zero points of
// that tensor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/model.h"
#include "lint/stride_line.h"

namespace npulint {

struct Recipe {
  enum class Kind {
    kAsIs,     // the stored values are the values
    kScale,    // (q - zero_point) * scale
    kShift,    // q / 2^shift
    kUnknown,  // what the values mean is not known: `words` say why
  };
  Kind kind = Kind::kUnknown;
  bool encode = false;         // of an input: from values to what is stored
  std::vector<Message> words;  // clauses
  std::string formula;         // "value[i0, i1] = q[i0, i1] * scale[i1]"; empty when unknown
  std::string address;         // "q[i0, i1] = int32 at byte 128*i0 + 4*i1"; empty when unknown
  std::string function;        // its name; empty when there is no code
  // What the function needs beside memory and values, in this order: scale, zero_point, shift,
  // stride. The runtime reports them.
  std::vector<std::string> parameters;
  std::string cpp, python;
};

std::string_view recipe_kind_name(Recipe::Kind k);  // as_is | scale | shift | unknown

// Of an output always; of an input when the application stores it as integers with a quantisation.
bool has_recipe(const CompiledTensor& t);
// `format` of its model: see scale_is_factor.
Recipe recipe_of(const CompiledTensor& t, std::string_view format);

// A format that states of an input the factor that makes the integer: q = x * scale + zero_point.
bool scale_is_factor(std::string_view format, bool is_input);

std::string recipe_words(const Recipe& r, Lang lang);  // as one text

// ---- what recipe.cc works out and recipe_code.cc writes down

// Numbers of a tensor: one, or one an index of the axis.
struct RecipeNumbers {
  std::vector<double> list;  // empty: there are none
  bool parameter = false;    // too many to print: the runtime supplies them
  bool per_index() const { return list.size() > 1; }
};

struct RecipePlan {
  Recipe::Kind kind = Recipe::Kind::kUnknown;
  bool encode = false, factor = false;
  std::string name, title;  // of the function; of the comment
  DType dtype = DType::kUnknown;
  Shape shape;
  MemoryLayout memory;
  bool steps_known = false;  // else the code takes them
  int64_t bytes = 0;         // of the buffer; 0: depends on the strides
  int64_t least = 0;         // the memory that is stated where the strides are not
  std::optional<size_t> axis;
  RecipeNumbers scale, zero_point, shift;
};

// Whether C++ and numpy can hold elements of this type.
bool code_can_hold(DType t, bool encode);
void write_code(const RecipePlan& plan, Recipe& out);  // function, parameters, cpp, python

// Smallest and largest integer of a type; both 0 for more than 32 bits.
struct IntegerRange {
  int64_t low = 0, high = 0;
};
IntegerRange integer_range(DType t);

}  // namespace npulint
