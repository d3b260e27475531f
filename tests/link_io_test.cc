// Outputs across contract, artifact and graphs: order, classes, stages.
#include <doctest/doctest.h>

#include <algorithm>

#include "lint/check.h"

using namespace npulint;

namespace {

struct Folder {
  MemoryReader reader;
  Folder& add(const std::string& name, const std::string& text) {
    reader.files["/w/" + name] = text;
    return *this;
  }
  // The messages of the findings, or the verdict when there are none.
  std::string run(const char* code) const {
    CheckOptions o;
    o.load.cwd = "/w";
    o.load.paths = {"/w"};
    o.load.isolated = true;
    o.profile = Profile::kReview;
    o.select = {code};
    const Loaded l = check(reader, o);
    REQUIRE(l.errors.empty());
    std::string out;
    for (const Finding& f : l.run.result.findings) out += f.message.in(Lang::kEn) + "\n";
    if (!out.empty()) return out;
    for (const Check& c : l.run.result.checks)
      if (c.verdict != Verdict::kNotApplicable)
        return c.verdict == Verdict::kPass ? "pass" : "not checked";
    return "not applicable";
  }
};

std::string tensor(const std::string& name, const std::string& shape,
                   const std::string& more = "\"dtype\": \"float32\"") {
  return "{\"name\": \"" + name + "\", " + more + ", \"shape\": " + shape + "}";
}
std::string artifact(const std::string& outputs) {
  return R"({"march": "nash-e", "inputs": [{"name": "x", "dtype": "uint8", "shape": [1, 3, 640, 640]}], "outputs": [)" +
         outputs + "]}";
}
Folder by_index(const std::string& contract, const std::string& outputs) {
  return Folder()
      .add("contract.toml", "[artifact]\naccess = \"by_index\"\n" + contract)
      .add("det.metadata.json", artifact(outputs));
}
Folder with(const std::string& contract, const std::string& outputs) {
  return Folder().add("contract.toml", contract).add("det.metadata.json", artifact(outputs));
}
bool contains(const std::string& s, std::string_view part) { return s.find(part) != s.npos; }

const std::string kBox = tensor("b", "[1, 80, 80, 64]"), kCls = tensor("c", "[1, 80, 80, 12]");

}  // namespace

TEST_CASE("order: channels at an index") {
  const char* const first = "[[output]]\nindex = 0\nrole = \"cls\"\nchannels = 12\n";
  CHECK(by_index(first, kBox + "," + kCls).run("IOC003") ==
        "output 0 is read as `cls` with 12 channels, the artifact has `b` of [1, 80, 80, 64] "
        "there; output 1 has 12 channels\n");
  CHECK(by_index(first, kCls + "," + kBox).run("IOC003") == "pass");
  CHECK(contains(by_index(first, kBox).run("IOC003"), "no output with 12 channels"));
  // an index without a name is access by index too; with a name, the name counts
  CHECK(contains(with(first, kBox + "," + kCls).run("IOC003"), "output 1 has"));
  CHECK(with("[[output]]\nname = \"c\"\nindex = 0\nchannels = 12\n", kBox + "," + kCls)
            .run("IOC003") == "not applicable");
  // listed in order, none with an index
  CHECK(
      contains(by_index("[[output]]\nchannels = 12\n[[output]]\nchannels = 64\n", kBox + "," + kCls)
                   .run("IOC003"),
               "output 1 is read"));
  CHECK(by_index("[[output]]\nchannels = 12\n", kBox + "," + kCls).run("IOC003") == "pass");
  CHECK(by_index("[[output]]\nindex = 7\nchannels = 12\n", kBox).run("IOC003") == "pass");
  CHECK(by_index(first, R"({"name": "b", "dtype": "float32"})").run("IOC003") == "pass");
}

TEST_CASE("order: one statement, one finding") {
  const Folder f = by_index(
      "[[output]]\nindex = 0\nrole = \"cls\"\nchannels = 12\nclasses = 12\n"
      "shape = [1, 80, 80, 12]\nlayout = \"NCHW\"\n",
      kBox + "," + kCls);
  CHECK(contains(f.run("IOC003"), "output 0"));
  CHECK(f.run("IOC004") == "not checked");  // of the other output nothing is stated
  CHECK_FALSE(contains(f.run("IOC007"), "12"));
  CHECK_FALSE(contains(f.run("IOC005"), "NCHW"));
}

TEST_CASE("order: channels that the number of classes explains") {
  const Folder f =
      by_index("[[output]]\nindex = 0\nrole = \"cls\"\nchannels = 80\nclasses = 80\n", kCls);
  CHECK(f.run("IOC003") == "pass");
  CHECK(contains(f.run("IOC007"), "has 12"));
}

