#!/usr/bin/env python3
"""One run in parts: `check --shard i/n` and `merge` give the bytes and the exit code of the one run, for any n; what does not
belong together is refused; progress and interrupts. argv[1]: the tool. Last line: `N passed, N failed`."""
import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from tally import check, finish

root = pathlib.Path(__file__).resolve().parent.parent
tool = str(pathlib.Path(sys.argv[1]).resolve())


def run(cwd, *args, env=None):
    return subprocess.run([tool, *args], cwd=cwd, capture_output=True, env={**os.environ, "XDG_CACHE_HOME": str(cache), **(env or {})})


def shards(cwd, out, n, *args):
    """Writes the results of all n shards; their paths, the last first."""
    paths = []
    out.mkdir(exist_ok=True)
    for i in range(1, n + 1):
        path = out / f"{i}-{n}.json"
        got = run(cwd, "check", *args, "--shard", f"{i}/{n}", "-o", f"json={path}")
        check(f"shard {i}/{n} of {cwd.name} {args} writes its result", got.returncode == 0 and not got.stdout, got.stderr)
        paths.insert(0, str(path))
    return paths


def equal(name, cwd, counts, *args):
    """The merge of n shards against the one run; returns the one run."""
    one = run(cwd, "check", *args, "-o", "json")
    check(f"{name}: the one run has a result", one.returncode in (0, 1, 3) and one.stdout, one.stderr)
    for n in counts:
        got = run(cwd, "merge", *shards(cwd, work, n, *args))
        same = got.stdout == one.stdout and got.returncode == one.returncode
        check(f"{name}: {n} shards", same, got.returncode, one.returncode, got.stderr, first_difference(one.stdout, got.stdout))
    return json.loads(one.stdout)


def first_difference(a, b):
    for x, y in zip(a.splitlines(), b.splitlines()):
        if x != y:
            return b"\n  " + x[:700] + b"\n  " + y[:700]
    return (len(a), len(b))


CONFIG = """model_parameters:
  onnx_model: '{onnx}'
  march: '{march}'
  output_model_file_prefix: '{prefix}'
  working_dir: 'out_{prefix}'
input_parameters:
  input_name: 'data'
  input_shape: '1x3x224x224'
  input_type_rt: 'nv12'
  input_type_train: 'rgb'
  input_layout_train: 'NCHW'
  norm_type: 'data_scale'
  scale_value: 0.0039
calibration_parameters:
  cal_data_dir: './cal'
  cal_data_type: 'float32'
  calibration_type: '{cal}'
compiler_parameters:
  compile_mode: 'latency'
  optimize_level: '{level}'
  core_num: {cores}{comment}
"""
GRAPH = """ir_version: 7
opset_import { version: %d }
graph {
  name: "g"
  node { input: "data" output: "y" op_type: "Relu" name: "r" }
  input { name: "data" type { tensor_type { elem_type: 1 shape { dim { dim_value: 1 } dim { dim_value: 3 } dim { dim_value: %d } dim { dim_value: 224 } } } } }
  output { name: "y" type { tensor_type { elem_type: 1 shape { dim { dim_value: 1 } } } } }
}
"""


