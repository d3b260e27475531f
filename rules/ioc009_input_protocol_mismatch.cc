#include "lint/dequant.h"
#include "lint/facts.h"
#include "lint/image.h"

namespace npulint {
namespace {

constexpr Text kFormat{"input `{0}` takes {1}, the application prepares {2}",
                       "输入 `{0}` 需要 {1}，应用准备的是 {2}"};
constexpr Text kDType{"input `{0}` takes {1} elements, the application feeds {2}",
                      "输入 `{0}` 需要 {1} 元素，应用送入的是 {2}"};
constexpr Text kBytes{"input `{0}` takes {1} of {2} bytes, the application prepares {3} bytes",
                      "输入 `{0}` 需要 {1}，共 {2} 字节，应用准备了 {3} 字节"};
constexpr Text kSilent{"pixel format, protocol, dtype and bytes in the application: not stated",
                       "未说明：应用的像素格式、nv12 协议、数据类型和字节数"};
constexpr Text kSeparate{
    "the application prepares the two planes of packed nv12 apart, which libdnn takes when it sets "
    "the tensor's type to HB_DNN_IMG_TYPE_NV12_SEPARATE; whether it does is not stated",
    "应用把 packed nv12 的两个平面分开准备；若将张量类型设为 HB_DNN_IMG_TYPE_NV12_SEPARATE，libdnn "
    "可以接收，但未说明是否如此设置"};

void check(Report& r, Have<RowName> name, Have<InputTakes> takes, Maybe<AppPixelFormat> format,
           Maybe<AppProtocol> protocol, Maybe<InputTakesDType> dtype, Maybe<AppInputDType> fed,
           Maybe<InputTakesBytes> bytes, Maybe<AppBytes> prepared, Maybe<StoredBytes> stored,
           Maybe<InputQuant> quant, Maybe<AppYStride> stride) {
  if (!format && !protocol && !fed && !prepared) return r.unknown(kSilent);
  if (format && !image_agrees(*takes, *format))
    return void(r.fail(format.at(), kFormat, *name, *takes, *format));
  const bool apart = protocol && *takes == "packed nv12" && *protocol == "split_nv12";
  if (apart) r.unknown(kSeparate);  // the bytes and their type are judged all the same
  if (protocol && !apart && !image_agrees(*takes, *protocol))
    return void(r.fail(protocol.at(), kFormat, *name, *takes, *protocol));
  const bool quantised =
      dtype && is_integer(*dtype) && quant && carries_scale(*quant) && fed && is_float(*fed);
  if (dtype && fed && *dtype != *fed) {  // float into a quantised input, or the sign: other rules
    if (!quantised && !differ_in_sign_only(*dtype, *fed))
      r.fail(fed.at(), kDType, *name, dtype_name(*dtype), dtype_name(*fed));
    return;
  }
  // rows that are filled up take more bytes, never fewer
  if (bytes && prepared && (!stride || *prepared < *bytes) && *prepared != *bytes &&
      !(stored && *stored == *prepared))
    r.fail(prepared.at(), kBytes, *name, *takes, *bytes, *prepared);
}

}  // namespace

extern const Rule IOC009;
constinit const Rule IOC009 = rule<check>({
    .code = "IOC009",
    .name = "input-protocol-mismatch",
    .severity = Severity::kError,
    .summary = {"the application prepares another input than the model takes",
                "应用准备的输入与模型接收的不一致"},
    .why = {"The runtime copies the bytes as they are: wrong colours, shifted rows, or a buffer "
            "that ends early.",
            "运行时原样使用这些字节：颜色错误、行错位，或者缓冲区长度不足。"},
    .fix = {"Prepare what `input_type_rt` or the artifact's inputs say, or convert the model for "
            "the format "
            "that the camera delivers.",
            "按 `input_type_rt` 或产物输入的要求准备数据，或者针对摄像头输出的格式重新转换模型。"},
    .source = "forum.d-robotics.cc/t/topic/34312; input_type_rt of the D-Robotics conversion "
              "documentation",
});

}  // namespace npulint
