// The lines that Horizon runtimes print before anything else: versions, march, the command that was
// typed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lint/model.h"

namespace npulint {

struct RuntimePreamble {
  // hbrt, dnn, ucp, bpu_platform, builder → version
  std::vector<std::pair<std::string, Fact<std::string>>> versions;
  Fact<std::string> march;          // as printed; few runtimes do
  Fact<std::string> inconsistency;  // the runtime's own warning about builder and runtime versions,
                                    // the whole line
  Fact<std::string> model_file;     // --model_file of the typed command, when it names one file

  // True when the line is one of these lines. `offset`: of `line` in the file.
  bool read(std::string_view line, FileId file, uint64_t offset);
  void copy_to(CompiledModel& model) const;
};

}  // namespace npulint
