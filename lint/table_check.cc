#include "lint/table_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "lint/files.h"
#include "lint/name_tokens.h"
#include "lint/tensor.h"
#include "lint/tpu_tools.h"
#include "lint/words.h"

namespace npulint {
namespace {

using Dropped = CaliTable::Dropped;
using Why = Dropped::Why;

// run_calibration writes this for a tensor that was zero in all samples; below it no tool writes.
constexpr double kLeastThreshold = 1e-5;
constexpr size_t kMostPlaces = 4;  // further rows of one kind that are shown
constexpr size_t kFewNames = 3;    // fewer rows may all be inputs or casts

constexpr Text kNotFinite{
    "the row of `{0}` holds nan or inf: model_deploy passes over it, and the tensor stays without "
    "calibration (such rows: {1})",
    "`{0}` 所在行含有 nan 或 inf：model_deploy 会跳过该行，该张量没有校准值（此类行共 {1} 行）"};
constexpr Text kPlus{
    "the row of `{0}` holds a `+`, which model_deploy takes for no number: the row is passed over "
    "(such rows: {1})",
    "`{0}` 所在行含有 `+`，model_deploy 不把它当作数字：该行被跳过（此类行共 {1} 行）"};
constexpr Text kExponent{
    "the row of `{0}` holds an exponent with `E`; model_deploy knows `e` only and passes over the "
    "row (such rows: {1})",
    "`{0}` 所在行的指数用了 `E`；model_deploy 只识别 `e`，该行被跳过（此类行共 {1} 行）"};
constexpr Text kBlank{
    "the row of `{0}` begins or ends with a blank; model_deploy matches whole lines and passes "
    "over "
    "it (such rows: {1})",
    "`{0}` 所在行的开头或结尾有空格；model_deploy 按整行匹配，会跳过该行（此类行共 {1} 行）"};
constexpr Text kColumns{
    "the row of `{0}` does not have the columns of this table: model_deploy does not read it "
    "(such rows: {1})",
    "`{0}` 所在行的列数与该表不符：model_deploy 不读取该行（此类行共 {1} 行）"};
constexpr Text kNoMode{"`{0}` has no quantize_mode: the row says nothing (such rows: {1})",
                       "`{0}` 没有 quantize_mode：该行不起作用（此类行共 {1} 行）"};
constexpr Text kCharacter{
    "the row of `{0}` holds something else than numbers: model_deploy passes over it, and the "
    "tensor "
    "stays without calibration (such rows: {1})",
    "`{0}` 所在行含有非数字内容：model_deploy 会跳过该行，该张量没有校准值（此类行共 {1} 行）"};
constexpr Text kNumber{
    "the row of `{0}` holds a number that cannot be read: model_deploy stops here (such rows: {1})",
    "`{0}` 所在行含有无法读取的数字：model_deploy 会在此中止（此类行共 {1} 行）"};
constexpr Text kSmall{
    "the threshold of `{0}` is {1}: the tensor is not quantised, or all of it saturates "
    "(such rows: {2})",
    "`{0}` 的 threshold 为 {1}：该张量不会被量化，或所有数值都会饱和（此类行共 {2} 行）"};
constexpr Text kZeros{
    "the threshold of `{0}` is {1}, what run_calibration writes for a tensor that was zero in "
    "every "
    "sample: other values saturate (such rows: {2})",
    "`{0}` 的 threshold 为 {1}，这是 run_calibration 对所有样本中均为零的张量写出的值："
    "其他数值都会饱和（此类行共 {2} 行）"};
constexpr Text kMinMax{"min {1} of `{0}` is above its max {2} (such rows: {3})",
                       "`{0}` 的 min {1} 大于 max {2}（此类行共 {3} 行）"};
constexpr Text kTwice{
    "`{0}` stands twice with different values; the last one counts (such rows: {1})",
    "`{0}` 出现两次且数值不同；以最后一次为准（此类行共 {1} 行）"};
constexpr Text kOtherMlir{"the table was made from `{0}`, and {1} uses it for `{2}`",
                          "该表由 `{0}` 生成，而 {1} 将它用于 `{2}`"};
constexpr Text kNoName{
    "none of the {0} names of the table is an operator of `{1}`: it belongs to another model",
    "表中的 {0} 个名称都不是 `{1}` 的算子：它属于另一个模型"};
constexpr Text kUnknownMode{
    "`{0}` is no quantize_mode that is known; model_deploy stops at one that it does not know "
    "(such rows: {1})",
    "`{0}` 不是已知的 quantize_mode；model_deploy 遇到未知模式会中止（此类行共 {1} 行）"};
constexpr Text kNearMode{
    "`{0}` is no quantize_mode; model_deploy stops here; did you mean `{1}`? (such rows: {2})",
    "`{0}` 不是 quantize_mode；model_deploy 会在此中止；是否应为 `{1}`？（此类行共 {2} 行）"};
constexpr Text kMixed{"`{0}` of `{1}` beside `--quantize {2}`: model_deploy refuses this mixture",
                      "`{1}` 的 `{0}` 与 `--quantize {2}` 并用：model_deploy 拒绝这种混合精度"};
constexpr Text kChip{
    "{1} does not support `{0}`, which the table states for `{2}` (such rows: {3})",
    "{1} 不支持表中为 `{2}` 指定的 `{0}`（此类行共 {3} 行）"};
constexpr Text kNoneCalibrated{
    "none of the {0} names of the quantisation table stands in the calibration table of the same "
    "command: it belongs to another model, and model_deploy passes over unknown names",
    "量化表的 {0} 个名称都不在同一命令的校准表中：它属于另一个模型，"
    "而 model_deploy 会忽略未知名称"};
constexpr Text kNotCalibrated{
    "`{0}` does not stand in the calibration table of the same command; model_deploy passes over "
    "unknown names (such rows: {1})",
    "`{0}` 不在同一命令的校准表中；model_deploy 会忽略未知名称（此类行共 {1} 行）"};
constexpr Text kHere{"`{0}`", "`{0}`"};
constexpr Text kUsed{"`{0}` here", "此处为 `{0}`"};
constexpr Text kFirst{"`{0}` stands here first", "`{0}` 首次出现在此"};
constexpr Text kPartner{"the calibration table", "校准表"};

const Text& text_of(Why why) {
  switch (why) {
    case Why::kNotFinite:
      return kNotFinite;
    case Why::kPlusSign:
      return kPlus;
    case Why::kExponent:
      return kExponent;
    case Why::kBlankAtEnd:
    case Why::kBlankAtStart:
      return kBlank;
    case Why::kColumns:
      return kColumns;
    case Why::kNoMode:
      return kNoMode;
    case Why::kCharacter:
      return kCharacter;
    case Why::kNumber:
      break;
  }
  return kNumber;
}

// Operators whose outputs are floats in every model: run_calibration gives each of them a row.
bool always_calibrated(std::string_view name) {
  for (std::string_view op : {"_Conv", "_ConvTranspose", "_MatMul", "_Gemm"})
    if (name.ends_with(op)) return true;
  return false;
}

class Faults {
 public:
  Faults(const CaliTable& t, const std::vector<std::string>* known) : t_(t), known_(known) {}

