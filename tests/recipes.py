#!/usr/bin/env python3
"""The code that `npulint inspect --recipe` prints, compiled and run. argv[1]: the tool.

Every tensor of a small artifact gets a buffer of random bytes, padding too. What the C++ and the Python make of it must
equal what this file works out from the same description, element by element. Last line: `N passed, N failed`.
"""
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from tally import check, finish

try:
    import numpy as np
except ImportError:  # a Python of its own, without the numpy of the system
    if sys.executable == "/usr/bin/python3" or not os.path.exists("/usr/bin/python3"):
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

tool = str(pathlib.Path(sys.argv[1]).resolve())
rng = random.Random(20)

FORMATS = {"bool": "B", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
           "float16": "e", "bfloat16": "H", "float32": "f", "float64": "d"}
SIZES = {k: struct.calcsize("<" + v) for k, v in FORMATS.items()}
RANGES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535),
          "int32": (-2**31, 2**31 - 1), "uint32": (0, 2**32 - 1)}


def scales(n, seed=1):
    return [(i * 37 % 101 + seed) / 4096 for i in range(n)]


def zeros(n):
    return [i * 29 % 17 - 8 for i in range(n)]


def dense(shape, size):
    out = []
    for n in reversed(shape):
        out.insert(0, size)
        size *= n
    return out


# name, dtype, shape, then what the artifact states
OUTPUTS = [
    ("dense_int8", "int8", [1, 3, 4], {"scale": [0.5]}),
    ("dense_int8_zero", "int8", [2, 5], {"scale": [0.25], "zero_point": [-7]}),
    ("uint8_zero", "uint8", [1, 9], {"scale": [0.00390625], "zero_point": [128]}),
    ("uint8_axis_zeros", "uint8", [2, 6, 3], {"scale": scales(6), "zero_point": zeros(6), "axis": 1}),
    ("one_scale_zeros", "int16", [3, 4], {"scale": [0.125], "zero_point": zeros(4), "axis": 1}),
    ("scales_one_zero", "int8", [4, 3], {"scale": scales(3), "zero_point": [5], "axis": 1}),
    ("padded_two_dims", "int32", [1, 3, 2, 19], {"scale": scales(19), "axis": 3, "strides": [1024, 320, 128, 4]}),
    ("padded_many", "int32", [1, 2, 3, 40], {"scale": scales(40), "axis": 3, "strides": [2048, 768, 256, 4]}),
    ("many_zeros", "int8", [2, 30], {"scale": scales(30), "zero_point": [i - 9 for i in range(30)], "axis": 1,
                                     "strides": [32, 1]}),
    ("aligned", "int32", [1, 2, 2, 5], {"scale": scales(5), "axis": 3, "aligned_shape": [1, 2, 2, 8]}),
    ("axis_1_of_4", "int16", [2, 7, 3, 2], {"scale": scales(7), "axis": 1, "strides": [192, 24, 8, 2]}),
    ("axis_0", "int8", [5, 3], {"scale": scales(5), "axis": 0}),
    ("unset_axis", "int32", [1, 11, 4], {"scale": scales(11)}),
    ("equal_scales", "int32", [1, 20], {"scale": [0.5] * 20, "axis": 1}),
    ("one_shift", "int8", [2, 4], {"shift": [3]}),
    ("shifts", "int32", [1, 2, 2, 3], {"shift": [11, 13, 9], "axis": 3, "strides": [64, 32, 16, 4]}),
    ("many_shifts", "int16", [2, 18], {"shift": [7 + i % 5 for i in range(18)], "axis": 1}),
    ("int64", "int64", [3], {"scale": [2.0]}),
    ("uint32", "uint32", [2, 2], {"scale": [0.5]}),
    ("indices", "int32", [2, 3], {"none": True}),
    ("indices_padded", "int32", [2, 3], {"none": True, "strides": [16, 4]}),
    ("flags", "bool", [7], {"none": True}),
    ("half", "float16", [3, 300], {"strides": [608, 2]}),
    ("brain", "bfloat16", [2, 50], {}),
    ("float_dense", "float32", [2, 3], {"none": True}),
    ("float_padded", "float32", [2, 3, 5], {"none": True, "strides": [128, 32, 4]}),
    ("double", "float64", [4], {}),
    ("elements_apart", "int8", [2, 3], {"scale": [0.5], "strides": [16, 4]}),
    ("transposed", "int16", [3, 4], {"scale": scales(4), "axis": 1, "strides": [2, 8]}),
    ("behind_the_end", "float32", [1, 5], {"byte_size": 128}),
    ("scalar", "int8", [], {"scale": [0.5], "zero_point": [3]}),
    ("caller", "int32", [2, 3, 4], {"scale": scales(4), "axis": 2, "strides": [-1, -1, 4], "runtime": [80, 24, 4]}),
    ("*/ \\\n\"\"\" 数据?", "int8", [2], {"scale": [0.5]}),
]
INPUTS = [
    ("in_int8", "int8", [2, 6], {"scale": [0.25], "zero_point": [3]}),
    ("in_axis", "uint8", [1, 4, 3], {"scale": scales(4), "zero_point": [0, 128, 7, 255], "axis": 1, "strides": [64, 16, 1]}),
    ("in_int16", "int16", [5], {"scale": [0.0078125]}),
    ("in_shift", "int8", [2, 3], {"shift": [4]}),
    ("in_many", "int32", [2, 24], {"scale": scales(24), "axis": 1, "strides": [128, 4]}),
    ("in_caller", "int8", [2, 6], {"scale": [0.5], "strides": [-1, 1], "runtime": [32, 1]}),
]
FACTOR = ("factor", "uint8", [1, 6], {"factor": True, "scale": [100.5], "zero_point": [4], "runtime": [6, 1]})
# what has no code, and the words that say why
NONE = [
    ("ambiguous", "int32", [4, 4], {"scale": scales(4)}, "is not stated"),
    ("misfit", "int32", [1, 6], {"scale": scales(4), "axis": 1}, "do not fit"),
    ("silent", "int32", [4], {}, "does not say"),
    ("dynamic", "int8", [-1, 3], {"scale": [0.5]}, "not fixed"),
    ("nibbles", "int4", [8], {"scale": [0.5]}, "no type of their own"),
    ("overlapping", "int32", [4, 4], {"scale": [0.5], "strides": [8, 4]}, "contradict"),
    ("negative", "int8", [4], {"scale": [-0.5]}, "a scale is -0.5"),
    ("tiled", "int8", [1, 1, 1, 8], {"scale": [0.5], "layout": "NCHW_8C"}, "no stride steps"),
]


