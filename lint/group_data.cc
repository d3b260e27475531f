// What lies beside the artifacts of a group: labels, data sets, calibration files and tables.
#include <set>

#include "lint/calibration.h"
#include "lint/calibration_counts.h"
#include "lint/calibration_sample.h"
#include "lint/config.h"
#include "lint/data_sources.h"
#include "lint/group.h"
#include "lint/labels.h"
#include "lint/near_duplicates.h"
#include "lint/replay.h"
#include "parsers/data_list.h"

namespace npulint {
namespace {

constexpr uint64_t kMaxListBytes = 1024u << 20;

constexpr Text kLabelsUnread{"the labels `{0}` cannot be read: {1}", "无法读取标签文件 `{0}`：{1}"};
constexpr Text kNoSet{"`{0}` is not there", "`{0}` 不存在"};
constexpr Text kSetUnread{"`{0}` cannot be read: {1}", "无法读取 `{0}`：{1}"};
constexpr Text kNoList{"`{0}` is no list of data files", "`{0}` 不是数据文件列表"};
constexpr Text kOneList{
    "`{0}` is named as both sets: which of its entries belong to which is not told",
    "`{0}` 同时被指定为两个集合：无法判断各条目属于哪一个"};
constexpr Text kNotRaw{"the conversion reads no raw calibration data", "转换不读取原始校准数据"};
constexpr Text kNoFolder{"the calibration folder `{0}` is not there", "校准数据目录 `{0}` 不存在"};
constexpr Text kEmptyFolder{"the calibration folder `{0}` holds no files",
                            "校准数据目录 `{0}` 中没有文件"};

class NamedFiles {
 public:
  NamedFiles(Group& group, GroupInput& in) : g_(group), in_(in) {}

  void read() {
    read_labels();
    find_tables();
  }

 private:
  const std::string& real(const FileRecord* f) const { return in_.sources.real(f->id); }

  void read_labels() {
    if (!g_.contract) return;
    const Contract& c = *g_.contract->contract;
    if (!c.head_labels) {
      g_.labels = c.head_label_count;
      return;
    }
    const std::string path = join_path(dir_name(real(g_.contract)), *c.head_labels);
    std::string bytes, why;
    if (in_.reader.read_all(path, kMaxLabelBytes, &bytes, &why))
      g_.labels = count_labels(path, bytes);
    else
      g_.labels.missing = Message(kLabelsUnread, *c.head_labels, why);
    g_.labels.at = c.head_labels.at;
  }

  // Calibration tables that a script names, that are there, seen from its folder.
  void find_tables() {
    if (!g_.script || !g_.script->script) return;
    const std::string dir = dir_name(real(g_.script));
    for (const ToolCommand& c : *g_.script->script)
      if (const ShellWord* w = c.value("--calibration_table"))
        if (in_.reader.kind(join_path(dir, w->text)) == FileStat::Kind::kFile)
          g_.tables.push_back(w->text);
  }

  Group& g_;
  GroupInput& in_;
};

class DataReader {
 public:
  DataReader(Group& group, DataInput& in) : g_(group), in_(in) {}

  void read(const DataWants& wants) {
    if (wants.calibration) read_calibration();
    if (wants.calibration) count_datasets();
    if (wants.sets) read_data_sets();
    if (wants.near_duplicates && g_.calibration_set && g_.evaluation_set) compare_images();
    if (wants.replays) read_contract_replays();
  }

 private:
  const std::string& real(const FileRecord* f) const { return in_.sources.real(f->id); }

