// Comparison of targets against the real platform table, and the rules TGT001, PRE001, PRE002,
// NPL006 by hand.
#include <doctest/doctest.h>

#include "lint/facts.h"
#include "lint/link_derived.h"

using namespace npulint;

namespace {

const Platforms& table() {
  static const Platforms t = Platforms::load(9);
  return t;
}

Evidence at(uint64_t n) { return {0, n, n + 1, ""}; }

struct Case {
  Bundle b;
  std::vector<TargetStatement> said;
  std::vector<Built> built;

  Case& declare(const char* who, const char* what, uint64_t place) {
    const auto t = table().target(what);
    REQUIRE(t);
    said.push_back({*t, who, at(place)});
    b.declared = {said, said[0].at};
    return *this;
  }
  Case& build(const char* what, bool artifact, uint64_t place) {
    const Platform* p = table().find(what);
    built.push_back({what, p ? p->march : "", artifact});
    b.built_at.push_back(at(place));
    b.all_built = {built, b.built_at[0]};
    b.built = {built[0], b.built_at[0]};
    return *this;
  }
  Fact<TargetCheck> compare() { return compare_target(b, table()); }
};

Report run(const char* code, const void* row) {
  const Rule* rule = find_rule(code);
  REQUIRE(rule);
  Report r(rule->severity);
  rule->run(r, row);
  return r;
}

Normalization norm(const char* kind, std::vector<double> mean = {}, std::vector<double> scale = {},
                   std::vector<double> deviation = {}) {
  return {kind, std::move(mean), std::move(scale), std::move(deviation)};
}

struct InputCase {
  Bundle b;
  IoRow r;
  InputCase(Normalization built_in, Normalization app, Normalization training = norm("scale")) {
    r.bundle = &b;
    r.row_name = {std::string("image"), at(1)};
    r.built_in_norm = {std::move(built_in), at(2)};
    r.app_norm = {std::move(app), at(3)};
    b.training = {std::move(training), at(4)};
  }
};

}  // namespace

TEST_CASE("target: nothing declared is known and empty, nothing built is absent") {
  Case none;
  none.build("bayes-e", false, 5);
  const auto a = none.compare();
  REQUIRE(a);
  CHECK(a->clashes.empty());
  CHECK(!Case().declare("[target] board", "RDK X5", 1).compare());
}

TEST_CASE("target: the config's march is where the finding stands") {
  Case c;
  const auto a = c.declare("[target] march", "bayes-e", 1).build("bernoulli2", false, 5).compare();
  REQUIRE(a);
  REQUIRE(a->clashes.size() == 1);
  CHECK(a->clashes[0].kind == TargetClash::Kind::kConfig);
  CHECK_FALSE(a->clashes[0].tolerated);
  CHECK(a->clashes[0].at.begin == 5);
  CHECK(a->clashes[0].others.at(0).first.begin == 1);
}

TEST_CASE("target: the artifact outranks the config") {
  Case agrees;  // only the config differs: the artifact that runs is right
  agrees.declare("[target] board", "RDK X5", 1).build("bayes-e", true, 4).build("nash-e", false, 5);
  const auto a = agrees.compare();
  REQUIRE(a);
  CHECK(a->clashes.empty());
  Case differs;
  differs.declare("[target] board", "RDK X5", 1)
      .build("nash-e", true, 4)
      .build("bayes-e", false, 5);
  const auto d = differs.compare();
  REQUIRE(d);
  REQUIRE(d->clashes.size() == 1);
  CHECK(d->clashes[0].kind == TargetClash::Kind::kArtifact);
  CHECK(d->clashes[0].at.begin == 1);
  Case both;
  both.declare("[target] board", "RDK X5", 1).build("nash-e", true, 4).build("nash-e", false, 5);
  const auto t = both.compare();
  REQUIRE(t);
  REQUIRE(t->clashes.size() == 1);
  CHECK(t->clashes[0].kind == TargetClash::Kind::kConfig);
  CHECK(t->clashes[0].at.begin == 5);
}

TEST_CASE("target: against the command line the artifact is the place") {
  Case c;
  const auto a = c.declare("--target", "s600", 1).build("nash-e", true, 4).compare();
  REQUIRE(a);
  REQUIRE(a->clashes.size() == 1);
  CHECK(a->clashes[0].at.begin == 4);
}

