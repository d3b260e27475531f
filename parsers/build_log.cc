// Lines `2025-01-02 03:04:05,678 file: x.py func: x line No: 1 MESSAGE` of a log file, or
// `2025-01-02 03:04:05,678 INFO MESSAGE` of a terminal; what belongs to a message follows without
// such a head. Messages: logs of hb_mapper 1.1 to 1.24, hb_compile 3.3 and hb_model_modifier
// (reference logs of the RDK model zoos; RDK X3 documentation ptq_process.md; OE-Skills
// horizon_tc_ui, compile errors). Bytes of names are kept as they are.
#include "parsers/build_log.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lint/build_settings.h"
#include "parsers/guarded.h"
#include "parsers/log_lines.h"
#include "parsers/log_steps.h"
#include "parsers/log_tables.h"
#include "parsers/printed_lists.h"
#include "parsers/yaml_tree.h"

namespace npulint {
namespace {

constexpr size_t kHead = 64 * 1024;      // bytes that recognition looks at
constexpr size_t kMaxLineHead = 200;     // bytes before the message
constexpr size_t kMaxDump = 256 * 1024;  // bytes of the dumped config
constexpr size_t kMaxKey = 40;           // bytes before the colon
constexpr size_t kMaxProblems = 50;
constexpr size_t kMaxValue = 16 * 1024;  // bytes of a setting
constexpr size_t kMaxName = 4096;        // bytes of a path or of a node's name
constexpr size_t kMaxSettings = 300;
constexpr size_t kMaxVersions = 32;
constexpr size_t kMaxNodes = 10000;   // removed
constexpr size_t kMaxFiles = 200000;  // of calibration
constexpr size_t npos = std::string_view::npos;

constexpr Text kNothing{"the log states no version, no setting and no step of a build",
                        "日志没有给出任何版本、设置或编译步骤"};
constexpr Text kException{"the log cannot be read: {0}", "无法读取日志：{0}"};
constexpr Text kBadDump{"the config that the log dumps is broken or cut off",
                        "日志中输出的配置不完整或已损坏"};

constexpr std::string_view kMapper = "hb_mapper", kCompile = "hb_compile",
                           kModifier = "hb_model_modifier", kChecker = "hb_mapper checker";

// Who writes a line: files of one tool alone.
struct Source {
  std::string_view file, tool;
};
constexpr Source kSources[] = {
    {"hb_mapper_makertbin.py", kMapper}, {"mapper_conf_parser.py", kMapper},
    {"onnx2horizonrt.py", kMapper},      {"hb_compile.py", kCompile},
    {"hbm_builder.py", kCompile},        {"hb_model_modifier.py", kModifier},
    {"hb_mapper_checker.py", kChecker},
};
struct Start {
  std::string_view message, tool;
};
constexpr Start kStarts[] = {
    {"Start hb_mapper", kMapper},     {"Start Model Convert", kMapper},
    {"Start hb_compile", kCompile},   {"Begin model checking", kChecker},
    {"End model checking", kChecker},
};

// The line that a finished run prints, and the releases that are known to print it. Old ones write
// `sucessfully`.
struct Success {
  std::string_view message, tool, release;
};
constexpr Success kSuccess[] = {
    {"Convert to runtime bin file su", kMapper, "1."},
    {"The hb_compile completes running", kCompile, "3."},
    {"End model checking", kChecker, "1."},
    {"modified model saved as ", kModifier, ""},
};

// `{0} version 1.2`, `{0} version: 1.2`, `{0} version   : 1.2`
struct VersionName {
  std::string_view printed, tool;
};
constexpr VersionName kVersions[] = {
    {"hb_mapper", "hb_mapper"},
    {"hbdk", "hbdk"},
    {"HBDK", "hbdk"},
    {"hbdk runtime", "hbrt"},
    {"horizon_nn", "horizon_nn"},
    {"HorizonNN", "horizon_nn"},
    {"horizon nn", "horizon_nn"},
    {"hmct", "hmct"},
    {"hb_compile", "hb_compile"},
    {"builder", "builder"},
};

// What follows the prefix in the names of the files that are written.
constexpr std::string_view kSuffixes[] = {
    "_original_float_model.onnx", "_optimized_float_model.onnx",
    "_calibrated_model.onnx",     "_ptq_model.onnx",
    "_quantized_model.onnx",      ".hbm",
};

struct Line {
  std::string_view source;   // "hb_mapper.py"; empty: no head, or none that names it
  std::string_view message;  // without blanks at its ends
  bool head = false;
};

bool digit(char c) { return c >= '0' && c <= '9'; }

Line split(std::string_view s) {
  Line out;
  // "2025-01-02 03:04:05,678 "
  const bool stamped = s.size() > 24 && digit(s[0]) && s[4] == '-' && s[7] == '-' && s[10] == ' ' &&
                       s[13] == ':' && s[16] == ':' && s[23] == ' ';
  if (!stamped) {
    // a terminal colours lines; arrays, most of a log, are passed over fast
    out.message = s.starts_with('\x1b') ? log_message(s) : trim(s);
    return out;
  }
  out.head = true;
  s.remove_prefix(24);
  static constexpr std::string_view kFile = "file: ", kNumber = " line No: ";
  if (s.starts_with(kFile)) {
    const size_t at = s.substr(0, kMaxLineHead).find(kNumber);
    if (at != npos) {
      out.source = s.substr(kFile.size(), s.find(' ', kFile.size()) - kFile.size());
      s.remove_prefix(at + kNumber.size());
      while (!s.empty() && digit(s[0])) s.remove_prefix(1);
    }
  } else if (const size_t space = s.find(' '); space != npos && space < 10) {
    if (s.substr(0, space).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == npos)
      s.remove_prefix(space);
  }
  out.message = trim(s);
  return out;
}

std::string_view tool_of(const Line& line) {
  for (const Source& s : kSources)
    if (line.source == s.file) return s.tool;
  for (const Start& s : kStarts)
    if (line.message.starts_with(s.message)) return s.tool;
  if (line.message.starts_with("modified model saved as ")) return kModifier;
  return {};
}

// What stands between the two, when `s` begins with the first.
std::string_view within(std::string_view s, std::string_view before, std::string_view after) {
  if (!s.starts_with(before)) return {};
  s.remove_prefix(before.size());
  const size_t end = after.empty() ? s.size() : s.find(after);
  return end == npos ? std::string_view{} : trim(s.substr(0, end));
}

std::string_view base(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == npos ? path : path.substr(slash + 1);
}

class Reader {
 public:
  Reader(FileId file, std::string_view bytes, bool whole, Parsed<BuildLog>& out)
      : file_(file),
        bytes_(bytes),
        whole_(whole),
        out_(out),
        log_(out.record),
        tables_(file, bytes, out.record) {}