  // The sets that [data] or the [[bundle]] names. Only read when there are two to compare.
  void read_data_sets() {
    const Contract* c = g_.contract ? g_.contract->contract.get() : nullptr;
    const auto place = [&](const Fact<std::string>& by_bundle,
                           const Fact<std::string>* by_contract) {
      if (by_bundle) return join_path(dir_name(in_.sources.real(g_.settings)), *by_bundle);
      if (!by_contract || !*by_contract) return std::string();
      return join_path(dir_name(real(g_.contract)), **by_contract);
    };
    const std::string eval = place(g_.evaluation_path, c ? &c->evaluation : nullptr);
    if (eval.empty()) return;
    const std::string cal = place(g_.calibration_path, c ? &c->calibration : nullptr);
    g_.calibration_set = cal.empty() ? what_was_read() : read_set(cal, &g_.data_missing);
    if (!g_.calibration_set) return;
    // calibration files in a folder of the evaluation set need not belong to it
    const bool within = g_.calibration_set->folder &&
                        in_.sources.real(g_.calibration_set->file).starts_with(eval + "/") &&
                        !in_.reader.stat(in_.sources.real(g_.calibration_set->file)).link;
    g_.evaluation_set =
        read_set(eval, &g_.data_missing, within ? in_.sources.real(g_.calibration_set->file) : "");
    if (!g_.evaluation_set) return;
    if (!cal.empty() && cal == eval && !g_.calibration_set->folder) {
      g_.data_missing = Message(kOneList, in_.sources.shown(g_.calibration_set->file));
      return;
    }
    Overlap o = overlap_of(*g_.calibration_set, *g_.evaluation_set);
    o.one_folder_in_other = within;
    add_path_overlap(in_.reader, in_.sources, *g_.calibration_set, *g_.evaluation_set, &o);
    g_.overlap = std::make_shared<const Overlap>(std::move(o));
  }

  void compare_images() {
    const Contract* c = g_.contract ? g_.contract->contract.get() : nullptr;
    const int limit = c && c->near_distance ? static_cast<int>(*c->near_distance) : kNearDistance;
    auto found = find_near_duplicates(in_.reader, in_.sources, *g_.calibration_set,
                                      *g_.evaluation_set, limit, in_.jobs);
    g_.near_duplicates = {std::make_shared<const NearDuplicates>(std::move(found)),
                          whole_file(g_.evaluation_set->file)};
  }

  // Where nobody names the calibration set: what the conversion reads.
  std::optional<DataSet> what_was_read() {
    Message no_folder;
    if (const std::string dir = calibration_folder(); !dir.empty())
      if (auto set = read_set(dir, &no_folder)) return set;
    if (!g_.log || !g_.log->log || g_.log->log->calibration_files.empty()) return std::nullopt;
    DataSet out;
    out.file = g_.log->id;
    for (const Fact<std::string>& f : g_.log->log->calibration_files)
      if (f) out.entries.push_back({*f, f.at.begin, -1});
    if (const auto& n = g_.log->log->calibration_count; n && *n > 0)
      out.stated = static_cast<uint64_t>(*n);
    return out;
  }

  // The one folder of cal_data_dir, or of --dataset; empty when there are several or none.
  std::string calibration_folder() {
    std::set<std::string> dirs;
    if (g_.config && g_.config->config->dialect == Dialect::kOe) {
      const std::string here = dir_name(real(g_.config));
      for (const auto& item :
           setting_list(*g_.config->config, "calibration_parameters", "cal_data_dir"))
        dirs.insert(join_path(here, item.text));
    }
    if (g_.script && g_.script->script)
      for (const ToolCommand& c : *g_.script->script)
        if (const ShellWord* w = c.name == "run_calibration" ? c.value("--dataset") : nullptr)
          dirs.insert(join_path(dir_name(real(g_.script)), w->text));
    std::erase_if(dirs, [&](const std::string& dir) {
      return in_.reader.kind(dir) != FileStat::Kind::kDirectory;
    });
    return dirs.size() == 1 ? *dirs.begin() : "";
  }

