# Run where hrt_model_exec is (the board, or the OpenExplorer container) and keep the text beside the model: npulint picks it up there.
hrt_model_exec model_info --model_file MODEL.hbm > MODEL.model_info.txt
