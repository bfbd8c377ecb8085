// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was measured, beside what the window shows: results in words, and a result as something to show on
// the canvas.
#pragma once

#include "core/bench/bench.h"
#include "core/session/session_config.h"

#include <QString>
#include <QStringList>
#include <QVariant>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct BenchDocument;
struct Theme;

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

/// Which one it is: "32 trees, tree-lstm, Folded by level (engine), dim 100, 1 thread, inference".
[[nodiscard]] QString resultHead(const BenchResult& result);
/// For tooltips its figures, several lines: the median and its range, the launches, and the speed-ups that were
/// measured.
[[nodiscard]] QString resultTip(const BenchResult& result);
/// Why a result that is marked is worth little, and what to do.
[[nodiscard]] QString noiseTip(const BenchResult& result);

/// What the table of results says of a cell beside its text: color and tooltip of figures that are worth little, the
/// phases of the median, the arm's name on the command line. `key` is that of the column (core/records/bench_tables.h).
[[nodiscard]] QVariant resultLook(const Theme& theme, const BenchResult& result, std::string_view key, int role);

} // namespace batchscope
