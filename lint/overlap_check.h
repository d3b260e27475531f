// What the rules about calibration and evaluation set ask first.
#pragma once

#include "lint/data_set.h"
#include "lint/reasons.h"
#include "lint/rule.h"

namespace npulint {

// False when there is nothing to compare, which the report then says.
inline bool comparable(Report& r, const DataSets& sets) {
  if (!sets.calibration && !sets.evaluation)
    r.not_applicable(reasons::kNoSets);
  else if (sets.waiver)
    r.not_applicable(reasons::kSetsMayShare, *sets.waiver);
  else if (!sets.calibration || !sets.evaluation)
    r.unknown(reasons::kOneSet);
  else if (!sets.overlap)
    r.unknown_with(sets.missing);
  else
    return true;
  return false;
}

}  // namespace npulint
