// `npulint inspect` for the terminal: the log of a build.
#include "lint/inspect_fields.h"
#include "lint/inspect_page.h"

namespace npulint {

void show_log(Page& page, const BuildLog& log) {
  page.head("build log", "编译日志");
  Rows about;
  fields(log, [&](std::string_view name, const auto& fact) {
    if (fact) about.push_back({std::string(name), cell(fact)});
  });
  for (const auto& [tool, version] : log.versions)
    if (version) about.push_back({escape_terminal(tool), cell(version)});
  about.push_back(
      {page.say("calibration files", "校准文件"), grouped(log.calibration_files.size())});
  page.rows(about);
  show_build(page, log.removed_nodes, log.build);
}

}  // namespace npulint
