// The replays of a contract: what they show, and what is due there.
#include <algorithm>

#include "lint/link.h"
#include "lint/normalization.h"
#include "lint/replay.h"
#include "lint/show.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNothingDue{"nothing states the normalisation that is due: {0} has no `normalize`",
                           "没有说明应做的归一化：{0} 没有 `normalize`"};
constexpr Text kUnitUnknown{"the constants of {0} do not tell what they are of ({1})",
                            "{0} 的常数不能说明其单位（{1}）"};
constexpr Text kGraphScales{"the graph rescales its input itself ({0})",
                            "计算图自行缩放其输入（{0}）"};
constexpr Text kNoToolchain{"the toolchain that takes the calibration data is not known",
                            "读取校准数据的工具链未知"};
constexpr Text kNoStatedNorm{"what the conversion does to the input is not known",
                             "转换对该输入做的处理未知"};
constexpr Text kFormat{"the pixels are {0}; RGB, BGR and grey are compared",
                       "像素格式为 {0}；只比较 RGB、BGR 与灰度"};
constexpr Text kSeveral{"the contract has several inputs: [[replay]] must name its `input`",
                        "契约有多个输入：[[replay]] 须写明 `input`"};

class Dues {
 public:
  Dues(const Bundle& b, const Contract& c, const Contract::Replay& r) : b_(b), c_(c), r_(r) {}

  ReplayDue run() {
    const std::string feeds = r_.feeds.value.value_or("float");
    find_input();
    if (feeds == "float")
      of_training();
    else if (feeds == "calibration")
      of_calibration();
    else
      of_application();
    if (r_.pixel_format) order(r_.pixel_format, "[[replay]]");
    return std::move(due_);
  }

 private:
  void find_input() {
    const auto named = [&](const std::string& name) { return !r_.input || name == *r_.input; };
    for (const IoRow& row : b_.inputs)
      if (named(row.name) || (row.app_name && named(*row.app_name))) {
        several_ = row_ != nullptr && !r_.input;
        row_ = &row;
      }
    for (const AppTensor& a : c_.inputs)
      if (!r_.input || (a.name && *a.name == *r_.input)) {
        several_ = several_ || (app_ != nullptr && !r_.input);
        app_ = &a;
      }
  }

  void of_training() {
    order(c_.training_pixel_format, "[training]");
    if (row_ && !several_ && row_->graph_norm && !row_->graph_norm->empty())
      due_.missing = Message(kGraphScales, *row_->graph_norm);
    else
      norm(c_.training, "[training]", false);
  }

  // hb_mapper applies mean and scale to the calibration data itself, hb_compile does not.
  void of_calibration() {
    if (!b_.toolchain || !row_) {
      due_.missing = Message(kNoToolchain);
      return;
    }
    if (several_) {
      due_.missing = Message(kSeveral);
      return;
    }
    order(row_->type_train, "input_type_train");
    if (*b_.toolchain == "hb_mapper") {
      if (!row_->stated_norm)
        due_.missing = Message(kNoStatedNorm);
      else if (normalises(*row_->stated_norm))
        raw(row_->stated_norm.at, "hb_mapper");
      else
        norm(c_.training, "[training]", false);
    } else if (*b_.toolchain == "hb_compile") {
      if (c_.training)
        norm(c_.training, "[training]", false);
      else
        norm(row_->stated_norm, "hb_compile", true);
    } else {
      due_.missing = Message(kNoToolchain);
    }
  }

  void of_application() {
    if (several_) {
      due_.missing = Message(kSeveral);
      return;
    }
    if (!app_) {
      due_.missing = Message(kNothingDue, "[[input]]");
      return;
    }
    order(app_->pixel_format, "[[input]]");
    norm(app_->normalize, "[[input]]", false);
  }

  void raw(const Evidence& at, const char* by) {
    due_.norm = PixelNorm{{0}, {1}, {0}, {0}};
    due_.norm_at = at;
    due_.norm_by = by;
  }

  void norm(const Fact<Normalization>& f, const char* by, bool of_pixels) {
    if (!f) {
      due_.silent = f.missing.empty();
      due_.missing = due_.silent ? Message(kNothingDue, by) : f.missing;
      due_.norm_by = by;
    } else if (!normalises(*f)) {
      raw(f.at, by);
    } else if (const auto p = pixel_norm(*f, of_pixels)) {
      due_.norm = *p;
      due_.norm_words = show(*f);
      due_.norm_at = f.at;
      due_.norm_by = by;
    } else {
      due_.missing = Message(kUnitUnknown, by, show(*f));
    }
  }

  void order(const Fact<std::string>& f, const char* by) {
    if (!f) return;
    const std::string format = lower(*f);
    const bool of_color = format == "rgb" || format == "bgr";
    due_.order = !of_color ? "" : format == "rgb" ? "RGB" : "BGR";
    due_.order_at = f.at;
    due_.order_by = by;
    other_ = of_color || format == "gray" ? "" : *f;
    if (!other_.empty()) {
      due_.missing = Message(kFormat, other_);
      due_.norm.reset();
    }
  }

  const Bundle& b_;
  const Contract& c_;
  const Contract::Replay& r_;
  const IoRow* row_ = nullptr;
  const AppTensor* app_ = nullptr;
  bool several_ = false;
  std::string other_;
  ReplayDue due_;
};

}  // namespace

void link_replays(Bundle& b, const Group& g) {
  if (!b.contract_record) return;
  const Contract& c = *b.contract_record;
  for (size_t i = 0; i < c.replays.size(); ++i) {
    ReplayRow row;
    row.subject = "replay[" + std::to_string(i) + "]";
    if (i < g.replays.size() && g.replays[i]) {
      auto result = std::make_shared<ReplayResult>(**g.replays[i]);
      result->due = Dues(b, c, c.replays[i]).run();
      row.result = {std::move(result), g.replays[i].at};
    } else if (i < g.replays.size()) {
      row.result.missing = g.replays[i].missing;
    }
    b.replays.push_back(std::move(row));
  }
}

}  // namespace npulint
