#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kSmall{
    "the application allocates {1} bytes for `{0}`; the artifact's tensor takes {2} in "
    "memory, {3} more",
    "应用为 `{0}` 分配 {1} 字节；产物的张量在内存中占 {2} 字节，还差 {3} 字节"};
constexpr Text kRuntime{
    "the runtime decodes into the buffer; how many bytes it writes is not stated",
    "由运行时反量化后写入缓冲区；未说明其写入的字节数"};

void check(Report& r, Have<RowName> name, Have<AppBuffer> buffer, Have<StoredBytes> needed,
           Maybe<AppIoDecode> decode) {
  if (*buffer >= *needed) return;
  if (decode && *decode == Decode::kRuntime) return r.unknown(kRuntime);
  r.fail(buffer.at(), kSmall, *name, *buffer, *needed, *needed - *buffer);
}

}  // namespace

extern const Rule MEM004;
constinit const Rule MEM004 = rule<check>({
    .code = "MEM004",
    .name = "buffer-too-small",
    .severity = Severity::kError,
    .summary = {"a declared buffer is smaller than the tensor in memory",
                "声明的缓冲区小于张量的内存大小"},
    .why =
        {"The runtime refuses the task (\"hbSysMem memSize should >= tensor aligned shape size\"), "
         "or writes behind the buffer.",
         "运行时会拒绝任务（“hbSysMem memSize should >= tensor aligned shape size”），或写越界。"},
    .fix = {"Allocate the aligned byte size that the runtime reports, or stride[0] * shape[0] "
            "where that is -1.",
            "按运行时给出的对齐字节数分配；若其为 -1，则按 stride[0] * shape[0] 分配。"},
    .source = "RDK documentation, toolchain FAQ: tensor aligned shape size against hbSysMem "
              "memSize; tensor properties of the UCP API",
});

}  // namespace npulint
