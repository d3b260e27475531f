// What the pages of `npulint inspect` in the terminal are made of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lint/model.h"
#include "lint/paint.h"
#include "lint/render.h"
#include "lint/show.h"

namespace npulint {

constexpr size_t kMostRows = 40;  // build settings, operators; JSON has all

using Rows = std::vector<std::vector<std::string>>;

// Digits in groups of three, so that sizes can be read.
std::string grouped(uint64_t n);

// Escaped, and cut where it is too wide for a cell.
constexpr size_t kMostValue = 120;  // cells of one value
std::string shortened(std::string_view s, size_t most = kMostValue);

// The value of a fact; empty without one.
template <class T>
std::string cell(const Fact<T>& f) {
  if (!f) return "";
  if constexpr (std::is_same_v<T, Shape>)
    return shape_text(*f);
  else
    return shortened(show(*f));
}

// Of a table with a title row: a column that is empty but for its title goes.
Rows columns_in_use(Rows t);

// The text of one file, section by section.
struct Page {
  explicit Page(const RenderOptions& o) : options(o), lang(o.lang), paint{o.color} {}

  std::string say(std::string_view en, std::string_view zh) const {
    return std::string(lang == Lang::kZh ? zh : en);
  }
  void head(std::string_view en, std::string_view zh);
  void rows(const Rows& r, bool titled = false);
  void more(size_t all);  // says so when more than kMostRows are there

  const RenderOptions& options;
  Lang lang;
  Paint paint;
  std::string out;
};

void show_model(Page& page, const CompiledModel& m);
void show_log(Page& page, const BuildLog& log);

// What a compiled model and a log have alike.
void show_build(Page& page, const std::vector<Fact<std::string>>& removed_nodes,
                const std::map<std::string, Fact<std::string>>& build);

}  // namespace npulint