  std::vector<TableFault> run() {
    dropped();
    values();
    twice();
    for (const CaliTable::Use& u : t_.uses) {
      mlir(u);
      if (t_.kind == CaliTable::Kind::kQuantisation) {
        mixture(u);
        chip(u);
        partner(u);
      }
    }
    modes();
    graph();
    return std::move(out_);
  }

 private:
  // All items that `is` picks, as one fault: `what` makes its sentence of the first and the number.
  template <class Item, class Is, class At, class What>
  void each_of(const std::vector<Item>& items, Severity severity, const Is& is, const At& at,
               const What& what) {
    const Item* first = nullptr;
    size_t n = 0;
    TableFault f;
    for (const Item& i : items) {
      if (!is(i)) continue;
      if (!first)
        first = &i;
      else if (f.also.size() < kMostPlaces)
        f.also.emplace_back(at(i), Message(kHere, i.name));
      ++n;
    }
    if (!first) return;
    f.severity = severity;
    f.at = at(*first);
    f.what = what(*first, n);
    out_.push_back(std::move(f));
  }
  // Once for each place: a table may be used by several commands.
  TableFault* add(Severity severity, const Evidence& at, Message what) {
    if (!placed_.emplace(what.in(Lang::kEn)).second) return nullptr;
    out_.push_back({severity, at, std::move(what), {}});
    return &out_.back();
  }

