"""Defects of keys and sections: unknown, misspelt, misplaced, missing, of the other tool, without effect."""
from config_text import Absent
from kind import *

KEYS, MISSING, OTHER, OLD = ("Misspelt and misplaced keys", "Missing keys", "Keys of the other toolchain",
                             "Keys without effect")


# CFG005 speaks of the key in place of CFG004 where the key is required.
@each(KEYS, ("CFG004", "CFG005"), "misspelt: {}", [
    ("working_dir", M, "working_dir", "workin_dir"),
    ("input_shape", I, "input_shape", "input_shpae"),
    ("mean_value", I, "mean_value", "mean_values"),
    ("scale_value", I, "scale_value", "scal_value"),
    ("max_percentile", CAL, "max_percentile", "max_percentil"),
    ("per_channel", CAL, "per_channel", "perchannel"),
    ("core_num", COMP, "core_num", "cor_num"),
    ("input_source", COMP, "input_source", "input_sources"),
    ("custom_op_dir", "custom_op", "custom_op_dir", "custom_op_dirs")])
def misspelt(t, section, key, wrong):
    return t.rename(section, key, wrong)


@kind(KEYS, "CFG004", "misspelt in calibration_parameters, which hb_compile ignores in silence", when=nash,
      severity="error")
def misspelt_calibration_type(t):
    return t.rename(CAL, "calibration_type", "calibraton_type")


@kind(KEYS, ("CFG004", "CFG005"), "misspelt: a required key")
def misspelt_required(t):
    return t.rename(I, "input_layout_train", "input_layot_train")


@kind(KEYS, ("CFG004", "CFG005"), "misspelt: march")
def misspelt_march(t):
    return t.rename(M, "march", "marhc")


@kind(KEYS, ("CFG004", "CFG005"), "a key in capitals")
def capital_key(t):
    return t.rename(COMP, "optimize_level", "Optimize_Level")


@kind(KEYS, ("CFG004", "CFG005"), "a key with hyphens")
def hyphen_key(t):
    return t.rename(COMP, "compile_mode", "compile-mode")


@kind(KEYS, "CFG003", "misspelt section")
def misspelt_section(t):
    return t.rename_section(COMP, "compile_parameters")


@kind(KEYS, "CFG003", "misspelt section: calibration_parameters")
def misspelt_calibration_section(t):
    return t.rename_section(CAL, "calibration_parameter")


@each(KEYS, "CFG003", "a section that no tool knows: {}", [
    (name, name) for name in ("quantization_config", "preprocess_config", "deploy_parameters")])
def unknown_section(t, name):
    t.insert_top(f"{name}:")
    i = t.insert_top("  level: high")
    return i - 1


@kind(KEYS, "CFG003", "a key stands at top level")
def key_at_top(t):
    raw = t.raw_value(COMP, "optimize_level")
    t.drop(COMP, "optimize_level")
    return t.insert_top(f"optimize_level: {raw}")


@each(KEYS, "CFG004", "a key in the wrong section: {}", [
    ("core_num in model_parameters", M, "core_num: 1"),
    ("march in compiler_parameters", COMP, "march: {march}"),
    ("optimize_level in calibration_parameters", CAL, "optimize_level: O2"),
    ("calibration_type in model_parameters", M, "calibration_type: max"),
    ("cal_data_dir in input_parameters", I, "cal_data_dir: ./cal"),
    ("input_name in compiler_parameters", COMP, "input_name: x")])
def wrong_section(t, section, text):
    return t.add(section, text.format(march=march(t)))


@kind(KEYS, "CFG004", "a padding flag outside extra_params", when=nash)
def padding_flag_outside(t):
    return t.add(COMP, "output_no_padding: true")


@each(KEYS, "CFG004", "a key of the flat dialect in a section: {}", [("opt_level", "opt_level: 2"),
                                                                    ("enable_hpc", "enable_hpc: true")])
def flat_key(t, text):
    return t.add(COMP, text)


# ---- missing --------------------------------------------------------------------------------
@each(MISSING, "CFG005", "missing: {}", [
    ("march", M, "march"), ("onnx_model", M, "onnx_model"), ("input_type_rt", I, "input_type_rt"),
    ("input_type_train", I, "input_type_train")])
def missing(t, section, key):
    return t.drop(section, key)


@each(MISSING, "CFG005", "missing under hb_mapper: {}", [
    ("output_model_file_prefix", M, "output_model_file_prefix"), ("norm_type", I, "norm_type"),
    ("cal_data_dir", CAL, "cal_data_dir"), ("optimize_level", COMP, "optimize_level")], when=mapper)
def missing_mapper(t, section, key):
    return t.drop(section, key)


@kind(MISSING, "CFG005", "a required key has an empty value")
def empty_required(t):
    i = t.set_raw(I, "input_type_train", "''")
    return (t.section(I), i)


