#include "parsers/bmodel.h"

#include <algorithm>
#include <limits>
#include <map>

#include <doctest/doctest.h>
#include "lint/check.h"
#include "tests/bmodel_builder.h"

namespace npulint {
namespace {

using namespace test;  // NOLINT: the writer of this test

Parsed<CompiledFile> parse(const std::string& file) {
  return parse_bmodel(0, *memory_access(file));
}

// The first problem of a file: its sentence.
std::string sentence(const Parsed<CompiledFile>& p) {
  REQUIRE_FALSE(p.problems.empty());
  for (const Problem& x : p.problems) {
    CHECK(x.at.file == 0);
    CHECK_FALSE(x.what.in(Lang::kZh).empty());
  }
  return p.problems[0].what.in(Lang::kEn);
}
bool says(const Parsed<CompiledFile>& p, std::string_view part) {
  return sentence(p).find(part) != std::string::npos;
}

TEST_CASE("bmodel: a whole file") {
  const auto p = parse(bmodel(small_bmodel()));
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 1);
  const CompiledModel& m = p.record.models[0];
  CHECK(m.format == "bmodel");
  CHECK(*m.name == "det");
  CHECK(m.name.at.path == "net[0].name");
  CHECK(*m.chip == "BM1688");
  CHECK(m.chip.at.path == "chip");
  CHECK_FALSE(m.march);
  REQUIRE(m.versions.size() == 2);
  CHECK(m.versions[0].first == "bmodel");
  CHECK(*m.versions[0].second == "2.2");
  CHECK(m.versions[1].first == "tpu-mlir");
  CHECK(*m.versions[1].second == "v1.7-g0123abc-20240430");
  CHECK(*m.build.at("CREATED") == "Mon Mar 18 18:47:36 2024");
  CHECK(*m.build.at("CORE_NUM") == "1");
  CHECK(*m.build.at("RUNTIME_BYTES") == "4096");
  CHECK(*m.build.at("COEFF_SHA256") == sha256_hex("coefficients"));
  CHECK(*m.build.at("COEFF_BYTES") == "12");
  CHECK(m.build.count("STAGE") == 0);

