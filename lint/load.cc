#include "lint/load.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lint/group.h"
#include "lint/parallel.h"
#include "lint/parse_file.h"
#include "lint/release.h"
#include "lint/seen_files.h"
#include "lint/shard.h"
#include "parsers/detect.h"
#include "parsers/oe_config.h"
#include "parsers/onnx.h"

namespace npulint {
namespace {

constexpr uint64_t kWorthThreads = 128u << 10;  // bytes of text
constexpr size_t kWorthReaders = 32;            // files
constexpr int kMaxDepth = 64;                   // folders below a named one

constexpr Text kAbsentPath{"`{0}`: no such file or folder", "`{0}`：没有这个文件或目录"};
constexpr Text kNoManifest{"`{0}` is no manifest of a release (models.yaml)",
                           "`{0}` 不是发布清单（models.yaml）"};
constexpr Text kNoManifestButModel{
    "`{0}` is a model, and --against takes the manifest (models.yaml) of an older release; two "
    "models are compared by `npulint inspect --compare A B`",
    "`{0}` 是模型，而 --against 需要旧发布的清单（models.yaml）；比较两个模型请用 "
    "`npulint inspect --compare A B`"};
constexpr Text kItself{
    "--against `{0}`: it is the manifest that is checked; name that of an older release",
    "--against `{0}`：它就是被检查的清单；请给出旧发布的清单"};
constexpr Text kOtherPlatform{
    "--against `{0}` is of platform `{1}`, `{2}` that is checked is of `{3}`: releases of two "
    "platforms are not compared",
    "--against `{0}` 的平台为 `{1}`，而被检查的 `{2}` 为 `{3}`：不比较两个平台的发布"};
constexpr Text kNothingOlder{
    "--against `{0}`: no manifest is checked that could be compared with it",
    "--against `{0}`：本次检查中没有可与之比较的清单"};
constexpr Text kFolderUnread{"the folder may not be read; what it holds is not checked",
                             "没有读取该目录的权限；其中的内容未检查"};
constexpr Text kLarge{"the file has {0} bytes; this kind is read up to {1}",
                      "文件有 {0} 字节；此类文件最多读取 {1} 字节"};

class Loader {
 public:
  Loader(const FileReader& reader, const LoadOptions& options)
      : seen_(std::make_shared<SeenFiles>(reader)), reader_(*seen_), o_(options) {
    out_.seen = seen_;
  }

  Loaded load() {
    reserve_heap();
    Loaded out = load_all();
    seen_->freeze();
    return out;
  }

 private:
  Loaded load_all() {
    run().platforms = Platforms::load(add_builtin("built-in platforms.toml", Platforms::text()));
    for (const std::string& path : o_.paths) take(path);
    if (!out_.errors.empty()) return std::move(out_);
    load_settings();
    if (o_.against) take_against(*o_.against);
    if (!out_.errors.empty()) return std::move(out_);
    done(o_.timing, "find");
    parse(select([](const FileRecord& f) { return ties(f); }));
    if (o_.only_named) {
      parse(select([](const FileRecord&) { return true; }));
    } else {
      done(o_.timing, "parse");
      group();
      done(o_.timing, "group");
      parse_groups();
    }
    keep_files();
    done(o_.timing, "parse");
    return std::move(out_);
  }

  Run& run() { return out_.run; }
  FileId add_builtin(const char* name, std::string_view text) {
    const FileId id = run().sources.add(name, "");
    run().sources.set_text(id, std::string(text));
    return id;
  }

  // ---- discovery ----

  bool excluded(const std::string& real) const {
    const auto excludes = [](const Settings& s) { return !s.exclude.empty(); };
    if (o_.exclude.empty() && std::none_of(out_.settings.begin(), out_.settings.end(), excludes))
      return false;
    const std::string shown = relative_path(real, o_.cwd);
    const auto match = [&](std::string_view glob, std::string_view path) {
      return glob_match(glob, path);
    };
    for (const std::string& g : o_.exclude)
      if (match(g, shown)) return true;
    for (const Settings& s : out_.settings)
      if (real.starts_with(s.dir == "/" || s.dir == "." ? "" : s.dir + "/")) {
        const std::string below = relative_path(real, s.dir == "." ? "" : s.dir);
        for (const std::string& g : s.exclude)
          if (match(g, below)) return true;
      }
    return false;
  }

