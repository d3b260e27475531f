#!/bin/bash
model_transform.py \
  --model_name yolov8s \
  --model_def yolov8s.onnx \
  --input_shapes [[1,3,640,640]] \
  --mean 103.53,116.28,123.67 \
  --scale 0.01742919,0.017507,0.01712475 \
  --pixel_format rgb \
  --test_input dog.jpg \
  --test_result yolov8s_top_outputs.npz \
  --mlir yolov8s.mlir
