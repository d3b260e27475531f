"""Defects of quantisation, calibration, names and of several configs together."""
from bases import BASES
from config_text import Absent
from kind import *
import re

QUANT, NODES, CALIBRATION, NAMES = "quant_config", "node_info and node names", "Calibration", "Names and targets"
SETS = "Several configs"


# ---- quant_config ---------------------------------------------------------------------------
def in_yaml(t):
    return t.has_line(CAL, "quant_config") and not t.value(CAL, "quant_config").endswith(".json")


def in_json(t):
    return t.value(CAL, "quant_config").endswith(".json")


def json_of(t):
    return t.value(CAL, "quant_config").removeprefix("./")


def json_edit(t, old, new):
    name = json_of(t)
    text = t.base.extra[name]
    if old not in text:
        raise Absent(old)
    t.files[name] = text.replace(old, new, 1)
    return (text[: text.index(old)].count("\n") + 1, name)


@each(QUANT, "CFG015", "{}", [
    ("an unknown level", "node_config:", "nodes_config:"),
    ("a level of another name", "op_config:", "ops:"),
    ("an unknown qtype", "qtype: 'int16'", "qtype: 'int12'"),
    ("a qtype in capitals", "qtype: 'int16'", "qtype: 'INT16'"),
    ("an unknown all_node_type", "all_node_type: 'int8'", "all_node_type: 'int32'"),
    ("an operator in lower case", "Softmax:", "softmax:"),
    ("a misspelt operator", "Softmax:", "SoftMax:"),
    ("an unknown metric", "'cosine-similarity'", "'cosine'"),
    ("no sample for the bias correction", "num_sample: 1", "num_sample: 0")], when=in_yaml)
def quant(t, old, new):
    return t.replace(old, new, t.line(CAL, "quant_config"))


@kind(QUANT, "CFG015", "activation at the top level", when=in_yaml)
def quant_activation_at_top(t):
    i = t.line(CAL, "quant_config")
    t.lines.insert(i, t.indent(CAL) * 2 + "activation: {calibration_type: 'max'}")
    return i + 1


@kind(QUANT, "CFG015", "a percentile below one half in the activation", when=in_yaml)
def quant_percentile(t):
    i = t.line_with("model_config:")
    t.lines.insert(i, t.indent(CAL) * 3 + "activation: {calibration_type: 'max', max_percentile: 0.3}")
    return i + 1


@kind(QUANT, "CFG015", "another calibration_type than beside it", when=in_yaml)
def quant_other_method(t):
    i = t.line_with("model_config:")
    t.lines.insert(i, t.indent(CAL) * 3 + "activation: {calibration_type: 'kl'}")
    return (i + 1, t.line(CAL, "calibration_type"))


@each(QUANT, "CFG015", "in the JSON file: {}", [
    ("an unknown level", '"op_config"', '"op_conf"'),
    ("an unknown qtype", '"qtype": "int16"', '"qtype": "int17"'),
    ("an operator in lower case", '"LayerNormalization"', '"layernormalization"'),
    ("too few bins", '"num_bin": 2048', '"num_bin": 64'),
    ("another calibration_type", '"calibration_type": "kl"', '"calibration_type": "max"')], when=in_json)
def quant_json(t, old, new):
    return json_edit(t, old, new)


@kind(QUANT, ("CFG015", "NPL001"), "the JSON file cannot be read", when=in_json)
def quant_json_syntax(t):
    json_edit(t, '"int16"}},', '"int16"}')
    return t.line(CAL, "quant_config")


@kind(QUANT, ("CFG015", "NPL006"), "the JSON file is not there", when=in_json)
def quant_json_absent(t):
    return t.set(CAL, "quant_config", "./fusion_quant_v2.json")


# ---- nodes ----------------------------------------------------------------------------------
def quoted_info(t):
    return "'ON'" in "\n".join(t.lines)


@kind(NODES, "CFG014", "node_info on X3", when=both(x3, has(M, "onnx_model")))
def node_info_on_x3(t):
    return t.add(M, f"node_info: {{'{t.nodes[0]}': {{'ON': 'CPU'}}}}")


