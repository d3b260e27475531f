"""Defects of the YAML text: syntax, duplicates, what YAML 1.1 reads otherwise."""
import re

from config_text import Absent
from kind import *

SYNTAX, TYPES = "YAML syntax", "YAML 1.1 and duplicate keys"


@kind(SYNTAX, "NPL001", "a tab indents a line")
def tab_indent(t):
    i = t.line(I, "input_type_rt")
    t.lines[i - 1] = "\t" + t.lines[i - 1].lstrip()
    return i


@kind(SYNTAX, "NPL001", "a quote is not closed")
def open_quote(t):
    i = t.set_raw(M, "working_dir", "'./out")
    # The next quote closes it, and what follows makes no sense there; without one the file ends in the text.
    closing = next((j for j in range(i + 1, len(t.lines) + 1) if "'" in t.lines[j - 1].split(" #")[0]), len(t.lines))
    return (i, closing)


@kind(SYNTAX, "NPL001", "a line is indented one blank more than its section")
def wrong_indent(t):
    i = t.line(I, "input_layout_train")
    t.lines[i - 1] = " " + t.lines[i - 1]
    return i


@kind(SYNTAX, "NPL001", "two colons make a mapping within a value")
def two_colons(t):
    return t.set_raw(M, "working_dir", "out: build: x")


@kind(SYNTAX, "NPL001", "a value starts with a backtick")
def backtick(t):
    return t.set_raw(M, "working_dir", "`pwd`/out")


@kind(SYNTAX, "NPL001", "an unquoted * is an alias of no anchor")
def unknown_alias(t):
    return t.set_raw(M, "working_dir", "*build")


@kind(SYNTAX, "NPL001", "a brace is not closed", when=lambda t: "input_source: {" in "\n".join(t.lines))
def open_brace(t):
    i = t.line(COMP, "input_source")
    t.lines[i - 1] = t.lines[i - 1].replace("}", "", 1)
    return (i, i + 1)  # seen where the next key comes, or the end


@kind(SYNTAX, "NPL001", "the blank after a colon is missing")
def colon_without_blank(t):
    i = t.line(M, "march")
    t.lines[i - 1] = t.lines[i - 1].replace("march: ", "march:", 1)
    return (i, i + 1)  # the scanner sees it where the next key starts


@kind(SYNTAX, "NPL001", "a full-width colon behind a key")
def full_width_colon(t):
    i = t.line(M, "march")
    t.lines[i - 1] = t.lines[i - 1].replace("march: ", "march：", 1)
    return (i, i + 1)


@kind(SYNTAX, "NPL001", "a second document starts in the file")
def second_document(t):
    i = t.section(COMP)
    t.lines.insert(i - 1, "---")
    return i


@kind(SYNTAX, "NPL001", "a comment in GBK, not UTF-8")
def gbk_comment(t):
    i = t.line(M, "march")
    t.raw[i] = t.lines[i - 1].split(" #")[0].encode() + "  # 芯片架构".encode("gbk")
    return i


# ---- duplicates -----------------------------------------------------------------------------
@kind(TYPES, "CFG001", "a key stands twice with the same value", severity="warning")
def duplicate_equal(t):
    return t.add(COMP, "optimize_level: " + t.raw_value(COMP, "optimize_level"))


@kind(TYPES, "CFG001", "a key stands twice with different values", severity="error")
def duplicate_other(t):
    return t.add(COMP, "compile_mode: " + ("latency" if t.value(COMP, "compile_mode") != "latency" else "bandwidth"),)


@kind(TYPES, "CFG001", "an inner key of node_info or quant_config stands twice",
      when=lambda t: "qtype: 'int16'" in "\n".join(t.lines))
def duplicate_inner(t):
    i = t.line_with("qtype: 'int16'")
    t.lines.insert(i, t.lines[i - 1].replace("int16", "int8"))
    return i + 1


@kind(TYPES, "CFG001", "a whole section stands twice", also=("CFG005",))  # the second one takes its place
def duplicate_section(t):
    while not t.lines[-1].strip():
        t.lines.pop()
    t.lines += ["model_parameters:", "  march: " + t.raw_value(M, "march"), ""]
    return len(t.lines) - 2


# ---- types of YAML 1.1 ----------------------------------------------------------------------
@kind(TYPES, "CFG002", "`ON` in node_info is not quoted", when=lambda t: "'ON'" in "\n".join(t.lines))
def unquoted_on(t):
    return t.replace("'ON'", "ON")


@kind(TYPES, "CFG002", "an input is called `on`, without quotes", when=both(single, has(COMP, "input_source")))
def input_called_on(t):
    name = first(t)
    i = t.set_raw(I, "input_name", "on")
    j = t.line(COMP, "input_source")
    t.lines[j - 1] = re.sub(rf"(['\"]?)\b{name}\b\1(?=\s*:)", "'on'", t.lines[j - 1])
    t.graph = [("on", dims) for _, dims in t.graph]
    return i


