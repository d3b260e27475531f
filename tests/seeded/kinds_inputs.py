"""Defects of the inputs: list lengths, types, shapes, options against each other, sources, normalisation."""
from config_text import Absent
from kind import *

LISTS, INPUTS, CONFLICTS, SOURCES, NORM = ("List lengths", "Types and shapes", "Conflicting options", "Input sources",
                                           "Normalisation values")


# ---- lengths --------------------------------------------------------------------------------
def require(t, section, key):
    if not t.has(section, key):
        raise Absent(key)


@each(LISTS, "CFG009", "one item too few: {}", [
    (key, section, key) for section, key in (
        (I, "input_type_rt"), (I, "input_type_train"), (I, "input_layout_train"), (I, "input_shape"),
        (I, "input_space_and_range"), (I, "norm_type"), (I, "mean_value"), (I, "scale_value"), (CAL, "cal_data_dir"),
        (CAL, "cal_data_type"))],
      when=several)
def too_few(t, section, key):
    require(t, section, key)
    return t.set(section, key, t.value(section, key).rsplit(";", 1)[0])


@kind(LISTS, ("CFG009", "CFG017"), "one item too few: input_name", when=several)
def too_few_names(t):
    return too_few(t, I, "input_name")


@kind(LISTS, "CFG009", "one item too few: input_name, the graph is not there", when=several, also=("CFG013",))
def too_few_names_without_graph(t):
    t.graph = None
    return too_few(t, I, "input_name")


@each(LISTS, "CFG009", "one item too many: {}", [
    (key, section, key, extra) for section, key, extra in (
        (I, "input_type_rt", "featuremap"), (I, "input_layout_train", "NCHW"), (I, "input_shape", "1x3x32x32"),
        (I, "mean_value", "128"), (CAL, "cal_data_dir", "./more"))])
def too_many(t, section, key, extra):
    require(t, section, key)
    return t.set(section, key, t.value(section, key) + ";" + extra)


@kind(LISTS, ("CFG009", "CFG011"), "commas between the items of input_shape", when=several)
def comma_between_shapes(t):
    return t.set(I, "input_shape", t.value(I, "input_shape").replace("; ", ",").replace(";", ","))


# ---- types ----------------------------------------------------------------------------------
@each(INPUTS, "CFG010", "illegal conversion: {}", [
    (f"{train}_to_{rt}", train, rt) for train, rt in (
        ("rgb", "gray"), ("gray", "nv12"), ("gray", "rgb"), ("yuv444", "rgb"), ("bgr", "featuremap"),
        ("featuremap", "nv12"), ("featuremap", "rgb"), ("gray", "yuv444"))],
      also=("CFG012", "CFG013"))
def type_pair(t, train, runtime):
    types_train, types_rt = t.items(I, "input_type_train"), types(t)
    # One of the two must be there: the edit changes one place.
    if types_train[0] == train and types_rt[0] != runtime:
        other = t.line(I, "input_type_train")
        return (t.set_item(I, "input_type_rt", 0, runtime), other)
    if types_rt[0] == runtime and types_train[0] != train:
        other = t.line(I, "input_type_rt")
        return (t.set_item(I, "input_type_train", 0, train), other)
    raise Absent(train)


@kind(INPUTS, "CFG010", "yuv444 with NCHW on X3", when=both(x3, rt("yuv444")))
def x3_yuv444_nchw(t):
    return t.set(I, "input_layout_rt", "NCHW")


# ---- shapes ---------------------------------------------------------------------------------
def spatial(t, which):
    """Axis of height or width of the first input."""
    return (2 if which == "height" else 3) - (channel_axis(t) == 3)


def graph_too(t):
    """The graph has the dims that the config states, so that they are wrong for the input type only."""
    if t.graph:
        t.graph[0] = (t.graph[0][0], tuple(int(n) for n in shape(t).split("x")))


