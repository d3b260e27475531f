// Configs of one folder against each other: one file of a set gives what the set gives.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "lint/check.h"

using namespace npulint;

namespace {

struct Yaml {
  std::string march = "bayes-e", onnx = "a.onnx", work = "out", prefix = "model_a";
  std::string cal = "./cal", train = "rgb", extra;
  std::string text() const {
    const auto line = [](const char* key, const std::string& value) {
      return value.empty() ? std::string() : std::string("  ") + key + ": " + value + "\n";
    };
    return "model_parameters:\n" + line("onnx_model", onnx) + line("march", march) +
           line("working_dir", work) + line("output_model_file_prefix", prefix) +
           "input_parameters:\n" + line("input_type_rt", train == "rgb" ? "nv12" : train) +
           line("input_type_train", train) + "calibration_parameters:\n" +
           line("cal_data_dir", cal) + "  calibration_type: max\n" + "compiler_parameters:\n" +
           "  optimize_level: O2\n" + extra;
  }
};

struct Folder {
  MemoryReader reader;
  Folder& add(const std::string& name, const std::string& text) {
    reader.files["/w/set/" + name] = text;
    return *this;
  }
  // "b.yaml CFG018; …", sorted.
  std::string findings(const std::string& path, const char* code) const {
    CheckOptions o;
    o.load.cwd = "/w";
    o.load.paths = {path};
    o.load.isolated = true;
    o.profile = Profile::kReview;
    o.select = {code};
    const Loaded l = check(reader, o);
    REQUIRE(l.errors.empty());
    std::vector<std::string> lines;
    for (const Finding& f : l.run.result.findings)
      lines.push_back(std::string(f.severity == Severity::kNote ? "note " : "") +
                      base_name(l.run.sources.real(f.at.file)) + ": " + f.message.in(Lang::kEn));
    return sorted(std::move(lines));
  }
  static std::string sorted(std::vector<std::string> lines) {
    std::sort(lines.begin(), lines.end());
    std::string out;
    for (const std::string& s : lines) out += s + "\n";
    return out;
  }
  // Of the folder; each file alone must give its share of it.
  std::string all(const char* code) const {
    std::vector<std::string> parts;
    for (const auto& [path, text] : reader.files) {
      std::istringstream lines(findings(path, code));
      for (std::string line; std::getline(lines, line);) parts.push_back(line);
    }
    const std::string whole = findings("set", code);
    CHECK(sorted(std::move(parts)) == whole);
    return whole;
  }
};

bool contains(const std::string& s, std::string_view part) { return s.find(part) != s.npos; }

Yaml s100(Yaml y = {}) {
  y.march = "nash-e";
  return y;
}

}  // namespace

TEST_CASE("folder: two configs that write one product") {
  Folder f;
  f.add("a.yaml", Yaml().text());
  Yaml b;
  b.work = "./out/../out/";
  f.add("b.yaml", b.text());
  CHECK(f.all("CFG018") ==
        "b.yaml: `out/model_a` is also written by `a.yaml`: the later build replaces the earlier "
        "one\n");
  b.prefix = "model_b";
  f.add("b.yaml", b.text());
  CHECK(f.all("CFG018").empty());
}

TEST_CASE("folder: every later config is compared with the first") {
  Folder f;
  for (const char* name : {"a.yaml", "b.yaml", "c.yaml"}) f.add(name, Yaml().text());
  const std::string found = f.all("CFG018");
  CHECK(contains(found, "b.yaml: `out/model_a` is also written by `a.yaml`"));
  CHECK(contains(found, "c.yaml: `out/model_a` is also written by `a.yaml`"));
}

TEST_CASE("folder: defaults write a product too") {
  Folder f;
  Yaml a = s100(), b = s100();
  a.work = a.prefix = "";
  b.work = "model_output";
  b.prefix = "model";
  f.add("a.yaml", a.text()).add("b.yaml", b.text());
  CHECK(contains(f.all("CFG018"), "b.yaml: `model_output/model`"));
  b.prefix = "";
  f.add("b.yaml", b.text());
  CHECK(contains(f.all("CFG018"), "b.yaml: `model_output/model`"));
  a.march = b.march = "bayes-e";  // which requires the prefix
  f.add("a.yaml", a.text()).add("b.yaml", b.text());
  CHECK(f.all("CFG018").empty());
}

TEST_CASE("folder: what a placeholder, an alias or a merge key leaves open is not compared") {
  for (const auto& [from, to] :
       {std::pair("working_dir: out", "working_dir: @WORK@/out"),
        std::pair("output_model_file_prefix: model_a", "output_model_file_prefix: ${NAME}"),
        std::pair("working_dir: out", "working_dir: *out"),
        std::pair("working_dir: out", "working_dir: [out]")}) {
    CAPTURE(to);
    std::string open = Yaml().text();
    open.replace(open.find(from), std::string(from).size(), to);
    CHECK(Folder().add("a.yaml", Yaml().text()).add("b.yaml", open).all("CFG018").empty());
    CHECK(Folder().add("a.yaml", open).add("b.yaml", Yaml().text()).all("CFG018").empty());
  }
  Yaml a;
  a.work = "";
  std::string merged = a.text();
  merged.replace(merged.find("model_parameters:\n"), 18, "model_parameters:\n  <<: *base\n");
  Yaml b;
  b.work = "model_output";
  CHECK(Folder().add("a.yaml", merged).add("b.yaml", b.text()).all("CFG018").empty());
  CHECK_FALSE(Folder().add("a.yaml", a.text()).add("b.yaml", b.text()).all("CFG018").empty());
}

