#!/usr/bin/env python3
"""Picks the inputs that stay in tests/fuzz/corpus/<what>: fuzz_merge.py TARGET KEPT FOUND

All that has a telling name stays. Of the rest (names are SHA-1) as many as reach further code, those first that reach most for
their bytes, until the folder has 60 files or 60 KB.
"""
import pathlib, re, subprocess, sys, tempfile

FILES, BYTES, ONE = 60, 60_000, 8_000

target, kept, found = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
generated = re.compile("[0-9a-f]{40}")
inputs = {}  # path -> edges
with tempfile.TemporaryDirectory() as scratch:
    control, empty = scratch + "/control", scratch + "/empty"
    pathlib.Path(empty).mkdir()
    # libFuzzer writes the features of every input there: eight counters for an edge
    subprocess.run([target, "-set_cover_merge=1", f"-merge_control_file={control}", empty, kept, found],
                   check=True, capture_output=True)
    lines = open(control).read().split("\n")
count = int(lines[0])
names = lines[2:2 + count]
for line in lines[2 + count:]:
    if line.startswith("FT "):
        _, index, *features = line.split()
        inputs[pathlib.Path(names[int(index)])] = {int(f) // 8 for f in features}
chosen = [f for f in inputs if f.parent == kept and not generated.fullmatch(f.name)]
rest = {f: e for f, e in inputs.items() if f not in chosen and f.stat().st_size <= ONE}
covered = set().union(*(inputs[f] for f in chosen))
total = sum(f.stat().st_size for f in chosen)
while len(chosen) < FILES:
    fit = [f for f in rest if total + f.stat().st_size <= BYTES]
    best = max(fit, key=lambda f: (len(rest[f] - covered) / (64 + f.stat().st_size), f.name), default=None)
    if best is None or not rest[best] - covered:
        break
    chosen.append(best)
    covered |= rest.pop(best)
    total += best.stat().st_size
everything = set().union(*inputs.values())
contents = {f.name: f.read_bytes() for f in chosen}
for f in kept.iterdir():
    if generated.fullmatch(f.name) and f.name not in contents:
        f.unlink()
for name, data in contents.items():
    (kept / name).write_bytes(data)
print(f"{kept.name}: {len(contents)} inputs, {total} bytes, {len(covered)} of {len(everything)} edges")
