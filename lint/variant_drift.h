// Scripts of one folder that convert the same model and disagree in how its images are prepared.
// All scripts of the folder count, whether they were named or not.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lint/load.h"

namespace npulint {

// What one script states for a flag of model_transform.
struct VariantValue {
  std::string flag;   // "--mean"
  std::string shown;  // as written; of a default its value
  bool stated = false;
  Evidence at;  // of the value; of a default the tool's name
};

// A script against the first one of its model in the folder.
struct VariantDrifts {
  size_t scripts = 0;  // of this model, this one among them
  bool open = false;   // a value of one of them is not known
  std::string other;   // file name of the first one
  struct Pair {
    VariantValue here, there;
  };
  std::vector<Pair> pairs;  // that differ; empty for all but one script of a model
};

class ScriptFolders {
 public:
  explicit ScriptFolders(const Loaded& loaded);
  // Fills variant_drift of a bundle whose script is `file`.
  void link(Bundle& bundle, FileId file) const;

 private:
  struct Setting {
    VariantValue value;
    std::vector<double> numbers;  // of --mean and --scale, one a channel
    std::string word;             // of the others
  };
  static constexpr size_t kSettings = 4;
  struct Member {
    FileId file = kNoFile;
    std::string path, name, def;                             // --model_name, --model_def
    std::array<std::optional<Setting>, kSettings> settings;  // absent: not known
  };
  static std::optional<Member> member(const ToolCommand& command);
  static bool same_model(const Member& a, const Member& b);
  static bool differ(const Setting& a, const Setting& b);

  const Run& run_;
  std::map<std::string, std::vector<Member>> folders_;  // by path, then in the script's order
};

}  // namespace npulint
