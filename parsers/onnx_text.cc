// ONNX models as text protos (protobuf's text format over onnx.proto). Source: protobuf's "Text
// Format Language Specification". The text becomes wire bytes and takes the same walk as a binary
// file. The only place that knows protobuf's generated code.
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <exception>
#include <string>

#include "onnx.pb.h"
#include "parsers/onnx.h"

namespace npulint {
namespace {

constexpr size_t kMaxTextBytes =
    16 << 20;                       // the parsed message takes up to about 30 times as much memory
constexpr int kMaxTextDepth = 128;  // braces; a graph in a graph takes three
constexpr size_t kMaxTextProblems = 20;

constexpr Text kEmpty{"the file is empty", "文件为空"};
constexpr Text kTooLarge{"the text proto has {0} bytes; npulint reads up to {1}",
                         "该文本格式 proto 有 {0} 字节；npulint 最多读取 {1} 字节"};
constexpr Text kTooDeep{"the text proto is nested deeper than {0} braces",
                        "该文本格式 proto 的括号嵌套超过 {0} 层"};
constexpr Text kSyntax{"the text proto does not parse: {0}", "该文本格式 proto 无法解析：{0}"};
constexpr Text kNul{"the text proto has a NUL at byte {0}; it is no text",
                    "该文本格式 proto 在第 {0} 字节处含有 NUL，不是文本"};
constexpr Text kFailed{"the text proto cannot be read: {0}", "无法读取该文本格式 proto：{0}"};

// Offset of the first brace that is too deep; npos when there is none. Fields that the schema does
// not know are skipped by recursion without a limit of its own, so the depth is checked before.
size_t too_deep(std::string_view s) {
  int depth = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (c == '#') {
      while (i + 1 < s.size() && s[i + 1] != '\n') ++i;
    } else if (c == '"' || c == '\'') {
      for (++i; i < s.size() && s[i] != c && s[i] != '\n'; ++i)
        if (s[i] == '\\' && i + 1 < s.size() && s[i + 1] != '\n') ++i;
    } else if (c == '{' || c == '<' || c == '[') {
      if (++depth > kMaxTextDepth) return i;
    } else if (c == '}' || c == '>' || c == ']') {
      --depth;
    }
  }
  return std::string_view::npos;
}

// Line and column of the tokenizer (0-based, tabs to the next multiple of 8) → byte offset.
size_t offset_of(std::string_view s, int line, int column) {
  size_t at = 0;
  for (; line > 0; --line) {
    at = s.find('\n', at);
    if (at == std::string_view::npos) return s.size();
    ++at;
  }
  for (int c = 0; at < s.size() && s[at] != '\n' && c < column; ++at)
    c = s[at] == '\t' ? c + 8 - c % 8 : c + 1;
  return at;
}

class Errors : public google::protobuf::io::ErrorCollector {
 public:
  Errors(FileId file, std::string_view bytes, std::vector<Problem>& problems)
      : file_(file), bytes_(bytes), problems_(problems) {}
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (problems_.size() >= kMaxTextProblems) return;
    Problem p;
    p.at.file = file_;
    p.at.begin = p.at.end = offset_of(bytes_, line, column);
    p.what = Message(kSyntax, message);
    problems_.push_back(std::move(p));
  }
  void AddWarning(int, google::protobuf::io::ColumnNumber, const std::string&) override {}

 private:
  FileId file_;
  std::string_view bytes_;
  std::vector<Problem>& problems_;
};

void forget_offsets(Initializer& t) { t.offset = 0; }

void forget_offsets(std::vector<GraphNode>& nodes, std::vector<AttributeTensor>& tensors) {
  for (GraphNode& n : nodes) n.offset = 0;
  for (AttributeTensor& t : tensors) forget_offsets(t.tensor);
}

void forget_offsets(GraphBody& body) {
  forget_offsets(body.nodes, body.attribute_tensors);
  for (Initializer& t : body.initializers) forget_offsets(t);
}

void parse(FileId file, std::string_view bytes, Parsed<std::unique_ptr<Graph>>& out) {
  const auto fail = [&](Message what, size_t at) {
    Problem p;
    p.at.file = file;
    p.at.begin = p.at.end = at;
    p.what = std::move(what);
    out.problems.push_back(std::move(p));
  };
  if (bytes.empty()) return fail(Message(kEmpty), 0);
  if (bytes.size() > kMaxTextBytes) return fail(Message(kTooLarge, bytes.size(), kMaxTextBytes), 0);
  if (const size_t at = bytes.find('\0'); at != std::string_view::npos)
    return fail(Message(kNul, at), at);
  if (const size_t at = too_deep(bytes); at != std::string_view::npos)
    return fail(Message(kTooDeep, kMaxTextDepth), at);

  Errors errors(file, bytes, out.problems);
  google::protobuf::SetLogHandler(nullptr);  // it would write to stderr what is no UTF-8
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.AllowPartialMessage(true);
  parser.AllowUnknownField(true);
  parser.AllowUnknownExtension(true);
  parser.SetRecursionLimit(kMaxTextDepth);
  onnx::ModelProto model;
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  const bool parsed = parser.Parse(&stream, &model);
  if (!parsed && out.problems.empty()) fail(Message(kSyntax, "?"), 0);

  const std::string wire = model.SerializePartialAsString();
  std::vector<Problem> problems;
  if (!wire.empty()) {
    const auto access = memory_access(wire);
    auto walked = parse_onnx(file, *access);
    out.record = std::move(walked.record);
    problems = std::move(walked.problems);
  }
  for (Problem& p : problems) out.problems.push_back(std::move(p));
}

}  // namespace

Parsed<std::unique_ptr<Graph>> parse_onnx_text(FileId file, std::string_view bytes) {
  Parsed<std::unique_ptr<Graph>> out;
  out.record = std::make_unique<Graph>();
  try {
    parse(file, bytes, out);
  } catch (const std::exception& e) {
    Problem p;
    p.at.file = file;
    p.what = Message(kFailed, e.what());
    out.problems.push_back(std::move(p));
  }
  Graph& g = *out.record;
  g.file = file;
  g.text = true;
  g.damaged = g.damaged || !out.problems.empty();
  forget_offsets(g.main);
  for (GraphBody& body : g.subgraphs) forget_offsets(body);
  for (Graph::Function& f : g.functions) forget_offsets(f.nodes, f.attribute_tensors);
  return out;
}

}  // namespace npulint
