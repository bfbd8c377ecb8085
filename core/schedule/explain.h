// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a recorded decision in plain words, made from the real data, the same in the window and on the command line.
#pragma once

#include "core/schedule/schedule.h"

#include <string>

namespace batchscope {

/// Why this batch was chosen, without numbers.
[[nodiscard]] const char* reasonText(const Schedule& schedule, BatchId batch);

/// Why this batch ran at its step, with the candidates that it was weighed against, for example
/// "leaf ×7 runs now: lowest level with work left. Ready: leaf ×7 (level 0)."
[[nodiscard]] std::string decisionText(const OpGraph& graph, const Schedule& schedule, BatchId batch);

} // namespace batchscope
