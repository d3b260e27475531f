#include "lint/dump_text.h"

#include "lint/dequant.h"

namespace npulint {
namespace {

constexpr Text kRanks{
    "in {0} of {1} dumps another class comes first once the values are decoded: {2}",
    "{1} 个转储中有 {0} 个在反量化后排名第一的类别改变：{2}"};
constexpr Text kSameRanks{
    "in all {0} dumps the same class comes first once the values are decoded; other data may "
    "differ",
    "{0} 个转储在反量化后排名第一的类别均未变；其他数据可能改变"};
constexpr Text kNotFinite{"{0} of {1} elements ({2} %) are NaN or infinite when read as {3}",
                          "按 {3} 读取时，{1} 个元素中有 {0} 个（{2} %）为 NaN 或无穷大"};
constexpr Text kMeasured{"{0} of {1} dumps measured", "已测量 {1} 个转储中的 {0} 个"};

void also_partly(Report& r, Maybe<DumpMeasures> measure, Maybe<DumpSizes> dumps) {
  if (dumps && measure->files < static_cast<int64_t>(dumps->size()))
    r.also(measure.at(), kMeasured, measure->files, dumps->size());
}

}  // namespace

void also_ranking(Report& r, Maybe<DumpMeasures> measure, Maybe<DumpSizes> dumps,
                  Maybe<OutputDump> example) {
  if (!measure || !example) return;  // measured for another reason
  const DumpMeasure& m = *measure;
  if (m.files < 2) return also_partly(r, measure, dumps);  // the ranking itself is shown
  std::string names;
  for (const std::string& f : m.changed_files) names += (names.empty() ? "" : ", ") + f;
  if (m.changed > static_cast<int64_t>(m.changed_files.size())) names += ", …";
  if (m.changed > 0)
    r.also(measure.at(), kRanks, m.changed, m.files, names);
  else
    r.also(measure.at(), kSameRanks, m.files);
  also_partly(r, measure, dumps);
}

void also_not_finite(Report& r, Maybe<DumpMeasures> measure, Maybe<DumpSizes> dumps) {
  if (!measure || !measure->wrong_type || measure->elements <= 0) return;
  const double share =
      100.0 * static_cast<double>(measure->not_finite) / static_cast<double>(measure->elements);
  r.also(measure.at(), kNotFinite, measure->not_finite, measure->elements, fixed_text(share, 1),
         dtype_name(*measure->wrong_type));
  also_partly(r, measure, dumps);
}

}  // namespace npulint