def stated(name, dtype, shape, facts):
    out = {"name": name, "dtype": dtype, "shape": shape}
    for key, to in (("strides", "strides_bytes"), ("aligned_shape", "aligned_shape"), ("byte_size", "byte_size"),
                    ("layout", "layout")):
        if key in facts:
            out[to] = facts[key]
    if facts.get("none"):
        out["quantization"] = None
    elif "shift" in facts:
        out["quantization"] = {"kind": "shift", "shift": facts["shift"], "axis": facts.get("axis")}
    elif "scale" in facts:
        out["quantization"] = {"scale": facts["scale"], "zero_point": facts.get("zero_point", []), "axis": facts.get("axis")}
    return out


class Tensor:
    """What a tensor is, worked out without npulint."""

    def __init__(self, name, dtype, shape, facts):
        self.dtype, self.shape, self.facts = dtype, shape, facts
        self.size = SIZES[dtype]
        self.strides = facts.get("runtime") or facts.get("strides") or dense(facts.get("aligned_shape", shape), self.size)
        last = sum((n - 1) * s for n, s in zip(shape, self.strides)) + self.size
        self.bytes = max([last, facts.get("byte_size", 0)] + [n * s for n, s in zip(shape, self.strides)])
        self.indices = list(itertools.product(*map(range, shape)))
        numbers = [len(facts.get(k, [])) for k in ("scale", "zero_point", "shift")]
        self.axis = facts.get("axis")
        if self.axis is None and max(numbers) > 1:
            self.axis = shape.index(max(numbers))

    def at(self, index):
        return sum(i * s for i, s in zip(index, self.strides))

    def number(self, key, index):
        values = self.facts.get(key) or [0]
        return values[0] if len(values) == 1 else values[index[self.axis]]

    def decoded(self, data):
        out = []
        for index in self.indices:
            (q,) = struct.unpack_from("<" + FORMATS[self.dtype], data, self.at(index))
            if self.dtype == "bool":
                q = q != 0
            elif self.dtype == "bfloat16":
                (q,) = struct.unpack("<f", struct.pack("<I", q << 16))
            elif "shift" in self.facts:
                q = q / 2 ** self.number("shift", index)
            elif "scale" in self.facts:
                q = (q - self.number("zero_point", index)) * self.number("scale", index)
            if "shift" in self.facts or "scale" in self.facts:
                (q,) = struct.unpack("<f", struct.pack("<f", q))
            out.append(q)
        return out

    def encoded(self, values):
        low, high = RANGES[self.dtype]
        out = []
        for index, x in zip(self.indices, values):
            if "shift" in self.facts:
                v = x * 2 ** self.number("shift", index)
            elif self.facts.get("factor"):
                v = x * self.number("scale", index) + self.number("zero_point", index)
            else:
                v = x / self.number("scale", index) + self.number("zero_point", index)
            out.append(max(low, min(high, round(v))))  # round: half to even
        return out


