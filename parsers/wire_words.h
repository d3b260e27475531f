// The sentences about damaged protobuf messages, which all formats of that wire share.
#pragma once

#include "lint/text.h"
#include "parsers/wire.h"

namespace npulint {

inline constexpr Text kBrokenField{"the bytes at {0} in {1} are no protobuf field",
                                   "{1} 中第 {0} 字节处的内容不是 protobuf 字段"};
inline constexpr Text kUnreadBytes{"the bytes at {0} in {1} cannot be read",
                                   "无法读取 {1} 中第 {0} 字节处的内容"};

// Of WireReader::next() at `from`, in a message that ends at `end`: where the file ends too, it is
// cut off. `place` names the message. Not for kNone.
inline Message wire_message(WireFault fault, const WireField& f, uint64_t from, uint64_t end,
                            bool file_ends, const Arg& place) {
  constexpr Text kCutOff{
      "the file ends at byte {0}; field {1} of {2} needs {3} bytes more, the file is cut off",
      "文件在第 {0} 字节处结束；{2} 的字段 {1} 还需要 {3} 字节，文件被截断"};
  constexpr Text kCutTag{
      "the file ends at byte {0} in the middle of a field of {1}, the file is cut off",
      "文件在第 {0} 字节处结束，{1} 的一个字段不完整，文件被截断"};
  constexpr Text kTooLong{
      "field {0} of {1} claims {2} bytes at byte {3}, but its message has only {4} left",
      "第 {3} 字节处，{1} 的字段 {0} 声明为 {2} 字节，但所在消息只剩 {4} 字节"};
  if (fault == WireFault::kLength)
    return file_ends ? Message(kCutOff, end, f.number, place, f.value - (end - f.begin))
                     : Message(kTooLong, f.number, place, f.value, f.at, end - f.begin);
  if (fault == WireFault::kCut && file_ends) return Message(kCutTag, end, place);
  return Message(fault == WireFault::kUnread ? kUnreadBytes : kBrokenField, from, place);
}

}  // namespace npulint
