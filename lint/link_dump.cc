// The dumps that a contract names for an output: their sizes, and what their values say of the
// application's reading.
#include "lint/dump_read.h"
#include "lint/link.h"

namespace npulint {
namespace {

// More than these are counted and not read; what was read is told ("n of m measured").
constexpr size_t kMostMeasured = 4096;
constexpr uint64_t kMostMeasuredBytes = 256u << 20;  // of one output

constexpr Text kNoRaw{"no raw or .npy dump is there", "没有 raw 或 .npy 转储"};
constexpr Text kUnread{"none of the dumps fits the tensor and can be read",
                       "没有一个转储与张量相符且可读"};
constexpr Text kNoIntegers{
    "the dumps have nothing to measure: one integer score a class with scales, or integers read as "
    "floats",
    "转储没有可测量的内容：需要带 scale 的逐类整数得分，或被当作浮点读取的整数"};

// The dumps of one output, front to back.
class Dumps {
 public:
  Dumps(IoRow& row, const Sources& sources, const DumpAccess& access)
      : row_(row), sources_(sources), access_(access), reader_(DumpReader::of(row, &why_)) {}

  void take(FileId id) {
    const std::string& path = sources_.real(id);
    if (!reader_ || !is_raw_dump(path)) return;
    std::string no;
    const auto file = access_.reader->open(path, &no);
    if (!file) return;
    DumpReader::Sized s = reader_->size_of(sources_.shown(id), whole_file(id), *file, file->size());
    if (access_.values && reader_->measures() && s.values &&
        s.size.fits != DumpSize::Fits::kNeither && file->size() <= left_ &&
        sizes_.size() < kMostMeasured) {
      left_ -= file->size();
      reader_->measure(s, *file);
    }
    sizes_.push_back(std::move(s.size));
  }

  void finish() {
    const Evidence& at = row_.app->dump.at;
    if (!reader_ || sizes_.empty()) {
      row_.dump_sizes.missing = row_.dump_measure.missing = row_.dump.missing =
          reader_ ? Message(kNoRaw) : why_;
      return;
    }
    row_.dump_sizes = {std::move(sizes_), at};
    if (reader_->example) row_.dump = {*reader_->example, reader_->example_at};
    if (reader_->total.files > 0)
      row_.dump_measure = {std::move(reader_->total), at};
    else
      row_.dump_measure.missing = Message(reader_->measures() ? kUnread : kNoIntegers);
  }

 private:
  IoRow& row_;
  const Sources& sources_;
  const DumpAccess& access_;
  Message why_;
  std::optional<DumpReader> reader_;
  std::vector<DumpSize> sizes_;
  uint64_t left_ = kMostMeasuredBytes;
};

}  // namespace

void link_dumps(Bundle& b, const Group& g, const Sources& sources, const DumpAccess& access) {
  if (!access.reader || !b.contract_record) return;
  for (IoRow& r : b.outputs) {
    if (!r.app || !r.app->dump) {
      r.dump_sizes = {{}, whole_file(b.contract_record->file)};
      continue;
    }
    Dumps dumps(r, sources, access);
    for (const Group::Dump& d : g.dumps)
      if (d.output == r.app) dumps.take(d.file);
    dumps.finish();
  }
}

}  // namespace npulint