  REQUIRE(m.inputs.size() == 1);
  const CompiledTensor& in = m.inputs[0];
  CHECK(in.name == "data");
  CHECK(in.is_input);
  CHECK(*in.dtype == DType::kUint8);
  CHECK(*in.shape == Shape{1, 3, 4, 8});
  CHECK(*in.byte_size == 96);
  CHECK(*in.layout == "1N");
  CHECK(*in.strides == std::vector<int64_t>{96, 32, 8, 1});  // nothing else fits 96 bytes
  CHECK(in.quant->scales == std::vector<double>{255});
  REQUIRE(m.outputs.size() == 2);
  const CompiledTensor& out = m.outputs[0];
  CHECK(out.index == 0);
  CHECK(*out.dtype == DType::kInt8);
  CHECK(out.at.path == "net[0].stage[0].output_tensor[0]");
  CHECK(out.quant.at.path == "net[0].stage[0].output_tensor[0].scale");
  CHECK(out.quant->kind == Quantization::Kind::kScale);
  CHECK(out.quant->scales == std::vector<double>{0.007843138});  // the float's shortest decimal
  CHECK(out.quant->zero_points == std::vector<int64_t>{3});
  CHECK_FALSE(out.quant->rounded);
  CHECK(m.outputs[1].index == 1);
  CHECK(m.outputs[1].quant->kind == Quantization::Kind::kNone);
}

TEST_CASE("bmodel: stages, cores, storage modes, element types") {
  BModel m = small_bmodel();
  BStage second = m.nets[0].stages[0];
  second.inputs[0].shape[0] = 4;
  second.inputs[0].store_mode = 2;
  second.cores = 2;
  m.nets[0].stages.push_back(second);
  m.nets.push_back({"cls", {second}});
  m.version = "2.2";
  const auto p = parse(bmodel(m));
  CHECK(p.problems.empty());
  REQUIRE(p.record.models.size() == 3);
  CHECK(*p.record.models[1].build.at("STAGE") == "1 of 2");
  CHECK(*p.record.models[1].build.at("CORE_NUM") == "2");
  CHECK(p.record.models[1].at.path == "net[0].stage[1]");
  CHECK(*p.record.models[1].inputs[0].layout == "4N");
  CHECK_FALSE(p.record.models[1].inputs[0].strides);
  CHECK(*p.record.models[2].name == "cls");
  CHECK(p.record.models[2].versions.size() == 1);

  static constexpr DType kTypes[] = {DType::kFloat32, DType::kFloat16, DType::kInt8,
                                     DType::kUint8,   DType::kInt16,   DType::kUint16,
                                     DType::kInt32,   DType::kUint32,  DType::kBFloat16,
                                     DType::kInt4,    DType::kUint4};
  for (uint32_t t = 0; t < std::size(kTypes); ++t) {
    m = small_bmodel();
    m.nets[0].stages[0].outputs[0].dtype = t;
    CHECK(*parse(bmodel(m)).record.models[0].outputs[0].dtype == kTypes[t]);
  }
  m.nets[0].stages[0].outputs[0].dtype = 11;
  const auto unknown = parse(bmodel(m));
  CHECK(says(unknown, "`net[0].stage[0].output_tensor[0].data_type` is 11"));
  CHECK_FALSE(unknown.record.models[0].outputs[0].dtype);
  CHECK(*unknown.record.models[0].outputs[0].byte_size == 10);  // the rest is read
  m.nets[0].stages[0].outputs[0].dtype = 2;
  m.nets[0].stages[0].outputs[0].store_mode = -1;
  CHECK(says(parse(bmodel(m)), "is -1, which is no storage mode"));
}

TEST_CASE("bmodel: a dynamic stage states its largest shape") {
  BModel m = small_bmodel();
  BStage& s = m.nets[0].stages[0];
  s.dynamic = s.batch = true;
  const auto p = parse(bmodel(m));
  const CompiledModel& c = p.record.models[0];
  CHECK(*c.build.at("DYNAMIC") == "batch");
  CHECK(*c.inputs[0].shape == Shape{-1, 3, 4, 8});
  CHECK(*c.outputs[0].shape == Shape{-1, -1});
  CHECK_FALSE(c.outputs[0].strides);
  CHECK(*c.build.at("LARGEST_SHAPE output:scores") == "[1, 10]");
  s.size = true;
  CHECK(*parse(bmodel(m)).record.models[0].inputs[0].shape == Shape{-1, 3, -1, -1});
  s.batch = s.size = false;
  CHECK(*parse(bmodel(m)).record.models[0].inputs[0].shape == Shape{-1, -1, -1, -1});
}

TEST_CASE("bmodel: a cascade") {
  BModel m = small_bmodel();
  m.nets[0].cascade_of = "whole";
  m.nets[0].step = 1;
  m.nets[0].stages[0].inputs[0].hidden = 1;
  m.nets[0].stages[0].outputs[1].hidden = 2;
  const auto p = parse(bmodel(m));
  CHECK(p.problems.empty());
  const CompiledModel& c = p.record.models[0];
  CHECK(*c.build.at("CASCADE") == "whole, step 1, device 1");
  CHECK(*c.build.at("INNER_OUTPUTS") == "scores");
  CHECK(c.build.count("INNER_INPUTS") == 0);
}

TEST_CASE("bmodel: cut off at every byte") {
  const std::string whole = bmodel(small_bmodel());
  for (size_t n = 0; n < whole.size(); ++n) {
    const auto p = parse(whole.substr(0, n));
    CHECK_MESSAGE(!p.problems.empty(), n);
  }
  CHECK(says(parse(""), "empty"));
  CHECK(says(parse(whole.substr(0, 10)),
             "the file has 10 bytes; the header of a bmodel alone has 64"));
  CHECK(says(parse(whole.substr(0, 100)), "but only 36 follow it"));
  // the metadata is whole: it is read
  const auto cut = parse(whole.substr(0, whole.size() - 1));
  CHECK(says(cut, "the header states 12 bytes of data, but the file has only 11 of them"));
  CHECK(cut.problems.size() == 1);
  REQUIRE(cut.record.models.size() == 1);
  CHECK(cut.record.models[0].outputs.size() == 2);
  CHECK(cut.record.models[0].build.count("COEFF_OFFSET") == 0);
  CHECK(parse(whole + "more").problems.empty());  // the runtime takes it too
}

TEST_CASE("bmodel: what is no readable bmodel is said") {
  CHECK(says(parse("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"),
             "Git LFS"));
  std::string whole = bmodel(small_bmodel());
  CHECK(says(parse(std::string(200, 'x')), "begins with 0x78787878"));
  CHECK(says(parse("\xFF\xAA\x55\xFF" + whole.substr(4)), "older format"));
  std::string encrypted = whole.substr(0, 8);
  for (size_t i = 8; i < whole.size(); ++i)
    encrypted += static_cast<char>(whole[i] ^ static_cast<char>(0x5a + i * 7));
  CHECK(says(parse(encrypted), "encrypted"));
  std::string longer = encrypted;
  longer.replace(4, 4, le(64 + 16, 4));
  CHECK(says(parse(longer), "the header states 80 bytes for itself"));
  std::string scrambled = whole;
  for (size_t i = 64; i < 64 + 200; ++i) scrambled[i] = static_cast<char>(i * 37);
  CHECK(says(parse(scrambled), "encrypted or damaged"));
  CHECK(parse(scrambled).record.models.empty());
}

TEST_CASE("bmodel: sizes at the extremes") {
  const std::string whole = bmodel(small_bmodel());
  CHECK(says(parse(container("", "")), "no FlatBuffers table"));
  CHECK(says(parse(container("abc", "data")), "no FlatBuffers table"));
  for (const uint64_t n : {uint64_t{0x7fffffff}, uint64_t{0x80000000}, uint64_t{0xffffffff}}) {
    for (const size_t at : {size_t{8}, size_t{12}, size_t{16}}) {
      std::string x = whole;
      x.replace(at, 4, le(n, 4));
      CHECK_MESSAGE(!parse(x).problems.empty(), at);
    }
  }
  for (const uint64_t n : {uint64_t{1} << 40, uint64_t{1} << 62, uint64_t{1} << 63, ~uint64_t{0}}) {
    BModel m = small_bmodel();
    m.nets[0].stages[0].outputs[0].bytes = n;
    const auto p = parse(bmodel(m));
    CHECK(p.problems.empty() == (n < uint64_t{1} << 63));
    m = small_bmodel();
    m.nets[0].stages[0].outputs[0].shape = {n, n};
    CHECK(parse(bmodel(m)).problems.empty() == (n < uint64_t{1} << 63));
  }
  BModel m = small_bmodel();
  m.nets[0].stages[0].outputs[0].shape = std::vector<uint64_t>(9, 1);
  CHECK(says(parse(bmodel(m)), "has 9 dims; up to 8"));
  m.nets[0].stages[0].outputs[0].shape = {};
  CHECK(parse(bmodel(m)).record.models[0].outputs[0].shape->empty());
  m.nets[0].stages[0].outputs[0].scale = std::numeric_limits<float>::quiet_NaN();
  CHECK(says(parse(bmodel(m)), "is no finite number"));
  m = small_bmodel();
  m.nets[0].name = std::string(5000, 'n');
  CHECK(says(parse(bmodel(m)), "`net[0].name` has 5000 bytes; the first 1024 are read"));
}

std::string with_net(std::vector<Field> model, const std::string& data = "") {
  return container(flat(table(std::move(model))), data);
}

TEST_CASE("bmodel: data beyond the end, parts that are missing") {
  const auto coefficients = [](uint64_t start, uint64_t size) {
    const Emit stage =
        table({ref(0, list({})), ref(1, list({})), ref(4, table({binary(2, start, size)}))});
    return with_net({ref(1, str("2.2")), ref(2, str("")), ref(3, str("BM1684X")),
                     ref(4, list({table({ref(0, str("n")), ref(3, list({stage}))})}))},
                    "0123456789");
  };
  CHECK(parse(coefficients(0, 10)).problems.empty());
  CHECK(says(parse(coefficients(1, 10)), "`net[0].stage[0].coeff_mem.binary_coeff` lies at bytes"));
  CHECK(says(parse(coefficients(~uint64_t{0}, 10)), "which no file can hold"));
  CHECK(says(parse(coefficients(10, ~uint64_t{0})), "which no file can hold"));
  CHECK(says(parse(coefficients(uint64_t{1} << 62, uint64_t{1} << 62)), "which no file can hold"));

  CHECK(says(parse(with_net({})), "`chip` is missing"));
  CHECK(says(parse(with_net({ref(1, str("2.2")), ref(2, str("")), ref(3, str("BM1684X"))})),
             "lists no net"));
  CHECK(says(parse(with_net({ref(1, str("2.2")), ref(2, str("")), ref(3, str("BM1684X")),
                             ref(4, list({table({ref(0, str("n"))})}))})),
             "`net[0]` has no stage"));
  const auto bare = parse(with_net({ref(1, str("2.2")), ref(2, str("")), ref(3, str("BM1684X")),
                                    ref(4, list({table({ref(3, list({table({})}))})}))}));
  CHECK(bare.problems.size() == 3);  // name, input_tensor, output_tensor
  CHECK(bare.record.models.size() == 1);
  const Emit stage = table({ref(0, list({table({})})), ref(1, list({}))});
  const auto tensor =
      parse(with_net({ref(1, str("2.2")), ref(2, str("")), ref(3, str("BM1684X")),
                      ref(4, list({table({ref(0, str("n")), ref(3, list({stage}))})}))}));
  CHECK(tensor.problems.size() == 2);  // name, shape
}

// Every word of the metadata in turn: offsets to themselves, backward, beyond the end; counts of
// all sizes.
TEST_CASE("bmodel: damage at every word of the metadata") {
  const std::string whole = bmodel(small_bmodel());
  const size_t end = whole.size() - 12;
  size_t refused = 0;
  for (size_t at = 64; at + 4 <= end; at += 2) {
    for (const uint32_t n :
         {0u, 1u, 4u, 0x10000u, 0x7fffffffu, 0x80000000u, 0xfffffff0u, 0xffffffffu,
          static_cast<uint32_t>(64 - at), static_cast<uint32_t>(end - at)}) {
      std::string x = whole;
      x.replace(at, 4, le(n, 4));
      const auto p = parse(x);
      for (const Problem& q : p.problems) (void)q.what.in(Lang::kEn);
      refused += p.problems.empty() ? 0 : 1;
    }
  }
  CHECK(refused > 1000);
}

// A file of which only a few places hold bytes; zero elsewhere.
class Sparse : public RandomAccess {
 public:
  std::map<uint64_t, std::string> pieces;
  uint64_t length = 0, most = 0;
  uint64_t size() const override { return length; }
  size_t read(uint64_t offset, char* to, size_t n) override {
    n = static_cast<size_t>(std::min<uint64_t>(n, offset < length ? length - offset : 0));
    most = std::max(most, offset + n);
    for (size_t i = 0; i < n; ++i) {
      to[i] = '\0';
      for (const auto& [at, s] : pieces)
        if (offset + i >= at && offset + i - at < s.size())
          to[i] = s[static_cast<size_t>(offset + i - at)];
    }
    return n;
  }
};

TEST_CASE("bmodel: more than 4 GiB") {
  const uint64_t data = 6'000'000'000;
  const Emit stage =
      table({ref(0, list({})), ref(1, list({})), ref(4, table({binary(2, data - 1000, 1000)}))});
  const std::string tables =
      flat(table({ref(1, str("2.2")), ref(2, str("")), ref(3, str("BM1684X")),
                  ref(4, list({table({ref(0, str("n")), ref(3, list({stage}))})}))}));
  const auto head = [&](uint64_t low, uint64_t high) {
    return le(0xFF55AAEE, 4) + le(64, 4) + le(tables.size(), 4) + le(low, 4) + le(high, 4) +
           std::string(44, '\0') + tables;
  };
  Sparse file;
  file.length = 64 + tables.size() + data;
  file.pieces[0] = head(data & 0xffffffff, 0);  // 32 bits, wrapped
  auto p = parse_bmodel(0, file);
  CHECK(p.problems.empty());
  CHECK(*p.record.models.at(0).build.at("COEFF_OFFSET") ==
        std::to_string(64 + tables.size() + data - 1000));
  CHECK(file.most == 64 + tables.size());                // no payload was touched
  file.pieces[0] = head(data & 0xffffffff, data >> 32);  // 64 bits
  CHECK(parse_bmodel(0, file).problems.empty());
  file.length -= 1;
  p = parse_bmodel(0, file);
  CHECK(says(p, "6000000000 bytes of data, but the file has only 5999999999"));
  CHECK(p.problems.size() == 1);
  file.pieces[0] = head(data & 0xffffffff, 0);
  CHECK(says(parse_bmodel(0, file), "binary_coeff` lies at bytes"));
}

TEST_CASE("bmodel: coefficients and their digest") {
  BModel m = small_bmodel();
  m.nets[0].stages.push_back(m.nets[0].stages[0]);
  m.nets[0].stages[1].coefficients = "others";
  const std::string bytes = bmodel(m);
  const auto p = parse(bytes);
  const auto blocks = bmodel_coefficients(p.record);
  REQUIRE(blocks.size() == 2);
  for (const BmodelCoefficients& b : blocks)
    CHECK(sha256_hex(*memory_access(bytes), b.offset, b.bytes) == b.sha256);
  CHECK(blocks[1].at.path == "net[0].stage[1].coeff_mem.check_code");

  LoadOptions o;
  o.paths = {"m.bmodel"};
  o.cwd = "/";
  o.only_named = o.isolated = o.digests = true;
  MemoryReader disk;
  disk.files["/m.bmodel"] = bytes;
  CHECK(load(disk, o).run.files.at(0)->problems.empty());
  disk.files["/m.bmodel"].back() ^= 1;
  const Loaded damaged = load(disk, o);
  REQUIRE(damaged.run.files.at(0)->problems.size() == 1);
  CHECK(damaged.run.files[0]->problems[0].what.in(Lang::kEn).find("it is damaged") !=
        std::string::npos);
  o.digests = false;
  CHECK(load(disk, o).run.files.at(0)->problems.empty());
}

// ---- in a bundle ----

std::vector<std::string> findings(const MemoryReader& disk, const std::string& path) {
  CheckOptions o;
  o.load.paths = {path};
  o.load.cwd = "/";
  o.load.isolated = true;
  const Loaded l = check(disk, o);
  std::vector<std::string> out;
  for (const Finding& f : l.run.result.findings)
    out.push_back(std::string(f.rule->code) + " " + l.run.sources.shown(f.at.file));
  return out;
}

TEST_CASE("bmodel: the artifact is stronger than a description beside it") {
  MemoryReader disk;
  disk.files["/d/det.bmodel"] = bmodel(small_bmodel());
  disk.files["/d/contract.toml"] =
      "[target]\nchip = \"BM1688\"\n[[output]]\nname = \"scores\"\nread_as = \"int8\"\n"
      "decode = \"per_tensor\"\nscale = 0.0078431377\nzero_point = 3\n";
  CHECK(findings(disk, "/d").empty());
  disk.files["/d/det.metadata.json"] =
      R"({"chip": "BM1688", "outputs": [{"name": "scores", "dtype": "int8", "shape": [1, 10],
          "quantization": {"scale": [0.5], "zero_point": [3]}}]})";
  // a text beside the artifact may be out of date, and then that is what is wrong
  const std::vector<std::string> stale{"IOC011 d/det.metadata.json"};
  CHECK(findings(disk, "/d") == stale);
  disk.files["/d/contract.toml"] += "[artifact]\nfile = \"det.metadata.json\"\n";
  CHECK(findings(disk, "/d") == stale);
  disk.files["/d/det.bmodel"].resize(100);
  CHECK(findings(disk, "/d") ==
        std::vector<std::string>{"QNT005 d/contract.toml", "NPL001 d/det.bmodel"});
}

