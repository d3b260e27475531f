#!/bin/bash
model_transform.py \
  --model_name yolov8s \
  --model_def yolov8s.onnx \
  --input_shapes [[1,3,640,640]] \
  --scale 0.0039216,0.0039216,0.0039216 \
  --pixel_format rgb \
  --mlir yolov8s.mlir
run_calibration.py yolov8s.mlir \
  --dataset ./coco128 \
  --input_num 10 \
  -o yolov8s_cali_table
