"""Defects of single values: outside the enumeration or range of the march and tool."""
from config_text import Absent
from kind import *

VALUES = "Illegal values"


def present(section, key):
    return lambda t: t.has_line(section, key)


@each(VALUES, "CFG008", "march {}", [
    ("upper_case", lambda m: m.upper()),
    ("without_hyphen", lambda m: m.replace("-", "") + ("x" if "-" not in m else "")),
    ("a_board", lambda m: "s100" if m.startswith("nash") else "x5"), ("misspelt", lambda m: m[:3] + m[4:])])
def march_value(t, change):
    return t.set(M, "march", change(march(t)))


@kind(VALUES, "CFG008", "optimize_level O3 under hb_compile", when=nash)
def o3_on_nash(t):
    return t.set(COMP, "optimize_level", "O3")


@each(VALUES, "CFG008", "optimize_level {}", [("O4", "O4"), ("2", "2"), ("fast", "fast")])
def optimize_level(t, value):
    return t.set(COMP, "optimize_level", value)


@each(VALUES, "CFG008", "compile_mode {}", [("throughput", "throughput"), ("performance", "performance")])
def compile_mode(t, value):
    return t.set(COMP, "compile_mode", value)


@kind(VALUES, "CFG008", "compile_mode balance under hb_mapper", when=mapper)
def balance_under_mapper(t):
    return t.set(COMP, "compile_mode", "balance")


@kind(VALUES, "CFG008", "core_num above what the march has")
def too_many_cores(t):
    limit = {"bernoulli2": 2, "nash-h": 4, "nash-p": 4}.get(march(t), 1)
    return t.state(COMP, "core_num", str(limit + 1))


@each(VALUES, "CFG008", "calibration_type {}", [("histogram", "histogram"), ("percentile", "percentile"),
                                                ("two_methods", "max;kl")])
def calibration_type(t, value):
    return t.set(CAL, "calibration_type", value)


@each(VALUES, "CFG008", "input_type_rt {}", [("nv21", "nv21"), ("yuv420", "yuv420"), ("rgb888", "rgb888")])
def type_rt(t, value):
    return t.set_item(I, "input_type_rt", 0, value)


@kind(VALUES, "CFG008", "input_type_train nv12", when=image)
def train_nv12(t):
    return t.set_item(I, "input_type_train", 0, "nv12")


@kind(VALUES, "CFG008", "an unknown input_type_train")
def type_train(t):
    return t.set_item(I, "input_type_train", 0, "hsv")


@each(VALUES, "CFG008", "input_layout_train {}", [("NCWH", "NCWH"), ("CHW", "CHW")])
def layout(t, value):
    return t.set_item(I, "input_layout_train", 0, value)


@kind(VALUES, "CFG008", "input_layout_rt of an unknown layout", when=both(mapper, has(I, "input_layout_rt")))
def layout_rt(t):
    return t.set(I, "input_layout_rt", "HWC")


@kind(VALUES, "CFG008", "an unknown input_space_and_range", when=rt("nv12"))
def space_and_range(t):
    if t.has(I, "input_space_and_range"):
        return t.set_item(I, "input_space_and_range", 0, "full")
    return t.add(I, "input_space_and_range: full")


@kind(VALUES, "CFG008", "an unknown norm_type", when=mapper)
def norm_type(t):
    return t.set_item(I, "norm_type", 0, "data_std")


@kind(VALUES, "CFG008", "remove_node_type of an operator that cannot be removed", when=has(M, "remove_node_type"))
def remove_node_type(t):
    return t.set(M, "remove_node_type", t.value(M, "remove_node_type") + ";Sigmoid")


@kind(VALUES, "CFG008", "cal_data_type float16", when=both(mapper, single))
def cal_data_type(t):
    return t.set(CAL, "cal_data_type", "float16")


@kind(VALUES, "CFG008", "input_batch above 128", when=both(mapper, single))
def input_batch(t):
    return t.add(I, "input_batch: 129")


@each(VALUES, "CFG008", "max_percentile {}", [("in_percent", "99.99"), ("above_1", "1.5"), ("negative", "-0.5")])
def max_percentile(t, value):
    return t.state(CAL, "max_percentile", value)


@kind(VALUES, "CFG008", "max_percentile below one half, which hmct refuses", when=nash,
      severity="note")
def low_percentile(t):
    return t.state(CAL, "max_percentile", "0.4")


@each(VALUES, "CFG008", "max_time_per_fc {}", [("too_small", "500"), ("negative", "-1")])
def max_time_per_fc(t, value):
    return t.state(COMP, "max_time_per_fc", value)


@kind(VALUES, "CFG008", "max_time_per_fc above 10 000 000 under hb_compile", when=nash)
def long_time_per_fc(t):
    return t.state(COMP, "max_time_per_fc", "20000000")


@each(VALUES, "CFG008", "jobs {}", [("negative", "-4"), ("auto", "auto")], when=nash)
def jobs(t, value):
    return t.state(COMP, "jobs", value)


@kind(VALUES, "CFG008", "balance_factor above 100", when=has(COMP, "balance_factor"))
def balance_factor(t):
    return t.set(COMP, "balance_factor", "120")


@kind(VALUES, "CFG008", "max_l2m_size on a march that has none",
      when=lambda t: nash(t) and march(t) not in ("nash-h", "nash-p"))
def l2m_not_there(t):
    return t.add(COMP, "max_l2m_size: 1048576")


@kind(VALUES, "CFG008", "max_l2m_size above the memory", when=has(COMP, "max_l2m_size"))
def l2m_too_large(t):
    return t.set(COMP, "max_l2m_size", "50331648")


@kind(VALUES, "CFG008", "cache_mode readonly, of the flat dialect", when=has(COMP, "cache_mode"))
def cache_mode(t):
    return t.set(COMP, "cache_mode", "readonly")


@kind(VALUES, "CFG008", "cache_mode without cache_path", when=has(COMP, "cache_path"), severity="note")
def cache_without_path(t):
    line = t.line(COMP, "cache_mode")
    t.drop(COMP, "cache_path")
    return line


@each(VALUES, "CFG008", "a boolean of hb_compile: {}", [
    ("quoted", CAL, "per_channel", "'False'"), ("a_number", COMP, "debug", "2"),
    ("a_word", M, "enable_vpu", "enabled")], when=nash)
def boolean(t, section, key, raw):
    return t.state(section, key, raw)


@kind(VALUES, "CFG008", "debug is no boolean under hb_mapper", when=mapper)
def debug_word(t):
    return t.state(COMP, "debug", "'verbose'")


@kind(VALUES, "CFG008", "custom_op_method other than register", when=has("custom_op", "custom_op_method"))
def custom_op_method(t):
    return t.set("custom_op", "custom_op_method", "registry")


@kind(VALUES, ("CFG008", "CFG009"), "commas between the items of input_type_rt", when=several)
def comma_between_types(t):
    return t.set(I, "input_type_rt", ",".join(types(t)))


@kind(VALUES, "CFG008", "typographic quotes become part of the value")
def typographic_quotes(t):
    return t.set_raw(M, "march", "‘" + march(t) + "’")
