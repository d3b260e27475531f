// Two compiled models side by side: where an application that works with one goes wrong with the
// other. Pure: records in, data out; the records must outlive it.
#pragma once

#include <string>
#include <vector>

#include "lint/model.h"

namespace npulint {

enum class Agreement {
  kSame,
  kDiffers,
  kOpen,     // written differently without a contradiction: one side leaves it to the caller or to
             // run time, or writes a dim of 1 at the end
  kOneSide,  // only one side states it
};
std::string_view agreement_name(Agreement a);  // same | differs | open | one_side

// One property of both sides.
struct ComparedFact {
  std::string name;  // "dtype", as `inspect --format json` calls it
  std::string a, b;  // as shown; empty: not stated. In parentheses: worked out, not stated
  Agreement how = Agreement::kSame;
};

// A difference that an application must know of. Without a and b, `subject` is said of the one side
// that `so` names.
struct Difference {
  Message subject;  // "output `logits`"
  Message a, b;     // "int32 with 255 scales on axis 3", "float32"
  Text so;          // what follows for code
  std::string in(Lang lang) const;
};

struct ComparedTensor {
  bool is_input = false;
  bool by_position = false;           // else by name
  const CompiledTensor* a = nullptr;  // null: only the other side has it
  const CompiledTensor* b = nullptr;
  std::vector<ComparedFact> facts;  // of both
};

struct ComparedModel {
  const CompiledModel* a = nullptr;
  const CompiledModel* b = nullptr;
  bool by_position = false;
  std::vector<ComparedFact> identity;   // format, name, march, chip, describes, versions
  std::vector<ComparedTensor> tensors;  // inputs, then outputs; in the order of A, then those of B
  std::vector<std::string> removed_a, removed_b;  // nodes that only one side says were removed
  size_t removed_both = 0;
  std::vector<ComparedFact> build;      // by key
  std::vector<Difference> differences;  // of inputs and outputs; what hurts most first
  std::vector<Message> gaps;  // what could not be compared, since one side does not state it
};

struct Comparison {
  std::vector<ComparedModel> models;
  std::vector<const CompiledModel*> only_a, only_b;
  bool contracts_agree() const;  // no difference, and no model without a partner
  bool complete() const;         // no gap
};

// Models are matched by name (stages of one net by their number too), one of each side whatever its
// name; tensors by name, else by position when equally many are left on both sides.
Comparison compare(const std::vector<const CompiledModel*>& a,
                   const std::vector<const CompiledModel*>& b);

// "net", or "net/stage 1" where the file states stages; empty when it states no name.
std::string model_label(const CompiledModel& m);

}  // namespace npulint
