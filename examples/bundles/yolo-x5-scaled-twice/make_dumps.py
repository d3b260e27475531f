#!/usr/bin/env python3
"""Writes calibration/*.f32: made-up pictures as NCHW float32, divided by 255 already, which hb_mapper does once more."""
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../../rules/PRE010"))
sys.dont_write_bytecode = True
from make_images import each, flat, scene, unit  # noqa: E402


def main():
    (HERE / "calibration").mkdir(exist_ok=True)
    for i in range(20):
        values = flat(each(scene(60 + i, 32, 32), unit), "NCHW")
        (HERE / "calibration" / f"{i:03}.f32").write_bytes(struct.pack(f"<{len(values)}f", *values))


if __name__ == "__main__":
    main()
