// The classes that the application counts on, against the channels of the artifact's heads. The
// arithmetic of a head is that of its family (heads.toml), else of an output whose role says that
// it holds one score a class; without either nothing is compared.
#include <algorithm>

#include "lint/dequant.h"
#include "lint/heads.h"
#include "lint/link_derived.h"

namespace npulint {
namespace {

constexpr Text kNoHead{
    "neither [head] family nor the role of an output says how channels follow from classes",
    "[head] family 与输出的 role 都没有说明通道数如何由类别数得出"};
constexpr Text kUnknownFamily{"the table of heads has no family `{0}`", "检测头表中没有系列 `{0}`"};
constexpr Text kNoDims{"the dims of the outputs do not tell how many classes there are",
                       "输出的维度无法说明类别数"};

// What one output says of a number of classes.
struct Outcome {
  enum class Kind { kUnclear, kFits, kContradicts };
  Kind kind = Kind::kUnclear;
  int64_t found = 0;  // 0: no number of classes gives such channels
  std::string how;    // "24 / 3 - 5"
};
constexpr auto kUnclear = Outcome::Kind::kUnclear;
constexpr auto kFits = Outcome::Kind::kFits;
constexpr auto kContradicts = Outcome::Kind::kContradicts;

struct Statement {
  int64_t classes = 0;
  std::string who;
  Evidence at;
  int64_t slack = 1;  // so many scores more are no contradiction: background, blank, space
};

constexpr int64_t kMasks = 32;    // prototypes of YOLO's segmentation heads
constexpr int64_t kOfLabels = 2;  // slack: a file of characters leaves blank and space out

bool all_known(const Shape& s) {
  return std::all_of(s.begin(), s.end(), [](int64_t d) { return d > 0; });
}

// The one dim behind the batch that is not 1; none when there are several.
std::optional<int64_t> only_dim(const Shape& s) {
  int64_t only = 1;
  for (size_t i = s.size() > 1 ? 1 : 0; i < s.size(); ++i) {
    if (s[i] == 1) continue;
    if (only != 1) return std::nullopt;
    only = s[i];
  }
  return only;
}

std::string formula(int64_t from, int64_t less) {
  return std::to_string(from) + " - " + std::to_string(less);
}

class Heads {
 public:
  Heads(const Bundle& b, const Contract& c) : b_(b), c_(c), image_(image_of(b)) {
    if (c.head_family) family_ = head_family(*c.head_family);
  }

  Fact<std::vector<ClassClash>> check(const Fact<int64_t>& labels) {
    bool stated = false;
    for (const IoRow& r : b_.outputs)
      if (r.app_classes) {
        stated = true;
        Statement s{*r.app_classes, "[[output]] classes", r.app_classes.at};
        if (labels && *labels == s.classes && c_.head_labels) s.slack = kOfLabels;
        one(s, r);
      }
    std::vector<Statement> head;
    if (c_.head_classes) head.push_back({*c_.head_classes, "[head] classes", c_.head_classes.at});
    if (labels && !(c_.head_classes && *c_.head_classes == *labels)) {
      const bool file = static_cast<bool>(c_.head_labels);
      head.push_back(
          {*labels, file ? *c_.head_labels : "[head] labels", labels.at, file ? kOfLabels : 1});
    }
    stated = stated || !head.empty() || c_.head_labels;
    for (const Statement& s : head)
      if (std::none_of(out_.begin(), out_.end(),
                       [&](const ClassClash& k) { return k.expected == s.classes; }))
        all(s);
    if (compared_ > 0 || !stated) return {std::move(out_), b_.contract.at};
    using Result = Fact<std::vector<ClassClash>>;
    if (!labels && c_.head_labels && head.empty()) return Result::absent(labels.missing);
    if (c_.head_family && !family_) return Result::absent(Message(kUnknownFamily, *c_.head_family));
    return Result::absent(Message(family_ || class_outputs_ ? kNoDims : kNoHead));
  }

 private:
  static bool is_class_map(const IoRow& r) {
    return (r.consumer && *r.consumer == "class_map") ||
           (r.tail_activation && r.tail_activation->op.starts_with("Arg"));
  }
  // Looked at, and its channels are no matter of classes.
  bool nothing_to_say(const IoRow& r) const { return explained(r) || is_class_map(r); }
  // A tensor that holds numbers to be ranked, not the ranked classes themselves.
  static bool holds_scores(const IoRow& r) {
    if (!r.stored_shape || r.stored_shape->empty() || !all_known(*r.stored_shape)) return false;
    if (is_class_map(r)) return false;
    if (!r.stored_dtype) return true;
    return is_float(*r.stored_dtype) || (r.quant && carries_scale(*r.quant));
  }
  bool explained(const IoRow& r) const {
    return b_.output_order && explains(*b_.output_order, r.name);
  }
  bool is_class_output(const IoRow& r) const {
    return (r.app_role && is_class_role(*r.app_role)) || (r.consumer && *r.consumer == "argmax");
  }

