#!/usr/bin/env python3
"""Writes a compiled model and dumps of its outputs for the benchmarks. Plain Python 3, no packages.

    make_artifact.py bin DIR    detector.bin of 4 MB, nine heads of hb_mapper with and without their Dequantize, and a contract
    make_artifact.py dumps DIR  30 dumps of 4000 bytes, the metadata of their output and a contract
"""
import json
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "seeded"))
from onnx_wire import chunk, number, varint  # noqa: E402

BIN_BYTES = 4 << 20
FLOAT, UINT8, INT32 = 1, 3, 6
STRIDES, CHANNELS = (8, 16, 32), (80, 64, 32)


def packed(numbers):
    return b"".join(varint(n) for n in numbers)


def hbm(tag, name, inputs, outputs, size):
    """A version 3 .hbm of one model. Tensors: (name, valid NHWC, aligned NHWC, type, source, bytes)."""
    head, struct_bytes, descriptor = 0xB8, 0x138, 100
    f = bytearray(head + 16)
    f[0:16] = b"#" + tag.ljust(3) + b"hbm#########"
    f[0x1C:0x25], f[0x3C:0x43] = b"3.15.55.0", b"3.49.15"

    def put(at, value, form="<I"):
        struct.pack_into(form, f, at, value)

    def text(s):
        at = len(f)
        f.extend(s.encode() + b"\0")
        return at

    put(0x68, 0xA8)
    put(0x70, 1)
    m, tensors = len(f), inputs + outputs
    table = m + struct_bytes
    f.extend(bytes(struct_bytes + len(tensors) * descriptor))
    name_at, options = text(name), text("--march bayes-e --O3")
    put(head, m - 16, "<Q")
    put(head + 8, name_at - 16, "<Q")
    put(m + 0x80, name_at - m)
    f[m + 0x84:m + 0x84 + len(tag)] = tag
    put(m + 0x8C, options - m)
    put(m + 0xE0, table - m)
    put(m + 0xE4, len(tensors))
    for i, (label, valid, aligned, kind, source, size_of) in enumerate(tensors):
        d = table + i * descriptor
        put(d, text(label) - d)
        put(d + 4, i)
        for j in range(4):
            put(d + 16 + 4 * j, aligned[j])
            put(d + 32 + 4 * j, valid[j])
        put(d + 52, kind)
        put(d + 60, source)
        put(d + 64, 1 if i < len(inputs) else 2)
        put(d + 80, size_of)
    for field, first, n in ((0x110, 0, len(inputs)), (0x118, len(inputs), len(outputs))):
        put(m + field, len(f) - m)
        put(m + field + 4, n)
        f.extend(b"".join(struct.pack("<Q", first + i) for i in range(n)))
    f.extend(bytes(max(0, size - len(f))))
    put(0x6C, len(f) - 16)
    return bytes(f)


def value(name, elem, dims):
    return chunk(1, name) + chunk(2, number(1, elem) + chunk(2, packed(dims)))


def floats(name, values):
    return (chunk(1, number(1, FLOAT) + chunk(2, packed([len(values)])))
            + chunk(2, struct.pack(f"<{len(values)}f", *values)) + chunk(8, name))


def node(name, op, inputs, outputs):
    return b"".join(chunk(1, i) for i in inputs) + b"".join(chunk(2, o) for o in outputs) + chunk(3, name) + chunk(4, op)


