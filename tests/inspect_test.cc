#include <doctest/doctest.h>

#include <algorithm>

#include "lint/docs.h"
#include "lint/render.h"

using namespace npulint;

namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

struct Files {
  Run run;
  FileRecord& add(const std::string& path, FileKind kind, std::string text = "") {
    auto f = std::make_unique<FileRecord>();
    f->id = run.sources.add(path, path);
    f->kind = kind;
    f->size = text.empty() ? 1234567 : text.size();
    if (!text.empty()) run.sources.set_text(f->id, std::move(text));
    run.files.push_back(std::move(f));
    return *run.files.back();
  }
  std::string text(Lang lang = Lang::kEn) const {
    RenderOptions o;
    o.lang = lang;
    return inspect_text(run, o);
  }
  std::string json() const { return inspect_json(run, {}); }
};

Evidence at(FileId file, std::string path) { return {file, kNoOffset, kNoOffset, std::move(path)}; }

FileRecord& add_compiled(Files& files) {
  FileRecord& f = files.add("build/模型.metadata.json", FileKind::kCompiled);
  f.sha256 = std::string(64, 'a');
  f.compiled = std::make_unique<CompiledFile>();
  CompiledModel m;
  m.file = f.id;
  m.format = "metadata";
  m.name = {"resnet18", at(f.id, "name")};
  m.march = {"nash-e", at(f.id, "march")};
  m.chip = Fact<std::string>::absent(Message(Text{"damaged", "已损坏"}));
  m.versions.emplace_back("hbdk4", Fact<std::string>("4.11.11", at(f.id, "tool_version")));
  m.build.emplace("REMOVE_NODE_TYPE", Fact<std::string>("Dequantize", at(f.id, "desc")));
  m.build.emplace("CORE_NUM", Fact<std::string>("", at(f.id, "desc")));
  m.removed_nodes.emplace_back("fc_HzDequantize", at(f.id, "removed"));
  CompiledTensor in;
  in.name = "数据";
  in.is_input = true;
  in.image = {"nv12", at(f.id, "i")};
  in.shape = {Shape{1, 3, 224, 224}, at(f.id, "i")};
  in.byte_size = {-1, at(f.id, "i")};
  CompiledTensor out;
  out.name = "logits\x1b";
  out.index = 1;
  out.at = at(f.id, "models[0].outputs[1]");
  out.dtype = {DType::kInt32, at(f.id, "o")};
  out.shape = {Shape{1, 3}, at(f.id, "o")};
  out.strides = {std::vector<int64_t>{16, 4}, at(f.id, "o")};
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  q.axis = 1;
  q.scales = {0.5, 0.25, 0.000371};
  q.zero_points = {0, 0, 0};
  out.quant = {q, at(f.id, "o")};
  m.inputs.push_back(std::move(in));
  m.outputs.push_back(std::move(out));
  f.compiled->models.push_back(std::move(m));
  return f;
}

}  // namespace

TEST_CASE("inspect: a compiled model in the terminal") {
  Files files;
  add_compiled(files);
  const std::string out = files.text();
  CHECK(has(out, "build/模型.metadata.json\n  compiled · 1 234 567 bytes · sha256 aaaa"));
  CHECK(has(
      out,
      "    name    resnet18\n    march   nash-e\n    chip    — damaged\n    hbdk4   4.11.11\n"));
  CHECK(has(out, "name        type   valid shape       strides (bytes)  bytes   quantisation\n"));
  CHECK(has(out, "in 0   数据        nv12   [1, 3, 224, 224]                   caller\n"));
  CHECK(has(
      out,
      "out 1  logits\\x1b  int32  [1, 3]            [16, 4] dense            3 scales, axis 1, min "
      "0.000371, max 0.5"));
  CHECK(has(out, "REMOVE_NODE_TYPE  Dequantize\n"));
  CHECK_FALSE(has(out, "CORE_NUM"));  // an empty setting is none
  CHECK(has(out, "fc_HzDequantize"));
  CHECK_FALSE(has(out, "\x1b"));
  CHECK_FALSE(has(out, "aligned"));  // no tensor states it
  CHECK(
      has(out,
          "how to read the outputs\n    out 1  logits\\x1b\n           int32 with 3 scales along"));
  CHECK(has(out, "           value[i0, i1] = q[i0, i1] * scale[i1]\n"));
  CHECK_FALSE(has(out, "void decode_logits_1("));  // not without --recipe
  CHECK(has(files.text(Lang::kZh), "步长（字节）"));
}

