// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots that a benchmark can be shown as, once for every front end: lists, scripts and axes all read these rows.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace batchscope {

enum class PlotKind : std::uint8_t { Time, Speedup, Phases, Split };

/// What the numbers of an axis are.
enum class PlotUnit : std::uint8_t {
    Arms, ///< no numbers: one place for each arm
    Count,
    Seconds,
    Factor,
};

enum class PlotScale : std::uint8_t { Linear, Logarithmic };

struct PlotAxis {
    std::string_view label;
    std::string_view brief; ///< the same where there is little room
    PlotUnit unit = PlotUnit::Count;
    PlotScale scale = PlotScale::Logarithmic;
};

struct PlotKindEntry {
    PlotKind kind;
    std::string_view id; ///< in scripts
    std::string_view title;
    std::string_view about; ///< what the axes are, as a noun phrase
    PlotAxis x;
    PlotAxis y;
};

/// In the order of lists, which is that of the enumerators.
[[nodiscard]] std::span<const PlotKindEntry> plotKinds();
[[nodiscard]] const PlotKindEntry& plotKindEntry(PlotKind kind);
/// Whether figureOf() has it; the others are bars, each with a header of its own.
[[nodiscard]] bool isOfCurves(PlotKind kind);
/// By its id; else a Config error that names those there are.
[[nodiscard]] Result<PlotKind> parsePlotKind(std::string_view id);

} // namespace batchscope
