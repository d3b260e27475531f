// `hb_model_info` of the X3/X5 toolchain (about a .bin) and of the S100 toolchain (about a .hbm or
// .bc): headings `***** NAME info *****` and `##### model deps info #####`, lines `key : value`,
// one block an input, tables of removable nodes and of inputs and outputs, `deleted nodes: NAME`
// (RDK X3 documentation ptq_process.md; reference logs of the RDK S100 model zoo). Settings get the
// keys under which the artifact itself holds them; what several inputs state is joined with `;`.
#include "parsers/hb_model_info.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "lint/build_settings.h"
#include "lint/words.h"
#include "parsers/guarded.h"
#include "parsers/json_facts.h"
#include "parsers/log_lines.h"
#include "parsers/printed_lists.h"
#include "parsers/tensor_words.h"

namespace npulint {
namespace {

constexpr size_t kHead = 64 * 1024;  // bytes that recognition looks at
constexpr size_t kMaxModels = 200;   // of one file
constexpr size_t kMaxTensors = 5000;
constexpr size_t kMaxSettings = 300;  // of one model
constexpr size_t kMaxNodes = 1000;    // removed or removable, of one model
constexpr size_t kMaxKey = 40;        // bytes before the colon
constexpr size_t kMaxValue = 16 * 1024;
constexpr size_t kMaxProblems = 50;
constexpr size_t npos = std::string_view::npos;

constexpr std::string_view kStart = "Start hb_model_info";
constexpr std::string_view kVersion = "hb_model_info version ";
constexpr std::string_view kDeleted = "deleted nodes:";

constexpr Text kNothing{"the text states no build setting, no input and no output",
                        "文本没有给出任何编译设置、输入或输出"};
constexpr Text kBadRow{
    "`{0}` is no whole row of the table: name, input or output, shape and type are expected",
    "`{0}` 不是完整的表格行：应含名称、input 或 output、形状和类型"};
constexpr Text kCutInput{"the text ends within the description of the input `{0}`",
                         "文本在输入 `{0}` 的描述中间结束"};
constexpr Text kBadShape{"input_shape `{0}` of the input `{1}` is no shape",
                         "输入 `{1}` 的 input_shape `{0}` 不是形状"};
constexpr Text kBadTypes{"the list of types `{0}` is cut off or broken",
                         "类型列表 `{0}` 被截断或不完整"};
constexpr Text kBadType{"the text gives the type `{0}`, which is none",
                        "文本中的类型 `{0}` 不存在"};
constexpr Text kTooMany{"more than {0} models or {1} tensors are listed; the rest is not read",
                        "列出的模型超过 {0} 个或张量超过 {1} 个，其余未读取"};
constexpr Text kModified{
    "nodes were deleted after the build, and the text lists the types of the build",
    "编译后又删除了节点，而文本列出的是编译时的类型"};
constexpr Text kNoQuant{"hb_model_info prints no quantisation", "hb_model_info 不输出量化信息"};

// As printed, lower case with `_` for spaces.
struct KeyName {
  std::string_view printed, stored;
};
constexpr KeyName kTools[] = {
    {"hb_mapper_version", "hb_mapper"},
    {"builder_version", "builder"},
    {"hbdk_version", "hbdk"},
    {"hbdk_runtime_version", "hbrt"},
    {"horizon_nn_version", "horizon_nn"},
    {"hmct_version", "hmct"},
};

template <size_t N>
std::string_view named(const KeyName (&table)[N], std::string_view printed) {
  for (const KeyName& k : table)
    if (k.printed == printed) return k.stored;
  return {};
}

// What stands between runs of `c`, at least four on each side: `**** NAME ****`.
std::string_view heading(std::string_view s, char c) {
  const size_t a = s.find_first_not_of(c), b = s.find_last_not_of(c);
  if (a == npos || a < 4 || s.size() - 1 - b < 4) return {};
  return trim(s.substr(a, b - a + 1));
}

bool is_rule(std::string_view s) { return !s.empty() && s.find_first_not_of("-+| =") == npos; }

// `hb_model_info path/model.hbm`, with or without a shell prompt.
std::optional<std::string_view> command(std::string_view s) {
  static constexpr std::string_view kTool = "hb_model_info ";
  const size_t at = s.find(kTool);
  if (at == npos || (at > 0 && s[at - 1] != ' ')) return std::nullopt;
  s = trim(s.substr(at + kTool.size()));
  const std::string_view path = s.substr(s.rfind(' ') == npos ? 0 : s.rfind(' ') + 1);
  for (std::string_view ext : {".bin", ".hbm", ".bc"})
    if (path.ends_with(ext) && path.size() > ext.size()) return path;
  return std::nullopt;
}

struct Row {
  std::string_view name, shape, type;
  bool is_input = false;
};

// `NAME input [1, 3] UINT8`, also between `|`; a name may hold anything, so from the right.
std::optional<Row> table_row(std::string_view s) {
  const auto piped = [&](std::string_view part) {
    while (part.starts_with('|')) part = trim(part.substr(1));
    while (part.ends_with('|')) part = trim(part.substr(0, part.size() - 1));
    return part;
  };
  s = piped(s);
  Row r;
  const size_t type = s.find_last_of(" |\t");
  if (type == npos) return std::nullopt;
  r.type = s.substr(type + 1);
  s = piped(trim(s.substr(0, type)));
  for (std::string_view word : {" input ", " output "})
    if (const size_t at = s.rfind(word); at != npos) {
      r.is_input = word == " input ";
      r.name = piped(trim(s.substr(0, at)));
      r.shape = piped(trim(s.substr(at + word.size())));
    }
  if (r.name.empty() || r.shape.empty()) return std::nullopt;
  return r;
}

// `[1, 640, 640, 1]`, `(1, 3)`, `1x3x224x224`; a dim that is no number is not known.
std::optional<Shape> printed_shape(std::string_view s) {
  const bool list = s.starts_with('[') || s.starts_with('(');
  if (list && (s.size() < 2 || (s.back() != ']' && s.back() != ')'))) return std::nullopt;
  if (!list) {
    auto dims = printed_dims(s);
    if (!dims || dims->empty()) return std::nullopt;
    return dims;
  }
  return printed_tuple("(" + std::string(s.substr(1, s.size() - 2)) + ")");
}

class Reader {
 public:
  Reader(FileId file, std::string_view bytes, Parsed<CompiledFile>& out)
      : file_(file), bytes_(bytes), out_(out) {}

