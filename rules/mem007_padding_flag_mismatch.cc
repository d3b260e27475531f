#include "lint/facts.h"
#include "lint/strides.h"

namespace npulint {
namespace {

constexpr Text kArtifact{
    "the model is built without padding, but `{0}` in the artifact steps by {1} bytes along dim "
    "{2}, {3} without padding",
    "编译设置为无填充，但产物中 `{0}` 在第 {2} 维的步长为 {1} 字节，无填充时应为 {3} 字节"};
constexpr Text kContract{
    "the application steps by {1} bytes along dim {2} of `{0}`, but the model is built without "
    "padding: {3} bytes",
    "应用在 `{0}` 的第 {2} 维按 {1} 字节步进，但模型以无填充方式编译：{3} 字节"};
constexpr Text kNoFlags{"{0} has no such flags", "{0} 没有这些标志"};
constexpr Text kUnknown{"the build does not state its padding flags", "编译信息没有给出填充标志"};
constexpr Text kPadded{"the build leaves padding to the compiler", "编译设置把填充交由编译器决定"};

void check(Report& r, Have<RowName> name, Have<ThePlatform> platform, Maybe<NoPadding> flag,
           Maybe<KnownShape> shape, Maybe<StoredDType> dtype, Maybe<StoredStrides> stored,
           Maybe<AppStrides> app, Maybe<AppReadAs> read_as) {
  if ((*platform)->toolchain != "hb_compile")
    return r.not_applicable(kNoFlags, (*platform)->toolchain);
  if (!flag) return r.unknown(kUnknown);
  if (!*flag) return r.not_applicable(kPadded);
  if (!shape) return;
  // strides of the application count only where the artifact's are not known: those decide
  const bool by_artifact = stored && dtype;
  const auto type = by_artifact ? std::optional(*dtype)
                    : read_as   ? std::optional(*read_as)
                                : std::nullopt;
  const auto dense = type ? dense_strides(*shape, *type) : std::nullopt;
  if (!dense || (!by_artifact && !app)) return;
  const std::vector<int64_t>& steps = by_artifact ? *stored : *app;
  if (steps.size() != shape->size()) return;
  const auto dim = first_other_step(*shape, steps, *dense);
  if (!dim || steps[*dim] < (*dense)[*dim]) return;
  r.fail(by_artifact ? flag.at() : app.at(),
         by_artifact ? CheckedText<4>(kArtifact) : CheckedText<4>(kContract), *name, steps[*dim],
         *dim, (*dense)[*dim]);
}

}  // namespace

extern const Rule MEM007;
constinit const Rule MEM007 = rule<check>({
    .code = "MEM007",
    .name = "padding-flag-mismatch",
    .severity = Severity::kWarning,
    .summary = {"the model is built without padding, but the artifact or the application has some",
                "模型以无填充方式编译，但产物或应用中存在填充"},
    .why = {"The artifact is of another build, or the application was written for one: reading "
            "rows with the wrong step shifts every value after the first row.",
            "产物来自另一次编译，或应用是为另一次编译写的：按错误的步长读取，第一行之后的数值全部错"
            "位。"},
    .fix = {"Build again with the flags of the config, and step by the strides of that artifact.",
            "按配置的标志重新编译，并按该产物的步长遍历。"},
    .source = "OE-Skills hbdk-manual model-compile.md: input_no_padding and output_no_padding; RDK "
              "Model Zoo S100 metadata with and without them",
});

}  // namespace npulint
