// The protobuf of a `.bin` of hb_mapper: its messages, walked in place. Source: see horizon_bin.cc.
#include <string>
#include <utility>
#include <vector>

#include "parsers/horizon_bin_file.h"
#include "parsers/json_facts.h"
#include "parsers/wire_words.h"

namespace npulint::horizon_bin {
namespace {

constexpr uint64_t kMaxName = 65536, kMaxValue = 1u << 20, kMaxSettings = 32u << 20;  // bytes
constexpr uint64_t kMaxRecords = 100'000;  // nodes, tensors, values, settings
constexpr uint64_t kMaxDims = 16;
constexpr size_t kMaxProblems = 20;
static_assert(kMaxName <= WireReader::kLargestWindow);

constexpr Text kWrongType{"field {0} of {1} has wire type {2} at byte {3}, where {4} belongs",
                          "第 {3} 字节处，{1} 的字段 {0} 的 wire type 为 {2}，应为 {4}"};
constexpr Text kLong{"a text in {0} has {1} bytes; npulint reads up to {2}",
                     "{0} 中有一段长度为 {1} 字节的文本；npulint 最多读取 {2} 字节"};
constexpr Text kBadDim{"a dim of {0} is {1}", "{0} 的一个维度为 {1}"};
constexpr Text kTheFile{"the file", "文件"};

class Walk {
 public:
  Walk(FileId file, RandomAccess& bytes, Report& report, File& to)
      : file_(file), bytes_(bytes), reader_(bytes), report_(report), to_(to) {}

  void run() {
    fields(0, reader_.size(), "", [&](const WireField& f) {
      if (f.number == 5 && is(f, kBytes, "")) {
        to_.has_graph = true;
        to_.graph_at = at(f, "graph");
        graph(f);
      } else if (f.number == 6 && is(f, kBytes, "")) {
        to_.has_settings = true;
        fields(f.begin, f.end, "settings", [&](const WireField& e) {
          if (e.number == 1 && is(e, kBytes, "settings") && room("settings")) setting(e);
        });
      }
    });
  }

 private:
  Evidence at(const WireField& f, std::string path) const {
    return {file_, f.at, f.end, std::move(path)};
  }
  static Arg place(const std::string& path) { return path.empty() ? Arg(kTheFile) : Arg(path); }

  // Calls on(field) for each field of a message. Damage ends the message; where the file is cut
  // off, what is there of each message is still read, and it is said once.
  template <class F>
  void fields(uint64_t begin, uint64_t end, const std::string& path, F&& on) {
    for (uint64_t pos = begin; pos < end;) {
      WireField f;
      const uint64_t from = pos;
      const WireFault fault = reader_.next(&pos, end, &f);
      if (fault == WireFault::kNone) {
        on(static_cast<const WireField&>(f));
        continue;
      }
      const Evidence where{file_, from, end, path};
      const bool last = end == reader_.size();
      const Message said = wire_message(fault, f, from, end, last, place(path));
      if (last && (fault == WireFault::kLength || fault == WireFault::kCut)) {
        if (!to_.cut_off) report_.problem(where, said);
        to_.cut_off = true;
        if (fault == WireFault::kLength) on(static_cast<const WireField&>(f));
      } else {
        report_.problem(where, said);
      }
      return;
    }
  }

  bool is(const WireField& f, WireType type, const std::string& path) {
    if (f.type == type) return true;
    report_.problem({file_, f.at, f.at, path},
                    Message(kWrongType, f.number, place(path), int{f.type}, f.at, int{type}));
    return false;
  }

  bool room(const std::string& path) {
    if (records_ > kMaxRecords) return false;
    if (++records_ <= kMaxRecords) return true;
    report_.problem({file_, kNoOffset, kNoOffset, path},
                    Message(kTooMany, place(path), kMaxRecords));
    return false;
  }

  std::string text(const WireField& f, const std::string& path, uint64_t most = kMaxName) {
    if (!is(f, kBytes, path)) return {};
    const uint64_t n = f.end - f.begin;
    if (n > most) {
      report_.problem(at(f, path), Message(kLong, place(path), n, most));
      return {};
    }
    std::string s = n <= kMaxName ? std::string(reader_.view(f.begin, static_cast<size_t>(n)))
                                  : bytes_at(bytes_, f.begin, n);
    if (s.size() < n) report_.problem(at(f, path), Message(kUnreadBytes, f.begin, place(path)));
    return s;
  }

  void numbers(const WireField& f, const std::string& path, uint64_t most, Shape& to) {
    if (f.type == kVarint) {
      to.push_back(static_cast<int64_t>(f.value));
    } else if (is(f, kBytes, path)) {
      for (uint64_t pos = f.begin; pos < f.end;) {
        uint64_t v = 0;
        if (to.size() > most || reader_.varint(&pos, f.end, &v) != WireFault::kNone) {
          if (!to_.cut_off) report_.problem(at(f, path), Message(kBrokenField, pos, place(path)));
          return;
        }
        to.push_back(static_cast<int64_t>(v));
      }
    }
    if (to.size() > most) report_.problem(at(f, path), Message(kTooMany, place(path), most));
  }

