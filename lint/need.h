// What a fact is called and which input would state it. See facts.h for the catalogue.
#pragma once

#include <cstdint>
#include <string_view>

#include "lint/text.h"

namespace npulint {

// The narrowest scope among a rule's needs is the rule's scope: the engine calls it once a row.
enum class Scope : uint8_t {
  kFile,
  kBundle,
  kIo,
  kInput,
  kOutput,
  kTensor,
  kStage,
  kRun,
  kCompare,
  kReplay,
  kCommand,
  kTable,
  kRelease,
  kReleasedModel,
  kBenchmarks,
  kDrift
};

// The input that would state a fact. When it is not in a bundle, the rule is not checked for want
// of it.
enum class Input : uint8_t {
  kFile,
  kConfig,
  kCompiled,
  kCompiledOrGraph,
  kCompiledOrConfig,
  kContract,
  kGraph,
  kTarget,
  kPlatform,
  kScript,
  kCalibration,
  kLog,
  kTable,
  kManifest,
  kReleasedFile,
  kBenchmarks,
  kOlderManifest
};

Text scope_name(Scope s);             // "every output"
std::string_view scope_key(Scope s);  // "output", for JSON
Text input_name(Input i);             // "compiled-model metadata"
Text input_supply(Input i);           // what to do: "run `npulint exporter hbdk` …"
std::string_view input_key(Input i);  // "compiled", for JSON

struct FactInfo {
  std::string_view name;
  Scope scope;
  Input input;
  Text label;
};

}  // namespace npulint
