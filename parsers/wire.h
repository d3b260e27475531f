// Protobuf wire format read in place: fields one at a time over a small window of a file, payloads
// never touched. Source: protobuf's "Encoding" document. Groups (wire types 3 and 4) are refused:
// no format here has them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "lint/files.h"

namespace npulint {

enum WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

struct WireField {
  uint32_t number = 0;
  uint8_t type = kVarint;
  uint64_t value = 0;  // number; of kBytes: the length as stated
  uint64_t at = 0;     // offset of the tag
  uint64_t begin = 0,
           end = 0;  // of the bytes of a kBytes field, cut at the end of the enclosing message
};

enum class WireFault : uint8_t {
  kNone,
  kLength,  // a kBytes field goes beyond its message; the field is filled, `end` is cut
  kCut,     // a tag or number goes beyond its message
  kVarint,  // a varint of more than ten bytes
  kTag,     // field number 0 or an unknown wire type
  kUnread,  // the file gave fewer bytes than its size promised
};

class WireReader {
 public:
  static constexpr size_t kFirstWindow = 4096, kLargestWindow = 65536;

  explicit WireReader(RandomAccess& file)
      : file_(file), size_(file.size()), window_(new char[kLargestWindow]) {}
  uint64_t size() const { return size_; }

  // Reads the field at *pos and moves *pos behind it (behind its payload). `end` <= size(), *pos <
  // end.
  WireFault next(uint64_t* pos, uint64_t end, WireField* f) {
    f->at = *pos;
    uint64_t tag = 0;
    if (WireFault w = varint(pos, end, &tag); w != WireFault::kNone) return w;
    if (tag >> 32 || (tag >> 3) == 0) return WireFault::kTag;
    f->number = static_cast<uint32_t>(tag >> 3);
    f->type = static_cast<uint8_t>(tag & 7);
    switch (f->type) {
      case kVarint:
        return varint(pos, end, &f->value);
      case kFixed64:
        return fixed(pos, end, 8, &f->value);
      case kFixed32:
        return fixed(pos, end, 4, &f->value);
      case kBytes:
        if (WireFault w = varint(pos, end, &f->value); w != WireFault::kNone) return w;
        f->begin = *pos;
        f->end = f->value > end - *pos ? end : *pos + f->value;
        *pos = f->end;
        return f->value > end - f->begin ? WireFault::kLength : WireFault::kNone;
      default:
        return WireFault::kTag;
    }
  }

  // Nearly every tag and length is one byte, and in the window.
  WireFault varint(uint64_t* pos, uint64_t end, uint64_t* value) {
    const uint64_t offset = *pos - at_;  // before the window it wraps beyond have_
    if (offset < have_ && *pos < end) {
      const auto byte = static_cast<unsigned char>(window_[offset]);
      if (byte < 0x80) {
        *value = byte;
        ++*pos;
        return WireFault::kNone;
      }
    }
    return long_varint(pos, end, value);
  }

  // Up to n <= kLargestWindow bytes at `pos`; fewer only when the file ends or cannot be read.
  // Valid until the next call.
  std::string_view view(uint64_t pos, size_t n) {
    if (pos < at_ || pos + n > at_ + have_) fill(pos, n);
    const uint64_t left = at_ + have_ > pos ? at_ + have_ - pos : 0;
    return {window_.get() + (pos - at_), static_cast<size_t>(std::min<uint64_t>(left, n))};
  }

 private:
  WireFault long_varint(uint64_t* pos, uint64_t end, uint64_t* value) {
    const size_t n = static_cast<size_t>(std::min<uint64_t>(end - *pos, 10));
    const std::string_view b = view(*pos, n);
    uint64_t v = 0;
    for (size_t i = 0; i < b.size(); ++i) {
      const auto byte = static_cast<unsigned char>(b[i]);
      v |= uint64_t{byte & 0x7fu} << (7 * i);
      if (byte < 0x80) {
        *value = v;
        *pos += i + 1;
        return WireFault::kNone;
      }
    }
    return b.size() < n ? WireFault::kUnread : n == 10 ? WireFault::kVarint : WireFault::kCut;
  }

  WireFault fixed(uint64_t* pos, uint64_t end, size_t n, uint64_t* value) {
    if (end - *pos < n) return WireFault::kCut;
    const std::string_view b = view(*pos, n);
    if (b.size() < n) return WireFault::kUnread;
    *value = 0;
    for (size_t i = n; i-- > 0;) *value = *value << 8 | static_cast<unsigned char>(b[i]);
    *pos += n;
    return WireFault::kNone;
  }

  // Small after a jump, doubling while the walk goes straight on: headers between large payloads
  // cost one small read each, long runs of nodes few large ones.
  void fill(uint64_t pos, size_t n) {
    const bool straight = have_ > 0 && pos >= at_ && pos <= at_ + have_ + kFirstWindow;
    want_ = straight ? std::min(want_ * 2, kLargestWindow) : kFirstWindow;
    const size_t most = std::max(want_, std::min(n, kLargestWindow));
    at_ = pos;
    have_ = pos < size_ ? file_.read(pos, window_.get(),
                                     static_cast<size_t>(std::min<uint64_t>(most, size_ - pos)))
                        : 0;
  }

  RandomAccess& file_;
  uint64_t size_;
  std::unique_ptr<char[]> window_;
  uint64_t at_ = 0;
  size_t have_ = 0, want_ = kFirstWindow;
};

}  // namespace npulint