@each(INPUTS, "CFG011", "nv12 with an odd {}", [("height", "height"), ("width", "width")], when=rt("nv12"))
def odd_nv12(t, which):
    axis = spatial(t, which)
    line = set_dim(t, 0, axis, int(shape(t).split("x")[axis]) - 1)
    graph_too(t)
    return line


@kind(INPUTS, "CFG011", "yuv444 with an odd width under hb_mapper", when=both(mapper, rt("yuv444")))
def odd_yuv444(t):
    return set_dim(t, 0, spatial(t, "width"), 299)


@each(INPUTS, "CFG011", "{} channels for a colour image", [("4", 4), ("1", 1)], when=lambda t: colour(t) == 0)
def colour_channels(t, count):
    line = set_dim(t, 0, channel_axis(t), count)
    graph_too(t)
    return line


@kind(INPUTS, "CFG011", "3 channels for a gray image", when=rt("gray"))
def gray_channels(t):
    line = set_dim(t, 0, channel_axis(t), 3)
    graph_too(t)
    return line


@each(INPUTS, "CFG011", "malformed input_shape: {}", [
    ("commas", lambda s: s.replace("x", ",")), ("capital_x", lambda s: s.replace("x", "X")),
    ("letters", lambda s: s.rsplit("x", 1)[0] + "xW"), ("asterisks", lambda s: s.replace("x", "*")),
    ("zero", lambda s: s.rsplit("x", 1)[0] + "x0"), ("negative", lambda s: s.rsplit("x", 1)[0] + "x-1"),
    ("brackets", lambda s: "(" + s + ")")])
def shape_text(t, change):
    return t.set_item(I, "input_shape", 0, change(shape(t)))


@each(INPUTS, "CFG011", "an image of {} dims", [("3", 1), ("2", 2)], when=image)
def image_rank(t, drop):
    line = t.set_item(I, "input_shape", 0, shape(t).split("x", drop)[drop])
    graph_too(t)
    return line


@kind(INPUTS, ("CFG011", "CFG017"), "NHWC dims under input_layout_train NCHW",
      when=lambda t: colour(t) == 0 and channel_axis(t) == 1)
def dims_in_other_layout(t):
    n, c, h, w = shape(t).split("x")
    return t.set_item(I, "input_shape", 0, "x".join((n, h, w, c)))


@kind(INPUTS, ("CFG011", "CFG017"), "a graph with NHWC dims under input_layout_train NCHW",
      when=lambda t: colour(t) == 0 and channel_axis(t) == 1)
def graph_in_other_layout(t):
    line = dims_in_other_layout(t)
    graph_too(t)
    return (line, t.line(I, "input_layout_train"))


@kind(INPUTS, "CFG011", "input_batch while the shape has a batch", when=single)
def batch_twice(t):
    batch = t.line(I, "input_batch") if t.has(I, "input_batch") else t.add(I, "input_batch: 4")
    return (set_dim(t, 0, 0, 4), batch)


@kind(INPUTS, "CFG011", "input_batch with several inputs under hb_mapper", when=both(mapper, several))
def batch_of_several(t):
    return t.add(I, "input_batch: 4")


# ---- against the graph ----------------------------------------------------------------------
@kind(INPUTS, "CFG017", "input_name is not the graph's", also=("CFG012",), when=has(M, "onnx_model"))
def name_of_no_input(t):
    if not t.has(I, "input_name"):
        return t.set_raw(I, "input_name", '"data_0"')
    return t.set_item(I, "input_name", 0, "data_0")


@kind(INPUTS, "CFG017", "input_shape is not the graph's", when=has(M, "onnx_model"))
def shape_of_no_input(t):
    axis = len(shape(t).split("x")) - (2 if channel_axis(t) == 3 and image(t) else 1)
    return set_dim(t, 0, axis, int(shape(t).split("x")[axis]) * 2)


