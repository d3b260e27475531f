#include "lint/frame.h"

#include <algorithm>
#include <vector>

#include "lint/render.h"
#include "lint/utf8.h"

namespace npulint {
namespace {

constexpr size_t kLead = 30;  // cells kept before the mark of a cut line
constexpr size_t kMostGlyphs = 8 * kFrameCells;

struct Glyph {
  std::string text;
  size_t byte, end, cell, width;  // begin and end byte; first cell and cells
};

struct Glyphs {
  std::vector<Glyph> all;
  bool to_end = false;  // of the line
};

// No more glyphs are made than the window can need: a line may be 100 MB of JSON, or of combining
// marks.
Glyphs glyphs(std::string_view line, size_t from) {
  Glyphs out;
  size_t cell = 0;
  for (size_t i = from; cell <= kFrameCells && out.all.size() < kMostGlyphs;) {
    if (i >= line.size()) {
      out.to_end = true;
      break;
    }
    const CodePoint c = decode(line, i);
    Glyph g{{}, i, i, cell, 0};
    if (c.valid && c.value == '\t') {
      g.width = cell_width("\t", cell);
      g.text.assign(g.width, ' ');
    } else {
      g.text = visible(line, i, c);
      g.width = cell_width(g.text);
    }
    cell += g.width;
    i += c.size;
    g.end = i;
    out.all.push_back(std::move(g));
  }
  // a last glyph that just fits ends the line as well
  if (!out.all.empty() && out.all.back().end == line.size() && cell <= kFrameCells)
    out.to_end = true;
  return out;
}

// The byte `cells` code points before `at`: near enough to cells, since a window need not be exact.
size_t step_back(std::string_view line, size_t at, size_t points) {
  while (at > 0 && points > 0) {
    --at;
    if ((static_cast<unsigned char>(line[at]) & 0xC0) != 0x80) --points;
  }
  return at;
}

}  // namespace

FrameLine frame_line(std::string_view line, size_t begin, size_t end) {
  begin = std::min(begin, line.size());
  end = std::clamp(end, begin, line.size());
  // step off the middle of a character
  while (begin > 0 && begin < line.size() &&
         (static_cast<unsigned char>(line[begin]) & 0xC0) == 0x80)
    --begin;

  FrameLine out;
  size_t from = 0;
  Glyphs line_glyphs = glyphs(line, 0);
  out.cut = !line_glyphs.to_end;
  if (out.cut) {
    const auto& all = line_glyphs.all;
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const Glyph& g) { return g.byte >= begin; });
    const bool ends_inside = end < all.back().byte && all.back().cell < kFrameCells - 1;
    const bool near = at != all.end() && at->cell + kLead < kFrameCells;
    if (!ends_inside && !near) {
      from = step_back(line, begin, kLead);
      line_glyphs = glyphs(line, from);
    }
  }

  const size_t offset = from > 0 ? 1 : 0;  // of the leading "…"
  if (from > 0) out.text = "…";
  size_t room = kFrameCells - offset;
  const auto& all = line_glyphs.all;
  const bool tail =
      !line_glyphs.to_end || (!all.empty() && all.back().cell + all.back().width > room);
  if (tail) --room;
  size_t shown_end = offset;
  size_t first = std::string::npos, last = 0;
  for (const Glyph& g : all) {
    if (g.cell + g.width > room) break;
    if (first == std::string::npos && g.byte >= begin) first = g.cell + offset;
    out.text += g.text;
    shown_end = g.cell + g.width + offset;
    if (g.byte < end) last = shown_end;
  }
  if (tail) out.text += "…";
  out.first = first == std::string::npos ? shown_end : first;
  out.cells = last > out.first ? last - out.first : 1;
  return out;
}

}  // namespace npulint
