// Facts that hold for inputs and outputs alike, each of them one fact of an input and another one
// of an output.
#pragma once

#include "lint/facts.h"

namespace npulint {

#define NPULINT_IO_FACT(Name, of_input_, of_output_, input_, en, zh)                \
  struct Name {                                                                     \
    using Row = IoRow;                                                              \
    using Type = decltype(IoRow::of_input_)::Type;                                  \
    static constexpr FactInfo info{#Name, Scope::kIo, Input::input_, Text{en, zh}}; \
    static const Fact<Type>& of(const IoRow& row) {                                 \
      return row.is_input ? row.of_input_ : row.of_output_;                         \
    }                                                                               \
  };

NPULINT_IO_FACT(HeldDType, takes_dtype, stored_dtype, kCompiledOrConfig, "dtype of the tensor",
                "张量的数据类型")
NPULINT_IO_FACT(HandledDType, app_dtype, read_as, kContract, "dtype that the application handles",
                "应用处理的数据类型")
NPULINT_IO_FACT(IoQuant, quant, quant, kCompiled, "quantisation in the artifact",
                "产物中的量化参数")
NPULINT_IO_FACT(IoConsumer, consumer, consumer, kContract, "what the output is used for",
                "输出的用途")

#undef NPULINT_IO_FACT

}  // namespace npulint
