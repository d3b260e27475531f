"""Writes the small ONNX files of the bench: named inputs and nodes, no weights."""

FLOAT = 1


def varint(n):
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def number(field, n):
    return varint(field << 3) + varint(n)


def chunk(field, data):
    if isinstance(data, str):
        data = data.encode()
    return varint(field << 3 | 2) + varint(len(data)) + data


def value_info(name, dims):
    shape = b"".join(chunk(1, number(1, d)) for d in dims)
    return chunk(1, name) + chunk(2, chunk(1, number(1, FLOAT) + chunk(2, shape)))


def model(inputs, nodes):
    """`inputs`: (name, dims); each node is a Relu of its name, in a chain from the first input; every
    input reaches an output of its own dims."""
    parts, outputs = [], []
    for at, (name, dims) in enumerate(inputs):
        last = name
        for node in nodes if at == 0 else []:
            parts.append(chunk(1, chunk(1, last) + chunk(2, node + "_output_0") + chunk(3, node) + chunk(4, "Relu")))
            last = node + "_output_0"
        parts.append(chunk(1, chunk(1, last) + chunk(2, f"out{at}") + chunk(3, f"/tail{at}") + chunk(4, "Relu")))
        outputs.append((f"out{at}", dims))
    graph = b"".join(parts) + chunk(2, "bench")
    graph += b"".join(chunk(11, value_info(*i)) for i in inputs)
    graph += b"".join(chunk(12, value_info(*o)) for o in outputs)
    opset = chunk(1, "") + number(2, 11)
    return number(1, 7) + chunk(2, "bench") + chunk(7, graph) + chunk(8, opset)
