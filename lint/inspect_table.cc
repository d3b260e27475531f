#include "lint/inspect_table.h"

namespace npulint {
namespace {

constexpr Text kWhy[] = {
    {"holds nan or inf", "含有 nan 或 inf"},
    {"holds a `+`", "含有 `+`"},
    {"exponent with `E`", "指数使用了 `E`"},
    {"blank at the end", "行尾有空格"},
    {"blank at the start", "行首有空格"},
    {"another number of columns", "列数不符"},
    {"no quantize_mode", "缺少 quantize_mode"},
    {"something else than numbers", "含有非数字内容"},
    {"a number that cannot be read", "数字无法读取"},
};

}  // namespace

std::string_view table_kind_name(CaliTable::Kind k) {
  return k == CaliTable::Kind::kCalibration ? "calibration" : "quantisation";
}

std::string_view dropped_name(CaliTable::Dropped::Why why) {
  static constexpr std::string_view kNames[] = {"not_finite",   "plus_sign",      "exponent",
                                                "blank_at_end", "blank_at_start", "columns",
                                                "no_mode",      "character",      "number"};
  return kNames[static_cast<size_t>(why)];
}

void show_table(Page& page, const CaliTable& t) {
  const bool calibration = t.kind == CaliTable::Kind::kCalibration;
  page.head(calibration ? "calibration table" : "quantisation table",
            calibration ? "校准表" : "量化表");
  Rows about;
  table_fields(t, [&](std::string_view name, const auto& fact) {
    if (fact) about.push_back({std::string(name), cell(fact)});
  });
  about.push_back({page.say("rows", "行"), grouped(t.rows.size() + t.modes.size())});
  about.push_back({page.say("lines not read", "未读取的行"), grouped(t.dropped.size())});
  if (t.other_lines > 0)
    about.push_back({page.say("lines of other sections", "其他段的行"), grouped(t.other_lines)});
  page.rows(about);

  if (!t.dropped.empty()) {
    page.head("lines that model_deploy does not read", "model_deploy 不读取的行");
    Rows rows;
    for (const CaliTable::Dropped& d : t.dropped) {
      if (rows.size() == kMostRows) break;
      rows.push_back(
          {shortened(d.text), std::string(kWhy[static_cast<size_t>(d.why)].in(page.lang))});
    }
    page.rows(rows);
    page.more(t.dropped.size());
  }

  page.head("rows", "行");
  Rows rows;
  if (calibration)
    rows.push_back({"op_name", "threshold", "min", "max", page.say("section", "段")});
  else
    rows.push_back({"op_name", "quantize_mode"});
  for (const CaliTable::Row& r : t.rows) {
    if (rows.size() > kMostRows) break;
    const bool plain = r.section == CaliTable::Section::kThresholds;
    rows.push_back({shortened(r.name), number_text(r.threshold), number_text(r.min),
                    number_text(r.max), plain ? "" : std::string(section_name(r.section))});
  }
  for (const CaliTable::Mode& m : t.modes) {
    if (rows.size() > kMostRows) break;
    rows.push_back({shortened(m.name), shortened(m.mode)});
  }
  page.rows(columns_in_use(rows), true);
  page.more(t.rows.size() + t.modes.size());
}

void write_table(JsonWriter& w, const CaliTable& t) {
  w.object(true).field("kind", table_kind_name(t.kind));
  table_fields(t, [&](std::string_view name, const auto& fact) {
    if (!fact) return;
    if constexpr (std::is_same_v<decltype(fact), const Fact<int64_t>&>)
      w.key(name).number(*fact);
    else
      w.field(name, *fact);
  });
  w.key("complete").boolean(t.complete);
  w.key("dropped").array(true);
  for (const CaliTable::Dropped& d : t.dropped)
    w.object().field("text", d.text).field("why", dropped_name(d.why)).end();
  w.end().key("rows").array(true);
  for (const CaliTable::Row& r : t.rows) {
    w.object().field("name", r.name).key("threshold").real(r.threshold);
    w.key("min").real(r.min).key("max").real(r.max);
    w.field("section", section_name(r.section)).end();
  }
  for (const CaliTable::Mode& m : t.modes)
    w.object().field("name", m.name).field("mode", m.mode).end();
  w.end().end();
}

}  // namespace npulint
