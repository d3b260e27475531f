#include <algorithm>

#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kInput{"input", "输入"}, kOutput{"output", "输出"};
constexpr Text kNear{"the contract names {0} `{1}`, the artifact has {2}",
                     "契约中的{0} `{1}` 在产物中不存在，产物中是 {2}"};
constexpr Text kSuffix{
    "the contract names {0} `{1}`, the artifact has `{2}`: the compiler appended `{3}`",
    "契约中的{0} `{1}` 在产物中不存在，产物中是 `{2}`：编译器追加了后缀 `{3}`"};
constexpr Text kHere{"{0} `{1}` of the artifact", "产物的{0} `{1}`"};
constexpr Text kByIndex{"access is by index", "按序号访问"};
constexpr Text kNone{"the artifact's description lists no {0}", "产物描述中没有列出{0}"};
constexpr Text kAlias{"a name of the config or graph; access is not declared",
                      "这是转换配置或计算图中的名称，且未声明访问方式"};

void check(Report& r, Have<AppTensorName> name, Have<ArtifactPeers> peers,
           Maybe<AppAccess> access) {
  if (access && *access == "by_index") return r.not_applicable(kByIndex);
  const Text kind = peers->is_input ? kInput : kOutput;
  if (peers->tensors.empty()) return r.unknown(kNone, kind);
  std::vector<std::string> names, longer;  // TPU-MLIR appends `_<Op>` and a type
  for (const auto& [n, at] : peers->tensors) {
    if (n == *name || (peers->is_input && (n == *name + "_y" || n == *name + "_uv"))) return;
    const size_t end = name->size();
    if (n.starts_with(*name + "_") && n.size() > end + 2 && n[end + 1] >= 'A' && n[end + 1] <= 'Z')
      longer.push_back(n);
    names.push_back(n);
  }
  const bool alias = std::count(peers->aliases.begin(), peers->aliases.end(), *name) > 0;
  if (alias && !(access && *access == "by_name")) return r.not_applicable(kAlias);
  const auto near = longer.size() == 1 ? longer[0] : nearest(*name, names).value_or("");
  if (longer.size() == 1)
    r.fail(name.at(), kSuffix, kind, *name, near, near.substr(name->size()));
  else
    r.fail(name.at(), kNear, kind, *name, near.empty() ? show(names) : "`" + near + "`");
  for (const auto& [n, at] : peers->tensors)
    if (n == near || (near.empty() && r.items.back().also.size() < 4)) r.also(at, kHere, kind, n);
}

}  // namespace

extern const Rule IOC001;
constinit const Rule IOC001 = rule<check>({
    .code = "IOC001",
    .name = "tensor-name-mismatch",
    .severity = Severity::kError,
    .summary = {"the application asks for a tensor that the artifact does not have",
                "应用访问的张量在产物中不存在"},
    .why = {"A look-up by name fails, or a wrapper silently falls back to the first tensor.",
            "按名查找会失败，或者封装层悄悄退回到第一个张量。"},
    .fix = {"Use the artifact's name; with access by index declare `access = \"by_index\"`.",
            "使用产物中的名称；若按序号访问，请声明 `access = \"by_index\"`。"},
    .source = "sophgo/sophon-demo eb3c5bf; milkv-duo/cvitek-tdl-sdk-sg200x#5",
});

}  // namespace npulint
