#!/usr/bin/env bash
# What the architecture forbids, by grep; and the format of the sources. Last line: `N passed, N failed`.
cd "$(dirname "$0")/.."
. tests/lib.sh
none() {  # $1: what; the rest: a command that must print nothing
  local what=$1 out
  shift
  out=$("$@" 2>&1)
  if [ -z "$out" ]; then ok; else bad "$what:"; echo "$out"; fi
}
only_in() {  # header pattern, allowed files…
  local pattern=$1 out
  shift
  out=$(grep -rlE "#include [<\"]$pattern" lint rules parsers tests --include=*.h --include=*.cc | grep -vxF "$(printf '%s\n' "$@")")
  if [ -z "$out" ]; then ok; else bad "$pattern outside its file:"; echo "$out"; fi
}
none "rules include only facts and vocabulary" \
  grep -nE '#include "(lint/(load|files|sources|engine|link|run|settings)|parsers/)' rules/*.cc
none "rules do no I/O" grep -nE '#include <(fstream|filesystem|cstdio|iostream)>' rules/*.cc
# clang before 17 destroys temporaries that are made before a consteval call (the sentence of .also()) at the end of the
# enclosing block, in a switch also after cases that made none: llvm/llvm-project#60709.
none "rules report from no switch" grep -nE '\bswitch \(' rules/*.cc
none "no march in the code of rules" grep -nE '"(nash-[a-z]|bayes|bernoulli2|bm1684|BM1684)' rules/*.cc lint/link*.cc lint/engine.cc
none "parsers know no rule and no platform" grep -nE '#include "lint/(rule|facts|engine|platform|link|load)\.h"' parsers/*.cc
none "no catch outside parsers and main" grep -nE '\bcatch \(' rules/*.cc lint/[a-l]*.cc lint/[n-z]*.cc lint/link*.cc
# the sentences themselves (constexpr Text …;) do not count: each takes two to four lines in two languages
none "rules are at most 60 lines without their sentences" awk '
  FNR == 1 { n = 0; text = 0 }
  /^constexpr (Text|Wording)/ { text = 1 }
  !text { if (++n == 61) print FILENAME }
  text && /;$/ { text = 0 }' rules/*.cc
# two types of one name link without a word, and one then uses the other's functions
none "one type of each name" awk '
  /^namespace [a-z_:]+ \{/ { space = $2 }
  /^(struct|class|enum|enum class|union) [A-Za-z_]+( final)?( : [^;]*)? *\{/ {
    name = $0
    sub(/^(enum class|struct|class|enum|union) /, "", name)
    sub(/[^A-Za-z_].*/, "", name)
    if (known[space, name]++) print FILENAME ": " space "::" name
  }' lint/*.h parsers/*.h
# a sentence may go on in the next literal, so a mark at the end of one counts too
none "half-width marks between Chinese characters" env LC_ALL=C.UTF-8 grep -nP \
  '[\x{4e00}-\x{9fff}] ?[,;:!?] ?([\x{4e00}-\x{9fff}]|"$)|[\x{4e00}-\x{9fff}]\(|\)[\x{4e00}-\x{9fff}]' \
  lint rules parsers -r --include=*.cc --include=*.h
# one word for one thing in all sentences
none "words that the catalogue does not use" grep -nE '是否想写|个 bundle|步距|行距|开发板' lint rules parsers -r --include=*.cc --include=*.h
only_in 'CLI/' lint/main.cc
only_in 'toml\+\+' parsers/toml_tree.cc
only_in 'onnx\.pb\.h' parsers/onnx_text.cc
only_in '(flatbuffers/|bmodel_generated)' parsers/bmodel.cc
only_in 'yaml\.h' parsers/yaml_tree.cc
only_in 'rapidjson/' parsers/json_tree.cc
only_in '(turbojpeg|png)\.h' lint/image_file.cc tests/image_writer.h
none "format" sh -c 'clang-format --dry-run lint/*.h lint/*.cc rules/*.cc parsers/*.h parsers/*.cc tests/*.cc tests/fuzz/*.h tests/fuzz/*.cc 2>&1'
finish