TEST_CASE("inspect: padding is drawn, and what the caller decides is said") {
  Files files;
  FileRecord& f = add_compiled(files);
  CompiledModel& m = f.compiled->models[0];
  m.format = "bmodel";
  m.outputs[0].strides.value = {128, 16};
  m.inputs[0].strides = {std::vector<int64_t>{0, 0, -1, 1}, at(f.id, "i")};
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  q.scales = {127.5};
  q.zero_points = {-3};
  m.inputs[0].quant = {q, at(f.id, "i")};
  q.scales = {0.5, 0.25, 0.125, 1, 2};
  q.zero_points = {-8, 0, 3, 4, 5};
  m.outputs[0].shape.value = {1, 5};
  m.outputs[0].quant = {q, at(f.id, "o")};
  const std::string out = files.text();
  CHECK(has(out, "[caller, caller, caller, 1]"));
  CHECK(has(out, "the caller decides the step of dim 0, 1, 2\n"));
  CHECK(has(out, "[128, 16] padded"));
  CHECK(has(out, "1 × 4 B valid | 12 B padding = 16 B a step of dim 1\n"));
  CHECK(has(out, "zero points 5, min -8, max 5\n"));
  CHECK(has(out, "q = x * 127.5 - 3\n"));
  CHECK(has(files.json(), R"("scale_is_factor": true)"));
  CHECK(has(files.json(), R"("padding": [{"dim": 1, "valid_bytes": 4, "step_bytes": 16}])"));
  RenderOptions o;
  o.recipe_cpp = true;
  CHECK(has(inspect_text(files.run, o), "\nvoid decode_logits_1(const void* data, float* out"));
  CHECK_FALSE(has(inspect_text(files.run, o), "import numpy"));
  CHECK(has(files.text(Lang::kZh), "第 0, 1, 2 维的步长由调用方决定"));
}

TEST_CASE("inspect: a compiled model as JSON has every fact and every scale") {
  Files files;
  add_compiled(files);
  const std::string out = files.json();
  CHECK(has(out, "\"schema\": \"npulint-inspect/1\",\n"));
  CHECK(has(
      out,
      R"({"name": "logits\u001b", "direction": "output", "index": 1, "dtype": "int32", "shape": [1, 3], )"
      R"("strides_bytes": [16, 4], "quantization": {"kind": "scale", "axis": 1, "scales": [0.5, 0.25, 0.000371], )"
      R"("zero_points": [0, 0, 0], "rounded": false}, "memory": {"kind": "dense"}, "recipe": {"kind": "scale", )"
      R"("direction": "decode", "words": "int32 with 3 scales along axis 1, 0.000371 to 0.5; multiply each integer )"
      R"(by the scale of its own index on that axis", "formula": "value[i0, i1] = q[i0, i1] * scale[i1]", )"
      R"("address": "q[i0, i1] = int32 at byte 4*i1", "function": "decode_logits_1", "parameters": [], "cpp": ")"));
  CHECK(has(
      out,
      R"("location": {"path": "build/模型.metadata.json", "logical": "models[0].outputs[1]"}})"));
  CHECK(has(out, R"("memory": {"kind": "unknown"}, "location")"));  // an image input has no recipe
  CHECK(has(out, R"("missing": {"chip": "damaged"})"));
  CHECK(has(out, R"("versions": {"hbdk4": "4.11.11"})"));
  CHECK(has(out, R"("removed_nodes": ["fc_HzDequantize"])"));
}

TEST_CASE("inspect: an ONNX graph") {
  Files files;
  FileRecord& f = files.add("m.onnx", FileKind::kGraph);
  f.graph = std::make_unique<Graph>();
  Graph& g = *f.graph;
  g.ir_version = 8;
  g.producer = "pytorch 2.1";
  g.opsets = {{"", 11}, {"horizon", 1}};
  g.main.name = "g";
  GraphTensor in;
  in.name = "x";
  in.dtype = DType::kFloat32;
  in.has_shape = true;
  in.dims = {-1, 3, -1};
  in.dim_params = {"batch", "", ""};
  g.main.inputs.push_back(in);
  for (std::string_view op : {"Conv", "Conv", "Relu"}) {
    GraphNode n;
    n.op = op;
    g.main.nodes.push_back(n);
  }
  GraphNode quant;
  quant.op = "HzCalibration";
  quant.domain = "horizon";
  g.main.nodes.push_back(quant);
  Initializer w;
  w.name = "w";
  w.dtype = DType::kFloat32;
  w.dims = {2, 2};
  w.offset = 100;
  w.bytes = 16;
  g.main.initializers.push_back(w);
  w.external = true;
  w.location = "weights.bin";
  w.bytes = 0;
  g.main.initializers.push_back(w);
  GraphTensor constant;
  constant.name = "w";
  g.main.inputs.push_back(constant);  // as IR 3 lists it
  const std::string out = files.text();
  CHECK_FALSE(has(out, "in  w"));
  CHECK(has(out, "opset          ai.onnx 11, horizon 1\n"));
  CHECK(has(out, "nodes          4\n"));
  CHECK(has(out, "initializers   2, 16 bytes in this file\n"));
  CHECK(has(out, "external data  weights.bin\n"));
  CHECK(has(out, "in  x     float32  [batch, 3, ?]\n"));
  CHECK(has(out, "    Conv                   2\n    Relu                   1\n"));
  const std::string json = files.json();
  CHECK(has(json, R"({"name": "x", "dtype": "float32", "shape": ["batch", 3, null]})"));
  CHECK(has(json,
            R"({"name": "w", "dtype": "float32", "shape": [2, 2], "offset": 100, "bytes": 16},)"));
  CHECK(has(json, R"("external": "weights.bin")"));
  CHECK(has(json, R"({"domain": "ai.onnx", "op": "Conv", "nodes": 2, "vendor": false})"));
}