TEST_CASE("target: what sources tolerate warns once") {
  for (const auto& [board, march] : std::vector<std::pair<const char*, const char*>>{
           {"RDK S100P", "nash-e"}, {"BM1688", "CV186X"}}) {
    Case c;
    c.declare("[target] board", board, 1).declare("[target] march", march, 2).build(march, true, 4);
    const auto a = c.compare();
    REQUIRE(a);
    REQUIRE_MESSAGE(a->clashes.size() == 1, board);
    CHECK(a->clashes[0].tolerated);
    c.b.target_check = a;
    const Report r = run("TGT001", &c.b);
    REQUIRE(r.items.size() == 1);
    CHECK(r.items[0].severity == Severity::kWarning);
  }
}

TEST_CASE("target: names of one chip are the same") {
  Case c;
  const auto a = c.declare("[target] chip", "BM1684X", 1).build("BM1686", true, 4).compare();
  REQUIRE(a);
  CHECK(a->clashes.empty());
}

TEST_CASE("target: declarations that contradict each other are one finding at the weaker") {
  Case c;
  c.declare("--target", "s100", 1).declare("[target] march", "bayes-e", 2);
  c.declare("[target] board", "RDK X5", 3);
  const auto a = c.compare();
  REQUIRE(a);
  REQUIRE(a->clashes.size() == 1);
  CHECK(a->clashes[0].kind == TargetClash::Kind::kStatement);
  CHECK(a->clashes[0].at.begin == 2);
  CHECK(a->clashes[0].others.size() == 2);
  c.b.target_check = a;
  const Report r = run("TGT001", &c.b);
  REQUIRE(r.items.size() == 1);
  CHECK(r.items[0].severity == Severity::kError);
  const std::string en = r.items[0].message.in(Lang::kEn);
  for (const char* part : {"[target] march", "bayes-e", "--target", "nash-e"})
    CHECK_MESSAGE(en.find(part) != std::string::npos, en);
}

TEST_CASE("target: a march of no table is unknown, not another one") {
  Case c;
  const auto a = c.declare("[target] board", "RDK S100", 1).build("nash-zz", true, 4).compare();
  CHECK(!a);
  CHECK(a.missing.in(Lang::kEn).find("nash-zz") != std::string::npos);
}

TEST_CASE("PRE001 fails when one step is done twice") {
  const std::pair<Normalization, Normalization> twice[] = {
      {norm("mean_scale", {123.675, 116.28, 103.53}, {0.017}), norm("mean_std")},
      {norm("scale", {}, {0.0039}), norm("mean_scale")},
      {norm("mean", {128}), norm("mean", {128})},
      {norm("scale", {}, {0.0039}), norm("scale", {}, {0.0039})}};
  for (const auto& [built_in, app] : twice) {
    InputCase i(built_in, app);
    const Report r = run("PRE001", &i.r);
    REQUIRE_MESSAGE(r.items.size() == 1, (built_in.kind + "/" + app.kind));
    CHECK(r.items[0].at.begin == 3);
  }
}

TEST_CASE("PRE001 passes when the work is divided, done once, or does nothing") {
  const std::pair<Normalization, Normalization> fine[] = {
      {norm("none"), norm("mean_scale")},
      {norm("mean_scale"), norm("none")},
      {norm("scale", {}, {0.0078125}), norm("mean", {128, 128, 128})},
      {norm("mean_scale", {0, 0, 0}, {0.0039}), norm("mean", {128})},
      {norm("scale", {}, {1, 1, 1}), norm("scale", {}, {0.0039})},
      {norm("mean_scale"), norm("scale", {}, {1})}};
  for (const auto& [built_in, app] : fine) {
    InputCase i(built_in, app);
    CHECK_MESSAGE(run("PRE001", &i.r).items.empty(), (built_in.kind + "/" + app.kind));
  }
  InputCase i(norm("mean_scale"), norm("mean", {128, 128, 128}));
  i.r.type_rt = {std::string("yuv444_128"), at(6)};
  CHECK_FALSE(run("PRE001", &i.r).inapplicable.empty());
  i.r.type_rt = {std::string("yuv444"), at(6)};
  CHECK(run("PRE001", &i.r).items.size() == 1);
}

