#include <doctest/doctest.h>
#include <deque>

#include "lint/render.h"

using namespace npulint;

namespace {

constexpr FactInfo kDecodeFact{"AppDecode", Scope::kOutput, Input::kContract,
                               Text{"decoding in the application", "应用中的解码"}};
constexpr FactInfo kQuantFact{"OutputQuant", Scope::kOutput, Input::kCompiled,
                              Text{"quantisation of the output", "输出的量化参数"}};

Rule make_rule(std::string_view code, Severity severity) {
  Meta meta;
  meta.code = code;
  meta.name = "test-rule";
  meta.severity = severity;
  meta.summary = {"scales are ignored", "scale 被忽略"};
  meta.why = {"the ranking of the classes changes", "类别的排序会改变"};
  meta.fix = {"multiply by the scale", "乘以 scale"};
  return {meta, Scope::kOutput, {}, nullptr};
}
const Rule kError = make_rule("QNT001", Severity::kError);
const Rule kWarning = make_rule("CFG004", Severity::kWarning);
const Rule kNote = make_rule("CFG020", Severity::kNote);
const Rule kZoo = make_rule("ZOO001", Severity::kWarning);

constexpr Text kIgnored{"output `{0}` has {1} scales, the application uses none",
                        "输出 `{0}` 有 {1} 个 scale，应用没有使用"};

struct Case {
  Run run;
  FileId contract = kNoFile, model = kNoFile;

  explicit Case(std::string text = "[[output]]\nname = \"logits\"\ndecode = \"none\"\n") {
    contract = run.sources.add("deploy/contract.toml", "/x/deploy/contract.toml");
    run.sources.set_text(contract, std::move(text));
    model = run.sources.add("build/model.hbm", "/x/build/model.hbm");
    for (FileId id : {model, contract}) {
      auto f = std::make_unique<FileRecord>();
      f->id = id;
      f->kind = id == model ? FileKind::kHbm : FileKind::kContract;
      f->size = 100;
      run.files.push_back(std::move(f));
    }
    run.bundles.emplace_back();
    run.bundles.back().name = "resnet18";
    run.bundles.back().anchor = contract;
    run.bundles.back().files = {model, contract};
    run.recognised = true;
  }
  // Marks the first occurrence of `what` in the contract.
  Evidence at(std::string_view what) const {
    const size_t i = run.sources.bytes(contract).find(what);
    REQUIRE(i != std::string_view::npos);
    return {contract, i, i + what.size(), ""};
  }
  Finding& fail(const Rule& rule, Evidence e) {
    Finding f;
    f.rule = &rule;
    f.severity = rule.severity;
    f.bundle = "resnet18";
    f.subject = "output:logits";
    f.at = std::move(e);
    f.message = Message(kIgnored, "logits", 1000);
    run.result.checks.push_back(
        {&rule, "resnet18", "output:logits", Verdict::kFail, 0, {}, nullptr});
    return run.result.findings.emplace_back(std::move(f));
  }
  Finding& fail_with_model() {
    Finding& f = fail(kError, at("\"none\""));
    f.confidence = Confidence::kMedium;
    f.related.push_back({{model, kNoOffset, kNoOffset, "outputs[0].quantization"},
                         kQuantFact.label,
                         "1000 scales, axis 1",
                         {}});
    return f;
  }
  std::deque<Message> reasons;  // checks refer to them
  void not_checked(const Rule& rule, const FactInfo* fact, std::string_view subject, Text reason) {
    Check c{&rule, "resnet18", subject, Verdict::kNotChecked, 0, {}, nullptr};
    const MissingFact missing{fact, &reasons.emplace_back(reason), false};
    c.missing = run.result.reasons.keep(std::span(&missing, 1));
    if (!fact) c.reason = &reasons.back();
    run.result.checks.push_back(std::move(c));
  }
  void pass(const Rule& rule) {
    run.result.checks.push_back({&rule, "resnet18", "", Verdict::kPass, 0, {}, nullptr});
  }
};

std::string without_colour(std::string_view s) {
  std::string out;
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '\x1b') {
      i = s.find('m', i);
      continue;
    }
    out += s[i];
  }
  return out;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("text: both values and both places") {
  Case b;
  b.fail_with_model();
  CHECK(render_text(b.run, {}) ==
        R"(error[QNT001]: output `logits` has 1000 scales, the application uses none
  --> deploy/contract.toml:3:10
   |
 3 | decode = "none"
   |          ^^^^^^
   |
  ::: build/model.hbm  outputs[0].quantization
   |  quantisation of the output: 1000 scales, axis 1
   |
   = bundle: resnet18, output:logits
   = why: the ranking of the classes changes
   = fix: multiply by the scale
   = confidence: medium
   = explain: npulint explain QNT001

1 bundle, 1 rule: 1 error, 0 warnings, 0 notes · 0 passed · 1 failed · 0 not checked · 0 suppressed
)");
}

