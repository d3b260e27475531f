#!/usr/bin/env python3
"""Two builds of the tool say the same, byte for byte: same.py "TOOL A" "TOOL B", each a command ("qemu-aarch64-static PATH").

Every example is checked in text and JSON; every format, the report, the rules and the recipes are written once for all.
Last line: `N passed, N failed`.
"""
import concurrent.futures
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMATS = ["concise", "json", "sarif", "sarif-full", "github", "gitlab", "junit", "markdown", "html"]
ARTIFACTS = {".json", ".onnx", ".textproto", ".hbm", ".bin", ".bmodel", ".npy", ".jpg", ".png"}


def run(tool, args, cwd, files):
    """Exit code, standard output and error, and what was written to each of `files`: their names stand for {0}, {1}…"""
    with tempfile.TemporaryDirectory() as scratch:
        paths = [f"{scratch}/{name}" for name in files]
        env = dict(os.environ, SOURCE_DATE_EPOCH="1767225600", LC_ALL="C.UTF-8", XDG_CACHE_HOME=f"{scratch}/cache")
        done = subprocess.run(tool + [a.format(*paths) for a in args], cwd=cwd, env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=600, check=False)
        written = [pathlib.Path(p).read_bytes() if os.path.exists(p) else None for p in paths]
    place = scratch.encode()
    return [done.returncode, done.stdout.replace(place, b""), done.stderr.replace(place, b""), written]


def jobs():
    """(name, arguments, working directory, files that are written)"""
    examples = sorted((ROOT / "examples/rules").glob("*/*/")) + sorted((ROOT / "examples/bundles").glob("*/"))
    for folder in examples:
        if not folder.is_dir():
            continue
        if (folder / "make_dumps.py").exists():
            subprocess.run([sys.executable, folder / "make_dumps.py"], check=True)
        args = folder / "args.txt"
        words = args.read_text().split() if args.exists() else ["."]
        if "--profile" not in words:
            words += ["--profile", "review"]
        yield str(folder.relative_to(ROOT)), ["check", *words, "-o", "text", "-o", "json={0}"], folder, ["r.json"]
    for form in FORMATS:
        yield form, ["check", "examples/bundles", "--profile", "review", "-o", form + "={0}"], ROOT, ["r"]
    yield "all at once", ["check", "examples", "--profile", "release", "--digests", "-o", "text", "-o", "json={0}"], ROOT, ["r"]
    yield "report", ["report", "examples/bundles", "-o", "html={0}"], ROOT, ["r.html"]
    for words in (["rules", "--format", "json"], ["explain", "QNT001", "--lang", "zh"], ["explain", "--key", "march"],
                  ["man"], ["completion", "zsh"], ["exporter", "hbdk"]):
        yield " ".join(words), words, ROOT, []
    seen = set()
    for file in sorted((ROOT / "examples").rglob("*")):
        if file.suffix in ARTIFACTS and file.is_file():
            data = file.read_bytes()
            if data not in seen:
                name = str(file.relative_to(ROOT))
                yield "inspect " + name, ["inspect", name], ROOT, []
                if file.suffix == ".json":
                    yield "recipe " + name, ["inspect", name, "--recipe"], ROOT, []
            seen.add(data)


def main():
    first, second = ([os.path.abspath(w) if os.path.exists(w) else w for w in shlex.split(t)] for t in sys.argv[1:3])

    def same(job):
        name, args, cwd, files = job
        a, b = (run(tool, args, cwd, files) for tool in (first, second))
        # an answer that is no answer proves nothing
        if a[0] not in (0, 1, 3) or not (a[1] or a[2] or any(a[3])):
            return f"{name}: exit {a[0]}: {a[2][:200]!r}"
        if a != b:
            what = ["exit code", "standard output", "standard error", "a file"][[x == y for x, y in zip(a, b)].index(False)]
            return f"{name}: {what} differs; the second ended with {b[0]}: {b[2][:200]!r}"
        return None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(same, jobs()))
    faults = [r for r in results if r]
    for fault in faults[:50]:
        print("FAIL", fault)
    print(f"{len(results) - len(faults)} passed, {len(faults)} failed")
    return bool(faults) or not results


if __name__ == "__main__":
    sys.exit(main())
