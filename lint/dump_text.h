// What the dumps of an output show, for the rules that find its reading wrong: further places of
// the last finding, at the contract's `dump`. Nothing when nothing was measured.
#pragma once

#include "lint/facts.h"

namespace npulint {

// "9 of 30 dumps change their first rank when they are decoded: 00000076.bin, …"; nothing of a
// single one, whose ranking is shown as evidence.
void also_ranking(Report& r, Maybe<DumpMeasures> measure, Maybe<DumpSizes> dumps,
                  Maybe<OutputDump> example);
// "16770 of 30000 elements (55.9 %) are NaN or infinite when read as float32"
void also_not_finite(Report& r, Maybe<DumpMeasures> measure, Maybe<DumpSizes> dumps);

}  // namespace npulint
