#!/bin/bash
model_transform.py \
  --model_name yolov8s \
  --model_def yolov8s.onnx \
  --input_shapes [[1,3,640,640]] \
  --scale 0.0039216,0.0039216,0.0039216 \
  --pixel_format rgb \
  --test_input dog.jpg \
  --test_result yolov8s_top_outputs.npz \
  --mlir yolov8s.mlir
model_deploy.py \
  --mlir yolov8s.mlir \
  --quantize BF16 \
  --calibration_table yolov8s_cali_table \
  --quantize_table yolov8s_qtable \
  --chip bm1688 \
  --test_input yolov8s_in_f32.npz \
  --test_reference yolov8s_top_outputs.npz \
  --model yolov8s_bm1688.bmodel
