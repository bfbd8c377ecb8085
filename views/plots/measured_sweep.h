// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sweeps in words: what one measured, held against what the window shows now, and what one that waits will measure.
#pragma once

#include "core/bench/bench.h"
#include "core/session/session_config.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace batchscope {

struct BenchDocument;

/// As far as the window shows it, what a document measured.
struct MeasuredSweep {
    SessionConfig config; ///< with the first net
    std::vector<std::string> models;
    std::vector<Work> works;
};

[[nodiscard]] MeasuredSweep measuredSweep(const BenchDocument& document);

/// In what `now` differs from it, a phrase each: "net looks (now tree-lstm)". What a sweep chooses itself, as its
/// widths and numbers of trees, does not count.
[[nodiscard]] QStringList differences(const MeasuredSweep& then, const SessionConfig& now);

/// "tree-lstm, dims 100,300, trees per run 1,8, training"
[[nodiscard]] QString sweepText(const BenchConfig& config);

} // namespace batchscope