def same(a, b):
    return len(a) == len(b) and all(x == y or (x != x and y != y) for x, y in zip(a, b))


def inspect(*args):
    return subprocess.run([tool, "inspect", *args], stdout=subprocess.PIPE, check=False).stdout.decode()


def supplied(t, parameters, cpp):
    """The arguments that the runtime would supply."""
    values = {"scale": t.facts.get("scale"), "zero_point": t.facts.get("zero_point"), "shift": t.facts.get("shift"),
              "stride": t.strides}
    if not cpp:
        return [values[p] for p in parameters]
    types = {"scale": "float", "zero_point": "std::int32_t", "shift": "std::uint8_t", "stride": "std::int64_t"}
    return ["std::vector<%s>{%s}.data()" % (types[p], ", ".join(map(str, values[p]))) for p in parameters]


CPP_MAIN = """
#include <cstdio>
#include <vector>
static std::vector<unsigned char> file(const char* name) {
  std::vector<unsigned char> out;
  if (std::FILE* f = std::fopen(name, "rb")) {
    for (int c; (c = std::fgetc(f)) != EOF;) out.push_back(static_cast<unsigned char>(c));
    std::fclose(f);
  }
  return out;
}
static void write(const char* name, const void* data, std::size_t bytes) {
  std::FILE* f = std::fopen(name, "wb");
  if (!f) return;
  std::fwrite(data, 1, bytes, f);
  std::fclose(f);
}
int main() {
%s}
"""


def documented():
    """Every command in docs/inspect.md prints what stands there."""
    root = pathlib.Path(__file__).resolve().parent.parent
    page = (root / "docs/inspect.md").read_text()
    for block in re.findall(r"^```text\n\$ npulint inspect (.*?)^```$", page, re.M | re.S):
        command, expected = block.split("\n", 1)
        got = subprocess.run([tool, "inspect", *command.split()], stdout=subprocess.PIPE, cwd=root, check=False).stdout.decode()
        check("docs/inspect.md: " + command, got == expected, got)


