#include "lint/calibration_sample.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "lint/calibration_channels.h"
#include "lint/calibration_check.h"
#include "lint/files.h"
#include "lint/sources.h"
#include "parsers/npy.h"

namespace npulint {
namespace {

constexpr size_t kMostMeasured = 2000, kMostRead = 16;
constexpr size_t kWindow = 4096;               // bytes; three a file
constexpr uint64_t kMostCompared = 64u << 20;  // bytes of a file that looks like another one

// What people keep beside samples.
bool beside(std::string_view name) {
  static constexpr std::string_view kAll[] = {".txt", ".md", ".json", ".yaml", ".yml", ".csv"};
  const std::string ext = extension(name);
  return name.starts_with('.') ||
         std::find(std::begin(kAll), std::end(kAll), ext) != std::end(kAll);
}

// k of n, evenly: index i of the sample.
size_t evenly(size_t i, size_t k, size_t n) { return k >= n ? i : i * n / k; }

class Sampler {
 public:
  Sampler(const FileReader& reader, Sources& sources, std::string dir, std::string shown)
      : reader_(reader), sources_(sources), dir_(std::move(dir)), shown_(std::move(shown)) {}

  CalibrationSample run(std::string folder, DType type) {
    out_.folder = std::move(folder);
    out_.type = type;
    list();
    measure();
    if (out_.extension == ".npy") out_.type = DType::kUnknown;  // its header states it
    if (!is_picture(out_.extension)) read();
    if (tally_) out_.channels = tally_->take();
    return std::move(out_);
  }

  void tell_channels(const Shape& shape, const std::string& layout) {
    layout_ = layout;
    tally_ = ChannelTally(shape, layout);
  }

 private:
  CalibrationSample::File file(const std::string& name) {
    const FileId id = sources_.add(join_path(shown_, name), join_path(dir_, name));
    return {name, whole_file(id)};
  }

  void list() {
    FileReader::Kinds kinds;
    const std::vector<std::string> all = reader_.list(dir_, &kinds);
    for (size_t i = 0; i < all.size(); ++i) {
      if (beside(all[i]) || kinds[i] == FileStat::Kind::kDirectory) continue;
      names_.push_back(all[i]);
    }
    out_.entries = names_.size();
  }

  void measure() {
    std::map<uint64_t, CalibrationSample::Size> sizes;
    const size_t k = std::min(names_.size(), kMostMeasured);
    for (size_t i = 0; i < k; ++i) {
      const std::string& name = names_[evenly(i, k, names_.size())];
      const FileStat st = reader_.stat(join_path(dir_, name));
      if (st.kind != FileStat::Kind::kFile) continue;
      auto& size = sizes[st.size];
      if (size.files++ == 0) size.example = name;
      size.bytes = st.size;
      if (out_.measured == 0) out_.extension = extension(name);
      const std::string ext = extension(name);
      if (ext != out_.extension && !(is_picture(ext) && is_picture(out_.extension)))
        out_.extension.clear();
      ++out_.measured;
    }
    for (auto& [bytes, size] : sizes) out_.sizes.push_back(std::move(size));
    std::stable_sort(out_.sizes.begin(), out_.sizes.end(),
                     [](const auto& a, const auto& b) { return a.files > b.files; });
    for (size_t i = 0; i < out_.sizes.size() && i < 2; ++i)
      out_.sizes[i].at = file(out_.sizes[i].example).at;
  }

  void read() {
    const size_t k = std::min(names_.size(), kMostRead);
    double sum = 0;
    std::map<std::string, std::string> seen;  // windows → name
    for (size_t i = 0; i < k; ++i) {
      const std::string& name = names_[evenly(i, k, names_.size())];
      std::string why;
      const auto access = reader_.open(join_path(dir_, name), &why);
      if (!access || access->size() == 0) continue;
      uint64_t begin = 0;
      if (out_.extension == ".npy" && !header(*access, &begin)) continue;
      if (!readable(out_.type)) continue;
      const std::string bytes = windows(*access, begin);
      take(name, bytes, sum);
      if (tally_) tally_->add(*access, begin, out_.type);
      const auto [it, fresh] = seen.emplace(std::to_string(access->size()) + ":" + bytes, name);
      if (!fresh && same(*access, it->second))
        out_.twins.emplace_back(file(it->second), file(name));
      ++out_.read;
    }
    if (finite_ > 0) out_.mean = sum / static_cast<double>(finite_);
  }