@kind(INPUTS, "CFG017", "height and width are exchanged", when=lambda t: t.has(M, "onnx_model") and image(t) and
      len(set(shape(t).split("x"))) == 4)
def exchanged_dims(t):
    dims = shape(t).split("x")
    a, b = spatial(t, "height"), spatial(t, "width")
    dims[a], dims[b] = dims[b], dims[a]
    return t.set_item(I, "input_shape", 0, "x".join(dims))


@kind(INPUTS, "CFG017", "input_layout_train is not the graph's", when=lambda t: t.has(M, "onnx_model") and
      (image(t) or colour(t) == 0))
def layout_of_no_graph(t):
    other = "NHWC" if channel_axis(t) == 1 else "NCHW"
    return (t.set_item(I, "input_layout_train", 0, other), t.line(I, "input_shape"))


@kind(INPUTS, "CFG017", "the graph has one input more", when=both(several, has(M, "onnx_model")))
def graph_with_more_inputs(t):
    t.graph.append(("mask", (1, 1, 8, 8)))
    return t.line(I, "input_name")


# ---- conflicts ------------------------------------------------------------------------------
@kind(CONFLICTS, "CFG012", "scale_value and std_value", when=nash)
def scale_and_std(t):
    if t.has(I, "scale_value"):
        other, key = t.line(I, "scale_value"), "std_value"
        value = ";".join("None" if item == "None" else "58.395 57.12 57.375" if len(item.split()) > 1 or "," in item
                         else "128" for item in t.items(I, "scale_value"))
    elif t.has(I, "std_value"):
        other, key, value = t.line(I, "std_value"), "scale_value", "0.01712475 0.017507 0.01742919"
    else:
        raise Absent("scale_value")
    return (t.add(I, f"{key}: '{value}'"), other)


@kind(CONFLICTS, "CFG012", "onnx_model and caffe_model")
def onnx_and_caffe(t):
    if t.has(M, "onnx_model"):
        other = t.line(M, "onnx_model")
        t.files["net.caffemodel"] = t.files["net.prototxt"] = "layer {}\n"
        at = t.add(M, "caffe_model: ./net.caffemodel")
        t.add(M, "prototxt: ./net.prototxt")
        return (at, at + 1, other)
    others = (t.line(M, "caffe_model"), t.line(M, "prototxt"))
    return (t.add(M, "onnx_model: ./net.onnx"), *others)


@kind(CONFLICTS, "CFG012", "separate_batch and separate_name", when=has(I, "separate_name"))
def separate_both(t):
    return (t.add(I, "separate_batch: true"), t.line(I, "separate_name"))


@kind(CONFLICTS, "CFG012", "separate_name beside separate_batch", when=has(I, "separate_batch"))
def separate_both_by_name(t):
    return (t.add(I, "separate_name: " + first(t)), t.line(I, "separate_batch"))


@each(CONFLICTS, "CFG012", "{} of a featuremap", [
    ("mean_value", "mean_value", "0.5"), ("scale_value", "scale_value", "0.5")], when=rt("featuremap"))
def norm_of_featuremap(t, key, value):
    at = types(t).index("featuremap")
    if t.has(I, key):
        return t.set_item(I, key, at, value)
    items = ["None"] * len(types(t))
    items[at] = value
    return t.add(I, f"{key}: '{';'.join(items)}'")


@kind(CONFLICTS, "CFG012", "bt601_video without nv12", when=not_rt("nv12"))
def video_without_nv12(t):
    value = ";".join(["bt601_video"] + ["regular"] * (len(types(t)) - 1))
    return t.add(I, f"input_space_and_range: '{value}'")


@kind(CONFLICTS, "CFG012", "norm_type no_preprocess beside scale_value",
      when=both(mapper, single, has(I, "scale_value")))
def norm_none(t):
    return (t.set(I, "norm_type", "no_preprocess"), t.line(I, "scale_value"),
            t.line(I, "mean_value") if t.has(I, "mean_value") else 0)