  void add(const Statement& s, const IoRow& r, Outcome v) {
    ClassClash k;
    k.expected = s.classes;
    k.found = v.found;
    k.how = shape_text(*r.stored_shape) + (v.how.empty() ? "" : ": " + v.how);
    k.who = s.who;
    k.tensor = r.name;
    k.at = s.at;
    k.artifact_at = r.compiled.empty() ? r.stored_shape.at : r.compiled[0]->at;
    out_.push_back(std::move(k));
  }

  // A statement about one output.
  void one(const Statement& s, const IoRow& r) {
    if (nothing_to_say(r)) ++compared_;
    if (explained(r) || !holds_scores(r)) return;
    Outcome v = of_family(s, r);
    if (v.kind != kFits && is_class_output(r)) v = scores(s, r);
    if (v.kind == kUnclear) return;
    ++compared_;
    if (v.kind == kContradicts) add(s, r, std::move(v));
  }

  // A statement about the head: one contradiction, at the first output that shows it, and only if
  // no output fits.
  void all(const Statement& s) {
    std::vector<const IoRow*> rows;
    for (const IoRow& r : b_.outputs)
      if (!r.compiled.empty() && is_class_output(r)) rows.push_back(&r);
    class_outputs_ = class_outputs_ || !rows.empty();
    const bool by_role = !rows.empty();
    if (!by_role && !family_) return;
    if (!by_role)
      for (const IoRow& r : b_.outputs)
        if (!r.compiled.empty()) rows.push_back(&r);
    if (!by_role && family_->kind == HeadFamily::Kind::kSplit) return split(s, rows);
    if (!by_role && family_->kind == HeadFamily::Kind::kClasses && rows.size() != 1) return;
    const IoRow* first = nullptr;
    Outcome why;
    for (const IoRow* r : rows) {
      if (nothing_to_say(*r)) ++compared_;
      if (explained(*r) || !holds_scores(*r)) continue;
      Outcome v = of_family(s, *r);
      const bool ranked = by_role || family_->kind == HeadFamily::Kind::kClasses;
      if (v.kind != kFits && ranked) v = scores(s, *r);
      if (v.kind == kUnclear) continue;
      ++compared_;
      if (v.kind == kFits) return;
      if (!first || (why.found == 0 && v.found != 0)) {
        first = r;
        why = std::move(v);
      }
    }
    if (first) add(s, *first, std::move(why));
  }

  Outcome of_family(const Statement& s, const IoRow& r) const {
    const bool anchored = family_ && family_->kind == HeadFamily::Kind::kAnchors;
    return anchored ? anchors(s, *r.stored_shape) : Outcome{};
  }

  // One score a class.
  Outcome scores(const Statement& s, const IoRow& r) const {
    const Shape& shape = *r.stored_shape;
    const int64_t k = s.classes;
    const auto is = [&](int64_t n) { return (n >= k && n <= k + s.slack) || (k == 2 && n == 1); };
    if (const auto n = only_dim(shape)) {
      if (is(*n)) return {kFits, 0, ""};
      // several outputs: a flattened map of scores
      if (b_.outputs.size() > 1 && (*n % k == 0 || *n % (k + 1) == 0)) return {};
      if (k == 1) return {};
      return {kContradicts, *n, ""};
    }
    if (shape.size() < 3 || shape.size() > 4) return {};
    const bool argmax = r.consumer && *r.consumer == "argmax";
    const auto fits = [&](int64_t n) {
      if (is(n)) return true;
      constexpr int64_t kMostAnchors = 9;  // a cell; SSD and RetinaNet have as many
      for (int64_t a = 2; a <= kMostAnchors && !argmax; ++a)
        if (n == a * k || n == a * (k + 1)) return true;
      return false;
    };
    if (const auto n = channels_of_dims(shape, image_)) {
      if (fits(*n)) return {kFits, 0, ""};
      return {kContradicts, *n, ""};
    }
    for (size_t i = 1; i < shape.size(); ++i) {
      const bool middle = shape.size() == 4 && i == 2 && shape[1] != 1 && shape[3] != 1;
      if (!middle && (shape.size() == 4 ? fits(shape[i]) : is(shape[i]))) return {kFits, 0, ""};
    }
    if (shape.size() == 4 && (shape[1] == 1 || shape[3] == 1)) return {};
    return {kContradicts, 0, ""};
  }

