#!/bin/bash
model_transform.py \
  --model_name yolox_m \
  --model_def yolox_m.onnx \
  --input_shapes [[1,3,640,640]] \
  --pixel_format bgr \
  --mlir yolox_s.mlir