  void take(const std::string& path) {
    if (path == "-") {
      const std::string name = o_.stdin_filename.empty() ? "<stdin>" : o_.stdin_filename;
      FileRecord* f = add(join_path(o_.cwd, name));
      wanted_.insert(f);
      f->named = true;
      run().sources.set_text(f->id, o_.stdin_bytes);
      f->size = o_.stdin_bytes.size();
      f->kind = detect(name, std::string_view(o_.stdin_bytes).substr(0, kDetectBytes));
      if (f->kind == FileKind::kUnknown && looks_like_config(o_.stdin_bytes))
        f->kind = FileKind::kConfig;
      note_dir(dir_name(real(f)));
      return;
    }
    const std::string at = join_path(o_.cwd, path);
    const FileStat st = reader_.stat(at);
    switch (st.kind) {
      case FileStat::Kind::kAbsent:
        out_.errors.push_back({{}, Message(kAbsentPath, path)});
        break;
      case FileStat::Kind::kDirectory:
        note_dir(at);
        out_.roots.push_back(at);
        walk(at, 0);
        open_all(std::exchange(found_, {}), [&](FileRecord* f) {
          if (is_release()) suspect_model(f);
          if (f->kind != FileKind::kUnknown) wanted_.insert(f);
        });
        break;
      default: {
        note_dir(dir_name(at));
        if (o_.force_exclude && excluded(at)) break;
        FileRecord* f = open(at);
        suspect_model(f);
        if (o_.skip_unrecognised && f->kind == FileKind::kUnknown && f->unread.empty()) break;
        wanted_.insert(f);
        f->named = true;
        if (!o_.only_named) look_around(dir_name(at));
      }
    }
  }

  void take_against(const std::string& path) {
    const std::string at = join_path(o_.cwd, path);
    FileRecord* f = reader_.stat(at).kind == FileStat::Kind::kFile ? open(at) : nullptr;
    if (!f)
      out_.errors.push_back({{}, Message(kAbsentPath, path)});
    else if (f->kind != FileKind::kManifest)
      out_.errors.push_back(
          {{},
           Message(
               holds_model(*f) || f->kind == FileKind::kGraph ? kNoManifestButModel : kNoManifest,
               path)});
    else
      parse({f});
    against_ = f;
  }
  // Of one platform; where one of them states none, any.
  static bool is_older_of(const Manifest& older, const Manifest& now) {
    return older.kind == now.kind &&
           (!older.platform || !now.platform || *older.platform == *now.platform);
  }

  bool is_release() const {
    if (o_.release) return *o_.release;
    return out_.run_settings && out_.run_settings->profile == Profile::kRelease;
  }

  // A .bin that holds nothing, or what Git leaves in its place: it was to be a model.
  void suspect_model(FileRecord* f) {
    if (f->kind != FileKind::kUnknown || !f->unread.empty() || extension(real(f)) != ".bin") return;
    std::string why;
    const auto file = reader_.open(real(f), &why);
    if (!file) return;
    char head[64] = {};
    if (file->size() == 0 || is_lfs_pointer({head, file->read(0, head, sizeof head)}))
      f->kind = FileKind::kBin;
  }

  // Settings are found before a folder is walked, for their `exclude`.
  void note_dir(const std::string& dir, bool named = true) {
    if (o_.isolated) return;
    const Settings* s = settings_upward(dir);
    // what holds for the run as a whole comes from the first path, never from a folder below it
    if (named && !std::exchange(run_settings_known_, true)) out_.run_settings = s;
  }

