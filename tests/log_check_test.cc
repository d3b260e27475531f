#include "lint/log_check.h"

#include <doctest/doctest.h>

namespace npulint {
namespace {

BuildLog::Similarity row(const char* name, std::optional<double> cosine,
                         std::optional<double> calibrated = {}) {
  BuildLog::Similarity r;
  r.name = name;
  r.cosine = cosine;
  r.calibrated = calibrated;
  return r;
}

TEST_CASE("limits are data with a source") {
  const LogLimits& l = log_limits();
  CHECK(l.fine == 0.99);
  CHECK(l.loss == 0.8);
  CHECK(l.gap == 0.01);
  CHECK_FALSE(l.source.empty());
  CHECK_FALSE(l.gap_source.empty());
}

TEST_CASE("a gap: fine after calibration, clearly lower after quantisation") {
  CHECK(has_gap(row("a", 0.977052, 0.999634)));
  CHECK_FALSE(has_gap(row("a", 0.993678, 0.995730)));
  CHECK_FALSE(has_gap(row("a", 0.991000, 0.9999)));  // still fine
  CHECK_FALSE(has_gap(row("a", 0.985000, 0.9901)));  // no more than others
  CHECK_FALSE(has_gap(row("a", 0.900000, 0.9800)));  // the calibration is low already
  CHECK_FALSE(has_gap(row("a", 0.9)));
  CHECK_FALSE(has_gap(row("a", {}, 0.999)));
}

TEST_CASE("outputs below a limit, from the lowest up; none is counted without a number") {
  BuildLog log;
  log.outputs = {row("a", 0.98), row("b", {}), row("c", 0.5), row("d", {}, 0.7), row("e", 0.999)};
  const Similarities low = outputs_below(log, 0.99);
  CHECK(names_of(low) == std::vector<std::string>{"c", "d", "a"});
}

TEST_CASE("nodes off the BPU, and subgraphs") {
  BuildLog log;
  const auto node = [&](const char* name, const char* on, const char* part) {
    BuildLog::Similarity r = row(name, {});
    r.on = on;
    r.subgraph = part;
    log.nodes.push_back(r);
  };
  node("a", "BPU", "id(0)");
  node("b", "CPU", "");
  node("c", "BPU", "id(1)");
  node("d", "NULL", "");
  node("e", "JIT", "");
  node("f", "CPU", "");
  const Similarities off = off_the_bpu(log);
  CHECK(names_of(off) == std::vector<std::string>{"b", "e", "f"});
  CHECK(places_of(off) == "2 CPU, 1 JIT");
  CHECK(subgraphs(log) == 2);
  CHECK(similarity_tool(log).empty());
}

TEST_CASE("whose similarities they are") {
  BuildLog log;
  log.nodes = {row("a", 0.9)};
  CHECK(similarity_tool(log) == "hb_mapper");
  log.outputs = {row("a", {}, 0.9)};
  CHECK(similarity_tool(log) == "hb_compile");
  CHECK_FALSE(method_is_set(log));
  log.build["CALI_TYPE"] = {std::string("default"), {}};
  CHECK_FALSE(method_is_set(log));
  log.build["CALI_TYPE"] = {std::string("kl"), {}};
  CHECK(method_is_set(log));
}

TEST_CASE("similarities as the tools print them") {
  CHECK(similarity_text(0.000024) == "0.000024");
  CHECK(similarity_text(0.999634 - 0.977052) == "0.022582");
  CHECK(similarity_text(1) == "1");
  CHECK(similarity_text(0.9) == "0.9");
  CHECK(similarity_text(1.00002) == "1.00002");
}

}  // namespace
}  // namespace npulint