  void read() {
    log_.file = file_;
    size_t next = 0;
    for (size_t pos = 0; pos < bytes_.size(); pos = next) {
      const size_t end = std::min(bytes_.find('\n', pos), bytes_.size());
      next = end + 1;
      const Line l = split(bytes_.substr(pos, end - pos));
      if (!l.message.empty()) ending(l);
      line(l, pos);
    }
    close_dump(bytes_.size());
    inputs();
    if (log_.tool && *log_.tool == kCompile)  // under which its models hold it
      if (auto dir = log_.build.extract("CALI_DIR")) {
        dir.key() = "CAL_DATA_DIR";
        log_.build.insert(std::move(dir));
      }
    if (!log_.march) log_.march = built("MARCH");
    if (!log_.model) log_.model = built("ONNX_MODEL");
    if (const auto prefix = built("MODEL_PREFIX")) log_.prefix = prefix;
    if (!log_.tool && log_.versions.empty() && log_.build.empty() && log_.removed_nodes.empty() &&
        !log_.prefix && !log_.finished && log_.nodes.empty() && log_.outputs.empty())
      problem(whole_file(file_), Message(kNothing));
    if (!log_.finished && (!failed_.empty() || breaks_off()))
      log_.finished = {false, at(failed_.empty() ? last_ : failed_)};
  }

 private:
  enum class Part { kNone, kDump, kSettings, kInput, kRemoved };

