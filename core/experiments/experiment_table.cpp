// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment_table.h"

#include "core/base/text.h"
#include "core/words/execution_words.h"
#include "core/words/experiment_words.h"

#include <fmt/format.h>

#include <cmath>

namespace batchscope {

namespace {

/// What a column leaves open its row says.
ExperimentMeasure measureIn(const ExperimentRow& row, ExperimentMeasure measure) {
    measure.of = placeIn(row, measure.of);
    if (measure.over) {
        measure.over = placeIn(row, *measure.over);
    }
    return measure;
}

/// At reduced size the row is about less than its title says.
std::string hereText(const ExperimentRow& row, const MeasuredExperiment& measured) {
    const MeasuredRun* const run = measured.find(row.run);
    if (measured.scale == ExperimentScale::Full || run == nullptr || run->report.results.empty()) {
        return std::string(words::kHere);
    }
    const std::int32_t dim = run->report.results.front().dim;
    const std::vector<std::size_t>& batches = run->config.batches;
    const std::string batch = batches.size() == 1 ? fmt::format("batch {}", batches.front()) : std::string();
    const std::string width = dim > 0 ? fmt::format("dim {}", dim) : std::string();
    return fmt::format("{}, {}{}{}", words::kHere, width, width.empty() || batch.empty() ? "" : ", ", batch);
}

ExperimentLine measuredLine(const ExperimentTable& table, const ExperimentRow& row,
                            const MeasuredExperiment& measured) {
    ExperimentLine line{row.title, hereText(row, measured), true, {}};
    for (const ExperimentColumn& column : table.columns) {
        const std::optional<MeasuredFigure> figure = figureOf(measured, measureIn(row, column.measure));
        line.cells.push_back(figure ? ExperimentCell{figure->value, figure->isDoubtful} : ExperimentCell{});
    }
    return line;
}

ExperimentLine publishedLine(const PublishedFigures& published, const ExperimentTable& table, std::size_t row) {
    ExperimentLine line{table.rows[row].title, words::publishedOn(published.machine), false, {}};
    for (const std::optional<double>& value : published.values[row]) {
        line.cells.push_back({value, false});
    }
    return line;
}

std::string leavesText(const LeafRange& leaves) {
    return leaves.fewest == leaves.most ? withThousands(leaves.most)
                                        : words::fromTo(withThousands(leaves.fewest), withThousands(leaves.most));
}

std::string batchesText(const std::vector<std::size_t>& batches) {
    std::vector<std::string> texts;
    texts.reserve(batches.size());
    for (const std::size_t batch : batches) {
        texts.push_back(withThousands(batch));
    }
    return words::listed(texts);
}

std::string sizeText(const ExperimentRun& run, const ExperimentSize& size, const MeasuredRun& measured) {
    const std::vector<BenchResult>& results = measured.report.results;
    const std::string trees = withThousands(size.trees);
    const std::string leaves = measured.isGenerated ? leavesText(size.leaves) : std::string();
    const std::string batches = batchesText(size.batches);
    const bool hasOwnWidths = !results.empty() && results.front().dim == 0;
    return words::measuredSize(run.bench.graph.model, {.trees = trees,
                                                       .leaves = leaves,
                                                       .batches = batches,
                                                       .dim = hasOwnWidths ? 0 : size.dim,
                                                       .repeats = size.repeats,
                                                       .isTraining = run.bench.run.work == Work::Training});
}

std::string sizeLine(const ExperimentRun& run, const MeasuredRun& measured, ExperimentScale scale) {
    std::string text;
    const auto add = [&text](std::string_view part) {
        text += text.empty() || part.empty() ? "" : "; ";
        text += part;
    };
    if (measured.report.results.empty()) {
        add(words::kNoFigures);
    } else {
        ExperimentSize size = run.size(scale);
        size.repeats = measured.config.repeats;
        add(sizeText(run, size, measured));
        if (scale == ExperimentScale::Quick) {
            add(words::reducedFrom(sizeText(run, run.full, measured)));
        }
        add(run.note);
    }
    add(measured.reason);
    return words::ofRun(run.title, text);
}

} // namespace

std::vector<ExperimentLine> experimentLines(const ExperimentTable& table, const MeasuredExperiment& measured) {
    std::vector<ExperimentLine> lines;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        lines.push_back(measuredLine(table, table.rows[row], measured));
        for (const PublishedFigures& published : table.published) {
            lines.push_back(publishedLine(published, table, row));
        }
    }
    return lines;
}

std::string_view unitOf(const ExperimentMeasure& measure) {
    if (measure.over) {
        return words::kUnitRatio;
    }
    switch (measure.figure) {
    case ExperimentFigure::Seconds:
    case ExperimentFigure::RunningSeconds: return words::kUnitSeconds;
    case ExperimentFigure::SecondsPerTree:
    case ExperimentFigure::RunningSecondsPerTree: return words::kUnitSecondsPerTree;
    case ExperimentFigure::TreesPerSecond: return words::kUnitTreesPerSecond;
    case ExperimentFigure::ConstructionShare:
    case ExperimentFigure::PaddingWaste: return words::kUnitShare;
    case ExperimentFigure::Batches:
    case ExperimentFigure::Launches: return words::kUnitCount;
    }
    return {};
}

std::string figureText(const ExperimentMeasure& measure, double value) {
    constexpr double kWholeNumbers = 100.0;
    const std::string_view unit = unitOf(measure);
    if (unit == words::kUnitRatio) {
        return fmt::format("{:.2f}×", value);
    }
    if (unit == words::kUnitShare) {
        return fmt::format("{:.0f}%", 100.0 * value);
    }
    if (unit == words::kUnitCount) {
        return withThousands(static_cast<std::uint64_t>(std::llround(value)));
    }
    if (unit == words::kUnitTreesPerSecond) {
        return value < kWholeNumbers ? fmt::format("{:.3g}", value)
                                     : withThousands(static_cast<std::uint64_t>(std::llround(value)));
    }
    return formatSeconds(value);
}

std::vector<std::string> sizeLines(const MeasuredExperiment& measured) {
    std::vector<std::string> lines;
    for (std::size_t index = 0; index < measured.runs.size(); ++index) {
        lines.push_back(sizeLine(measured.experiment.runs[index], measured.runs[index], measured.scale));
    }
    return lines;
}

std::vector<std::string> verdictLines(const MeasuredExperiment& measured) {
    std::vector<std::string> lines;
    const std::vector<ClaimVerdict> verdicts = verdictsOn(measured);
    for (std::size_t index = 0; index < verdicts.size(); ++index) {
        lines.push_back(claimText(measured.experiment.claims[index], verdicts[index]));
    }
    lines.push_back(storyText(measured, storyOf(verdicts)));
    return lines;
}

} // namespace batchscope