def main():
    documented()
    work = pathlib.Path(tempfile.mkdtemp())
    os.chdir(work)
    artifact = {"schema": "npulint-metadata/1", "tool": "hbdk4", "tool_version": "4.11.11", "march": "nash-e", "models": [
        {"name": "m", "inputs": [stated(*t) for t in INPUTS], "outputs": [stated(*t[:4]) for t in OUTPUTS + NONE]}]}
    pathlib.Path("m.metadata.json").write_text(json.dumps(artifact, indent=1))
    pathlib.Path("b.info.txt").write_text(
        "bmodel version: B.2.2\nchip: BM1684X\nnet 0: [n]  static\nstage 0:\n"
        "input: factor, [1, 6], uint8, scale: 100.5, zero_point: 4\noutput: y, [1, 2], float32, scale: 1, zero_point: 0\n")
    tensors = {t[0]: Tensor(*t) for t in INPUTS + OUTPUTS + [FACTOR]}
    recipes = {}
    for f in json.loads(inspect("--format", "json", "m.metadata.json", "b.info.txt"))["files"]:
        for t in f["models"][0]["tensors"]:
            if "recipe" in t:
                recipes[t["name"]] = t["recipe"]

    for name, _, _, _, why in NONE:
        r = recipes.get(name, {})
        check(name + " has no code", "cpp" not in r and "python" not in r and why in r.get("words", ""), r)
    text = {k: inspect("--recipe" + k, "m.metadata.json", "b.info.txt") for k in ("", "=cpp", "=python")}
    source, calls, cases = "", "", []
    for n, (name, t) in enumerate(tensors.items()):
        r = recipes.get(name, {})
        if "cpp" not in r:
            check(name + " has code", False, r)
            continue
        check(name + " in the text", all(c in text[""] for c in (r["cpp"], r["python"])) and r["cpp"] in text["=cpp"] and
              r["python"] not in text["=cpp"] and r["python"] in text["=python"] and r["cpp"] not in text["=python"])
        check(name + " is ASCII", (r["cpp"] + r["python"]).isascii())
        pathlib.Path(f"{n}.cc").write_text(r["cpp"])
        source += f'#include "{n}.cc"\n'
        args = "".join(", " + a for a in supplied(t, r["parameters"], True))
        count = len(t.indices)
        if r["direction"] == "encode":
            values = [rng.choice([rng.uniform(-4, 4), rng.uniform(-1e6, 1e6), rng.randrange(-64, 64) / 8]) for _ in t.indices]
            values = [float(np.float32(v)) for v in values]
            given = struct.pack("<%df" % count, *values)
            calls += (f'  {{ auto in = file("{n}.in"); std::vector<unsigned char> out({t.bytes}); '
                      f'{r["function"]}(reinterpret_cast<const float*>(in.data()), out.data(){args}); '
                      f'write("{n}.out", out.data(), out.size()); }}\n')
        else:
            values = None
            given = bytes(rng.randrange(256) for _ in range(t.bytes))
            kind = {"bool": "bool", "float16": "float", "bfloat16": "float"}.get(
                t.dtype, {"float32": "float", "float64": "double"}.get(t.dtype, "std::" + t.dtype + "_t"))
            kind = kind if r["kind"] == "as_is" else "float"
            calls += (f'  {{ auto in = file("{n}.in"); static {kind} out[{count}]; {r["function"]}(in.data(), out{args}); '
                      f'write("{n}.out", out, sizeof out); }}\n')
        pathlib.Path(f"{n}.in").write_bytes(given)
        cases.append((n, name, t, r, given, values))
    flags = ["-Wall", "-Wextra", "-Werror", "-std=c++17"]
    pathlib.Path("main.cc").write_text(source + CPP_MAIN % calls)
    built = subprocess.run(["g++", *flags, "-O1", "main.cc", "-o", "main"], stderr=subprocess.PIPE, check=False)
    check("the C++ compiles", built.returncode == 0, built.stderr.decode()[:2000])
    if built.returncode == 0:
        check("the C++ runs", subprocess.run(["./main"], check=False).returncode == 0)
    for n, name, t, r, given, values in cases:
        # alone: no snippet may lean on the includes of another
        alone = subprocess.run(["g++", *flags, "-fsyntax-only", f"{n}.cc"], stderr=subprocess.PIPE, check=False)
        check(name + " stands alone", alone.returncode == 0, alone.stderr.decode()[:500])
        space = {}
        exec(compile(r["python"], name, "exec"), space)
        function = space[r["function"]]
        more = supplied(t, r["parameters"], False)
        out = pathlib.Path(f"{n}.out").read_bytes() if pathlib.Path(f"{n}.out").exists() else b""
        if values is None:
            expected = t.decoded(given)
            got = function(given, *more)
            check(name + " in Python", tuple(got.shape) == tuple(t.shape) and same(got.ravel().tolist(), expected),
                  got.ravel().tolist()[:8], expected[:8])
            code = {"bool": "?", "float16": "f", "bfloat16": "f"}.get(t.dtype, FORMATS[t.dtype])
            code = code if r["kind"] == "as_is" else "f"
            got = list(struct.unpack("<%d%s" % (len(expected), code), out)) if out else []
            check(name + " in C++", same(got, expected), got[:8], expected[:8])
        else:
            expected = bytearray(t.bytes)
            for index, q in zip(t.indices, t.encoded(values)):
                struct.pack_into("<" + FORMATS[t.dtype], expected, t.at(index), q)
            got = function(np.array(values).reshape(t.shape), *more)
            check(name + " in Python", got == bytes(expected), got[:16], bytes(expected[:16]))
            check(name + " in C++", out == bytes(expected), out[:16], bytes(expected[:16]))
    os.chdir("/")
    shutil.rmtree(work)
    finish()


sys.exit(main())
