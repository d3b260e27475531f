#!/usr/bin/env python3
"""Writes ONNX models for the benchmarks. Plain Python 3, no packages.

    make_onnx.py big PATH [MEGABYTES]   conv and gemm weights as raw_data; 500 MB; a sparse file
    make_onnx.py qdq PATH [NODES]       Q/DQ graph with scale and zero-point initialisers; 20 000 nodes
"""
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "seeded"))
from onnx_wire import chunk as message, number, value_info as value, varint  # noqa: E402

FLOAT, INT8 = 1, 3


def ints(name, values):
    return message(5, message(1, name) + b"".join(number(8, v) for v in values) + number(20, 7))


def node(op, inputs, outputs, name, attributes=b""):
    return (b"".join(message(1, i) for i in inputs) + b"".join(message(2, o) for o in outputs)
            + message(3, name) + message(4, op) + attributes)


def tensor(name, dtype, dims, raw):
    return b"".join(number(1, d) for d in dims) + number(2, dtype) + message(8, name) + message(9, raw)


class Hole(int):
    """So many zero bytes, not written but sought over."""


def tensor_head(name, dtype, dims, size):
    """A tensor whose raw_data is a hole at its end."""
    return (b"".join(number(1, d) for d in dims) + number(2, dtype) + message(8, name)
            + varint(9 << 3 | 2) + varint(size))


def write(path, parts):
    """`parts`: the fields of the graph, as bytes and holes."""
    head = number(1, 8) + message(2, "make_onnx") + message(8, message(1, "") + number(2, 19))
    size = sum(p if isinstance(p, Hole) else len(p) for p in parts)
    with open(path, "wb") as f:
        f.write(head + varint(7 << 3 | 2) + varint(size))
        for p in parts:
            if isinstance(p, Hole):
                f.seek(p, 1)
            else:
                f.write(p)
        f.truncate(f.tell())


def big(path, megabytes):
    channels, side = 1024, 3
    each = channels * channels * side * side * 4          # 37.7 MB
    gemm = 1000 * channels * 4
    layers = max(1, (megabytes * 1000 * 1000 - gemm) // each)
    nodes, weights, last = [], [], "x"
    for i in range(layers):
        nodes.append(message(1, node("Conv", [last, f"w{i}", f"b{i}"], [f"c{i}"], f"conv{i}",
                                     ints("kernel_shape", [side, side]) + ints("pads", [1, 1, 1, 1]))))
        nodes.append(message(1, node("Relu", [f"c{i}"], [f"r{i}"], f"relu{i}")))
        last = f"r{i}"
        head = tensor_head(f"w{i}", FLOAT, [channels, channels, side, side], each)
        weights += [varint(5 << 3 | 2) + varint(len(head) + each) + head, Hole(each),
                    message(5, tensor(f"b{i}", FLOAT, [channels], struct.pack("<f", 0.5) * channels))]
    nodes.append(message(1, node("GlobalAveragePool", [last], ["pool"], "pool")))
    nodes.append(message(1, node("Flatten", ["pool"], ["flat"], "flatten")))
    nodes.append(message(1, node("Gemm", ["flat", "wfc"], ["logits"], "fc",
                                 message(5, message(1, "transB") + number(3, 1) + number(20, 2)))))
    head = tensor_head("wfc", FLOAT, [1000, channels], gemm)
    weights += [varint(5 << 3 | 2) + varint(len(head) + gemm) + head, Hole(gemm)]
    ends = [message(11, value("x", [1, channels, 14, 14])), message(12, value("logits", [1, 1000]))]
    write(path, nodes + [message(2, "big")] + weights + ends)


def qdq(path, count):
    """Groups of five nodes: quantize and dequantize the activation, dequantize a weight, convolve, activate."""
    nodes, stored, last = [], [], "x"
    for i in range(count // 5):
        p = f"/model/layer{i}"
        nodes += [
            node("QuantizeLinear", [last, f"{p}/x_scale", f"{p}/x_zero_point"], [f"{p}/x_q"], f"{p}/QuantizeLinear"),
            node("DequantizeLinear", [f"{p}/x_q", f"{p}/x_scale", f"{p}/x_zero_point"], [f"{p}/x_dq"],
                 f"{p}/DequantizeLinear"),
            node("DequantizeLinear", [f"{p}/w_q", f"{p}/w_scale", f"{p}/w_zero_point"], [f"{p}/w_dq"],
                 f"{p}/DequantizeLinear_w"),
            node("Conv", [f"{p}/x_dq", f"{p}/w_dq"], [f"{p}/Conv_output_0"], f"{p}/Conv",
                 ints("kernel_shape", [1, 1])),
            node("Relu", [f"{p}/Conv_output_0"], [f"{p}/Relu_output_0"], f"{p}/Relu"),
        ]
        last = f"{p}/Relu_output_0"
        stored += [
            tensor(f"{p}/x_scale", FLOAT, [], struct.pack("<f", 0.01)),
            tensor(f"{p}/x_zero_point", INT8, [], b"\0"),
            tensor(f"{p}/w_q", INT8, [8, 8, 1, 1], bytes(64)),
            tensor(f"{p}/w_scale", FLOAT, [], struct.pack("<f", 0.02)),
            tensor(f"{p}/w_zero_point", INT8, [], b"\0"),
        ]
    ends = [message(11, value("x", [1, 8, 14, 14])), message(12, value(last, [1, 8, 14, 14]))]
    write(path, [message(1, n) for n in nodes] + [message(2, "qdq")] + [message(5, t) for t in stored] + ends)


def main(arguments):
    if len(arguments) not in (2, 3) or arguments[0] not in ("big", "qdq"):
        sys.exit(__doc__)
    if arguments[0] == "big":
        big(arguments[1], int(arguments[2]) if len(arguments) == 3 else 500)
    else:
        qdq(arguments[1], int(arguments[2]) if len(arguments) == 3 else 20000)


if __name__ == "__main__":
    main(sys.argv[1:])
