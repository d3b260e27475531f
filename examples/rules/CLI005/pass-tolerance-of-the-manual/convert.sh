#!/bin/bash
model_deploy.py \
  --mlir yolov8s.mlir \
  --quantize INT8 \
  --calibration_table yolov8s_cali_table \
  --chip bm1688 \
  --test_input yolov8s_in_f32.npz \
  --test_reference yolov8s_top_outputs.npz \
  --tolerance 0.85,0.45 \
  --model yolov8s_bm1688_int8.bmodel
