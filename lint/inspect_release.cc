#include "lint/inspect_release.h"

#include <algorithm>

#include "lint/files.h"
#include "lint/words.h"

namespace npulint {
namespace {

template <class F>
void manifest_fields(const Manifest& m, const F& field) {
  field("platform", m.platform);
  field("version", m.version);
  field("tag", m.tag);
  field("model_archive_root", m.archive_root);
  field("hardware", m.hardware);
}

struct Counts {
  size_t assets = 0, urls = 0, digests = 0;
  std::vector<std::string> folders;  // of the names, in their order
  void add(const Manifest::Model& m) {
    for (const Manifest::Asset& a : m.assets) {
      ++assets;
      urls += a.url.value.has_value();
      digests += a.sha256.value.has_value();
      const std::string dir = dir_name(*a.filename);
      if (dir != "." && std::find(folders.begin(), folders.end(), dir) == folders.end())
        folders.push_back(dir);
    }
  }
};

}  // namespace

std::string_view manifest_kind_name(Manifest::Kind k) {
  static constexpr std::string_view kNames[] = {"models", "checksums", "folder"};
  return kNames[static_cast<size_t>(k)];
}

void show_manifest(Page& page, const Manifest& m) {
  const bool list = m.kind == Manifest::Kind::kChecksums;
  page.head(list ? "list of digests" : "release", list ? "摘要列表" : "发布");
  Counts all;
  for (const Manifest::Model& model : m.models) all.add(model);
  Rows about;
  manifest_fields(m, [&](std::string_view name, const Fact<std::string>& fact) {
    if (fact) about.push_back({std::string(name), shortened(*fact)});
  });
  if (!list) about.push_back({page.say("models", "模型"), grouped(m.models.size())});
  about.push_back({page.say("assets", "资产"), grouped(all.assets)});
  if (!list) about.push_back({page.say("with a URL", "有 URL"), grouped(all.urls)});
  about.push_back({page.say("with a digest", "有摘要"), grouped(all.digests)});
  for (const auto& [key, n] : m.summary)
    about.push_back(
        {"summary." + shortened(key), grouped(static_cast<size_t>(std::max<int64_t>(*n, 0)))});
  page.rows(about);
  if (list) return;

  page.head("models", "模型");
  Rows rows;
  rows.push_back({page.say("model", "模型"), page.say("availability", "获取方式"),
                  page.say("assets", "资产"), page.say("digests", "摘要"),
                  page.say("folders", "目录")});
  for (const Manifest::Model& model : m.models) {
    if (rows.size() > kMostRows) break;
    Counts c;
    c.add(model);
    rows.push_back({shortened(model.id), model.availability ? shortened(*model.availability) : "",
                    grouped(c.assets), grouped(c.digests), shortened(joined(c.folders))});
  }
  page.rows(columns_in_use(rows), true);
  page.more(m.models.size());
}

void write_manifest(JsonWriter& w, const Manifest& m) {
  w.object(true).field("kind", manifest_kind_name(m.kind));
  w.key("complete").boolean(m.complete);
  manifest_fields(m, [&](std::string_view name, const Fact<std::string>& fact) {
    if (fact) w.field(name, *fact);
  });
  w.key("summary").object(true);
  for (const auto& [key, n] : m.summary) w.key(key).number(*n);
  w.end().key("models").array(true);
  for (const Manifest::Model& model : m.models) {
    w.object(true).field("id", model.id);
    if (model.availability) w.field("availability", *model.availability);
    w.key("assets").array(true);
    for (const Manifest::Asset& a : model.assets) {
      w.object().field("filename", *a.filename);
      for (const auto& [name, fact] : {std::pair{"format", &a.format}, std::pair{"url", &a.url},
                                       std::pair{"sha256", &a.sha256}})
        if (*fact) w.field(name, **fact);
      if (a.size) w.key("size").number(*a.size);
      w.end();
    }
    w.end().end();
  }
  w.end().end();
}

}  // namespace npulint
