// One file: what it is, its text when it is one, and what its parser makes of it.
#pragma once

#include <optional>
#include <string>

#include "lint/files.h"
#include "lint/run.h"

namespace npulint {

inline constexpr Text kFileUnread{"the file cannot be read: {0}", "无法读取文件：{0}"};

// bytes: conversion YAML, contract.toml, npulint.toml
inline constexpr uint64_t kMaxWrittenBytes = 16u << 20;

struct FileContent {
  FileKind kind = FileKind::kUnknown;
  uint64_t size = 0;   // bytes
  std::string unread;  // why nothing was read
  bool too_large = false;
  uint64_t limit = 0;  // bytes, of its kind
  std::optional<std::string> text;
};

// Detects the kind; text kinds are read here once and kept, for their places. Several threads call
// this.
FileContent fetch_file(const FileReader& reader, const std::string& path);

// Fills the record of the file's kind and its problems. `digests`: what an artifact states of its
// payloads is measured. Several threads call this, each for other files.
void parse_file(FileRecord& file, const Sources& sources, const FileReader& reader, bool digests);

}  // namespace npulint
