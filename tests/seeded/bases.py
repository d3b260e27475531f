"""The valid configs that the defects are seeded into, and the folders around them."""
import os
from dataclasses import dataclass, field

import onnx_wire
from config_text import Text

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bases")


@dataclass
class Base:
    folder: str
    board: str
    inputs: list            # of the ONNX graph: (name, dims)
    nodes: list             # names of its nodes
    notes: tuple = ()       # codes of notes that are true of the untouched config
    file: str = ""
    extra: dict = field(default_factory=dict)

    def __post_init__(self):
        for name in sorted(os.listdir(os.path.join(HERE, self.folder))):
            with open(os.path.join(HERE, self.folder, name), encoding="utf-8") as f:
                text = f.read()
            if name.endswith(".yaml"):
                self.file, self.source = name, text
            else:
                self.extra[name] = text

    def text(self):
        return Text(self, self.source)


# CFG021: the two padding flags are stated; the note records them.
BASES = [
    Base("x3_detector", "RDK X3", [("images", (1, 3, 672, 672))], ["/model.0/Conv", "Transpose_198"]),
    Base("x3_caffe", "RDK X3", [], []),
    Base("ultra_classifier", "RDK Ultra", [("input", (1, 3, 224, 224))], ["/layer1/Conv", "/fc/Gemm"]),
    Base("x5_detector", "RDK X5", [("images", (1, 3, 640, 640))], ["/model.0/Conv", "/model.10/m/attn/Softmax"]),
    Base("x5_two_inputs", "RDK X5", [("frame", (1, 3, 512, 512)), ("prompt", (1, 256, 1, 64))],
         ["/stem/Conv", "/head/Transpose"]),
    Base("x5_gray", "RDK X5", [("luma", (1, 32, 320, 1))], ["/cnn/Conv"]),
    Base("s100_detector", "RDK S100", [("images", (1, 3, 640, 640))], ["/model.0/Conv", "/model.10/m/attn/MatMul"],
         notes=("CFG021",)),
    Base("s100p_fusion", "RDK S100P", [("lidar", (1, 64, 200, 200)), ("camera", (1, 80, 16, 44)), ("ego", (1, 6))],
         ["/fuse/Add"]),
    Base("s600_segmenter", "RDK S600", [("pixel_values", (1, 3, 512, 1024))], ["/encoder/Conv"]),
    Base("j6h_gray", "J6H", [("luma", (1, 1, 256, 512))], ["/encoder/LayerNorm"]),
    Base("j6b_rgb", "J6B", [("input", (1, 3, 224, 224))], ["/features/Conv"]),
    Base("j6e_surround", "J6E", [("front", (1, 3, 544, 960)), ("rear", (1, 3, 544, 960)), ("pose", (1, 4, 4))],
         ["/backbone/Conv"], notes=("CFG021",)),
    Base("j6m_yuv444", "J6M", [("image", (1, 192, 640, 3))], ["/encoder/Conv"]),
]


def write_folder(path, text):
    """The config, the files and folders that the untouched base names, and the files of the edit."""
    base, plain = text.base, text.base.text()
    os.makedirs(path)
    with open(os.path.join(path, text.name), "wb") as f:
        f.write(text.data())
    files = dict(base.extra)
    if text.graph is None:
        pass
    elif plain.has("model_parameters", "onnx_model"):
        files[plain.value("model_parameters", "onnx_model")] = onnx_wire.model(text.graph, text.nodes)
    else:
        for key in ("caffe_model", "prototxt"):
            files[plain.value("model_parameters", key)] = "layer {}\n"
    if plain.has("custom_op", "op_register_files"):
        files[plain.value("custom_op", "op_register_files")] = "\n"
    files.update(text.files)
    for name, content in files.items():
        to = os.path.join(path, name)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with open(to, "wb") as f:
            f.write(content.encode() if isinstance(content, str) else content)
    folders = plain.items("calibration_parameters", "cal_data_dir")
    for section, key in (("compiler_parameters", "cache_path"), ("custom_op", "custom_op_dir")):
        if plain.has(section, key):
            folders.append(plain.value(section, key))
    for folder in folders:
        os.makedirs(os.path.join(path, folder), exist_ok=True)
