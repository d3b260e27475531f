// Is it an ONNX model? By the wire shape of ModelProto in the first bytes, see onnx.cc.
#include "parsers/onnx.h"
#include "parsers/wire.h"

namespace npulint {
namespace {

constexpr std::string_view kLfsHead = "version https://git-lfs.github.com/spec/";
constexpr uint64_t kPlausibleIr = 1000;
constexpr uint64_t kPlausibleProducer = 4096;  // bytes of producer_name, producer_version, domain

bool is_text(std::string_view s, bool lines) {
  for (const char c : s) {
    const auto u = static_cast<unsigned char>(c);
    if (u == 0x7f || (u < 0x20 && !(lines && (c == '\n' || c == '\r' || c == '\t')))) return false;
  }
  return true;
}

// The visible part of a message has only fields that allowed(number, type) accepts. False also when
// none is visible, unless the message is empty.
template <class F>
bool has_fields(WireReader& r, const WireField& message, F&& allowed) {
  const bool whole = message.end - message.begin == message.value;
  if (message.value == 0) return true;
  size_t seen = 0;
  for (uint64_t pos = message.begin; pos < message.end; ++seen) {
    WireField f;
    const WireFault fault = r.next(&pos, message.end, &f);
    const bool cut = fault == WireFault::kCut || fault == WireFault::kLength;
    if (fault != WireFault::kNone && (!cut || whole)) return false;
    if (fault == WireFault::kCut) return seen > 0;
    if (!allowed(f)) return false;
  }
  return seen > 0;
}

bool looks_like_graph(WireReader& r, const WireField& graph) {
  return has_fields(r, graph, [&](const WireField& f) {
    const uint32_t n = f.number;
    const bool known = n == 1 || n == 2 || n == 5 || (n >= 10 && n <= 16);
    if (!known || f.type != kBytes) return false;
    if (n == 2 || n == 10 || f.begin == f.end) return true;
    const WireField part = f;
    return has_fields(r, part,
                      [&](const WireField& g) {
                        if (n == 1) return g.number <= 10 && g.type == kBytes;
                        if (n == 5) return g.number <= 16;
                        return g.number <= 4 && g.type == kBytes;
                      }) ||
           f.end - f.begin < 2;
  });
}

}  // namespace

bool is_lfs_pointer(std::string_view head) { return head.starts_with(kLfsHead); }

bool looks_like_onnx(std::string_view head) {
  if (is_text(head, true)) return false;
  const auto access = memory_access(head);
  WireReader r(*access);
  bool ir = false, graph = false, opset = false, other = false;
  for (uint64_t pos = 0; pos < head.size();) {
    WireField f;
    const WireFault fault = r.next(&pos, head.size(), &f);
    if (fault == WireFault::kCut) break;
    if (fault != WireFault::kNone && fault != WireFault::kLength) return false;
    if (f.number > 26) break;
    if (f.type != (f.number == 1 || f.number == 5 ? kVarint : kBytes)) return false;
    const std::string_view visible =
        f.type == kBytes
            ? head.substr(static_cast<size_t>(f.begin), static_cast<size_t>(f.end - f.begin))
            : "";
    switch (f.number) {
      case 1:
        if (ir || f.value == 0 || f.value > kPlausibleIr) return false;
        ir = true;
        break;
      case 2:
      case 3:
      case 4:
        if (f.value > kPlausibleProducer || !is_text(visible, false)) return false;
        other = true;
        break;
      case 5:
        break;
      case 6:
        if (!is_text(visible, true)) return false;
        break;
      case 7:
        if (!visible.empty() && !looks_like_graph(r, f)) return false;
        graph = graph || !visible.empty();
        other = true;
        break;
      case 8:
        if (!has_fields(r, f, [](const WireField& o) {
              return (o.number == 1 && o.type == kBytes) || (o.number == 2 && o.type == kVarint);
            }))
          return false;
        opset = true;
        break;
      case 14:
      case 20:
      case 25:
      case 26:
        break;
      default:
        return false;
    }
  }
  return (ir && other) || graph || opset;
}

}  // namespace npulint
