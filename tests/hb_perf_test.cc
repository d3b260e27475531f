#include "parsers/hb_perf.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/compiled_text.h"

namespace npulint {
namespace {

const std::string kHead = "2025-10-09 17:06:08,505 file: hb_perf.py func: hb_perf line No: 64 ";
const std::string kLog =
    kHead + "Start hb_perf....\n" + kHead + "hb_perf version 1.24.3\n" + kHead +
    "**** det_nv12 perf *****\n" + kHead + "get bpu model succeeded.\n" + kHead +
    "FPS=147.31, latency = 6788.5 us, DDR = 18865600 bytes   (see ./out/main_0.html)\n" + kHead +
    "FPS=20, latency = 50000.0 us, DDR = 1e6 bytes   (see ./out/main_1.html)\n";

const std::string kJson = R"j({
 "BPU core number": 1, "BPU march": "B25E", "DDR bytes per frame": 18865600, "FPS": 147.31,
 "HBDK version": "3.49.15", "compiling options": "--march bayes-e --O3",
 "input features": [["input name", "input size"], ["images", "1x640x640x3"]],
 "latency (us)": 6788.5, "model name": "main_graph_subgraph_0", "runtime version": "3.15.55.0"
})j";

TEST_CASE("hb_perf: the log") {
  CHECK(looks_like_hb_perf(kLog));
  const auto p = parse_hb_perf(0, kLog);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "hb_perf");
  CHECK(*m.name == "det_nv12");
  CHECK(kLog.substr(m.name.at.begin, 8) == "det_nv12");
  CHECK_FALSE(m.march);
  CHECK(m.inputs.empty());
  CHECK(m.outputs.empty());
  REQUIRE(m.versions.size() == 1);
  CHECK(*m.versions[0].second == "1.24.3");
  // one entry a subgraph
  CHECK(value(m, "FPS") == "147.31;20");
  CHECK(value(m, "LATENCY_US") == "6788.5;50000.0");
  CHECK(value(m, "DDR_BYTES") == "18865600;1e6");
  CHECK(value(m, "SUBGRAPHS") == "main_0;main_1");
}

TEST_CASE("hb_perf: several models, colours, CRLF, another encoding") {
  std::string text = kLog + kHead + "hb_perf version 1.24.3\n\x1b[32m" + kHead +
                     "**** \xc4\xa3\xd0\xcd perf ****\x1b[0m\r\n" + kHead +
                     "FPS=1.5, latency = 2 us, DDR = 3 bytes\r\n";
  const auto p = parse_hb_perf(0, text);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 2);
  CHECK(*p.record.models[1].name == "\xc4\xa3\xd0\xcd");
  CHECK(value(p.record.models[1], "DDR_BYTES") == "3");
  CHECK(value(p.record.models[1], "SUBGRAPHS") == "");
  CHECK(value(p.record.models[0], "FPS") == "147.31;20");
}

TEST_CASE("hb_perf: every kind of damage of the log") {
  CHECK(says(parse_hb_perf(0, kHead + "Start hb_perf....\n"), "names no model"));
  CHECK(says(parse_hb_perf(0, kLog.substr(0, kLog.find("FPS="))),
             "before it states the FPS of "
             "`det_nv12`"));
  for (std::string_view cut :
       {"FPS=147.31, latency = 6788.5 us, DDR = 188", "FPS=147.31, lat",
        "FPS=fast, latency = 1 us, DDR = 2 bytes", "FPS=1, latency = us, DDR = 2 bytes"}) {
    const auto p = parse_hb_perf(0, kLog.substr(0, kLog.find("FPS=")) + std::string(cut));
    CHECK_MESSAGE(says(p, "no whole line of figures"), std::string(cut));
    CHECK(p.record.models[0].build.empty());
  }
  std::string text;
  for (int i = 0; i < 201; ++i) text += "**** m perf ****\nFPS=1, latency = 1 us, DDR = 1 bytes\n";
  CHECK(says(parse_hb_perf(0, text), "more than 200 models"));
  for (size_t n = 0; n <= kLog.size(); ++n) {
    const auto p = parse_hb_perf(0, kLog.substr(0, n));
    for (const CompiledModel& m : p.record.models) CHECK(m.at.end <= n);
  }
}

