#!/usr/bin/env python3
"""Writes the images of these examples: made-up scenes, some of them in both sets at other sizes."""
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../PRE010"))
sys.dont_write_bytecode = True
from make_images import each, png, scene  # noqa: E402


def halved(rows):
    """The mean of two by two pixels."""
    return [[[(a + b + c + d + 2) // 4 for a, b, c, d in zip(rows[y][x], rows[y][x + 1], rows[y + 1][x], rows[y + 1][x + 1])]
             for x in range(0, len(rows[0]) - 1, 2)] for y in range(0, len(rows) - 1, 2)]


def main():
    for name in ("fail-resized", "pass-different", "pass-equal-content", "pass-waived"):
        for i in range(2):
            png(HERE / name / "calibration" / f"cal_{i}.png", scene(80 + i, 48, 36))
    png(HERE / "fail-resized" / "evaluation" / "val_7.png", halved(scene(81, 48, 36)))
    png(HERE / "fail-resized" / "evaluation" / "val_8.png", each(scene(80, 48, 36), lambda p: [min(255, c + 6) for c in p]))
    png(HERE / "fail-resized" / "evaluation" / "val_9.png", scene(90, 40, 30))
    png(HERE / "pass-waived" / "evaluation" / "val_7.png", halved(scene(81, 48, 36)))
    for i in range(3):
        png(HERE / "pass-different" / "evaluation" / f"val_{i}.png", scene(90 + i, 40, 30))
    # images without contrast look like each other and say nothing
    for where in ("calibration/white.png", "evaluation/grey.png"):
        png(HERE / "pass-different" / where, [[[250 if "white" in where else 128] * 3] * 20] * 15)
    (HERE / "pass-equal-content" / "evaluation").mkdir(exist_ok=True)
    shutil.copyfile(HERE / "pass-equal-content/calibration/cal_1.png", HERE / "pass-equal-content/evaluation/val_3.png")


if __name__ == "__main__":
    main()
