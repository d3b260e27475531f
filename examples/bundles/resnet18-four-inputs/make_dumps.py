#!/usr/bin/env python3
"""Writes images/*.png and tensors/{right,bgr,raw,twice}/*.npy: made-up pictures, and what four preprocessing scripts make of them.

All bring the shorter side to 36 pixels and cut 32 x 32 out of the middle. `right` normalises once, with ImageNet's mean and
standard deviation; `bgr` has red and blue exchanged before; `raw` leaves 0 to 255; `twice` normalises the result again.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../../rules/PRE010"))
sys.dont_write_bytecode = True
from make_images import bgr, crop, each, flat, normal, npy, png, scene, standard  # noqa: E402


def resized(rows, width, height):
    """Bilinear between four neighbours, half-pixel centres, rounded to bytes."""
    def taps(i, to, size):
        x = min(max((i + 0.5) * size / to - 0.5, 0), size - 1)
        low = min(int(x), size - 1)
        return low, min(low + 1, size - 1), x - low

    out = []
    for y in range(height):
        top, bottom, v = taps(y, height, len(rows))
        row = []
        for x in range(width):
            left, right, u = taps(x, width, len(rows[0]))
            row.append([round((a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v) for a, b, c, d in
                        zip(rows[top][left], rows[top][right], rows[bottom][left], rows[bottom][right])])
        out.append(row)
    return out


def main():
    ways = {"right": normal, "bgr": lambda p: normal(bgr(p)), "raw": lambda p: p, "twice": lambda p: standard(normal(p))}
    for i in range(3):
        rows = scene(40 + i, 64, 48)
        png(HERE / "images" / f"{i:03}.png", rows)
        small = crop(resized(rows, 48, 36), 32)
        for way, change in ways.items():
            npy(HERE / "tensors" / way / f"{i:03}.npy", flat(each(small, change), "NCHW"), (1, 3, 32, 32))


if __name__ == "__main__":
    main()