  void dropped() {
    for (const Why why : {Why::kNotFinite, Why::kPlusSign, Why::kExponent, Why::kBlankAtEnd,
                          Why::kBlankAtStart, Why::kColumns, Why::kCharacter, Why::kNumber})
      each_of(
          t_.dropped, Severity::kError, [&](const Dropped& d) { return d.why == why; },
          [](const Dropped& d) { return d.at; },
          [&](const Dropped& d, size_t n) { return Message(text_of(why), d.name, n); });
    each_of(
        t_.dropped, Severity::kWarning, [](const Dropped& d) { return d.why == Why::kNoMode; },
        [](const Dropped& d) { return d.at; },
        [](const Dropped& d, size_t n) { return Message(kNoMode, d.name, n); });
  }

  void values() {
    using Row = CaliTable::Row;
    const auto at = [](const Row& r) { return r.threshold_at; };
    each_of(
        t_.rows, Severity::kError, [](const Row& r) { return r.threshold < kLeastThreshold; }, at,
        [](const Row& r, size_t n) {
          return Message(kSmall, r.name, number_text(r.threshold), n);
        });
    each_of(
        t_.rows, Severity::kWarning, [](const Row& r) { return r.threshold == kLeastThreshold; },
        at,
        [](const Row& r, size_t n) {
          return Message(kZeros, r.name, number_text(r.threshold), n);
        });
    each_of(
        t_.rows, Severity::kError, [](const Row& r) { return r.min > r.max; },
        [](const Row& r) { return r.min_at; },
        [](const Row& r, size_t n) {
          return Message(kMinMax, r.name, number_text(r.min), number_text(r.max), n);
        });
  }

  // The same name in one section with other values.
  void twice() {
    const auto find = [&](const auto& items, const auto& key, const auto& same) {
      std::unordered_map<std::string, const std::decay_t<decltype(items[0])>*> seen;
      TableFault f;
      size_t n = 0;
      for (const auto& i : items) {
        const auto [it, fresh] = seen.emplace(key(i), &i);
        if (fresh || same(*it->second, i)) continue;
        if (++n > 1) continue;
        f.at = i.at;
        f.also.emplace_back(it->second->at, Message(kFirst, i.name));
        f.what = Message(kTwice, i.name, n);
      }
      if (n == 0) return;
      f.what.args[1] = Arg(n);
      out_.push_back(std::move(f));
    };
    find(
        t_.rows,
        [](const CaliTable::Row& r) {
          return std::to_string(static_cast<int>(r.section)) + r.name;
        },
        [](const CaliTable::Row& a, const CaliTable::Row& b) {
          return a.threshold == b.threshold && a.min == b.min && a.max == b.max;
        });
    find(
        t_.modes, [](const CaliTable::Mode& m) { return m.name; },
        [](const CaliTable::Mode& a, const CaliTable::Mode& b) {
          return upper(a.mode) == upper(b.mode);
        });
  }

  void mlir(const CaliTable::Use& u) {
    if (!t_.mlir || !u.mlir || one_model(base_name(*t_.mlir), base_name(*u.mlir))) return;
    if (TableFault* f =
            add(Severity::kError, t_.mlir.at,
                Message(kOtherMlir, base_name(*t_.mlir), u.command, base_name(*u.mlir))))
      f->also.emplace_back(u.mlir.at, Message(kUsed, *u.mlir));
  }

  void modes() {
    // a mode that is a slip away from a known one is misspelt; another may be of a newer release
    std::map<std::string, std::pair<const CaliTable::Mode*, size_t>> unknown;
    for (const CaliTable::Mode& m : t_.modes)
      if (const std::string mode = upper(m.mode); !holds(table_modes(), mode)) {
        auto& [first, n] = unknown[mode];
        if (n++ == 0) first = &m;
      }
    for (const auto& [mode, rows] : unknown) {
      const auto& [m, n] = rows;
      if (const auto near = nearest(mode, table_modes()))
        add(Severity::kError, m->mode_at, Message(kNearMode, m->mode, *near, n));
      else
        add(Severity::kWarning, m->mode_at, Message(kUnknownMode, m->mode, n));
    }
  }

  // What the tool refuses: weights of few bits with one float type beside the other.
  void mixture(const CaliTable::Use& u) {
    if (!u.quantize) return;
    const std::string q = upper(*u.quantize);
    const bool bf16 = q == "BF16" || q == "W8BF16" || q == "W4BF16";
    const bool f16 = q == "F16" || q == "W8F16" || q == "W4F16";
    for (const CaliTable::Mode& m : t_.modes) {
      const std::string mode = upper(m.mode);
      if (!(bf16 && (mode == "W8F16" || mode == "W4F16")) &&
          !(f16 && (mode == "W8BF16" || mode == "W4BF16")))
        continue;
      if (TableFault* f = add(Severity::kError, m.mode_at, Message(kMixed, m.mode, m.name, q)))
        f->also.emplace_back(u.quantize.at, Message(kUsed, *u.quantize));
      return;
    }
  }

