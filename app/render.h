// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: `batchscope --render OUT FILE` writes the canvas' picture without a window and without a display.
#pragma once

#include "app/launch_options.h"

namespace batchscope {

/// Reads, builds and schedules, does not run the net; writes the picture and says so. Diagnostics go to stderr. Blocks.
[[nodiscard]] Status render(const LaunchOptions& options);

} // namespace batchscope
