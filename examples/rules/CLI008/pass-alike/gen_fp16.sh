#!/bin/bash
model_transform.py \
  --model_name yolox_s \
  --model_def yolox_s.onnx \
  --input_shapes [[1,3,640,640]] \
  --scale 0.0039216,0.0039216,0.0039216 \
  --pixel_format rgb \
  --keep_aspect_ratio \
  --mlir yolox_s.mlir
