#include "lint/need.h"

#include "lint/engine.h"
#include "lint/rule.h"

namespace npulint {

Text scope_name(Scope s) {
  switch (s) {
    case Scope::kFile:
      return {"every file", "每个文件"};
    case Scope::kBundle:
      return {"every bundle", "每个产物组"};
    case Scope::kIo:
      return {"every input and output", "每个输入和输出"};
    case Scope::kInput:
      return {"every input", "每个输入"};
    case Scope::kOutput:
      return {"every output", "每个输出"};
    case Scope::kTensor:
      return {"every tensor of the compiled model", "编译模型的每个张量"};
    case Scope::kStage:
      return {"every ONNX file", "每个 ONNX 文件"};
    case Scope::kRun:
      return {"every evaluation", "每次评测"};
    case Scope::kCompare:
      return {"every comparison of two stages", "两个阶段的每次比较"};
    case Scope::kReplay:
      return {"every replay of a preprocessing", "预处理的每次重放"};
    case Scope::kCommand:
      return {"every command of a conversion script", "转换脚本中的每条命令"};
    case Scope::kTable:
      return {"every table of a quantisation", "每张量化表"};
    case Scope::kRelease:
      return {"every release", "每个发布"};
    case Scope::kReleasedModel:
      return {"every model of a release", "发布中的每个模型"};
    case Scope::kBenchmarks:
      return {"the benchmarks of a release", "发布的性能与精度数据"};
    case Scope::kDrift:
      return {"two releases", "两个发布"};
  }
  return {};
}

std::string_view scope_key(Scope s) {
  switch (s) {
    case Scope::kFile:
      return "file";
    case Scope::kBundle:
      return "bundle";
    case Scope::kIo:
      return "io";
    case Scope::kInput:
      return "input";
    case Scope::kOutput:
      return "output";
    case Scope::kTensor:
      return "tensor";
    case Scope::kStage:
      return "stage";
    case Scope::kRun:
      return "run";
    case Scope::kCompare:
      return "compare";
    case Scope::kReplay:
      return "replay";
    case Scope::kCommand:
      return "command";
    case Scope::kTable:
      return "table";
    case Scope::kRelease:
      return "release";
    case Scope::kReleasedModel:
      return "released_model";
    case Scope::kBenchmarks:
      return "benchmarks";
    case Scope::kDrift:
      return "drift";
  }
  return "";
}

Text input_name(Input i) {
  switch (i) {
    case Input::kFile:
      return {"readable file", "可读的文件"};
    case Input::kConfig:
      return {"conversion config", "转换配置"};
    case Input::kCompiled:
      return {"compiled-model metadata", "编译模型的元数据"};
    case Input::kCompiledOrGraph:
      return {"compiled-model metadata or ONNX graph", "编译模型的元数据或 ONNX 计算图"};
    case Input::kCompiledOrConfig:
      return {"compiled-model metadata or conversion config", "编译模型的元数据或转换配置"};
    case Input::kContract:
      return {"application contract", "应用契约"};
    case Input::kGraph:
      return {"ONNX graph", "ONNX 计算图"};
    case Input::kTarget:
      return {"declared target", "声明的目标"};
    case Input::kPlatform:
      return {"known platform", "已知的平台"};
    case Input::kScript:
      return {"conversion script", "转换脚本"};
    case Input::kCalibration:
      return {"calibration data", "校准数据"};
    case Input::kLog:
      return {"log of the build", "编译日志"};
    case Input::kTable:
      return {"calibration or quantisation table", "校准表或量化表"};
    case Input::kManifest:
      return {"manifest of the release", "发布清单"};
    case Input::kReleasedFile:
      return {"file of the release", "发布的文件"};
    case Input::kBenchmarks:
      return {"benchmarks of the release", "发布的性能与精度数据"};
    case Input::kOlderManifest:
      return {"manifest of an older release", "旧发布的清单"};
  }
  return {};
}

Text input_supply(Input i) {
  switch (i) {
    case Input::kFile:
      return {"name a file that can be read", "指定一个可以读取的文件"};
    case Input::kConfig:
      return {
          "put the conversion YAML beside the model, or name it as `config` in a `[[bundle]]` of "
          "npulint.toml",
          "把转换 YAML 放在模型旁边，或在 npulint.toml 的 `[[bundle]]` 中用 `config` 指定"};
    case Input::kCompiled:
      return {
          "put the output of `npulint exporter hbdk` (.hbm, .bc), `hrt` (model_info) or `bmodel` "
          "beside the model",
          "把 `npulint exporter hbdk`（.hbm、.bc）、`hrt`（model_info）或 `bmodel` "
          "给出的脚本或命令的结果放在模型旁边"};
    case Input::kCompiledOrGraph:
      return {
          "put the ONNX file, or the output of `npulint exporter hbdk`, `hrt` or `bmodel`, beside "
          "the model",
          "把 ONNX 文件，或 `npulint exporter hbdk`、`hrt`、`bmodel` 的结果放在模型旁边"};
    case Input::kCompiledOrConfig:
      return {
          "put the conversion YAML, or the output of `npulint exporter hbdk`, `hrt` or `bmodel`, "
          "beside the model",
          "把转换 YAML，或 `npulint exporter hbdk`、`hrt`、`bmodel` 的结果放在模型旁边"};
    case Input::kContract:
      return {
          "`npulint contract init FILE` starts a `contract.toml`; say there what the application "
          "feeds and how it reads the outputs",
          "`npulint contract init FILE` 可生成 `contract.toml` 初稿；"
          "在其中说明应用送入什么、如何读取输出"};
    case Input::kGraph:
      return {
          "put the ONNX file beside the config, or name it under `graphs` in a `[[bundle]]` of "
          "npulint.toml",
          "把 ONNX 文件放在配置旁边，或在 npulint.toml 的 `[[bundle]]` 中用 `graphs` 指定"};
    case Input::kTarget:
      return {
          "pass `--target`, or state `target` in a `[[bundle]]` or `[target]` in contract.toml",
          "使用 `--target`，或在 `[[bundle]]` 中写 `target`，或在 contract.toml 中写 `[target]`"};
    case Input::kPlatform:
      return {"pass `--target`, or add a config or an artifact that states its march or chip",
              "使用 `--target`，或提供写明 march 或芯片的配置或产物"};
    case Input::kScript:
      return {"name the script that calls model_transform, run_calibration and model_deploy",
              "指定调用 model_transform、run_calibration 和 model_deploy 的脚本"};
    case Input::kCalibration:
      return {"run where the folder that cal_data_dir names is, or correct the path",
              "在存在 cal_data_dir 所指目录的环境中运行，或修正该路径"};
    case Input::kLog:
      return {
          "put the log of hb_mapper or hb_compile beside the model, or name it as `log` in a "
          "`[[bundle]]` of npulint.toml",
          "把 hb_mapper 或 hb_compile 的日志放在模型旁边，或在 npulint.toml 的 `[[bundle]]` 中用 "
          "`log` 指定"};
    case Input::kTable:
      return {"put the calibration table or the quantisation table beside the script",
              "把校准表或量化表放在脚本旁边"};
    case Input::kManifest:
      return {"name the release's models.yaml or SHA256SUMS",
              "指定发布的 models.yaml 或 SHA256SUMS"};
    case Input::kReleasedFile:
      return {"run where the files of the release are, below the manifest's folder",
              "在存有发布文件的环境中运行；文件应位于清单所在目录之下"};
    case Input::kBenchmarks:
      return {"put benchmarks.yaml beside the manifest", "把 benchmarks.yaml 放在清单旁边"};
    case Input::kOlderManifest:
      return {"pass `--against OLD/models.yaml`", "使用 `--against 旧清单/models.yaml`"};
  }
  return {};
}

std::string_view input_key(Input i) {
  switch (i) {
    case Input::kFile:
      return "file";
    case Input::kConfig:
      return "config";
    case Input::kCompiled:
      return "compiled";
    case Input::kCompiledOrGraph:
      return "compiled_or_graph";
    case Input::kCompiledOrConfig:
      return "compiled_or_config";
    case Input::kContract:
      return "contract";
    case Input::kGraph:
      return "graph";
    case Input::kTarget:
      return "target";
    case Input::kPlatform:
      return "platform";
    case Input::kScript:
      return "script";
    case Input::kCalibration:
      return "calibration";
    case Input::kLog:
      return "log";
    case Input::kTable:
      return "table";
    case Input::kManifest:
      return "manifest";
    case Input::kReleasedFile:
      return "released_file";
    case Input::kBenchmarks:
      return "benchmarks";
    case Input::kOlderManifest:
      return "older_manifest";
  }
  return "";
}

std::string_view severity_name(Severity s) {
  switch (s) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "";
}

std::string_view confidence_name(Confidence c) {
  switch (c) {
    case Confidence::kLow:
      return "low";
    case Confidence::kMedium:
      return "medium";
    case Confidence::kHigh:
      return "high";
  }
  return "";
}

std::string_view verdict_name(Verdict v) {
  switch (v) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "fail";
    case Verdict::kNotChecked:
      return "not_checked";
    case Verdict::kNotApplicable:
      return "not_applicable";
  }
  return "";
}

}  // namespace npulint
