#!/usr/bin/env python3
"""Seeds defects into valid conversion configs and checks that the linter reports each at its line.

    run.py TOOL [-v] [--keep DIR] [--doc FILE]

Prints a table of the kinds of defect; the last line is `N passed, N failed`. A pass is one defect in one config found at its line
without an error that it does not explain, or one untouched config without error and warning. --doc writes the page
docs/seeded-defects.md from what was measured. Plain Python 3.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import page                                                     # noqa: E402
from bases import BASES, write_folder                           # noqa: E402
from config_text import Absent                                  # noqa: E402
from kind import KINDS                                          # noqa: E402
import kinds_text, kinds_keys, kinds_values, kinds_inputs, kinds_build  # noqa: E402,E401,F401


PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/seeded-defects.md")


@dataclass
class Seed:
    kind: object
    base: object
    folder: str
    file: str
    lines: tuple
    findings: list = field(default_factory=list)
    verdict: str = ""      # at line | elsewhere | missed
    extra: list = field(default_factory=list)


def place(edit, text):
    """What an edit returned, as lines and the file they are of."""
    if isinstance(edit, tuple) and isinstance(edit[-1], str):
        lines, name = edit
    else:
        lines, name = edit, text.name
    return (lines if isinstance(lines, tuple) else (lines,)), name


def seed(directory):
    """Writes every folder. Their names say nothing: a folder's name is evidence to some rules."""
    clean, seeds = [], []
    for base in BASES:
        folder = f"u{len(clean):03}"
        write_folder(os.path.join(directory, folder), base.text())
        clean.append(Seed(None, base, folder, base.file, ()))
    for kind in KINDS:
        for base in BASES:
            text = base.text()
            try:
                if kind.when and not kind.when(text):
                    continue
                before = text.data()
                edit = kind.edit(text)
            except Absent:
                continue
            lines, name = place(edit, text)
            assert (text.data(), text.name, text.files, text.graph) != (before, base.file, {}, base.inputs), kind.name
            folder = f"d{len(seeds):04}"
            write_folder(os.path.join(directory, folder), text)
            seeds.append(Seed(kind, base, folder, name, lines))
    return clean, seeds


def lint(tool, directory):
    """One run over all folders; the findings by folder."""
    out = subprocess.run([tool, "check", ".", "--profile", "review", "--isolated", "--lang", "en", "-q", "-o", "json"],
                         cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if out.returncode not in (0, 1, 3):
        sys.exit(f"the tool failed ({out.returncode}): {out.stderr.decode()[:2000]}")
    by_folder = {}
    for f in json.loads(out.stdout)["findings"]:
        by_folder.setdefault(f["location"]["path"].split("/")[0], []).append(f)
    return by_folder


def judge(s):
    k = s.kind
    hits = [f for f in s.findings if f["code"] in k.codes and (k.severity or f["severity"]) == f["severity"]]
    at = [f for f in hits if f["location"]["path"] == f"{s.folder}/{s.file}" and f["location"].get("line") in s.lines]
    s.verdict = "at line" if at else "elsewhere" if hits else "missed"
    s.extra = [f for f in s.findings if f["severity"] == "error" and f not in at and
               f["code"] not in k.also and not (hits and not at and f in hits)]


def told(f):
    where = f["location"]
    return f"{where['path'].split('/', 1)[1]}:{where.get('line', '-')}: {f['severity']}[{f['code']}] {f['message']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("-v", action="store_true", help="every finding of what did not pass")
    parser.add_argument("--keep", metavar="DIR", help="write the folders there and leave them")
    parser.add_argument("--doc", metavar="FILE", help="write the page of what was measured")
    parser.add_argument("--only", metavar="WORD", help="kinds whose name or code has this")
    args = parser.parse_args()
    if args.only:
        KINDS[:] = [k for k in KINDS if args.only in k.name or args.only in k.codes]

    directory = args.keep or tempfile.mkdtemp()
    if args.keep:
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
    try:
        clean, seeds = seed(directory)
        by_folder = lint(os.path.abspath(args.tool), directory)
    finally:
        if not args.keep:
            shutil.rmtree(directory)

    passed = failed = 0
    quiet = []
    for s in clean:
        s.findings = by_folder.get(s.folder, [])
        bad = [f for f in s.findings if f["severity"] != "note" or f["code"] not in s.base.notes]
        missing = [c for c in s.base.notes if c not in [f["code"] for f in s.findings]]
        passed, failed = passed + (not bad and not missing), failed + bool(bad or missing)
        if all(f["severity"] == "note" for f in s.findings):
            quiet.append(s.base)
        for f in bad:
            print(f"FALSE {s.base.folder}: {told(f)}")
        for code in missing:
            print(f"GONE  {s.base.folder}: no note {code}")
    rows = []
    print(f"{'kind':<44} {'code':<14} {'bases':>5} {'at line':>8} {'elsewhere':>10} {'missed':>7} {'unexplained errors':>19}")
    for kind in KINDS:
        mine = [s for s in seeds if s.kind is kind]
        for s in mine:
            s.findings = by_folder.get(s.folder, [])
            judge(s)
        count = {v: sum(s.verdict == v for s in mine) for v in ("at line", "elsewhere", "missed")}
        extra = sum(len(s.extra) for s in mine)
        good = sum(s.verdict == "at line" and not s.extra for s in mine)
        passed, failed = passed + good, failed + len(mine) - good + (not mine)
        rows.append((kind, mine, count, extra))
        mark = "" if mine and good == len(mine) else "  <--"
        print(f"{kind.name:<44} {'/'.join(kind.codes):<14} {len(mine):>5} {count['at line']:>8} {count['elsewhere']:>10} "
              f"{count['missed']:>7} {extra:>19}{mark}")
        for s in mine:
            if args.v and (s.verdict != "at line" or s.extra):
                print(f"    {s.folder} {s.base.folder}: {s.verdict}, {s.file} line {s.lines}")
                for f in s.findings:
                    print(f"        {told(f)}")
    total = {v: sum(r[2][v] for r in rows) for v in ("at line", "elsewhere", "missed")}
    print(f"{len(KINDS)} kinds, {len(seeds)} defects in {len(BASES)} configs: {total['at line']} at their line, "
          f"{total['elsewhere']} elsewhere, {total['missed']} missed, {sum(r[3] for r in rows)} unexplained errors")
    doc = page.text(rows, BASES, quiet)
    if args.doc:
        with open(args.doc, "w", encoding="utf-8") as f:
            f.write(doc)
    elif not args.only:
        with open(PAGE, encoding="utf-8") as f:
            same = f.read() == doc
        passed, failed = passed + same, failed + (not same)
        if not same:
            print("docs/seeded-defects.md is out of date; --doc writes it")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
