// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes recorded decisions in plain words, with the same text in the window and on the command line.
#pragma once

#include "core/schedule/schedule.h"

#include <string>

namespace batchscope {

/// Why this batch was chosen, without numbers.
[[nodiscard]] const char* reasonText(const OpGraph& graph, const Schedule& schedule, BatchId batch);

/// Why this batch ran at its step, with the candidates it was compared with, for example
/// "leaf ×7 runs now: it has the lowest level that still has work. Ready: leaf ×7 (level 0)."
[[nodiscard]] std::string decisionText(const OpGraph& graph, const Schedule& schedule, BatchId batch);

/// The values that are read before this step, for example "score 18, score 40, score 62 and 61 more"; empty without a
/// sync point there.
[[nodiscard]] std::string valuesReadText(const OpGraph& graph, const Schedule& schedule, BatchId batch);

} // namespace batchscope