  void read() {
    each_line(bytes_, [&](std::string_view s, size_t&) {
      line(s);
      return !full_;
    });
    if (in_input_) problem(at(in_input_name_), Message(kCutInput, clip(in_input_name_)));
    close();
    auto& models = out_.record.models;
    std::erase_if(models, [](const CompiledModel& m) {
      return m.build.empty() && m.inputs.empty() && m.outputs.empty() && m.removed_nodes.empty();
    });
    if (models.empty() && out_.problems.empty()) problem(whole_file(file_), Message(kNothing));
  }

 private:
  enum class Part { kNone, kSettings, kInput, kRemovable, kTable };
  struct Value {
    std::string_view text;
    std::string path;
  };

  Evidence at(std::string_view part, std::string path = {}) const {
    const auto begin = static_cast<uint64_t>(part.data() - bytes_.data());
    return {file_, begin, begin + part.size(), std::move(path)};
  }
  void problem(Evidence where, Message what) {
    if (out_.problems.size() < kMaxProblems)
      out_.problems.push_back({Problem::Kind::kUnreadable, std::move(where), std::move(what)});
  }
  Fact<std::string> text(std::string_view s, std::string path = {}) const {
    return {std::string(s.substr(0, kMaxValue)), at(s, std::move(path))};
  }

