// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_kind.h"

#include "core/base/choice.h"
#include "core/words/plot_words.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

/// `title` in lists; `about` is a noun phrase that says what the axes are.
struct PlotWords {
    std::string_view title;
    std::string_view about;
};

constexpr PlotWords kTimePlot = {"Time per run", "Time per run against the number of trees"};
constexpr PlotWords kSpeedupPlot = {"Speed-up", "Speed-up by batching, engine and both against the number of trees"};
constexpr PlotWords kPhasesPlot = {"Phases", "Time of each phase of a run, one bar for each arm"};
constexpr PlotWords kSplitPlot = {"Split", "Times whose ratios are the speed-up: by batching and by engine"};
constexpr words::AxisWords kTreesAxis = {"trees per run", "trees per run"};
constexpr words::AxisWords kTimeAxis = {"time per run", "time"};
constexpr words::AxisWords kArmAxis = {"", ""};
constexpr words::AxisWords kPhaseTimeAxis = {"median time of each phase", "time"};
constexpr words::AxisWords kSplitTimeAxis = {"median time per run", "time"};

constexpr PlotAxis plotAxis(words::AxisWords named, PlotUnit unit, PlotScale scale) {
    return {named.full, named.brief, unit, scale};
}

constexpr PlotKindEntry plotRow(PlotKind kind, std::string_view id, PlotWords named, PlotAxis x, PlotAxis y) {
    return {kind, id, named.title, named.about, x, y};
}

constexpr PlotScale kLog = PlotScale::Logarithmic;
constexpr PlotScale kLinear = PlotScale::Linear;
constexpr PlotAxis kOverTrees = plotAxis(kTreesAxis, PlotUnit::Count, kLog);

constexpr auto kPlotKinds = std::to_array<PlotKindEntry>({
    plotRow(PlotKind::Time, "time", kTimePlot, kOverTrees, plotAxis(kTimeAxis, PlotUnit::Seconds, kLog)),
    plotRow(PlotKind::Speedup, "speed-up", kSpeedupPlot, kOverTrees,
            plotAxis(words::kSpeedupAxis, PlotUnit::Factor, kLog)),
    plotRow(PlotKind::Phases, "phases", kPhasesPlot, plotAxis(kPhaseTimeAxis, PlotUnit::Seconds, kLinear),
            plotAxis(kArmAxis, PlotUnit::Arms, kLinear)),
    plotRow(PlotKind::Split, "split", kSplitPlot, plotAxis(kSplitTimeAxis, PlotUnit::Seconds, kLinear),
            plotAxis(kArmAxis, PlotUnit::Arms, kLinear)),
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
    return parseChoice<PlotKind>(id, ids, "plot");
}

} // namespace batchscope