TEST_CASE("PRE002 needs all three to say so, and a graph that does not rescale") {
  InputCase i(norm("none"), norm("none"));
  REQUIRE(run("PRE002", &i.r).items.size() == 1);
  CHECK(run("PRE002", &i.r).items[0].at.begin == 3);  // an artifact is no place to edit
  Config config;
  config.file = i.r.built_in_norm.at.file;
  i.b.config = {&config, at(5)};
  CHECK(run("PRE002", &i.r).items.at(0).at.begin == 2);
  InputCase trained(norm("none"), norm("none"), norm("none"));
  CHECK_FALSE(run("PRE002", &trained.r).inapplicable.empty());
  InputCase model(norm("scale"), norm("none")), app(norm("none"), norm("scale"));
  CHECK(run("PRE002", &model.r).items.empty());
  CHECK(run("PRE002", &app.r).items.empty());
  i.r.graph_norm = {std::string("Div"), at(7)};
  CHECK_FALSE(run("PRE002", &i.r).unknowable.empty());
  i.r.graph_norm = {std::string(), at(7)};
  CHECK(run("PRE002", &i.r).items.size() == 1);
  i.r.type_rt = {std::string("featuremap"), at(8)};
  CHECK_FALSE(run("PRE002", &i.r).unknowable.empty());
  i.r.pixel_format = {std::string("rgb"), at(9)};
  CHECK(run("PRE002", &i.r).items.size() == 1);
}

TEST_CASE("graph_norm_of follows the input through what only hands it on") {
  Graph g;
  g.file = 3;
  g.has_graph = true;
  const auto input = [&](std::string_view name) {
    GraphTensor t;
    t.name = name;
    g.main.inputs.push_back(t);
  };
  const auto node = [&](std::string_view op, std::vector<std::string_view> in,
                        std::vector<std::string_view> out) {
    GraphNode n;
    n.op = op;
    n.inputs = std::move(in);
    n.outputs = std::move(out);
    g.main.nodes.push_back(n);
  };
  Bundle b;
  CHECK(!graph_norm_of(b, "image"));
  b.graphs = {&g};
  input("image");
  input("weight");
  Initializer w;
  w.name = "weight";
  g.main.initializers.push_back(w);
  node("Transpose", {"image"}, {"t"});
  node("Conv", {"t", "weight"}, {"c"});
  node("Mul", {"c", "weight"}, {"m"});
  auto f = graph_norm_of(b, "image");
  REQUIRE(f);
  CHECK(f->empty());
  CHECK(graph_norm_of(b, ""));
  CHECK(!graph_norm_of(b, "other"));
  node("Sub", {"t", "weight"}, {"s"});
  const Graph changed = g;  // what was worked out of a graph stays with it
  b.graphs = {&changed};
  f = graph_norm_of(b, "image");
  REQUIRE(f);
  CHECK(*f == "Sub");
}

TEST_CASE("NPL006: notes, a near name warns, a placeholder is unknown") {
  Bundle b;
  std::vector<Reference> list(2);
  list[0] = {"model_parameters.onnx_model", "./det.onnx", "det.onnx", false, "", at(1)};
  list[1] = {"model_parameters.onnx_model", "./det.onnx", "det.onnx", false, "dat.onnx", at(2)};
  b.references = {list, {}};
  Report r = run("NPL006", &b);
  REQUIRE(r.items.size() == 2);
  CHECK(r.items[0].severity == Severity::kNote);
  CHECK(r.items[1].severity == Severity::kWarning);
  CHECK(r.items[1].message.in(Lang::kEn).find("dat.onnx") != std::string::npos);
  list.resize(1);
  list[0].exists = true;
  b.references = {list, {}};
  r = run("NPL006", &b);
  CHECK((r.items.empty() && r.unknowable.empty() && r.inapplicable.empty()));
  list[0] = {"model_parameters.onnx_model", "${W}/det.onnx", "", false, "", at(1)};
  b.references = {list, {}};
  CHECK_FALSE(run("NPL006", &b).unknowable.empty());
}
