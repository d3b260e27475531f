// How many calibration files there are, against what the tools' documents advise
// (calibration_counts.toml, embedded) and against what a command asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/bundle.h"

namespace npulint {

class FileReader;

struct CalibrationAdvice {
  std::string tool;  // hb_mapper | hb_compile | run_calibration
  int64_t least = 0;
  std::string advised;  // "20 to 100"
  std::string source;
};
const CalibrationAdvice* calibration_advice(std::string_view tool);  // null: nothing is known

struct CalibrationCounts {
  // The folder of one input of a config.
  struct Folder {
    std::string name;  // as written
    int64_t files = 0;
    Evidence at;
  };
  // A run_calibration command. `asked` is 0 for all files; none when the script does not tell.
  struct Command {
    std::optional<int64_t> asked, files;
    std::string dataset;  // as written; empty: not told
    Evidence at;          // of --input_num, else of --dataset, else of the tool's name
    // How many samples it takes, as far as that is known.
    std::optional<int64_t> takes() const;
  };
  const CalibrationAdvice* advice = nullptr;  // of the config's tool; null: not known
  std::vector<Folder> folders;                // of the inputs whose folder could be read
  std::vector<Command> commands;
};

// `samples`: of the config's inputs; `datasets`: folders that commands name, with their files.
void link_calibration_counts(Bundle& bundle, const std::vector<Fact<CalibrationSample>>& samples,
                             const std::vector<std::pair<std::string, int64_t>>& datasets);

// Files that run_calibration takes from a folder and those below it: pictures, .npy and .npz. None
// when the folder is not there or holds more than can be counted.
std::optional<int64_t> count_dataset(const FileReader& reader, const std::string& dir);

}  // namespace npulint
