// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_kind.h"

#include "core/base/choice.h"
#include "core/words/plot_words.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr PlotAxis plotAxis(words::AxisWords named, PlotUnit unit, PlotScale scale) {
    return {named.full, named.brief, unit, scale};
}

constexpr PlotKindEntry plotRow(PlotKind kind, std::string_view id, words::PlotWords named, PlotAxis x, PlotAxis y) {
    return {kind, id, named.title, named.about, x, y};
}

constexpr PlotScale kLog = PlotScale::Logarithmic;
constexpr PlotScale kLinear = PlotScale::Linear;
constexpr PlotAxis kOverTrees = plotAxis(words::kTreesAxis, PlotUnit::Count, kLog);

constexpr auto kPlotKinds = std::to_array<PlotKindEntry>({
    plotRow(PlotKind::Time, "time", words::kTimePlot, kOverTrees, plotAxis(words::kTimeAxis, PlotUnit::Seconds, kLog)),
    plotRow(PlotKind::Speedup, "speed-up", words::kSpeedupPlot, kOverTrees,
            plotAxis(words::kSpeedupAxis, PlotUnit::Factor, kLog)),
    plotRow(PlotKind::Phases, "phases", words::kPhasesPlot, plotAxis(words::kPhaseTimeAxis, PlotUnit::Seconds, kLinear),
            plotAxis(words::kArmAxis, PlotUnit::Arms, kLinear)),
    plotRow(PlotKind::Split, "split", words::kSplitPlot, plotAxis(words::kSplitTimeAxis, PlotUnit::Seconds, kLinear),
            plotAxis(words::kArmAxis, PlotUnit::Arms, kLinear)),
});

} // namespace

std::span<const PlotKindEntry> plotKinds() {
    return kPlotKinds;
}

const PlotKindEntry& plotKindEntry(PlotKind kind) {
    return kPlotKinds[static_cast<std::size_t>(kind)];
}

bool isOfCurves(PlotKind kind) {
    return plotKindEntry(kind).y.unit != PlotUnit::Arms;
}

Result<PlotKind> parsePlotKind(std::string_view id) {
    std::array<std::string_view, kPlotKinds.size()> ids;
    std::transform(kPlotKinds.begin(), kPlotKinds.end(), ids.begin(), [](const PlotKindEntry& row) { return row.id; });
    return parseChoice<PlotKind>(id, ids, words::kPlotKind);
}

} // namespace batchscope
