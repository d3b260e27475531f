# mean and scale serve the calibration and the test input only: nothing is compiled in without --fuse_preprocess
model_transform.py --model_name det --model_def det.onnx --mean 0,0,0 --scale 0.0039216,0.0039216,0.0039216 --mlir det.mlir
model_deploy.py --mlir det.mlir --quantize F16 --chip bm1684x --model det.bmodel
