// Which files belong to one bundle. The rules (docs/discovery.md):
//  1. a [[bundle]] of npulint.toml ties what it names;
//  2. a config or contract ties the files that it names (onnx_model, working_dir + prefix products,
//  [artifact] file);
//  3. the unnamed files of one folder form one bundle only if it holds at most one config, one
//  compiled model (with at
//     most one file that describes it) and one contract; else they join by equal stems only;
//  4. deeper folders are their own.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "lint/files.h"
#include "lint/load.h"

namespace npulint {

struct GroupInput {
  const FileReader& reader;  // to see whether a named file exists
  Sources& sources;
  const std::deque<Settings>& settings;
  std::vector<FileRecord*> files;  // detected; configs and contracts are parsed
  std::function<FileRecord*(const std::string& real)>
      open;  // reads a file that is named and not known yet
  std::function<bool(const FileRecord*)>
      wanted;  // named on the command line or found below such a folder
  std::function<std::string(const std::string& real)> shown;  // a path as reports write it
  unsigned jobs = 1;
};

// Groups that hold at least one wanted file, by name. A file that is named by several configs is in
// several groups.
std::vector<Group> group_files(GroupInput& in);

// group_data.cc: labels and tables that the group's files name.
void read_group_data(Group& group, GroupInput& in);

// Data that the group's files name, which may be large: read once it is known which rules run.
struct DataWants {
  bool sets = false;         // [data] of the contract
  bool calibration = false;  // cal_data_dir, --dataset
  bool near_duplicates = false;
  bool replays = false;
  bool released_digests = false;  // of the files of releases
};
struct DataInput {
  const FileReader& reader;
  Sources& sources;
  std::function<std::string(const std::string& real)> shown;
  unsigned jobs = 1;
  std::string cache_dir;  // of digests; empty: none is kept
};
void read_data(Group& group, const DataWants& wants, DataInput& in);

}  // namespace npulint
