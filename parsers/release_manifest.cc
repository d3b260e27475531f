#include "parsers/release_manifest.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "lint/files.h"
#include "lint/words.h"
#include "parsers/yaml_texts.h"
#include "parsers/yaml_tree.h"

namespace npulint {
namespace {

constexpr size_t kMaxLines = 200'000;  // of a list of digests
constexpr size_t kShaDigits = 64;
constexpr std::string_view kSizes[] = {"size", "size_bytes", "bytes"};

constexpr Text kNoModels{"`models` is no list of models", "`models` 不是模型列表"};
constexpr Text kNoName{"an asset has no `filename`: nothing of it is checked",
                       "有一个资产没有 `filename`：其内容均未检查"};
constexpr Text kNameNear{
    "an asset has no `filename`, but `{0}`: nothing of it is checked; is `filename` meant?",
    "有一个资产没有 `filename`，却有 `{0}`：其内容均未检查；是否应为 `filename`？"};
constexpr Text kManyLines{"the list has more than {0} lines; the others were not read",
                          "列表超过 {0} 行；其余行未读取"};

class ManifestReader : YamlTexts {
 public:
  ManifestReader(FileId file, std::string_view bytes) : YamlTexts(file), s_(bytes) {}

  Parsed<Manifest> run() {
    YamlFile yaml = parse_yaml(file_, s_);
    Manifest& m = out_.record;
    m.file = file_;
    out_.problems = std::move(yaml.problems);
    m.complete = out_.problems.empty();
    const Node* release = find(yaml.root, "release");
    is_release_ = release != nullptr;  // other YAML has such keys too
    if (release) {
      m.platform = text(find(*release, "platform"));
      m.version = text(find(*release, "version"));
      m.tag = text(find(*release, "tag"));
      m.archive_root = text(find(*release, "model_archive_root"));
      if (const Node* c = find(*release, "compatibility")) m.hardware = text(find(*c, "hardware"));
    }
    if (const Node* summary = find(yaml.root, "summary"))
      for (const Entry& e : summary->entries)
        if (auto n = number(&e.value)) m.summary.emplace_back(e.key.text, std::move(n));
    const Node* models = find(yaml.root, "models");
    if (models && models->kind == Node::Kind::kSequence) {
      for (const Node& n : models->items) model(n);
    } else if (m.complete) {
      m.complete = false;
      if (is_release_)
        out_.problems.push_back({Problem::Kind::kUnreadable,
                                 models ? at(*models) : whole_file(file_), Message(kNoModels)});
    }
    return std::move(out_);
  }

 private:
  Fact<int64_t> number(const Node* n) const {
    const Fact<std::string> t = text(n);
    int64_t v = 0;
    if (!t || n->type != ScalarType::kInt) return {};
    const auto [end, error] = std::from_chars(t->data(), t->data() + t->size(), v);
    if (error != std::errc() || end != t->data() + t->size()) return {};
    return {v, t.at};
  }

  void model(const Node& n) {
    if (n.kind != Node::Kind::kMapping) {
      out_.record.complete = false;
      return;
    }
    Manifest::Model m;
    const Node* id = find(n, "id");
    m.at = id ? at(*id) : at(n);
    if (const auto t = text(id ? id : find(n, "name"))) m.id = *t;
    m.availability = text(find(n, "availability"));
    m.sample_path = text(find(n, "sample_path"));
    if (const Node* scripts = find(n, "download_scripts"))
      for (const Node& s : scripts->items)
        if (auto t = text(&s)) m.scripts.push_back(std::move(t));
    if (const Node* assets = find(n, "assets"))
      for (const Node& a : assets->items) asset(a, m);
    out_.record.models.push_back(std::move(m));
  }

  void asset(const Node& n, Manifest::Model& m) {
    Manifest::Asset a;
    const Node* name = find(n, "filename");
    a.filename = text(name);
    const bool blank = name && (is_null(*name) || (a.filename && a.filename->empty()));
    if (!a.filename || blank) {
      out_.record.complete = false;
      if ((!name || blank) && is_release_) nameless(n);
      return;
    }
    a.at = a.filename.at;
    a.format = text(find(n, "format"));
    const Node *url = find(n, "url"), *sha = find(n, "sha256");
    a.url = text(url);
    a.sha256 = text(sha);
    if (constexpr std::string_view kPrefix = "sha256:";
        a.sha256 && a.sha256->starts_with(kPrefix)) {
      a.sha256.value->erase(0, kPrefix.size());  // as registries write it
      a.sha256.at.begin += kPrefix.size();
    }
    // "" states as little as null
    const auto is_none = [](const Node* v, const Fact<std::string>& stated) {
      return v && (is_null(*v) || (stated && stated->empty()));
    };
    if (is_none(url, a.url)) a.url = {}, a.no_url = at(*url);
    if (is_none(sha, a.sha256)) a.sha256 = {}, a.no_sha256 = at(*sha);
    for (std::string_view key : kSizes)
      if (!a.size) a.size = number(find(n, key));
    m.assets.push_back(std::move(a));
  }