  void walk(const std::string& dir, int depth) {
    if (depth > kMaxDepth) return;
    FileReader::Kinds kinds;
    const std::vector<std::string> names = reader_.list(dir, &kinds);
    if (names.empty() && !reader_.readable_folder(dir) &&
        reader_.stat(dir).kind == FileStat::Kind::kDirectory)
      tell_unlisted(dir);
    for (const char* settings : {"npulint.toml", ".npulint.toml"})
      if (std::find(names.begin(), names.end(), settings) != names.end() &&
          !excluded(join_path(dir, settings)))
        note_dir(dir, false);
    std::vector<std::string> folders;
    for (size_t i = 0; i < names.size(); ++i)
      if (kinds[i] == FileStat::Kind::kDirectory && !names[i].starts_with('.'))
        folders.push_back(join_path(dir, names[i]));
    if (folders.size() >= kWorthReaders && depth < kMaxDepth) {
      std::erase_if(folders, [&](const std::string& f) { return excluded(f); });
      reader_.list_ahead(folders, o_.jobs);
    }
    for (size_t i = 0; i < names.size(); ++i) {
      const std::string& name = names[i];
      if (name.starts_with('.') && name != ".npulint.toml") continue;
      const std::string path = join_path(dir, name);
      FileStat st;
      st.kind = kinds[i];
      if (st.kind == FileStat::Kind::kAbsent) st = reader_.stat(path);
      if (st.kind == FileStat::Kind::kDirectory) {
        if (!st.link && !excluded(path)) walk(path, depth + 1);
      } else if (st.kind == FileStat::Kind::kFile && worth_opening(name) && !excluded(path)) {
        found_.push_back(path);
      }
    }
  }

  // What cannot be looked into is told, not passed over.
  void tell_unlisted(const std::string& dir) {
    FileRecord* f = add(dir);
    f->unread = "not listed";
    f->problems.push_back({Problem::Kind::kUnreadable, whole_file(f->id), Message(kFolderUnread)});
    wanted_.insert(f);
  }

  // The neighbours of a file that is named: they may belong to its bundle.
  void look_around(const std::string& dir) {
    if (!looked_.insert(dir).second) return;
    std::vector<std::string> found;
    for (const std::string& name : reader_.list(dir)) {
      const std::string path = join_path(dir, name);
      if (name.starts_with('.') || !worth_opening(name) || by_path_.contains(path)) continue;
      if (reader_.stat(path).kind == FileStat::Kind::kFile && !excluded(path))
        found.push_back(path);
    }
    open_all(found, [](FileRecord*) {});
  }

  FileRecord* add(const std::string& real) {
    auto& slot = by_path_[real];
    if (!slot) {
      auto record = std::make_unique<FileRecord>();
      record->id = run().sources.add(relative_path(real, o_.cwd), real);
      slot = record.get();
      all_.push_back(std::move(record));
    }
    return slot;
  }
  const std::string& real(const FileRecord* f) { return run().sources.real(f->id); }
  const std::string& shown(const FileRecord* f) { return run().sources.shown(f->id); }

  FileRecord* adopt(const std::string& path, FileContent c) {
    FileRecord* f = add(path);
    f->kind = c.kind;
    f->size = c.size;
    Message why;
    if (c.too_large) {
      c.unread = "too large";
      why = Message(kLarge, c.size, c.limit);
    } else if (!c.unread.empty()) {
      why = Message(kFileUnread, c.unread);
    }
    f->unread = std::move(c.unread);
    if (!f->unread.empty())
      f->problems.push_back({Problem::Kind::kUnreadable, whole_file(f->id), std::move(why)});
    if (c.text) run().sources.set_text(f->id, std::move(*c.text));
    return f;
  }

  FileRecord* open(const std::string& path) {
    if (auto it = by_path_.find(path); it != by_path_.end()) return it->second;
    return adopt(path, fetch_file(reader_, path));
  }

  // Many files at once; adopted in the order given.
  template <class Then>
  void open_all(const std::vector<std::string>& paths, const Then& then) {
    std::vector<FileContent> contents(paths.size());
    parallel(paths.size(), paths.size() < kWorthReaders ? 1 : o_.jobs, [&](size_t i) {
      if (!by_path_.contains(paths[i])) contents[i] = fetch_file(reader_, paths[i]);
    });
    for (size_t i = 0; i < paths.size(); ++i) {
      const auto known = by_path_.find(paths[i]);
      then(known != by_path_.end() ? known->second : adopt(paths[i], std::move(contents[i])));
    }
  }

  // ---- settings ----

