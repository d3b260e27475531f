#include "lint/config_use.h"
#include "lint/facts.h"
#include "lint/reasons.h"

namespace npulint {
namespace {

constexpr Text kMarch{"`{0}` is stated, which {1} does not support", "写有 `{0}`，而 {1} 不支持"};
constexpr Text kInt16{"`{0}` asks for `{1}`, but {2} has no int16",
                      "`{0}` 要求 `{1}`，而 {2} 没有 int16"};
constexpr Text kList{"`node_info` is a list; it maps nodes to their settings",
                     "`node_info` 是列表；它应是节点到设置的映射"};
constexpr Text kInnerNear{"`{0}` is no setting of the node `{1}`; did you mean `{2}`?",
                          "`{0}` 不是节点 `{1}` 的设置；是否应为 `{2}`？"};
constexpr Text kInner{"`{0}` is no setting of the node `{1}`; the settings are {2}",
                      "`{0}` 不是节点 `{1}` 的设置；可用的设置为 {2}"};
constexpr Text kOn{"`ON` of the node `{0}` is `{1}`; it takes {2}",
                   "节点 `{0}` 的 `ON` 为 `{1}`；可取 {2}"};
constexpr Text kWrite{"write `{0}`: the node is then compiled in another way",
                      "改写为 `{0}`：该节点的编译方式会改变"};

void check(Report& r, Have<TheConfig> config, Maybe<ConfigPlatform> platform) {
  using Kind = BadNodeSetting::Kind;
  const Config& c = **config;
  if (c.dialect != Dialect::kOe) return r.not_applicable(reasons::kNoOeConfig);
  const std::string march = platform ? (*platform)->march : "";
  for (const KeyStatement& s : rejected_keys(c, march)) r.fail(s.at, kMarch, s.spec->key, march);
  for (const ListItem& item : rejected_int16(c, march))
    r.fail(item.at, kInt16, "optimization", item.text, march);
  for (const BadNodeSetting& b : bad_node_settings(c, march)) {
    if (b.kind == Kind::kNoMapping)
      r.fail(b.at, kList);
    else if (b.kind == Kind::kValue)
      r.fail(b.at, kOn, b.node, b.written, b.accepted);
    else if (b.near.empty())
      r.fail(b.at, kInner, b.written, b.node, b.accepted);
    else
      r.fail(b.at, kInnerNear, b.written, b.node, b.near);
    if (!b.near.empty())
      r.fix({false, Message(kWrite, b.near), {replace_range(b.at, "'" + b.near + "'")}});
  }
}

}  // namespace

extern const Rule CFG014;
constinit const Rule CFG014 = rule<check>({
    .code = "CFG014",
    .name = "invalid-node-info",
    .severity = Severity::kError,
    .summary = {"node settings that the march or the tool does not have",
                "march 或工具不支持的节点设置"},
    .why = {"The tool stops, or the node is placed and quantised as if nothing were written.",
            "工具报错退出，或该节点按未写设置的方式放置和量化。"},
    .fix = {"Take one of the settings that are listed; remove the key on a march without it.",
            "改用所列的设置；在不支持的 march 上删除该键。"},
    .source = "hb_mapper manual ptq_process.md, node_info; OE-Skills horizon_tc_ui "
              "references/yaml/common-errors.md",
});

}  // namespace npulint
