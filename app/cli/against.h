// SPDX-License-Identifier: GPL-3.0-or-later
//
// `schedule --diff --against 'merge=leaves policy=agenda [FILE…]'`: a second run, which has the options of the first
// but for these, written without their dashes.
#pragma once

#include "app/cli/options.h"
#include "core/base/result.h"

namespace batchscope {

/// The options of the second run, checked as those of any line. Config error where they are no options of schedule, or
/// say what becomes of the result (--json, --save-schedule, …), or change nothing.
[[nodiscard]] Result<CliOptions> optionsOfSecond(const CliOptions& first);

} // namespace batchscope
