// SPDX-License-Identifier: GPL-3.0-or-later
//
// `batchscope --render OUT FILE`: writes the picture of the canvas, or the animation, without a window or a display.
#pragma once

#include "app/launch_options.h"
#include "core/base/progress.h"
#include "core/records/bench_document.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Writes the requested plots and report. Returns an error for each file that could not be drawn or written. Needs a
/// QApplication.
[[nodiscard]] std::vector<Error> drawRun(const std::shared_ptr<const BenchDocument>& document,
                                         const DrawOptions& options);

/// Reads, builds and schedules without running the net, then writes the file. Diagnostics go to stderr. Blocks.
[[nodiscard]] Status render(const LaunchOptions& options, const std::stop_token& interrupt, const ProgressSink& sink);

} // namespace batchscope
