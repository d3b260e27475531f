#include "lint/facts.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kUnmapped{
    "`{0}` was removed, but no tensor of the artifact has its parameters: nobody can do its work",
    "`{0}` 已被删除，但产物中没有张量带有其参数：无法由其他代码完成其工作"};
constexpr Text kUndeclared{
    "`{0}` was removed and leaves `{1}` raw, of which the contract says nothing",
    "`{0}` 已被删除，`{1}` 因此是原始数据，而契约没有提到它"};
constexpr Text kHere{"removed: `{0}`", "已删除：`{0}`"};
constexpr Text kAfter{"removed after the build, whose settings do not ask for it: {0}",
                      "在编译之后被删除，编译设置并未要求：{0}"};
constexpr Text kNot{"the removal of `{0}` is asked for, but the artifact records none",
                    "要求删除 `{0}`，但产物没有这样的记录"};
constexpr Text kFloat{
    "the removal of {0} is asked for, but what it would leave raw is float in the artifact",
    "要求删除 {0}，但产物中相应的张量仍是浮点"};

void check(Report& r, Have<RemovedNodes> removed, Maybe<TheContract> contract) {
  std::vector<std::string> after;
  Evidence first;
  for (const RemovedNode& n : *removed) {
    using Kind = RemovedNode::Kind;
    const bool is_type = n.node == "Dequantize" || n.node == "Quantize";
    if (n.kind == Kind::kAfterBuild) {
      if (after.empty()) first = n.at;
      after.push_back(n.tensor.empty() ? n.node : n.node + " → " + n.tensor);
    } else if (n.kind == Kind::kUnmapped && n.tensor.empty()) {
      r.fail(n.at, kUnmapped, n.node);
    } else if (n.kind == Kind::kUnmapped && contract) {
      r.fail(contract.at(), kUndeclared, n.node, n.tensor).also(n.at, kHere, n.node);
    } else if (n.kind == Kind::kNotRemoved) {
      r.fail_as(Severity::kNote, n.at, is_type ? CheckedText<1>(kFloat) : CheckedText<1>(kNot),
                n.node);
    }
  }
  if (!after.empty()) r.fail_as(Severity::kNote, first, kAfter, joined(after));
}

}  // namespace

extern const Rule QNT010;
constinit const Rule QNT010 = rule<check>({
    .code = "QNT010",
    .name = "removed-node-unmapped",
    .severity = Severity::kWarning,
    .summary = {"a removed node belongs to no declared tensor, or was not removed, or only after "
                "the build",
                "被删除的节点不对应任何已声明的张量，或者实际未删除，或是在编译之后才删除"},
    .why = {"The work of a removed node falls to the application. A removal that nobody declared "
            "is integers read as floats; one that did not happen is a decoding too many.",
            "被删除节点的工作要由应用完成。未声明的删除意味着把整数当作浮点读取；并未发生的删除则"
            "意味着多做一次反量化。"},
    .fix = {"Declare an `[[output]]` with `read_as` and `decode` for each raw output; keep the "
            "config or the hb_model_modifier call beside the artifact.",
            "为每个原始输出声明带 `read_as` 和 `decode` 的 `[[output]]`；把配置或 "
            "hb_model_modifier 命令与产物一同保存。"},
    .source = "DELETED_NODES and REMOVE_NODE_TYPE inside public .bin files: three Dequantize "
              "removed from a YOLOv8 of D-Robotics/hobot_model whose settings ask for none",
});

}  // namespace npulint