TEST_CASE("folder: one calibration folder for two toolchains") {
  Folder f;
  Yaml x5;
  x5.cal = "cal/";
  f.add("s100.yaml", s100().text()).add("x5.yaml", x5.text());
  CHECK(contains(f.all("CAL008"),
                 "x5.yaml: hb_mapper calibrates with the data that `s100.yaml` "
                 "gives to hb_compile"));
  x5.cal = "cal_x5";
  CHECK(f.add("x5.yaml", x5.text()).all("CAL008").empty());
  x5.cal = "@WORK@/cal";
  CHECK(f.add("x5.yaml", x5.text()).all("CAL008").empty());
  // both take a featuremap as the graph does
  Yaml a = s100(), b;
  a.train = b.train = "featuremap";
  CHECK(Folder().add("a.yaml", a.text()).add("b.yaml", b.text()).all("CAL008").empty());
}

TEST_CASE("folder: an input that shares the folder of another is one finding") {
  Yaml a = s100(), b;
  a.cal = b.cal = "./cal;./cal";
  const std::string found = Folder().add("a.yaml", a.text()).add("b.yaml", b.text()).all("CAL008");
  CHECK(std::count(found.begin(), found.end(), '\n') == 1);
}

TEST_CASE("folder: padding flags") {
  const auto flags = [](const std::string& in, const std::string& out) {
    Yaml y = s100();
    y.extra = "  extra_params:\n" + (in.empty() ? "" : "    input_no_padding: " + in + "\n") +
              (out.empty() ? "" : "    output_no_padding: " + out + "\n");
    return y;
  };
  const auto with = [&](const Yaml& a, const Yaml& b) {
    return Folder().add("a.yaml", a.text()).add("b.yaml", b.text()).all("CFG021");
  };
  CHECK(contains(with(flags("True", "True"), flags("True", "False")),
                 "b.yaml: the padding flags are"));
  CHECK_FALSE(contains(with(flags("True", "True"), flags("yes", "on")), "are `"));
  CHECK(contains(with(flags("True", ""), s100()),
                 "a.yaml: extra_params states `input_no_padding` "
                 "but not `output_no_padding`"));
  // absent is false
  CHECK_FALSE(contains(with(flags("True", "False"), flags("True", "")), "padding flags are"));
  // what cannot be read is not absent
  for (const char* open : {"@PAD@", "'True'", "1", "[True]", "*flag"}) {
    CAPTURE(open);
    CHECK(Folder().add("a.yaml", flags("True", open).text()).all("CFG021").empty());
  }
  Yaml other = flags("False", "False");
  other.onnx = "other.onnx";
  CHECK_FALSE(contains(with(flags("True", "True"), other), "are `"));
  CHECK(Folder().add("a.yaml", s100().text()).all("CFG021").empty());
}

TEST_CASE("folder: the variant in the config's name and in the ONNX") {
  const auto variant = [](const char* config, const char* onnx) {
    Yaml y;
    y.onnx = onnx;
    return Folder().add(config, y.text()).all("CFG022");
  };
  CHECK_FALSE(variant("ConvNeXt_atto.yaml", "./m/convnext_femto.onnx").empty());
  CHECK_FALSE(variant("config_yolo11e_seg_pf.yaml", "yolo11n-seg.onnx").empty());
  CHECK_FALSE(variant("yolo11n_640x640.yaml", "yolo11s.onnx").empty());
  CHECK_FALSE(variant("efficientnet_b2.yaml", "efficientnet_b3.onnx").empty());
  CHECK_FALSE(variant("resnet18.yaml", "resnet50.onnx").empty());
  for (const auto& [config, onnx] :
       {std::pair("convnext_atto.yaml", "convnext_atto.onnx"),
        std::pair("base.yaml", "vit_tiny.onnx"), std::pair("config.yaml", "convnext_atto.onnx"),
        std::pair("yolo11n.yaml", "yolov11n.onnx"), std::pair("yolo11.yaml", "yolo11s.onnx"),
        std::pair("resnet50_b0.yaml", "yolov5_b2.onnx"),
        std::pair("atto_femto.yaml", "convnext_femto.onnx"),
        std::pair("nv12_tiny.yaml", "nv12_base.onnx"), std::pair("atto.yaml", "@W@/femto.onnx")}) {
    CAPTURE(config);
    CHECK(variant(config, onnx).empty());
  }
}

TEST_CASE("folder: configs of other folders and of other kinds do not count") {
  Folder f;
  f.add("a.yaml", Yaml().text());
  f.reader.files["/w/other/b.yaml"] = Yaml().text();
  f.reader.files["/w/set/notes.yaml"] = "title: no config\n";
  CHECK(f.findings("set", "CFG018").empty());
  CHECK(f.findings("/w", "CFG018").empty());
}