@each(TYPES, "CFG002", "the prefix is no string to YAML 1.1: {}", [
    ("boolean", "on"),
    ("octal", "0123"), ("hex", "0x11"), ("sexagesimal", "12:30"), ("underscores", "2026_10"), ("date", "2026-09-28")])
def prefix_as(t, raw):
    return t.set_raw(M, "output_model_file_prefix", raw)


@each(TYPES, "CFG002", "the working directory is {} to YAML 1.1", [("a_boolean", "off"), ("octal", "007")])
def working_dir_as(t, raw):
    return t.set_raw(M, "working_dir", raw)


@kind(TYPES, "CFG002", "a core_num with a leading zero is octal", when=has(COMP, "core_num"))
def octal_cores(t):
    return t.set_raw(COMP, "core_num", "010")


@kind(TYPES, "CFG002", "an exponent without decimal point is a string to PyYAML", when=has(CAL, "max_percentile"))
def exponent(t):
    return t.set_raw(CAL, "max_percentile", "9999e-4")


@each(TYPES, "CFG002", "a YAML list where the tool wants a `;` string: {}", [
    ("input_name", I, "input_name"), ("input_type_rt", I, "input_type_rt"), ("input_shape", I, "input_shape"),
    ("mean_value", I, "mean_value"), ("scale_value", I, "scale_value"), ("cal_data_dir", CAL, "cal_data_dir"),
    ("remove_node_type", M, "remove_node_type")])
def list_for(t, section, key):
    if not t.has(section, key):
        raise Absent(key)
    return t.set_raw(section, key, "[" + ", ".join(t.value(section, key).replace(";", " ").split()) + "]")


@each(TYPES, "CFG002", "a full-width `；` between the items of {}", [
    ("input_type_rt", I, "input_type_rt"), ("input_shape", I, "input_shape"), ("mean_value", I, "mean_value"),
    ("cal_data_dir", CAL, "cal_data_dir")], when=several)
def full_width_separator(t, section, key):
    return t.set(section, key, t.value(section, key).replace("; ", "；").replace(";", "；"))


@kind(TYPES, "CFG002", "the blank after the colon is missing in a flow mapping",
      when=lambda t: "input_source: {" in "\n".join(t.lines))
def missing_blank_in_braces(t):
    i = t.line(COMP, "input_source")
    return t.set_raw(COMP, "input_source", "{" + first(t) + ":" + t.lines[i - 1].split(": ")[-1].strip("}'\" ") + "}")


# ---- a wrong value in an odd but valid file -------------------------------------------------
ODD = "Odd but valid files"


def wrong_level(t):
    return t.set(COMP, "optimize_level", "O9")


@kind(ODD, "CFG008", "a wrong value in a file with CRLF line ends")
def crlf(t):
    t.newline = b"\r\n"
    return wrong_level(t)


@kind(ODD, "CFG008", "a wrong value in a file with a byte order mark")
def byte_order_mark(t):
    t.start = b"\xef\xbb\xbf"
    return wrong_level(t)


@kind(ODD, "CFG008", "a wrong value in a template whose paths are placeholders", when=has(M, "onnx_model"))
def template_value(t):
    t.set_raw(M, "onnx_model", "@WORK@/model.onnx")
    t.set_raw(M, "working_dir", "@WORK@/out")
    return wrong_level(t)


@kind(ODD, "CFG004", "a misspelt key in a template whose paths are placeholders", when=has(M, "onnx_model"))
def template_key(t):
    t.set_raw(M, "onnx_model", "${WORK}/model.onnx")
    return t.rename(M, "working_dir", "workingdir")


@kind(ODD, "CFG008", "a wrong value behind an anchor")
def anchored(t):
    return t.set_raw(COMP, "optimize_level", "&level O9")


@kind(ODD, "CFG008", "a wrong value behind a tag")
def tagged(t):
    return t.set_raw(COMP, "optimize_level", "!!str O9")


@kind(ODD, "CFG008", "a wrong value in a section in braces")
def flow_section(t):
    i, end = t.section(COMP), t.end(COMP)
    rest = ", balance_factor: 60" if t.has(COMP, "balance_factor") else ""
    t.lines[i - 1 : end - 1] = ["compiler_parameters: {compile_mode: " + t.raw_value(COMP, "compile_mode") + ",",
                                "  optimize_level: O9" + rest + "}"]
    return i + 1


@kind(ODD, "CFG008", "a wrong value folded over two lines")
def folded(t):
    i = t.set_raw(COMP, "optimize_level", ">-")
    t.lines.insert(i, t.indent(COMP) * 2 + "O9")
    return (i, i + 1)


@kind(ODD, "CFG008", "a wrong second item of a list", when=several)
def second_item(t):
    return t.set_item(I, "input_layout_train", 1, "NHCW")