  std::optional<DataSet> read_set(const std::string& path, Message* why,
                                  const std::string& except = "") {
    const FileStat st = in_.reader.stat(path);
    const FileId id = in_.sources.add(in_.shown(path), path);
    const auto failed = [&](const auto&... args) {
      *why = Message(args...);
      return std::nullopt;
    };
    if (st.kind == FileStat::Kind::kDirectory) {
      g_.data_dirs.push_back(path);
      return read_folder_set(in_.reader, path, id, in_.jobs, in_.cache_dir, except);
    }
    if (st.kind != FileStat::Kind::kFile) return failed(kNoSet, in_.sources.shown(id));
    std::string bytes, reason;
    if (!in_.reader.read_all(path, kMaxListBytes, &bytes, &reason))
      return failed(kSetUnread, in_.sources.shown(id), reason);
    if (!in_.sources.has_text(id)) in_.sources.set_text(id, std::move(bytes));
    Message fault;
    DataSet out = parse_data_list(id, in_.sources.bytes(id), &fault);
    if (!out.entries.empty()) return out;
    return failed(kNoList, in_.sources.shown(id));
  }

  void read_contract_replays() {
    if (!g_.contract) return;
    g_.replays =
        read_replays(*g_.contract->contract,
                     {in_.reader, in_.sources, dir_name(real(g_.contract)), in_.shown, in_.jobs});
  }

  // The folders that run_calibration commands name, seen from the script's.
  void count_datasets() {
    if (!g_.script || !g_.script->script) return;
    const std::string dir = dir_name(real(g_.script));
    std::set<std::string> done;
    for (const ToolCommand& c : *g_.script->script) {
      const ShellWord* w = c.name == "run_calibration" ? c.value("--dataset") : nullptr;
      if (!w || !done.insert(w->text).second) continue;
      const auto n = count_dataset(in_.reader, join_path(dir, w->text));
      // a folder of other things is not what the tool gets
      if (n && *n > 0) g_.datasets.emplace_back(w->text, *n);
    }
  }

  // What lies in the folders of cal_data_dir, in the type in which the tool reads it.
  void read_calibration() {
    if (!g_.config || g_.config->config->dialect != Dialect::kOe) return;
    const Config& c = *g_.config->config;
    const auto items = setting_list(c, "calibration_parameters", "cal_data_dir");
    const auto data = calibration_data(c);
    const bool raw = reads_raw_calibration(c);
    for (size_t i = 0; i < items.size() && i < data.size(); ++i) {
      auto& to = g_.calibration.emplace_back();
      const std::string& written = items[i].text;
      if (!raw) {
        to.missing = Message(kNotRaw);
      } else if (const std::string real_dir = join_path(dir_name(real(g_.config)), written);
                 in_.reader.kind(real_dir) != FileStat::Kind::kDirectory) {
        to.missing = Message(kNoFolder, written);
      } else {
        const std::vector<ConfigInput>& inputs = config_inputs(c, "");
        const std::string type = data[i].type.empty() ? data[i].guess : data[i].type;
        const Fact<Shape> shape = i < inputs.size() ? inputs[i].shape : Fact<Shape>();
        const Fact<std::string> layout =
            i < inputs.size() ? inputs[i].layout_train : Fact<std::string>();
        g_.data_dirs.push_back(real_dir);
        to = {sample_calibration(in_.reader, in_.sources, real_dir,
                                 join_path(dir_name(in_.sources.shown(g_.config->id)), written),
                                 written, parse_dtype(type).value_or(DType::kUnknown),
                                 shape.value.value_or(Shape()), layout.value.value_or("")),
              items[i].at};
        if (to->entries == 0) to = Fact<CalibrationSample>::absent(Message(kEmptyFolder, written));
      }
    }
  }

  Group& g_;
  DataInput& in_;
};

}  // namespace

void read_group_data(Group& group, GroupInput& in) { NamedFiles(group, in).read(); }

void read_data(Group& group, const DataWants& wants, DataInput& in) {
  DataReader(group, in).read(wants);
}

}  // namespace npulint
