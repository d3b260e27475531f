// Lists of data files: what sha256sum writes (`digest  path`, GNU coreutils manual, cksum output
// modes), plain lists with one path a line and perhaps an integer label behind it (ImageNet lists
// of MLPerf), and JSON arrays of objects that hold a path and perhaps a SHA-256. `#` begins a
// comment.
#pragma once

#include <string_view>

#include "lint/data_set.h"
#include "lint/text.h"

namespace npulint {

// Names are views into `bytes`, which must outlive the set. Never throws; linear. When it is no
// such list, the set is empty and `why` says so.
DataSet parse_data_list(FileId file, std::string_view bytes, Message* why);

}  // namespace npulint
