#include "lint/digest.h"

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <vector>

namespace npulint {
namespace {

constexpr size_t kBlock = 256u << 10;  // stays in the second-level cache

std::string hex(sha256_ctx& ctx) {
  uint8_t digest[SHA256_DIGEST_SIZE];
  nettle_sha256_digest(&ctx, sizeof digest, digest);
  return hex_text(digest);
}

}  // namespace

std::string hex_text(std::span<const uint8_t> bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const uint8_t b : bytes) {
    out += kHex[b >> 4];
    out += kHex[b & 15];
  }
  return out;
}

std::string sha256_hex(RandomAccess& file) { return sha256_hex(file, 0, ~uint64_t{0}); }

std::string sha256_hex(RandomAccess& file, uint64_t offset, uint64_t bytes) {
  sha256_ctx ctx;
  nettle_sha256_init(&ctx);
  thread_local std::vector<char> block(kBlock);  // there are many small files
  while (bytes > 0) {
    const size_t want = static_cast<size_t>(std::min<uint64_t>(bytes, block.size()));
    const size_t n = file.read(offset, block.data(), want);
    if (n == 0) break;
    nettle_sha256_update(&ctx, n, reinterpret_cast<const uint8_t*>(block.data()));
    offset += n;
    bytes -= n;
  }
  return hex(ctx);
}

std::string sha256_hex(std::string_view bytes) {
  sha256_ctx ctx;
  nettle_sha256_init(&ctx);
  nettle_sha256_update(&ctx, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  return hex(ctx);
}

std::string sha256_base64(std::string_view bytes) {
  sha256_ctx ctx;
  nettle_sha256_init(&ctx);
  nettle_sha256_update(&ctx, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  uint8_t digest[SHA256_DIGEST_SIZE];
  nettle_sha256_digest(&ctx, sizeof digest, digest);
  char out[BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE)];
  nettle_base64_encode_raw(out, sizeof digest, digest);
  return std::string(out, sizeof out);
}

}  // namespace npulint