  const Settings* settings_upward(const std::string& dir) {
    if (auto it = out_.settings_of_dir.find(dir); it != out_.settings_of_dir.end())
      return it->second;
    const Settings* found = nullptr;
    for (const char* name : {"npulint.toml", ".npulint.toml"}) {
      const std::string path = join_path(dir, name);
      if (!o_.settings_file && reader_.stat(path).kind == FileStat::Kind::kFile) {
        found = read_settings(path);
        break;
      }
    }
    if (!found && !o_.settings_file && dir != "/" && dir != "." &&
        reader_.stat(join_path(dir, ".git")).kind == FileStat::Kind::kAbsent)
      found = settings_upward(dir_name(dir));
    out_.settings_of_dir[dir] = found;
    return found;
  }

  const Settings* read_settings(const std::string& path) {
    FileRecord* f = open(path);
    f->kind = FileKind::kSettings;
    if (!f->unread.empty()) {
      out_.errors.push_back({whole_file(f->id), Message(kFileUnread, f->unread)});
      return nullptr;
    }
    if (!run().sources.has_text(
            f->id)) {  // a name that detection does not know (--config other.toml)
      std::string bytes, why;
      if (!reader_.read_all(path, kMaxWrittenBytes, &bytes, &why)) {
        out_.errors.push_back({whole_file(f->id), Message(kFileUnread, why)});
        return nullptr;
      }
      run().sources.set_text(f->id, std::move(bytes));
    }
    ParsedSettings p = parse_settings(f->id, dir_name(path), run().sources.bytes(f->id));
    for (SettingsError& e : p.errors) out_.errors.push_back({e.at, std::move(e.what)});
    return &out_.settings.emplace_back(std::move(p.settings));
  }

  void load_settings() {
    if (o_.settings_file) {
      const std::string path = join_path(o_.cwd, *o_.settings_file);
      if (reader_.stat(path).kind != FileStat::Kind::kFile)
        out_.errors.push_back({{}, Message(kAbsentPath, *o_.settings_file)});
      else
        out_.run_settings = read_settings(path);
    } else if (!o_.isolated) {
      for (size_t i = 0; i < all_.size(); ++i)  // the list grows while settings are found
        settings_upward(dir_name(real(all_[i].get())));
    }
  }

  // ---- parsing ----

  template <class Pick>
  std::vector<FileRecord*> select(const Pick& pick) {
    std::vector<FileRecord*> out;
    for (const auto& f : all_)
      if (pick(*f)) out.push_back(f.get());
    return out;
  }

  void parse(const std::vector<FileRecord*>& files) {
    std::vector<FileRecord*> todo;
    for (FileRecord* f : files)
      if (f->unread.empty() && parsed_.insert(f).second) todo.push_back(f);
    uint64_t bytes = 0;
    for (const FileRecord* f : todo) bytes += f->size;
    // below this, threads cost more than they give
    const unsigned jobs = bytes < kWorthThreads ? 1 : o_.jobs;
    parallel(todo.size(), jobs, [&](size_t i) {
      parse_file(*todo[i], run().sources, reader_, o_.digests && measure_);
    });
  }

  // ---- grouping ----

  // What it states decides which files belong together.
  static bool ties(const FileRecord& f) {
    return f.kind == FileKind::kConfig || f.kind == FileKind::kContract ||
           f.kind == FileKind::kLog || f.kind == FileKind::kScript ||
           f.kind == FileKind::kManifest || f.kind == FileKind::kChecksums ||
           f.kind == FileKind::kBenchmarks;
  }

