#!/usr/bin/env python3
"""Writes a release for the benchmark: artifacts older than an hour and a models.yaml that carries their digests.

  make_release.py N BYTES DIR    N files of BYTES each, in 4 folders, 20 to a model

The files are pseudo-random, each its own, and no holes: a sparse file would be read from nowhere.
"""
import hashlib
import os
import random
import sys
import time

count, size, where = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
blob = random.Random(1).randbytes(size)
then = time.time() - 3600
folders = ("s100", "s100p", "s600", "x5")
url = "https://example.invalid/zoo/"
models = []
for i in range(count):
    name = f"{folders[i % 4]}/net{i:04d}_{folders[i % 4]}_640x640_nv12.{'bin' if i % 4 == 3 else 'hbm'}"
    path = f"{where}/{name}"
    data = i.to_bytes(8, "little") + blob[8:]
    if not os.path.exists(path) or os.stat(path).st_size != size:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)
        os.utime(path, (then, then))
    if i % 20 == 0:
        models.append(f"  - id: net{i // 20}\n    availability: download\n    sample_path: samples/net{i // 20}\n    assets:\n")
    models[-1] += (
        f"      - filename: {name}\n        format: {name[-3:]}\n        url: {url}{name}\n"
        f"        sha256: {hashlib.sha256(data).hexdigest()}\n"
    )
with open(where + "/models.yaml", "w") as f:
    f.write(
        "schema_version: 1\nrelease:\n  platform: all\n  version: 1.0.0\n  tag: v1.0.0\n"
        f"  model_archive_root: {url}\nsummary:\n  sample_count: {len(models)}\n  asset_count: {count}\n"
        f"  downloadable_asset_count: {count}\n  sha256_recorded_count: {count}\nmodels:\n" + "".join(models)
    )
