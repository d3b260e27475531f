#!/usr/bin/env python3
"""The JSON Schemas of docs/schemas against the tool: what it writes over all examples is valid, with every key described;
what it reads is valid exactly where it has no complaint; seeded faults are refused.
argv[1]: the tool. Last line: `N passed, N failed`."""
import copy
import datetime
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

import jsonschema

from tally import check, finish

root = pathlib.Path(__file__).resolve().parent.parent
examples = root / "examples"
tool = str(pathlib.Path(sys.argv[1]).resolve())


def schema(name):
    s = json.loads((root / "docs/schemas" / name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(s)
    return s


def closed(s):
    """The schema without room for keys that it does not describe."""
    if isinstance(s, list):
        return [closed(x) for x in s]
    if not isinstance(s, dict):
        return s
    out = {k: closed(v) for k, v in s.items()}
    if s.get("type") == "object" and isinstance(s.get("properties"), dict):
        out.setdefault("additionalProperties", False)
    return out


def validator(s):
    return jsonschema.Draft202012Validator(s)


def faults(v, value):
    return ["/".join(map(str, e.absolute_path)) + ": " + e.message[:200] for e in v.iter_errors(value)]


def run(*args, cwd=examples):
    got = subprocess.run([tool, *args], cwd=cwd, capture_output=True, text=True, encoding="utf-8")
    return got.returncode, got.stdout, got.stderr


def of_toml(value):
    """TOML as JSON: dates are text."""
    if isinstance(value, dict):
        return {k: of_toml(v) for k, v in value.items()}
    if isinstance(value, list):
        return [of_toml(v) for v in value]
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value


def parsed_toml(path):
    """None: no TOML."""
    try:
        return of_toml(tomllib.loads(path.read_bytes().decode("utf-8")))
    except (ValueError, tomllib.TOMLDecodeError):
        return None


def thinned(result):
    """A result whose checks are one of each shape: there are a hundred thousand."""
    seen = {}
    for c in result["checks"]:
        missing = tuple((m.get("fact"), m.get("input"), tuple(m), all(m.values())) for m in c.get("missing", []))
        seen.setdefault((c["code"], c["verdict"], tuple(c), missing, bool(c.get("reason", "-"))), c)
    return {**result, "checks": list(seen.values())}


result_schema, inspect_schema = schema("npulint-result-1.schema.json"), schema("npulint-inspect-1.schema.json")
settings_schema, contract_schema = schema("npulint-toml.schema.json"), schema("contract.schema.json")
metadata_schema = schema("npulint-metadata-1.schema.json")
result_v, settings_v = validator(result_schema), validator(settings_schema)
contract_v, metadata_v = validator(contract_schema), validator(metadata_schema)

# ---- what the tool writes
whole = json.loads(run("check", "rules", "--profile", "review", "--isolated", "--no-cache", "-o", "json")[1])
closed_result = validator(closed(result_schema))
check("result: there are findings, fixes and checks of each verdict",
      any("fix" in f for f in whole["findings"]) and {c["verdict"] for c in whole["checks"]} == {"pass", "fail", "not_checked", "not_applicable"})
found = faults(closed_result, thinned(whole))
check("result: all rules' examples", not found, found[:5])
for folder in sorted((examples / "bundles").iterdir()):
    for more in ([], ["--lang", "zh", "--digests"]):
        text = run("check", str(folder.relative_to(examples)), "--profile", "review", "-o", "json", *more)[1]
        found = faults(closed_result, json.loads(text))
        check(f"result: {folder.name} {more}", not found, found[:5])
for folder in sorted((examples / "rules").glob("NPL00[2345]/*/")):
    found = faults(closed_result, thinned(json.loads(run("check", ".", "--profile", "review", "-o", "json", cwd=folder)[1])))
    check(f"result: {folder.parent.name}/{folder.name}", not found, found[:5])

own = {"expected.txt", "args.txt"}
artifacts = sorted(str(p.relative_to(examples)) for p in examples.rglob("*")
                   if p.is_file() and p.name not in own and not p.name.startswith(".") and p.suffix not in (".jpg", ".png", ".py"))
inspected = json.loads(run("inspect", "--format", "json", *artifacts)[1])
kinds = {f["kind"] for f in inspected["files"]}
check("inspect: kinds", {"config", "onnx", "compiled", "contract", "log", "quant_info", "script", "table"} <= kinds, kinds)
found = faults(validator(closed(inspect_schema)), inspected)
check("inspect: all examples", not found, found[:5])

# neighbours among the examples, of one rule and of two
readable = [f for f in inspected["files"] if not f.get("problems")]
compiled = [f["path"] for f in readable if len(f.get("models", [])) == 1 and f["models"][0]["tensors"]]
graphs = [f["path"] for f in readable if "onnx" in f]
for kind, paths in (("compare", compiled), ("graph-diff", graphs)):
    v = validator(closed(schema(f"npulint-{kind}-1.schema.json")))
    agree, differ, bad = 0, 0, []
    for a, b in list(zip(paths, paths[1:]))[::max(1, len(paths) // 40)]:
        code, out, _ = run("inspect", "--compare", a, b, "--format", "json")
        d = json.loads(out)
        bad += [(a, b, x) for x in faults(v, d)]
        agree, differ = agree + (code == 0), differ + (code == 1)
        if (code == 1) == d["agree"]:
            bad.append((a, b, code))
    check(f"{kind}: {agree} pairs that agree, {differ} that do not", agree > 1 and differ > 10 and not bad, bad[:3])

# ---- what the tool reads: valid exactly where it has no complaint
complaints = {f["path"]: [p["message"] for p in f.get("problems", [])] for f in inspected["files"]}
contracts = [p for p in artifacts if p.endswith("contract.toml")]
refused = 0
for path in contracts:
    value = parsed_toml(examples / path)
    found = ["no TOML"] if value is None else faults(contract_v, value)
    refused += bool(found)
    # two tables for one tensor, a word that is nearly another, and a scale beside per_axis are for no schema to see
    beyond = ("a second `[[", "a word that no rule knows", "is one number, and `decode` is")
    said = [m for m in complaints[path] if not any(b in m for b in beyond)]
    if bool(found) != bool(said):
        check(f"contract: {path}", False, found[:3], complaints[path])
check("contract: there are good ones and faulty ones", len(contracts) > 300 and 0 < refused < len(contracts) / 2, (len(contracts), refused))

metadata, refused = 0, 0
for f in inspected["files"]:
    if f["kind"] != "compiled" or not f["path"].endswith(".json"):
        continue
    try:
        value = json.loads((examples / f["path"]).read_bytes().decode("utf-8-sig"))
    except ValueError:
        check(f"metadata: {f['path']} is no JSON", bool(complaints[f["path"]]))
        continue
    if not all(m["format"] == "metadata" for m in f.get("models", [])):
        continue  # board evidence: keys of another tool
    metadata += 1
    found = faults(metadata_v, value)
    refused += bool(found)
    twice = any("twice" in m for m in complaints[f["path"]])
    if bool(found) != bool(complaints[f["path"]]) and not twice:
        check(f"metadata: {f['path']}", False, found[:3], complaints[f["path"]])
check("metadata: there are good ones and faulty ones", metadata > 100 and 0 < refused < metadata / 2, (metadata, refused))

settings = sorted(examples.rglob("npulint.toml"))
for path in settings:
    code, _, err = run("config", "show", str(path.parent))
    value = parsed_toml(path)
    found = ["no TOML"] if value is None else faults(settings_v, value)
    check(f"settings: {path.relative_to(examples)}", bool(found) == (code == 2), found[:3], err)
check("settings: there are some", len(settings) > 5)

with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)

    def tool_takes_contract(text):
        (work / "contract.toml").write_text(text, encoding="utf-8")
        return not json.loads(run("inspect", "--format", "json", "contract.toml", cwd=work)[1])["files"][0].get("problems")

    def tool_takes_metadata(value):
        (work / "m.metadata.json").write_text(json.dumps(value), encoding="utf-8")
        return not json.loads(run("inspect", "--format", "json", "m.metadata.json", cwd=work)[1])["files"][0].get("problems")

    def tool_takes_settings(text):
        (work / "npulint.toml").write_text(text, encoding="utf-8")
        code = run("config", "show", "--config", "npulint.toml", cwd=work)[0]
        (work / "npulint.toml").unlink()
        return code == 0

    def both(kind, text, good, v, takes, parse=lambda t: of_toml(tomllib.loads(t))):
        found = faults(v, parse(text))
        check(f"{kind} {'taken' if good else 'refused'}: {text}", bool(found) == (not good) and takes(text) == good, found[:2])

    # every table has the keys that the tool says it has
    def keys_of(message):
        return set(re.findall(r"`([^`]*)`", message.split("keys are", 1)[1] if "keys are" in message else message.split("it has", 1)[1]))

    def properties(s, *path):
        for step in path:
            s = s[step]
            if "$ref" in s:
                s = {**contract_schema["$defs"], **settings_schema["$defs"]}[s["$ref"].rsplit("/", 1)[1]]
        return set(s["properties"])

    top = contract_schema["properties"]
    for name, s in {"": contract_schema, **top}.items():
        listed = s.get("type") == "array"
        head = "" if not name else f"[[{name}]]\n" if listed else f"[{name}]\n"
        (work / "contract.toml").write_text(head + "qqqqqqqqqq = 1\n", encoding="utf-8")
        problems = json.loads(run("inspect", "--format", "json", "contract.toml", cwd=work)[1])["files"][0]["problems"]
        has = properties(s, "items") if listed else properties(s)
        check(f"contract: keys of {name or 'the file'}", keys_of(problems[0]["message"]) == has, keys_of(problems[0]["message"]) ^ has)
    free = {"severity", "per-file-ignores"}
    for name, s in {"": settings_schema, **settings_schema["properties"]}.items():
        if name in free:
            continue
        listed = s.get("type") == "array"
        head = "" if not name else f"[[{name}]]\n" if listed else f"[{name}]\n"
        (work / "npulint.toml").write_text(head + "qqqqqqqqqq = 1\n", encoding="utf-8")
        err = run("config", "show", "--config", "npulint.toml", cwd=work)[2]
        says = [line for line in err.splitlines() if "keys are" in line]
        has = properties(s, "items") if listed else properties(s)
        check(f"settings: keys of {name or 'the file'}", len(says) == 1 and keys_of(says[0]) == has, err)
    (work / "npulint.toml").unlink()

    for text in ('[[output]]\nname = ""\ndecode = ""\nread_as = "@TYPE@"\n', '[[output]]\nscale = 1\naxis = -1\nshape = [1, -1, 4]\n',
                 '[[input]]\nmean = 128\nstd = [1, 2.5]\ndtype = "HB_DNN_TENSOR_TYPE_U8"\n', "[head]\nlabels = 80\n", '[head]\nlabels = "coco.txt"\n',
                 '[target]\nruntime = { hbrt = "3.15.47" }\n', '[[output]]\nread_as = "int32_t"\n', '[[replay]]\ndtype = "float"\nfeeds = "calibration"\n', ""):
        both("contract", text, True, contract_v, tool_takes_contract)
    for text in ("[[output]]\nshape = [1, 0]\n", "[[output]]\nscale = 0\n", '[[output]]\nread_as = "int33"\n', '[[output]]\ndecode = "per_channel"\n',
                 "[[output]]\naxis = 32\n", '[[output]]\ndtype = "int32"\n', '[output]\nname = "x"\n', "[[input]]\nwidth = 0\n", '[[input]]\nwidth = "224"\n',
                 '[[input]]\npixel_format = "NV12"\n', '[[input]]\nmean = ["1"]\n', '[[input]]\nbytes = 1.5\n', "[data]\nnear_distance = 65\n",
                 "[head]\nlabels = -1\n", "[head]\nlabels = true\n", "[target]\nruntime = { hbrt = 3 }\n", '[artifact]\naccess = "by name"\n',
                 "[[stage]]\nvalue = true\n", '[[compare]]\nexact = "yes"\n', '[[replay]]\nlayout = "CHW"\n', "[[output]]\nstrides_bytes = [-1]\n",
                 "[[output]]\nindex = 65536\n", '[outputs]\nname = "x"\n', "[conversion]\nremoved_nodes = []\n", "[[output]]\nassume_contiguous = 1\n"):
        both("contract", text, False, contract_v, tool_takes_contract)

    bundle = '[[bundle]]\nname = "a"\n'
    for text in ("", '[lint]\nselect = ["ALL"]\nignore = ["CFG", "QNT001", "undecoded-output"]\nexclude = ["third_party/**"]\n', '[severity]\nQNT = "note"\n',
                 '[per-file-ignores]\n"legacy/**" = ["CFG007"]\n"x" = []\n', bundle + 'graphs = { ptq = "a.onnx" }\npurpose = "performance"\n',
                 '[[ignore]]\nrule = "MEM001"\nreason = "rows copied one by one"\nexpires = 2027-03-01\n', '[[ignore]]\nrule = "MEM001"\nreason = "逐行拷贝"\nexpires = "2027-03-01"\n',
                 '[zoo]\nbucket-of.s100p = "rdk_s100"\n', "[zoo]\n"):
        both("settings", text, True, settings_v, tool_takes_settings)
    for text in ('[lint]\nprofile = "strict"\n', "[lint]\nselect = []\n", '[lint]\nexclude = [""]\n', '[lint]\nignore = "CFG001"\n', '[lint]\nignore = ["cfg 1"]\n',
                 '[lint]\nfail_on = "error"\n', 'profile = "review"\n', '[severity]\nQNT = "fatal"\n', '[severity]\n"q t" = "note"\n', '[per-file-ignores]\n"a" = "CFG007"\n',
                 '[per-file-ignores]\n"" = ["CFG007"]\n', '[bundle]\nname = "a"\n', '[[bundle]]\nname = ""\n', bundle + 'contracts = "c.toml"\n', bundle + 'purpose = "speed"\n',
                 bundle + 'graphs = { final = "a.onnx" }\n', bundle + 'config = ["a.yaml"]\n', '[[ignore]]\nrule = "MEM001"\n', '[[ignore]]\nreason = "copied"\n',
                 '[[ignore]]\nrule = "MEM001"\nreason = "TODO"\n', '[[ignore]]\nrule = "MEM001"\nreason = " -- "\n', '[[ignore]]\nrule = "MEM001"\nreason = "理由"\n',
                 '[[ignore]]\nrule = "MEM001"\nreason = "copied"\nexpires = "soon"\n', '[[ignore]]\nrule = "MEM001"\nreason = "copied"\nexpires = "2027-13-01"\n',
                 '[[ignore]]\nrule = "MEM001"\nreason = "copied"\nfile = "a.cc"\n', '[zoo]\nbucket-of = "rdk_s100"\n', "[zoo]\nbucket-of = { s100p = 1 }\n",
                 '[zoo]\nbucket-of = { s100p = "" }\n', '[zoo]\nbucket = "rdk_s100"\n'):
        both("settings", text, False, settings_v, tool_takes_settings)

    def meta(**tensor):
        return {"schema": "npulint-metadata/1", "march": "nash-e", "models": [{"name": "m", "inputs": [], "outputs": [{"name": "y", **tensor}]}]}

    as_is = {"parse": lambda v: v}
    for tensor in ({"dtype": "int32", "shape": [1, 1000], "strides_bytes": [4000, 4], "quantization": {"axis": 1, "scale": [0.5], "zero_point": [0]}},
                   {"dtype": "HB_DNN_TENSOR_TYPE_S32", "quantization": None}, {"dtype": "<f4", "quantization": "none"}, {"dtype": "np.float32"},
                   {"dtype": "HB_DNN_IMG_TYPE_NV12", "shape": [1, None, 4, 3], "strides": [-1, 0, 1]}, {"type": "uint8", "byte_size": -1, "scale_len": 0},
                   {"quanti_type": "SCALE", "quantize_axis": 3, "scale_data": [1, 2], "zero_point_data": []}, {"quantization": {"kind": "shift", "shift": 7}},
                   {"dtype": "dtype('int32')", "x-made-by": 1, "_index": 0, "comment": {}, "layout": None}, {"image": "nv12_separate"}):
        both("metadata", meta(**tensor), True, metadata_v, tool_takes_metadata, **as_is)
    for tensor in ({"dtype": "int33"}, {"dtype": 8}, {"shape": [1, "n"]}, {"shape": "1x3"}, {"shape": [1] * 17}, {"strides_bytes": [-2]}, {"scales_len": 1},
                   {"quantization": {"scale": ["0.5"]}}, {"quantization": {"scale": "0.5"}}, {"quantization": 0.5}, {"quantization": {"axis": "1", "scale": [1]}},
                   {"quantization": {"kind": "log", "scale": [1]}}, {"quantization": {"scale": [1], "zero": [0]}}, {"quantization": {"scale": [1], "zero_point": [0.5]}},
                   {"byte_size": "4000"}, {"byte_size": -2}, {"index": -1}, {"image": "nv21"}, {"layout": 1}, {"name": 1}):
        both("metadata", meta(**tensor), False, metadata_v, tool_takes_metadata, **as_is)
    for value, good in (({"schema": "npulint-metadata/1", "inputs": {"data": {"dtype": "int8"}}, "outputs": []}, True), ({"schema": "npulint-metadata/1"}, False),
                        ({"schema": "npulint-metadata/1", "models": [{"name": "m", "march": 1, "outputs": []}]}, False),
                        ({"schema": "npulint-metadata/1", "models": "m", "outputs": []}, False), ({"schema": "npulint-metadata/1", "outputs": [1]}, False),
                        ({"schema": "npulint-metadata/1", "output": [], "inputs": []}, False), ({"schema": "npulint-metadata/1", "inputs": [], "file": {"path": "m.hbm"}}, True)):
        both("metadata", value, good, metadata_v, tool_takes_metadata, **as_is)

# ---- faults in a result
good = json.loads(run("check", "bundles/resnet18-hbm-argmax", "--profile", "review", "-o", "json")[1])
check("result: the one to spoil is valid and has findings", not faults(result_v, good) and good["findings"])
undecided = next(i for i, c in enumerate(good["checks"]) if c["verdict"] == "not_checked")
decided = next(i for i, c in enumerate(good["checks"]) if c["verdict"] == "pass")
spoilt = {
    "schema": lambda d: d.update(schema="npulint-result/2"),
    "no coverage": lambda d: d.pop("coverage"),
    "exit code of usage": lambda d: d.update(exit_code=2),
    "profile": lambda d: d.update(profile="strict"),
    "severity": lambda d: d["findings"][0].update(severity="fatal"),
    "code": lambda d: d["findings"][0].update(code="QNT1"),
    "no Chinese": lambda d: d["findings"][0].pop("message_zh"),
    "line without a file": lambda d: d["findings"][0].update(location={"line": 1, "column": 1, "end_line": 1, "end_column": 2}),
    "line 0": lambda d: d["findings"][0]["location"].update(line=0),
    "column alone": lambda d: d["findings"][0].update(location={"path": "a", "column": 1}),
    "suppressed without a reason": lambda d: d["findings"][0].update(suppressed=True),
    "a reason without suppression": lambda d: d["findings"][0].update(suppressed_because="x"),
    "fingerprint": lambda d: d["findings"][0].update(fingerprint="0123"),
    "evidence gone": lambda d: d["findings"][0].pop("evidence"),
    "verdict": lambda d: d["checks"][0].update(verdict="ok"),
    "not checked without a reason": lambda d: d["checks"][undecided].pop("missing"),
    "missing fact of an unknown input": lambda d: d["checks"][undecided]["missing"][0].update(input="oracle"),
    "passed with something missing": lambda d: d["checks"][decided].update(missing=[]),
    "count": lambda d: d["coverage"].update(errors=-1),
    "kind of a file": lambda d: d["inputs"][0].update(kind="model"),
    "digest": lambda d: d["inputs"][0].update(sha256="ab"),
    "edit without bytes": lambda d: d["findings"][0].update(fix={"safe": True, "message": "a", "message_zh": "b", "edits": [{"text": ""}]}),
}
for name, spoil in spoilt.items():
    bad = copy.deepcopy(good)
    spoil(bad)
    check(f"result refused: {name}", faults(result_v, bad))
wider = copy.deepcopy(good)
wider["findings"][0]["later"] = 1
check("result: a key of a later version is no fault for readers", not faults(result_v, wider))
check("result: a key that is not described is one for this test", faults(closed_result, wider))

# ---- the pages: each is in the index, and no link leads nowhere
docs = root / "docs"
index = (docs / "README.md").read_text(encoding="utf-8")
for page in sorted(p.name for p in docs.iterdir() if p.name != "README.md"):
    check(f"docs: {page} is in the index", f"({page}" in index)
for s in sorted((docs / "schemas").iterdir()):
    check(f"docs: {s.name} is in the index", f"(schemas/{s.name})" in index)
for page in [root / "README.md", *sorted(docs.glob("*.md")), *sorted((docs / "rules").glob("*.md"))]:
    text = re.sub(r"(?ms)^(`{3,})[^`]*?$.*?^\1$", "", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text)):
        path = target.split("#")[0]
        if path and "://" not in path and not (page.parent / path).exists():
            check(f"docs: {page.name} links to {target}", False)
finish()