  void group() {
    GroupInput in{reader_,
                  run().sources,
                  out_.settings,
                  select([this](const FileRecord& f) {
                    return f.kind != FileKind::kUnknown && &f != against_;
                  }),
                  [this](const std::string& path) {
                    FileRecord* f = open(path);
                    if (ties(*f)) parse({f});
                    return f;
                  },
                  [this](const FileRecord* f) { return wanted_.contains(f); },
                  [this](const std::string& path) { return relative_path(path, o_.cwd); },
                  o_.jobs};
    out_.groups = group_files(in);
    for (Group& g : out_.groups)
      if (against_ && g.manifest && is_older_of(*against_->manifest, *g.manifest->manifest) &&
          !is_against(g.manifest))
        g.older = against_;
    const auto compared = [](const Group& g) { return g.older != nullptr; };
    if (against_ && std::none_of(out_.groups.begin(), out_.groups.end(), compared))
      out_.errors.push_back({{}, nothing_older()});
  }
  // By any name.
  bool is_against(const FileRecord* f) {
    return f == against_ || same_file(reader_, real(f), real(against_));
  }
  Message nothing_older() {
    for (const Group& g : out_.groups)
      if (g.manifest && is_against(g.manifest)) return Message(kItself, *o_.against);
    if (wanted_.contains(against_)) return Message(kItself, *o_.against);
    for (const Group& g : out_.groups)
      if (g.manifest && g.manifest->manifest->platform && against_->manifest->platform &&
          *g.manifest->manifest->platform != *against_->manifest->platform)
        return Message(kOtherPlatform, *o_.against, *against_->manifest->platform,
                       out_.run.sources.shown(g.manifest->id), *g.manifest->manifest->platform);
    return Message(kNothingOlder, *o_.against);
  }
  std::vector<FileRecord*> grouped() {
    std::vector<FileRecord*> out;
    for (const Group& g : out_.groups) {
      const auto files = files_of(g);
      out.insert(out.end(), files.begin(), files.end());
    }
    return out;
  }

  // Of the groups of other shards only what a release is compared with.
  void parse_groups() {
    bool release = false;
    std::vector<FileRecord*> mine, others;
    for (const Group& g : out_.groups) {
      const auto files = files_of(g);
      auto& to = owns(o_.shard, g.name) ? mine : others;
      to.insert(to.end(), files.begin(), files.end());
      release = release || g.manifest || g.benchmarks;
    }
    parse(mine);
    if (!release) return;
    std::erase_if(others, [](const FileRecord* f) { return !holds_model(*f); });
    measure_ = false;
    parse(others);
  }
  static bool holds_model(const FileRecord& f) {
    return f.kind == FileKind::kCompiled || f.kind == FileKind::kBin || f.kind == FileKind::kHbm ||
           f.kind == FileKind::kBmodel;
  }

  void keep_files() {
    std::set<const FileRecord*> keep;
    for (const FileRecord* f : grouped()) keep.insert(f);
    for (auto& f : all_) {
      const bool wanted = wanted_.contains(f.get());
      f->given = wanted;
      if (f->kind != FileKind::kUnknown && f->kind != FileKind::kSettings &&
          (wanted || keep.contains(f.get())))
        run().recognised = true;
      if (wanted || keep.contains(f.get()))
        run().files.push_back(std::move(f));
      else if (f->config || f->script || f.get() == against_)
        out_.context.push_back(std::move(f));
    }
    std::sort(run().files.begin(), run().files.end(), [&](const auto& a, const auto& b) {
      return run().sources.shown(a->id) < run().sources.shown(b->id);
    });
    run().by_id.resize(run().sources.size());
    for (const auto& f : run().files) run().by_id[static_cast<size_t>(f->id)] = f.get();
  }

  std::shared_ptr<SeenFiles> seen_;
  SeenFiles& reader_;
  const LoadOptions& o_;
  Loaded out_;
  std::vector<std::unique_ptr<FileRecord>> all_;
  std::unordered_map<std::string, FileRecord*> by_path_;  // normal path → record
  std::unordered_set<const FileRecord*> wanted_;
  std::set<const FileRecord*> parsed_;
  std::set<std::string> looked_;
  const FileRecord* against_ = nullptr;  // manifest of an older release
  std::vector<std::string> found_;
  bool run_settings_known_ = false;
  bool measure_ = true;  // digests of payloads
};

}  // namespace

const Settings* Loaded::settings_for(FileId anchor) const {
  if (anchor == kNoFile) return run_settings;
  auto it = settings_of_dir.find(dir_name(run.sources.real(anchor)));
  return it != settings_of_dir.end() && it->second ? it->second : run_settings;
}

Loaded load(const FileReader& reader, const LoadOptions& options) {
  return Loader(reader, options).load();
}

}  // namespace npulint
