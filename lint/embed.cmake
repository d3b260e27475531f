# Writes IN as a C++ source that defines `const std::string_view npulint::embedded_SYMBOL`.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "(................................)" "\\1\n" lines "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${lines}")
file(WRITE ${OUT}
"#include <string_view>\nnamespace npulint {\nstatic const char kBytes[] = {\n${bytes}0};\n"
"extern const std::string_view embedded_${SYMBOL};\n"
"const std::string_view embedded_${SYMBOL}(kBytes, sizeof kBytes - 1);\n}\n")
