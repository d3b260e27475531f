#include "lint/compare.h"

#include <algorithm>
#include <map>

#include "lint/compare_tensor.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kOnlyA{"only in A", "只有 A 有"};
constexpr Text kOnlyB{"only in B", "只有 B 有"};
constexpr Text kImage{"the image", "图像输入"};
constexpr Text kPacked{"packed nv12 in one tensor (`{0}`)", "单个张量的 packed nv12（`{0}`）"};
constexpr Text kSplit{"split nv12 in two tensors (`{0}`, `{1}`)",
                      "两个张量的 split nv12（`{0}`、`{1}`）"};
constexpr Text kOtherBuffers{"the code that hands over the image cannot be the same",
                             "送入图像的代码不能相同"};
constexpr Text kInputNames{"names of inputs", "输入的名称"};
constexpr Text kOutputNames{"names of outputs", "输出的名称"};
constexpr Text kByPosition{
    "paired by position here; code that asks for A's name finds no such tensor in B",
    "此处按位置配对；按 A 的名称查找的代码在 B 中找不到该张量"};
constexpr Text kInputOrder{"order of inputs", "输入的顺序"};
constexpr Text kOutputOrder{"order of outputs", "输出的顺序"};
constexpr Text kByIndex{"code that goes by index takes another tensor of B",
                        "按下标访问的代码会取到 B 的另一个张量"};
constexpr Text kNoInputs{"{0} states no inputs", "{0} 没有给出输入"};
constexpr Text kNoOutputs{"{0} states no outputs", "{0} 没有给出输出"};

class Pairing {
 public:
  explicit Pairing(ComparedModel& m) : m_(m) {}