def make_tree(at):
    """Folders of all kinds that parts could tear: configs of one graph, of one folder, ignores of use and of none, two baselines."""
    (at / ".git").mkdir(parents=True)
    (at / "npulint.toml").write_text("""[lint]
profile = "review"
[per-file-ignores]
"quiet/**" = ["CFG008"]
[[bundle]]
name = "named"
target = "s100"
config = "named/a.yaml"
[[bundle]]
name = "other name"
config = "named/b.yaml"
[[ignore]]
rule = "CFG008"
bundle = "named"
reason = "the compiler of this board is patched"
[[ignore]]
rule = "CFG001"
reason = "this entry is of no use anywhere in the tree"
[[ignore]]
rule = "CFG005"
reason = "expired long ago and of no use any more"
expires = 2020-01-01
""")
    for i in range(12):
        d = at / f"zoo{i:02}"
        (d / "cal").mkdir(parents=True)
        (d / "cal" / "one.bin").write_bytes(bytes(4 * 3 * 224 * 224))
        (d / "shared.onnx.prototxt").write_text(GRAPH % (7 + i % 9, 224 + i % 3))
        (d / "other.onnx").write_bytes(b"no model" if i == 4 else b"")
        for k in range(2 if i % 3 else 1):
            comment = ("  # npulint: ignore[CFG008] -- the compiler of this board is patched" if i % 4 == 1 else
                       "  # npulint: ignore[CFG008, CFG012] -- only one of the two is of use" if i % 4 == 2 else "")
            (d / f"c{k}.yaml").write_text(CONFIG.format(
                onnx="shared.onnx.prototxt", march=("bayes-e", "nash-e", "nash-m", "nash-q")[i % 4], prefix=f"m{i}_{k % 1 if i == 7 else k}",
                cal=("default", "kl", "hist")[i % 3], level="O9" if i % 5 == 0 else "O2", cores=2 if i % 2 else 1, comment=comment))
        if i % 6 == 3:
            (d / "c0.yaml").write_text((d / "c0.yaml").read_text() + "surplus_section:\n  a: 1\n")
    for name in ("quiet", "named"):
        (at / name / "cal").mkdir(parents=True)
        for c in "ab":
            (at / name / f"{c}.yaml").write_text(CONFIG.format(onnx=f"{c}.onnx", march="nash-e", prefix=c, cal="default", level="O9", cores=7, comment=""))
    (at / "app").mkdir()
    for i in range(3):
        (at / "app" / f"m{i}.metadata.json").write_text(json.dumps({"schema": "npulint-metadata/1", "models": [
            {"name": f"m{i}", "march": "nash-e", "inputs": [], "outputs": [{"name": "logits", "dtype": "int8", "shape": [1, 10]}]}]}))
    (at / "app" / "contract.toml").write_text('[target]\nboard = "s100"\n[[output]]\nname = "logits"\nread_as = "float32"\ndecode = "none"\n')


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    cache = work / "cache"
    every = range(1, 17)

    tree = work / "tree"
    make_tree(tree)
    # a baseline of the whole, and one of a part: some of their entries will be stale, changed or doubled
    got = run(tree, "baseline", "create", ".", "--reason", "taken over with the zoo")
    check("baseline", got.returncode == 0, got)
    check("baseline of a part", run(tree / "zoo03", "baseline", "create", ".", "--baseline", "npulint-baseline.json").returncode == 0)
    big = tree / "npulint-baseline.json"
    entries = json.loads(big.read_text())
    check("baseline: has entries", len(entries["entries"]) > 20, len(entries["entries"]))
    for e in entries["entries"][::5]:
        e["evidence"] = "0123456789abcdef"
    entries["entries"] += [dict(e, id=e["id"].split(":")[0] + ":7", evidence="fedcba9876543210") for e in entries["entries"][::7]]
    big.write_text(json.dumps(entries))
    (tree / "zoo05" / "c0.yaml").write_text((tree / "zoo05" / "c0.yaml").read_text().replace("core_num: 2", "core_num: 1").replace("kl", "default"))
    result = equal("tree", tree, every, ".")
    codes = {f["code"] for f in result["findings"]}
    by = {f["suppressed_by"] for f in result["findings"] if f["suppressed"]}
    check("tree: has what parts could tear", {"NPL003", "NPL005", "CFG008", "CFG018"} <= codes, codes)
    check("tree: suppressed in all ways", by == {"inline", "settings", "baseline"}, by)
    check("tree: repeats in fingerprints", any(":" in f["fingerprint"] for f in result["findings"]))
    check("tree: stale and unused", len({f["message"] for f in result["findings"] if f["code"] in ("NPL003", "NPL005")}) > 3)
    for args in (["--lang", "zh"], ["--profile", "commit"], ["--no-baseline", "--fail-on", "never"], ["--no-ignores"], ["--select", "CFG,NPL", "--digests"],
                 ["--exclude", "zoo0*/**"], ["--exit-zero"], ["zoo01/c0.yaml", "--min-severity", "error"], ["--profile", "release"],
                 ["--isolated", "--target", "x5"]):
        equal(f"tree {args}", tree, (3, 8), *([] if args[0].endswith("yaml") else ["."]), *args)
    equal("nothing there", work / "tree" / "zoo01" / "cal", (1, 3), ".")
    equal("one file of no kind", tree, (1, 2), "zoo01/cal/one.bin", "--skip-unrecognized")

    shutil.copytree(root / "examples", work / "examples")
    bundles, rules = work / "examples" / "bundles", work / "examples" / "rules"
    for script in sorted(bundles.glob("*/make_dumps.py")):
        check(f"data of {script.parent.name}", subprocess.run([sys.executable, script]).returncode == 0)
    equal("bundles", bundles, every, ".", "--profile", "review")
    equal("rules", rules, (2, 5, 16), ".", "--profile", "release")
    equal("rules, no settings", rules, (3,), ".", "--isolated", "--profile", "review", "--digests")
    for code in ("CFG018", "CFG021", "CAL008", "ZOO008"):  # across the configs of a folder, the models of a release
        for example in sorted((rules / code).iterdir()):
            equal(f"{code} {example.name}", example, (2, 7), ".", "--profile", "release")

    # parts are parts: every bundle is judged once, and a shard does not hold what is another's
    parts = [json.loads(pathlib.Path(p).read_text()) for p in shards(tree, work, 4, ".")]
    held = [b["bundle"]["name"] for p in parts for b in p["bundles"]]
    check("every bundle in one shard", sorted(held) == sorted(b["name"] for b in result["bundles"]) and len(set(held)) == len(held))
    check("no shard has all", all(p["checks"] for p in parts) and max(len(p["checks"]) for p in parts) < len(result["checks"]) / 2,
          [len(p["checks"]) for p in parts])

    # what does not belong together
    a, b, c = reversed(shards(tree, work, 3, "."))
    text = pathlib.Path(a).read_text()

    def other(name, content):
        (work / name).write_text(content)
        return name

    def refused(name, says, *documents):
        got = run(work, "merge", *documents)
        check(name, got.returncode == 2 and not got.stdout and says in got.stderr.decode() and got.stderr.count(b"\n") == 1, got)

    refused("a shard is missing", "shard 2/3 is missing", a, c)
    refused("shards are missing", "shards 1/3, 3/3 are missing", b)
    refused("a shard twice", "it is shard 1/3, as", a, b, c, a)
    refused("another n", "4 shards, not 3", a, b, shards(tree, work, 4, ".")[0])
    refused("other options", "other options", a, b, other("o.json", pathlib.Path(shards(tree, work / "s100", 3, ".", "--target", "s100")[0]).read_text()))
    refused("another version", "it was made by npulint 0.0.0", other("v.json", text.replace('"version": "', '"version": "0.0.0", "was": "', 1)), b, c)
    refused("the result of one run", "no result of a shard", other("r.json", run(tree, "check", ".", "-o", "json").stdout.decode()), b, c)
    refused("another text", "no result of a shard", other("t.json", "hello\n"), b, c)
    refused("nothing", "no result of a shard", other("e.json", ""), b, c)
    refused("cut off", "cut.json: line ", other("cut.json", text[:len(text) // 2]), b, c)
    refused("written anew", "no result of a shard", other("anew.json", json.dumps(json.loads(text))), b, c)
    refused("a file that is not there", "absent.json", "absent.json", b, c)
    refused("an item is missing", "each bundle once", other("gap.json", "\n".join(x for x in text.split("\n") if '"bundle": {"name": "' not in x or x.endswith("}}"))), b, c)
    (tree / "zoo02" / "c0.yaml").write_text((tree / "zoo02" / "c0.yaml").read_text() + "\n# later\n")
    late = run(tree, "check", ".", "--shard", "3/3", "-o", "json").stdout.decode()
    refused("changed files", "changed in between", a, b, other("late.json", late))
    got = run(work, "merge", a, b, c, "-o", f"json={a}")
    check("no input is overwritten", got.returncode == 2 and pathlib.Path(a).read_text() == text, got)
    got = run(work, "merge", a, b, c, "-o", "text")
    check("merge writes json", got.returncode == 2, got)
    for args in (["--shard", "0/2", "-o", "json"], ["--shard", "3/2", "-o", "json"], ["--shard", "x", "-o", "json"], ["--shard", "1/2"],
                 ["--shard", "1/2", "-o", "json", "-o", "sarif=x"], ["--shard", "1/2", "-o", "json", "--fix"]):
        got = run(tree, "check", ".", *args)
        check(f"usage {args}", got.returncode == 2 and not got.stdout and b"--shard" in got.stderr, got)
    # every line of a document broken in some way: an error or a result, never a crash
    lines = text.split("\n")
    for i in range(0, len(lines), max(1, len(lines) // 60)):
        for change in (lambda x: "", lambda x: x[: len(x) // 2], lambda x: x.replace(": 0", ": -5").replace(": 1", ": 1e300"),
                       lambda x: x.replace('": "', '": ["'), lambda x: x.replace("{", "[", 1), lambda x: x + "\x00"):
            got = run(work, "merge", other("broken.json", "\n".join(lines[:i] + [change(lines[i])] + lines[i + 1:])), b, c)
            if got.returncode not in (0, 1, 2, 3):
                check(f"broken line {i}", False, got.returncode, lines[i][:200])
    check("broken lines", True)

    # long work shows how far it is on a terminal, and only there; interrupts leave nothing behind
    data = work / "data"
    for d in ("cal", "val"):
        (data / d).mkdir(parents=True)
        with open(data / d / "big.bin", "wb") as f:
            f.truncate(3 << 30)
        for i in range(30):
            with open(data / d / f"{i}.bin", "wb") as f:
                f.truncate((8 << 20) + i)
    (data / "contract.toml").write_text('[data]\ncalibration = "cal"\nevaluation = "val"\n')
    args = [tool, "check", ".", "--no-cache", "-j1", "-o", "json=out.json"]
    for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        master, slave = pty.openpty()
        p = subprocess.Popen(["bash", "-c", '"$@"; exit $?', "bash", *args], cwd=data, stdout=subprocess.PIPE, stderr=slave, start_new_session=True)
        os.close(slave)
        seen, end = b"", time.time() + 120
        while b"hashed" not in seen and time.time() < end:
            seen += os.read(master, 4096)
        check("progress on a terminal", b"hashed " in seen and b" of 31 files" in seen, seen)
        children = subprocess.run(["pgrep", "-P", str(p.pid)], capture_output=True, text=True).stdout.split()
        for child in children:
            os.kill(int(child), sent)
        check(f"{sent.name}: exit code", p.wait(60) == code, p.returncode)
        check(f"{sent.name}: nothing is left behind", sorted(x.name for x in data.iterdir()) == ["cal", "contract.toml", "val"])
        os.close(master)
    for d in ("cal", "val"):
        (data / d / "big.bin").unlink()
    quiet = subprocess.run(args, cwd=data, capture_output=True)
    check("progress nowhere else", not quiet.stdout and not quiet.stderr, quiet)
    closed = subprocess.run(["bash", "-c", f'"{tool}" check . -o json 2>err | true; echo ${{PIPESTATUS[0]}}; cat err'], cwd=tree, capture_output=True, text=True)
    check("nobody reads on", closed.stdout.split("\n", 1)[1] == "", closed)
finish()