def make_bin(folder):
    heads, raw, nodes, tensors, outputs = [], [], [], [], []
    settings = {"MARCH": "bayes-e", "BUILDER_VERSION": "1.24.3", "HBDK_RUNTIME_VERSION": "3.15.55.0",
                "INPUT_NAMES": "images;", "INPUT_TYPE_RT": "nv12;", "REMOVE_NODE_TYPE": ""}
    deleted = {}
    for i, (stride, channels) in enumerate((s, c) for s in STRIDES for c in CHANNELS):
        name, side = f"head{i}", 640 // stride
        dims, q = [1, side, side, channels], f"head{i}_quantized"
        heads.append((q, dims, dims, 3, 0, side * side * channels * 4))
        raw.append(q)
        tensors.append(floats(f"{name}_x_scale", [0.001 + 0.00001 * c for c in range(channels)]))
        if i % 2:  # keeps its Dequantize
            nodes.append(node(f"{name}_HzDequantize", "Dequantize", [q, f"{name}_x_scale"], [name]))
            outputs.append(value(name, FLOAT, dims))
        else:
            deleted[f"{name}_HzDequantize"] = "Dequantize"
            settings[f"NODE_{name}_HzDequantize"] = f"{name}_HzDequantize: scale: [0.001]; zero point: 0"
            settings[f"DN_M_{name}"] = q
            settings[f"DN_D_{q}_scale"] = f"{name}_x_scale"
            settings[f"DN_D_{q}_axis"] = "3"
            settings[f"DN_D_{q}_zeropoint"] = ""
            settings[f"DN_D_{q}_valueinfo"] = name
            outputs.append(value(name, INT32, dims))
    settings["DELETED_NODES"] = " ".join(deleted) + " "
    settings["DELETED_NODE_INFO"] = json.dumps(deleted)
    seen = [f"head{i}" if not i % 2 else q for i, q in enumerate(raw)]
    nodes.insert(0, node("det_subgraph_0", "BPU", ["images"], seen))
    model = hbm(b"B2E", "det_subgraph_0", [("images", [1, 640, 640, 3], [1, 640, 640, 4], 1, 2, 640)], heads, BIN_BYTES)
    tensors.append(chunk(1, number(1, 8)) + chunk(5, model) + chunk(8, "PACKED_HBM_MODEL"))
    graph = b"".join(chunk(1, n) for n in nodes) + chunk(2, "detector") + b"".join(chunk(3, t) for t in tensors)
    graph += chunk(4, value("images", UINT8, [1, 640, 640, 3])) + b"".join(chunk(5, o) for o in outputs)
    graph += chunk(7, packed([7])) + chunk(8, packed([2]))
    entries = b"".join(chunk(1, chunk(1, k) + chunk(2, v)) for k, v in settings.items())
    (folder / "detector.bin").write_bytes(number(1, 1) + number(2, 1) + chunk(5, graph) + chunk(6, entries))
    contract = '[target]\nboard = "RDK X5"\n\n[artifact]\nfile = "detector.bin"\n'
    for i in range(len(raw)):
        kind = 'read_as = "float32"\ndecode = "none"' if i % 2 else 'read_as = "int32"\ndecode = "per_axis"\naxis = 3'
        contract += f'\n[[output]]\nname = "head{i}"\n{kind}\nassume_contiguous = true\n'
    (folder / "contract.toml").write_text(contract)


def make_dumps(folder):
    n = 1000
    (folder / "out").mkdir(exist_ok=True)
    for i in range(30):
        q = [(c * 2654435761 + i * 40503) % 160001 - 80000 for c in range(n)]
        (folder / "out" / f"{i:08}.bin").write_bytes(struct.pack(f"<{n}i", *q))
    output = {"name": "logits", "dtype": "int32", "shape": [1, n], "strides_bytes": [4 * n, 4],
              "quantization": {"axis": 1, "scale": [0.0002 + 0.0000003 * c for c in range(n)], "zero_point": [0] * n}}
    (folder / "det.metadata.json").write_text(json.dumps({"march": "nash-e", "outputs": [output]}))
    (folder / "contract.toml").write_text(
        '[artifact]\nfile = "det.metadata.json"\n\n[[output]]\nname = "logits"\nread_as = "float32"\n'
        'decode = "none"\nconsumer = "argmax"\ndump = "out/*.bin"\n')


if __name__ == "__main__":
    what, where = sys.argv[1], pathlib.Path(sys.argv[2])
    where.mkdir(parents=True, exist_ok=True)
    {"bin": make_bin, "dumps": make_dumps}[what](where)
