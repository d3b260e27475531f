// `npulint inspect`: the commands of a conversion script.
#pragma once

#include "lint/command.h"
#include "lint/inspect_page.h"
#include "lint/json_writer.h"
#include "lint/sources.h"

namespace npulint {

void show_script(Page& page, const std::vector<ToolCommand>& commands, const Sources& sources);
// The value of the key "commands".
void write_script(JsonWriter& w, const std::vector<ToolCommand>& commands, const Sources& sources);

}  // namespace npulint
