#include "lint/facts.h"
#include "lint/strides.h"

namespace npulint {
namespace {

constexpr Text kAbsent{
    "the application steps by {1} bytes along dim {2} of output `{0}`; the artifact has no padding "
    "there: {3} bytes",
    "应用在输出 `{0}` 的第 {2} 维按 {1} 字节步进；产物在此处没有填充：{3} 字节"};
constexpr Text kOther{
    "the application steps by {1} bytes along dim {2} of output `{0}`; in the artifact it is {3}",
    "应用在输出 `{0}` 的第 {2} 维按 {1} 字节步进；产物中为 {3} 字节"};
constexpr Text kRank{"{1} strides are declared for output `{0}`, which has {2} dims: {3}",
                     "为输出 `{0}` 声明了 {1} 个步长，而它有 {2} 维：{3}"};
constexpr Text kNumber{
    "{0} is {1} rounded up to a multiple of {2}, not of {3}, by which {1} can be divided already",
    "{0} 是 {1} 向上取整到 {2} 的倍数，而不是 {3} 的倍数，{1} 本身已能被 {3} 整除"};
constexpr Text kNothing{"the contract states no strides of it", "契约没有给出它的步长"};
constexpr Text kRuntime{"the runtime decodes the output; the strides are those of what it returns",
                        "输出由运行时反量化；步长是其返回结果的步长"};
constexpr Text kReadType{"the strides are those of {0}, which the application reads",
                         "步长是应用所读取的 {0} 的步长"};

void check(Report& r, Have<RowName> name, Have<TheContract>, Maybe<AppStrides> app,
           Have<StoredShape> shape, Have<OutputPadding> padding, Have<StoredDType> dtype,
           Maybe<StoredStrides> stored, Maybe<AlignedShape> aligned, Maybe<AppReadAs> read_as,
           Maybe<AppDecode> decode) {
  if (!app) return r.not_applicable(kNothing);
  if (decode && *decode == Decode::kRuntime) return r.not_applicable(kRuntime);
  if (app->size() != shape->size())
    return void(r.fail(app.at(), kRank, *name, app->size(), shape->size(), shape_text(*shape)));
  const auto dense = dense_strides(*shape, *dtype);
  if (!dense || same_steps(*shape, *app, *dense)) return;  // dense reading is judged by itself
  if (read_as && *read_as != *dtype)
    if (const auto other = dense_strides(*shape, *read_as);
        other && same_steps(*shape, *app, *other))
      return r.not_applicable(kReadType, dtype_name(*read_as));
  const auto steps = !padding->padded                            ? dense
                     : stored && stored->size() == shape->size() ? std::optional(*stored)
                     : aligned                                   ? dense_strides(*aligned, *dtype)
                                                                 : std::nullopt;
  const auto dim = steps ? first_other_step(*shape, *app, *steps) : std::nullopt;
  if (!dim) return;
  const int64_t states = (*app)[*dim], has = (*steps)[*dim];
  r.fail(app.at(), padding->padded ? CheckedText<4>(kOther) : CheckedText<4>(kAbsent), *name,
         states, *dim, has);
  // what the declared row would hold, against the alignments that give such a number
  const int64_t element = dtype_bits(*dtype) / 8, row = (*shape)[shape->size() - 1];
  if (*dim + 2 != shape->size() || padding->padded || states % element != 0) return;
  if (const auto to = smallest_alignment(row, states / element))
    if (const int64_t by = power_of_two_in(row); by > 1 && by < *to)
      r.also(app.at(), kNumber, states / element, row, *to, by);
}

}  // namespace

extern const Rule MEM002;
constinit const Rule MEM002 = rule<check>({
    .code = "MEM002",
    .name = "declared-padding-absent",
    .severity = Severity::kWarning,
    .summary = {"a declared stride or padding is not that of the artifact",
                "声明的步长或填充与产物不符"},
    .why = {"Rows are taken from places further and further off, and the last ones from behind the "
            "tensor. The numbers look like scores that are slightly wrong.",
            "每一行的起点偏得越来越远，最后几行落在张量之外。得到的数值看似只是略有误差的得分。"},
    .fix = {"Step by the strides that the artifact states; a bmodel stores its inputs and outputs "
            "dense.",
            "按产物给出的步长遍历；bmodel 的输入输出均为紧凑存放。"},
    .source = "sizes of 671 tensors of public bmodels; libsophon bmdef.h (bm_tensor_t has no "
              "stride)",
});

}  // namespace npulint
