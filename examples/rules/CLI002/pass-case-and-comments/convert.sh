#!/bin/bash
mode=int8
case $mode in
  --help) echo usage ;;
esac
model_deploy.py --mlir a.mlir --quantize F16 --chip bm1688 --model a_f16.bmodel
# --test_input a.npz
