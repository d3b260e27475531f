// IOC and QNT rules on rows made by hand.
#include <doctest/doctest.h>

#include <cmath>

#include "lint/engine.h"

using namespace npulint;

namespace {

constexpr FileId kContract = 1, kArtifact = 2;

Evidence at(FileId file, uint64_t line) {
  Evidence e;
  e.file = file;
  e.begin = line * 10;
  e.end = e.begin + 5;
  return e;
}

template <class T>
Fact<T> app(T v, uint64_t line = 1) {
  return {std::move(v), at(kContract, line)};
}
template <class T>
Fact<T> artifact(T v, uint64_t line = 1) {
  return {std::move(v), at(kArtifact, line)};
}

Quantization scales(std::vector<double> s, std::optional<int> axis = {},
                    std::vector<int64_t> zero_points = {}) {
  Quantization q;
  q.kind = Quantization::Kind::kScale;
  q.scales = std::move(s);
  q.axis = axis;
  q.zero_points = std::move(zero_points);
  return q;
}

struct Lab {
  Bundle bundle;
  Contract contract;
  Result result;

  IoRow& output(const char* name = "logits") { return row(bundle.outputs, name, false); }
  IoRow& input(const char* name = "data") { return row(bundle.inputs, name, true); }
  IoRow& row(std::vector<IoRow>& rows, const char* name, bool is_input) {
    IoRow& r = rows.emplace_back();
    r.bundle = &bundle;
    r.is_input = is_input;
    r.name = name;
    r.row_name = app(std::string(name), 0);
    return r;
  }
  TensorRow& tensor(Quantization q, Shape shape, DType dtype = DType::kInt32) {
    TensorRow& t = bundle.tensors.emplace_back();
    t.bundle = &bundle;
    t.name = artifact(std::string("logits"), 0);
    t.quant = artifact(std::move(q), 2);
    t.shape = artifact(std::move(shape), 3);
    t.dtype = artifact(dtype, 4);
    return t;
  }

  // The verdict of the first row.
  Verdict run(const char* code) {
    const Rule* rule = find_rule(code);
    REQUIRE(rule);
    result = run_rules(std::span(&rule, 1), {}, {&bundle}, {});
    REQUIRE(!result.checks.empty());
    return result.checks[0].verdict;
  }
  std::string message(size_t i = 0) const {
    return i < result.findings.size() ? result.findings[i].message.in(Lang::kEn) : "";
  }
  std::string note() const {
    for (const Related& r : result.findings.at(0).related)
      if (!r.note.empty()) return r.note.in(Lang::kEn);
    return "";
  }
};

}  // namespace

TEST_CASE("IOC001: names") {
  Lab lab;
  IoRow& r = lab.output("cls");
  r.app_name = app(std::string("cls"), 5);
  r.peers = artifact(Peers{
      false, {{"loc_Concat_f32", at(kArtifact, 1)}, {"cls_Softmax_f32", at(kArtifact, 2)}}, {}});
  SUBCASE("the suffix that a compiler appends") {
    CHECK(lab.run("IOC001") == Verdict::kFail);
    CHECK(lab.message() ==
          "the contract names output `cls`, the artifact has `cls_Softmax_f32`: the compiler "
          "appended `_Softmax_f32`");
    CHECK(lab.note() == "output `cls_Softmax_f32` of the artifact");
  }
  SUBCASE("a name in the graph is a name too, unless access by name is declared") {
    r.peers.value->aliases = {"cls"};
    CHECK(lab.run("IOC001") == Verdict::kNotApplicable);
    lab.bundle.access = app(std::string("by_name"), 2);
    CHECK(lab.run("IOC001") == Verdict::kFail);
  }
  SUBCASE("a slip") {
    r.app_name = app(std::string("loc_Concat_f23"), 5);
    CHECK(lab.run("IOC001") == Verdict::kFail);
    CHECK(lab.message().ends_with("the artifact has `loc_Concat_f32`"));
  }
  SUBCASE("nothing near: all names") {
    r.app_name = app(std::string("keypoints"), 5);
    CHECK(lab.run("IOC001") == Verdict::kFail);
    CHECK(lab.message().ends_with("the artifact has loc_Concat_f32, cls_Softmax_f32"));
  }
  SUBCASE("both planes of nv12 under one name") {
    IoRow& in = lab.input("data");
    in.app_name = app(std::string("data"), 6);
    in.peers =
        artifact(Peers{true, {{"data_y", at(kArtifact, 1)}, {"data_uv", at(kArtifact, 2)}}, {}});
    CHECK(lab.run("IOC001") == Verdict::kPass);
  }
  SUBCASE("a description without outputs proves nothing") {
    r.peers.value->tensors.clear();
    CHECK(lab.run("IOC001") == Verdict::kNotChecked);
  }
}

