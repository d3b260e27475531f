#!/bin/bash
model_deploy.py --mlir a.mlir --quantize F16 --chip bm1688 \
  --model a_f16.bmodel
  --sharpen 2
