// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment_output.h"

#include "core/records/bench_tables.h"
#include "core/words/experiment_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

TableCell cellOf(const ExperimentCell& cell, const ExperimentMeasure& measure) {
    if (!cell.value) {
        return {"-", ""};
    }
    const std::string mark(cell.isDoubtful ? words::kDoubtMark : "");
    return figureCell(*cell.value, mark + figureText(measure, *cell.value));
}

/// As it is printed for people: a row of the publication is some lines, one for each machine.
FigureTable shownFigures(const ExperimentTable& table, const MeasuredExperiment& measured) {
    FigureTable shown;
    shown.columns = {{.title = table.rowTitle, .key = "row", .align = Align::Left},
                     {.title = "measured", .key = "machine", .align = Align::Left}};
    for (const ExperimentColumn& column : table.columns) {
        shown.columns.push_back({.title = column.title, .key = column.id});
    }
    for (const ExperimentLine& line : experimentLines(table, measured)) {
        TableRow& row = shown.rows.emplace_back();
        row.startsGroup = line.isHere && !table.published.empty() && shown.rows.size() > 1;
        row.cells = {{line.isHere ? line.row : "", line.row}, {line.machine, line.machine}};
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            row.cells.push_back(cellOf(line.cells[column], table.columns[column].measure));
        }
    }
    return shown;
}

bool hasDoubtfulCell(const ExperimentTable& table, const MeasuredExperiment& measured) {
    const std::vector<ExperimentLine> lines = experimentLines(table, measured);
    return std::any_of(lines.begin(), lines.end(), [](const ExperimentLine& line) {
        return std::any_of(line.cells.begin(), line.cells.end(),
                           [](const ExperimentCell& cell) { return cell.isDoubtful; });
    });
}

/// Of the first run that was measured; none before.
const BenchContext* measuredContext(const MeasuredExperiment& measured) {
    const auto found = std::find_if(measured.runs.begin(), measured.runs.end(),
                                    [](const MeasuredRun& run) { return !run.report.results.empty(); });
    return found == measured.runs.end() ? nullptr : &found->report.context;
}

std::string machineLine(const BenchContext& context) {
    return fmt::format("{}: {}, {} thread{}, LibTorch {}, {} build", words::kHere, context.cpu, context.threads,
                       context.threads == 1 ? "" : "s", context.torch, context.build);
}

void appendLines(std::vector<std::string>& lines, const std::vector<std::string>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
}

std::vector<std::string> headingOf(const MeasuredExperiment& measured) {
    const Experiment& experiment = measured.experiment;
    std::vector<std::string> lines = {
        fmt::format("{}: {}", experiment.id, experiment.title),
        fmt::format("{} ({}), {}", experiment.source.text, experiment.source.year, experiment.source.url),
        experiment.story, ""};
    appendLines(lines, sizeLines(measured));
    return lines;
}

std::vector<std::string> remarksOn(const MeasuredExperiment& measured) {
    const Experiment& experiment = measured.experiment;
    std::vector<std::string> lines = {""};
    appendLines(lines, verdictLines(measured));
    lines.emplace_back();
    for (const std::string& text : experiment.leftOut) {
        lines.push_back(fmt::format("left out: {}", text));
    }
    const bool hasDoubt = std::any_of(experiment.tables.begin(), experiment.tables.end(),
                                      [&](const ExperimentTable& table) { return hasDoubtfulCell(table, measured); });
    if (hasDoubt) {
        lines.emplace_back(words::kDoubtMarkMeaning);
    }
    if (const BenchContext* const context = measuredContext(measured); context != nullptr) {
        lines.push_back(machineLine(*context));
    }
    return lines;
}

std::string_view scaleName(ExperimentScale scale) {
    return scale == ExperimentScale::Full ? "full" : "quick";
}

std::string_view stateName(MeasuredState state) {
    constexpr auto kNames =
        std::to_array<std::string_view>({"not_begun", "skipped", "failed", "incomplete", "measured"});
    return kNames[static_cast<std::size_t>(state)];
}

Json runJson(const ExperimentRun& run, const MeasuredRun& measured) {
    const bool isTraining = measured.config.run.work == Work::Training;
    return {{"id", run.id},
            {"state", stateName(measured.state)},
            {"reason", measured.reason.empty() ? Json(nullptr) : Json(measured.reason)},
            {"model", run.bench.graph.model},
            {"generated", measured.isGenerated},
            {"training", isTraining},
            {"arms", measured.config.arms},
            {"trees", measured.config.graph.trees.end},
            {"dim", measured.config.dims.front()},
            {"batch", measured.config.batches},
            {"repeats", measured.config.repeats},
            {"threads", measured.config.threads.front()},
            {"notes", measured.report.notes}};
}

Json tableJson(const ExperimentTable& table, const MeasuredExperiment& measured) {
    Json figures = Json::array();
    for (const ExperimentLine& line : experimentLines(table, measured)) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const ExperimentCell& cell = line.cells[column];
            const Json value = cell.value ? Json(*cell.value) : Json(nullptr);
            Json& figure = figures.emplace_back(Json{{"row", line.row},
                                                     {"column", table.columns[column].id},
                                                     {"unit", unitOf(table.columns[column].measure)}});
            figure[line.isHere ? "measured" : "published"] = value;
            if (line.isHere) {
                figure["noisy"] = cell.isDoubtful;
            } else {
                figure["machine"] = line.machine;
            }
        }
    }
    return {{"id", table.id}, {"title", table.title}, {"figures", figures}};
}