@kind(MISSING, "CFG005", "missing: input_layout_train of an image", when=lambda t: mapper(t) or image(t))
def missing_layout(t):
    return t.drop(I, "input_layout_train")


@kind(MISSING, "CFG005", "a whole section is missing under hb_mapper", when=mapper)
def missing_section(t):
    t.drop_section(CAL)
    return 1


@kind(MISSING, "CFG005", "missing: input_name with several inputs", when=several)
def missing_input_name(t):
    return t.drop(I, "input_name")


@kind(MISSING, "CFG005", "norm_type asks for mean_value, which is missing", when=both(mapper, has(I, "mean_value")))
def missing_mean(t):
    return t.drop(I, "mean_value")


@kind(MISSING, "CFG005", "caffe_model without prototxt", when=has(M, "prototxt"))
def missing_prototxt(t):
    return t.drop(M, "prototxt")


@kind(MISSING, "CFG005", "compile_mode balance without balance_factor", when=both(nash, has(COMP, "balance_factor")))
def missing_balance_factor(t):
    return t.drop(COMP, "balance_factor")


@kind(MISSING, "CFG005", "calibration_type is not stated", when=mapper, severity="note")
def missing_calibration_type(t):
    return t.drop(CAL, "calibration_type")


# ---- the other toolchain --------------------------------------------------------------------
@each(OTHER, "CFG006", "hb_mapper does not know {}", [
    ("quant_config", CAL, "quant_config: {model_config: {all_node_type: int16}}"),
    ("extra_params", COMP, "extra_params: {input_no_padding: true, output_no_padding: true}"),
    ("cache_mode", COMP, "cache_mode: disable"),
    ("max_l2m_size", COMP, "max_l2m_size: 0"),
    ("balance_factor", COMP, "balance_factor: 30"),
    ("separate_batch", I, "separate_batch: true")], when=mapper)
def compile_key(t, section, text):
    return t.add(section, text)


@kind(OTHER, ("CFG006", "CFG012"), "std_value under hb_mapper", when=both(mapper, has(I, "scale_value"), single))
def std_under_mapper(t):
    return t.add(I, "std_value: 58.395")


@each(OTHER, "CFG007", "hb_compile gives no effect to {}", [
    ("norm_type", I, "norm_type", "data_scale"), ("input_layout_rt", I, "input_layout_rt", "NHWC"),
    ("cal_data_type", CAL, "cal_data_type", "float32"), ("preprocess_on", CAL, "preprocess_on", "false"),
    ("log_level", M, "log_level", "debug"), ("set_node_data_type", M, "set_node_data_type", "/x/Conv:int16"),
    ("hbdk3_compatible_mode", COMP, "hbdk3_compatible_mode", "false")], when=both(nash, image, single))
def mapper_key(t, section, key, value):
    if key == "norm_type" and not t.has(I, "scale_value"):
        raise Absent(key)
    if key == "norm_type" and t.has(I, "mean_value"):
        value = "data_mean_and_scale"
    return t.add(section, f"{key}: {value}")


@each(OTHER, "CFG007", "calibration_type {} is of hb_mapper", [("default", "default"), ("mix", "mix")], when=nash)
def mapper_calibration_type(t, value):
    return t.set(CAL, "calibration_type", value)


# ---- without effect -------------------------------------------------------------------------
@kind(OLD, "CFG023", "max_percentile beside a calibration_type other than max",
      when=lambda t: t.value(CAL, "calibration_type") in ("kl", "mix", "default"))
def percentile_without_max(t):
    return t.add(CAL, "max_percentile: 0.9999")


@kind(OLD, "CFG023", "per_channel with the search of calibration_type default",
      when=lambda t: mapper(t) and t.value(CAL, "calibration_type") == "default")
def per_channel_default(t):
    return t.add(CAL, "per_channel: true")


@kind(OLD, "CFG023", "balance_factor beside compile_mode latency",
      when=lambda t: nash(t) and t.value(COMP, "compile_mode") == "latency")
def balance_factor_latency(t):
    return t.add(COMP, "balance_factor: 30")


@kind(OLD, "CFG023", "preprocess_on with float32 calibration data", severity="warning",
      when=lambda t: mapper(t) and t.items(CAL, "cal_data_type") == ["float32"])
def preprocess_on_float(t):
    return t.add(CAL, "preprocess_on: true")


@kind(OLD, "CFG020", "debug_mode writes calibration data")
def debug_mode(t):
    return t.add(M, "debug_mode: dump_calibration_data")


@kind(OLD, "CFG020", "layer_out_dump is left on")
def layer_out_dump(t):
    return t.state(M, "layer_out_dump", "True")


@kind(OLD, "CFG020", "the path of a private directory", when=has(M, "onnx_model"))
def private_path(t):
    return t.set(M, "onnx_model", "/home/someone/export/" + t.value(M, "onnx_model").lstrip("./"))
