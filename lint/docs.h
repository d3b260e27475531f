// Pages of docs/rules, made from the metadata of the rules and their examples.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lint/files.h"
#include "lint/platform.h"
#include "lint/rule.h"

namespace npulint {

// A folder of examples/rules/<CODE>: its input files by path, and the report of the tool.
struct Example {
  std::string name;  // "fail-raw-argmax"
  std::vector<std::pair<std::string, std::string>> files;
  std::string args, expected;  // args.txt, expected.txt; empty when absent
};

// Markdown in English, then in Chinese; the examples stand between.
std::string rule_page(const Rule& rule, const std::vector<Example>& examples);
std::string rule_index();

// Text outside code that must not become markup, also in the cell of a table.
std::string markdown_text(std::string_view s);

// docs/platforms.md.
std::string platform_page(const Platforms& platforms);

// docs/coverage.md: what each rule needs, and what supplies it.
std::string coverage_page();

// File name → page: one a rule, the index, ../config-reference.md, ../coverage.md and
// ../platforms.md; `examples` is the folder with a folder a code.
std::vector<std::pair<std::string, std::string>> rule_docs(const FileReader& reader,
                                                           const std::string& examples);
// Writes rule_docs into `out_dir`, which is made when absent. False with the reason in `why`.
bool write_docs(const FileReader& reader, const std::string& examples, const std::string& out_dir,
                std::string* why);

}  // namespace npulint
