// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the parts of a description that point at its runs, tables and claims, and checks that what they point at is
// there. For this room only.
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/experiment_fields.h"

namespace batchscope {

/// A table of `experiment`, whose runs have been read; meaningless after a fault.
[[nodiscard]] ExperimentTable readExperimentTable(const JsonPlace& place, const Experiment& experiment,
                                                  ProgramFault& fault);
[[nodiscard]] ExperimentClaim readExperimentClaim(const JsonPlace& place, const Experiment& experiment,
                                                  ProgramFault& fault);

} // namespace batchscope