  // Rows of box, score and class, some with the image's index: they say nothing of the classes.
  static bool after_nms(const Shape& s) {
    constexpr int64_t kMostRows = 1000;
    const size_t n = s.size();
    return (n == 3 || (n == 4 && s[1] == 1)) && s[n - 2] <= kMostRows &&
           (s[n - 1] == 6 || s[n - 1] == 7);
  }
  bool is_prototype(const Shape& s) const {
    return s.size() == 4 && b_.outputs.size() > 1 && channels_of_dims(s, image_) == kMasks;
  }
  // Channels of masks, where their prototypes are there, and of landmarks or key points (5, 17,
  // 2 or 3 numbers each), whose models know one class or two.
  bool has_more(const Statement& s, int64_t further) const {
    constexpr int64_t kLandmarks[] = {10, 15, 34, 51};
    if (s.classes <= 2)
      return std::find(std::begin(kLandmarks), std::end(kLandmarks), further) !=
             std::end(kLandmarks);
    return further == kMasks &&
           std::any_of(b_.outputs.begin(), b_.outputs.end(), [&](const IoRow& r) {
             return r.stored_shape && is_prototype(*r.stored_shape);
           });
  }

  // anchors_per_cell * (classes + per_anchor) channels, or classes + per_anchor numbers a box.
  Outcome anchors(const Statement& s, const Shape& shape) const {
    const int64_t beside = family_->per_anchor, per = s.classes + beside;
    const auto& a = c_.head_anchors_per_cell;
    if (after_nms(shape)) return {};
    if (shape.size() == 3 || shape.size() == 5) {
      if (std::count(shape.begin() + 1, shape.end(), per)) return {kFits, 0, ""};
      const int64_t last = shape.back();
      const bool box = last > beside && (shape.size() == 5 || last < shape[1]);
      if (!box || has_more(s, last - per)) return {};
      return {kContradicts, last - beside, formula(last, beside)};
    }
    if (shape.size() != 4 || is_prototype(shape)) return {};
    const auto fits = [&](int64_t n) { return a ? n == *a * per : n % per == 0; };
    const auto n = channels_of_dims(shape, image_);
    if (n ? fits(*n) : fits(shape[1]) || fits(shape[3])) return {kFits, 0, ""};
    if (!n) return {kContradicts, 0, ""};
    constexpr int64_t kMostAnchors = 9;
    for (int64_t k = 1; !a && k <= kMostAnchors; ++k)
      if (*n % k == 0 && has_more(s, *n / k - per)) return {};
    if (!a)
      return {kContradicts, 0,
              std::to_string(*n) + " % " + std::to_string(per) + " = " + std::to_string(*n % per)};
    if (*n % *a == 0 && has_more(s, *n / *a - per)) return {};
    if (*n % *a == 0 && *n / *a > beside)
      return {kContradicts, *n / *a - beside, std::to_string(*n) + " / " + formula(*a, beside)};
    return {kContradicts, 0, std::to_string(*n) + " / " + std::to_string(*a)};
  }

  // Maps of boxes and maps of scores, as many of one as of the other and nothing else; or decoded
  // boxes with too few numbers.
  void split(const Statement& s, const std::vector<const IoRow*>& rows) {
    std::vector<std::pair<const IoRow*, int64_t>> classes;
    size_t boxes = 0;
    for (const IoRow* r : rows) {
      if (explained(*r) || !holds_scores(*r)) return;
      const Shape& shape = *r->stored_shape;
      if (shape.size() == 3) return decoded(s, *r, rows.size());
      const auto n = channels_of_dims(shape, image_);
      if (!n) return;
      if (*n == family_->box)
        ++boxes;
      else
        classes.emplace_back(r, *n);
    }
    if (classes.size() != boxes || s.classes == family_->box) return;
    for (const auto& [r, n] : classes)
      if (n != classes[0].second) return;
    if (classes.empty()) return;
    ++compared_;
    if (classes[0].second != s.classes)
      add(s, *classes[0].first, {kContradicts, classes[0].second, ""});
  }

  void decoded(const Statement& s, const IoRow& r, size_t outputs) {
    constexpr int64_t kCorners = 4;
    const Shape& shape = *r.stored_shape;
    const int64_t n = std::min(shape[1], shape[2]);
    if (after_nms(shape)) return;
    if (outputs != 1 || n <= kCorners || n > s.classes + kCorners) return;
    ++compared_;
    if (n < s.classes + kCorners) add(s, r, {kContradicts, n - kCorners, formula(n, kCorners)});
  }

  const Bundle& b_;
  const Contract& c_;
  const std::optional<ImageSize> image_;
  const HeadFamily* family_ = nullptr;
  bool class_outputs_ = false;
  int compared_ = 0;
  std::vector<ClassClash> out_;
};

}  // namespace

Fact<std::vector<ClassClash>> check_classes(const Bundle& b, const Fact<int64_t>& labels) {
  if (!b.contract_record) return {};
  if (!b.compiled_record) return Fact<std::vector<ClassClash>>::absent(b.compiled_missing);
  return Heads(b, *b.contract_record).check(labels);
}

}  // namespace npulint
