// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the runs of a description. For this room only.
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/experiment_fields.h"

namespace batchscope {

/// A run; meaningless after a fault.
[[nodiscard]] ExperimentRun readExperimentRun(const JsonPlace& place, ProgramFault& fault);

} // namespace batchscope
