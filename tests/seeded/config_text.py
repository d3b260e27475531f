"""Edits of a conversion config as text, at one place, with comments and layout kept."""
import re


class Absent(Exception):
    """The config does not have what the edit needs: the defect does not apply to it."""


# indent, key, colon and blanks, value, comment
LINE = re.compile(r"""^(\s*)(['"]?[\w.-]+['"]?)(\s*:\s*)('[^']*'|"[^"]*"|\{[^}]*\}|[^#]*?)(\s*\#.*|\s*)$""")
SECTION = re.compile(r"^([A-Za-z_]\w*)\s*:")


class Text:
    """Lines count from 1. Every edit returns the line of what it changed."""

    def __init__(self, base, text):
        self.base = base
        self.name = base.file
        self.lines = text.split("\n")
        self.files = {}        # further files of the folder: name to text or bytes
        self.raw = {}          # line to bytes that replace it
        self.newline, self.start = b"\n", b""
        self.graph = list(base.inputs)   # None: the graph's file is not there
        self.nodes = list(base.nodes)

    def data(self):
        return self.start + self.newline.join(self.raw.get(i, line.encode()) for i, line in enumerate(self.lines, 1))

    # ---- reading ----------------------------------------------------------------------------
    def section(self, section):
        """The line of the section's key."""
        for i, line in enumerate(self.lines, 1):
            m = SECTION.match(line)
            if m and m[1] == section:
                return i
        raise Absent(section)

    def end(self, section):
        """The line behind the last one of the section that is not blank."""
        start = self.section(section)
        last = start
        for i in range(start, len(self.lines)):
            if SECTION.match(self.lines[i]):
                break
            if self.lines[i].strip() and not self.lines[i].startswith("#"):
                last = i + 1
        return last + 1

    def indent(self, section):
        for line in self.lines[self.section(section):]:
            if line.strip() and not line.strip().startswith("#"):
                return line[: len(line) - len(line.lstrip())]
        raise Absent(section)

    def line(self, section, key):
        indent = self.indent(section)
        for i in range(self.section(section) + 1, self.end(section)):
            if re.match(re.escape(indent) + re.escape(key) + r"\s*:", self.lines[i - 1]):
                return i
        raise Absent(f"{section}.{key}")

    def line_with(self, piece):
        for i, line in enumerate(self.lines, 1):
            if piece in line.split(" #")[0]:
                return i
        raise Absent(piece)

    def raw_value(self, section, key):
        m = LINE.match(self.lines[self.line(section, key) - 1])
        if not m:
            raise Absent(f"{section}.{key}")
        return m[4]

    def value(self, section, key):
        return self.raw_value(section, key).strip("'\"")

    def has(self, section, key):
        try:
            return bool(self.value(section, key))
        except Absent:
            return False

    def items(self, section, key):
        return [item.strip() for item in self.value(section, key).split(";")]

    # ---- editing ----------------------------------------------------------------------------
    def set_raw(self, section, key, raw):
        i = self.line(section, key)
        m = LINE.match(self.lines[i - 1])
        if not m:
            raise Absent(f"{section}.{key}")
        self.lines[i - 1] = f"{m[1]}{m[2]}{m[3] if m[3][-1:].isspace() else m[3] + ' '}{raw}{m[5]}"
        return i

    def set(self, section, key, value):
        """The value in the quotes that are there."""
        old = self.raw_value(section, key)
        quote = old[0] if old[:1] in ("'", '"') else ""
        return self.set_raw(section, key, quote + value + quote)

    def set_item(self, section, key, index, value):
        """One item of a `;` list; a list of one item counts as one for every input."""
        items = self.items(section, key)
        items[index] = value
        return self.set(section, key, (";" if ";" in self.value(section, key) and
                                       "; " not in self.value(section, key) else "; ").join(items))

    def replace(self, old, new, start=1):
        """The first `old` outside comments, at or behind the line `start`."""
        for i in range(start, len(self.lines) + 1):
            code, mark, comment = self.lines[i - 1].partition(" #")
            if old in code and not code.startswith("#"):
                self.lines[i - 1] = code.replace(old, new, 1) + mark + comment
                return i
        raise Absent(old)

    def rename(self, section, key, new):
        i = self.line(section, key)
        self.lines[i - 1] = self.lines[i - 1].replace(key, new, 1)
        return i

    def rename_section(self, section, new):
        i = self.section(section)
        self.lines[i - 1] = self.lines[i - 1].replace(section, new, 1)
        return i

    def add(self, section, text):
        """A line at the end of the section."""
        i = self.end(section)
        self.lines.insert(i - 1, self.indent(section) + text)
        return i

    def state(self, section, key, raw):
        """`key: raw`, in place when the key is there, else as a new line."""
        if self.has_line(section, key):
            return self.set_raw(section, key, raw)
        return self.add(section, f"{key}: {raw}")

    def has_line(self, section, key):
        try:
            self.line(section, key)
            return True
        except Absent:
            return False

    def insert_top(self, text):
        self.lines.insert(self.section("model_parameters") - 1, text)
        return self.section("model_parameters") - 1

    def drop(self, section, key):
        """The key with what is nested in it; returns the line of the section's key."""
        i = self.line(section, key)
        width = len(self.indent(section))
        last = i
        while last < len(self.lines):
            line = self.lines[last]
            if not line.strip() or len(line) - len(line.lstrip()) <= width and line.strip() != "}":
                break
            last += 1
        del self.lines[i - 1 : last]
        return self.section(section)

    def drop_section(self, section):
        start, end = self.section(section), self.end(section)
        del self.lines[start - 1 : end - 1]
