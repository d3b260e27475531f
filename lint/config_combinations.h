// What goes together in a conversion config, as data (config_combinations.toml, embedded): image
// types, layouts, input sources, normalisation, keys that exclude each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace npulint {

class Combinations {
 public:
  static const Combinations& get();  // parsed on first use

  // The input_type_rt that go with an input_type_train; null when the tables do not know the type.
  const std::vector<std::string>* rt_of(std::string_view train) const;
  bool knows_rt(std::string_view rt) const;
  // The input_layout_rt that the march takes with the type; null: any.
  const std::vector<std::string>* layouts(std::string_view march, std::string_view rt) const;

  // Channels of an image type; none for featuremap and for types that the tables do not know.
  std::optional<int64_t> channels(std::string_view type) const;
  // Height and width must be even. toolchain "": with every one.
  bool even(std::string_view rt, std::string_view toolchain) const;

  struct Source {
    std::string name;
    std::vector<std::string> rt;
    std::string area_toolchain;         // that bounds the area
    std::optional<int64_t> area_below;  // height*width stays below, elements
  };
  const std::vector<Source>& sources() const { return sources_; }
  const Source* source(std::string_view name) const;
  // The documents of the toolchain print which source goes with which type.
  bool publishes_sources(std::string_view toolchain) const;

  struct Norm {
    std::string norm_type;
    bool mean = false, divisor = false;  // what goes in: mean_value; scale_value or std_value
  };
  const Norm* norm(std::string_view norm_type) const;

  struct Exclusive {
    std::string toolchain;                                  // "" both
    std::vector<std::pair<std::string, std::string>> keys;  // section, key
  };
  const std::vector<Exclusive>& exclusive() const { return exclusive_; }

  // The config names nodes as the original ONNX does.
  bool names_of_original(std::string_view toolchain) const;
  // A name that the toolchain gives to nodes of its own making.
  bool made_by_tool(std::string_view node) const;

 private:
  struct Rule {
    std::vector<std::string> when, rt, then;  // input_type_train or march; types; accepted
    std::string toolchain;
    int64_t number = 0;
  };
  std::vector<Rule> conversions_, layouts_, images_, even_;
  std::vector<Source> sources_;
  std::vector<std::string> source_toolchains_, original_, made_;
  std::vector<Norm> norms_;
  std::vector<Exclusive> exclusive_;
};

}  // namespace npulint