@kind(NODES, "CFG014", "int16 on X3, as text", when=both(x3, has(M, "onnx_model")))
def int16_on_x3(t):
    return t.add(M, f"node_info: '{t.nodes[0]}:int16'")


@each(NODES, ("CFG014", "CFG008"), "optimization on X3: {}", [
    ("set_model_output_int16", "set_model_output_int16"), ("set_all_nodes_int16", "set_all_nodes_int16")], when=x3)
def int16_optimization_on_x3(t, value):
    return t.add(CAL, f"optimization: {value}")


@each(NODES, "CFG014", "{}", [
    ("an unknown key in node_info", "'InputType'", "'InType'"),
    ("OutputType with a number", "'OutputType'", "'OutputType0'"),
    ("ON is lower case", "'ON'", "'on'"),
    ("ON is GPU", "'ON': 'BPU'", "'ON': 'GPU'")], when=quoted_info)
def node_info(t, old, new):
    return t.replace(old, new)


@kind(NODES, "CFG016", "node_info names a node that the graph does not have", when=both(mapper, has(M, "node_info")))
def unknown_node(t):
    return t.replace(t.nodes[-1], t.nodes[-1] + "_1")


@kind(NODES, "CFG016", "node_info with a misspelt node", when=lambda t: mapper(t) and t.has_line(M, "node_info"))
def misspelt_node(t):
    name = t.nodes[-1]
    return t.replace(name, name[:-2] + name[-1])


@kind(NODES, "CFG016", "run_on_cpu names a node that the graph does not have", when=has(CAL, "run_on_cpu"))
def unknown_cpu_node(t):
    return t.set(CAL, "run_on_cpu", t.value(CAL, "run_on_cpu") + "0")


@kind(NODES, "CFG016", "run_on_bpu names a node that the graph does not have", when=both(x3, has(M, "onnx_model")))
def unknown_bpu_node(t):
    return t.add(CAL, "run_on_bpu: Softmax_77")


@kind(NODES, "CFG016", "output_nodes names a node that the graph does not have",
      when=both(mapper, has(M, "onnx_model")))
def unknown_output_node(t):
    return t.add(M, "output_nodes: /model.99/Conv")


@kind(NODES, "QNT012", "Dequantize is removed and no contract says who decodes")
def dequantize_removed(t):
    if t.has(M, "remove_node_type"):
        return t.set(M, "remove_node_type", t.value(M, "remove_node_type") + ";Dequantize")
    return t.add(M, "remove_node_type: Dequantize")


# ---- calibration ----------------------------------------------------------------------------
@kind(CALIBRATION, "CAL003", "hb_compile without cal_data_dir skips the calibration", when=nash)
def no_calibration_data(t):
    return t.drop(CAL, "cal_data_dir")


@kind(CALIBRATION, "CAL003", "calibration_type skip", when=nash)
def calibration_skip(t):
    return (t.set(CAL, "calibration_type", "skip"), t.section(CAL))


@kind(CALIBRATION, "CAL003", "optimization run_fast", when=nash)
def run_fast(t):
    return (t.add(CAL, "optimization: run_fast"), t.section(CAL))


@kind(CALIBRATION, "CAL003", "cal_data_dir is misspelt, so the calibration is skipped", when=nash, severity="error",
      also=("CFG004",))
def misspelt_data_dir_skips(t):
    t.rename(CAL, "cal_data_dir", "cal_data_dri")
    return t.section(CAL)


@kind(CALIBRATION, "CFG004", "cal_data_dir is misspelt under hb_compile", when=nash, severity="error", also=("CAL003",))
def misspelt_data_dir(t):
    return t.rename(CAL, "cal_data_dir", "cal_data_dri")


@kind(CALIBRATION, "CAL003", "cal_data_dir is empty", when=nash)
def empty_data_dir(t):
    i = t.set_raw(CAL, "cal_data_dir", "''")
    return (t.section(CAL), i)


@kind(CALIBRATION, "CAL007", "hb_mapper guesses the type of the data", when=has(CAL, "cal_data_type"))
def no_data_type(t):
    t.drop(CAL, "cal_data_type")
    return t.line(CAL, "cal_data_dir")