TEST_CASE("IOC004: shapes") {
  Lab lab;
  IoRow& r = lab.output("x");
  const auto judge = [&](Shape declared, Shape known) {
    r.app_shape = app(std::move(declared));
    r.known_shape = artifact(std::move(known));
    return lab.run("IOC004") == Verdict::kPass ? "" : lab.message();
  };
  CHECK(judge({1, 1000}, {1, 1000, 1, 1}) == "");
  CHECK(judge({1, 1000, 1, 1}, {1, 1000}) == "");
  CHECK(judge({-1, 84, 8400}, {1, 84, 8400}) == "");
  CHECK(judge({1, 84, 8400}, {1, -1, -1}) == "");
  CHECK(judge({}, {1, 1}) == "");
  CHECK(judge({1, 1000}, {1, 1000, 7, 7}) ==
        "`x` is [1, 1000, 7, 7], the application expects [1, 1000]: the number of dims differs");
  CHECK(judge({1, 1001}, {1, 1000}).ends_with("dim 1 is 1000, not 1001"));
  CHECK(judge({1, 3, 480, 640}, {1, 3, 640, 480}).ends_with("height and width are swapped"));
  CHECK(judge({-1, 480, 640, -1}, {1, 640, 480, 3}).ends_with("height and width are swapped"));
  CHECK(judge({1, 8400, 84}, {1, 84, 8400}).ends_with("dims 1 and 2 are exchanged"));
  CHECK(judge({1, 3, 224, 224}, {1, 224, 224, 3})
            .ends_with("the application reads NCHW, the tensor is NHWC"));
  CHECK(judge({1, 80, 60, 256}, {1, 256, 80, 60})
            .ends_with("the application reads NHWC, the tensor is NCHW"));
  CHECK(judge({2, 80, 80, 64}, {1, 40, 40, 64}) ==
        "`x` is [1, 40, 40, 64], the application expects [2, 80, 80, 64]");
}

TEST_CASE("IOC006: types") {
  Lab lab;
  IoRow& r = lab.output();
  const auto judge = [&](DType stored, DType read) {
    r.stored_dtype = artifact(stored);
    r.read_as = app(read);
    return lab.run("IOC006");
  };
  CHECK(judge(DType::kInt32, DType::kInt32) == Verdict::kPass);
  CHECK(judge(DType::kInt32, DType::kFloat32) == Verdict::kFail);
  CHECK(lab.message().ends_with("both are 4 bytes, so byte counts agree"));
  CHECK(judge(DType::kInt8, DType::kFloat32) == Verdict::kFail);
  CHECK(lab.message().ends_with("int8 (8 bits), the application reads float32 (32 bits)"));
  CHECK(judge(DType::kUint8, DType::kInt8) == Verdict::kNotApplicable);
  CHECK(judge(DType::kBool, DType::kUint8) == Verdict::kPass);
  r.decode = app(Decode::kRuntime);
  CHECK(judge(DType::kInt8, DType::kFloat32) == Verdict::kNotApplicable);
}

