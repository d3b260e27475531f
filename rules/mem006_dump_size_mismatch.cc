#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kDense{"dump `{0}` of output `{1}` has {2} bytes; {3} {4} takes {5} bytes",
                      "输出 `{1}` 的转储 `{0}` 有 {2} 字节；{4} 的 {3} 应占 {5} 字节"};
constexpr Text kBoth{
    "dump `{0}` of output `{1}` has {2} bytes; {3} {4} takes {5} bytes without padding, {6} as the "
    "artifact lays them out",
    "输出 `{1}` 的转储 `{0}` 有 {2} 字节；{4} 的 {3} 紧凑存放占 {5} 字节，按产物的布局占 {6} 字节"};
constexpr Text kHeader{
    "the header of dump `{0}` says `{1}`; output `{2}` is stored as little-endian {3} {4}, its "
    "last dim contiguous",
    "转储 `{0}` 的头部写明 `{1}`；输出 `{2}` 以小端 {3} {4} 存储，末维连续"};
constexpr Text kNone{"the contract names no dump of it", "契约没有给出它的转储"};
constexpr Text kTimes{"{0} times the size without padding: several tensors in one file?",
                      "是紧凑大小的 {0} 倍：一个文件中有多个张量？"};
constexpr Text kHas{"{0} bytes", "{0} 字节"};
constexpr Text kMany{"{0} of {1} dumps do not fit", "{1} 个转储中有 {0} 个不符"};

void check(Report& r, Have<RowName> name, Have<DumpSizes> dumps, Have<StoredDType> dtype,
           Have<StoredShape> shape, Maybe<StoredStrides>) {
  if (dumps->empty()) return r.not_applicable(kNone);
  const DumpSize* first = nullptr;
  size_t wrong = 0;
  for (const DumpSize& d : *dumps) {
    if (d.fits != DumpSize::Fits::kNeither) continue;
    if (!first) first = &d;
    ++wrong;
  }
  if (!first) return;
  const auto type = dtype_name(*dtype);
  const auto dims = shape_text(*shape);
  const std::string file = first->file.substr(first->file.rfind('/') + 1);
  const int64_t dense = first->dense.value_or(0);
  if (!first->header.empty())
    r.fail(dumps.at(), kHeader, file, first->header, *name, type, dims);
  else if (first->stored && *first->stored != dense)
    r.fail(dumps.at(), kBoth, file, *name, first->bytes, type, dims, dense, *first->stored);
  else
    r.fail(dumps.at(), kDense, file, *name, first->bytes, type, dims, dense);
  r.also(first->at, kHas, first->bytes);
  if (dense > 0 && first->bytes > dense && first->bytes % dense == 0)
    r.also(first->at, kTimes, first->bytes / dense);
  if (dumps->size() > 1) r.also(dumps.at(), kMany, wrong, dumps->size());
}

}  // namespace

extern const Rule MEM006;
constinit const Rule MEM006 = rule<check>({
    .code = "MEM006",
    .name = "dump-size-mismatch",
    .severity = Severity::kError,
    .summary = {"a dump of an output has neither the size of the dense nor of the strided layout",
                "输出的转储既不是紧凑布局的大小，也不是带步长布局的大小"},
    .why =
        {"The dump is cut off, holds another tensor or type, or was written with another "
         "artifact: what is compared or decoded from it says nothing of this one.",
         "转储被截断、属于另一个张量或类型，或由另一个产物写出：以它做比较或解码，说明不了当前产物"
         "。"},
    .fix = {"Write the dump again with this artifact, or name the output that it belongs to.",
            "用当前产物重新写出转储，或改为它所属的输出。"},
    .source = "ResNet18 on nash-e: 4000 bytes a dump of int32 [1,1000]; NumPy format.py",
});

}  // namespace npulint
