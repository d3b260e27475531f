#!/usr/bin/env python3
"""The HTML report: well formed, complete without scripts, nothing loaded, hostile names inert, equal bytes.
With chromium on the machine also: no console message, no request, printed with everything open. argv[1]: the tool.
Last line: `N passed, N failed`."""
import base64
import hashlib
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from tally import check, finish

root = pathlib.Path(__file__).resolve().parent.parent
tool = str(pathlib.Path(sys.argv[1]).resolve())
VOID = {"meta", "input", "br", "rect", "line", "path"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.tags, self.ids, self.links, self.style, self.words = [], [], set(), [], [], "", {"en": 0, "zh": 0}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.add(tag)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        for name, value in attrs.items():
            if name.startswith("on") or name in ("src", "style", "action", "srcset") or (name == "href" and not value.startswith("#")):
                self.faults.append((tag, name, value))
            if name == "href":
                self.links.append(value[1:])
        if attrs.get("class") in self.words:
            self.words[attrs["class"]] += 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(("closes", tag, self.getpos()))

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            self.style += data


def report(cwd, *args):
    return subprocess.run([tool, "report", *args], cwd=cwd, capture_output=True, text=True, encoding="utf-8").stdout


def static(name, text):
    p = Page(text)
    check(f"{name}: tags close in order, nothing is loaded", not p.faults and not p.open, p.faults[:3], p.open[:3])
    check(f"{name}: no scripts, frames or forms", not p.tags & {"script", "iframe", "object", "embed", "form", "link", "img", "base"}, p.tags)
    check(f"{name}: ids are unique", len(set(p.ids)) == len(p.ids), [i for i in p.ids if p.ids.count(i) > 1][:3])
    check(f"{name}: links lead somewhere", set(p.links) <= set(p.ids), sorted(set(p.links) - set(p.ids))[:3])
    digest = base64.b64encode(hashlib.sha256(p.style.encode()).digest()).decode()
    check(f"{name}: the policy names the style sheet", f"default-src 'none'; style-src 'sha256-{digest}'" in text)
    check(f"{name}: both languages", p.words["en"] == p.words["zh"] > 20, p.words)
    check(f"{name}: no absolute path, no clock", str(root) not in text and "/tmp/" not in text)
    return p


with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    shutil.copytree(root / "examples", work / "examples")
    bundles = work / "examples" / "bundles"
    text = report(bundles, ".")
    p = static("bundles", text)
    for part in ("files", "checklist", "tensors", "findings", "open", "limits", "sign-off"):
        check(f"section {part}", part in p.ids)
    check("verdict FAIL", "<title>npulint: FAIL</title>" in text)
    findings = re.findall(r'<article class="finding', text)
    shown = json.loads(subprocess.run([tool, "check", ".", "--profile", "review", "-o", "json"], cwd=bundles, capture_output=True, text=True).stdout)
    check("an article a finding", len(findings) == sum(not f["suppressed"] for f in shown["findings"]), len(findings))
    check("equal bytes", text == report(bundles, ".", "-j1"))
    check("lang", '<html lang="zh">' in report(bundles, ".", "--lang", "zh"))
    padded = report(work / "examples" / "rules" / "MEM001" / "fail-assume-contiguous", ".")
    static("padded", padded)
    check("memory is drawn, with the wrong reading over it", padded.count('class="s-read"') == 4 and 'class="s-pad"' in padded)
    nv12 = report(work / "examples" / "rules" / "MEM003" / "fail-chroma", ".")
    static("nv12", nv12)
    check("nv12 planes are drawn", "UV: " in nv12 and 'aria-label="nv12 planes' in nv12)
    empty = work / "empty"
    empty.mkdir()
    (empty / "a.txt").write_text("nothing")
    check("nothing recognised is INCOMPLETE", "<title>npulint: INCOMPLETE</title>" in report(empty, "."))
    passes = work / "passes"
    shutil.copytree(work / "examples" / "rules" / "QNT001" / "fail-raw-argmax" if (work / "examples/rules/QNT001/fail-raw-argmax").exists()
                    else sorted((work / "examples" / "rules" / "QNT001").glob("fail-*"))[0], passes)
    check("PASS when all that runs passes", "<title>npulint: PASS</title>" in report(passes, ".", "--select", "NPL008"))

    bad = work / "bad"
    bad.mkdir()
    evil = '"><script>alert(1)</script><img src=x onerror=alert(2)>\u202e&#60;'
    (bad / "contract.toml").write_text("[[output]]\nname = '" + evil + "'\nread_as = \"float32\"\ndecode = \"none\"\n", encoding="utf-8")
    (bad / "m.metadata.json").write_text(json.dumps({"schema": "npulint-metadata/1", "models": [{"name": evil, "march": "nash-e", "inputs": [], "outputs": [
        {"name": evil, "dtype": "int32", "shape": [1, 10], "strides_bytes": [64, 4], "quantization": {"axis": 1, "scale": [i + 1.0 for i in range(10)]}}]}]}))
    hostile = report(bad, ".")
    static("hostile", hostile)
    check("hostile names are text", "<script" not in hostile and "<img" not in hostile and "&lt;script&gt;" in hostile and "\u202e" not in hostile)

    chromium = shutil.which("chromium")
    if not chromium:
        print("chromium is not there: the page was read, not rendered")
    else:
        page = work / "report.html"
        page.write_text(text, encoding="utf-8")
        base = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0", f"--user-data-dir={work}/profile"]
        log = work / "net.json"
        out = subprocess.run([*base, f"--log-net-log={log}", "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=120)
        check("rendered: no console message", "CONSOLE" not in out.stderr, [x for x in out.stderr.splitlines() if "CONSOLE" in x][:3])
        check("rendered: the whole page", out.stdout.count("<article") == len(findings))
        urls = set(re.findall(r'"url":"(https?://[^"]+)"', log.read_text(errors="replace"))) if log.exists() else set()
        ours = [u for u in urls if "google" not in u and "gvt1" not in u]  # the browser's own start-up traffic
        check("rendered: no request", not ours, ours[:3])
        pdf = work / "report.pdf"
        subprocess.run([*base, f"--print-to-pdf={pdf}", page.as_uri()], capture_output=True, timeout=120)
        check("printed", pdf.is_file() and pdf.read_bytes().startswith(b"%PDF") and pdf.stat().st_size > 20000)
        for name, size in (("wide", "1100,1400"), ("narrow", "400,1400")):
            shot = work / f"{name}.png"
            subprocess.run([*base, f"--screenshot={shot}", f"--window-size={size}", page.as_uri()], capture_output=True, timeout=120)
            check(f"screenshot {name}", shot.is_file() and shot.stat().st_size > 10000)

finish()
