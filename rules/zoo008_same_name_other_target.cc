#include "lint/facts.h"
#include "lint/release_check.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr Text kNames{
    "`{2}` is the file name of artifacts for several targets: {3} (such names of `{1}`: {0})",
    "文件名 `{2}` 同时用于多个目标的产物：{3}（`{1}` 中此类文件名共 {0} 个）"};
constexpr Text kDiffer{
    "`{0}` is the file name of artifacts with different inputs and outputs: {1} for {2}, {3} for "
    "{4}",
    "文件名 `{0}` 用于输入输出不同的产物：{2} 为 {1}，{4} 为 {3}"};
constexpr Text kFor{"`{0}`", "`{0}`"};

constexpr Text kUnmarked{"the target of {0} compiled assets is not known",
                         "有 {0} 个编译产物的目标未知"};

void check(Report& r, Have<TheRelease> release) {
  const std::vector<SharedName>& all = (*release)->shared;
  if (all.empty() && (*release)->unmarked > 0) return r.unknown(kUnmarked, (*release)->unmarked);
  for (const SharedName& n : all) {
    if (!n.differ) continue;
    r.fail_as(Severity::kError, n.assets[0]->stated->at, kDiffer, n.base, n.first_io, n.targets[0],
              n.second_io, n.targets[1]);
    also_assets(r, n.assets);
  }
  for (size_t i = 0; i < all.size();) {
    size_t end = i;
    Assets assets;
    for (; end < all.size() && all[end].model == all[i].model; ++end)
      if (!all[end].differ)
        assets.insert(assets.end(), all[end].assets.begin(), all[end].assets.end());
    size_t names = 0;
    const SharedName* first = nullptr;
    for (; i < end; ++i) {
      if (all[i].differ) continue;
      ++names;
      if (!first) first = &all[i];
    }
    if (!first) continue;
    r.fail(assets[0]->stated->at, kNames, names, first->model, first->base, joined(first->targets));
    for (size_t k = 1; k < assets.size(); ++k) r.also(assets[k]->stated->at, kFor, assets[k]->name);
  }
}

}  // namespace

extern const Rule ZOO008;
constinit const Rule ZOO008 = rule<check>({
    .code = "ZOO008",
    .name = "same-name-other-target",
    .severity = Severity::kWarning,
    .summary = {"one file name stands for artifacts of several targets",
                "同一个文件名对应多个目标的产物"},
    .why = {"The folder is lost when a file is copied to the board. The artifact of another board "
            "may load there, with other data types and strides of its tensors.",
            "文件复制到板上后目录信息便丢失。另一块板卡的产物也可能在此加载，而其张量的数据类型和步"
            "长不同。"},
    .fix = {"Put the march or board into the file's name.", "在文件名中写入 march 或板卡。"},
    .source = "RDK Model Zoo s 1.1.2: yolov5x_672x672_nv12.hbm of S100 gives int32 with 255 "
              "scales, that of S600 float32; 21 names stand for several marches",
});

}  // namespace npulint
