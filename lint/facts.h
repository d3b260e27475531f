// The catalogue of facts: name, row, member, scope, the input that states it, label in both
// languages. A rule takes Have<Name> (the engine calls it only when the fact is known) or
// Maybe<Name>.
#pragma once

#include "lint/bundle.h"
#include "lint/rule.h"

namespace npulint {

#define NPULINT_FACT(Name, RowType, member_, scope_, input_, en, zh)                   \
  struct Name {                                                                        \
    using Row = RowType;                                                               \
    using Type = decltype(RowType::member_)::Type;                                     \
    static constexpr FactInfo info{#Name, Scope::scope_, Input::input_, Text{en, zh}}; \
    static const Fact<Type>& of(const Row& row) { return row.member_; }                \
  };

// file
NPULINT_FACT(FileUnreadable, FileRow, unreadable, kFile, kFile, "problems of the file",
             "文件的问题")
NPULINT_FACT(FileUnknownKeys, FileRow, unknown_keys, kFile, kFile, "unknown keys", "未知的键")
NPULINT_FACT(FileUnrecognised, FileRow, unrecognised, kFile, kFile, "kind of the file", "文件类型")

NPULINT_FACT(FileReasonlessIgnores, FileRow, reasonless_ignores, kFile, kFile,
             "suppressions in this file", "文件中的抑制")
NPULINT_FACT(FileUnknownCodes, FileRow, unknown_codes, kFile, kFile, "suppressions in this file",
             "文件中的抑制")
NPULINT_FACT(FileUnusedIgnores, FileRow, unused_ignores, kFile, kFile, "suppressions in this file",
             "文件中的抑制")
NPULINT_FACT(FileStaleEntries, FileRow, stale_entries, kFile, kFile, "baseline entries", "基线条目")

// bundle: conversion config
NPULINT_FACT(TheConfig, Bundle, config, kBundle, kConfig, "conversion config", "转换配置")
NPULINT_FACT(Toolchain, Bundle, toolchain, kBundle, kConfig, "toolchain of the config's march",
             "配置的 march 对应的工具链")
NPULINT_FACT(ConfigPlatform, Bundle, config_platform, kBundle, kConfig,
             "platform of the config's march", "配置的 march 对应的平台")
NPULINT_FACT(MarchMeant, Bundle, march_meant, kBundle, kConfig,
             "board that the config names as its march", "配置在 march 处写的板卡")
NPULINT_FACT(ConfigPath, Bundle, config_path, kBundle, kConfig, "path of the config", "配置的路径")
NPULINT_FACT(TheToolVersion, Bundle, tool_version, kBundle, kConfig, "version of the toolchain",
             "工具链版本")
NPULINT_FACT(TheProfile, Bundle, profile, kBundle, kFile, "profile", "profile")
NPULINT_FACT(Purpose, Bundle, purpose, kBundle, kConfig, "purpose of the build", "构建用途")
NPULINT_FACT(ConvertedGraph, Bundle, converted_graph, kBundle, kGraph,
             "ONNX graph that the config converts", "配置所转换的 ONNX 计算图")
NPULINT_FACT(TheQuantConfig, Bundle, quant_config, kBundle, kConfig, "quant_config", "quant_config")
NPULINT_FACT(OutputClashes, Bundle, output_clashes, kBundle, kConfig,
             "product that the config writes", "配置写出的产物")
NPULINT_FACT(CalibrationPeers, Bundle, calibration_peers, kBundle, kConfig,
             "calibration data of the config", "配置的校准数据")
NPULINT_FACT(PaddingFlagsStated, Bundle, padding_flags, kBundle, kConfig,
             "input_no_padding and output_no_padding", "input_no_padding 与 output_no_padding")
NPULINT_FACT(Variant, Bundle, variant, kBundle, kConfig, "onnx_model", "onnx_model")
NPULINT_FACT(NamesAgainstMarch, Bundle, name_check, kBundle, kCompiledOrConfig,
             "march or chip it was built for", "编译所针对的 march 或芯片")
NPULINT_FACT(References, Bundle, references, kBundle, kConfig, "files that are named",
             "被引用的文件")

// bundle: target
NPULINT_FACT(DeclaredTargets, Bundle, declared, kBundle, kTarget, "declared target", "声明的目标")
NPULINT_FACT(BuiltFor, Bundle, built, kBundle, kCompiledOrConfig, "march or chip it was built for",
             "编译所针对的 march 或芯片")
NPULINT_FACT(TargetComparison, Bundle, target_check, kBundle, kCompiledOrConfig,
             "march or chip it was built for", "编译所针对的 march 或芯片")
NPULINT_FACT(ThePlatform, Bundle, platform, kBundle, kPlatform, "platform", "平台")
NPULINT_FACT(Nv12Alignment, Bundle, nv12_alignment, kBundle, kPlatform,
             "nv12 row alignment of the platform", "平台的 nv12 行对齐")

// bundle: artifact and contract
NPULINT_FACT(TheContract, Bundle, contract, kBundle, kContract, "application contract", "应用契约")
NPULINT_FACT(AppAccess, Bundle, access, kBundle, kContract, "access to tensors", "张量的访问方式")
NPULINT_FACT(ArtifactNames, Bundle, artifact_names, kBundle, kCompiled,
             "tensor names of the artifact", "产物的张量名")
NPULINT_FACT(ArtifactOutputCount, Bundle, artifact_outputs, kBundle, kCompiled,
             "number of outputs of the artifact", "产物的输出个数")
NPULINT_FACT(AppOutputCount, Bundle, app_outputs, kBundle, kContract,
             "number of outputs that the application expects", "应用期望的输出个数")
NPULINT_FACT(RemovalRequest, Bundle, removal_request, kBundle, kCompiledOrConfig,
             "removal of Quantize or Dequantize nodes", "删除 Quantize 或 Dequantize 节点")
NPULINT_FACT(QuantisedIo, Bundle, quantised_io, kBundle, kCompiled,
             "quantised inputs and outputs of the artifact", "产物中量化的输入输出")
NPULINT_FACT(ArtifactIdentity, Bundle, identity, kBundle, kCompiled,
             "what the artifact was built for", "产物编译所针对的目标")
NPULINT_FACT(VersionSkews, Bundle, version_skew, kBundle, kContract,
             "versions of runtime and compiler", "运行时与编译器的版本")
NPULINT_FACT(CoreNum, Bundle, core_num, kBundle, kCompiled, "number of cores in the artifact",
             "产物使用的核数")
NPULINT_FACT(CoreLimit, Bundle, core_limit, kBundle, kPlatform, "cores of the target", "目标的核数")
NPULINT_FACT(KnownBadTools, Bundle, known_bad, kBundle, kCompiled, "versions of the compiler",
             "编译器版本")
NPULINT_FACT(SettingDrifts, Bundle, drift, kBundle, kCompiled, "build settings in the artifact",
             "产物中的编译设置")
NPULINT_FACT(RemovedNodes, Bundle, removed, kBundle, kCompiled, "removed nodes", "已删除的节点")
NPULINT_FACT(OutputOrder, Bundle, output_order, kBundle, kCompiled, "order of the outputs",
             "输出的顺序")
NPULINT_FACT(ClassClashes, Bundle, class_clashes, kBundle, kCompiled, "channels of the heads",
             "检测头的通道数")
NPULINT_FACT(StageDrifts, Bundle, stage_drift, kBundle, kGraph, "outputs of the ONNX stages",
             "各 ONNX 阶段的输出")
NPULINT_FACT(InternalName, Bundle, internal_name, kBundle, kCompiled, "name inside the artifact",
             "产物内部的名称")
NPULINT_FACT(ArtifactStem, Bundle, artifact_stem, kBundle, kCompiled, "file name of the artifact",
             "产物的文件名")
NPULINT_FACT(ImageAlignment, Bundle, image_alignment, kBundle, kPlatform,
             "row alignment of images on the platform", "平台的图像行对齐")
NPULINT_FACT(TheDataSets, Bundle, data_sets, kBundle, kContract, "calibration and evaluation sets",
             "校准集与评测集")
NPULINT_FACT(TheNearDuplicates, Bundle, near_duplicates, kBundle, kContract,
             "images of the calibration and evaluation sets", "校准集与评测集的图像")
NPULINT_FACT(TheCalibrationCounts, Bundle, calibration_counts, kBundle, kCalibration,
             "number of calibration files", "校准文件的数量")
NPULINT_FACT(TheBuildLog, Bundle, build_log, kBundle, kLog, "build log", "编译日志")
NPULINT_FACT(TheStageChain, Bundle, stage_chain, kBundle, kGraph, "stages of the build",
             "编译的各阶段")
NPULINT_FACT(GraphLimits, Bundle, graph_limits, kBundle, kGraph, "limits of the toolchain",
             "工具链的限制")
NPULINT_FACT(TheVariantDrifts, Bundle, variant_drift, kBundle, kScript, "scripts of one model",
             "同一模型的各脚本")
NPULINT_FACT(CalibrationResize, Bundle, calibration_resize, kBundle, kContract,
             "resizing of the calibration images", "校准图像的缩放方式")
NPULINT_FACT(TrainingNorm, Bundle, training, kBundle, kContract, "normalisation in training",
             "训练时的归一化")

// inputs and outputs
NPULINT_FACT(AppTensorName, IoRow, app_name, kIo, kContract, "tensor name in the contract",
             "契约中的张量名")
NPULINT_FACT(KnownShape, IoRow, known_shape, kIo, kCompiledOrGraph,
             "shape in the artifact or graph", "产物或计算图中的形状")
NPULINT_FACT(AppShape, IoRow, app_shape, kIo, kContract, "declared shape", "声明的形状")
NPULINT_FACT(GraphShape, IoRow, graph_shape, kIo, kGraph, "shape in the converted graph",
             "所转换计算图中的形状")
NPULINT_FACT(StoredShape, IoRow, stored_shape, kIo, kCompiled, "valid shape in the artifact",
             "产物中的有效形状")
NPULINT_FACT(StoredDType, IoRow, stored_dtype, kIo, kCompiled, "stored dtype", "存储的数据类型")
NPULINT_FACT(StoredStrides, IoRow, stored_strides, kIo, kCompiled, "strides of the artifact",
             "产物的步长")
NPULINT_FACT(AlignedShape, IoRow, aligned_shape, kIo, kCompiled, "aligned shape of the artifact",
             "产物的对齐形状")
NPULINT_FACT(StoredBytes, IoRow, stored_bytes, kIo, kCompiled, "size in memory", "内存大小")
NPULINT_FACT(AppBytes, IoRow, app_bytes, kIo, kContract, "bytes that the application handles",
             "应用处理的字节数")
NPULINT_FACT(AppBuffer, IoRow, app_buffer, kIo, kContract, "buffer that the application allocates",
             "应用分配的缓冲区")
NPULINT_FACT(AppIoDecode, IoRow, decode, kIo, kContract, "decoding in the application",
             "应用中的反量化")

NPULINT_FACT(AppLayout, IoRow, app_layout, kIo, kContract, "declared layout", "声明的布局")
NPULINT_FACT(NoPadding, IoRow, no_padding, kIo, kCompiledOrConfig, "no-padding flag of the build",
             "编译的 no_padding 标志")
NPULINT_FACT(RowName, IoRow, row_name, kIo, kCompiledOrConfig, "name", "名称")
NPULINT_FACT(ArtifactPeers, IoRow, peers, kIo, kCompiled, "tensors of the artifact", "产物的张量")

// outputs
NPULINT_FACT(OutputQuant, IoRow, quant, kOutput, kCompiled, "quantisation of the compiled output",
             "编译产物输出的量化参数")
NPULINT_FACT(AppReadAs, IoRow, read_as, kOutput, kContract, "dtype that the application reads",
             "应用读取的数据类型")
NPULINT_FACT(AppDecode, IoRow, decode, kOutput, kContract, "decoding in the application",
             "应用中的反量化")
NPULINT_FACT(AppScale, IoRow, app_scale, kOutput, kContract, "scale constant of the application",
             "应用中的 scale 常量")
NPULINT_FACT(AppConsumer, IoRow, consumer, kOutput, kContract, "what the output is used for",
             "输出的用途")
NPULINT_FACT(OutputPadding, IoRow, padding, kOutput, kCompiled, "memory layout of the output",
             "输出的内存布局")
NPULINT_FACT(AppReading, IoRow, reading, kOutput, kContract,
             "how the application steps through the output", "应用遍历输出的方式")

NPULINT_FACT(AppZeroPoint, IoRow, app_zero_point, kOutput, kContract,
             "zero point constant of the application", "应用中的 zero point 常量")
NPULINT_FACT(AppAxis, IoRow, app_axis, kOutput, kContract, "quantisation axis in the application",
             "应用中的量化轴")
NPULINT_FACT(AppScaleFrom, IoRow, app_scale_from, kOutput, kContract,
             "tensor whose scale the application takes", "应用取用 scale 的张量")
NPULINT_FACT(AppDecodeKind, IoRow, app_decode_kind, kOutput, kContract,
             "kind of quantisation in the application", "应用中的量化方式")
NPULINT_FACT(AppRole, IoRow, app_role, kOutput, kContract, "role of the output", "输出的角色")
NPULINT_FACT(AppActivation, IoRow, app_activation, kOutput, kContract,
             "activation that the application applies", "应用中的激活函数")
NPULINT_FACT(AppChannels, IoRow, app_channels, kOutput, kContract, "declared channels",
             "声明的通道数")
NPULINT_FACT(AppClasses, IoRow, app_classes, kOutput, kContract, "declared classes", "声明的类别数")
NPULINT_FACT(AppStrides, IoRow, app_strides, kOutput, kContract, "strides of the application",
             "应用的步长")
NPULINT_FACT(GraphTailActivation, IoRow, tail_activation, kOutput, kGraph,
             "activation at the graph's end", "计算图末端的激活函数")
NPULINT_FACT(OutputMixedRange, IoRow, mixed_range, kOutput, kGraph, "what the output concatenates",
             "输出所拼接的内容")
NPULINT_FACT(DumpSizes, IoRow, dump_sizes, kOutput, kContract, "sizes of the dumps",
             "转储文件的大小")
NPULINT_FACT(DumpMeasures, IoRow, dump_measure, kOutput, kContract, "what the dumps hold",
             "转储文件中的数值")
NPULINT_FACT(OutputDump, IoRow, dump, kOutput, kContract, "dump of the output", "输出的转储文件")

// inputs
NPULINT_FACT(InputTakes, IoRow, takes, kInput, kCompiledOrConfig,
             "image format that the model takes", "模型接收的图像格式")
NPULINT_FACT(InputTakesBytes, IoRow, takes_bytes, kInput, kCompiledOrConfig,
             "bytes that the model takes", "模型接收的字节数")
NPULINT_FACT(InputTakesDType, IoRow, takes_dtype, kInput, kCompiledOrConfig,
             "dtype that the model takes", "模型接收的数据类型")
NPULINT_FACT(InputQuant, IoRow, quant, kInput, kCompiled, "quantisation of the compiled input",
             "编译产物输入的量化参数")
NPULINT_FACT(AppPixelFormat, IoRow, pixel_format, kInput, kContract,
             "pixel format of the application", "应用的像素格式")
NPULINT_FACT(AppProtocol, IoRow, protocol, kInput, kContract, "nv12 protocol of the application",
             "应用的 nv12 协议")
NPULINT_FACT(AppInputDType, IoRow, app_dtype, kInput, kContract, "dtype that the application feeds",
             "应用送入的数据类型")
NPULINT_FACT(AppYStride, IoRow, y_stride, kInput, kContract, "luma stride of the application",
             "应用的亮度步长")
NPULINT_FACT(AppUvStride, IoRow, uv_stride, kInput, kContract, "chroma stride of the application",
             "应用的色度步长")
NPULINT_FACT(AppWidth, IoRow, app_width, kInput, kContract, "image width in the application",
             "应用中的图像宽度")
NPULINT_FACT(AppQuantize, IoRow, app_quantize, kInput, kContract, "quantisation in the application",
             "应用中的量化")
NPULINT_FACT(AppColorRange, IoRow, app_color_range, kInput, kContract,
             "colour range of the application", "应用的色彩范围")
NPULINT_FACT(AppResize, IoRow, app_resize, kInput, kContract, "resizing in the application",
             "应用中的缩放方式")
NPULINT_FACT(BuiltColorRange, IoRow, built_color_range, kInput, kCompiledOrConfig,
             "colour range of the conversion", "转换使用的色彩范围")
NPULINT_FACT(StatedNorm, IoRow, stated_norm, kInput, kCompiledOrConfig,
             "normalisation that the conversion is told of", "转换所声明的归一化")
NPULINT_FACT(CalibrationFiles, IoRow, calibration, kInput, kCalibration, "calibration files",
             "校准文件")
NPULINT_FACT(NormWordsOf, IoRow, norm_words, kInput, kConfig, "keys of the normalisation",
             "归一化的键")
NPULINT_FACT(BuiltInNorm, IoRow, built_in_norm, kInput, kConfig,
             "normalisation compiled into the model", "编译进模型的归一化")
NPULINT_FACT(AppNorm, IoRow, app_norm, kInput, kContract, "normalisation in the application",
             "应用中的归一化")
NPULINT_FACT(GraphNorm, IoRow, graph_norm, kInput, kGraph, "rescaling in the graph",
             "计算图中的缩放")
NPULINT_FACT(ConfigTypeRt, IoRow, type_rt, kInput, kConfig, "input_type_rt", "input_type_rt")
NPULINT_FACT(ConfigTypeTrain, IoRow, type_train, kInput, kConfig, "input_type_train",
             "input_type_train")
NPULINT_FACT(ConfigShape, IoRow, config_shape, kInput, kConfig, "input_shape", "input_shape")
NPULINT_FACT(ConfigMean, IoRow, config_mean, kInput, kConfig, "mean_value", "mean_value")
NPULINT_FACT(ConfigScale, IoRow, config_scale, kInput, kConfig, "scale_value", "scale_value")
NPULINT_FACT(ConfigStd, IoRow, config_std, kInput, kConfig, "std_value", "std_value")

// tensors of one compiled model
NPULINT_FACT(TensorName, TensorRow, name, kTensor, kCompiled, "tensor", "张量")
NPULINT_FACT(TensorDType, TensorRow, dtype, kTensor, kCompiled, "dtype", "数据类型")
NPULINT_FACT(TensorShape, TensorRow, shape, kTensor, kCompiled, "valid shape", "有效形状")
NPULINT_FACT(TensorAligned, TensorRow, aligned, kTensor, kCompiled, "aligned shape", "对齐形状")
NPULINT_FACT(TensorStrides, TensorRow, strides, kTensor, kCompiled, "strides", "步长")
NPULINT_FACT(TensorBytes, TensorRow, byte_size, kTensor, kCompiled, "aligned byte size",
             "对齐后的字节数")
NPULINT_FACT(TensorQuant, TensorRow, quant, kTensor, kCompiled, "quantisation", "量化参数")

// commands of conversion scripts
NPULINT_FACT(TheCommand, CommandRow, command, kCommand, kScript, "command", "命令")
NPULINT_FACT(CommandTable, CommandRow, table, kCommand, kScript, "calibration table", "校准表")
NPULINT_FACT(CommandOrigin, CommandRow, origin, kCommand, kScript,
             "command that makes the model's MLIR", "生成该模型 MLIR 的命令")

// tables of TPU-MLIR
NPULINT_FACT(TheTable, TableRow, table, kTable, kTable, "table", "表")
NPULINT_FACT(TableKnownNames, TableRow, known_names, kTable, kGraph,
             "tensor names that the table may hold", "表中可出现的张量名")

// releases
NPULINT_FACT(TheRelease, ReleaseRow, release, kRelease, kManifest, "release", "发布")
NPULINT_FACT(TheBenchmarks, ReleaseRow, benchmarks, kBenchmarks, kBenchmarks, "benchmarks",
             "性能与精度数据")
NPULINT_FACT(TheDrift, ReleaseRow, drift, kDrift, kOlderManifest, "older manifest", "旧清单")
NPULINT_FACT(ReleasedAssets, ReleasedModelRow, assets, kReleasedModel, kManifest,
             "assets of the model", "模型的资产")
NPULINT_FACT(ReleasedHere, ReleasedModelRow, files, kReleasedModel, kReleasedFile,
             "files of the assets", "资产的文件")
// The same, hashed under the release profile: so only where a rule names it.
NPULINT_FACT(ReleasedDigests, ReleasedModelRow, files, kReleasedModel, kReleasedFile,
             "digests of the files", "文件的摘要")

// ONNX stages
NPULINT_FACT(StageGraph, StageRow, graph, kStage, kGraph, "ONNX graph", "ONNX 计算图")
NPULINT_FACT(RunModel, RunRow, model, kRun, kContract, "evaluated model", "被评测的模型")
NPULINT_FACT(RunRuntime, RunRow, runtime, kRun, kContract, "runtime of the evaluation",
             "评测使用的运行时")
NPULINT_FACT(RunRuntimeIsStock, RunRow, stock_runtime, kRun, kContract,
             "whether the runtime is a stock one", "是否为通用运行时")
NPULINT_FACT(RunVendorOps, RunRow, vendor_ops, kRun, kGraph,
             "vendor operators of the evaluated model", "被评测模型中的厂商算子")
NPULINT_FACT(RunNormalizedInput, RunRow, normalized_input, kRun, kContract,
             "whether the evaluation feeds normalised data", "评测是否送入归一化数据")
NPULINT_FACT(RunPreprocessNode, RunRow, preprocess_node, kRun, kGraph,
             "preprocessing inside the evaluated model", "被评测模型内的预处理")

// comparisons of stages
NPULINT_FACT(CompareExact, CompareRow, exact, kCompare, kContract,
             "whether bit equality is demanded", "是否要求逐比特相等")
NPULINT_FACT(CompareLeftName, CompareRow, left, kCompare, kContract, "left side", "左侧")
NPULINT_FACT(CompareRightName, CompareRow, right, kCompare, kContract, "right side", "右侧")
NPULINT_FACT(CompareLeft, CompareRow, left_stage, kCompare, kGraph, "left stage", "左侧阶段")
NPULINT_FACT(CompareRight, CompareRow, right_stage, kCompare, kGraph, "right stage", "右侧阶段")
NPULINT_FACT(CompareLeftLog, CompareRow, left_log, kCompare, kLog, "left log", "左侧日志")
NPULINT_FACT(CompareRightLog, CompareRow, right_log, kCompare, kLog, "right log", "右侧日志")

// replays of a preprocessing
NPULINT_FACT(TheReplay, ReplayRow, result, kReplay, kContract,
             "images and the tensors made of them", "图像及由其生成的张量")

#undef NPULINT_FACT

}  // namespace npulint