  // Chips whose artifacts are no bmodels turn F32 and F16 into BF16 by themselves.
  void chip(const CaliTable::Use& u) {
    const TpuChip* chip = u.chip ? tpu_chip(*u.chip) : nullptr;
    if (!chip || chip->extension != ".bmodel") return;
    const auto illegal = [&](const CaliTable::Mode& m) {
      const std::string mode = upper(m.mode);
      return holds(quantize_types(), mode) && mode != "QDQ" && !holds(chip->quantize, mode);
    };
    const auto n = std::count_if(t_.modes.begin(), t_.modes.end(), illegal);
    const auto m = std::find_if(t_.modes.begin(), t_.modes.end(), illegal);
    if (n == 0) return;
    if (TableFault* f =
            add(Severity::kError, m->mode_at, Message(kChip, m->mode, *u.chip, m->name, n)))
      f->also.emplace_back(u.chip.at, Message(kUsed, *u.chip));
  }

  // Names against the calibration table that the same command reads.
  void partner(const CaliTable::Use& u) {
    if (!u.partner || !u.partner->complete || u.partner->rows.empty() || t_.modes.empty()) return;
    std::unordered_set<std::string_view> rows;
    for (const CaliTable::Row& r : u.partner->rows) rows.insert(r.name);
    for (const Dropped& d : u.partner->dropped) rows.insert(d.name);
    std::vector<const CaliTable::Mode*> absent, certain;
    for (const CaliTable::Mode& m : t_.modes) {
      if (rows.contains(m.name)) continue;
      absent.push_back(&m);
      if (always_calibrated(m.name)) certain.push_back(&m);
    }
    TableFault* f = nullptr;
    if (absent.size() == t_.modes.size() && (absent.size() >= kFewNames || !certain.empty()))
      f = add(Severity::kError, t_.modes[0].name_at, Message(kNoneCalibrated, absent.size()));
    else if (!certain.empty())
      f = add(Severity::kWarning, certain[0]->name_at,
              Message(kNotCalibrated, certain[0]->name, certain.size()));
    if (f) f->also.emplace_back(whole_file(u.partner->file), Message(kPartner));
  }

  void graph() {
    if (!known_ || known_->empty() || !t_.complete) return;
    const std::unordered_set<std::string_view> known(known_->begin(), known_->end());
    std::string model;
    for (const CaliTable::Use& u : t_.uses)
      if (!u.model_def.empty()) model = base_name(u.model_def);
    const auto check = [&](const auto& items) {
      if (items.size() < kFewNames) return;
      for (const auto& i : items)
        if (known.contains(i.name)) return;
      add(Severity::kError, items[0].name_at, Message(kNoName, items.size(), model));
    };
    check(t_.rows);
    check(t_.modes);
  }

  const CaliTable& t_;
  const std::vector<std::string>* known_;
  std::set<std::string> placed_;
  std::vector<TableFault> out_;
};

// The words of a name that say which model it is.
std::set<std::string> model_words(std::string_view name) {
  std::set<std::string> out;
  for (NameToken& t : name_tokens(name)) {
    const std::string& w = t.text;
    const bool digits = w.find_first_not_of("0123456789") == std::string::npos;
    const auto number_beside = [&](std::string_view word) {
      const std::string rest = w.ends_with(word)     ? w.substr(0, w.size() - word.size())
                               : w.starts_with(word) ? w.substr(word.size())
                                                     : "x";
      return !rest.empty() && rest.find_first_not_of("0123456789") == std::string::npos;
    };
    if (w == "mlir" || w == "batch" || w == "top" || digits || number_beside("b") ||
        number_beside("bs") || number_beside("batch") || number_beside("core") || size_token(w) ||
        !precision_token(w).empty() || tpu_chip(w))
      continue;
    out.insert(std::move(t.text));
  }
  return out;
}

}  // namespace

bool one_model(std::string_view a, std::string_view b) {
  const std::set<std::string> x = model_words(a), y = model_words(b);
  return std::includes(x.begin(), x.end(), y.begin(), y.end()) ||
         std::includes(y.begin(), y.end(), x.begin(), x.end());
}

std::vector<TableFault> table_faults(const CaliTable& table,
                                     const std::vector<std::string>* known) {
  return Faults(table, known).run();
}

}  // namespace npulint
