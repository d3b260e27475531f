// Why a rule does not judge: the reasons that several rules give.
#pragma once

#include "lint/text.h"

namespace npulint::reasons {

inline constexpr Text kNoOeConfig{"the config is not one of hb_mapper or hb_compile with sections",
                                  "该配置不是带段的 hb_mapper 或 hb_compile 配置"};

inline constexpr Text kOtherCommand{"`{0}` is another tool", "`{0}` 是另一个工具"};
inline constexpr Text kOpenCommand{"the command holds words that the script does not tell",
                                   "命令中含有脚本未给出取值的展开"};

inline constexpr Text kGraphRescales{
    "the graph itself rescales the input: its first operator is {0}",
    "计算图自身会缩放输入：其首个算子为 {0}"};
inline constexpr Text kNo8Bit{"the input is no 8-bit image", "该输入不是 8 位图像"};
inline constexpr Text kAppFeeds{"the application feeds {0}", "应用送入的是 {0}"};
inline constexpr Text kPictures{
    "`{0}` holds pictures: their values are not those that the model sees",
    "`{0}` 中是图片：其数值并非模型看到的数值"};
inline constexpr Text kMisfit{"the files do not have the size of the input (CAL005)",
                              "文件大小与输入不符（CAL005）"};
inline constexpr Text kNoValueType{"the type of the values is not known", "数值的类型未知"};

inline constexpr Text kNoSets{"no calibration and evaluation set is named",
                              "没有指定校准集与评测集"};
inline constexpr Text kOneSet{"only one of calibration and evaluation set is named",
                              "校准集与评测集只指定了其中之一"};
inline constexpr Text kSetsMayShare{"the sets may share files: {0}",
                                    "两个集合允许有相同的文件：{0}"};

inline constexpr Text kStoredAs{"the output is stored as {0}", "输出以 {0} 存储"};
inline constexpr Text kSeveralScales{"the output has no single scale", "该输出没有单一的 scale"};
inline constexpr Text kOutputOrder{"the order of the outputs explains it (IOC003)",
                                   "输出顺序已能解释（IOC003）"};
inline constexpr Text kNoFormula{"decode is `{0}`: the application has no formula of its own",
                                 "decode 为 `{0}`：应用没有自己的公式"};
inline constexpr Text kRuntimeDecodes{
    "the runtime decodes: {0} is what it returns, not what is stored",
    "由运行时解码：{0} 是其返回的类型，而非存储的类型"};

inline constexpr Text kDamagedGraph{"the graph was read only in part", "计算图只读取了一部分"};
inline constexpr Text kNothingBuilt{"there is no compiled artifact and no log of a build",
                                    "没有编译产物，也没有编译日志"};
inline constexpr Text kRankedWhere{
    "argmax over {0} may look for a place in each channel, whose values have one scale",
    "对 {0} 的 argmax 可能是在每个通道内找位置，通道内的数值共用一个 scale"};
inline constexpr Text kManifestCut{"the manifest could not be read to the end of this model",
                                   "清单未能读到该模型的末尾"};

}  // namespace npulint::reasons
