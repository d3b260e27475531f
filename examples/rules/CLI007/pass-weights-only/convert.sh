#!/bin/bash
model_deploy.py \
  --mlir yolov8s.mlir \
  --quantize W4F16 \
  --chip bm1688 \
  --test_input yolov8s_in_f32.npz \
  --test_reference yolov8s_top_outputs.npz \
  --model llm_int4_1dev.bmodel
