#include "lint/benchmark_check.h"

#include <doctest/doctest.h>

namespace npulint {
namespace {

const Platforms& platforms() {
  static const Platforms p = Platforms::load(0);
  return p;
}

struct Case {
  Benchmarks b;
  Manifest m;
  uint64_t place = 0;

  Fact<std::string> text(const std::string& s) { return {s, {1, place, place++ + 1, ""}}; }
  Case() {
    m.file = 2;
    for (const auto& [id, files] :
         {std::pair<std::string, std::vector<std::string>>{
              "det", {"s100/det_nashe.hbm", "nash-p/det.hbm", "plain.hbm"}},
          {"other", {"s600/yolo_nashe.hbm"}}}) {
      Manifest::Model& model = m.models.emplace_back();
      model.id = id;
      for (const std::string& f : files) {
        model.assets.emplace_back().filename = {f, {2, place, place + 1, ""}};
        model.assets.back().at = {2, place, place + 1, ""};
        ++place;
      }
    }
  }
  Benchmarks::Entry& entry(const std::string& sample, const std::string& asset,
                           const std::string& hardware) {
    Benchmarks::Entry& e = b.entries.emplace_back();
    e.id = text("e" + std::to_string(b.entries.size()));
    if (!sample.empty()) e.sample = text(sample);
    if (!asset.empty()) e.asset = text(asset);
    if (!hardware.empty()) e.hardware = text(hardware);
    return e;
  }
  void metric(const std::string& name, const std::string& value, const std::string& stage,
              const std::string& unit = "ratio") {
    Benchmarks::Metric& x = b.entries.back().accuracy.emplace_back();
    x.name = text(name);
    x.value = {std::stod(value), {1, place, place + 1, ""}};
    ++place;
    x.written = value;
    const size_t point = value.find('.');
    x.last_digit = 1;
    for (size_t i = point; i != value.npos && i + 1 < value.size(); ++i) x.last_digit /= 10;
    x.unit = unit;
    x.model_stage = stage;
    x.dataset = "D";
  }
  std::shared_ptr<const BenchmarkCheck> run() {
    return check_benchmarks(b, m, PlatformWords(platforms()));
  }
  std::vector<BenchmarkFault> faults() { return run()->faults; }
};

using Kind = BenchmarkFault::Kind;

TEST_CASE("benchmarks: samples and files that the manifest lists") {
  Case c;
  c.entry("det", "s100/det_nashe.hbm", "RDK S100");
  c.entry("det", "./nash-p/det.hbm", "RDK S600");
  c.entry("other", "", "RDK S600");
  CHECK(c.faults().empty());
  CHECK(c.run()->referring == 3);
  CHECK(c.run()->unjudged.empty());
}

TEST_CASE("benchmarks: one fault for a sample and kind, with its count and the first") {
  Case c;
  c.entry("det", "s600/det.hbm", "RDK S600");
  c.entry("gone", "", "RDK S600");
  c.entry("det", "s600/det_2.hbm", "RDK S600");
  c.entry("gone", "", "");
  const auto f = c.faults();
  REQUIRE(f.size() == 2);
  CHECK(f[0].kind == Kind::kAsset);
  CHECK(f[0].sample == "det");
  CHECK(f[0].entries == 2);
  CHECK(f[0].what == "s600/det.hbm");
  CHECK(f[0].means == "nash-p/det.hbm");  // the only one of that base name
  CHECK(f[0].other.file == 2);
  CHECK(f[1].kind == Kind::kSample);
  CHECK(f[1].entries == 2);
  CHECK(f[1].entry == "e2");
}

TEST_CASE("benchmarks: a part of the manifest that was not read, or another kind, proves nothing") {
  Case c;
  c.entry("gone", "gone.hbm", "RDK S600");
  c.m.complete = false;
  CHECK(c.faults().empty());
  CHECK_FALSE(c.run()->unjudged.empty());
  c.m.complete = true;
  c.m.kind = Manifest::Kind::kChecksums;
  CHECK(c.faults().empty());
  CHECK_FALSE(c.run()->unjudged.empty());
  c.m.kind = Manifest::Kind::kModels;
  c.m.file = kNoFile;  // there is none
  CHECK(c.faults().empty());
  CHECK(c.run()->unjudged.in(Lang::kEn).find("no models.yaml") != std::string::npos);
  c.m.file = 2;
  CHECK(c.faults().size() == 2);
  c.b.complete = false;
  CHECK_FALSE(c.run()->unjudged.empty());
  c.b.complete = true;
  c.m.models.emplace_back();  // its id was not read
  CHECK(c.faults().empty());
}

TEST_CASE("benchmarks: hardware against the folders and the name of the file") {
  const auto fault = [](const std::string& asset, const std::string& hardware,
                        const std::string& runtime = "") {
    Case c;
    Benchmarks::Entry& e = c.entry("det", asset, hardware);
    if (!runtime.empty()) e.runtime = c.text(runtime);
    c.m.complete = false;
    return c.faults();
  };
  const auto f = fault("nash-p/det.hbm", "RDK S100");
  REQUIRE(f.size() == 1);
  CHECK(f[0].kind == Kind::kHardware);
  CHECK(f[0].what == "RDK S100");
  CHECK(f[0].means == "nash-p");
  CHECK(f[0].asset == "nash-p/det.hbm");
  CHECK(f[0].other.file == 2);
  CHECK(fault("s100/det_nashe.hbm", "RDK S600").size() == 1);
  CHECK(fault("det_bayese_640x640.bin", "RDK S100").size() == 1);
  CHECK(fault("s100/det_nashe.hbm", "RDK S100").empty());
  CHECK(fault("s100/det_nashe.hbm", "RDK S100P").empty());        // a source says so too
  CHECK(fault("s600/yolo_nashe.hbm", "RDK S600").empty());        // the folder agrees
  CHECK(fault("s600/yolo_nashe.hbm", "RDK S100/S100P").empty());  // the name agrees
  CHECK(fault("plain.hbm", "RDK S600").empty());                  // nothing is stated
  CHECK(fault("nash-p/det.hbm", "some board").empty());
  CHECK(fault("nash-p/det.hbm", "").empty());
  CHECK(fault("nash-p/det.hbm", "OpenExplore nash-e toolchain").empty());  // no board
  CHECK(fault("nash-p/det.hbm", "RDK S100", "quantization report").empty());
}

TEST_CASE("benchmarks: another release") {
  Case c;
  c.b.tag = c.text("s-v2");
  c.m.tag = c.text("s-v2");
  CHECK(c.run()->tags.empty());
  c.m.tag = c.text("s-v3");
  REQUIRE(c.run()->tags.size() == 1);
  CHECK(c.run()->tags[0].manifest == "s-v3");
}

TEST_CASE("retention: recorded and worked out, against the limits of data") {
  Case c;
  c.entry("det", "", "");
  c.metric("box-all-map-50-95", "0.500", "float");
  c.metric("box-all-map-50-95", "0.430", "quantized");
  c.metric("box-all-map-50-95-retention", "86.0", "", "percent");
  c.metric("box-small-map-50-95", "0.200", "float");  // 86 % is enough for one size
  c.metric("box-small-map-50-95", "0.172", "quantized");
  c.metric("top1", "0.700", "float");
  c.metric("top1", "0.500", "runtime");
  const auto r = c.run();
  CHECK(r->faults.empty());
  REQUIRE(r->samples.size() == 1);
  CHECK(r->samples[0].retained == 3);
  CHECK(r->samples[0].clash.empty());
  REQUIRE(r->samples[0].below.size() == 2);
  CHECK(r->samples[0].below[0].metric == "top1");  // the lowest first
  CHECK(percent_text(r->samples[0].below[0].percent) == "71.4");
  CHECK_FALSE(r->samples[0].below[0].recorded);
  CHECK(r->samples[0].below[1].recorded);
  CHECK(r->samples[0].below[1].limit == 95);
  CHECK(r->samples[0].below[1].base == "0.500");
  CHECK_FALSE(r->limit_source.empty());
}

TEST_CASE("retention: digits that allow the limit are no finding") {
  Case c;
  c.entry("det", "", "");
  c.metric("map", "0.4", "float");  // 0.38 to 0.42 over 0.3 to 0.5
  c.metric("map", "0.37", "quantized");
  CHECK(c.run()->samples[0].below.empty());
  c.b.entries.clear();
  c.entry("det", "", "");
  c.metric("map-retention", "94.9", "", "percent");
  CHECK(c.run()->samples[0].below.empty());  // 95.0, cut
  c.b.entries[0].accuracy[0].value.value = 94.8;
  CHECK(c.run()->samples[0].below.size() == 1);
}

TEST_CASE("retention: a family with its own numbers") {
  Case c;
  c.entry("det", "", "").variant = c.text("yolo12n-detect-s100");
  c.metric("map-retention", "93.0", "", "percent");
  CHECK(c.run()->samples[0].below.empty());
  c.b.entries[0].variant = c.text("yolo12nano-detect");  // another word
  CHECK(c.run()->samples[0].below.size() == 1);
  c.b.entries[0].variant = c.text("yolov10n-detect");
  CHECK(c.run()->samples[0].below.size() == 1);
}

TEST_CASE("retention: numbers that cannot give what is recorded") {
  const auto clashes = [](const std::string& base, const std::string& after,
                          const std::string& recorded, const std::string& unit = "percent") {
    Case c;
    c.entry("det", "", "");
    c.metric("map", base, "float");
    c.metric("map", after, "quantized");
    c.metric("map-retention", recorded, "", unit);
    const auto r = c.run();
    CHECK(r->samples[0].retained == 1);
    return r->samples[0].clash.size();
  };
  CHECK(clashes("0.278", "0.261", "93.6") == 0);
  CHECK(clashes("0.278", "0.261", "93.9") == 0);  // rounded values
  CHECK(clashes("0.278", "0.261", "39.6") == 1);
  CHECK(clashes("0.278", "0.261", "97.1") == 1);
  CHECK(clashes("0.278", "0.261", "0.94", "ratio") == 0);
  CHECK(clashes("0.278", "0.261", "0.81", "ratio") == 1);
  CHECK(clashes("0.4", "0.38", "90") == 0);  // one digit allows much
}

TEST_CASE("retention: what is not judged") {
  const auto judged = [](auto&& fill) {
    Case c;
    c.entry("det", "", "");
    fill(c);
    const auto r = c.run();
    return !r->samples.empty();
  };
  for (const char* name : {"mae", "top1-error", "cer", "latency-map", "pixel-agreement", "abs-rel"})
    CHECK_FALSE(judged([&](Case& c) {
      c.metric(name, "0.9", "float");
      c.metric(name, "0.1", "quantized");
      c.metric(std::string(name) + "-retention", "11", "", "percent");
    }));
  CHECK_FALSE(judged([](Case& c) {  // no stage: nobody says which is which
    c.metric("map", "0.9", "");
    c.metric("map", "0.1", "");
  }));
  CHECK_FALSE(judged([](Case& c) {  // measured otherwise
    c.metric("map", "0.9", "float");
    c.metric("map", "0.1", "quantized");
    c.b.entries[0].accuracy[1].dataset = "E";
  }));
  CHECK_FALSE(judged([](Case& c) {
    c.metric("map", "0.9", "float");
    c.metric("map", "10", "quantized", "percent");
  }));
  CHECK_FALSE(judged([](Case& c) {
    c.metric("map", "0.9", "float");
    c.metric("map", "0.1", "quantized");
    c.b.entries[0].accuracy[1].qualifier = "approximate";
  }));
  CHECK_FALSE(judged([](Case& c) {  // two of a kind
    c.metric("map", "0.9", "float");
    c.metric("map", "0.1", "quantized");
    c.metric("map", "0.8", "quantized");
  }));
  CHECK_FALSE(judged([](Case& c) {
    c.metric("map", "0.0", "float");
    c.metric("map", "0.0", "quantized");
  }));
  CHECK_FALSE(judged([](Case& c) { c.metric("retention", "10", "", "percent"); }));
}

TEST_CASE("percent_text") {
  CHECK(percent_text(93) == "93");
  CHECK(percent_text(93.94) == "93.9");
  CHECK(percent_text(0) == "0");
}

}  // namespace
}  // namespace npulint