  void line(std::string_view s) {
    if (s.empty()) {
      if (rows_ > 0) part_ = Part::kNone;  // below the table
      rows_ = 0;
      return;
    }
    if (s.starts_with(kStart)) {
      if (begun_) begin_text();
    } else if (s.starts_with(kVersion)) {
      if (tool_) begin_text();
      tool_ = text(trim(s.substr(kVersion.size())));
    } else if (const auto path = command(s)) {
      begin_text();
      described_ = text(*path);
    } else if (const auto name = heading(s, '*'); !name.empty()) {
      begin_model();
      if (full_) return;
      model().name = text(name.ends_with(" info") ? trim(name.substr(0, name.size() - 5)) : name);
    } else if (const auto title = heading(s, '#'); !title.empty()) {
      section(title);
    } else if (s.starts_with("---")) {
      input_rule(s);
    } else if (s.starts_with(kDeleted)) {
      removed(trim(s.substr(kDeleted.size())));
    } else if (part_ == Part::kTable) {
      row(s);
    } else if (part_ == Part::kRemovable) {
      removable(s);
    } else if (part_ != Part::kNone) {
      setting(s);
    }
  }

  // The output of another run of the tool.
  void begin_text() {
    close();
    tool_ = described_ = {};
  }

  void begin_model() {
    close();
    open_model();
  }

  void open_model() {
    auto& models = out_.record.models;
    if (models.size() >= kMaxModels) return fill();
    CompiledModel m;
    m.file = file_;
    m.format = "hb_model_info";
    m.at = {file_, kNoOffset, kNoOffset, {}};
    models.push_back(std::move(m));
    begun_ = true;
  }

  CompiledModel& model() {
    if (!begun_) open_model();
    return out_.record.models.back();
  }

  void fill() {
    full_ = true;
    problem(whole_file(file_), Message(kTooMany, kMaxModels, kMaxTensors));
  }

  void section(std::string_view title) {
    part_ = Part::kNone;
    rows_ = 0;
    if (title == "model deps info" && begun_ && has_deps_) close();
    if (title == "model deps info") has_deps_ = true;
    if (title == "Removable node info") {
      part_ = Part::kRemovable;
      before_removal_ = true;
    } else if (title == "Model input/output info") {
      part_ = Part::kTable;
    } else if (title.ends_with(" info")) {
      part_ = Part::kSettings;
      compiled_ = compiled_ || title == "compiler_parameters info";
    }
  }

  // `---------input info : data ---------`, `---------input info : data end -------`, other rules.
  void input_rule(std::string_view s) {
    static constexpr std::string_view kInput = "input info :";
    const std::string_view title = heading(s, '-');
    if (title.starts_with("input/output types")) part_ = Part::kSettings;
    if (!title.starts_with(kInput)) return;
    const std::string_view name = trim(title.substr(kInput.size()));
    const bool end = in_input_ && name.ends_with(" end");
    in_input_ = !end;
    part_ = end ? Part::kSettings : Part::kInput;
    if (end) return;
    in_input_name_ = name;
    model();
    if (inputs_.size() < kMaxTensors) inputs_.emplace_back();
  }

  void setting(std::string_view s) {
    const size_t colon = s.find(':');
    if (colon == npos || colon > kMaxKey) return;
    const std::string_view word = trim(s.substr(0, colon));
    const std::string_view value = trim(s.substr(colon + 1));
    if (word.empty() || value.empty() || value == "None") return;
    std::string key = lower(word);
    for (char& c : key)
      if (c == ' ') c = '_';
    CompiledModel& m = model();
    cover(s);
    if (const auto tool = named(kTools, key); !tool.empty() && m.versions.size() < kMaxSettings)
      m.versions.emplace_back(tool, text(value));
    mapper_ = mapper_ || key == "hb_mapper_version";
    if (key == "model_input_types") input_types_ = value;
    if (key == "model_output_types") output_types_ = value;
    key = stored_key(word);
    if (key == "CALI_DIR" && !mapper_) key = "CAL_DATA_DIR";
    if (part_ == Part::kInput && !inputs_.empty()) {
      if (inputs_.back().size() < kMaxSettings) inputs_.back().emplace(std::move(key), value);
      return;
    }
    if (key == "MARCH") m.march = text(value);
    if (m.build.size() < kMaxSettings) m.build.insert_or_assign(std::move(key), text(value));
  }

