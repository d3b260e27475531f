// What the messages of an ONNX model have in common when they are walked over the wire: fields,
// names, places, limits, damage. Source: see onnx.cc, the only source that takes this in: its loops
// are to be compiled as one.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lint/files.h"
#include "lint/model.h"
#include "parsers/wire_words.h"

namespace npulint::onnx_wire {

inline constexpr uint64_t kMaxRecords =
    2'000'000;  // nodes, tensors and values, all graphs together
inline constexpr uint64_t kMaxEntries = 8'000'000;  // names in input and output lists, dims
inline constexpr uint64_t kMaxName = 65536;         // bytes
inline constexpr size_t kMaxProblems = 20;
static_assert(kMaxName <= WireReader::kLargestWindow);

inline constexpr Text kWrongType{
    "field {0} of {1} has wire type {2} at byte {3}; an ONNX model has wire type {4} there",
    "第 {3} 字节处，{1} 的字段 {0} 的 wire type 为 {2}；ONNX 模型在此处应为 {4}"};
inline constexpr Text kLongName{
    "a name in {0} has {1} bytes; npulint reads names of up to {2}",
    "{0} 中有一个长度为 {1} 字节的名称；npulint 最多读取 {2} 字节的名称"};
inline constexpr Text kTooMany{
    "the model has more than {0} nodes, tensors and values; the rest, from {1} on, is not read",
    "模型的节点、张量和值超过 {0} 个；从 {1} 起的其余部分未读取"};
inline constexpr Text kTooManyEntries{
    "the lists and shapes of the model have more than {0} entries; the rest, from {1} on, is not "
    "read",
    "模型的列表和形状超过 {0} 项；从 {1} 起的其余部分未读取"};
inline constexpr Text kTheModel{"the model", "模型"};

// Memory of the names of one graph.
class Arena {
 public:
  std::string_view keep(std::string_view s) {
    if (s.size() > left_) {
      const size_t n = std::max<size_t>(s.size(), kBlock);
      blocks_.emplace_back(new char[n]);
      at_ = blocks_.back().get();
      left_ = n;
    }
    char* to = at_;
    std::memcpy(to, s.data(), s.size());
    at_ += s.size();
    left_ -= s.size();
    return {to, s.size()};
  }

 private:
  static constexpr size_t kBlock = 65536;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  size_t left_ = 0;
};

class MessageWalk {
 public:
  MessageWalk(FileId file, RandomAccess& bytes, Graph& graph, std::vector<Problem>& problems)
      : reader_(bytes),
        graph_(graph),
        arena_(std::make_shared<Arena>()),
        file_(file),
        problems_(problems) {
    graph_.file = file;
    graph_.arena = arena_;
  }
  MessageWalk(const MessageWalk&) = delete;
  MessageWalk& operator=(const MessageWalk&) = delete;

 protected:
  // Where the walk is, for the logical path of a problem; written out only when there is one.
  struct Step {
    const char* name;
    size_t index;
  };
  static constexpr size_t kNoIndex = std::numeric_limits<size_t>::max();
  struct Inside {
    MessageWalk& walk;
    Inside(MessageWalk& w, const char* name, size_t index = kNoIndex) : walk(w) {
      walk.steps_.push_back({name, index});
    }
    ~Inside() { walk.steps_.pop_back(); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
  };

  // The names of one list, gathered on a stack that the lists of nested nodes share, so that a
  // node's own vector is made once and with the right size.
  struct Names {
    std::vector<std::string_view>& stack;
    size_t base;
    explicit Names(std::vector<std::string_view>& s) : stack(s), base(s.size()) {}
    std::vector<std::string_view> take() {
      std::vector<std::string_view> out(stack.begin() + static_cast<std::ptrdiff_t>(base),
                                        stack.end());
      stack.resize(base);
      return out;
    }
  };

  std::string path() const {
    std::string out;
    for (const Step& s : steps_) {
      if (!out.empty()) out += '.';
      out += s.name;
      if (s.index != kNoIndex) out += "[" + std::to_string(s.index) + "]";
    }
    return out;
  }
  Arg place() const { return steps_.empty() ? Arg(kTheModel) : Arg(path()); }

  void problem(Message what) {
    graph_.damaged = true;
    if (problems_.size() >= kMaxProblems) return;
    Problem p;
    p.at.file = file_;
    p.at.path = path();
    p.what = std::move(what);
    problems_.push_back(std::move(p));
  }

  // Calls on(field) for each field of a message. Damage ends the message, not the walk: the
  // messages around it have their own ends. Where the file itself is cut off, what is there of each
  // message is still read; said once.
  template <class F>
  void fields(uint64_t begin, uint64_t end, F&& on) {
    for (uint64_t pos = begin; pos < end && !stop_;) {
      WireField f;
      const uint64_t at = pos;
      const WireFault fault = reader_.next(&pos, end, &f);
      if (fault == WireFault::kNone) {
        on(static_cast<const WireField&>(f));
        continue;
      }
      const bool at_end = end == reader_.size();
      if (at_end && cut_off_) {
        if (fault == WireFault::kLength) on(static_cast<const WireField&>(f));
        return;
      }
      problem(wire_message(fault, f, at, end, at_end, place()));
      const bool cut = at_end && (fault == WireFault::kLength || fault == WireFault::kCut);
      cut_off_ = cut_off_ || cut;
      stop_ = stop_ || fault == WireFault::kUnread;
      if (cut && fault == WireFault::kLength) on(static_cast<const WireField&>(f));
      return;
    }
  }
  template <class F>
  void fields(const WireField& message, F&& on) {
    fields(message.begin, message.end, std::forward<F>(on));
  }

  bool is(const WireField& f, WireType type) {
    if (f.type == type) return true;
    problem(Message(kWrongType, f.number, place(), int{f.type}, f.at, int{type}));
    return false;
  }

  // False, once with a problem, when the model holds more than is read.
  bool room() { return count(&records_, kMaxRecords, kTooMany); }
  bool entry() { return count(&entries_, kMaxEntries, kTooManyEntries); }
  bool count(uint64_t* n, uint64_t most, Text text) {
    if (stop_) return false;
    if (++*n <= most) return true;
    stop_ = true;
    problem(Message(text, most, place()));
    return false;
  }

  std::string_view keep(std::string_view s) {
    // Names are not shared: a copy costs less than the cache miss of looking for the first one.
    return s.empty() ? std::string_view{} : arena_->keep(s);
  }
  // A string field; empty when it is none or is cut off.
  std::string_view name(const WireField& f) {
    if (!is(f, kBytes) || f.end - f.begin < f.value) return {};
    if (f.value > kMaxName) {
      problem(Message(kLongName, place(), f.value, kMaxName));
      return {};
    }
    const std::string_view s = reader_.view(f.begin, static_cast<size_t>(f.value));
    if (s.size() == f.value) return keep(s);
    stop_ = true;
    problem(Message(kUnreadBytes, f.begin, place()));
    return {};
  }
  std::string_view domain(const WireField& f) {
    const std::string_view d = name(f);
    return d == "ai.onnx" ? std::string_view{} : d;
  }

  WireReader reader_;
  Graph& graph_;
  std::shared_ptr<Arena> arena_;

 private:
  FileId file_;
  std::vector<Problem>& problems_;
  std::vector<Step> steps_;
  uint64_t records_ = 0, entries_ = 0;
  bool cut_off_ = false, stop_ = false;
};

}  // namespace npulint::onnx_wire