TEST_CASE("IOC009: what an input takes") {
  Lab lab;
  IoRow& r = lab.input();
  r.takes = artifact(std::string("packed nv12"));
  r.takes_bytes = artifact<int64_t>(75264);
  r.takes_dtype = artifact(DType::kUint8);
  SUBCASE("silent") { CHECK(lab.run("IOC009") == Verdict::kNotChecked); }
  SUBCASE("as it should be") {
    r.pixel_format = app(std::string("nv12"));
    r.protocol = app(std::string("packed_nv12"));
    r.app_bytes = app<int64_t>(75264);
    r.app_dtype = app(DType::kUint8);
    CHECK(lab.run("IOC009") == Verdict::kPass);
  }
  SUBCASE("format: the bytes follow from it") {
    r.pixel_format = app(std::string("bgr"), 3);
    r.app_bytes = app<int64_t>(150528, 4);
    CHECK(lab.run("IOC009") == Verdict::kFail);
    CHECK(lab.result.findings.size() == 1);
    CHECK(lab.message() == "input `data` takes packed nv12, the application prepares bgr");
  }
  SUBCASE("split or packed") {
    r.protocol = app(std::string("split_nv12"));  // libdnn takes it as NV12_SEPARATE
    CHECK(lab.run("IOC009") == Verdict::kNotChecked);
    r.takes = artifact(std::string("split nv12"));
    r.protocol = app(std::string("packed_nv12"));
    CHECK(lab.run("IOC009") == Verdict::kFail);
    CHECK(lab.message() == "input `data` takes split nv12, the application prepares packed_nv12");
    r.takes = artifact(std::string("nv12"));  // no platform says how many tensors
    CHECK(lab.run("IOC009") == Verdict::kPass);
  }
  SUBCASE("bytes") {
    r.app_bytes = app<int64_t>(150528);
    CHECK(lab.run("IOC009") == Verdict::kFail);
    r.y_stride = app<int64_t>(448);  // padded rows are another matter
    CHECK(lab.run("IOC009") == Verdict::kPass);
  }
  SUBCASE("type") {
    r.app_dtype = app(DType::kFloat32);
    CHECK(lab.run("IOC009") == Verdict::kFail);
    r.app_dtype = app(DType::kInt8);
    CHECK(lab.run("IOC009") == Verdict::kPass);
  }
  SUBCASE("float into a quantised input is another rule's finding") {
    r.takes = artifact(std::string("featuremap"));
    r.takes_dtype = artifact(DType::kInt8);
    r.quant = artifact(scales({0.0186}));
    r.app_dtype = app(DType::kFloat32);
    r.app_bytes = app<int64_t>(602112);
    r.pixel_format = app(std::string("rgb"));  // the order of the channels
    CHECK(lab.run("IOC009") == Verdict::kPass);
  }
  SUBCASE("the luma plane of nv12 is a grey image") {
    r.takes = artifact(std::string("gray"));
    r.pixel_format = app(std::string("nv12"));
    r.protocol = app(std::string("split_nv12"));
    CHECK(lab.run("IOC009") == Verdict::kPass);
  }
}

TEST_CASE("QNT001: raw integers") {
  Lab lab;
  IoRow& r = lab.output();
  r.stored_dtype = artifact(DType::kInt32);
  r.decode = app(Decode::kNone);
  SUBCASE("argmax over scales of one axis") {
    r.consumer = app(std::string("argmax"));
    r.quant = artifact(scales({0.0003, 0.000371393107343, 0.000208402707358}, 1, {0, 0, 0}));
    CHECK(lab.run("QNT001") == Verdict::kFail);
    CHECK(lab.message() ==
          "output `logits` is int32 with 3 scales on axis 1 (max/min ratio 1.78); raw argmax ranks "
          "different scales, and one common factor cannot repair the order");
    CHECK(lab.note() ==
          "the same raw integer 10000 means 3.714 at index 1 of axis 1 and 2.084 at index 2");
  }
  SUBCASE("one scale") {
    r.quant = artifact(scales({0.0625}, {}, {3}));
    CHECK(lab.run("QNT001") == Verdict::kFail);
    CHECK(lab.note() == "the raw integer 10000 means 624.8");
    r.consumer = app(std::string("threshold"));
    CHECK(lab.run("QNT001") == Verdict::kFail);
    r.consumer = app(std::string("argmax"));
    CHECK(lab.run("QNT001") == Verdict::kNotApplicable);
  }
  SUBCASE("argmax under different zero points") {
    r.consumer = app(std::string("argmax"));
    r.quant = artifact(scales({0.5, 0.5}, 1, {0, 3}));
    CHECK(lab.run("QNT001") == Verdict::kFail);
  }
  SUBCASE("scale 1 says nothing: indices of an ArgMax") {
    r.quant = artifact(scales({1.0}, {}, {0}));
    CHECK(lab.run("QNT001") == Verdict::kNotApplicable);
  }
  SUBCASE("no scale") {
    r.quant = artifact(Quantization{});
    CHECK(lab.run("QNT001") == Verdict::kNotApplicable);
  }
  SUBCASE("float") {
    r.stored_dtype = artifact(DType::kFloat32);
    r.quant = artifact(Quantization{});
    CHECK(lab.run("QNT001") == Verdict::kNotApplicable);
  }
  SUBCASE("shift") {
    Quantization q;
    q.kind = Quantization::Kind::kShift;
    q.shifts = {5};
    r.quant = artifact(q);
    CHECK(lab.run("QNT001") == Verdict::kFail);
    CHECK(lab.note() == "the raw integer 10000 means 312.5");
  }
  SUBCASE("decoded") {
    r.quant = artifact(scales({0.1, 0.2}, 1));
    r.decode = app(Decode::kPerAxis);
    CHECK(lab.run("QNT001") == Verdict::kPass);
  }
  SUBCASE("scales that are no scales still need decoding") {
    r.quant = artifact(scales({0.1, std::nan("")}, 1));
    CHECK(lab.run("QNT001") == Verdict::kFail);
  }
}