TEST_CASE("classes: anchors") {
  const std::string v5 = "[head]\nfamily = \"yolov5\"\nanchors_per_cell = 3\nclasses = 80\n";
  CHECK(with(v5, tensor("o", "[1, 80, 80, 24]")).run("IOC007") ==
        "[head] classes states 80 classes, `o` has 3 ([1, 80, 80, 24]: 24 / 3 - 5)\n");
  CHECK(with(v5, tensor("o", "[1, 255, 80, 80]")).run("IOC007") == "pass");
  CHECK(with(v5, tensor("o", "[1, 3, 80, 80, 85]")).run("IOC007") == "pass");
  CHECK(contains(with(v5, tensor("o", "[1, 3, 80, 80, 8]")).run("IOC007"), "has 3 "));
  CHECK(with(v5, tensor("o", "[1, 25200, 85]")).run("IOC007") == "pass");
  CHECK(contains(with(v5, tensor("o", "[1, 25200, 8]")).run("IOC007"), "8 - 5"));
  CHECK(contains(with(v5, tensor("o", "[1, 80, 80, 25]")).run("IOC007"), "25 / 3"));
  // beside heads that fit another output may be anything
  CHECK(with(v5, tensor("o", "[1, 80, 80, 255]") + "," + tensor("p", "[1, 160, 160, 32]"))
            .run("IOC007") == "pass");
  CHECK(with(v5, tensor("o", "[1, -1, 80, 80]")).run("IOC007") == "not checked");
  const std::string open = "[head]\nfamily = \"yolov5m\"\nclasses = 80\n";
  CHECK(with(open, tensor("o", "[1, 80, 80, 170]")).run("IOC007") == "pass");
  CHECK(contains(with(open, tensor("o", "[1, 80, 80, 24]")).run("IOC007"), "24 % 85 = 24"));
  CHECK(with("[head]\nfamily = \"nanodet\"\nclasses = 80\n", tensor("o", "[1, 80, 80, 24]"))
            .run("IOC007") == "not checked");
}

TEST_CASE("classes: heads of boxes and of scores") {
  const auto head = [](const char* classes, const std::string& outputs) {
    return with(std::string("[head]\nfamily = \"yolov8n\"\nclasses = ") + classes + "\n", outputs)
        .run("IOC007");
  };
  CHECK(contains(head("80", kBox + "," + kCls), "`c` has 12"));
  CHECK(head("12", kBox + "," + kCls) == "pass");
  CHECK(head("80", kBox + "," + kCls + "," + tensor("m", "[1, 80, 80, 32]")) == "not checked");
  CHECK(contains(head("80", tensor("o", "[1, 7, 8400]")), "7 - 4"));
  CHECK(head("3", tensor("o", "[1, 7, 8400]")) == "pass");
  CHECK(head("3", tensor("o", "[1, 84, 8400]")) == "not checked");  // key points, masks
}

TEST_CASE("classes: outputs of the classes") {
  const auto role = [](const char* classes, const std::string& outputs,
                       const std::string& more = "") {
    return with("[[output]]\nname = \"c\"\nrole = \"cls\"\nclasses = " + std::string(classes) +
                    "\n" + more,
                outputs)
        .run("IOC007");
  };
  CHECK(role("12", kCls) == "pass");
  CHECK(contains(role("80", kCls), "has 12"));
  CHECK(role("11", kCls) == "pass");  // background
  CHECK(role("4", kCls) == "pass");   // three anchors
  CHECK(contains(role("4", kCls, "consumer = \"argmax\"\n"), "has 12"));
  CHECK(contains(role("10", tensor("c", "[1, 1000]")), "has 1000"));
  CHECK(contains(role("10", tensor("c", "[1, 1000, 1, 1]")), "has 1000"));
  CHECK(role("10", tensor("c", "[1, 64000]") + "," + kBox) == "not checked");  // flattened
  CHECK(role("2", tensor("c", "[1, 1]")) == "pass");
  CHECK(role("19", tensor("c", "[1, 512, 512]", "\"dtype\": \"int8\"")) == "not checked");
  CHECK(role("19", tensor("c", "[1, 1, 512, 512]")) == "not checked");
  CHECK(contains(role("80", tensor("c", "[1, 8400, 12]")), "no channels of `c` go"));
}

TEST_CASE("classes: labels") {
  const std::string five = "a\nb\nc\nd\ne\n", logits = tensor("o", "[1, 1000]");
  const auto head = [&](const std::string& rest) {
    return with("[head]\nfamily = \"classifier\"\n" + rest, logits)
        .add("labels.txt", five)
        .run("IOC007");
  };
  CHECK(contains(head("labels = \"labels.txt\"\n"), "labels.txt states 5 classes, `o` has 1000"));
  CHECK(contains(head("labels = 5\n"), "[head] labels states 5 classes"));
  CHECK(head("labels = 1000\n") == "pass");
  // two statements, one of them wrong
  CHECK(contains(head("classes = 1000\nlabels = \"labels.txt\"\n"), "labels.txt states 5"));
  CHECK(head("labels = \"absent.txt\"\n") == "not checked");
  CHECK(head("") == "not applicable");
  // equal statements are one finding
  const std::string both = head("classes = 5\nlabels = 5\n");
  CHECK(std::count(both.begin(), both.end(), '\n') == 1);
}

// ---- stages

