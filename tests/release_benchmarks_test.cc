// benchmarks.yaml of a model zoo.
#include "parsers/release_benchmarks.h"

#include <doctest/doctest.h>

#include <chrono>

namespace npulint {
namespace {

const std::string kTwo =
    "schema_version: 1\nrelease:\n  platform: s\n  version: 2.4.0\n  tag: s-v2.4.0\n"
    "benchmarks:\n"
    "  - id: corner-s100\n    sample_id: cornernet\n    variant_id: cornernet-s-s100\n"
    "    asset_filename: s100/cornernet_s_nashe.hbm\n    model_format: hbm\n    precision: int8\n"
    "    environment: { hardware: RDK S100, runtime: hrt_model_exec }\n"
    "    performance:\n"
    "      - { metric: latency, value: 4.20, unit: ms, statistic: mean, concurrency: 2 }\n"
    "    accuracy:\n"
    "      - { metric: box-map, value: 0.412, unit: ratio, model_stage: float, dataset: D1 }\n"
    "      - { metric: box-map, value: 40, unit: percent, qualifier: approximate, scope: \"a, b\" "
    "}\n"
    "  - { id: bare, sample_id: other, environment: { hardware: RDK S600 } }\n";

Parsed<Benchmarks> parse(const std::string& s) { return parse_benchmarks(3, s); }

std::string at(const std::string& s, const Evidence& e) {
  CHECK(e.file == 3);
  return s.substr(e.begin, e.end - e.begin);
}

// Damage: told once, and nothing that was not read counts as absent.
void damaged(const std::string& s, size_t entries, std::string_view words) {
  const auto p = parse(s);
  CHECK_FALSE(p.record.complete);
  REQUIRE(p.problems.size() >= 1);
  CHECK(p.record.entries.size() == entries);
  CHECK(p.problems[0].at.file == 3);
  const std::string what = p.problems[0].what.in(Lang::kEn);
  CHECK_MESSAGE(what.find(words) != what.npos, what);
  CHECK_FALSE(p.problems[0].what.in(Lang::kZh).empty());
}

TEST_CASE("release_benchmarks: what is written, and where") {
  const auto p = parse(kTwo);
  CHECK(p.problems.empty());
  const Benchmarks& b = p.record;
  CHECK(b.complete);
  CHECK(*b.platform == "s");
  CHECK(*b.version == "2.4.0");
  CHECK(at(kTwo, b.tag.at) == "s-v2.4.0");
  REQUIRE(b.entries.size() == 2);
  const auto& e = b.entries[0];
  CHECK(at(kTwo, e.at) == "corner-s100");
  CHECK(at(kTwo, e.asset.at) == "s100/cornernet_s_nashe.hbm");
  CHECK(at(kTwo, e.hardware.at) == "RDK S100");
  CHECK(*e.sample == "cornernet");
  CHECK(*e.variant == "cornernet-s-s100");
  CHECK(*e.format == "hbm");
  CHECK(*e.precision == "int8");
  CHECK(*e.runtime == "hrt_model_exec");
  REQUIRE(e.performance.size() == 1);
  CHECK(e.performance[0].concurrency == "2");
  CHECK(e.performance[0].statistic == "mean");
  CHECK(e.performance[0].written == "4.20");
  CHECK(e.performance[0].last_digit == doctest::Approx(0.01));
  REQUIRE(e.accuracy.size() == 2);
  CHECK(*e.accuracy[0].value == 0.412);
  CHECK(at(kTwo, e.accuracy[0].value.at) == "0.412");
  CHECK(e.accuracy[0].last_digit == doctest::Approx(0.001));
  CHECK(e.accuracy[0].model_stage == "float");
  CHECK(e.accuracy[0].dataset == "D1");
  CHECK(e.accuracy[1].last_digit == 1);
  CHECK(e.accuracy[1].scope == "a, b");
  CHECK(e.accuracy[1].qualifier == "approximate");
  CHECK(at(kTwo, e.accuracy[1].at).front() == '{');
  CHECK_FALSE(b.entries[1].asset);
  CHECK(b.entries[1].accuracy.empty());
}

TEST_CASE("release_benchmarks: only numbers that are written out have a last digit") {
  const auto metric = [](const std::string& value) {
    const auto p =
        parse("benchmarks:\n  - { id: a, accuracy: [{ metric: m, value: " + value + " }] }\n");
    REQUIRE(p.record.entries.size() == 1);
    REQUIRE(p.record.entries[0].accuracy.size() == 1);
    return p.record.entries[0].accuracy[0];
  };
  CHECK(metric("-0.50").last_digit == doctest::Approx(0.01));
  CHECK(metric("9.1e+1").last_digit == 0);
  for (const char* none : {"\"0.5\"", "n/a", ".nan", ".inf", "@MAP@", "~", "true"})
    CHECK_FALSE(metric(none).value);
  CHECK(metric("0.1234567890123456789").last_digit == 0);
}

TEST_CASE("release_benchmarks: null where nothing was measured is no damage") {
  const auto p = parse("benchmarks:\n  - { id: ~, sample_id: null, accuracy: null }\n");
  CHECK(p.record.complete);
  REQUIRE(p.record.entries.size() == 1);
  CHECK_FALSE(p.record.entries[0].id);
  CHECK_FALSE(p.record.entries[0].sample);
  CHECK(parse("benchmarks: []\n").record.complete);
}

TEST_CASE("release_benchmarks: damage") {
  damaged("release: { tag: a }\n", 0, "`benchmarks` is no list");
  damaged("benchmarks: { id: a }\n", 0, "`benchmarks` is no list");
  damaged("benchmarks:\n  - just text\n  - { id: b }\n", 1, "entry 0 of `benchmarks`");
  damaged("benchmarks:\n  - { id: b, accuracy: 0.4 }\n", 1, "`accuracy` of the entry `b`");
  damaged("benchmarks:\n  - { id: b, performance: { metric: m, value: 1 } }\n", 1,
          "`performance` of the entry `b`");
  damaged("benchmarks:\n  - { id: b, accuracy: [{ metric: m }, { metric: n, value: 1 }] }\n", 1,
          "a metric of the entry `b`");
  damaged("benchmarks:\n  - { id: b, accuracy: [{ value: 1 }] }\n", 1, "a metric of the entry `b`");
  damaged("benchmarks:\n  - { id: b, accuracy: [{ metric: m, value: [1] }] }\n", 1,
          "a metric of the entry `b`");
  CHECK(parse("").problems.size() == 1);
  CHECK(parse("benchmarks:\n  - { id: b\n").problems.size() >= 1);        // cut off
  CHECK(parse("benchmarks:\n  - { id: \"b }\n").problems.size() >= 1);    // open quote
  CHECK(parse("benchmarks:\n\t- { id: b }\n").problems.size() >= 1);      // tab
  CHECK(parse(std::string("benchmarks:\0\n", 13)).problems.size() >= 1);  // NUL
  CHECK(parse("benchmarks:\n  - { id: \xff\xfe }\n").problems.size() >= 1);
  for (const char* s : {"benchmarks:\n  - { id: b\n", "benchmarks:\n\t- { id: b }\n"})
    CHECK_FALSE(parse(s).record.complete);
  const std::string whole = kTwo;
  for (size_t n = 0; n < whole.size(); n += 7) parse(whole.substr(0, n));
}

TEST_CASE("release_benchmarks: a template is not complete") {
  CHECK_FALSE(parse("benchmarks:\n  - { id: @NAME@ }\n").record.complete);
}

TEST_CASE("release_benchmarks: told by its first lines") {
  CHECK(looks_like_benchmarks(kTwo));
  CHECK(looks_like_benchmarks("benchmarks:\n- sample_id: a\n"));
  CHECK_FALSE(looks_like_benchmarks("benchmarks:\n  - id: a\n"));
  CHECK_FALSE(looks_like_benchmarks("models:\n  - id: a\n    benchmarks:\n      - sample_id: a\n"));
  CHECK_FALSE(looks_like_benchmarks("a: 1\nsample_id: a\n"));
  CHECK_FALSE(looks_like_benchmarks(""));
}

TEST_CASE("release_benchmarks: twice the entries take about twice the time") {
  const auto seconds = [](size_t n) {
    std::string s = "benchmarks:\n";
    for (size_t i = 0; i < n; ++i)
      s += "  - { id: e" + std::to_string(i) +
           ", sample_id: a, accuracy: [{ metric: m, value: 0.5, unit: ratio, model_stage: float }, "
           "{ metric: m, value: 0.4, unit: ratio, model_stage: quantized }] }\n";
    double best = 1e9;
    for (int k = 0; k < 3; ++k) {
      const auto t = std::chrono::steady_clock::now();
      CHECK(parse(s).record.entries.size() == n);
      best = std::min(best,
                      std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count());
    }
    return best;
  };
  CHECK(seconds(4000) < 6 * seconds(1000) + 0.05);
}

}  // namespace
}  // namespace npulint
