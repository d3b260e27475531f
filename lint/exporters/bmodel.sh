# Run where the Sophgo SDK or TPU-MLIR is (newer releases call it tpu_model) and keep the text beside the model: npulint picks it up there.
model_tool --info MODEL.bmodel > MODEL.info.txt
