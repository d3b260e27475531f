#include "lint/parse_file.h"

#include <algorithm>
#include <iterator>

#include "lint/digest.h"
#include "lint/tpu_tools.h"
#include "parsers/bmodel.h"
#include "parsers/build_log.h"
#include "parsers/cali_table.h"
#include "parsers/contract.h"
#include "parsers/descriptions.h"
#include "parsers/detect.h"
#include "parsers/horizon_bin.h"
#include "parsers/horizon_hbm.h"
#include "parsers/oe_config.h"
#include "parsers/onnx.h"
#include "parsers/quant_info.h"
#include "parsers/release_benchmarks.h"
#include "parsers/release_manifest.h"
#include "parsers/zoo_yaml.h"

namespace npulint {
namespace {

constexpr uint64_t kMaxMetadataBytes =
    1024u << 20;  // JSON and text of compiled models, logs, text protos

// Of a file that cannot be read: what its name promises, so that it is reported and not passed
// over.
FileKind kind_by_name(const std::string& path) {
  const FileKind kind = detect(path, "");
  if (kind != FileKind::kUnknown) return kind;
  const std::string ext = extension(path), base = base_name(path);
  if (ext == ".yaml" || ext == ".yml") return FileKind::kConfig;
  const bool described = base == "metadata.json" || base.ends_with(".metadata.json") ||
                         base.ends_with("model_info.txt");
  return described ? FileKind::kCompiled : FileKind::kUnknown;
}

template <class T>
void keep_shared(std::shared_ptr<const T>& slot, FileRecord& f, Parsed<T> p) {
  slot = std::make_shared<const T>(std::move(p.record));
  f.problems = std::move(p.problems);
}

void cannot_read(FileRecord& f, const std::string& why) {
  f.problems.push_back({Problem::Kind::kUnreadable, whole_file(f.id), Message(kFileUnread, why)});
}

void parse_bmodel_file(FileRecord& f, RandomAccess& file, bool digests) {
  auto p = parse_bmodel(f.id, file);
  f.compiled = std::make_unique<CompiledFile>(std::move(p.record));
  f.problems = std::move(p.problems);
  if (!digests) return;
  for (const BmodelCoefficients& block : bmodel_coefficients(*f.compiled))
    if (std::string sha = sha256_hex(file, block.offset, block.bytes); sha != block.sha256)
      f.problems.push_back(bmodel_digest_problem(block, sha));
}

}  // namespace

FileContent fetch_file(const FileReader& reader, const std::string& path) {
  FileContent c;
  auto file = reader.open(path, &c.unread);
  if (!file) {
    c.kind = kind_by_name(path);
    return c;
  }
  c.size = file->size();
  const std::string ext = extension(path);
  // a binary is judged by its first bytes alone; a text by as much as detection may look at
  const bool binary = ext == ".onnx" || ext == ".bin" || ext == ".hbm" || ext == ".bmodel";
  std::string head(std::min<uint64_t>(c.size, binary ? 256 : kDetectBytes), '\0');
  head.resize(file->read(0, head.data(), head.size()));
  c.kind = detect(path, head);
  const bool text =
      c.kind == FileKind::kConfig || c.kind == FileKind::kContract ||
      c.kind == FileKind::kSettings || c.kind == FileKind::kCompiled || c.kind == FileKind::kLog ||
      c.kind == FileKind::kQuantInfo || c.kind == FileKind::kScript || c.kind == FileKind::kTable ||
      c.kind == FileKind::kManifest || c.kind == FileKind::kChecksums ||
      c.kind == FileKind::kBenchmarks || (c.kind == FileKind::kGraph && is_text_graph(path, head));
  if (!text) return c;
  const bool written_by_people = c.kind == FileKind::kConfig || c.kind == FileKind::kContract ||
                                 c.kind == FileKind::kSettings || c.kind == FileKind::kScript;
  c.limit = written_by_people ? kMaxWrittenBytes : kMaxMetadataBytes;
  if (c.size > c.limit) {
    c.too_large = true;
    return c;
  }
  const size_t have = head.size();
  head.resize(c.size);
  if (c.size > have) head.resize(have + file->read(have, head.data() + have, c.size - have));
  c.text = std::move(head);
  return c;
}

void parse_file(FileRecord& f, const Sources& sources, const FileReader& reader, bool digests) {
  const std::string_view bytes = sources.bytes(f.id);
  const auto keep = [&](auto& slot, auto parsed) {
    slot = std::move(parsed.record);
    std::move(parsed.problems.begin(), parsed.problems.end(), std::back_inserter(f.problems));
  };
  switch (f.kind) {
    case FileKind::kConfig:
      keep(f.config, parse_config(f.id, bytes));
      break;
    case FileKind::kContract: {
      auto p = parse_contract(f.id, bytes);
      f.contract = std::make_unique<Contract>(std::move(p.record));
      f.problems = std::move(p.problems);
      break;
    }
    case FileKind::kScript: {
      ShellScript script;
      if (is_yaml(sources.shown(f.id)))
        keep(script, parse_zoo(f.id, bytes));
      else
        script = parse_shell(f.id, bytes);
      f.script = std::make_unique<std::vector<ToolCommand>>(tool_commands(script));
      if (!script.complete)
        for (ToolCommand& c : *f.script) c.open = true;
      break;
    }
    case FileKind::kManifest:
      keep_shared(f.manifest, f, parse_manifest(f.id, bytes));
      break;
    case FileKind::kChecksums:
      keep_shared(f.manifest, f, parse_checksums(f.id, sources.shown(f.id), bytes));
      break;
    case FileKind::kBenchmarks:
      keep_shared(f.benchmarks, f, parse_benchmarks(f.id, bytes));
      break;
    case FileKind::kTable: {
      auto p = parse_cali_table(f.id, sources.shown(f.id), bytes);
      f.table = std::move(p.record);
      f.problems = std::move(p.problems);
      break;
    }
    case FileKind::kCompiled: {
      auto p = parse_description(f.id, sources.shown(f.id), bytes);
      f.compiled = std::make_unique<CompiledFile>(std::move(p.record));
      f.problems = std::move(p.problems);
      break;
    }
    case FileKind::kLog: {
      // the name that the tools give it; a text may be a copy of a part
      auto p = parse_build_log(f.id, bytes, extension(sources.shown(f.id)) == ".log");
      f.log = std::make_unique<BuildLog>(std::move(p.record));
      f.problems = std::move(p.problems);
      break;
    }
    case FileKind::kQuantInfo: {
      auto p = parse_quant_info(f.id, bytes);
      f.log = std::make_unique<BuildLog>(std::move(p.record));
      f.problems = std::move(p.problems);
      break;
    }
    case FileKind::kBin:
    case FileKind::kHbm: {
      std::string why;
      auto file =
          sources.has_text(f.id) ? memory_access(bytes) : reader.open(sources.real(f.id), &why);
      if (!file) {
        cannot_read(f, why);
        break;
      }
      auto p = f.kind == FileKind::kBin ? parse_horizon_bin(f.id, *file) : parse_hbm(f.id, *file);
      f.problems = std::move(p.problems);
      // a .hbm of another version says nothing that is public
      if (!p.record.models.empty() || !f.problems.empty())
        f.compiled = std::make_unique<CompiledFile>(std::move(p.record));
      break;
    }
    case FileKind::kBmodel: {
      std::string why;
      auto file =
          sources.has_text(f.id) ? memory_access(bytes) : reader.open(sources.real(f.id), &why);
      if (file)
        parse_bmodel_file(f, *file, digests);
      else
        cannot_read(f, why);
      break;
    }
    case FileKind::kGraph: {
      if (sources.has_text(f.id)) {
        if (is_text_graph(sources.shown(f.id), bytes)) {
          keep(f.graph, parse_onnx_text(f.id, bytes));
        } else {  // a binary from standard input
          auto file = memory_access(bytes);
          keep(f.graph, parse_onnx(f.id, *file));
        }
      } else {
        std::string why;
        auto file = reader.open(sources.real(f.id), &why);
        if (file)
          keep(f.graph, parse_onnx(f.id, *file));
        else
          cannot_read(f, why);
      }
      if (f.graph) f.graph->stage = stage_of(sources.shown(f.id));
      break;
    }
    default:
      break;
  }
}

}  // namespace npulint