  void compare() {
    identity();
    direction(true, m_.a->inputs, m_.b->inputs);
    direction(false, m_.a->outputs, m_.b->outputs);
    removed();
    build();
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Ranked& x, const Ranked& y) { return x.rank < y.rank; });
    for (Ranked& r : found_) m_.differences.push_back(std::move(r.what));
  }

 private:
  static void add(std::vector<ComparedFact>& to, std::string name, std::string a, std::string b) {
    if (a.empty() && b.empty()) return;
    const Agreement how = agreement_of(a, b);
    to.push_back({std::move(name), std::move(a), std::move(b), how});
  }

  void identity() {
    const CompiledModel &a = *m_.a, &b = *m_.b;
    auto& to = m_.identity;
    add(to, "format", a.format, b.format);
    add(to, "name", shown_fact(a.name), shown_fact(b.name));
    add(to, "march", shown_fact(a.march), shown_fact(b.march));
    add(to, "chip", shown_fact(a.chip), shown_fact(b.chip));
    add(to, "describes", shown_fact(a.describes), shown_fact(b.describes));
    const auto version = [](const CompiledModel& m, const std::string& tool) {
      for (const auto& [name, v] : m.versions)
        if (name == tool && v) return *v;
      return std::string();
    };
    std::vector<std::string> tools;
    for (const auto* m : {&a, &b})
      for (const auto& [tool, v] : m->versions)
        if (!holds(tools, tool)) tools.push_back(tool);
    for (const std::string& tool : tools) add(to, tool, version(a, tool), version(b, tool));
  }

  using Tensors = std::vector<CompiledTensor>;

  void direction(bool in, const Tensors& a, const Tensors& b) {
    for (const auto* list : {&a, &b})
      if (list->empty() && a.size() + b.size() > 0)
        m_.gaps.push_back(Message(in ? kNoInputs : kNoOutputs, list == &a ? "A" : "B"));
    std::vector<const CompiledTensor*> partner(a.size());
    std::vector<bool> taken(b.size());
    for (size_t i = 0; i < a.size(); ++i)
      for (size_t k = 0; k < b.size() && !partner[i]; ++k)
        if (!taken[k] && !a[i].name.empty() && a[i].name == b[k].name) {
          partner[i] = &b[k];
          taken[k] = true;
        }
    std::vector<size_t> rest_a, rest_b;
    for (size_t i = 0; i < a.size(); ++i)
      if (!partner[i]) rest_a.push_back(i);
    for (size_t k = 0; k < b.size(); ++k)
      if (!taken[k]) rest_b.push_back(k);
    const bool by_position = rest_a.size() == rest_b.size() && !rest_a.empty();
    if (by_position) {
      for (size_t n = 0; n < rest_a.size(); ++n) partner[rest_a[n]] = &b[rest_b[n]];
      if (in)
        names(kInputNames, a, b, rest_a, rest_b);
      else
        names(kOutputNames, a, b, rest_a, rest_b);
    }
    order(in, a, partner, rest_a);
    for (size_t i = 0; i < a.size(); ++i) {
      ComparedTensor t;
      t.is_input = in;
      t.a = &a[i];
      t.b = partner[i];
      t.by_position = by_position && std::find(rest_a.begin(), rest_a.end(), i) != rest_a.end();
      if (t.b) compare_tensors(t, found_, m_.gaps);
      m_.tensors.push_back(std::move(t));
    }
    if (by_position) return;
    for (const size_t k : rest_b) {
      ComparedTensor t;
      t.is_input = in;
      t.b = &b[k];
      m_.tensors.push_back(std::move(t));
    }
    if (a.empty() || b.empty() || (in && image(a, b, rest_a, rest_b))) return;
    for (const size_t i : rest_a) only(in, a[i], kOnlyA);
    for (const size_t k : rest_b) only(in, b[k], kOnlyB);
  }

  void only(bool in, const CompiledTensor& t, Text who) {
    found_.push_back(
        {Rank::kMissing, {Message(in ? kInputNamed : kOutputNamed, t.name), {}, {}, who}});
  }

  static std::string quoted(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& n : names) out += (out.empty() ? "`" : ", `") + n + "`";
    return out;
  }

  void names(Text what, const Tensors& a, const Tensors& b, const std::vector<size_t>& rest_a,
             const std::vector<size_t>& rest_b) {
    std::vector<std::string> x, y;
    for (const size_t i : rest_a) x.push_back(a[i].name);
    for (const size_t k : rest_b) y.push_back(b[k].name);
    if (x == y) return;  // all without a name
    found_.push_back(
        {Rank::kNames,
         {Message(what), Message(kPlain, quoted(x)), Message(kPlain, quoted(y)), kByPosition}});
  }

  // Tensors with one name that come in another order.
  void order(bool in, const Tensors& a, const std::vector<const CompiledTensor*>& partner,
             const std::vector<size_t>& rest) {
    std::vector<std::string> x;
    std::vector<const CompiledTensor*> by_b;
    for (size_t i = 0; i < a.size(); ++i)
      if (partner[i] && std::find(rest.begin(), rest.end(), i) == rest.end()) {
        x.push_back(a[i].name);
        by_b.push_back(partner[i]);
      }
    const auto earlier = [](const CompiledTensor* p, const CompiledTensor* q) { return p < q; };
    if (std::is_sorted(by_b.begin(), by_b.end(), earlier)) return;
    std::sort(by_b.begin(), by_b.end(), earlier);  // they stand in one vector
    std::vector<std::string> y;
    for (const CompiledTensor* t : by_b) y.push_back(t->name);
    found_.push_back({Rank::kNames,
                      {Message(in ? kInputOrder : kOutputOrder), Message(kPlain, quoted(x)),
                       Message(kPlain, quoted(y)), kByIndex}});
  }

  // One packed nv12 tensor here, luma and chroma there.
  bool image(const Tensors& a, const Tensors& b, const std::vector<size_t>& rest_a,
             const std::vector<size_t>& rest_b) {
    const auto packed = [](const Tensors& t, const std::vector<size_t>& rest) {
      return rest.size() == 1 && t[rest[0]].image && *t[rest[0]].image == "nv12";
    };
    const auto split = [](const Tensors& t, const std::vector<size_t>& rest) {
      return rest.size() == 2 && t[rest[0]].name.ends_with("y") && t[rest[1]].name.ends_with("uv");
    };
    const auto one = [](const Tensors& t, const std::vector<size_t>& rest) {
      return Message(kPacked, t[rest[0]].name);
    };
    const auto two = [](const Tensors& t, const std::vector<size_t>& rest) {
      return Message(kSplit, t[rest[0]].name, t[rest[1]].name);
    };
    Difference d{Message(kImage), {}, {}, kOtherBuffers};
    if (packed(a, rest_a) && split(b, rest_b)) {
      d.a = one(a, rest_a);
      d.b = two(b, rest_b);
    } else if (split(a, rest_a) && packed(b, rest_b)) {
      d.a = two(a, rest_a);
      d.b = one(b, rest_b);
    } else {
      return false;
    }
    found_.push_back({Rank::kMissing, std::move(d)});
    return true;
  }

  void removed() {
    const auto nodes = [](const CompiledModel& m) {
      std::vector<std::string> out;
      for (const auto& n : m.removed_nodes)
        if (n) out.push_back(*n);
      return out;
    };
    const auto a = nodes(*m_.a), b = nodes(*m_.b);
    for (const std::string& n : a) {
      if (holds(b, n))
        ++m_.removed_both;
      else
        m_.removed_a.push_back(n);
    }
    for (const std::string& n : b)
      if (!holds(a, n)) m_.removed_b.push_back(n);
  }

  void build() {
    std::map<std::string, std::pair<std::string, std::string>> keys;
    for (const auto& [key, value] : m_.a->build) keys[key].first = shown_fact(value);
    for (const auto& [key, value] : m_.b->build) keys[key].second = shown_fact(value);
    for (auto& [key, values] : keys)
      add(m_.build, key, std::move(values.first), std::move(values.second));
  }

  ComparedModel& m_;
  std::vector<Ranked> found_;
};

}  // namespace

