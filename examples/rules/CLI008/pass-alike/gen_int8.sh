#!/bin/bash
model_transform.py \
  --model_name yolox_s \
  --model_def yolox_s.onnx \
  --input_shapes [[1,3,640,640]] \
  --keep_aspect_ratio \
  --mean 0,0,0 \
  --scale 0.00392157,0.00392157,0.00392157 \
  --pixel_format RGB \
  --mlir yolox_s.mlir