  static bool readable(DType t) {
    return t == DType::kUint8 || t == DType::kFloat32 || t == DType::kFloat64;
  }

  // False for values of another type than the files before, or that cannot be read.
  bool header(RandomAccess& f, uint64_t* begin) {
    Message why;
    const auto h = parse_npy(f, &why);
    if (!h || h->big_endian || !readable(h->dtype)) return false;
    if (out_.read > 0 && h->dtype != out_.type) return false;
    out_.type = h->dtype;
    *begin = h->data_offset;
    if (tally_ && out_.read == 0) tally_ = ChannelTally(h->fortran ? Shape() : h->shape, layout_);
    return true;
  }

  // The beginning, the middle and the end behind `begin`, at whole elements.
  std::string windows(RandomAccess& f, uint64_t begin) const {
    const uint64_t size = f.size() > begin ? f.size() - begin : 0;
    std::string out;
    const auto add = [&](uint64_t at, uint64_t n) {
      const size_t had = out.size();
      out.resize(had + n);
      out.resize(had + f.read(begin + at, out.data() + had, n));
    };
    if (size <= 3 * kWindow) {
      add(0, size);
    } else {
      const uint64_t width = static_cast<uint64_t>(dtype_bits(out_.type)) / 8;
      add(0, kWindow);
      add((size / 2) / width * width, kWindow);
      add((size - kWindow) / width * width, kWindow);
    }
    return out;
  }

  void take(const std::string& name, std::string_view bytes, double& sum) {
    const size_t width = static_cast<size_t>(dtype_bits(out_.type)) / 8;
    const size_t n = bytes.size() / width;
    bool bad = false, constant = n > 1;
    const double first = n ? sample_value(out_.type, bytes, 0) : 0;
    for (size_t i = 0; i < n; ++i) {
      const double v = sample_value(out_.type, bytes, i);
      if (!std::isfinite(v)) {
        bad = true;
        continue;
      }
      constant = constant && v == first;
      out_.min = finite_ ? std::min(out_.min, v) : v;
      out_.max = finite_ ? std::max(out_.max, v) : v;
      sum += v;
      ++finite_;
    }
    out_.values += n;
    if (bad)
      out_.not_finite.push_back(file(name));
    else if (constant)
      out_.constant.push_back(file(name));
  }

  // Equal windows only hint at equal files.
  bool same(RandomAccess& a, const std::string& name) const {
    std::string why;
    const auto b = reader_.open(join_path(dir_, name), &why);
    if (!b || b->size() != a.size() || a.size() > kMostCompared) return false;
    std::string x(1 << 16, '\0'), y(1 << 16, '\0');
    for (uint64_t at = 0; at < a.size(); at += x.size()) {
      const size_t n = a.read(at, x.data(), x.size());
      if (n == 0 || b->read(at, y.data(), n) != n || x.compare(0, n, y, 0, n) != 0) return false;
    }
    return true;
  }

  const FileReader& reader_;
  Sources& sources_;
  std::string dir_, shown_;
  std::vector<std::string> names_;
  uint64_t finite_ = 0;
  std::string layout_;
  std::optional<ChannelTally> tally_;
  CalibrationSample out_;
};

}  // namespace

CalibrationSample sample_calibration(const FileReader& reader, Sources& sources,
                                     const std::string& dir, const std::string& shown,
                                     std::string folder, DType type, const Shape& shape,
                                     const std::string& layout) {
  Sampler sampler(reader, sources, dir, shown);
  sampler.tell_channels(shape, layout);
  return sampler.run(std::move(folder), type);
}

}  // namespace npulint