  void removed(std::string_view name) {
    CompiledModel& m = model();
    if (name.empty() || m.removed_nodes.size() >= kMaxNodes) return;
    m.removed_nodes.push_back(text(name));
    cover(name);
  }

  // `/head/Conv Dequantize`
  void removable(std::string_view s) {
    while (s.starts_with('|')) s = trim(s.substr(1));
    while (s.ends_with('|')) s = trim(s.substr(0, s.size() - 1));
    const size_t space = s.find_last_of(" |\t");
    if (is_rule(s) || s.starts_with("Node Name") || space == npos) return;
    std::string_view name = trim(s.substr(0, space));
    while (name.ends_with('|')) name = trim(name.substr(0, name.size() - 1));
    if (removable_.size() < kMaxNodes) removable_.push_back(name);
    model();
  }

  void row(std::string_view s) {
    if (is_rule(s) || s.find("DATA_TYPE") != npos) return;
    const auto r = table_row(s);
    const auto shape = r ? printed_shape(r->shape) : std::nullopt;
    if (!r || !shape) {
      // below the table anything may follow; within it every row speaks of an input or output
      if (s.find(" input ") != npos || s.find(" output ") != npos)
        problem(at(s), Message(kBadRow, clip(s)));
      else
        part_ = Part::kNone;
      return;
    }
    if (++tensors_ > kMaxTensors) return fill();
    ++rows_;
    CompiledModel& m = model();
    auto& list = r->is_input ? m.inputs : m.outputs;
    CompiledTensor t = tensor(r->is_input, list.size(), at(s));
    t.name = r->name;
    t.shape = {*shape, at(r->shape, t.at.path)};
    type(t, r->type);
    list.push_back(std::move(t));
    cover(s);
  }

  static CompiledTensor tensor(bool is_input, size_t index, Evidence where) {
    CompiledTensor t;
    t.is_input = is_input;
    t.index = static_cast<int>(index);
    where.path = std::string(is_input ? "input[" : "output[") + std::to_string(index) + "]";
    t.at = std::move(where);
    t.quant.missing = Message(kNoQuant);
    return t;
  }

  void type(CompiledTensor& t, std::string_view word) const {
    if (const auto image = image_type(enumerator(word)))
      t.image = {*image, at(word, t.at.path)};
    else if (const auto dtype = element_type(word))
      t.dtype = {*dtype, at(word, t.at.path)};
    else
      t.dtype = Fact<DType>::absent(Message(kBadType, clip(word)));
  }

  void cover(std::string_view s) {
    Evidence& e = model().at;
    const Evidence here = at(s);
    e.begin = e.has_range() ? std::min(e.begin, here.begin) : here.begin;
    e.end = e.end == kNoOffset ? here.end : std::max(e.end, here.end);
  }

  // `[<InputDataType.NV12: 7>, <InputDataType.F32: 5>]`; an empty list when it is broken.
  std::vector<std::string_view> types(std::string_view s) {
    std::vector<std::string_view> out;
    if (s.empty()) return out;
    for (size_t open = s.find('<'); open != npos; open = s.find('<', open + 1)) {
      const size_t end = s.find('>', open);
      if (end == npos || out.size() >= kMaxTensors) break;
      out.push_back(s.substr(open + 1, end - open - 1));
    }
    if (s.ends_with(']') && !out.empty()) return out;
    problem(at(s), Message(kBadTypes, clip(s)));
    return {};
  }

