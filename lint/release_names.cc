// What the names of a released asset state: of its target, of its dims.
#include "lint/release_names.h"

#include <algorithm>

#include "lint/files.h"

namespace npulint {
namespace {

constexpr std::string_view kCompiledExtensions[] = {".bin", ".hbm", ".bmodel"};

// What all tokens agree on; the last one, which stands closest to the file.
std::optional<StatedTarget> one_of(const std::vector<PlatformToken>& tokens,
                                   const Platforms& platforms) {
  if (tokens.empty()) return std::nullopt;
  const StatedTarget last{tokens.back().text, tokens.back().target};
  for (const PlatformToken& t : tokens)
    if (!last.agrees({t.text, t.target}, platforms)) return std::nullopt;
  return last;
}

std::vector<std::pair<int64_t, int64_t>> dims_of(std::string_view name) {
  std::vector<std::pair<int64_t, int64_t>> out;
  for (const NameToken& t : name_tokens(name))
    if (const auto size = size_token(t.text)) out.push_back(*size);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// "rdk_s100/yolo" of "https://host/rdk_s100/yolo/a.hbm".
std::string_view folders_of_url(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme == url.npos) return {};
  url.remove_prefix(scheme + 3);
  const size_t host = url.find('/'), last = url.rfind('/');
  if (host == url.npos || last <= host) return {};
  return url.substr(host + 1, last - host - 1);
}

std::string_view last_of_url(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  return url.substr(url.rfind('/') + 1);
}

}  // namespace

std::string StatedTarget::means() const { return PlatformToken{token, 0, 0, target}.means(); }

bool StatedTarget::agrees(const StatedTarget& other, const Platforms& platforms) const {
  const PlatformToken own{token, 0, 0, target};
  for (const auto* list : {&other.target.marches, &other.target.tolerated})
    for (const std::string& march : *list)
      if (own.fits(march, platforms)) return true;
  return false;
}

std::string unsafe_name(std::string_view name) {
  if (name.starts_with('/')) return "/";
  if (name.size() > 1 && name[1] == ':') return std::string(name.substr(0, 2));
  if (name.find('\\') != name.npos) return "\\";
  if (std::any_of(name.begin(), name.end(), [](char c) { return c > 0 && c < ' '; }))
    return "control character";
  const std::string normal = normal_path(name);
  return normal == ".." || normal.starts_with("../") ? ".." : "";
}

ReleasedAsset named_asset(const Manifest::Asset& stated, const Manifest& m,
                          const PlatformWords& words) {
  ReleasedAsset a;
  a.stated = &stated;
  a.name = *stated.filename;
  a.escapes = unsafe_name(a.name);
  if (a.escapes.empty()) a.name = normal_path(a.name);
  a.base = base_name(a.name);
  a.ext = extension(a.base);
  a.compiled = std::any_of(std::begin(kCompiledExtensions), std::end(kCompiledExtensions),
                           [&](std::string_view e) { return a.ext == e; });
  // of the vendor's own kinds only a .bin may be something else
  if (a.ext == ".bin" && stated.format && *stated.format != "bin") a.compiled = false;
  const Platforms& platforms = words.platforms();
  const std::string dir = dir_name(a.name);
  a.own = one_of(words.in(a.base), platforms);
  if (dir != ".") a.folder = one_of(words.in(dir), platforms);
  if (!a.folder && m.platform)
    if (auto target = platforms.target(*m.platform)) a.folder = {*m.platform, std::move(*target)};
  a.dims = dims_of(a.base);
  if (!stated.url) return a;
  a.url_dims = dims_of(last_of_url(*stated.url));
  std::vector<PlatformToken> boards = words.in(folders_of_url(*stated.url));
  std::erase_if(boards, [](const PlatformToken& t) { return t.target.board.empty(); });
  a.bucket = one_of(boards, platforms);
  if (a.bucket) a.bucket_dir = boards.back().text;
  return a;
}

}  // namespace npulint