namespace {

std::string onnx(const std::string& outputs) {
  return "ir_version: 8\ngraph { name: \"g\" input { name: \"x\" } " + outputs + " }";
}
std::string value(const std::string& name, std::initializer_list<int> dims) {
  std::string d;
  for (const int n : dims) d += "dim { dim_value: " + std::to_string(n) + " } ";
  return "node { op_type: \"Conv\" input: \"x\" output: \"" + name + "\" } output { name: \"" +
         name + "\" type { tensor_type { elem_type: 1 shape { " + d + "} } } } ";
}
std::string config(const std::string& more = "") {
  return "model_parameters:\n  onnx_model: det.onnx.textproto\n  march: nash-e\n  working_dir: .\n"
         "  output_model_file_prefix: det\n" +
         more + "input_parameters:\n  input_type_rt: nv12\n";
}
Folder build(const std::string& graph, const std::string& outputs, const std::string& more = "") {
  return Folder()
      .add("det.yaml", config(more))
      .add("det.onnx.textproto", graph)
      .add("det.metadata.json", artifact(outputs));
}

}  // namespace

TEST_CASE("stages: outputs that do not go on") {
  const std::string g = onnx(value("b", {1, 64, 80, 80}) + value("c", {1, 12, 80, 80}));
  CHECK(build(g, kBox + "," + kCls).run("IOC011") == "pass");
  CHECK(build(g, kBox).run("IOC011") ==
        "the number of outputs changes within one build: 2 (`det.onnx.textproto`), then 1 "
        "(`det.metadata.json`)\n");
  CHECK(contains(build(g, kBox + "," + tensor("c", "[1, 80, 80, 80]")).run("IOC011"),
                 "the shape of output `c`"));
  CHECK(contains(build(g, kBox + "," + tensor("d", "[1, 80, 80, 12]")).run("IOC011"),
                 "output `c` does not go on"));
  // no name at all goes on: renamed by a tool, unless the tensors differ as well
  CHECK(build(g, tensor("d", "[1, 80, 80, 64]") + "," + tensor("e", "[1, 80, 80, 12]"))
            .run("IOC011") == "pass");
  CHECK(contains(
      build(g, tensor("d", "[1, 80, 80, 64]") + "," + tensor("e", "[1, 80, 80, 80]")).run("IOC011"),
      "`c` does not go on"));
}

TEST_CASE("stages: what explains a difference") {
  const std::string g = onnx(value("b", {1, 64, 80, 80}));
  CHECK(build(g, tensor("b", "[4, 64, 80, 80]")).run("IOC011") == "pass");
  CHECK(build(g, tensor("b", "[1, 64, 6400]")).run("IOC011") == "pass");
  CHECK(build(g, tensor("b_Conv_f32", "[1, 64, 80, 80]")).run("IOC011") == "pass");
  // a batch of one that only one side has, and channels that are filled up
  CHECK(build(onnx(value("b", {84, 8400})), tensor("b", "[1, 84, 8400]")).run("IOC011") == "pass");
  CHECK(build(onnx(value("b", {1, 21, 80, 80})), tensor("b", "[1, 80, 80, 32]")).run("IOC011") ==
        "pass");
  const std::string removal = "  remove_node_type: Dequantize\n";
  CHECK(contains(build(g, tensor("b", "[1, 80, 80, 80]"), removal).run("IOC011"),
                 "the shape of output `b`"));
  CHECK(build(g, tensor("b_quantized", "[1, 80, 80, 80]"), removal).run("IOC011") == "pass");
  // the nodes that can be removed keep all elements: other names and other elements are another
  // model
  CHECK(build(g, tensor("d", "[1, 80, 80, 64]"), removal).run("IOC011") == "pass");
  CHECK(build(g, tensor("d", "[64, 6400]"), removal).run("IOC011") == "pass");
  CHECK(contains(build(g, tensor("d", "[1, 80, 80, 84]"), removal).run("IOC011"),
                 "the shape of output `b`"));
  CHECK(build(g, kBox + "," + kCls, "  remove_node_type: Dequantize\n").run("IOC011") != "pass");
  CHECK(build(g, kBox + "," + kCls, "  output_nodes: Conv_1\n").run("IOC011") == "not checked");
}

TEST_CASE("stages: only what belongs to the build is compared") {
  const std::string g = onnx(value("o", {1, 84, 8400}));
  CHECK(Folder()
            .add("other.onnx.textproto", g)
            .add("det.metadata.json", artifact(kBox))
            .run("IOC011") == "not checked");
  // a product of another build in the same folder
  CHECK(Folder()
            .add("det.yaml", config())
            .add("net_quantized_model.onnx.textproto", g)
            .add("det.metadata.json", artifact(kBox))
            .run("IOC011") == "not checked");
  CHECK(contains(Folder()
                     .add("det.yaml", config())
                     .add("det_original_float_model.onnx.textproto", g)
                     .add("det_quantized_model.onnx.textproto", onnx(value("o", {1, 12, 8400})))
                     .run("IOC011"),
                 "the shape of output `o`"));
}