  Evidence at(std::string_view part) const {
    const auto begin = static_cast<uint64_t>(part.data() - bytes_.data());
    return {file_, begin, begin + part.size(), {}};
  }
  Fact<std::string> text(std::string_view s, size_t most = kMaxName) const {
    return {std::string(s.substr(0, most)), at(s)};
  }
  void problem(Evidence where, Message what) {
    if (out_.problems.size() >= kMaxProblems) return;
    out_.problems.push_back({Problem::Kind::kUnreadable, std::move(where), std::move(what)});
  }
  Fact<std::string> built(const char* key) const {
    const auto it = log_.build.find(key);
    return it == log_.build.end() ? Fact<std::string>{} : it->second;
  }

  // Where a run ends without success. A failing tool tells its exception first, then the error.
  void ending(const Line& l) {
    const std::string_view s = l.message;
    if (last_.empty()) stamped_ = l.head;
    last_ = s;
    if (l.head && traced_) failed_ = {};
    if (l.head) traced_ = false;
    if (!l.head && (s[0] == '[' || digit(s[0]))) return;  // arrays
    const bool error = s.starts_with("exception in command: ") ||
                       s.substr(0, kMaxLineHead).find("ERROR-OCCUR-DURING") != npos;
    if (error || (l.head && !failed_.empty())) {
      failed_ = s;
    } else if (!l.head && failed_.empty() && s.starts_with("Traceback (most recent call last)")) {
      failed_ = s;  // of no logger: the end, unless the log goes on
      traced_ = true;
    }
  }

  // The whole of a run of a release that is known is there, but for its end.
  bool breaks_off() const {
    if (!whole_ || !stamped_ || !begun_ || !log_.tool) return false;
    for (const Success& s : kSuccess)
      if (s.tool == *log_.tool && !s.release.empty())
        for (const auto& [tool, version] : log_.versions)
          if (log_.tool->starts_with(tool) && version->starts_with(s.release)) return true;
    return false;
  }

  void line(const Line& l, size_t pos) {
    const std::string_view s = l.message;
    if (part_ == Part::kDump) {
      if (!dump_begun_) {
        dump_begun_ = true;
        dump_ = s.empty() ? pos : static_cast<size_t>(s.data() - bytes_.data());
        return;
      }
      if (!l.head) return;
      close_dump(pos);
    }
    if (s.empty()) {
      tables_.end();
      return;
    }
    if (l.head || !log_.tool) tool(l);
    if (tables_.take(s, l.head)) return;
    // arrays are most of a log
    if (!l.head && (s[0] == '[' || s[0] == '/')) return;
    if (part_ == Part::kRemoved && removed_row(s)) return;
    message(s);
  }

  void tool(const Line& l) {
    const std::string_view name = tool_of(l);
    if (name.empty()) return;
    const bool start =
        l.message.starts_with("Start hb_mapper") || l.message.starts_with("Start hb_compile");
    if (start && !log_.versions.empty()) {
      // another run, appended
      log_ = {};
      log_.file = file_;
      out_.problems.clear();
      inputs_.clear();
      removed_.clear();
      inputs_seen_ = 0;
      part_ = Part::kNone;
      failed_ = {};
      traced_ = false;
      tables_.end();
    }
    begun_ = begun_ || start;
    // the checker begins like a build
    const bool checker = name == kChecker && log_.tool && *log_.tool == kMapper && !converts_;
    converts_ = !start && (converts_ || name == kMapper);
    if (!log_.tool || checker || (start && *log_.tool != name))
      log_.tool = {std::string(name), at(l.message)};
  }

  void message(std::string_view s) {
    if (s.starts_with("Read raw file: ")) {
      if (log_.calibration_files.size() < kMaxFiles)
        log_.calibration_files.push_back(text(within(s, "Read raw file: ", "")));
      return;
    }
    if (const auto title = heading(s, '#'); !title.empty()) {
      part_ = title.ends_with("_parameters info") || title == "model deps info" ? Part::kSettings
                                                                                : Part::kNone;
      return;
    }
    if (s[0] == '-') {
      input_rule(s);
      return;
    }
    if (s == "Dump config:") {
      part_ = Part::kDump;
      dump_begun_ = false;
      return;
    }
    if (version(s) || take_log_step(file_, bytes_, s, log_)) return;
    if ((part_ == Part::kSettings || part_ == Part::kInput) && setting(s)) return;
    step(s);
  }

