// Conversion scripts: which commands they would run, and with which words.
#include <doctest/doctest.h>

#include "parsers/shell.h"

using namespace npulint;

namespace {

std::string text(const ShellCommand& c) {
  std::string out;
  for (const ShellWord& w : c.words)
    out += (out.empty() ? "" : " ") + std::string(w.known ? "" : "?") + w.text;
  return out;
}
// One line a command.
std::string commands(std::string_view s) {
  std::string out;
  for (const ShellCommand& c : parse_shell(0, s).commands) out += text(c) + "\n";
  return out;
}

}  // namespace

TEST_CASE("shell: words, quotes, comments and continuations") {
  CHECK(commands("a b  c # d\n") == "a b c\n");
  CHECK(commands("a 'b c' \"d \\\" e\" f\\ g\n") == "a b c d \" e f g\n");
  CHECK(commands("a \\\n  --b \\\r\n  c\nd") == "a --b c\nd\n");
  CHECK(commands("a#b #c") == "a#b\n");
  CHECK(commands("a; b && c || d | e &\nf") == "a\nb\nc\nd\ne\nf\n");
  CHECK(commands("a > out.txt 2>&1 b < in\n") == "a 2 b\n");
  CHECK(commands("--mean 0,0,0 \\\n--x [[1,3,640,640]]") == "--mean 0,0,0 --x [[1,3,640,640]]\n");
  CHECK(commands("a ''") == "a \n");
  CHECK(commands("") == "");
}

TEST_CASE("shell: a word lies where it is written") {
  const std::string s = "tool \\\n  --mean 'a b'\n";
  const ShellScript r = parse_shell(7, s, 100);
  REQUIRE(r.commands.size() == 1);
  const Evidence& at = r.commands[0].words[2].at;
  CHECK(at.file == 7);
  CHECK(s.substr(at.begin - 100, at.end - at.begin) == "'a b'");
  CHECK(r.commands[0].at.begin == 100);
  CHECK(s.substr(0, r.commands[0].at.end - 100) == "tool \\\n  --mean 'a b'");
}

TEST_CASE("shell: variables that the script sets") {
  CHECK(commands("x=bm1688\ntool --chip $x ${x}_a ${x^^}") ==
        "tool --chip bm1688 bm1688_a BM1688\n");
  CHECK(commands("x=A; y=${x,,}b\ntool $y") == "tool ab\n");
  CHECK(commands("x='--a 1'\ntool $x \"$x\"") == "tool --a 1 --a 1\n");
  CHECK(parse_shell(0, "x='--a 1'\ntool $x \"$x\"").commands[0].words.size() == 4);
  CHECK(commands("export x=1 y=2\ntool $x$y") == "export\ntool 12\n");
  CHECK(commands("x=\ntool $x --b ${x:-d}") == "tool --b d\n");
}

TEST_CASE("shell: what the script does not tell stays unknown") {
  const ShellScript r = parse_shell(0, "tool $opts \"$name\" --a $(date) `id` ${x%.*} a$1b");
  REQUIRE(r.commands.size() == 1);
  const auto& w = r.commands[0].words;
  REQUIRE(w.size() == 8);
  CHECK_FALSE(w[1].known);
  CHECK(w[1].split);
  CHECK_FALSE(w[2].known);
  CHECK_FALSE(w[2].split);
  CHECK(w[4].text == "$(date)");
  CHECK(w[7].text == "a$1b");
  CHECK(commands("read x\ntool $x") == "read x\ntool ?$x\n");
  CHECK(commands("x=1\nsource env.sh\ntool $x") == "source env.sh\ntool ?$x\n");
}

TEST_CASE("shell: branches leave what differs unknown") {
  const char* s = R"(x=1; y=2
if test $t = "bm1688"; then
  x=3
  tool $x
elif true; then
  x=4
else
  tool $x
fi
tool $x $y
)";
  CHECK(commands(s) == "test ?$t = bm1688\ntool 3\ntrue\ntool 1\ntool ?$x 2\n");
  const ShellScript r = parse_shell(0, s);
  CHECK(r.commands[1].conditional);
  CHECK_FALSE(r.commands.back().conditional);
  CHECK(commands("for b in 1 4; do tool $b; done\ntool $b") == "tool ?$b\ntool ?$b\n");
  CHECK(commands("for b in 1; do tool $b; done") == "tool 1\n");
  CHECK(
      commands("q=a\ncase $m in\n  int8|INT8)\n    q=b\n    tool $q\n    ;;\n  *) tool $q;;\nesac\n"
               "tool $q") == "tool b\ntool a\ntool ?$q\n");
  CHECK(commands("while [ $# -gt 0 ]; do\n x=$2\n shift 2\ndone\ntool $x") ==
        "[ ?$# -gt 0 ]\nshift 2\ntool ?$x\n");
}

