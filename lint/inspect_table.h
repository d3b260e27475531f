// `npulint inspect`: a calibration table or quantisation table.
#pragma once

#include "lint/cali_table.h"
#include "lint/inspect_page.h"
#include "lint/json_writer.h"

namespace npulint {

std::string_view table_kind_name(CaliTable::Kind k);         // calibration | quantisation
std::string_view dropped_name(CaliTable::Dropped::Why why);  // not_finite | plus_sign | …

void show_table(Page& page, const CaliTable& table);
// The value of the key "table".
void write_table(JsonWriter& w, const CaliTable& table);

}  // namespace npulint
