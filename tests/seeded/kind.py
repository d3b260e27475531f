"""The list of defect kinds. A kind is a function that edits a config and returns where its rule must report:

    a line, or a tuple of lines each of which will do, of the kind's code; or {code: line or lines} for several codes.
"""
import re
from dataclasses import dataclass

M, I, CAL, COMP = "model_parameters", "input_parameters", "calibration_parameters", "compiler_parameters"
KINDS = []


@dataclass
class Kind:
    name: str
    family: str
    codes: tuple      # any one of these is a hit
    what: str
    edit: object
    when: object
    also: tuple       # errors that the same defect explains
    severity: str     # None: any
    function: str     # one edit may stand for several kinds, by its arguments


def kind(family, codes, what, when=None, also=(), severity=None, function=None):
    codes = (codes,) if isinstance(codes, str) else codes

    def add(edit):
        KINDS.append(Kind(edit.__name__, family, codes, what, edit, when, also, severity,
                          function or edit.__name__))
        return edit
    return add


def each(family, codes, what, values, **rest):
    """One kind for each of `values`: (suffix, arguments of the edit…)."""
    def add(edit):
        for suffix, *arguments in values:
            def one(t, arguments=arguments):
                return edit(t, *arguments)
            one.__name__ = f"{edit.__name__}_{re.sub('[^A-Za-z0-9]+', '_', suffix)}"
            kind(family, codes, what.format(suffix), function=edit.__name__, **rest)(one)
        return edit
    return add


# ---- what a kind asks of its base ---------------------------------------------------------------
def march(t):
    return t.value(M, "march")


def nash(t):
    return march(t).startswith("nash")


def mapper(t):
    return not nash(t)


def x3(t):
    return march(t) == "bernoulli2"


def several(t):
    return len(t.items(I, "input_type_rt")) > 1


def single(t):
    return not several(t)


def types(t):
    return t.items(I, "input_type_rt")


def image(t):
    return "featuremap" not in types(t)


def colour(t):
    """Index of the first input with three channels in 8 bits; None without."""
    for i, name in enumerate(t.items(I, "input_type_train")):
        if name in ("rgb", "bgr"):
            return i
    return None


def both(*tests):
    return lambda t: all(test(t) for test in tests)


def rt(name):
    return lambda t: name in types(t)


def not_rt(*names):
    return lambda t: not any(name in types(t) for name in names)


def has(section, key):
    return lambda t: t.has(section, key)


def lacks(section, key):
    return lambda t: not t.has(section, key)


def first(t):
    """Name of the first input."""
    return t.items(I, "input_name")[0]


def shape(t, index=0):
    return t.items(I, "input_shape")[index]


def set_dim(t, index, axis, value):
    dims = shape(t, index).split("x")
    dims[axis] = str(value)
    return t.set_item(I, "input_shape", index, "x".join(dims))


def channel_axis(t, index=0):
    return 1 if t.items(I, "input_layout_train")[index] == "NCHW" else 3