  void step(std::string_view s) {
    for (const Success& done : kSuccess)
      if (s.starts_with(done.message)) log_.finished = {true, at(s)};
    if (const auto saved = within(s, "modified model saved as ", ""); !saved.empty()) {
      const std::string_view name = base(saved);
      log_.prefix = text(name.substr(0, name.rfind('.')));
    } else if (const auto bin = within(s, "storing info of model: ", ""); !bin.empty()) {
      log_.model = text(bin);
    } else if (const auto onnx = within(s, "Using onnx model file: ", ""); !onnx.empty()) {
      log_.model = text(onnx);
    } else if (const auto m = within(s, "The specified model compilation architecture: ", "");
               !m.empty()) {
      log_.march = text(m.substr(0, m.find_last_not_of('.') + 1));
    } else if (const auto args = within(s, "hbdk.convert input args ('", "'"); !args.empty()) {
      if (!log_.march) log_.march = text(args);
    } else if (const auto node = within(s, "Node '", "' is removed"); !node.empty()) {
      remove(node);
    } else if (s.starts_with("Successfully remove node")) {
      part_ = Part::kRemoved;
    } else if (s.starts_with("Saving ") || s.starts_with("Successful compile hbm ") ||
               s.starts_with("hbm_path: ")) {
      written(s);
    }
  }

  // The prefix, from the name of a product.
  void written(std::string_view s) {
    const size_t space = s.rfind(' ');
    std::string_view name = base(s.substr(space + 1));
    if (name.ends_with('.')) name.remove_suffix(1);
    for (std::string_view suffix : kSuffixes)
      if (name.ends_with(suffix) && name.size() > suffix.size() && !log_.prefix)
        log_.prefix = text(name.substr(0, name.size() - suffix.size()));
  }

  void remove(std::string_view node) {
    if (log_.removed_nodes.size() >= kMaxNodes) return;
    if (removed_.insert(node).second) log_.removed_nodes.push_back(text(node));
  }

  // `NAME TYPE`, below its titles. False: the table is over.
  bool removed_row(std::string_view s) {
    if (s.starts_with("Node Name") || s.starts_with("---")) return true;
    const size_t space = s.rfind(' ');
    static constexpr std::string_view kLetters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const bool row = space != npos && s[space + 1] >= 'A' && s[space + 1] <= 'Z' &&
                     s.substr(space + 1).find_first_not_of(kLetters) == npos;
    if (row && trim(s.substr(0, space)).find(' ') == npos) {
      remove(trim(s.substr(0, space)));
      return true;
    }
    part_ = Part::kNone;
    return false;
  }

  bool version(std::string_view s) {
    const size_t word = s.substr(0, kMaxKey).find(" version");
    if (word == npos) return false;
    std::string_view rest = trim(s.substr(word + std::string_view(" version").size()));
    if (rest.starts_with(':')) rest = trim(rest.substr(1));
    if (rest.empty() || !digit(rest[0]) || rest.find(' ') != npos || rest.size() > kMaxKey)
      return false;
    for (const VersionName& v : kVersions) {
      if (s.substr(0, word) != v.printed) continue;
      const bool known = std::any_of(log_.versions.begin(), log_.versions.end(),
                                     [&](const auto& have) { return have.first == v.tool; });
      if (!known && log_.versions.size() < kMaxVersions)
        log_.versions.emplace_back(v.tool, text(rest));
      return true;
    }
    return false;
  }

  // What stands between runs of `c`, at least four on each side.
  static std::string_view heading(std::string_view s, char c) {
    if (s[0] != c) return {};
    const size_t a = s.find_first_not_of(c), b = s.find_last_not_of(c);
    if (a == npos || a < 4 || s.size() - 1 - b < 4) return {};
    return trim(s.substr(a, b - a + 1));
  }

  // `---------input info : images ---------`, `---------input info : images end -------`
  void input_rule(std::string_view s) {
    const auto name = within(heading(s, '-'), "input info :", "");
    if (name.empty() || part_ == Part::kNone) return;
    const bool end = part_ == Part::kInput && name.ends_with(" end");
    part_ = end ? Part::kSettings : Part::kInput;
    if (!end) ++inputs_seen_;
  }

