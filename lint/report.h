// The reviewer's report: sections of one HTML page. Complete without scripts; nothing is loaded.
#pragma once

#include <string>
#include <vector>

#include "lint/html.h"
#include "lint/run.h"

namespace npulint {

struct ReportPage : Html {
  ReportPage(const Run& r, const RenderOptions& o) : run(r), options(o) {}

  // `path:line` of a place, and where it comes from: artifact, config, or declared by a human.
  void place(const Evidence& e);
  void head(std::string_view id, const Text& title);

  const Run& run;
  const RenderOptions& options;
};

std::string_view verdict_word(const Run& run);  // PASS | FAIL | INCOMPLETE
Text severity_word(Severity s);                 // "error", "错误"
// What fails first.
std::vector<const Finding*> by_severity(const Run& run);

// The row of a rule's scope that has this subject; the bundle itself for rules about bundles. Null
// when there is none.
const void* row_of(const Bundle& bundle, Scope scope, std::string_view subject);

// What a finding's section is called, for links to it.
std::string finding_anchor(const Run& run, const Finding& f);

void report_checklist(ReportPage& page);  // report_checklist.cc
void report_tensors(ReportPage& page);    // report_tensors.cc
void report_stages(ReportPage& page);     // report_stages.cc

// Drawings, as inline SVG: widths are shares of the whole.
std::string coverage_svg(const Tally& t);

}  // namespace npulint
