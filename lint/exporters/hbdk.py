#!/usr/bin/env python3
"""Writes the metadata of a compiled model (.hbm) or a converted one (.bc) as JSON for npulint.

Run it where the vendor's hbdk4 is installed:    python3 hbdk.py MODEL.hbm > MODEL.metadata.json
Keep the result beside the model: npulint picks it up there.
"""
import json
import os
import sys


def numbers(value):
    """A scalar, a list or an array as a flat list; None stays None."""
    if value is None:
        return None
    value = value.tolist() if hasattr(value, "tolist") else value
    return [n for v in value for n in numbers(v)] if isinstance(value, (list, tuple)) else [value]


def tensor(arg):
    import numpy

    out = {"name": arg.name, "shape": [int(n) for n in arg.type.shape]}
    dtype = getattr(arg.type, "np_dtype", None)
    if dtype is not None:
        out["dtype"] = numpy.dtype(dtype).name
    strides = numbers(getattr(arg.type, "_strides", None))
    if strides is not None:
        out["strides_bytes"] = strides
    if hasattr(arg.type, "quant_info"):
        quant = arg.type.quant_info
        out["quantization"] = None if quant is None else {  # a valid object may be false
            "axis": quant.channel_axis, "scale": numbers(quant.scales) or [],
            "zero_point": numbers(quant.zero_points) or []}
    return out


def main(path):
    from hbdk4.compiler import Hbm, load

    model = Hbm(path) if path.endswith(".hbm") else load(path)
    version = getattr(model, "toolkit_version", None) or getattr(model, "version", "")
    march = getattr(model, "march_name", None) or getattr(model, "march", None)
    out = {"schema": "npulint-metadata/1", "tool": "hbdk4", "tool_version": str(version),
           "artifact": os.path.basename(path)}
    if march is not None:  # a .bc has none before it is converted
        out["march"] = str(march)
    out["models"] = [{"name": graph.name,
                      "inputs": [tensor(a) for a in graph.flatten_inputs],
                      "outputs": [tensor(a) for a in graph.flatten_outputs]}
                     for graph in model.graphs]
    json.dump(out, sys.stdout, indent=1)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
