#!/usr/bin/env python3
"""Writes sets of calibration and evaluation data for the benchmark.

  make_sets.py lists N M DIR    contract.toml with an evaluation list of N and a calibration list of M digests, 20 of them shared
  make_sets.py images N DIR     contract.toml with an evaluation folder of N files of 60 to 140 kB, older than an hour
"""
import hashlib
import os
import random
import sys
import time


def lists(n, m, where):
    def line(name, path):
        return hashlib.sha256(name.encode()).hexdigest() + "  " + path + "\n"

    with open(where + "/evaluation.sha256", "w") as f:
        for i in range(n):
            f.write(line(f"eval {i}", f"train/n{i % 1000:08d}/n{i % 1000:08d}_{i}.JPEG"))
    with open(where + "/calibration.sha256", "w") as f:
        for i in range(m):
            f.write(line(f"eval {i * 97}" if i < 20 else f"cal {i}", f"cal/img_{i}.JPEG"))
    with open(where + "/contract.toml", "w") as f:
        f.write('[data]\ncalibration = "calibration.sha256"\nevaluation = "evaluation.sha256"\n')


def images(n, where):
    os.makedirs(where + "/val", exist_ok=True)
    blob = random.Random(1).randbytes(1 << 20)
    then = time.time() - 3600
    for i in range(n):
        path = f"{where}/val/{i:012d}.jpg"
        if not os.path.exists(path):
            with open(path, "wb") as f:
                f.write(i.to_bytes(8, "little") + blob[: 60000 + (i * 7919) % 80000])
            os.utime(path, (then, then))
    with open(where + "/calibration.sha256", "w") as f:
        f.write("11" * 32 + "  cal/x.jpg\n")
    with open(where + "/contract.toml", "w") as f:
        f.write('[data]\ncalibration = "calibration.sha256"\nevaluation = "val"\n')


what, *numbers, where = sys.argv[1:]
os.makedirs(where, exist_ok=True)
{"lists": lists, "images": images}[what](*map(int, numbers), where)