@kind(CONFLICTS, "CFG012", "norm_type data_scale beside mean_value", when=both(mapper, single, has(I, "mean_value")))
def norm_scale_only(t):
    return (t.set(I, "norm_type", "data_scale"), t.line(I, "mean_value"))


@kind(CONFLICTS, ("CFG012", "CFG005"), "norm_type data_mean_and_scale without a mean",
      when=both(mapper, single, lacks(I, "mean_value")))
def norm_without_mean(t):
    return (t.set(I, "norm_type", "data_mean_and_scale"), t.section(I))


@each(CONFLICTS, "CFG012", "{} values for three channels", [("2", 2), ("4", 4)],
      when=lambda t: colour(t) == 0 and t.has(I, "mean_value"))
def mean_count(t, count):
    return t.set_item(I, "mean_value", 0, " ".join(["116.28"] * count))


@kind(CONFLICTS, "CFG012", "two scale values for three channels",
      when=lambda t: colour(t) == 0 and t.has(I, "scale_value"))
def scale_count(t):
    return t.set_item(I, "scale_value", 0, "0.017507 0.017507")


@kind(CONFLICTS, ("CFG012", "CFG008"), "a mean that is no number", when=has(I, "mean_value"))
def mean_word(t):
    return t.set_item(I, "mean_value", 0, "imagenet")


@kind(CONFLICTS, ("CFG012", "CFG008"), "a scale of zero", when=has(I, "scale_value"))
def scale_zero(t):
    return t.set_item(I, "scale_value", 0, "0")


@kind(CONFLICTS, "CFG012", "run_on_cpu names a node of node_info", when=both(mapper, has(M, "node_info")))
def node_info_and_cpu(t):
    return (t.add(CAL, f"run_on_cpu: {t.nodes[-1]}"), t.line(M, "node_info"))


# ---- sources --------------------------------------------------------------------------------
def source(t, name, value):
    """Puts `value` as the source of the input `name`."""
    i = t.line(COMP, "input_source")
    for j in range(i, t.end(COMP)):
        line = t.lines[j - 1]
        at = line.find(name, line.find("input_source:") + 13 if j == i else 0)
        if at >= 0:
            old = line[at + len(name) :].lstrip("'\" :").split(",")[0].split("}")[0].strip("'\" ")
            t.lines[j - 1] = line[: at + len(name)] + line[at + len(name) :].replace(old, value, 1)
            return j
    raise Absent(name)


@kind(SOURCES, "CFG013", "input_source of an input that is not there", when=has(COMP, "input_source"))
def source_of_unknown(t):
    if not t.has(I, "input_name"):
        raise Absent("input_name")
    i = t.line(COMP, "input_source")
    for j in range(i, t.end(COMP)):
        head, key, rest = t.lines[j - 1].rpartition("input_source:")
        if first(t) in rest:
            t.lines[j - 1] = head + key + rest.replace(first(t), "img0", 1)
            return j
    raise Absent(first(t))


@each(SOURCES, "CFG013", "{}", [
    ("nv12_from_ddr", "nv12", "ddr"), ("rgb_from_pyramid", "rgb", "pyramid"), ("rgb_from_resizer", "rgb", "resizer"),
    ("yuv444_from_pyramid", "yuv444", "pyramid"), ("featuremap_from_pyramid", "featuremap", "pyramid"),
    ("featuremap_from_resizer", "featuremap", "resizer")])
def source_for(t, runtime, value):
    if runtime not in types(t):
        raise Absent(runtime)
    name = t.items(I, "input_name")[types(t).index(runtime)]
    if not t.has_line(COMP, "input_source"):
        return t.add(COMP, f"input_source: {{'{name}': '{value}'}}")
    return source(t, name, value)


@kind(SOURCES, ("CFG013", "CFG008"), "an unknown source", when=lambda t: t.has_line(COMP, "input_source"))
def unknown_source(t):
    return source(t, first(t), "camera")


