#include <algorithm>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kInput{"input", "输入"}, kOutput{"output", "输出"};
constexpr Text kAbsent{"the contract names {0} `{1}`, the artifact has {2}",
                       "契约中的{0} `{1}` 在产物中不存在，产物只有 {2}"};
constexpr Text kNear{
    "the contract names {0} `{1}`, the artifact has no such tensor; nearest: `{2}`",
    "契约中的{0} `{1}` 在产物中不存在，最接近的是 `{2}`"};
constexpr Text kSuffix{
    "the contract names {0} `{1}`, the artifact has `{2}`: the compiler appended `{3}`",
    "契约中的{0} `{1}` 在产物中不存在，产物中是 `{2}`：编译器追加了后缀 `{3}`"};
constexpr Text kHere{"{0} `{1}` of the artifact", "产物的{0} `{1}`"};
constexpr Text kNone{"the artifact's description lists no {0}", "产物描述中没有列出{0}"};
constexpr Text kAlias{"`{0}` is the name in the config or graph, and no access by name is declared",
                      "`{0}` 是转换配置或计算图中的名称，且契约未声明按名访问"};

// TPU-MLIR appends `_<Op>` and, for some outputs, the type: `_Softmax_f32`.
bool appended(std::string_view suffix) {
  return suffix.size() > 2 && suffix[0] == '_' && suffix[1] >= 'A' && suffix[1] <= 'Z';
}

void check(Report& r, Have<AppTensorName> name, Have<ArtifactPeers> peers,
           Have<TheContract> contract) {
  const Text kind = peers->is_input ? kInput : kOutput;
  if (peers->tensors.empty()) return r.unknown(kNone, kind);
  std::vector<std::string> names, compiled;
  for (const auto& [n, at] : peers->tensors) {
    if (n == *name) return;
    if (peers->is_input && (n == *name + "_y" || n == *name + "_uv")) return;
    if (n.starts_with(*name) && appended(std::string_view(n).substr(name->size())))
      compiled.push_back(n);
    names.push_back(n);
  }
  const Fact<std::string>& access = (*contract)->access;
  const bool by_name = access && *access == "by_name";
  const auto& alias = peers->aliases;
  if (!by_name && std::find(alias.begin(), alias.end(), *name) != alias.end())
    return r.not_applicable(kAlias, *name);
  const auto near = compiled.size() == 1 ? compiled[0] : nearest(*name, names);
  if (compiled.size() == 1)
    r.fail(name.at(), kSuffix, kind, *name, *near, near->substr(name->size()));
  else if (near)
    r.fail(name.at(), kNear, kind, *name, *near);
  else
    r.fail(name.at(), kAbsent, kind, *name, show(names));
  constexpr size_t kPlaces = 4;
  for (const auto& [n, at] : peers->tensors)
    if ((!near || n == *near) && r.items.back().also.size() < kPlaces) r.also(at, kHere, kind, n);
}

}  // namespace

extern const Rule IOC001;
constinit const Rule IOC001 = rule<check>({
    .code = "IOC001",
    .name = "tensor-name-mismatch",
    .severity = Severity::kError,
    .summary = {"the application asks for a tensor that the artifact does not have",
                "应用访问的张量在产物中不存在"},
    .why =
        {"A look-up by name fails, or a runtime wrapper silently falls back to the first tensor.",
         "按名查找会失败，或者封装层悄悄退回到第一个张量。"},
    .fix =
        {"Use the artifact's name, or compare without the suffix that the compiler appends; with "
         "access by index declare `access = \"by_index\"` and `index`.",
         "使用产物中的名称，或在比较时去掉编译器追加的后缀；若按序号访问，请声明 `access = "
         "\"by_index\"` 和 `index`。"},
    .source = "sophgo/sophon-demo eb3c5bf; milkv-duo/cvitek-tdl-sdk-sg200x#5",
});

}  // namespace npulint
