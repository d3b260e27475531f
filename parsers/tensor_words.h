// The words that runtimes and tools use for the same properties of a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lint/model.h"

namespace npulint {

// "hbDNNDataType.S32: 8" → "S32": Python's repr of an enumerator. Other words as they are.
std::string_view enumerator(std::string_view s);

// "HB_DNN_IMG_TYPE_NV12_SEPARATE", "NV12" → "nv12_separate", "nv12"; none for what is no image
// type.
std::optional<std::string> image_type(std::string_view word);

// Element type by any spelling: those of parse_dtype, numpy's "<f4", "dtype('int32')",
// "hbDNNDataType.S32: 8".
std::optional<DType> element_type(std::string_view word);

// hbDNNDataType of libdnn 1.x (X3, Ultra, X5), which prints it as a number (RDK X3 documentation,
// cdev_dnn_api/data_struct.md). UCP gives the same numbers other meanings.
struct LibdnnType {
  DType dtype = DType::kUnknown;
  std::string_view image;  // set when the type is an image type
};
std::optional<LibdnnType> libdnn_type(int64_t number);
// hbDNNTensorLayout of libdnn 1.x (the same page): NHWC, NCHW; none for "no layout" and for unknown
// numbers.
std::optional<std::string> libdnn_layout(int64_t number);

// data_type and gmem_stmode of a bmodel (libsophon tpu-runtime/include/bmdef.h).
std::optional<DType> bmodel_type(int64_t number);
std::optional<std::string> bmodel_mode(int64_t number);  // "1N", "2N", "4N"

std::optional<Quantization::Kind> quant_word(std::string_view word);

// "HB_DNN_INPUT_FROM_PYRAMID" → "pyramid", "HB_DNN_LAYOUT_NHWC" → "NHWC"; other words as they are.
std::string source_word(std::string_view word);
std::string layout_word(std::string_view word);

}  // namespace npulint
