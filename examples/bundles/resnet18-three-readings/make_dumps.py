#!/usr/bin/env python3
"""Writes out/00000071.bin … out/00000100.bin: 30 outputs of a classifier with 1000 int32 scores each, one scale a class.

The data is made up; its shape is that of a measurement on a ResNet18 for nash-e. In 9 of the 30 the class with the best
score has a large scale and a smaller integer than a rival with a small scale; in the others one class leads both ways.
More than half of all scores are negative, as they are for most classes of most images.
"""
import json
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
METADATA = HERE / "../resnet18-hbm-argmax/build/resnet18_nashe.metadata.json"
IMAGES = range(71, 101)
RIVALLED = {72, 76, 79, 82, 85, 88, 91, 94, 98}
NEGATIVE = {76: 553}  # elsewhere 559 or 560
LEADER, RIVAL, CROWD = 15.9, 14.51, 6.5  # scores; those of the crowd are smaller


class Random:
    """A linear congruential generator: the same numbers under every Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def main():
    scales = json.loads(METADATA.read_text())["models"][0]["outputs"][0]["quantization"]["scale"]
    by_scale = sorted(range(len(scales)), key=lambda c: scales[c])
    extra = 0
    (HERE / "out").mkdir(exist_ok=True)
    for image in IMAGES:
        random = Random(image)
        if image == 76:
            leader, rival = 424, 415
        else:  # scales far enough apart that the integers turn the order round
            leader, rival = by_scale[-1 - random.below(100)], by_scale[random.below(100)]
        negative = NEGATIVE.get(image)
        if negative is None:
            negative = 560 if extra < 6 else 559
            extra += 1
        others = random.shuffled(c for c in range(len(scales)) if c not in (leader, rival))
        q = [0] * len(scales)
        for i, c in enumerate(others):
            score = CROWD * (1 + random.below(1000)) / 1000
            q[c] = max(1, round(score / scales[c])) * (-1 if i < negative else 1)
        q[leader] = round(LEADER / scales[leader])
        q[rival] = round((RIVAL if image in RIVALLED else CROWD) / scales[rival])
        (HERE / "out" / f"{image:08}.bin").write_bytes(struct.pack(f"<{len(q)}i", *q))


if __name__ == "__main__":
    main()
