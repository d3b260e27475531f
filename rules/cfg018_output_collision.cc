#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kSame{"`{0}` is also written by `{1}`: the later build replaces the earlier one",
                     "`{1}` 也写入 `{0}`：后一次构建会覆盖前一次"};
constexpr Text kFirst{"`{0}` writes it too", "`{0}` 同样写入该处"};

void check(Report& r, Have<OutputClashes> clashes) {
  for (const ConfigClash& c : *clashes)
    r.fail(clashes.at(), kSame, c.value, c.other).also(c.at, kFirst, c.other);
}

}  // namespace

extern const Rule CFG018;
constinit const Rule CFG018 = rule<check>({
    .code = "CFG018",
    .name = "output-collision",
    .severity = Severity::kWarning,
    .summary = {"two configs of a folder write the same product",
                "同一目录下的两个配置写出同一个产物"},
    .why = {"Model, intermediate graphs and logs of one build overwrite those of the other, and "
            "nothing tells which of the two is on the board.",
            "一次构建的模型、中间计算图和日志会覆盖另一次的，无法判断板端运行的是哪一个。"},
    .fix = {"Give each config its own `output_model_file_prefix` or `working_dir`.",
            "为每个配置设置各自的 `output_model_file_prefix` 或 `working_dir`。"},
    .source = "hb_mapper manual ptq_process.md, output_model_file_prefix and working_dir; "
              "RDK Model Zoo: 9 groups of 31 configs that overwrite each other",
});

}  // namespace npulint