TEST_CASE("QNT002: one scale for an axis") {
  Lab lab;
  IoRow& r = lab.output();
  r.stored_dtype = artifact(DType::kInt8);
  r.decode = app(Decode::kPerTensor);
  r.quant = artifact(scales({0.1, 0.4, 0.2}, 1, {0}));
  CHECK(lab.run("QNT002") == Verdict::kFail);
  CHECK(lab.message() ==
        "output `logits` has 3 scales on axis 1 (max/min ratio 4.00), the application decodes with "
        "one: a common factor keeps the order of the raw integers and cannot repair it");
  CHECK(lab.note() == "the same raw integer 100 means 40 at index 1 of axis 1 and 10 at index 0");
  r.quant = artifact(scales({0.1, 0.1, 0.1}, 1, {0, 0, 4}));
  CHECK(lab.run("QNT002") == Verdict::kFail);
  r.quant = artifact(scales({0.1, 0.1, 0.1}, 1, {0, 0, 0}));
  CHECK(lab.run("QNT002") == Verdict::kNotApplicable);
  r.quant = artifact(scales({0.1}, 1));
  CHECK(lab.run("QNT002") == Verdict::kNotApplicable);
  r.quant = artifact(scales({0.1, 0.4}, 1));
  r.decode = app(Decode::kPerAxis);
  CHECK(lab.run("QNT002") == Verdict::kPass);
}

TEST_CASE("QNT003: decoding floats") {
  Lab lab;
  IoRow& r = lab.output();
  r.stored_dtype = artifact(DType::kFloat32);
  r.decode = app(Decode::kPerAxis);
  CHECK(lab.run("QNT003") == Verdict::kFail);
  r.quant = artifact(Quantization{});
  CHECK(lab.run("QNT003") == Verdict::kFail);
  CHECK(lab.result.findings[0].severity == Severity::kError);
  r.quant = artifact(scales({1.0}, {}, {0}));
  CHECK(lab.run("QNT003") == Verdict::kFail);
  CHECK(lab.result.findings[0].severity == Severity::kNote);
  r.app_scale = app(0.0047);
  CHECK(lab.run("QNT003") == Verdict::kFail);
  CHECK(lab.result.findings[0].severity == Severity::kError);
  r.decode = app(Decode::kRuntime);
  CHECK(lab.run("QNT003") == Verdict::kPass);
  r.decode = app(Decode::kNone);
  CHECK(lab.run("QNT003") == Verdict::kPass);
  r.stored_dtype = artifact(DType::kInt16);
  CHECK(lab.run("QNT003") == Verdict::kNotApplicable);
}

TEST_CASE("QNT005: constants that drift") {
  Lab lab;
  lab.bundle.contract = app<const Contract*>(&lab.contract);
  IoRow& r = lab.output();
  r.stored_dtype = artifact(DType::kInt8);
  r.decode = app(Decode::kPerTensor);
  Quantization q = scales({0.00791});
  const auto judge = [&](double constant) {
    r.quant = artifact(q);
    r.app_scale = app(constant);
    return lab.run("QNT005");
  };
  CHECK(judge(0.00791) == Verdict::kPass);
  CHECK(judge(0.00791 * (1 + 9e-6)) == Verdict::kPass);
  CHECK(judge(0.00791 * (1 - 2e-5)) == Verdict::kFail);
  q.rounded = true;
  CHECK(judge(0.00791 * (1 - 2e-5)) == Verdict::kPass);
  CHECK(judge(0.00791 * (1 + 2e-4)) == Verdict::kFail);
  CHECK(judge(0.004718276) == Verdict::kFail);
  CHECK(lab.message() ==
        "output `logits`: the application's scale is 0.004718276, the artifact's is 0.00791: every "
        "value is off by 40 %");
  r.decode = app(Decode::kRuntime);
  CHECK(judge(0.004718276) == Verdict::kNotApplicable);
  r.decode = app(Decode::kPerTensor);
  q = scales({0.1, 0.2}, 1);
  CHECK(judge(0.1) == Verdict::kNotApplicable);
  q = scales({-0.1});
  CHECK(judge(0.1) == Verdict::kNotChecked);
  q = scales({1.0}, {}, {0});
  r.stored_dtype = artifact(DType::kFloat32);
  CHECK(judge(0.0047) == Verdict::kNotApplicable);
  r.app_scale = {};
  CHECK(lab.run("QNT005") == Verdict::kNotApplicable);
}