@each(SOURCES, "CFG013", "input_source is {}, not a mapping", [("a_word", "pyramid"), ("a_list", "['pyramid']")],
      when=image)
def source_without_mapping(t, raw):
    if t.has_line(COMP, "input_source") and not t.has(COMP, "input_source"):
        raise Absent("input_source")
    return t.state(COMP, "input_source", raw)


# ---- values of mean and scale ---------------------------------------------------------------
def triplet(t, key, text):
    at = colour(t)
    if at is None or not t.has(I, key):
        raise Absent(key)
    if "," in t.value(I, key):
        text = text.replace(" ", ",")
    return t.set_item(I, key, at, text)


def image_order(t):
    return t.items(I, "input_type_train")[colour(t)]


MEAN = {"rgb": "123.675 116.28 103.53", "bgr": "103.53 116.28 123.675"}


@each(NORM, "PRE003", "scale_value {}", [
    ("255", "255"), ("58_for_each_channel", "58.395 57.12 57.375"), ("127_5", "127.5")],
      when=lambda t: colour(t) is not None)
def inverted_scale(t, value):
    if "58" in value and image_order(t) == "bgr":
        value = " ".join(reversed(value.split()))
    return triplet(t, "scale_value", value)


@kind(NORM, "PRE003", "scale_value 255 of a gray image", when=rt("gray"))
def inverted_scale_gray(t):
    return t.set(I, "scale_value", "255")


@kind(NORM, "PRE004", "the mean in units of 0 to 1", when=lambda t: colour(t) is not None)
def mean_in_unit(t):
    value = "0.485 0.456 0.406"
    return triplet(t, "mean_value", value if image_order(t) == "rgb" else " ".join(reversed(value.split())))


@kind(NORM, ("PRE004", "PRE003"), "the scale in units of 0 to 1",
      when=lambda t: colour(t) is not None)
def scale_in_unit(t):
    value = "4.367 4.464 4.444"
    return triplet(t, "scale_value", value if image_order(t) == "rgb" else " ".join(reversed(value.split())))


@kind(NORM, "PRE004", "std_value in units of 0 to 1", when=has(I, "std_value"))
def std_in_unit(t):
    return triplet(t, "std_value", "0.229 0.224 0.225")


@kind(NORM, "PRE005", "the mean in the order of the other pixel format", when=lambda t: colour(t) is not None)
def mean_in_other_order(t):
    return triplet(t, "mean_value", MEAN["bgr" if image_order(t) == "rgb" else "rgb"])


@each(NORM, "PRE006", "one component of a known mean {}", [
    ("is off", 1, "118.28"), ("stands twice", 0, None)], when=lambda t: colour(t) is not None)
def near_mean(t, at, value):
    parts = MEAN[image_order(t)].split()
    parts[at] = value or parts[1]
    return triplet(t, "mean_value", " ".join(parts))


@kind(NORM, "PRE006", "one component of a known scale is off", when=lambda t: colour(t) is not None)
def near_scale(t):
    parts = ["0.01712475", "0.01757", "0.01742919"]
    return triplet(t, "scale_value", " ".join(parts if image_order(t) == "rgb" else reversed(parts)))


@kind(NORM, "PRE007", "the mean is not that of the training in the contract",
      when=lambda t: colour(t) == 0 and single(t))
def mean_of_other_training(t):
    if not t.has(I, "mean_value") or not (t.has(I, "scale_value") or t.has(I, "std_value")):
        raise Absent("mean_value")
    rgb = image_order(t) == "rgb"
    mean, std = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
    if not rgb:
        mean.reverse(), std.reverse()
    t.files["contract.toml"] = (f'[training]\nnormalize = "mean_std"\nmean = {mean}\nstd = {std}\n'
                                f'pixel_format = "{image_order(t)}"\n')
    return triplet(t, "mean_value", "120 117 104" if rgb else "104 117 120")
