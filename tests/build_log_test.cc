#include "parsers/build_log.h"

#include <doctest/doctest.h>

#include "lint/check.h"
#include "lint/render.h"
#include "parsers/detect.h"

namespace npulint {
namespace {

constexpr FileId kFile = 3;

std::string head(const std::string& file, const std::string& message) {
  return "2025-03-04 05:06:07,089 file: " + file + ".py func: " + file + " line No: 12 " + message +
         "\n";
}

std::string mapper() {
  const auto m = [](const std::string& s) { return head("hb_mapper_makertbin", s); };
  const auto o = [](const std::string& s) { return head("onnx2horizonrt", s); };
  return head("tool_utils", "log will be stored in /build/hb_mapper_makertbin.log") +
         head("hb_mapper", "Start hb_mapper....") + head("hb_mapper", "hbdk version 3.49.15") +
         head("hb_mapper", "horizon_nn version 1.1.0") +
         head("hb_mapper", "hb_mapper version 1.24.3") + m("Start Model Convert....") +
         head("mapper_conf_parser", "Using onnx model file: /build/det.onnx") + m("Dump config:") +
         m("calibration_parameters:") +
         "  cal_data_dir: ./cal\n"
         "  calibration_type: max\n"
         "input_parameters:\n"
         "  input_name: ''\n"
         "  input_type_rt: nv12;featuremap\n"
         "model_parameters:\n"
         "  march: bayes-e\n"
         "  node_info:\n"
         "    /m/Softmax:\n"
         "      'ON': BPU\n"
         "  onnx_model: ./det.onnx\n"
         "  output_model_file_prefix: det\n"
         "  remove_node_type: Dequantize\n"
         "\n" +
         head("loader", "Read raw file: /build/cal/a.bin") +
         head("loader", "Read raw file: /build/cal/b.bin") +
         "         [ 0.,  1.,  2.],\n"
         "/m/Softmax   BPU  id(0)  HzSoftmax  0.99\n" +
         head("model_builder", "The specified model compilation architecture: bayes-e.") +
         o("############# model deps info #############") + o("hbdk runtime version: 3.15.55.0") +
         o("############# model_parameters info #############") +
         o("BPU march           : bayes-e") + o("working dir         : /build/out") +
         o("output_model_file_prefix: det") +
         o("############# input_parameters info #############") +
         o("---------input info : images ---------") + o("input_name          : images") +
         o("input_space&range   : regular") + o("scale_value         : 0.5,") +
         o("---------input info : images end -------") + o("---------input info : pose ---------") +
         o("input_name          : pose") + o("---------input info : pose end -------") +
         o("############# calibration_parameters info #############") +
         o("calibration_type:   : max") +
         o("############# compiler_parameters info #############") +
         o("hbdk_pass_through_params: --O3 --core-num 1 --fast") +
         m("Convert to runtime bin file successfully!") + m("End Model Convert");
}

std::string compile() {
  const auto h = [](const std::string& s) { return head("hbm_builder", s); };
  const auto t = [](const std::string& s) { return head("tool_utils", s); };
  return head("hb_compile", "Start hb_compile...") + head("hb_compile", "hbdk version: 4.1.17") +
         head("hb_compile", "hmct version: 2.1.9") +
         head("hb_compile", "hb_compile version: 3.3.11") +
         head("wrap_utils", "hbdk.convert input args ('nash-e',)") +
         head("hbir_handle", "Successfully remove node, the removed node info is:") +
         t("Node Name            Type") + t("-------------------- ----------") +
         t("/head/box/Conv       Dequantize") + t("/head/cls/Conv       Dequantize") +
         head("wrap_utils", "End to execute hbdk.overlay.remove_io_op.") +
         h("Successful compile hbm /build/out/det_nashe.hbm") +
         head("hb_model_info", "############# model_parameters info #############") +
         head("hb_model_info", "BPU march           : nash-e") +
         head("hb_model_info", "remove_node_name    : /head/box/Conv;/head/cls/Conv") +
         head("hb_model_info", "############# calibration_parameters info #############") +
         head("hb_model_info", "cal_data_dir        : /data/cal") +
         head("hb_model_info", "############# Model input/output info #############") +
         t("NAME   TYPE  SHAPE  DATA_TYPE") +
         head("hb_compile", "The hb_compile completes running");
}

// As a terminal shows it.
std::string checker() {
  const auto i = [](const std::string& s) { return "2025-03-04 05:06:07,089 INFO " + s + "\n"; };
  return i("Start hb_mapper....") + i("hbdk version 3.44.7") + i("hb_mapper version 1.16.2") +
         i("Begin model checking....") + i("There are 1 samples in the calibration data set.") +
         i("Run calibration model with max method.") + i("The converted model node information:") +
         "==========================================\n"
         "Node       ON   Subgraph  Type            \n"
         "------------------------------------------\n"
         "Conv_0     BPU  id(0)     HzSQuantizedConv\n"
         "Softmax_1  CPU  --        Softmax         \n" +
         i("ONNX model output num : 3") + i("End model checking....");
}

std::string part(const std::string& log, const Evidence& at) {
  return log.substr(at.begin, at.end - at.begin);
}

std::string built(const BuildLog& log, const char* key) {
  const auto it = log.build.find(key);
  return it == log.build.end() || !it->second ? "" : *it->second;
}

std::string version(const BuildLog& log, const char* tool) {
  for (const auto& [name, v] : log.versions)
    if (name == tool) return *v;
  return "";
}

TEST_CASE("log of hb_mapper: versions, settings, places") {
  const std::string text = mapper();
  const auto p = parse_build_log(kFile, text);
  const BuildLog& log = p.record;
  CHECK(p.problems.empty());
  CHECK(log.file == kFile);
  CHECK(*log.tool == "hb_mapper");
  CHECK(*log.march == "bayes-e");
  CHECK(*log.model == "/build/det.onnx");
  CHECK(part(text, log.model.at) == "/build/det.onnx");
  CHECK(*log.prefix == "det");
  CHECK(version(log, "hbdk") == "3.49.15");
  CHECK(version(log, "horizon_nn") == "1.1.0");
  CHECK(version(log, "hb_mapper") == "1.24.3");
  CHECK(version(log, "hbrt") == "3.15.55.0");
  // as the tool used it, else as the config that it dumps has it
  CHECK(built(log, "INPUT_NAMES") == "images;pose");
  CHECK(built(log, "INPUT_SPACE_AND_RANGE") == "regular");
  CHECK(built(log, "SCALE_VALUE") == "0.5,");
  CHECK(part(text, log.build.at("SCALE_VALUE").at) == "0.5,");
  CHECK(built(log, "INPUT_TYPE_RT") == "nv12;featuremap");
  CHECK(part(text, log.build.at("INPUT_TYPE_RT").at) == "nv12;featuremap");
  CHECK(built(log, "REMOVE_NODE_TYPE") == "Dequantize");
  CHECK(built(log, "CALI_TYPE") == "max");
  CHECK(built(log, "CALI_DIR") == "./cal");
  CHECK(built(log, "HBDK_PASS_THROUGH_PARAMS") == "--O3 --core-num 1 --fast");
  CHECK(built(log, "MODEL_PREFIX") == "det");
  REQUIRE(log.calibration_files.size() == 2);
  CHECK(*log.calibration_files[1] == "/build/cal/b.bin");
  CHECK(part(text, log.calibration_files[1].at) == "/build/cal/b.bin");
  CHECK(*log.finished);
  CHECK(log.removed_nodes.empty());
}

TEST_CASE("what the second input alone states stands in its place") {
  const auto o = [](const std::string& s) { return head("onnx2horizonrt", s); };
  const auto p = parse_build_log(
      kFile, o("############# input_parameters info #############") +
                 o("---------input info : a ---------") + o("input_name : a") +
                 o("---------input info : a end -------") + o("---------input info : b ---------") +
                 o("input_name : b") + o("mean_value : 1.0,2.0,3.0,") +
                 o("---------input info : b end -------"));
  CHECK(built(p.record, "INPUT_NAMES") == "a;b");
  CHECK(built(p.record, "MEAN_VALUE") == ";1.0,2.0,3.0,");
  CHECK_FALSE(p.record.finished);
}

TEST_CASE("log of hb_compile: removed nodes, prefix, march") {
  const std::string text = compile();
  const auto p = parse_build_log(kFile, text);
  const BuildLog& log = p.record;
  CHECK(p.problems.empty());
  CHECK(*log.tool == "hb_compile");
  CHECK(*log.march == "nash-e");
  CHECK(*log.prefix == "det_nashe");
  CHECK(version(log, "hmct") == "2.1.9");
  CHECK(version(log, "hb_compile") == "3.3.11");
  REQUIRE(log.removed_nodes.size() == 2);
  CHECK(*log.removed_nodes[1] == "/head/cls/Conv");
  CHECK(part(text, log.removed_nodes[1].at) == "/head/cls/Conv");
  CHECK(built(log, "REMOVE_NODE_NAME") == "/head/box/Conv;/head/cls/Conv");
  CHECK(built(log, "CAL_DATA_DIR") == "/data/cal");
  CHECK(*log.finished);
}

TEST_CASE("hb_model_modifier, as a log and as a terminal shows it") {
  const auto m = [](const std::string& s) { return head("hb_model_modifier", s); };
  const std::string lines[] = {"Node 'box_HzDequantize' found, its OP type is 'Dequantize'",
                               "Node 'box_HzDequantize' is removed",
                               "modified model saved as out/det_modified.bin"};
  std::string with, without, coloured;
  for (const std::string& line : lines) {
    with += m(line);
    without += line + "\r\n";
    coloured += "\x1b[32m2025-03-04 05:06:07,089 INFO " + line + "\x1b[0m\n";
  }
  for (const std::string& text : {m("storing info of model: det.bin") + with, without, coloured}) {
    CHECK(detect("x.log", text) == FileKind::kLog);
    const auto p = parse_build_log(kFile, text);
    CHECK(*p.record.tool == "hb_model_modifier");
    CHECK(*p.record.prefix == "det_modified");
    REQUIRE(p.record.removed_nodes.size() == 1);
    CHECK(*p.record.removed_nodes[0] == "box_HzDequantize");
    CHECK(*p.record.finished);
  }
}

TEST_CASE("hb_mapper checker: another tool, with its nodes") {
  const std::string text = checker();
  const auto p = parse_build_log(kFile, text);
  CHECK(p.problems.empty());
  CHECK(*p.record.tool == "hb_mapper checker");
  CHECK(*p.record.finished);
  CHECK(*p.record.calibration_count == 1);
  CHECK(*p.record.calibration_method == "max");
  REQUIRE(p.record.nodes.size() == 2);
  CHECK(p.record.nodes[1].on == "CPU");
  CHECK(p.record.nodes[1].subgraph.empty());
  CHECK(p.record.nodes[1].type == "Softmax");
  CHECK(p.record.outputs.empty());
}

TEST_CASE("finished: false only where that is certain") {
  const std::string whole = mapper(), start = whole.substr(0, whole.find("Convert to runtime"));
  const std::string cut = start.substr(0, start.rfind('\n') + 1);
  const auto finished = [](const std::string& s, bool is_whole = true) {
    const auto f = parse_build_log(kFile, s, is_whole).record.finished;
    return !f ? std::string("?") : *f ? "yes" : "no";
  };
  const auto m = [](const std::string& s) { return head("hb_mapper_makertbin", s); };
  CHECK(finished(whole) == "yes");
  CHECK(finished(whole + m("Read raw file: x")) == "yes");
  std::string old = whole;  // hb_mapper 1.1 writes it so
  old.replace(old.find("successfully"), 12, "sucessfully!");
  CHECK(finished(old) == "yes");
  CHECK(finished(cut) == "no");
  CHECK(finished(cut, false) == "?");              // a copy may be of a part
  CHECK(finished("# lines 1-75\n" + cut) == "?");  // so is one with a word of someone
  CHECK(finished(whole.substr(whole.size() / 2, cut.size() / 4)) == "?");  // no beginning
  std::string later = cut;  // a release whose last line is not known
  for (size_t at; (at = later.find("1.24.3")) != std::string::npos;) later.replace(at, 6, "2.0.0");
  CHECK(finished(later) == "?");

  const std::string error = m("exception in command: makertbin") +
                            m("Traceback (most recent call last):") + "  File \"x.py\", line 3\n" +
                            m("ERROR the input size is wrong");
  CHECK(finished(cut + error) == "no");
  CHECK(finished(cut + error, false) == "no");
  CHECK(finished("# excerpt\n" + m("*** ERROR-OCCUR-DURING {horizon_nn.build_onnx} ***"), false) ==
        "no");
  CHECK(finished(error + whole) == "yes");
  // a fallback to the CPU is no end
  CHECK(finished(m("[ONNXRuntimeError] : 1 : FAIL : CUDA error"), false) == "?");
  // a traceback that no logger wrote ends the run, unless the log goes on
  const std::string trace = "Traceback (most recent call last):\n  File \"x\"\nValueError: no\n";
  CHECK(finished(cut + trace, false) == "no");
  CHECK(finished(cut + trace + m("go on"), false) == "?");

  const auto p = parse_build_log(kFile, cut + error);
  const std::string all = cut + error;
  CHECK(part(all, p.record.finished.at) == "ERROR the input size is wrong");
}

TEST_CASE("calibration and inserted operators") {
  const auto w = [](const std::string& s) { return head("wrap_utils", s); };
  const std::string text =
      head("hb_compile", "Start hb_compile...") + w("There are 48 samples in the dataset.") +
      w("Run calibration model with modelwise search method.") +
      w("Select max-percentile:percentile=0.99995 method.") +
      w("hbdk.insert_transpose input kwargs {'index': 0, 'permutes': [0, 3, 1, 2]}") +
      w("Start to execute hbdk.insert_image_preprocess.") +
      w("hbdk.insert_image_preprocess input args ()") +
      w("hbdk.insert_image_preprocess input kwargs {'index': 1, 'mode': 'yuvbt601full2rgb', "
        "'divisor': 1, 'mean': [1.0, 2.0, 3.0], 'std': [255.0, 255.0, 255.0], 'is_signed': True}") +
      w("hbdk.insert_image_convert input kwargs {'index': 0, 'mode': 'nv12'") +
      w("hbdk.insert_image_convert input kwargs {'index': -1, 'mode': 'nv12'}");
  const BuildLog log = parse_build_log(kFile, text).record;
  CHECK(*log.calibration_count == 48);
  CHECK(part(text, log.calibration_count.at) == "48");
  CHECK(*log.calibration_method == "max-percentile:percentile=0.99995");
  CHECK_FALSE(log.calibration_skipped);
  REQUIRE(log.inserted.size() == 2);  // one is cut off, one has no input
  CHECK(log.inserted[0].op == "insert_transpose");
  CHECK(log.inserted[0].arguments == "{'index': 0, 'permutes': [0, 3, 1, 2]}");
  const BuildLog::InsertedOp& op = log.inserted[1];
  CHECK(op.input == 1);
  CHECK(op.mode == "yuvbt601full2rgb");
  CHECK(*op.divisor == 1);
  CHECK(op.mean == std::vector<double>{1, 2, 3});
  CHECK(op.std == std::vector<double>{255, 255, 255});
  CHECK(part(text, op.at).starts_with("hbdk.insert_image_preprocess input kwargs {"));

  const BuildLog skipped =
      parse_build_log(kFile, head("hb_compile",
                                  "The calibration dataset has not been specified, "
                                  "the calibration method is modified to skip") +
                                 w("There are many samples in the dataset."))
          .record;
  REQUIRE(skipped.calibration_skipped);
  CHECK_FALSE(skipped.calibration_count);
  CHECK_FALSE(skipped.calibration_method);
  const BuildLog old = parse_build_log(kFile, head("hb_mapper_makertbin",
                                                   "number of calibration data samples: 100") +
                                                  w("Run calibration model with kl method."))
                           .record;
  CHECK(*old.calibration_count == 100);
  CHECK(*old.calibration_method == "kl");
}

TEST_CASE("of two runs in one file the last counts") {
  std::string other = mapper();
  for (size_t at; (at = other.find("3.49.15")) != std::string::npos;)
    other.replace(at, 7, "3.46.4");
  const std::string unfinished = other.substr(0, other.find("Convert to runtime"));
  const auto p = parse_build_log(kFile, mapper() + unfinished);
  CHECK(version(p.record, "hbdk") == "3.46.4");
  CHECK(built(p.record, "SCALE_VALUE") == "0.5,");
  CHECK(p.record.calibration_files.size() == 2);
  CHECK(!*p.record.finished);
}

TEST_CASE("what is a log of a build, and what is not") {
  CHECK(detect("a.log", mapper()) == FileKind::kLog);
  CHECK(detect("a.txt", compile()) == FileKind::kLog);
  CHECK(detect("a_quant_info.json", "{\"/m/Conv\": {\"type\": \"Conv\"}}") == FileKind::kQuantInfo);
  CHECK(detect("a.log", checker()) == FileKind::kLog);
  CHECK(detect("a.log", head("hb_mapper", "Start hb_mapper....")) == FileKind::kUnknown);
  CHECK(detect("a.log", head("hb_perf", "Start hb_perf....")) != FileKind::kLog);
  CHECK(detect("a.log", "Start to train\nmodel saved as x.pt\n") == FileKind::kUnknown);
}

TEST_CASE("damage: cut off anywhere, bytes that are no UTF-8, NUL, no line ends") {
  const std::string whole = mapper() + compile();
  for (size_t n = 0; n <= whole.size(); n += 7) {
    const auto p = parse_build_log(kFile, std::string_view(whole).substr(0, n));
    for (const auto& [key, value] : p.record.build) CHECK(value.at.end <= n);
  }
  const std::string gbk = head("loader", "Read raw file: /\xd0\xa3\xd7\xbc/\xcd\xbc.bin") +
                          head("hb_mapper_makertbin", std::string("End\0x", 5));
  const auto p = parse_build_log(kFile, gbk);
  REQUIRE(p.record.calibration_files.size() == 1);
  CHECK(*p.record.calibration_files[0] == "/\xd0\xa3\xd7\xbc/\xcd\xbc.bin");
  CHECK(parse_build_log(kFile, std::string(1 << 20, 'x')).problems.size() == 1);
  CHECK(parse_build_log(kFile, "").problems.size() == 1);
}

TEST_CASE("a broken dump of the config is told, the rest is read") {
  const auto m = [](const std::string& s) { return head("hb_mapper_makertbin", s); };
  const auto p = parse_build_log(kFile, m("Dump config:") + m("model_parameters:") +
                                            "  march: 'bayes-e\n  onnx_model: x\n" +
                                            m("Convert to runtime bin file successfully!"));
  REQUIRE(p.problems.size() == 1);
  CHECK(p.problems[0].what.in(Lang::kEn).find("dumps") != std::string::npos);
  CHECK(*p.record.finished);
}

TEST_CASE("hostile sizes are bounded") {
  std::string many = head("hb_mapper_makertbin", "Start Model Convert....");
  for (int i = 0; i < 20000; ++i) many += "Node 'n" + std::to_string(i) + "' is removed\n";
  const auto p = parse_build_log(kFile, many);
  CHECK(p.record.removed_nodes.size() == 10000);
  std::string keys = head("onnx2horizonrt", "############# model_parameters info #############");
  for (int i = 0; i < 1000; ++i)
    keys += head("onnx2horizonrt", "key" + std::to_string(i) + " : " + std::string(20000, 'v'));
  const auto q = parse_build_log(kFile, keys);
  CHECK(q.record.build.size() == 300);
  CHECK(q.record.build.begin()->second->size() == 16 * 1024);
}

// ---- which bundle a log belongs to

struct Folder {
  MemoryReader reader;
  Folder& add(const std::string& name, std::string bytes) {
    reader.files["/w/" + name] = std::move(bytes);
    return *this;
  }
  // Each bundle's files, `;` between bundles.
  std::string bundles(const std::vector<std::string>& paths = {"/w"}) const {
    CheckOptions o;
    o.load.cwd = "/w";
    o.load.paths = paths;
    const Loaded l = check(reader, o);
    REQUIRE(l.errors.empty());
    std::string out;
    for (const Bundle& b : l.run.bundles) {
      out += out.empty() ? "" : "; ";
      for (size_t i = 0; i < b.files.size(); ++i)
        out += (i ? " " : "") + l.run.sources.shown(b.files[i]);
    }
    return out;
  }
};

std::string yaml(const std::string& prefix, const std::string& dir = "out",
                 const std::string& onnx = "det.onnx") {
  return "model_parameters:\n  onnx_model: " + onnx + "\n  march: bayes-e\n  working_dir: " + dir +
         (prefix.empty() ? "" : "\n  output_model_file_prefix: " + prefix) +
         "\ninput_parameters:\n  input_type_rt: nv12\n";
}

TEST_CASE("a log joins the config whose prefix it states") {
  Folder f;
  f.add("a.yaml", yaml("det")).add("b.yaml", yaml("cls")).add("hb.log", mapper());
  CHECK(f.bundles() == "a.yaml hb.log; b.yaml");
  CHECK(f.bundles({"/w/hb.log"}) == "a.yaml hb.log");
  CHECK(f.bundles({"/w/a.yaml"}) == "a.yaml hb.log");
  f.add("out/det_quant_info.json", "{}").add("out/cls_quant_info.json", "{}");
  CHECK(f.bundles() == "a.yaml hb.log out/det_quant_info.json; b.yaml out/cls_quant_info.json");
}

TEST_CASE("a log of another build stands alone") {
  Folder f;
  f.add("a.yaml", yaml("other")).add("hb.log", mapper());
  CHECK(f.bundles() == "a.yaml; hb.log");
  CHECK(Folder().add("hb.log", mapper()).bundles() == "hb.log");
}

TEST_CASE("the only log of a folder with one config belongs to it when nothing contradicts") {
  const std::string log = head("hb_mapper_makertbin", "Start Model Convert....") +
                          head("mapper_conf_parser", "Using onnx model file: /x/det.onnx");
  CHECK(Folder().add("a.yaml", yaml("det")).add("1.log", log).bundles() == "a.yaml 1.log");
  CHECK(Folder().add("a.yaml", yaml("det", "out", "cls.onnx")).add("1.log", log).bundles() ==
        "1.log; a.yaml");
  CHECK(Folder().add("a.yaml", yaml("det")).add("1.log", log).add("2.log", log).bundles() ==
        "1.log; 2.log; a.yaml");
}

TEST_CASE("the log of a check is of no build") {
  CHECK(Folder().add("a.yaml", yaml("det")).add("1.log", checker()).bundles() == "1.log; a.yaml");
}

TEST_CASE("a log that a comparison names is read, and joins no build by that") {
  Folder f;
  f.add("contract.toml", "[[compare]]\nleft = \"old/hb.log\"\nright = \"hb.log\"\n");
  f.add("det.metadata.json",
        "{\"outputs\": [{\"name\": \"y\", \"dtype\": \"int8\", \"shape\": [1]}]}");
  f.add("hb.log", mapper()).add("old/hb.log", compile());
  CHECK(f.bundles() == "contract.toml det.metadata.json hb.log; old/hb.log");
  CheckOptions o;
  o.load.cwd = "/w";
  o.load.paths = {"/w/contract.toml"};
  const Loaded l = check(f.reader, o);
  REQUIRE(l.run.bundles.size() == 1);
  REQUIRE(l.run.bundles[0].compares.size() == 1);
  const CompareRow& row = l.run.bundles[0].compares[0];
  REQUIRE(row.left_log);
  CHECK(*(*row.left_log)->tool == "hb_compile");
  REQUIRE(row.right_log);
  CHECK(*row.right_log == l.run.bundles[0].log_record);
}

TEST_CASE("a log in working_dir, and its copy beside the config") {
  Folder f;
  f.add("a.yaml", yaml("det_nashe")).add("out/hb_compile.log", compile());
  CHECK(f.bundles() == "a.yaml out/hb_compile.log");
  CHECK(f.bundles({"/w/a.yaml"}) == "a.yaml out/hb_compile.log");
  f.add("hb_compile.log", compile());
  CHECK(f.bundles() == "a.yaml out/hb_compile.log");
}

TEST_CASE("[[bundle]] log joins always; a log joins the artifact of its prefix") {
  Folder f;
  f.add("a.yaml", yaml("other")).add("logs/hb.log", mapper());
  f.add("npulint.toml", "[[bundle]]\nname = \"det\"\nconfig = \"a.yaml\"\nlog = \"logs/hb.log\"\n");
  CHECK(f.bundles() == "a.yaml logs/hb.log");
  Folder g;
  g.add("det.metadata.json",
        "{\"outputs\": [{\"name\": \"y\", \"dtype\": \"int8\", \"shape\": [1]}]}");
  g.add("hb.log", mapper());
  CHECK(g.bundles() == "det.metadata.json hb.log");
}

TEST_CASE("inspect shows a log") {
  MemoryReader reader;
  reader.files["/w/hb.log"] = mapper();
  LoadOptions o;
  o.cwd = "/w";
  o.paths = {"hb.log"};
  o.only_named = true;
  const Loaded l = load(reader, o);
  const std::string text = inspect_text(l.run, {}), json = inspect_json(l.run, {});
  for (const char* s : {"hb_mapper", "1.24.3", "bayes-e", "det", "CALI_TYPE"}) {
    CHECK(text.find(s) != std::string::npos);
    CHECK(json.find(s) != std::string::npos);
  }
  CHECK(json.find("\"/build/cal/b.bin\"") != std::string::npos);
  CHECK(text.find("calibration files  2") != std::string::npos);
}

}  // namespace
}  // namespace npulint
