// The platform table: every number about a march, chip, board, tool or version, each with its
// source. The data is lint/platforms.toml, embedded in the binary; evidence points into that text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/fact.h"

namespace npulint {

// A value of the table. status: documented | measured | assumed. `conflict` says which source
// disagrees and how.
template <class T>
struct Sourced {
  T value{};
  std::string source, status, conflict;
  Evidence at;
};

struct Platform {
  std::string march;   // as the compilers take it; for Sophgo the chip
  std::string vendor;  // horizon | sophgo
  Evidence at;
  std::vector<std::string> aliases;             // other spellings, of files and tools
  std::string toolchain;                        // hb_mapper | hb_compile | tpu_mlir
  std::vector<std::string> artifact;            // extensions: ".hbm"
  std::optional<Sourced<int64_t>> nv12_stride;  // bytes; luma and chroma row alignment
  std::optional<Sourced<int64_t>> core_num_max;
  std::optional<Sourced<std::string>> tail_dtype;  // only with the fact that the dequantize is gone
  std::optional<Sourced<int64_t>>
      nv12_tensors;  // tensors of one nv12 input in the artifact: 1 or 2
};

struct Board {
  std::string name;                  // "RDK X5"
  std::vector<std::string> aliases;  // "x5", "rdk_x5"
  std::string soc;
  std::vector<std::string> marches;  // the first is the right one
  std::vector<std::string>
      tolerated;  // a source says so too: warn, do not fail (the march of a sister)
  std::string source, conflict;
  Evidence at;
};

// What --target, [[bundle]] target or a contract's board, march or chip names.
struct Target {
  std::string written;
  std::string board;                            // empty when a march or chip was named
  std::vector<std::string> marches, tolerated;  // canonical
};

// A runtime that executes ONNX stages.
struct Runtime {
  std::string name;
  std::vector<std::string> aliases;
  bool stock = false;  // executes the official ONNX domains only
  std::string source;
  Evidence at;
};

// Names of models of one family that differ in size or generation: an ONNX of one is no stand-in
// for another.
struct VariantFamily {
  struct Member {
    std::string name;
    std::vector<std::string> tokens;  // lower case; how file names say it
  };
  std::vector<Member> members;
  std::vector<std::string> suffixes;  // may follow a token: "yolo11" + "n"
  std::string begins;                 // the first bytes of all tokens
  std::string source;
  struct Found {
    std::string name, token;  // empty: none of the family, or more than one
  };
  Found only(const std::vector<std::string>& tokens) const;
};

// A tool or a release of tools that --toolchain may name.
struct Tool {
  std::string name;  // "horizon_tc_ui", "OE S"
  std::vector<std::string> aliases;
  std::string toolchain;              // hb_mapper | hb_compile
  std::vector<std::string> versions;  // that the tables know something of
  std::string source;
  Evidence at;
};

// Without case, blanks, "-" and "_": "RDK X5", "rdk_x5" and "rdk-x5" are one spelling.
std::string spelling(std::string_view s);

class Platforms {
 public:
  // The embedded table. `file` is the id that evidence gets.
  static Platforms load(FileId file);
  static std::string_view text();  // platforms.toml as embedded

  // Any spelling of a march or chip, without case, blanks, "-" and "_"; null when unknown.
  const Platform* find(std::string_view march_or_chip) const;
  // Board, SoC, march or chip by any spelling ("RDK X5", "x5").
  std::optional<Target> target(std::string_view written) const;
  // True when an artifact for `built` runs on `wanted` (BM1686 ≡ BM1684X, …); see also
  // Target::tolerated.
  bool same(std::string_view built, std::string_view wanted) const;
  // Chips that run another chip's artifact with a warning (CV186X on BM1688).
  bool tolerated(std::string_view built, std::string_view wanted) const;
  const std::vector<Platform>& all() const { return platforms_; }
  const std::vector<Board>& boards() const { return boards_; }
  const Runtime* runtime(std::string_view name) const;
  // Operators of the vendors' ONNX dialects, which stock runtimes do not have: a domain, or a name
  // prefix ("Hz").
  bool is_vendor_op(std::string_view domain, std::string_view op) const;
  const std::vector<VariantFamily>& variants() const { return variants_; }
  // "horizon_tc_ui 3.5.16" → the tool by any spelling and its version; null tool when unknown.
  struct ToolRelease {
    const Tool* tool = nullptr;
    std::string version;
  };
  ToolRelease tool(std::string_view written) const;
  const std::vector<Tool>& tools() const { return tools_; }
  std::vector<std::string> names() const;  // every accepted target spelling, for suggestions
  // What an unknown target may mean: the board whose name begins it ("RDK S100 V1P0"), else a name
  // that is a typing error away.
  std::optional<std::string> near_target(const std::string& written) const;

 private:
  std::vector<Platform> platforms_;
  std::vector<Board> boards_;
  std::vector<Runtime> runtimes_;
  std::vector<VariantFamily> variants_;
  std::vector<Tool> tools_;
  std::vector<std::string> vendor_domains_, vendor_prefixes_;
  std::vector<std::vector<std::string>> same_;                  // groups
  std::vector<std::pair<std::string, std::string>> tolerated_;  // built, wanted
};

}  // namespace npulint
