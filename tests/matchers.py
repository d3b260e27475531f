#!/usr/bin/env python3
"""The problem matchers of examples/editors against real `-o concise` output. argv[1]: the tool. Last line: `N passed, N failed`."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from tally import check, finish

root = pathlib.Path(__file__).resolve().parent.parent
tool = str(pathlib.Path(sys.argv[1]).resolve())


CONFIG = """model_parameters:
  onnx_model: './a: b.onnx'
  march: 'bayes-e'
  output_model_file_prefix: 'a'
  layer_out_dump: yes please
input_parameters:
  input_type_rt: 'nv12'
  input_type_train: 'rgb'
  input_layout_train: 'NCHW'
  norm_type: 'no_preprocess'
calibration_parameters:
  cal_data_dir: './cal'
compiler_parameters:
  compile_mode: 'latency'
  optimize_level: 'O9'
  optimize_level: 'O9'
"""
with tempfile.TemporaryDirectory() as work:
    folder = pathlib.Path(work, "转换 [x5]")
    folder.mkdir()
    (folder / "a config.yaml").write_text(CONFIG, encoding="utf-8")
    (folder / "empty.onnx").write_bytes(b"")
    for lang in ("en", "zh"):
        out = subprocess.run([tool, "check", ".", "-o", "concise", "--profile", "review", "--lang", lang], cwd=work,
                             capture_output=True, text=True, encoding="utf-8").stdout
        lines = out.splitlines()
        kinds = {k: sum(f": {k}[" in line for line in lines) for k in ("error", "warning", "note")}
        check(f"{lang}: findings of all severities", all(kinds.values()), kinds)
        github = json.loads((root / "examples/editors/github-problem-matcher.json").read_text())["problemMatcher"]
        vscode = json.loads((root / "examples/editors/vscode-tasks.json").read_text())["tasks"][0]["problemMatcher"]
        check("VS Code files its own pattern last", vscode[-1]["pattern"]["kind"] == "file")
        for line in lines:
            by = []
            for matcher in github:
                pattern = matcher["pattern"][0]
                if m := re.match(pattern["regexp"], line):
                    by.append({k: m[pattern[k]] for k in ("file", "line", "code", "message")})
            check(f"{lang}: GitHub matches {line!r} once", len(by) == 1, by)
            if by:
                check("the file of the line exists", pathlib.Path(work, by[0]["file"]).exists(), by)
                check("the code and a sentence", re.fullmatch(r"[A-Z]{3}\d{3}", by[0]["code"]) and len(by[0]["message"]) > 3, by)
            first = next((p["pattern"] for p in vscode if re.match(p["pattern"]["regexp"], line)), None)
            check(f"{lang}: VS Code matches {line!r}", first is not None)
            m = re.match(first["regexp"], line)
            check("the file of VS Code exists", pathlib.Path(work, m[first["file"]]).exists(), m.groups())
            check("the line only where there is one", ("line" in first) == bool(re.search(r":\d+:\d+: ", line)), line)
        for line in ("1 bundle, 29 rules: 1 error", "npulint: `x`: no such file or folder"):
            check("other lines match nothing", not any(re.match(p["pattern"][0]["regexp"], line) for p in github), line)
finish()
