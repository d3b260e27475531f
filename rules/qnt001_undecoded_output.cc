#include "lint/facts.h"

namespace npulint {
namespace {

constexpr Text kUndecoded{
    "output `{0}` is {1} with {2} ({3}); the application uses the raw integers",
    "输出 `{0}` 是 {1}，带有 {2}（{3}）；应用直接使用原始整数"};
constexpr Text kFloat{"the output is stored as {0}", "输出以 {0} 存储"};
constexpr Text kNoScale{"the output carries no scale", "输出没有 scale"};

void check(Report& r, Have<StoredDType> dtype, Have<OutputQuant> quant, Have<AppDecode> decode,
           Maybe<AppConsumer> consumer) {
  if (!is_integer(*dtype)) return r.not_applicable(kFloat, dtype_name(*dtype));
  if (quant->scales.empty()) return r.not_applicable(kNoScale);
  if (*decode != Decode::kNone) return;
  (void)consumer;
  r.fail(decode.at(), kUndecoded, "x", dtype_name(*dtype), show(*quant), "");
}

}  // namespace

extern const Rule QNT001;
constinit const Rule QNT001 = rule<check>({
    .code = "QNT001",
    .name = "undecoded-output",
    .severity = Severity::kError,
    .summary = {"an integer output that carries scales is used without decoding",
                "带 scale 的整数输出未解码就被使用"},
    .why = {"", ""},
    .fix = {"", ""},
    .source = "",
});

}  // namespace npulint
