// SPDX-License-Identifier: GPL-3.0-or-later
//
// run --shrink: the smallest trees whose run still fails in the same way, as a treebank.
#pragma once

#include "app/cli/options.h"
#include "app/cli/prepared_run.h"
#include "app/cli/run_failure.h"
#include "app/cli/situation.h"

#include <string>

namespace batchscope {

/// Where --shrink asks for it and the run failed: runs fewer and smaller trees until none can be left out and no node
/// replaced by a child, and writes what is left to CliOptions::shrunkFile, in the format that its ending names (.json,
/// or brackets). Says on stderr what was found. Config error: not trees; a format that cannot take them. Io error.
[[nodiscard]] Status shrinkFailing(const CliOptions& options, const PreparedRun& prepared, Failure failure,
                                   const Policy& policy, const RunControl& control);

/// Why --shrink has no effect, for the table of applies.cpp; empty where it has one.
[[nodiscard]] std::string whyNothingToShrink(const Situation& in);

} // namespace batchscope