  void graph(const WireField& message) {
    size_t node_count = 0;
    fields(message.begin, message.end, "graph", [&](const WireField& f) {
      switch (f.number) {
        case 1:
          if (is(f, kBytes, "graph") && room("graph"))
            node(f, "graph.node[" + std::to_string(node_count++) + "]");
          break;
        case 2:
          to_.name = text(f, "graph.name");
          to_.name_at = at(f, "graph.name");
          break;
        case 3:
          if (is(f, kBytes, "graph") && room("graph")) tensor(f);
          break;
        case 4:
          if (is(f, kBytes, "graph") && room("graph")) value(f, "graph.input", to_.inputs);
          break;
        case 5:
          if (is(f, kBytes, "graph") && room("graph")) value(f, "graph.output", to_.outputs);
          break;
        case 7:
          to_.types_at = at(f, "graph.input_type");
          list(f, "graph.input_type", to_.input_types);
          break;
        case 8:
          to_.layouts_at = at(f, "graph.input_layout");
          list(f, "graph.input_layout", to_.input_layouts);
          break;
        default:
          break;
      }
    });
  }

  void list(const WireField& f, const std::string& path, std::vector<uint64_t>& to) {
    Shape all;
    numbers(f, path, kMaxNames, all);
    for (int64_t n : all) to.push_back(static_cast<uint64_t>(n));
  }

  void node(const WireField& message, const std::string& path) {
    Node n;
    n.at = at(message, path);
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1 || f.number == 2) {
        auto& names = f.number == 1 ? n.inputs : n.outputs;
        if (names.size() < kMaxNames) names.push_back(text(f, path));
      } else if (f.number == 3) {
        n.name = text(f, path + ".name");
      } else if (f.number == 4) {
        n.op = text(f, path + ".op_type");
      }
    });
    to_.nodes.push_back(std::move(n));
  }

  // {1 elem_type, 2 dims}
  void type(const WireField& message, const std::string& path, Value& to) {
    if (!is(message, kBytes, path)) return;
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1 && is(f, kVarint, path))
        to.type = f.value;
      else if (f.number == 2)
        numbers(f, path, kMaxDims, to.dims);
    });
    if (to.dims.size() > kMaxDims) to.dims.clear();
    for (int64_t d : to.dims)
      if (d < 0) {
        report_.problem(at(message, path), Message(kBadDim, path, d));
        to.dims.clear();
        break;
      }
  }

  void value(const WireField& message, const std::string& list, std::vector<Value>& to) {
    const std::string path = list + "[" + std::to_string(to.size()) + "]";
    if (to.size() >= kMaxNames) {
      if (!std::exchange(many_, true))
        report_.problem(at(message, path), Message(kTooMany, list, kMaxNames));
      return;
    }
    Value v;
    v.at = at(message, path);
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1)
        v.name = text(f, path + ".name");
      else if (f.number == 2)
        type(f, path + ".type", v);
    });
    to.push_back(std::move(v));
  }

  void tensor(const WireField& message) {
    const std::string path = "graph.initializer[" + std::to_string(to_.tensors.size()) + "]";
    Tensor t;
    t.value.at = at(message, path);
    fields(message.begin, message.end, path, [&](const WireField& f) {
      if (f.number == 1)
        type(f, path + ".type", t.value);
      else if (f.number == 2 && is(f, kBytes, path))
        t.floats = f.begin, t.float_end = f.end;
      else if (f.number == 4 && is(f, kBytes, path))
        t.ints = f.begin, t.int_end = f.end;
      else if (f.number == 5 && is(f, kBytes, path))
        t.raw = f.begin, t.raw_end = f.end;
      else if (f.number == 8)
        t.value.name = text(f, path + ".name");
    });
    std::string name = t.value.name;
    to_.tensors.emplace(std::move(name), std::move(t));
  }

  void setting(const WireField& message) {
    std::string key;
    Fact<std::string> value("", at(message, "settings"));
    WireField text_at;
    bool stated = false;
    fields(message.begin, message.end, "settings", [&](const WireField& f) {
      if (f.number == 1) key = text(f, "settings");
      if (f.number == 2 && is(f, kBytes, "settings")) text_at = f, stated = true;
    });
    const std::string path = "settings[" + clip(key) + "]";
    value.at.path = path;
    if (stated) {
      settings_bytes_ += text_at.end - text_at.begin;
      if (settings_bytes_ > kMaxSettings) return;
      value = {text(text_at, path, kMaxValue), {file_, text_at.begin, text_at.end, path}};
    }
    to_.settings.emplace(std::move(key), std::move(value));
  }

  FileId file_;
  RandomAccess& bytes_;
  WireReader reader_;
  Report& report_;
  File& to_;
  uint64_t records_ = 0, settings_bytes_ = 0;
  bool many_ = false;
};

}  // namespace

Message Report::problem(Evidence where, Message what) {
  any_ = true;
  where.file = file_;
  if (to_.size() < kMaxProblems)
    to_.push_back({Problem::Kind::kUnreadable, std::move(where), what});
  return what;
}

void read_file(FileId file, RandomAccess& bytes, Report& report, File& to) {
  Walk(file, bytes, report, to).run();
}

// The numbers of ONNX.
DType dtype_of(uint64_t n) {
  static constexpr DType kTypes[] = {
      DType::kUnknown, DType::kFloat32, DType::kUint8,  DType::kInt8,   DType::kUint16,
      DType::kInt16,   DType::kInt32,   DType::kInt64,  DType::kString, DType::kBool,
      DType::kFloat16, DType::kFloat64, DType::kUint32, DType::kUint64,
  };
  return n < std::size(kTypes) ? kTypes[n] : DType::kUnknown;
}

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

std::string bytes_at(RandomAccess& bytes, uint64_t from, uint64_t n) {
  std::string s(static_cast<size_t>(n), '\0');
  s.resize(bytes.read(from, s.data(), s.size()));
  return s;
}

}  // namespace npulint::horizon_bin