TEST_CASE("QNT008: parameters that do not fit") {
  const auto judge = [](Quantization q, Shape shape, DType t = DType::kInt32) {
    Lab lab;
    lab.tensor(std::move(q), std::move(shape), t);
    const Verdict v = lab.run("QNT008");
    std::string all;
    for (size_t i = 0; i < lab.result.findings.size(); ++i) all += lab.message(i) + "\n";
    return v == Verdict::kFail ? all : std::string(verdict_name(v));
  };
  CHECK(judge(scales({0.1, 0.2}, 1), {1, 2}) == "pass");
  CHECK(judge(scales({0.1, 0.2}, 1, {0}), {1, 2}) == "pass");
  CHECK(judge(scales({0.1}, 0), {}) == "pass");
  CHECK(judge(scales({0.1}, 7), {1, 2}) == "pass");
  CHECK(judge(scales({0.1, 0.2}), {1, 2}) == "pass");
  CHECK(judge(scales({0.1, 0.2}, -1), {1, 2}) == "pass");
  CHECK(judge(scales({0.1, 0.2}, 1), {1, -1}) == "pass");
  CHECK(judge(scales({}), {1, 2}) == "not_applicable");
  CHECK(judge(scales({0, 0}, 1), {1, 2}, DType::kFloat32) == "not_applicable");
  CHECK(judge(scales({0.1, 0.2, 0.3}, 1), {1, 2}) ==
        "`logits` has 3 scales on axis 1, whose size is 2 in [1, 2]\n");
  CHECK(judge(scales({0.1, 0.2, 0.3}), {1, 2}) ==
        "`logits` has 3 scales, and no dim of [1, 2] has that size\n");
  CHECK(judge(scales({0.1, 0.2}, 2), {1, 2}) ==
        "`logits` has 2 scales on axis 2, which [1, 2] does not have\n");
  CHECK(judge(scales({0.1, 0, -1}, 1), {1, 3}) ==
        "`logits`: scale[1] is 0; 2 of 3 scales are not finite and positive\n");
  CHECK(judge(scales({std::nan("")}), {1, 3}).find("scale[0] is nan") != std::string::npos);
  CHECK(judge(scales({0.1, 0.2, 0.3}, 1, {0, 0}), {1, 3}) == "`logits`: 2 zero points, 3 scales\n");
}

TEST_CASE("QNT012: removal that nobody answers for") {
  Lab lab;
  CHECK(lab.run("QNT012") == Verdict::kNotChecked);
  lab.bundle.removal_request = artifact(std::string());
  CHECK(lab.run("QNT012") == Verdict::kNotApplicable);
  lab.bundle.removal_request = artifact(std::string("Dequantize"));
  CHECK(lab.run("QNT012") == Verdict::kFail);
  CHECK(lab.result.findings[0].severity == Severity::kWarning);
  CHECK(lab.message().starts_with("the removal of Dequantize is asked for, and no contract"));
  lab.bundle.quantised_io = artifact(std::vector<std::string>{"box", "cls"});
  CHECK(lab.run("QNT012") == Verdict::kFail);
  CHECK(lab.message().starts_with("Dequantize removed: the artifact holds integers in box, cls"));
  lab.bundle.quantised_io = artifact(std::vector<std::string>{});
  CHECK(lab.run("QNT012") == Verdict::kNotApplicable);
  lab.bundle.quantised_io = {};
  // a contract that says nothing of it is no answer
  lab.bundle.contract = app<const Contract*>(&lab.contract);
  CHECK(lab.run("QNT012") == Verdict::kFail);
  lab.contract.outputs.emplace_back().decode = app(Decode::kPerAxis);
  CHECK(lab.run("QNT012") == Verdict::kPass);
}

TEST_CASE("IOC002: number of outputs") {
  Lab lab;
  lab.bundle.contract = app<const Contract*>(&lab.contract);
  lab.bundle.app_outputs = app<int64_t>(6);
  lab.bundle.artifact_outputs = artifact<int64_t>(3);
  lab.bundle.artifact_names = artifact(TensorNames{{}, {"a", "b", "c"}});
  CHECK(lab.run("IOC002") == Verdict::kFail);
  CHECK(lab.message() == "the application expects 6 outputs, the artifact has 3: a, b, c");
  lab.bundle.app_outputs = app<int64_t>(3);
  CHECK(lab.run("IOC002") == Verdict::kPass);
  lab.bundle.app_outputs = {};
  CHECK(lab.run("IOC002") == Verdict::kNotApplicable);
  lab.bundle.contract = {};
  CHECK(lab.run("IOC002") == Verdict::kNotChecked);
}