TEST_CASE("inspect: a conversion config") {
  Files files;
  FileRecord& f = files.add("c.yaml", FileKind::kConfig, "model_parameters:\n  march: 'x'\n");
  f.config = std::make_unique<Config>();
  Config& c = *f.config;
  c.file = f.id;
  c.dialect = Dialect::kOe;
  const auto scalar = [](std::string text, uint64_t begin) {
    Node n;
    n.text = std::move(text);
    n.range = {begin, begin + 3};
    return n;
  };
  Node section;
  section.kind = Node::Kind::kMapping;
  section.entries.push_back({scalar("march", 20), scalar("x", 27)});
  c.root.kind = Node::Kind::kMapping;
  c.root.entries.push_back({scalar("model_parameters", 0), section});
  Node list;
  list.kind = Node::Kind::kSequence;
  c.root.entries.push_back({scalar("empty", 0), list});
  CHECK(has(files.text(), "model_parameters.march  x   line 2\n"));
  CHECK(has(files.text(), "empty                   []  line 1\n"));
  CHECK(has(
      files.json(),
      R"({"path": "model_parameters.march", "value": "x", "location": {"path": "c.yaml", "line": 2, "column": 10, )"));
  CHECK(has(files.json(), R"("path": "empty", "value": [])"));
}

TEST_CASE("inspect: a contract, problems and files that were not read") {
  Files files;
  FileRecord& f = files.add("contract.toml", FileKind::kContract, "[target]\nbaord = 1\n");
  f.contract = std::make_unique<Contract>();
  f.contract->board = {"RDK S100", at(f.id, "")};
  f.contract->runtime.emplace_back("hbrt", Fact<std::string>("3.15", at(f.id, "")));
  AppTensor t;
  t.name = {"logits", at(f.id, "")};
  t.decode = {Decode::kPerAxis, at(f.id, "")};
  t.scale = {0.0047, at(f.id, "")};
  t.at = {f.id, 0, 8, ""};
  f.contract->outputs.push_back(t);
  f.problems.push_back({Problem::Kind::kUnknownKey,
                        {f.id, 9, 14, ""},
                        Message(Text{"`{0}` is no key", "没有键 `{0}`"}, "baord")});
  files.add("gone.hbm", FileKind::kHbm).unread = "No such file\n";
  const std::string out = files.text();
  CHECK(has(out, "target.board         RDK S100\n    target.runtime.hbrt  3.15\n"));
  CHECK(has(out, "[[output]]\n    name    logits\n    decode  per_axis\n    scale   0.0047\n"));
  CHECK(has(out, "unknown key 2:1: `baord` is no key\n"));
  CHECK(has(out, "not read: No such file\\n\n"));
  const std::string json = files.json();
  CHECK(has(json, R"("target.runtime.hbrt": "3.15")"));
  CHECK(has(
      json,
      R"({"name": "logits", "decode": "per_axis", "scale": 0.0047, "location": {"path": "contract.toml", "line": 1)"));
  CHECK(has(json, R"("problems": [)"));
  CHECK(has(json, R"("unread": "No such file\n")"));
}

TEST_CASE("explain: both languages and JSON say the same") {
  const Rule* rule = find_rule("QNT001");
  REQUIRE(rule);
  CHECK(find_rule(rule->name) == rule);
  const std::string en = explain_text(*rule, {});
  CHECK(en.starts_with("QNT001 " + std::string(rule->name) + "\nerror · "));
  CHECK(has(en, "application contract"));
  RenderOptions zh;
  zh.lang = Lang::kZh;
  CHECK(has(explain_text(*rule, zh), "应用契约"));
  const std::string json = explain_json(*rule);
  CHECK(has(json, "\"code\": \"QNT001\",\n"));
  for (const Need& n : rule->needs) {
    CHECK(has(json, "\"fact\": \"" + std::string(n.info->name) + '"'));
    CHECK(has(en, n.info->label.en));
  }
}

