#!/bin/bash
model_deploy.py \
  --mlir yolov8s.mlir \
  --quantize INT8 \
  --calibration_table yolov8s_cali_table \
  --chip bm1688 \
  --model yolov8s_bm1688_int8.bmodel \
  $checks