TEST_CASE("bmodel: the chip of the artifact against the target") {
  MemoryReader disk;
  BModel m = small_bmodel();
  disk.files["/d/det.bmodel"] = bmodel(m);
  disk.files["/d/contract.toml"] =
      "[target]\nchip = \"BM1684X\"\n[artifact]\nfile = \"det.bmodel\"\n";
  CHECK(findings(disk, "/d") == std::vector<std::string>{"TGT001 d/contract.toml"});
  // also when no single net is meant
  m.nets.push_back(m.nets[0]);
  m.nets[1].name = "cls";
  disk.files["/d/det.bmodel"] = bmodel(m);
  CHECK(findings(disk, "/d") == std::vector<std::string>{"TGT001 d/contract.toml"});
  // damage is a finding, and nothing else is guessed
  disk.files["/d/det.bmodel"].resize(100);
  CHECK(findings(disk, "/d") == std::vector<std::string>{"NPL001 d/det.bmodel"});
}

TEST_CASE("bmodel: the stage that the contract's shapes fit") {
  MemoryReader disk;
  BModel m = small_bmodel();
  m.nets[0].stages.push_back(m.nets[0].stages[0]);
  m.nets[0].stages[1].outputs[0].shape = {4, 10};
  m.nets[0].stages[1].outputs[0].bytes = 40;
  m.nets[0].stages[1].outputs[0].scale = 0.5f;
  disk.files["/d/det.bmodel"] = bmodel(m);
  const std::string head =
      "[target]\nchip = \"BM1688\"\n[[output]]\nname = \"scores\"\nread_as = \"int8\"\n"
      "decode = \"per_tensor\"\nscale = 0.0078431377\nzero_point = 3\n";
  disk.files["/d/contract.toml"] = head + "shape = [4, 10]\n";
  CHECK(findings(disk, "/d") == std::vector<std::string>{"QNT005 d/contract.toml"});
  disk.files["/d/contract.toml"] = head + "shape = [1, 10]\n";
  CHECK(findings(disk, "/d").empty());
  disk.files["/d/contract.toml"] = head;  // either: nothing is said
  CHECK(findings(disk, "/d").empty());
}

}  // namespace
}  // namespace npulint
