#!/bin/bash
model_deploy.py \
  --mlir yolov8s.mlir \
  --quantize INT9 \
  --calibration_table yolov8s_cali_table \
  --chip bm1684x \
  --test_input yolov8s_in_f32.npz \
  --test_reference yolov8s_top_outputs.npz \
  --model a_int4.bmodel