  // What the blocks of the inputs state, and the lists of types, become tensors; the table, when
  // there is one, has said more.
  void input_tensors(CompiledModel& m) {
    const bool modified = !m.removed_nodes.empty();
    const auto in = types(input_types_), out = types(output_types_);
    if (m.inputs.empty())
      for (size_t i = 0; i < inputs_.size(); ++i) {
        const auto get = [&](const char* key) {
          const auto it = inputs_[i].find(key);
          return it == inputs_[i].end() ? std::string_view{} : it->second;
        };
        const std::string_view name = get("INPUT_NAMES"), dims = get("INPUT_SHAPE");
        if (name.empty()) continue;
        CompiledTensor t = tensor(true, m.inputs.size(), at(name));
        t.name = name;
        if (const auto shape = printed_dims(dims); shape && !shape->empty())
          t.shape = {*shape, at(dims, t.at.path)};
        else if (!dims.empty())
          problem(at(dims), Message(kBadShape, clip(dims), clip(name)));
        if (in.size() == inputs_.size() && !modified)
          type(t, in[i]);
        else if (const auto image = image_type(get("INPUT_TYPE_RT")))
          t.image = {*image, at(get("INPUT_TYPE_RT"), t.at.path)};
        m.inputs.push_back(std::move(t));
      }
    if (m.outputs.empty())
      for (std::string_view word : out) {
        CompiledTensor t = tensor(false, m.outputs.size(), at(word));
        if (modified)
          t.dtype.missing = Message(kModified);
        else
          type(t, word);
        m.outputs.push_back(std::move(t));
      }
  }

  void close() {
    if (begun_) finish(out_.record.models.back());
    part_ = Part::kNone;
    begun_ = has_deps_ = compiled_ = before_removal_ = mapper_ = in_input_ = false;
    inputs_.clear();
    removable_.clear();
    input_types_ = output_types_ = {};
  }

  void finish(CompiledModel& m) {
    if (described_) m.describes = described_;
    if (tool_) m.versions.emplace_back("hb_model_info", tool_);
    const auto file = described_ ? lower(*described_) : std::string();
    // of S100 artifacts only the .hbm lists compiler settings; those of X3 and X5 are .bin
    if (file.ends_with(".bc") || before_removal_ ||
        (has_deps_ && !mapper_ && !compiled_ && !file.ends_with(".hbm")))
      m.format = "bc";
    input_tensors(m);
    std::map<std::string, Fact<std::string>> joined_values;
    for (const auto& input : inputs_)
      for (const auto& [key, value] : input) {
        auto [it, fresh] = joined_values.try_emplace(key, text(value));
        if (!fresh && it->second.value->size() < kMaxValue)
          it->second.value->append(";").append(value.substr(0, kMaxValue));
      }
    for (auto& [key, value] : joined_values)
      if (m.build.size() < kMaxSettings) m.build.try_emplace(key, std::move(value));
    if (!removable_.empty()) {
      Fact<std::string> nodes = text(removable_.front());
      for (size_t i = 1; i < removable_.size() && nodes.value->size() < kMaxValue; ++i)
        nodes.value->append(";").append(removable_[i].substr(0, kMaxValue));
      m.build["REMOVABLE_NODES"] = std::move(nodes);
    }
    if (m.format != "bc") removed_by_settings(m);
  }

  FileId file_;
  std::string_view bytes_;
  Parsed<CompiledFile>& out_;
  Fact<std::string> tool_, described_;  // of this run of the tool
  // of the open model
  bool begun_ = false, has_deps_ = false, compiled_ = false, before_removal_ = false,
       mapper_ = false;
  Part part_ = Part::kNone;
  bool in_input_ = false;
  std::string_view in_input_name_, input_types_, output_types_;
  std::vector<std::map<std::string, std::string_view>> inputs_;  // settings by stored key
  std::vector<std::string_view> removable_;
  size_t rows_ = 0;     // of the open table
  size_t tensors_ = 0;  // of the file
  bool full_ = false;
};

}  // namespace

bool looks_like_hb_model_info(std::string_view bytes) {
  bool found = false;
  each_line(bytes.substr(0, kHead), [&](std::string_view s, size_t&) {
    found = s.starts_with(kStart) || (s.starts_with(kVersion) && s.size() > kVersion.size());
    return !found;
  });
  return found;
}

Parsed<CompiledFile> parse_hb_model_info(FileId file, std::string_view bytes) {
  return guarded<CompiledFile>(file, kTextFails,
                               [&](Parsed<CompiledFile>& out) { Reader(file, bytes, out).read(); });
}

}  // namespace npulint