Json claimJson(const ExperimentClaim& claim, const ClaimVerdict& verdict) {
    Json found = {{"outcome", outcomeText(verdict.outcome)}, {"text", claimText(claim, verdict)}};
    if (verdict.value) {
        found["value"] = verdict.value->value;
        found["low"] = verdict.value->low;
        found["high"] = verdict.value->high;
    }
    return {{"text", claim.text},
            {claim.atLeast ? "at_least" : "at_most", claim.atLeast ? *claim.atLeast : claim.atMost.value_or(0.0)},
            {"verdict", found}};
}

Json experimentJson(const MeasuredExperiment& measured) {
    const Experiment& experiment = measured.experiment;
    Json runs = Json::array();
    for (std::size_t index = 0; index < measured.runs.size(); ++index) {
        runs.push_back(runJson(experiment.runs[index], measured.runs[index]));
    }
    Json tables = Json::array();
    for (const ExperimentTable& table : experiment.tables) {
        tables.push_back(tableJson(table, measured));
    }
    const std::vector<ClaimVerdict> verdicts = verdictsOn(measured);
    Json claims = Json::array();
    for (std::size_t index = 0; index < verdicts.size(); ++index) {
        claims.push_back(claimJson(experiment.claims[index], verdicts[index]));
    }
    const BenchContext* const context = measuredContext(measured);
    return {{"id", experiment.id},
            {"title", experiment.title},
            {"source",
             {{"text", experiment.source.text}, {"url", experiment.source.url}, {"year", experiment.source.year}}},
            {"story", experiment.story},
            {"left_out", experiment.leftOut},
            {"scale", scaleName(measured.scale)},
            {"cpu", context == nullptr ? Json(nullptr) : Json(context->cpu)},
            {"sweeps", runs},
            {"tables", tables},
            {"claims", claims},
            {"verdict", outcomeText(storyOf(verdicts))}};
}

void addFigureRows(const MeasuredExperiment& measured, FigureTable& all) {
    for (const ExperimentTable& table : measured.experiment.tables) {
        for (const ExperimentLine& line : experimentLines(table, measured)) {
            for (std::size_t column = 0; column < table.columns.size(); ++column) {
                const ExperimentCell& cell = line.cells[column];
                if (!cell.value) {
                    continue;
                }
                TableRow& row = all.rows.emplace_back();
                for (const std::string_view text :
                     {std::string_view(measured.experiment.id), scaleName(measured.scale), std::string_view(table.id),
                      std::string_view(line.row), std::string_view(table.columns[column].id),
                      line.isHere ? words::kHere : std::string_view(line.machine)}) {
                    row.cells.push_back({std::string(text), std::string(text)});
                }
                row.cells.push_back(cellOf(cell, table.columns[column].measure));
                const std::string unit(unitOf(table.columns[column].measure));
                row.cells.push_back({unit, unit});
                row.cells.push_back({"", line.isHere ? (cell.isDoubtful ? "true" : "false") : ""});
            }
        }
    }
}

} // namespace

std::string experimentText(const MeasuredExperiment& measured, TableFormat format) {
    std::string text = remarksText(headingOf(measured), format);
    for (const ExperimentTable& table : measured.experiment.tables) {
        text += remarksText(std::vector<std::string>{"", table.title}, format);
        text += format == TableFormat::Markdown ? "\n" : "";
        text += tableText(shownFigures(table, measured), format);
    }
    return text + remarksText(remarksOn(measured), format);
}

FigureTable experimentFigures(std::span<const MeasuredExperiment> all) {
    FigureTable table;
    for (const char* const key :
         {"experiment", "scale", "table", "row", "column", "machine", "value", "unit", "noisy"}) {
        table.columns.push_back({.title = key, .key = key, .align = Align::Left});
    }
    for (const MeasuredExperiment& measured : all) {
        addFigureRows(measured, table);
    }
    return table;
}

Json experimentsJson(std::span<const MeasuredExperiment> all, bool isCancelled) {
    Json experiments = Json::array();
    for (const MeasuredExperiment& measured : all) {
        experiments.push_back(experimentJson(measured));
    }
    return {{"cancelled", isCancelled}, {"experiments", experiments}};
}

std::string experimentList(std::span<const Experiment> experiments) {
    TextTable table({{"name", Align::Left}, {"title", Align::Left}});
    for (const Experiment& experiment : experiments) {
        table.add({experiment.id, experiment.title});
    }
    return table.text();
}

Json experimentListJson(std::span<const Experiment> experiments) {
    Json rows = Json::array();
    for (const Experiment& experiment : experiments) {
        rows.push_back({{"id", experiment.id},
                        {"title", experiment.title},
                        {"source", experiment.source.text},
                        {"url", experiment.source.url},
                        {"year", experiment.source.year}});
    }
    return {{"experiments", rows}};
}

} // namespace batchscope