  void nameless(const Node& n) {
    if (n.kind != Node::Kind::kMapping || n.entries.empty()) return;
    std::vector<std::string> keys;
    for (const Entry& e : n.entries) {
      if (e.key.type == ScalarType::kMerge) return;
      keys.push_back(e.key.text);
    }
    auto near = std::find_if(keys.begin(), keys.end(), [](const std::string& k) {
      return k != "filename" && (k.starts_with("file") || nearest(k, {"filename"}));
    });
    if (near == keys.end())
      near = std::find_if(keys.begin(), keys.end(),
                          [](const std::string& k) { return k == "name" || k == "path"; });
    const bool meant = near != keys.end();
    const Node& key = n.entries[meant ? static_cast<size_t>(near - keys.begin()) : 0].key;
    out_.problems.push_back({Problem::Kind::kUnknownKey, at(key),
                             meant ? Message(kNameNear, *near) : Message(kNoName)});
  }

  std::string_view s_;
  Parsed<Manifest> out_;
  bool is_release_ = false;
};

bool is_hex(std::string_view s) {
  return std::all_of(s.begin(), s.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  });
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct Span {
  size_t begin = 0, end = 0;  // bytes of the line
  bool empty() const { return begin == end; }
};
struct Line {
  Span digest, name;  // no name: the digest stands alone
};

// A line of GNU or of BSD; nothing for what sha256sum passes over, as a signature around the list.
// The digest may have the wrong length: that is for a rule to say.
std::optional<Line> read_line(std::string_view line) {
  constexpr std::string_view kBsd = "SHA256 (", kEnd = ") = ";
  if (line.starts_with(kBsd)) {
    const size_t close = line.rfind(kEnd);
    if (close == line.npos || close <= kBsd.size()) return {};
    const Span digest{close + kEnd.size(), line.size()};
    if (digest.empty() || !is_hex(line.substr(digest.begin))) return {};
    return Line{digest, {kBsd.size(), close}};
  }
  const size_t digits = std::min(line.find(' '), line.size());
  if (digits < kShaDigits / 2 || !is_hex(line.substr(0, digits))) return {};
  size_t name = std::min(digits + 1, line.size());
  if (name < line.size() && (line[name] == ' ' || line[name] == '*')) ++name;
  return Line{{0, digits}, {name, line.size()}};
}

}  // namespace

bool looks_like_manifest(std::string_view head) {
  bool models = false, assets = false, named = false;
  for (size_t at = 0; at < head.size() && !(models && assets && named);) {
    const size_t end = std::min(head.find('\n', at), head.size());
    std::string_view line = head.substr(at, end - at);
    at = end + 1;
    models = models || line.starts_with("models:") || line.starts_with("\"models\":");
    const auto has = [&](std::string_view key) {  // in block or flow style
      const size_t found = line.find(key);
      return found != line.npos && (found == 0 || !is_word(line[found - 1])) &&
             line.substr(found + key.size()).find(':') <= 1;
    };
    assets = assets || has("assets");
    named = named || has("filename") || has("model_archive_root");
  }
  return models && assets && named;
}

bool is_checksums_name(std::string_view path) {
  std::string base = lower(base_name(path));
  if (base.ends_with(".txt")) base.resize(base.size() - 4);
  return base == "sha256sums" || base == "sha256sum" || base.ends_with(".sha256") ||
         base.ends_with(".sha256sum") || base.ends_with(".sha256sums") ||
         base.ends_with("_sha256sums");
}

Parsed<Manifest> parse_manifest(FileId file, std::string_view bytes) {
  return ManifestReader(file, bytes).run();
}

Parsed<Manifest> parse_checksums(FileId file, std::string_view path, std::string_view bytes) {
  Parsed<Manifest> out;
  Manifest& m = out.record;
  m.kind = Manifest::Kind::kChecksums;
  m.file = file;
  Manifest::Model& all = m.models.emplace_back();
  all.at = whole_file(file);
  // "net.hbm.sha256" may hold the digest alone
  std::string about = base_name(path);
  if (!lower(about).ends_with(".sha256")) about.clear();
  about.resize(about.size() - std::min<size_t>(about.size(), std::string_view(".sha256").size()));
  size_t number = 0;
  for (size_t begin = 0; begin < bytes.size();) {
    size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const size_t next = end + 1;
    if (end > begin && bytes[end - 1] == '\r') --end;
    const std::string_view line = bytes.substr(begin, end - begin);
    const uint64_t from = begin;
    begin = next;
    if (++number > kMaxLines) {
      m.complete = false;
      out.problems.push_back(
          {Problem::Kind::kUnreadable, {file, from, end, ""}, Message(kManyLines, kMaxLines)});
      break;
    }
    if (line.empty() || line[0] == '#') continue;
    std::optional<Line> read = read_line(line);
    if (read && read->name.empty() && !about.empty()) read->name = {0, read->digest.end};
    if (!read || read->name.empty()) {
      m.complete = false;
      continue;
    }
    const auto place = [&](const Span& s) {
      return Evidence{file, from + s.begin, from + s.end, ""};
    };
    const auto words = [&](const Span& s) {
      return std::string(line.substr(s.begin, s.end - s.begin));
    };
    Manifest::Asset a;
    a.at = place(read->name);
    a.sha256 = {words(read->digest), place(read->digest)};
    a.filename = {read->name.begin == 0 ? about : words(read->name), a.at};
    all.assets.push_back(std::move(a));
  }
  return out;
}

}  // namespace npulint
