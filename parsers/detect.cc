// Names: `.onnx.textproto` and contract.toml are npulint's own (docs/formats.md); stage suffixes
// are what hb_mapper and hb_compile write (_original_float_model.onnx, _optimized_float_model.onnx,
// _calibrated_model.onnx, _ptq_model.onnx, _quantized_model.onnx). Magic numbers: v3 .hbm `#` +
// 3-letter march + `hbm`; .bin of hb_mapper 08 01 10 01 2a; .bmodel 0xFF55AAEE little endian.
#include "parsers/detect.h"

#include "lint/files.h"
#include "parsers/build_log.h"
#include "parsers/cali_table.h"
#include "parsers/descriptions.h"
#include "parsers/horizon_bin.h"
#include "parsers/oe_config.h"
#include "parsers/onnx.h"
#include "parsers/quant_info.h"
#include "parsers/release_benchmarks.h"
#include "parsers/release_manifest.h"
#include "parsers/zoo_yaml.h"

namespace npulint {
namespace {

constexpr std::string_view kTextGraphSuffixes[] = {".onnx.textproto", ".onnx.pbtxt",
                                                   ".onnx.prototxt"};

struct StageSuffix {
  std::string_view suffix;
  Stage stage;
};
constexpr StageSuffix kStageSuffixes[] = {
    {"_original_float_model", Stage::kOriginal}, {"_optimized_float_model", Stage::kOptimized},
    {"_calibrated_model", Stage::kCalibrated},   {"_ptq_model", Stage::kPtq},
    {"_quantized_model", Stage::kQuantized},
};

bool is_text_graph_name(std::string_view path) {
  for (std::string_view s : kTextGraphSuffixes)
    if (path.ends_with(s)) return true;
  return false;
}

std::string_view stem(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  for (std::string_view s : kTextGraphSuffixes)
    if (path.ends_with(s)) return path.substr(0, path.size() - s.size());
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? path : path.substr(0, dot);
}

// A script is of interest when it names a tool of TPU-MLIR.
bool calls_tools(std::string_view head) {
  for (std::string_view tool : {"model_transform", "model_deploy", "run_calibration"})
    if (head.find(tool) != std::string_view::npos) return true;
  return false;
}

// Lists of data have the same names and the same form.
bool lists_models(std::string_view base, std::string_view head) {
  for (std::string_view ext : {".hbm", ".bin", ".bmodel", ".onnx"})
    for (const std::string_view text : {base, head})
      if (text.find(ext) != text.npos) return true;
  return false;
}

bool printable(std::string_view head) { return head.find('\0') == std::string_view::npos; }

}  // namespace

bool worth_opening(std::string_view path) {
  static constexpr std::string_view kExtensions[] = {".yaml", ".yml",    ".onnx", ".toml",
                                                     ".json", ".txt",    ".log",  ".bin",
                                                     ".hbm",  ".bmodel", ".sh",   ".bash"};
  if (is_text_graph_name(path)) return true;
  const std::string ext = extension(path);
  for (std::string_view e : kExtensions)
    if (ext == e) return true;
  return table_name(path) || is_checksums_name(path);
}

bool is_text_graph(std::string_view path, std::string_view head) {
  if (is_text_graph_name(path)) return true;
  return !head.empty() && printable(head) && !looks_like_onnx(head) && !is_lfs_pointer(head);
}

bool is_yaml(std::string_view path) {
  const std::string ext = extension(path);
  return ext == ".yaml" || ext == ".yml";
}

bool is_json(std::string_view path, std::string_view head) {
  if (extension(path) == ".json") return true;
  const size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string_view::npos && head[first] == '{';
}

FileKind detect(std::string_view path, std::string_view head) {
  const std::string ext = extension(path), base = base_name(path);
  if (base == "npulint.toml" || base == ".npulint.toml") return FileKind::kSettings;
  if (is_checksums_name(path))
    return printable(head) && lists_models(base, head) ? FileKind::kChecksums : FileKind::kUnknown;
  if (base == "contract.toml" || base.ends_with(".contract.toml")) return FileKind::kContract;
  if (is_text_graph_name(path) || ext == ".onnx") return FileKind::kGraph;
  if (ext == ".bmodel" || head.starts_with("\xEE\xAA\x55\xFF")) return FileKind::kBmodel;
  if (ext == ".hbm" || (head.size() >= 16 && head[0] == '#' && head.substr(4, 3) == "hbm"))
    return FileKind::kHbm;
  if (is_horizon_bin(head)) return FileKind::kBin;
  if (ext == ".sh" || ext == ".bash" || (ext.empty() && head.starts_with("#!")))
    return printable(head) && calls_tools(head) ? FileKind::kScript : FileKind::kUnknown;
  if (is_yaml(path))
    return looks_like_config(head)       ? FileKind::kConfig
           : looks_like_zoo(head)        ? FileKind::kScript
           : looks_like_manifest(head)   ? FileKind::kManifest
           : looks_like_benchmarks(head) ? FileKind::kBenchmarks
                                         : FileKind::kUnknown;
  const bool json = is_json(path, head);
  if (!json && looks_like_table(path, head)) return FileKind::kTable;
  if ((json && base.ends_with("_quant_info.json")) || looks_like_quant_info(head))
    return FileKind::kQuantInfo;
  if (!json && looks_like_build_log(head)) return FileKind::kLog;
  if (is_description(path, head)) return FileKind::kCompiled;
  if (json) return FileKind::kUnknown;
  if (looks_like_onnx(head)) return FileKind::kGraph;
  if (ext.empty() && printable(head) && looks_like_config(head)) return FileKind::kConfig;
  return FileKind::kUnknown;
}

Stage stage_of(std::string_view path) {
  const std::string_view s = stem(path);
  for (const StageSuffix& x : kStageSuffixes)
    if (s.ends_with(x.suffix)) return x.stage;
  return Stage::kUnknown;
}

std::string_view stage_stem(std::string_view path) {
  const std::string_view s = stem(path);
  for (const StageSuffix& x : kStageSuffixes)
    if (s.ends_with(x.suffix)) return s.substr(0, s.size() - x.suffix.size());
  return s;
}

}  // namespace npulint
