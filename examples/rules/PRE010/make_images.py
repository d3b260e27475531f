#!/usr/bin/env python3
"""Writes the images and tensors of these examples: scenes of waves and boxes, preprocessed rightly and wrongly."""
import math
import pathlib
import struct
import zlib

HERE = pathlib.Path(__file__).resolve().parent
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


class Random:
    """A linear congruential generator: the same numbers under every Python."""

    def __init__(self, seed):
        self.state = seed

    def unit(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) / 2**31


def scene(seed, width, height, grey=False):
    """Rows of pixels (red, green, blue)."""
    random = Random(seed)
    waves = [[random.unit() for _ in range(6)] for _ in range(5)]
    boxes = [[random.unit() for _ in range(7)] for _ in range(5)]
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            u, v = (x + 0.5) / width, (y + 0.5) / height
            pixel = [125.0, 115.0, 105.0]
            for b in boxes:
                if b[0] * 0.8 <= u < b[0] * 0.8 + 0.3 and b[1] * 0.8 <= v < b[1] * 0.8 + 0.3:
                    pixel = [255 * c for c in b[2:5]]
            for w in waves:
                s = math.sin((w[0] - 0.5) * 12 * u + (w[1] - 0.5) * 12 * v + 6.28 * w[2])
                pixel = [p + 50 * (a - 0.5) * s for p, a in zip(pixel, w[3:6])]
            pixel = [min(255, max(0, round(p))) for p in pixel]
            row.append([pixel[1]] * 3 if grey else pixel)
        rows.append(row)
    return rows


def png(path, rows):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    raw = b"".join(b"\0" + bytes(c for p in row for c in p) for row in rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def flat(rows, layout):
    """The values in the order of the file."""
    if layout == "NHWC":
        return [c for row in rows for p in row for c in p]
    return [p[c] for c in range(3) for row in rows for p in row]


def npy(path, values, shape, descr="<f4"):
    code = {"<f4": "f", "<f8": "d", "|u1": "B", "|i1": "b"}[descr]
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, tuple(shape))
    text += " " * (-(len(text) + 11) % 64) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
                     + struct.pack("<%d%s" % (len(values), code), *values))


def each(rows, change):
    return [[change(p) for p in row] for row in rows]


def bgr(p):
    return p[::-1]


def unit(p):
    return [c / 255 for c in p]


def standard(p):
    return [(c - m) / s for c, m, s in zip(p, MEAN, STD)]


def normal(p):
    return standard(unit(p))


def crop(rows, side):
    """The square in the middle."""
    top, left = (len(rows) - side) // 2, (len(rows[0]) - side) // 2
    return [row[left:left + side] for row in rows[top:top + side]]


def main():
    image = scene(7, 20, 16)
    square = crop(image, 16)
    other = crop(scene(8, 20, 16), 16)
    grey = scene(9, 20, 16, grey=True)
    chw, hwc = (1, 3, 16, 16), (1, 16, 16, 3)

    def example(name, source, rows, layout, shape, descr="<f4"):
        png(HERE / name / "cat.png", source)
        npy(HERE / name / "cat.npy", flat(rows, layout), shape, descr)

    example("fail-bgr", image, each(square, lambda p: normal(bgr(p))), "NCHW", chw)
    example("fail-not-normalised", image, square, "NHWC", hwc)
    example("fail-only-divided", image, each(square, unit), "NCHW", chw)
    example("fail-twice", image, each(square, lambda p: standard(normal(p))), "NCHW", chw, "<f8")
    example("fail-normalised-for-hb-mapper", image, each(square, normal), "NCHW", chw)
    example("fail-reshaped", image, each(square, normal), "NHWC", chw)
    # 20 x 16 stretched: every fifth column is left out, as nearest neighbour does
    stretched = [[row[int(x * 20 / 16)] for x in range(16)] for row in image]
    example("fail-other-resize", image, each(stretched, normal), "NCHW", chw)
    example("pass-normalised", image, each(square, normal), "NCHW", chw)
    example("pass-bgr-is-due", image, each(square, lambda p: [c - m for c, m in zip(bgr(p), (104, 117, 123))]), "NHWC", hwc)
    example("pass-raw-for-hb-mapper", image, square, "NHWC", hwc, "|u1")
    example("unknown-other-image", image, each(other, normal), "NCHW", chw)
    example("unknown-grey", grey, each(crop(grey, 16), normal), "NCHW", chw)
    example("unknown-nothing-due", image, each(square, normal), "NCHW", chw)
    example("unknown-graph-normalises", image, square, "NCHW", chw)
    example("unknown-quantised", image, each(square, lambda p: [c - 128 for c in p]), "NCHW", chw, "|i1")
    example("unknown-damaged", image, each(square, normal), "NCHW", chw)
    damaged = HERE / "unknown-damaged" / "cat.png"
    damaged.write_bytes(damaged.read_bytes()[:200])
    # sets of images and raw files, paired by name
    for i in range(3):
        rows = scene(20 + i, 20, 16)
        png(HERE / "pass-folders" / "images" / f"{i}.png", rows)
        data = struct.pack("<768f", *flat(each(crop(rows, 16), normal), "NCHW"))
        (HERE / "pass-folders" / "tensors").mkdir(exist_ok=True)
        (HERE / "pass-folders" / "tensors" / f"{i}.bin").write_bytes(data)


if __name__ == "__main__":
    main()