std::string_view agreement_name(Agreement a) {
  switch (a) {
    case Agreement::kSame:
      return "same";
    case Agreement::kDiffers:
      return "differs";
    case Agreement::kOpen:
      return "open";
    case Agreement::kOneSide:
      return "one_side";
  }
  return "";
}

std::string Difference::in(Lang lang) const {
  const std::string what = subject.in(lang);
  if (a.empty())
    return Message(Text{"{0}: {1}", "{0}：{1}"}, what, std::string(so.in(lang))).in(lang);
  return Message(Text{"{0}: {1} in A, {2} in B: {3}", "{0}：A 中为 {1}，B 中为 {2}：{3}"}, what,
                 a.in(lang), b.in(lang), std::string(so.in(lang)))
      .in(lang);
}

bool Comparison::contracts_agree() const {
  return only_a.empty() && only_b.empty() &&
         std::all_of(models.begin(), models.end(),
                     [](const ComparedModel& m) { return m.differences.empty(); });
}

bool Comparison::complete() const {
  return std::all_of(models.begin(), models.end(),
                     [](const ComparedModel& m) { return m.gaps.empty(); });
}

std::string model_label(const CompiledModel& m) {
  const std::string name = m.name ? *m.name : "";
  const auto stage = m.build.find("STAGE");
  return stage == m.build.end() || !stage->second ? name : name + "/stage " + *stage->second;
}

Comparison compare(const std::vector<const CompiledModel*>& a,
                   const std::vector<const CompiledModel*>& b) {
  Comparison out;
  std::vector<bool> taken(b.size());
  const auto pair = [&](const CompiledModel* x, size_t k, bool by_position) {
    taken[k] = true;
    ComparedModel& m = out.models.emplace_back();
    m.a = x;
    m.b = b[k];
    m.by_position = by_position;
    Pairing(m).compare();
  };
  if (a.size() == 1 && b.size() == 1) {
    pair(a[0], 0, model_label(*a[0]) != model_label(*b[0]));
    return out;
  }
  for (const CompiledModel* x : a) {
    size_t k = 0;
    while (k < b.size() && (taken[k] || model_label(*x) != model_label(*b[k]))) ++k;
    if (k < b.size())
      pair(x, k, false);
    else
      out.only_a.push_back(x);
  }
  for (size_t k = 0; k < b.size(); ++k)
    if (!taken[k]) out.only_b.push_back(b[k]);
  // none of the names is known to the other side: the order is all there is
  if (out.models.empty() && a.size() == b.size()) {
    out.only_a.clear();
    out.only_b.clear();
    for (size_t k = 0; k < b.size(); ++k) pair(a[k], k, true);
  }
  return out;
}

}  // namespace npulint