@kind(CALIBRATION, "CAL007", "cal_data_type is not what the directory's name says",
      when=lambda t: mapper(t) and t.items(CAL, "cal_data_dir")[0].endswith(("_f32", "_uint8")))
def other_data_type(t):
    now = t.items(CAL, "cal_data_type")[0]
    other = "uint8" if now == "float32" else "float32"
    return (t.set_item(CAL, "cal_data_type", 0, other), t.line(CAL, "cal_data_dir"))


@kind(CALIBRATION, "CAL007", "the directory's name ends in the other type", when=lambda t: mapper(t) and single(t))
def other_data_dir(t):
    now = t.items(CAL, "cal_data_type")[0]
    other = "./data_uint8" if now == "float32" else "./data_f32"
    return (t.set(CAL, "cal_data_dir", other), t.line(CAL, "cal_data_type"))


# ---- names ----------------------------------------------------------------------------------
def prefix(t):
    return t.value(M, "output_model_file_prefix")


@each(NAMES, "CFG019", "the prefix says {}", [("nv12", "nv12"), ("rgb", "rgb"), ("bgr", "bgr"), ("yuv444", "yuv444")],
      when=both(single, image))
def prefix_says(t, token):
    # A name that says two formats, one of them the right one, contradicts nothing.
    true = {*types(t), *t.items(I, "input_type_train")}
    if token in true or true & set(prefix(t).split("_")):
        raise Absent(token)
    return t.set(M, "output_model_file_prefix", prefix(t) + "_" + token)


@kind(NAMES, "CFG019", "the prefix keeps nv12, the input became rgb", when=lambda t: "nv12" in prefix(t).split("_"),
      also=("CFG013",))
def rgb_under_nv12_name(t):
    i = t.set_item(I, "input_type_rt", 0, "rgb")
    return (t.line(M, "output_model_file_prefix"), i)


@kind(NAMES, "CFG019", "the prefix has another size than input_shape",
      when=lambda t: any(re.fullmatch(r"\d+x\d+", token) for token in prefix(t).split("_")))
def prefix_size(t):
    return t.set(M, "output_model_file_prefix", re.sub(r"\d+x\d+", "384x416", prefix(t)))


@kind(NAMES, "CFG019", "a size is added that no input has", when=both(single, image))
def prefix_with_size(t):
    if re.search(r"\d+x\d+", prefix(t)):
        raise Absent("size")
    return t.set(M, "output_model_file_prefix", prefix(t) + "_352x288")


@kind(NAMES, "CFG019", "the graph and its input_shape became larger, names stayed",
      when=lambda t: re.search(r"\d+x\d+", prefix(t)) and single(t))
def size_under_old_name(t):
    a, b = [i for i, n in enumerate(shape(t).split("x")) if int(n) > 3]
    i = set_dim(t, 0, a, 736)
    set_dim(t, 0, b, 1312)
    t.graph = [(name, tuple(int(n) for n in shape(t).split("x"))) for name, _ in t.graph]
    return (t.line(M, "output_model_file_prefix"), i)


MARCH_TOKEN = {"bernoulli2": "bernoulli2", "bayes": "bayes", "bayes-e": "bayese", "nash-e": "nashe", "nash-m": "nashm",
               "nash-p": "nashp", "nash-h": "nashh", "nash-b": "nashb"}


@each(NAMES, ("TGT003", "CFG019"), "the prefix names another march: {}",
      [(m, m) for m in ("bayese", "nashe", "nashp", "bernoulli2")])
def prefix_march(t, token):
    mine = MARCH_TOKEN[march(t)]
    if mine == token:
        raise Absent(token)
    name = prefix(t).replace(mine, token) if mine in prefix(t).split("_") else prefix(t) + "_" + token
    return t.set(M, "output_model_file_prefix", name)


BOARDS = {"rdk_x3": "bernoulli2", "x5": "bayes-e", "s100": "nash-e", "s100p": "nash-m", "s600": "nash-p", "j6h": "nash-h"}


@each(NAMES, ("TGT003", "CFG019"), "the prefix names another board: {}", [(b, b) for b in ("rdk_x3", "x5", "s100", "s600")])
def prefix_board(t, token):
    # S100P builds for nash-e are tolerated; a name with the right march beside the board says two things.
    if BOARDS[token] == march(t) or (token == "s100" and march(t) == "nash-m") or MARCH_TOKEN[march(t)] in prefix(t):
        raise Absent(token)
    return t.set(M, "output_model_file_prefix", prefix(t) + "_" + token)


