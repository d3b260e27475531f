#include <doctest/doctest.h>

#include <vector>

#include "tests/bmodel_builder.h"
#include "tests/fuzz/mutate_flat.h"
#include "tests/fuzz/mutate_wire.h"
#include "tests/fuzz/mutate_words.h"
#include "tests/fuzz/mutate_yaml.h"
#include "tests/wire_builder.h"

// libFuzzer's part of the mutators: here a byte more.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) {
  if (size == max_size) return size;
  data[size] = 'z';
  return size + 1;
}

using namespace npulint;
using namespace npulint::fuzz;

TEST_CASE("wire mutator: a message is written as it was read") {
  const std::string inner = test::number(1, 300) + test::bytes(2, "node");
  const std::string s = test::number(8, ~uint64_t{0}) + test::bytes(7, test::bytes(1, inner));
  WireMessage m;
  REQUIRE(take_message(s, kWireDepth, &m));
  CHECK(m[1].parts[0].parts[0].value == 300);
  CHECK(put_message(m) == s);
}

TEST_CASE("wire mutator: the lengths around a changed field stay right") {
  const std::string s = test::bytes(7, test::bytes(1, test::bytes(2, "node")));
  WireMessage m, again;
  REQUIRE(take_message(s, kWireDepth, &m));
  m[0].parts[0].parts[0].bytes = std::string(500, '\xff');
  m[0].parts[0].parts[0].parts.clear();
  REQUIRE(take_message(put_message(m), kWireDepth, &again));
  CHECK(again[0].parts[0].parts[0].bytes.size() == 500);
  again[0].lie = 1;
  m.clear();
  CHECK_FALSE(take_message(put_message(again), kWireDepth, &m));
}

TEST_CASE("FlatBuffers mutator: the walk finds the tables, their slots and offsets") {
  test::BModel model;
  model.nets = {{"yolo", {{{{"in"}}, {{"out"}}}}}};
  const std::string s = test::bmodel(model);
  const FlatWalk walk(s);
  const auto count = [&](FlatWalk::Kind k) {
    size_t n = 0;
    for (const FlatWalk::Place& p : walk.places) n += p.kind == k;
    return n;
  };
  // model, net, stage, two tensors, two shapes
  CHECK(count(FlatWalk::Kind::kTable) == 7);
  CHECK(count(FlatWalk::Kind::kLength) >= 8);
  CHECK(count(FlatWalk::Kind::kOffset) >= 15);
  std::string changed = s;
  Dice dice(3);
  for (int i = 0; i < 50; ++i) change_flat(changed, dice);
  CHECK(changed.size() == s.size());
  CHECK(changed != s);
}

TEST_CASE("YAML mutator: a block is a key and what is deeper, and moves with its indent") {
  const std::string s = "a:\n  b: 1\n  c:\n    d: 2\ne: 3\n";
  const std::vector<Span> lines = lines_of(s);
  REQUIRE(lines.size() == 5);
  const Span a = block_of(s, lines, 0), c = block_of(s, lines, 2);
  CHECK(s.substr(a.at, a.size) == "a:\n  b: 1\n  c:\n    d: 2\n");
  CHECK(shifted(s.substr(c.at, c.size), 2, 4) == "    c:\n      d: 2\n");
  const Span v = value_of(s, lines[1]);
  CHECK(s.substr(v.at, v.size) == "1");
}

TEST_CASE("mutators: equal seeds give equal inputs within the limit, from any input") {
  const std::string inputs[] = {
      "", "\n", "a", "a: [1, 2]\n- b\n{", std::string(200, '\xff'), std::string(200, '\0')};
  const auto all = [](auto change, std::string s, unsigned seed) {
    const size_t size = s.size();
    s.resize(size + 100);
    s.resize(mutate(change, reinterpret_cast<uint8_t*>(s.data()), size, s.size(), seed));
    return s;
  };
  for (void (*change)(std::string&, Dice&) :
       {change_wire, change_flat, change_words, change_text, change_yaml})
    for (const std::string& s : inputs)
      for (unsigned seed = 0; seed < 200; ++seed) {
        const std::string once = all(change, s, seed);
        REQUIRE(once.size() <= s.size() + 100);
        REQUIRE(once == all(change, s, seed));
      }
}