TEST_CASE("shell: functions run where they are called, with their words") {
  const char* s = R"(function gen_mlir()
{
  tool --shape [[$1,3,640,640]] --out x_$1b.mlir
}
gen_deploy() {
  deploy --num ${2:-1} $1
}
gen_mlir 1
gen_mlir 4
gen_deploy a
)";
  CHECK(commands(s) ==
        "tool --shape [[1,3,640,640]] --out x_1b.mlir\n"
        "tool --shape [[4,3,640,640]] --out x_4b.mlir\n"
        "deploy --num 1 a\n");
  CHECK(commands("f() { tool x_${1}b.mlir; }\nf 1\nf 4") == "tool x_1b.mlir\ntool x_4b.mlir\n");
  CHECK(commands("f() { tool $1; }\nf $unknown 2") == "tool ?$1\n");
  CHECK(commands("f() { tool $1; }") == "tool ?$1\n");  // nobody calls it
  CHECK(commands("f() { f; tool; }\nf").size() > 4);    // recursion ends
  CHECK(commands("f() { x=2; }\nx=1\nf\ntool $x") == "tool 2\n");
}

TEST_CASE("shell: values that may not have been set are not known") {
  CHECK(commands("c=a; [ -n \"$1\" ] && c=b\ntool $c") == "[ -n ?$1 ]\ntool ?$c\n");
  CHECK(commands("c=a; (c=b; tool $c)\ntool $c") == "tool b\ntool a\n");
  CHECK(commands("f() { local q=2; tool $q; }\nq=1\nf\ntool $q") == "local\ntool 2\ntool 1\n");
  CHECK(commands("o=1; o+=2\ntool $o") == "tool 12\n");
  CHECK(commands("c=a; c=b tool $c\ntool $c") == "tool a\ntool a\n");
  CHECK(commands("a=(--x 1)\ntool \"${a[@]}\" $a") == "tool ?${a[@]} ?$a\n");
  CHECK(parse_shell(0, "tool \"$@\"").commands[0].words[1].split);
  CHECK(parse_shell(0, "tool \"${a[@]}\"").commands[0].words[1].split);
  CHECK_FALSE(parse_shell(0, "tool \"$x\"").commands[0].words[1].split);
  CHECK(commands("(( x<<=1 ))\ntool") == "tool\n");
}

TEST_CASE("shell: a command on the next line") {
  const ShellScript r = parse_shell(0, "tool --a\n  --b c\n\ntool\n# x\ntool\n");
  REQUIRE(r.commands.size() == 4);
  CHECK(r.commands[0].next_line == 1);
  CHECK(r.commands[1].next_line == -1);
  CHECK(r.commands[2].next_line == -1);
}

TEST_CASE("shell: here-documents are text") {
  CHECK(commands("cat <<EOF > x\ntool --a\nEOF\ntool --b") == "cat\ntool --b\n");
  CHECK(commands("cat <<-'E'\n\ttool\n\tE\nb") == "cat\nb\n");
}

TEST_CASE("shell: damage") {
  CHECK_FALSE(parse_shell(0, "tool 'a b").complete);
  CHECK_FALSE(parse_shell(0, "tool \"a").complete);
  for (const char* s : {"$(", "${", "`", "if", "case x in", "f() {", "((", "\\", "$", "<<", "for",
                        "a &&", "}", "fi", "esac;;", "x=$(", "'"})
    CHECK(parse_shell(0, s).commands.size() <= 1);
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "if a; then ";
  CHECK_FALSE(parse_shell(0, deep).complete);
  std::string fork = "a() { b; b; }\nb() { c; c; }\nc() { d; d; }\nd() { a; a; }\na\n";
  CHECK(parse_shell(0, fork).commands.size() <= 5'000);
}