TEST_CASE("text: Chinese") {
  Case b;
  b.fail_with_model();
  RenderOptions o;
  o.lang = Lang::kZh;
  CHECK(render_text(b.run, o) == R"(error[QNT001]: 输出 `logits` 有 1000 个 scale，应用没有使用
  --> deploy/contract.toml:3:10
   |
 3 | decode = "none"
   |          ^^^^^^
   |
  ::: build/model.hbm  outputs[0].quantization
   |  输出的量化参数：1000 scales, axis 1
   |
   = bundle：resnet18, output:logits
   = 原因：类别的排序会改变
   = 修复：乘以 scale
   = 置信度：medium
   = 说明：npulint explain QNT001

1 个产物组，1 条规则：1 个错误，0 个警告，0 个提示 · 0 通过 · 1 失败 · 0 未检查 · 0 被抑制
)");
}

TEST_CASE("text: colours change no character") {
  Case b;
  b.fail_with_model();
  b.run.profile = Profile::kReview;
  b.pass(kWarning);
  b.not_checked(kError, &kQuantFact, "output:a", {"no metadata", "没有元数据"});
  RenderOptions plain, colour;
  colour.color = true;
  const std::string out = render_text(b.run, colour);
  CHECK(has(out, "\x1b[1;31merror[QNT001]\x1b[0m"));
  CHECK(without_colour(out) == render_text(b.run, plain));
  CHECK_FALSE(has(render_text(b.run, plain), "\x1b"));
}

