// What a zoo publishes of its models' speed and accuracy, as written; and what stands of it beside
// the manifest of the release.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lint/fact.h"

namespace npulint {

struct Benchmarks {
  // One measured number. Texts are empty where nothing is written.
  struct Metric {
    Evidence at;              // its mapping
    Fact<std::string> name;   // "bbox-all-map-50-95"
    Fact<double> value;       // known where a finite number is written
    double last_digit = 0;    // worth of the last digit that is written, 0.001 of 0.278; 0: unknown
    std::string written;      // of the value
    std::string unit;         // ms | us | fps | percent | ratio | mae | rmse
    std::string qualifier;    // exact | lower-bound | upper-bound | approximate
    std::string statistic;    // min | mean | p50 | p95 | max
    std::string model_stage;  // float | quantized | compiled | runtime
    std::string scope, dataset, concurrency;
  };
  struct Entry {
    Evidence at;  // its id, else its mapping
    Fact<std::string> id, sample, variant, asset, format, precision, hardware, runtime;
    std::vector<Metric> performance, accuracy;
  };
  FileId file = kNoFile;
  bool complete = true;  // false: a part could not be read, so that absence says nothing
  Fact<std::string> platform, version, tag;
  std::vector<Entry> entries;
};

// Entries of one sample that name what the manifest does not know, or contradict it.
struct BenchmarkFault {
  enum class Kind {
    kSample,   // no model of the manifest has its id
    kAsset,    // the manifest lists no such file
    kHardware  // measured on a board that the file is not for
  };
  Kind kind = Kind::kSample;
  std::string sample;  // "yolov8"; of an entry without one its id
  size_t entries = 0;  // with this fault
  std::string entry;   // id of the first
  std::string asset;   // of the first: "s600/a.hbm"; empty: it names none
  // The sample, the file or the hardware; beside a file the only one of its base name that the
  // manifest lists, beside the hardware what the file is for: "RDK S600 (nash-p)".
  std::string what, means;
  Evidence at, other;  // of the first; what the manifest states
};

// How much of the float accuracy is left after quantisation, in percent.
struct Retention {
  std::string entry, variant, metric;  // "bbox-large-map-50-95"
  std::string stage;                   // "quantized"
  double percent = 0;                  // as recorded, else by the values
  double lowest = 0, highest = 0;      // what the digits that are written allow
  double limit = 0;                    // of its family and size bucket
  bool recorded = false;
  std::string base, after;  // the values as written; empty: the release records the retention only
  Evidence at, base_at, after_at;
};

// A recorded retention that the values beside it cannot give.
struct RetentionClash {
  std::string entry, metric, written;  // "93.6"
  std::string base, after;             // the values, as written
  double lowest = 0, highest = 0;      // what they allow
  Evidence at, base_at, after_at;
};

struct BenchmarkCheck {
  FileId file = kNoFile;
  // Of the release: both state one, and they differ.
  struct Tags {
    std::string here, manifest;
    Evidence at, other;
  };
  std::vector<Tags> tags;  // one at most
  // By sample, then by kind, in the file's order.
  std::vector<BenchmarkFault> faults;
  size_t entries = 0, referring = 0;  // with a sample or an asset
  Message unjudged;  // why absence of faults says nothing; empty: all references were looked up

  struct Sample {
    std::string sample;
    size_t retained = 0;           // retentions that are known
    std::vector<Retention> below;  // of them those below their limit, the lowest first
    std::vector<RetentionClash> clash;
  };
  std::vector<Sample> samples;  // with a retention, in the file's order
  Message unmeasured;           // why no retention below a limit says nothing; empty: some is known
  std::string limit_source;
};

}  // namespace npulint
