// The tensors of each compiled model as a contract, with their memory drawn, and how outputs are
// decoded.
#include <algorithm>

#include "lint/recipe.h"
#include "lint/report.h"
#include "lint/show.h"
#include "lint/stride_line.h"
#include "lint/svg.h"

namespace npulint {
namespace {

constexpr int64_t kBar = 20, kRows = 4;

constexpr Text kRow{"row {0} @ {1}", "第 {0} 行 @ {1}"};
constexpr Text kDrift{"read as dense: row 1 begins {0} bytes early, row {1} {2} bytes early",
                      "按紧凑方式读取：第 1 行早 {0} 字节，第 {1} 行早 {2} 字节"};
constexpr Text kPlane{"{0}: {1} rows of {2} bytes, stride {3} ({4} padding)",
                      "{0}：{1} 行，每行 {2} 字节，步长 {3}（填充 {4}）"};
constexpr Text kFreePlane{"{0}: {1} rows of {2} bytes; the caller decides the stride",
                          "{0}：{1} 行，每行 {2} 字节；步长由调用方决定"};

// The first rows in memory, and below them where a reader who takes the tensor for dense finds
// them.
std::string rows_svg(const StrideLevel& level, bool read_dense) {
  const double valid = static_cast<double>(level.count) * static_cast<double>(level.item),
               step = static_cast<double>(level.step);
  if (valid <= 0 || step <= 0) return "";
  const double unit = kSvgWidth / (step * kRows);
  Svg svg;
  for (int64_t i = 0; i < kRows; ++i) {
    const double x = static_cast<double>(i) * step * unit;
    svg.rect("s-valid", x, 18, valid * unit, kBar);
    svg.rect("s-pad", x + valid * unit, 18, (step - valid) * unit, kBar);
    svg.text(x + 2, 12, Message(kRow, i, i * level.step));
  }
  double y = 18 + kBar + 6;
  if (read_dense) {
    for (int64_t i = 0; i < kRows; ++i) {
      const double x = static_cast<double>(i) * valid * unit;
      svg.rect("s-read", x + 1, y, valid * unit - 2, kBar);
      svg.text(x + 4, y + 14, std::to_string(i));
    }
    y += kBar + 18;
    const int64_t drift = level.step - level.count * level.item;
    svg.text(2, y - 4, Message(kDrift, drift, kRows - 1, (kRows - 1) * drift));
  }
  svg.text(2, y + 12, level_text(level));
  return svg.write(y + 18, level_text(level).in(Lang::kEn));
}

// The planes of an nv12 image: valid width against the stride of a row.
std::string nv12_svg(int64_t width, int64_t height, int64_t y_stride, int64_t uv_stride) {
  const int64_t widest = std::max({width, y_stride, uv_stride});
  if (width <= 0 || height <= 0 || widest <= 0) return "";
  const double unit = (kSvgWidth - 4) / static_cast<double>(widest);
  Svg svg;
  double y = 2;
  const auto plane = [&](std::string_view name, int64_t rows, int64_t stride) {
    const double h = name == "Y" ? 36 : 18, valid = static_cast<double>(width) * unit;
    svg.rect("s-valid", 2, y, valid, h);
    if (stride > width)
      svg.rect("s-pad", 2 + valid, y, static_cast<double>(stride - width) * unit, h);
    svg.text(4, y + h + 14,
             stride > 0 ? Message(kPlane, name, rows, width, stride, stride - width)
                        : Message(kFreePlane, name, rows, width));
    y += h + 22;
  };
  plane("Y", height, y_stride);
  plane("UV", height / 2, uv_stride);
  return svg.write(y, "nv12 planes, " + std::to_string(width) + " x " + std::to_string(height));
}

class Tensors {
 public:
  explicit Tensors(ReportPage& page) : p_(page) {}

  void write() {
    const auto& bundles = p_.run.bundles;
    if (std::none_of(bundles.begin(), bundles.end(), [](const Bundle& b) {
          return b.compiled_record || std::any_of(b.inputs.begin(), b.inputs.end(), is_nv12);
        }))
      return;
    p_.head("tensors", {"Tensors and memory", "张量与内存"});
    p_.raw(
        "<svg class=\"soft\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><pattern "
        "id=\"hatch\" "
        "width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
        "<line class=\"s-line\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\"/></pattern></defs></svg>\n");
    for (const Bundle& b : bundles) {
      if (b.compiled_record) model(b, *b.compiled_record);
      for (const IoRow& r : b.inputs) image(b, r);
    }
  }

 private:
  void cell(std::string_view s) { p_.raw("<td>").text(s).raw("</td>"); }

  void model(const Bundle& b, const CompiledModel& m) {
    p_.raw("<h3>").text(b.name);
    if (m.name) p_.raw(" · ").code(*m.name);
    p_.place(m.at);
    p_.raw("</h3>\n<div class=\"scroll\"><table><tr>");
    for (const Text& t :
         {Text{"tensor", "张量"}, Text{"type", "类型"}, Text{"valid shape", "有效形状"},
          Text{"bytes", "字节"}, Text{"strides (bytes)", "步长（字节）"},
          Text{"quantisation", "量化"}, Text{"application", "应用"}})
      p_.raw("<th>").both(t).raw("</th>");
    p_.raw("</tr>\n");
    for (const auto* list : {&m.inputs, &m.outputs})
      for (const CompiledTensor& t : *list) row(t, app_row(b, t));
    p_.raw("</table></div>\n");
    for (const auto* list : {&m.inputs, &m.outputs})
      for (const CompiledTensor& t : *list) drawing(b, t);
    for (const CompiledTensor& t : m.outputs) recipe(t, m.format);
  }

