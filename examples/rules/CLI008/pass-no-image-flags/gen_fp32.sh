#!/bin/bash
model_transform.py \
  --model_name yolox_s \
  --model_def yolox_s.onnx \
  --input_shapes [[1,3,640,640]] \
  --mlir yolox_s.mlir
