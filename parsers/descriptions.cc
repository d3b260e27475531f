#include "parsers/descriptions.h"

#include "parsers/bmodel_info.h"
#include "parsers/bmodel_print.h"
#include "parsers/detect.h"
#include "parsers/hb_model_info.h"
#include "parsers/hb_perf.h"
#include "parsers/metadata_json.h"
#include "parsers/model_info.h"
#include "parsers/runtime_dump.h"

namespace npulint {
namespace {

struct Reader {
  bool (*looks_like)(std::string_view head);
  Parsed<CompiledFile> (*parse)(FileId file, std::string_view bytes);
  bool json = false;  // begins with an object
  bool side = false;
};

// In the order in which they are asked: what prints more of a model comes first, since texts are
// copied together.
constexpr Reader kReaders[] = {
    {looks_like_bmodel_print, parse_bmodel_print, true},
    {looks_like_hb_perf_json, parse_hb_perf_json, true, true},
    {looks_like_metadata, parse_metadata, true},
    {looks_like_model_info, parse_model_info},
    {looks_like_runtime_listing, parse_runtime_listing},
    {looks_like_bmodel_info, parse_bmodel_info},
    {looks_like_hb_model_info, parse_hb_model_info, false, true},
    {looks_like_hb_perf, parse_hb_perf, false, true},
};

const Reader* reader_of(std::string_view path, std::string_view head) {
  const bool json = is_json(path, head);
  for (const Reader& r : kReaders)
    if ((r.json || !json) && r.looks_like(head)) return &r;
  return nullptr;
}

}  // namespace

bool is_description(std::string_view path, std::string_view head) {
  return reader_of(path, head) != nullptr;
}

bool is_side_description(std::string_view path, std::string_view head) {
  const Reader* r = reader_of(path, head);
  return r && r->side;
}

Parsed<CompiledFile> parse_description(FileId file, std::string_view path, std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kDetectBytes);
  if (const Reader* r = reader_of(path, head)) return r->parse(file, bytes);
  return is_json(path, head) ? parse_metadata(file, bytes) : parse_model_info(file, bytes);
}

}  // namespace npulint
