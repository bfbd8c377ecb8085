// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: `batchscope --render OUT FILE` writes the canvas' picture, or the animation, without a window and without
// a display.
#pragma once

#include "app/launch_options.h"
#include "core/base/progress.h"

namespace batchscope {

/// Reads, builds and schedules, does not run the net; writes the file. Diagnostics go to stderr. Blocks.
[[nodiscard]] Status render(const LaunchOptions& options, const std::stop_token& interrupt, const ProgressSink& sink);

} // namespace batchscope