  // `key : value` of the sections that list what the tool used
  bool setting(std::string_view s) {
    const size_t colon = s.substr(0, kMaxKey).find(": ");
    if (colon == npos || colon == 0) return false;
    std::string_view value = trim(s.substr(colon + 2));
    if (value.starts_with(": ")) value = trim(value.substr(2));  // `calibration_type:   : default`
    std::string key = stored_key(s.substr(0, colon));
    if (value.empty() || value == "None" || value == "[]") return true;
    if (part_ == Part::kInput) {
      if (inputs_.size() < kMaxSettings) inputs_.push_back({std::move(key), value, inputs_seen_});
    } else if (log_.build.size() < kMaxSettings) {
      log_.build[std::move(key)] = text(value, kMaxValue);
    }
    return true;
  }

  // What the inputs state, joined; an input that does not state it leaves an empty place.
  void inputs() {
    std::map<std::string, std::pair<Fact<std::string>, size_t>> joined;
    for (const auto& [key, value, input] : inputs_) {
      const auto it = joined.try_emplace(key, text(value, 0), 1).first;
      Fact<std::string>& fact = it->second.first;
      for (; it->second.second < input && fact.value->size() < kMaxValue; ++it->second.second)
        fact.value->push_back(';');
      if (fact.value->size() < kMaxValue) fact.value->append(value.substr(0, kMaxValue));
    }
    for (auto& [key, entry] : joined)
      if (log_.build.size() < kMaxSettings) log_.build[key] = std::move(entry.first);
  }

  // The config as the tool read it, in the order of PyYAML's dump.
  void close_dump(size_t end) {
    if (part_ != Part::kDump) return;
    part_ = Part::kNone;
    if (!dump_begun_ || end <= dump_) return;
    YamlFile yaml = parse_yaml(file_, bytes_.substr(dump_, std::min(end - dump_, kMaxDump)));
    if (!yaml.problems.empty() || end - dump_ > kMaxDump)
      problem({file_, dump_, std::min<uint64_t>(end, dump_ + kMaxDump), {}}, Message(kBadDump));
    for (const Entry& section : yaml.root.entries)
      for (const Entry& e : section.value.entries) {
        const Node& v = e.value;
        if (v.kind != Node::Kind::kScalar || v.text.empty() || v.type == ScalarType::kNull ||
            log_.build.size() >= kMaxSettings)
          continue;
        log_.build[stored_key(e.key.text)] = {
            v.text.substr(0, kMaxValue), {file_, dump_ + v.range.begin, dump_ + v.range.end, {}}};
      }
  }

  struct InputSetting {
    std::string key;
    std::string_view value;
    size_t input;  // from 1
  };

  FileId file_;
  std::string_view bytes_;
  bool whole_;
  Parsed<BuildLog>& out_;
  BuildLog& log_;
  LogTables tables_;
  bool stamped_ = false;            // the first line
  bool begun_ = false;              // the run begins in the file
  bool converts_ = false;           // a line of makertbin was there
  bool traced_ = false;             // failed_ is a traceback that no logger wrote
  std::string_view failed_, last_;  // an error that ends the run; the last line
  Part part_ = Part::kNone;
  bool dump_begun_ = false;
  size_t dump_ = 0;  // where the dumped config begins
  std::vector<InputSetting> inputs_;
  std::set<std::string_view> removed_;
  size_t inputs_seen_ = 0;
};

}  // namespace

bool looks_like_build_log(std::string_view bytes) {
  bytes = bytes.substr(0, kHead);
  for (size_t pos = 0, next = 0; pos < bytes.size(); pos = next) {
    const size_t end = std::min(bytes.find('\n', pos), bytes.size());
    next = end + 1;
    const Line line = split(bytes.substr(pos, end - pos));
    // so do other commands of hb_mapper
    if (line.message.starts_with("Start hb_mapper") || line.message.empty()) continue;
    if (!tool_of(line).empty()) return true;
  }
  return false;
}

Parsed<BuildLog> parse_build_log(FileId file, std::string_view bytes, bool whole) {
  return guarded<BuildLog>(file, kException,
                           [&](Parsed<BuildLog>& out) { Reader(file, bytes, whole, out).read(); });
}

}  // namespace npulint