  static const IoRow* app_row(const Bundle& b, const CompiledTensor& t) {
    for (const auto* rows : {&b.inputs, &b.outputs})
      for (const IoRow& r : *rows)
        if (std::find(r.compiled.begin(), r.compiled.end(), &t) != r.compiled.end()) return &r;
    return nullptr;
  }

  void row(const CompiledTensor& t, const IoRow* io) {
    p_.raw("<tr><td>").text((t.is_input ? "in " : "out ") + std::to_string(t.index)).raw(" ");
    p_.code(t.name).raw("</td>");
    cell(t.image ? *t.image : t.dtype ? show(*t.dtype) : "");
    cell(t.shape ? shape_text(*t.shape) : "");
    cell(!t.byte_size ? "" : *t.byte_size == -1 ? "caller" : std::to_string(*t.byte_size));
    std::string strides;
    if (t.strides)
      for (const int64_t s : *t.strides)
        strides +=
            (strides.empty() ? "" : ", ") + (caller_decides(s) ? "caller" : std::to_string(s));
    cell(strides);
    cell(t.quant ? show(*t.quant) : "");
    std::string app;
    const auto add = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) app += (app.empty() ? "" : ", ") + std::string(name) + value;
    };
    if (io) {
      add("", io->pixel_format ? *io->pixel_format : "");
      add("", io->protocol ? *io->protocol : "");
      add("", io->app_dtype ? show(*io->app_dtype) : "");
      add("y_stride ", io->y_stride ? show(*io->y_stride) : "");
      add("uv_stride ", io->uv_stride ? show(*io->uv_stride) : "");
      add("normalize ", io->app_norm ? show(*io->app_norm) : "");
      add("reads ", io->read_as ? show(*io->read_as) : "");
      add("decode ", io->decode ? std::string(decode_name(*io->decode)) : "");
      add("", io->reading ? io->reading->states : "");
      add("for ", io->consumer ? *io->consumer : "");
    }
    cell(app);
    p_.raw("</tr>\n");
  }

  void drawing(const Bundle& b, const CompiledTensor& t) {
    const IoRow* io = app_row(b, t);
    std::string drawn;
    for (const StrideLevel& level : memory_layout(t).padding)
      drawn += rows_svg(level, io && io->reading && io->reading->dense);
    if (drawn.empty()) return;
    p_.raw("<details open><summary>").code(t.name).raw(" · ").both("in memory", "内存布局");
    p_.raw("</summary>\n").raw(drawn).raw("</details>\n");
  }

  static bool is_nv12(const IoRow& r) {
    const bool taken = r.takes && r.takes->find("nv12") != std::string::npos;
    return (taken || (r.pixel_format && *r.pixel_format == "nv12")) && r.app_width && r.app_height;
  }

  // The planes as the application hands them over.
  void image(const Bundle& b, const IoRow& r) {
    if (!is_nv12(r)) return;
    const int64_t y = r.y_stride ? *r.y_stride : 0, uv = r.uv_stride ? *r.uv_stride : 0;
    p_.raw("<details open><summary>").code(r.name).raw(" · ").both("in memory", "内存布局");
    if (b.nv12_alignment) {
      const std::string n = std::to_string(*b.nv12_alignment);
      p_.raw(" · ").both("rows align to " + n + " bytes on this platform",
                         "该平台的行按 " + n + " 字节对齐");
    }
    p_.raw("</summary>\n").raw(nv12_svg(*r.app_width, *r.app_height, y, uv)).raw("</details>\n");
  }

  void recipe(const CompiledTensor& t, std::string_view format) {
    if (!has_recipe(t)) return;
    const Recipe r = recipe_of(t, format);
    p_.raw("<details open><summary>").code(t.name).raw(" · ").both("how to read it", "读取方法");
    p_.raw("</summary>\n<p>").both(recipe_words(r, Lang::kEn), recipe_words(r, Lang::kZh));
    p_.raw("</p>\n");
    if (!r.address.empty() || !r.formula.empty()) {
      p_.raw("<pre>").text(r.address);
      if (!r.address.empty() && !r.formula.empty()) p_.raw("\n");
      p_.text(r.formula).raw("</pre>\n");
    }
    p_.raw("</details>\n");
  }

  ReportPage& p_;
};

}  // namespace

std::string coverage_svg(const Tally& t) {
  const size_t all = t.passed + t.failed + t.not_checked;
  if (all == 0) return "";
  Svg svg;
  double x = 0;
  const auto part = [&](std::string_view css, size_t n) {
    const double w = kSvgWidth * static_cast<double>(n) / static_cast<double>(all);
    if (n > 0) svg.rect(css, x, 0, w, 14);
    x += w;
  };
  part("s-pass", t.passed);
  part("s-fail", t.failed);
  part("s-open", t.not_checked);
  return svg.write(14, std::to_string(t.passed) + " passed, " + std::to_string(t.failed) +
                           " failed, " + std::to_string(t.not_checked) + " not checked");
}

void report_tensors(ReportPage& page) { Tensors(page).write(); }

}  // namespace npulint
