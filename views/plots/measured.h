// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares a measurement with what the window shows, and describes its results in words.
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

/// True if the window shows another net, other trees, options or passes than the document measured. The numbers
/// of trees do not count, because a sweep chooses them.
[[nodiscard]] bool measuredOther(const BenchDocument& document, const SessionConfig& now);

/// The title of a result: "32 trees, tree-lstm, Folded by level (engine), dim 100, 1 thread, inference".
[[nodiscard]] QString resultHead(const BenchResult& result);
/// The figures of a result for tooltips, in several lines: the median and its range, the launches, and the speed-ups
/// that were measured.
[[nodiscard]] QString resultTip(const BenchResult& result);
/// Why a result marked as noisy is unreliable, and what to do.
[[nodiscard]] QString noiseTip(const BenchResult& result);

/// The data of a cell of the table of results besides its text: color and tooltip of unreliable figures, the phases of
/// the median, the arm's name on the command line. `key` is the key of the column (core/records/bench_tables.h).
[[nodiscard]] QVariant resultLook(const Theme& theme, const BenchResult& result, std::string_view key, int role);

} // namespace batchscope