TEST_CASE("hb_perf: the JSON of one subgraph") {
  CHECK(looks_like_hb_perf_json(kJson));
  CHECK(looks_like_hb_perf_json("\xEF\xBB\xBF# a comment\n\n" + kJson));
  const auto p = parse_hb_perf_json(0, kJson);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "hb_perf");
  CHECK(*m.name == "main_graph_subgraph_0");
  CHECK(*m.march == "B25E");  // as written
  CHECK(kJson.substr(m.march.at.begin, m.march.at.end - m.march.at.begin) == "\"B25E\"");
  REQUIRE(m.versions.size() == 2);
  CHECK(m.versions[0].first == "hbdk");
  CHECK(m.versions[1].first == "hbrt");
  CHECK(value(m, "FPS") == "147.31");
  CHECK(value(m, "DDR_BYTES") == "18865600");
  CHECK(value(m, "CORE_NUM") == "1");
  CHECK(value(m, "HBM_OPTIONS") == "--march bayes-e --O3");
  REQUIRE(m.inputs.size() == 1);
  CHECK(m.inputs[0].name == "images");
  CHECK(*m.inputs[0].shape == Shape{1, 640, 640, 3});
  CHECK_FALSE(m.inputs[0].dtype);
  CHECK(m.outputs.empty());
}

TEST_CASE("hb_perf: the nested JSON of nash") {
  const std::string nash = R"j({"summary": {"performance": {"FPS": 300.5, "latency (us)": 3327},
    "DDR access data": {"input memory": "1.5 MB", "dynamic memory": 7},
    "model info": {"BPU march": "nash-e", "BPU core number": 1,
                   "compiling HBDK version": "4.1.17", "compiling options": "-O2"}},
    "layer details": [{"name": "x"}]})j";
  CHECK(looks_like_hb_perf_json(nash));
  const auto p = parse_hb_perf_json(0, nash);
  CHECK(first(p) == "");
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(*m.march == "nash-e");
  CHECK(*m.versions[0].second == "4.1.17");
  CHECK(value(m, "LATENCY_US") == "3327");
  CHECK(value(m, "INPUT_MEMORY") == "1.5 MB");
  CHECK(value(m, "DYNAMIC_MEMORY") == "7");
}

TEST_CASE("hb_perf: every kind of damage of the JSON") {
  for (size_t n = kJson.find("B25E"); n < kJson.size(); ++n) {
    const auto p = parse_hb_perf_json(0, kJson.substr(0, n));
    CHECK_FALSE(p.problems.empty());
    CHECK(p.record.models.empty());
  }
  CHECK(says(parse_hb_perf_json(0, "{}"), "no summary"));
  CHECK_FALSE(first(parse_hb_perf_json(0, "")).empty());
  std::string text = kJson;
  text.replace(text.find("1x640x640x3"), 11, "1x640x640x");
  CHECK(says(parse_hb_perf_json(0, text), "input features[1]"));
  text = kJson;
  text.replace(text.find("[\"images\", \"1x640x640x3\"]"), 25, "[\"images\", 7]");
  CHECK(says(parse_hb_perf_json(0, text), "list of a name and a size"));
  text = kJson;
  text.replace(text.find("\"B25E\""), 6, "[1]");
  CHECK_FALSE(first(parse_hb_perf_json(0, text)).empty());
}

TEST_CASE("hb_perf: other JSON and other logs are something else") {
  CHECK_FALSE(looks_like_hb_perf_json(""));
  CHECK_FALSE(looks_like_hb_perf_json("{\"note\": \"BPU march\"}"));
  CHECK_FALSE(looks_like_hb_perf_json("{\"a\": {\"b\": {\"c\": {\"BPU march\": \"x\"}}}}"));
  CHECK_FALSE(looks_like_hb_perf_json("text " + kJson));
  CHECK_FALSE(looks_like_hb_perf("hb_mapper: FPS=147.31, latency = 6788.5 us, DDR = 1 bytes\n"));
  CHECK_FALSE(looks_like_hb_perf("Start hb_mapper....\nFPS=1, latency = 1 us, DDR = 1 bytes\n"));
}

}  // namespace
}  // namespace npulint
