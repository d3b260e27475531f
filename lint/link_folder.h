// What a conversion config states against the other configs of its folder. All of them count,
// whether they were named or not, so that one file of a set gives the same findings as the set.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lint/load.h"

namespace npulint {

class ConfigFolders {
 public:
  ConfigFolders(const Loaded& loaded, unsigned jobs);
  // Fills output_clashes, calibration_peers, padding_flags and variant.
  void link(Bundle& bundle) const;

 private:
  struct Member {
    FileId file = kNoFile;
    std::string path, toolchain;
    std::string output;  // working_dir/prefix; empty when unknown
    Evidence output_at;
    std::string graph;  // onnx_model
    std::vector<std::pair<std::string, Evidence>> calibration;
    bool calibration_known = false;
    std::optional<PaddingFlags> padding;  // absent when one of them is unknown
    Evidence padding_at;
  };
  struct Folder {
    std::vector<Member> members;                        // by path
    std::unordered_map<std::string, size_t> by_output;  // by product: the first one
    std::unordered_map<std::string, std::vector<size_t>> by_graph;
    std::unordered_map<std::string, std::map<std::string, size_t>> by_calibration;  // by toolchain
  };
  Member member(const FileRecord& f) const;
  static std::string product(const Member& m);
  VariantClash variant_clash(std::string_view config, std::string_view graph) const;

  const Run& run_;
  const FileReader* disk_;
  std::map<std::string, Folder> folders_;
};

}  // namespace npulint
