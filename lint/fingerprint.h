// What a finding is called in a baseline and by other tools: a name that lines, order of keys,
// language, working directory and versions of the tool do not change.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "lint/load.h"
#include "lint/logical_path.h"

namespace npulint {

struct Fingerprint {
  // 16 hex digits of SHA-256 over code, bundle or path, and logical place; findings that agree in
  // all three get ":2", ":3" … behind them, by evidence.
  std::string id;
  std::string evidence;  // 16 hex digits over the same and the values: arguments and related ones
  std::string bundle, path;  // one of them is empty
  std::string at;            // the logical place: "input_parameters.input_type_rt[0]"
};

// Numbers those of one id, by evidence, else in their order: `:2` …
void number_repeats(std::vector<Fingerprint>& fingerprints);

class Fingerprints {
 public:
  // `base_of`: the folder that paths of a finding about the file are relative to.
  Fingerprints(const Loaded& loaded, std::function<std::string(FileId)> base_of);
  // In the order of the findings.
  std::vector<Fingerprint> of(const std::vector<Finding>& findings);
  // The file that stands for a finding: where it is placed, else its bundle's.
  FileId file_of(const Finding& f) const;
  // A path below the folder, with forward slashes.
  std::string relative(FileId file, const std::string& base) const;

 private:
  Fingerprint one(const Finding& f);
  std::string place_of(const Finding& f);
  std::string value(const std::string& v, const std::string& base) const;

  const Loaded& l_;
  std::function<std::string(FileId)> base_of_;
  std::map<std::string, const Bundle*> bundles_;
  std::map<std::string, bool> named_;       // bundles of a [[bundle]] with a name
  std::map<std::string, FileId> shown_;     // path as it is shown → file
  std::map<FileId, TomlPlaces> contracts_;  // and settings: read again for their places
};

}  // namespace npulint
