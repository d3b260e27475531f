// The comparisons of a contract: what each side names.
#include "lint/files.h"
#include "lint/link.h"

namespace npulint {
namespace {

constexpr Text kNoLog{"`{0}` is not there or is no log of a build", "`{0}` 不存在或不是编译日志"};

Fact<const BuildLog*> log_of(const Fact<std::string>& named, const std::string& dir, const Group& g,
                             const Run& run) {
  if (!named) return {};
  const std::string path = join_path(dir, *named);
  for (const FileRecord* f : g.compared_logs)
    if (f->log && run.sources.real(f->id) == path) return {f->log.get(), whole_file(f->id)};
  return Fact<const BuildLog*>::absent(Message(kNoLog, *named));
}

}  // namespace

void link_compares(Bundle& b, const Group& g, const Run& run) {
  if (!b.contract_record) return;
  const Contract& c = *b.contract_record;
  const std::string dir = dir_name(run.sources.real(c.file));
  for (size_t i = 0; i < c.compares.size(); ++i) {
    const Contract::Compare& r = c.compares[i];
    CompareRow row;
    row.subject = "compare[" + std::to_string(i) + "]";
    row.left = r.left;
    row.right = r.right;
    row.exact = r.exact;
    row.left_log = log_of(r.left, dir, g, run);
    row.right_log = log_of(r.right, dir, g, run);
    b.compares.push_back(std::move(row));
  }
}

}  // namespace npulint
