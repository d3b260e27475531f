// npulint-shard/1: what a shard leaves to `npulint merge`. Every item of a list stands on one line,
// and the merge reads line by line. Described in docs/shards.md.
#pragma once

#include <string>

#include "lint/load.h"
#include "lint/render.h"
#include "lint/shard_facts.h"

namespace npulint {

inline constexpr std::string_view kShardSchema = "npulint-shard/1";

std::string render_shard(const Loaded& loaded, const Shard& shard, const ShardFacts& facts,
                         const RenderOptions& options, bool exit_zero);

}  // namespace npulint