TEST_CASE("rules: every rule has its line") {
  const std::string text = rules_text({}), json = rules_json();
  for (const Rule* r : all_rules()) {
    CHECK(has(text, std::string(r->code) + "  " + std::string(r->name)));
    CHECK(has(json, "{\"code\": \"" + std::string(r->code) + '"'));
  }
}

TEST_CASE("exporters: a script each, none for other names") {
  CHECK(exporter("hbdk").starts_with("#!/usr/bin/env python3\n"));
  CHECK(has(exporter("hbdk"), "npulint-metadata/1"));
  CHECK(has(exporter("hrt"),
            "hrt_model_exec model_info --model_file MODEL.hbm > MODEL.model_info.txt"));
  CHECK(has(exporter("bmodel"), "model_tool --info MODEL.bmodel > MODEL.info.txt"));
  CHECK(exporter("other").empty());
}

TEST_CASE("docs: a page holds the files and the report of each example") {
  MemoryReader disk;
  disk.files["ex/QNT001/fail-raw/contract.toml"] = "decode = \"none\" # ```\n";
  disk.files["ex/QNT001/fail-raw/build/model.hbm"] = std::string("\0\1", 2);
  disk.files["ex/QNT001/fail-raw/expected.txt"] = "error[QNT001]: x\n";
  disk.files["ex/QNT001/fail-raw/args.txt"] = ". --target s100\n";
  disk.files["ex/QNT001/pass-decoded/a.yaml"] = "k: v";
  const auto pages = rule_docs(disk, "ex");
  REQUIRE(pages.size() == all_rules().size() + 4);  // the index, and three beside the folder
  CHECK(pages.back().first == "README.md");
  CHECK(has(pages.back().second, "| [QNT001](QNT001.md) |"));
  const auto page = std::find_if(pages.begin(), pages.end(),
                                 [](const auto& p) { return p.first == "QNT001.md"; });
  REQUIRE(page != pages.end());
  const std::string& md = page->second;
  CHECK(has(md, "`contract.toml`\n\n````toml\ndecode = \"none\" # ```\n````\n"));
  CHECK(has(md, "`build/model.hbm`: binary, 2 bytes\n"));
  CHECK(has(
      md,
      "$ npulint check . --target s100 --profile review --select QNT001\nerror[QNT001]: x\n```\n"));
  CHECK(has(md, "```yaml\nk: v\n```"));
  CHECK(has(md, "## Reported · 会报告\n\n### fail-raw\n"));
  CHECK(has(md, "## Not reported · 不报告\n\n### pass-decoded\n"));
  CHECK_FALSE(has(md, "`expected.txt`"));
  CHECK(has(md, "## 中文"));
}

TEST_CASE("docs: the page of needs has every rule with its facts, and every input once") {
  const std::string md = coverage_page();
  const size_t rows = md.find("## By rule");
  REQUIRE(rows != md.npos);
  for (const Rule* r : all_rules()) {
    const std::string code(r->code);
    const size_t begin = md.find("\n| [" + code + "](rules/" + code + ".md) |", rows);
    CAPTURE(code);
    REQUIRE(begin != md.npos);
    const std::string row = md.substr(begin + 1, md.find('\n', begin + 1) - begin - 1);
    for (const Need& n : r->needs) {
      const std::string input = "`" + std::string(input_key(n.info->input)) + "`";
      CHECK(has(row, std::string(n.info->label.en) + " (" + input + ")"));
      const size_t first = md.find("\n| " + input + " |");
      CHECK(first < rows);
      CHECK(md.find("\n| " + input + " |", first + 1) == md.npos);
      CHECK(md.find("[" + code + "]", first) < md.find('\n', first + 1));
    }
  }
}

TEST_CASE("inspect: records that hold nothing") {
  Files files;
  files.add("a.yaml", FileKind::kConfig, "x").config = std::make_unique<Config>();
  files.add("b.onnx", FileKind::kGraph).graph = std::make_unique<Graph>();
  files.add("c.json", FileKind::kCompiled).compiled = std::make_unique<CompiledFile>();
  files.add("d.json", FileKind::kCompiled).compiled = std::make_unique<CompiledFile>();
  files.run.files.back()->compiled->models.emplace_back();
  files.add("contract.toml", FileKind::kContract, "").contract = std::make_unique<Contract>();
  for (const auto& f : files.run.files)
    if (f->config) f->config->dialect = Dialect::kOe;
  const std::string out = files.text();
  for (std::string_view path : {"a.yaml", "b.onnx", "c.json", "d.json", "contract.toml"})
    CHECK(has(out, path));
  CHECK(has(files.json(), "\"path\": \"d.json\""));
  CHECK(inspect_text(Run{}, {}).empty());
}