TEST_CASE("text: places of one file share a frame, and a label stands at its mark") {
  std::string text = "[[output]]\nname = \"logits\"\n";
  for (int i = 0; i < 8; ++i) text += "# filler\n";
  Case b(text + "decode = \"none\"\nread_as = \"int32\"\n");
  Finding& f = b.fail(kError, b.at("\"none\""));
  f.related.push_back({b.at("\"none\""), kDecodeFact.label, "none", {}});
  f.related.push_back({b.at("\"int32\""), Text{"dtype", "类型"}, "int32", {}});
  f.related.push_back({b.at("\"logits\""), {}, "", Message(Text{"named here", "在此命名"})});
  const std::string out = render_text(b.run, {});
  CHECK(has(out, R"(
  --> deploy/contract.toml:11:10
   |
 2 | name = "logits"
   |        -------- named here
 ...
11 | decode = "none"
   |          ^^^^^^ decoding in the application: none
12 | read_as = "int32"
   |           ------- dtype: int32
   |
   = bundle)"));
}

TEST_CASE("text: another text file shows its line too") {
  Case b;
  const FileId json = b.run.sources.add("build/m.metadata.json", "m");
  b.run.sources.set_text(json, "{\n  \"dtype\": \"int32\"\n}\n");
  Finding& f = b.fail(kError, b.at("\"none\""));
  f.related.push_back(
      {{json, 13, 20, "outputs[0].dtype"}, Text{"stored dtype", "存储类型"}, "int32", {}});
  CHECK(has(render_text(b.run, {}), R"(
   |
  ::: build/m.metadata.json:2:12
   |
 2 |   "dtype": "int32"
   |            ------- stored dtype: int32
   |
   = )"));
}

TEST_CASE("text: wide line numbers, CR LF, byte-order mark") {
  std::string text = "\xEF\xBB\xBFname: a\r\n";
  for (int i = 0; i < 120; ++i) text += "x: 1\r\n";
  Case b(text + "步长: 8\r\n");
  Finding& first = b.fail(kWarning, b.at("a\r"));
  first.at.end -= 1;
  b.fail(kWarning, b.at("8"));
  Finding& at_end = b.fail(kWarning, b.at("8\r"));
  at_end.at.begin += 1;
  at_end.at.end = at_end.at.begin;
  const std::string out = render_text(b.run, {});
  CHECK(has(out, "contract.toml:1:7\n   |\n 1 | name: a\n   |       ^\n"));
  CHECK(has(out, "   --> deploy/contract.toml:122:5\n    |\n122 | 步长: 8\n    |       ^\n"));
  CHECK(has(out, "contract.toml:122:6\n    |\n122 | 步长: 8\n    |        ^\n"));
  CHECK_FALSE(has(out, "\r"));
}

TEST_CASE("text: a range over several lines is marked on its first") {
  Case b("a: [1,\n    2]\n");
  b.fail(kWarning, b.at("[1,\n    2]"));
  CHECK(has(render_text(b.run, {}), " 1 | a: [1,\n   |    ^^^\n"));
}

TEST_CASE("text: strings from files cannot drive the terminal") {
  Case b("name = \"a\x1b[2Jb\"\n");
  Finding& f = b.fail(kError, b.at("\"a"));
  f.message = Message(Text{"bad {0}", "坏 {0}"}, "x\x1b]0;t\x07\ny");
  f.subject = "output:\x1b[1m";
  f.related.push_back(
      {{b.model, kNoOffset, kNoOffset, "out\x1b[3m"}, kQuantFact.label, "v\x1b[4m\xff", {}});
  b.not_checked(kWarning, &kQuantFact, "output:\x1b[5m", {"no metadata", "没有元数据"});
  b.run.profile = Profile::kReview;
  const std::string out = render_text(b.run, {});
  CHECK_FALSE(has(out, "\x1b"));
  CHECK_FALSE(has(out, "\x07"));
  CHECK(has(out, "error[QNT001]: bad x\\x1b]0;t\\x07\\ny\n"));
  CHECK(has(out, "name = \"a\\x1b[2Jb\""));
  CHECK(has(out, "v\\x1b[4m\\xff"));
  CHECK_FALSE(has(render_concise(b.run, {}), "\x1b"));
}

TEST_CASE("text: places without a file, without a range, and within bytes") {
  Case b;
  Finding& f = b.fail(kError, {b.contract, kNoOffset, kNoOffset, ""});
  f.related.push_back({{}, Text{"declared target", "声明的目标"}, "s100", {}});
  f.related.push_back(
      {{b.model, kNoOffset, kNoOffset, "inputs[0]"}, Text{"dtype", "类型"}, "int8", {}});
  f.related.push_back(
      {{b.model, kNoOffset, kNoOffset, "inputs[1]"}, Text{"dtype", "类型"}, "int16", {}});
  b.fail(kError, {b.model, 16, 20, ""});
  const std::string out = render_text(b.run, {});
  CHECK(has(out, R"(
  --> deploy/contract.toml
   |
  ::: build/model.hbm
   |  inputs[0]
   |    dtype: int8
   |  inputs[1]
   |    dtype: int16
   = given: declared target: s100
   |
)"));
  CHECK(has(out, "  --> build/model.hbm  (byte 16)\n"));
}

TEST_CASE("text: why and explain once a rule, fix each time") {
  Case b;
  b.fail(kError, b.at("\"none\""));
  b.fail(kError, b.at("decode"));
  const std::string out = render_text(b.run, {});
  const auto count = [&](std::string_view s) {
    size_t n = 0;
    for (size_t i = out.find(s); i != std::string::npos; i = out.find(s, i + 1)) ++n;
    return n;
  };
  CHECK(count("error[QNT001]") == 2);
  CHECK(count("= fix:") == 2);
  CHECK(count("= why:") == 1);
  CHECK(count("= explain:") == 1);
}

TEST_CASE("text: nothing found still says so, unless quiet") {
  Case b;
  b.pass(kError);
  RenderOptions o;
  CHECK(render_text(b.run, o) ==
        "1 bundle, 1 rule: 0 errors, 0 warnings, 0 notes · 1 passed · 0 failed · 0 not checked · 0 "
        "suppressed\n");
  o.quiet = true;
  CHECK(render_text(b.run, o).empty());
  Run empty;
  CHECK(has(render_text(empty, {}), "nothing to check"));
}

TEST_CASE("text: commit hides notes and guesses but counts them") {
  Case b;
  b.fail(kNote, b.at("name"));
  b.fail(kWarning, b.at("name")).confidence = Confidence::kLow;
  b.not_checked(kError, &kDecodeFact, "output:a", {"no contract", "没有契约"});
  const std::string out = render_text(b.run, {});
  CHECK(out ==
        "1 bundle, 3 rules: 0 errors, 1 warning, 1 note · 0 passed · 2 failed · 1 not checked "
        "(application contract "
        "×1) · 0 suppressed · 2 not shown (--profile review)\n");
  b.run.profile = Profile::kReview;
  CHECK(has(render_text(b.run, {}), "note[CFG020]"));
}

TEST_CASE("text: review lists what passed and what was not checked") {
  Case b;
  b.run.profile = Profile::kReview;
  b.pass(kError);
  b.pass(kError);
  b.pass(kNote);
  b.not_checked(kError, &kDecodeFact, "output:a", {"no application contract", "没有应用契约"});
  b.not_checked(kWarning, &kDecodeFact, "output:a", {"no application contract", "没有应用契约"});
  b.not_checked(kError, &kDecodeFact, "output:b", {"no application contract", "没有应用契约"});
  b.not_checked(kWarning, &kDecodeFact, "output:b", {"no application contract", "没有应用契约"});
  b.not_checked(kNote, &kQuantFact, "", {"no compiled-model metadata", "没有编译模型的元数据"});
  b.not_checked(kZoo, nullptr, "", {"the shape is dynamic", "形状是动态的"});
  const std::string out = render_text(b.run, {});
  CHECK(has(out, "passed: 3 checks found no contradiction\n  CFG020, QNT001\u00A0×2\n\n"));
  CHECK(has(out, R"(not checked: 6
  needs application contract ×4
    resnet18: no application contract
      CFG004, QNT001 (output:a, output:b)
    → `npulint contract init FILE` starts)"));
  CHECK(has(out, R"(
  needs compiled-model metadata ×1
    resnet18: no compiled-model metadata
      CFG020
    → put the output of `npulint exporter hbdk`)"));
  CHECK(has(out, R"(
  needs more than is stated ×1
    resnet18: the shape is dynamic
      ZOO001
)"));
  CHECK(has(out,
            "6 not checked (application contract ×4, compiled-model metadata ×1, more than is "
            "stated ×1)"));
  RenderOptions zh;
  zh.lang = Lang::kZh;
  const std::string chinese = render_text(b.run, zh);
  CHECK(has(chinese, "未检查：6\n  缺少 应用契约 ×4\n    resnet18：没有应用契约\n"));
  CHECK(has(chinese, "6 未检查（应用契约 ×4，编译模型的元数据 ×1，更多信息 ×1）"));
}

TEST_CASE("concise: one finding a line, columns are code points") {
  Case b("步长 = 8\n");
  b.fail(kError, b.at("8"));
  b.fail(kWarning, {b.model, kNoOffset, kNoOffset, "outputs[0]"}).message =
      Message(Text{"two\nlines", "两\n行"});
  b.fail(kError, {});
  b.fail(kNote, b.at("8"));
  CHECK(render_concise(b.run, {}) ==
        "deploy/contract.toml:1:6: error[QNT001] output `logits` has 1000 scales, the application "
        "uses none\n"
        "build/model.hbm: warning[CFG004] two\\nlines\n"
        "deploy/contract.toml: error[QNT001] output `logits` has 1000 scales, the application uses "
        "none\n");
}

TEST_CASE("json: the whole result in a fixed order") {
  Case b;
  b.fail_with_model();
  b.fail(kNote, b.at("name")).suppressed = true;
  b.run.result.findings.back().suppressed_because = "checked by hand";
  b.run.result.findings.back().suppressed_by = Suppression::kSettings;
  b.run.result.findings.back().fingerprint = "0123456789abcdef";
  b.run.result.findings.back().evidence = "fedcba9876543210";
  b.not_checked(kWarning, &kDecodeFact, "output:a", {"no contract", "没有契约"});
  b.run.result.checks.push_back({&kZoo,
                                 "resnet18",
                                 "",
                                 Verdict::kNotApplicable,
                                 0,
                                 {},
                                 &b.reasons.emplace_back(Text{"float", "浮点"})});
  CHECK(render_json(b.run, {}) == R"({
  "schema": "npulint-result/1",
  "tool": {"name": "npulint", "version": ")" NPULINT_VERSION R"("},
  "language": "en",
  "profile": "commit",
  "fail_on": "error",
  "inputs": [
    {"path": "build/model.hbm", "kind": "hbm", "bytes": 100},
    {"path": "deploy/contract.toml", "kind": "contract", "bytes": 100}
  ],
  "bundles": [
    {"name": "resnet18", "files": ["build/model.hbm", "deploy/contract.toml"]}
  ],
  "findings": [
    {"code": "QNT001", "name": "test-rule", "severity": "error", "confidence": "medium", "bundle": "resnet18", "subject": "output:logits", "message": "output `logits` has 1000 scales, the application uses none", "message_zh": "输出 `logits` 有 1000 个 scale，应用没有使用", "location": {"path": "deploy/contract.toml", "line": 3, "column": 10, "end_line": 3, "end_column": 16, "byte_offset": 36, "byte_end": 42}, "related": [{"location": {"path": "build/model.hbm", "logical": "outputs[0].quantization"}, "label": "quantisation of the output", "value": "1000 scales, axis 1"}], "suppressed": false},
    {"code": "CFG020", "name": "test-rule", "severity": "note", "confidence": "high", "bundle": "resnet18", "subject": "output:logits", "message": "output `logits` has 1000 scales, the application uses none", "message_zh": "输出 `logits` 有 1000 个 scale，应用没有使用", "location": {"path": "deploy/contract.toml", "line": 2, "column": 1, "end_line": 2, "end_column": 5, "byte_offset": 11, "byte_end": 15}, "related": [], "suppressed": true, "suppressed_by": "settings", "suppressed_because": "checked by hand", "fingerprint": "0123456789abcdef", "evidence": "fedcba9876543210"}
  ],
  "checks": [
    {"code": "QNT001", "bundle": "resnet18", "subject": "output:logits", "verdict": "fail"},
    {"code": "CFG020", "bundle": "resnet18", "subject": "output:logits", "verdict": "fail"},
    {"code": "CFG004", "bundle": "resnet18", "subject": "output:a", "verdict": "not_checked", "missing": [{"fact": "AppDecode", "input": "contract", "reason": "no contract", "supply": "`npulint contract init FILE` starts a `contract.toml`; say there what the application feeds and how it reads the outputs"}]},
    {"code": "ZOO001", "bundle": "resnet18", "subject": "", "verdict": "not_applicable", "reason": "float"}
  ],
  "coverage": {"passed": 0, "failed": 1, "not_checked": 1, "not_applicable": 1, "suppressed": 1, "errors": 1, "warnings": 0, "notes": 0, "by_missing": [{"input": "contract", "checks": 1}]},
  "exit_code": 1
}
)");
}

TEST_CASE("json: empty containers and hostile bytes") {
  Run empty;
  CHECK(has(render_json(empty, {}), "\"findings\": [],\n"));
  CHECK(has(render_json(empty, {}), "\"exit_code\": 3\n}\n"));
  Case b;
  b.fail(kError, {b.model, kNoOffset, kNoOffset, "a\xff\"\\\n"});
  CHECK(has(render_json(b.run, {}), "\"logical\": \"a\uFFFD\\\"\\\\\\n\""));
}

TEST_CASE("exit codes") {
  Case none;
  none.run.recognised = false;
  CHECK(exit_code(none.run) == 3);

  Case b;
  b.pass(kError);
  CHECK(exit_code(b.run) == 0);
  b.fail(kWarning, b.at("name"));
  b.fail(kNote, b.at("name"));
  CHECK(exit_code(b.run) == 0);
  b.run.fail_on = FailOn::kWarning;
  CHECK(exit_code(b.run) == 1);
  b.run.fail_on = FailOn::kError;
  b.fail(kError, b.at("name")).confidence = Confidence::kLow;
  CHECK(exit_code(b.run) == 0);  // commit neither shows nor fails on a guess
  b.run.profile = Profile::kReview;
  CHECK(exit_code(b.run) == 1);
  b.run.fail_on = FailOn::kNever;
  CHECK(exit_code(b.run) == 0);
  b.run.fail_on = FailOn::kError;
  b.run.result.findings.back().suppressed = true;
  CHECK(exit_code(b.run) == 0);

  b.not_checked(kWarning, &kQuantFact, "", {"a", "b"});
  CHECK(exit_code(b.run) == 0);
  b.not_checked(kError, &kQuantFact, "", {"a", "b"});
  CHECK(exit_code(b.run) == 0);  // no output: there was nothing to check
  b.not_checked(kError, &kQuantFact, "output:a", {"a", "b"});
  CHECK(exit_code(b.run) == 3);
  b.run.profile = Profile::kCommit;
  CHECK(exit_code(b.run) == 0);

  Case zoo;
  zoo.fail(kZoo, zoo.at("name"));
  CHECK(exit_code(zoo.run) == 0);
  zoo.run.profile = Profile::kRelease;
  CHECK(exit_code(zoo.run) == 1);
}

TEST_CASE("tally: a check whose findings are all suppressed has not failed") {
  Case b;
  b.fail(kError, b.at("name")).suppressed = true;
  b.run.result.findings.push_back(b.run.result.findings.back());
  const Tally t = tally(b.run.result);
  CHECK(t.failed == 0);
  CHECK(t.suppressed == 2);
  CHECK(t.errors == 0);
  Finding live = b.run.result.findings.back();
  live.suppressed = false;
  b.run.result.findings.push_back(live);
  CHECK(tally(b.run.result).failed == 1);
}

TEST_CASE("text: labels that reach too far stand below their mark, aligned") {
  Case b(std::string(60, ' ') + "key = 1\n");
  Finding& f = b.fail(kError, b.at("key"));
  f.related.push_back({b.at("1"), Text{"label", "标签"}, std::string(70, 'v'), {}});
  f.related.push_back({b.at("1"), Text{"short", "短"}, "x", {}});
  const std::string pad(110 - 77, ' ');
  CHECK(has(render_text(b.run, {}), "   | " + std::string(66, ' ') + "-\n   | " + pad + "label: " +
                                        std::string(70, 'v') + "\n   | " + pad + "short: x\n"));
}

TEST_CASE("text: bundles that lack the same stand together") {
  Case b;
  b.run.profile = Profile::kReview;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    b.not_checked(kError, &kDecodeFact, "output:x", {"no contract", "没有契约"});
    b.run.result.checks.back().bundle = name;
  }
  b.not_checked(kWarning, &kDecodeFact, "", {"no contract", "没有契约"});
  CHECK(has(render_text(b.run, {}),
            "    a, b, c and 2 more bundles: no contract\n      QNT001 (output:x)\n"
            "    resnet18: no contract\n      CFG004\n"));
}
