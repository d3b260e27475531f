// Data sets from the disk: folders with the digests of their files, and what paths alone tell of
// two sets.
#pragma once

#include <string>
#include <string_view>

#include "lint/data_set.h"

namespace npulint {

class FileReader;
class Sources;

// What lies beside data: texts, code, what programs leave. Hidden files too.
bool is_beside_data(std::string_view name);

// All files below a folder, with their digests; `jobs` threads hash. `cache`: folder of the digest
// cache; empty: none. What lies below `except` is another set; empty: nothing does.
DataSet read_folder_set(const FileReader& reader, const std::string& dir, FileId id, unsigned jobs,
                        const std::string& cache, const std::string& except);

// Calibration files that lie in the evaluation set's folder, or that it lists too, by their paths;
// those of by_content are left out. Relative paths count from the list's folder, and only for files
// that are there.
void add_path_overlap(const FileReader& reader, const Sources& sources, const DataSet& calibration,
                      const DataSet& evaluation, Overlap* to);

}  // namespace npulint