@kind(NAMES, "TGT003", "march is that of another board than the names say",
      when=lambda t: MARCH_TOKEN[march(t)] in prefix(t).split("_"))
def march_under_old_name(t):
    other = {"nash-e": "nash-m", "bayes-e": "bayes"}[march(t)]
    return (t.set(M, "march", other), t.line(M, "output_model_file_prefix"))


@kind(NAMES, "TGT003", "the file's name has another march", when=lambda t: MARCH_TOKEN[march(t)] in t.name)
def file_march(t):
    other = "bayese" if nash(t) else "nashp"
    t.name = t.name.replace(MARCH_TOKEN[march(t)], other)
    return (1, t.line(M, "march"), t.line(M, "output_model_file_prefix"))


@kind(NAMES, "CFG019", "the file's name has another size", when=lambda t: re.search(r"\d+x\d+", t.name))
def file_size(t):
    t.name = re.sub(r"\d+x\d+", "384x416", t.name)
    return (1, t.line(I, "input_shape"), t.line(M, "output_model_file_prefix"))


@kind(NAMES, "CFG022", "the graph is another variant than the config's name says",
      when=lambda t: re.match(r"yolo(v5|11)", t.name))
def other_variant(t):
    graph = t.value(M, "onnx_model")
    return t.set(M, "onnx_model", re.sub("yolo(v5|11)", "yolov8", graph))


@kind(NAMES, "NPL006", "onnx_model is misspelt beside the file", when=has(M, "onnx_model"), severity="warning")
def misspelt_graph(t):
    folder, slash, name = t.value(M, "onnx_model").rpartition("/")
    return t.set(M, "onnx_model", folder + slash + name[:2] + name[1:])  # one letter twice


@kind(NAMES, "CFG021", "only one of the two padding flags", when=lambda t: "output_no_padding" in "\n".join(t.lines),
      severity="warning")
def one_padding_flag(t):
    if any(line.strip() == "input_no_padding: true" for line in t.lines):
        i = t.line_with("input_no_padding")
        del t.lines[i - 1]
        return (i, i - 1)
    return t.replace("input_no_padding: false, ", "")


# ---- sets -----------------------------------------------------------------------------------
@kind(SETS, "CFG018", "two configs write the same artifact")
def same_output(t):
    t.files[t.name.replace(".yaml", "_v2.yaml")] = "\n".join(t.lines)
    return (t.line(M, "output_model_file_prefix"), t.name.replace(".yaml", "_v2.yaml"))


@kind(SETS, "CFG018", "a config without working_dir writes where another one names the default", when=nash)
def same_default_output(t):
    other = t.base.text()
    other.drop(M, "working_dir")
    other.set(M, "output_model_file_prefix", prefix(t))
    i = t.set(M, "working_dir", "./model_output")
    name = "z_second.yaml"
    t.files[name] = "\n".join(other.lines)
    return (other.line(M, "output_model_file_prefix"), name)


@kind(SETS, "CFG021", "two configs of one graph differ in their padding flags", severity="warning",
      when=lambda t: "output_no_padding: true" in "\n".join(t.lines))
def other_padding_flags(t):
    other = t.base.text()
    i = other.replace("output_no_padding: true", "output_no_padding: false")
    other.set(M, "output_model_file_prefix", prefix(t) + "_b")
    name = "z_second.yaml"
    t.files[name] = "\n".join(other.lines)
    return ((i, i - 1), name)


@kind(SETS, "CAL008", "one calibration directory for hb_mapper and hb_compile", when=both(single, image))
def shared_calibration(t):
    wanted = "s100_detector" if mapper(t) else "ultra_classifier"
    other = next(b for b in BASES if b.folder == wanted).text()
    other.set(M, "onnx_model", "./other.onnx")
    i = other.set(CAL, "cal_data_dir", t.items(CAL, "cal_data_dir")[0])
    name = "z_second.yaml"
    t.files[name] = "\n".join(other.lines)
    return (i, name)
