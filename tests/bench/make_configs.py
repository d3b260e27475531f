#!/usr/bin/env python3
"""Writes N conversion configs, each in a folder of its own: make_configs.py DIR [N=50]. Plain Python 3."""
import os
import sys

TEMPLATE = """# conversion of model {i}
model_parameters:
  onnx_model: './model_{i}.onnx'
  march: '{march}'
  layer_out_dump: False
  working_dir: 'model_output_{i}'
  output_model_file_prefix: 'model_{i}_640x640_nv12'
  node_info: {{"/model.9/attn/Softmax": {{'ON': 'BPU', 'InputType': 'int16', 'OutputType': 'int16'}}}}
input_parameters:
  input_name: 'images'
  input_type_rt: 'nv12'
  input_type_train: 'rgb'
  input_layout_train: 'NCHW'
  input_shape: '1x3x640x640'
  norm_type: 'data_mean_and_scale'
  mean_value: '123.675 116.28 103.53'
  scale_value: '0.01712475 0.017507 0.01742919'
calibration_parameters:
  cal_data_dir: './calibration_data_{i}'
  cal_data_type: 'float32'
  calibration_type: 'default'
compiler_parameters:
  compile_mode: 'latency'
  debug: False
  optimize_level: '{level}'
"""

directory, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50
for i in range(count):
    folder = os.path.join(directory, f"model_{i:04d}")
    os.makedirs(folder, exist_ok=True)
    nash = i % 2 == 1
    with open(os.path.join(folder, "config.yaml"), "w") as f:
        f.write(TEMPLATE.format(i=i, march="nash-e" if nash else "bayes-e", level="O2" if nash else "O3"))
