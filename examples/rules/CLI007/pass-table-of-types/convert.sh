#!/bin/bash
model_deploy.py \
  --mlir yolov8s.mlir \
  --quantize INT8 \
  --calibration_table yolov8s_cali_table \
  --quantize_table yolov8s_qtable \
  --chip bm1688 \
  --test_input yolov8s_in_f32.npz \
  --test_reference yolov8s_top_outputs.npz \
  --model yolov8s_mix_f16.bmodel
