// SPDX-License-Identifier: GPL-3.0-or-later
//
// `batchscope --plot OUT --report OUT RUN.json`: draws plots and the report of a saved run, without a window and
// without a display.
#pragma once

#include "app/launch_options.h"
#include "core/records/bench_document.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Writes every file that was asked for; an error for each that could not be drawn or written. Needs a QApplication.
[[nodiscard]] std::vector<Error> drawRun(const std::shared_ptr<const BenchDocument>& document,
                                         const DrawOptions& options);

} // namespace batchscope
