// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/tables.h"

#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/schedule/explain.h"
#include "core/session/execution_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

/// What people count from 1, and programs from 0.
Cell ordinalCell(std::size_t index) {
    return {ordinal(index), std::uint64_t{index}};
}

Cell treeCell(TreeId tree) {
    return tree.valid() ? ordinalCell(tree.index()) : noFigure();
}

Cell batchCell(BatchId batch) {
    return batch.valid() ? ordinalCell(batch.index()) : noFigure();
}

/// 0 stands for a batch that is not there.
Cell sizeCell(std::uint32_t size) {
    return size == 0 ? Cell{noFigure().text, std::uint64_t{0}} : countCell(size);
}

// Steps

Cell copiedCell(const StepRow& row) {
    const std::size_t bytes = viewOf(*row.steps->snapshot, row.batch)->bytesCopied;
    return bytes > 0 ? bytesCell(bytes) : Cell{noFigure().text, std::uint64_t{0}};
}

Cell timeCell(const StepRow& row) {
    if (row.steps->times.empty()) {
        return {"…", {}};
    }
    const std::chrono::nanoseconds time = row.steps->times[row.batch.index()];
    return {batchTimeText(*row.steps->snapshot, row.batch, time), inSeconds(time)};
}

Cell whyCell(const StepRow& row) {
    const OpGraph& graph = *row.steps->snapshot->graph;
    const Schedule& schedule = *row.steps->snapshot->schedule;
    const std::string reason = reasonText(graph, schedule, row.batch);
    return textCell(readsValuesFirst(schedule, row.batch) ? "values read here · " + reason : reason);
}

constexpr auto kStepColumns = std::to_array<Column<StepRow>>({
    {"step", "batch", [](const StepRow& row) { return ordinalCell(row.batch.index()); }},
    {"op", "op", [](const StepRow& row) { return textCell(row.op().name); }, "", Align::Left},
    {"size", "size", [](const StepRow& row) { return countCell(row.steps->snapshot->schedule->batchSize(row.batch)); }},
    {"level", "level",
     [](const StepRow& row) {
         const LevelRange& levels = row.steps->levels[row.batch];
         return Cell{levelsText(levels), std::uint64_t{levels.lowest}};
     }},
    {"operands", "operands",
     [](const StepRow& row) { return textCell(operandsInShort(*row.steps->snapshot, row.batch)); },
     "How the arguments of the batch are read, as planned or, after a run, as they were.", Align::Left},
    {"launches", "launches", [](const StepRow& row) { return textCell(launchesText(*row.steps->snapshot, row.batch)); },
     "What the batch launches: products and fused kernels of the engine, or LibTorch calls.", Align::Left},
    {"copied_bytes", "copied", copiedCell, "Bytes of operands copied for the batch."},
    {"seconds", "time", timeCell, "Time of the batch in the recorded run: measured once, not a median."},
    {"why", "why now", whyCell, "", Align::Left},
});

// Nodes

/// The nodes whose values it takes: the edges of the picture.
Cell argumentsCell(const NodeRow& row) {
    constexpr std::size_t kMost = 12;
    std::vector<std::string> numbers;
    NodeId previous;
    for (const Argument& argument : row.snapshot->graph->argumentsOf(row.node)) {
        if (!argument.isValue() || argument.node() == previous) {
            continue;
        }
        previous = argument.node();
        if (numbers.size() == kMost) {
            numbers.emplace_back("…");
            break;
        }
        numbers.push_back(withThousands(previous.index()));
    }
    return textCell(fmt::format("{}", fmt::join(numbers, " · ")));
}

const Place* placeOf(const NodeRow& row) {
    return row.snapshot->schedule ? &row.snapshot->schedule->places[row.node] : nullptr;
}

constexpr auto kNodeColumns = std::to_array<Column<NodeRow>>({
    {"node", "node", [](const NodeRow& row) { return countCell(row.node.index()); },
     "Name of the node, a number from 0"},
    {"op", "op", [](const NodeRow& row) { return textCell(row.snapshot->graph->opOf(row.node).name); },
     "Operation that the node computes", Align::Left},
    {"word", "word", [](const NodeRow& row) { return textCell(std::string(captionOf(*row.snapshot, row.node))); },
     "Word or letter that the node looks up", Align::Left},
    {"tree", "tree", [](const NodeRow& row) { return treeCell(row.snapshot->graph->origins[row.node].tree); },
     "Number of its tree as in the picture, from 1. Searches count from 0: tree:0 is tree 1."},
    {"level", "level", [](const NodeRow& row) { return countCell(row.snapshot->graph->levels[row.node]); },
     "0 without arguments, otherwise one more than the highest level of its arguments"},
    {"step", "batch",
     [](const NodeRow& row) { return placeOf(row) != nullptr ? ordinalCell(placeOf(row)->batch.index()) : noFigure(); },
     "Batch that runs the node, from 1. Searches count from 0: step:0 is batch 1."},
    {"row", "row",
     [](const NodeRow& row) { return placeOf(row) != nullptr ? ordinalCell(placeOf(row)->row) : noFigure(); },
     "Its row in that batch, from 1"},
    {"arguments", "arguments", argumentsCell, "Nodes whose values the node reads", Align::Left},
});

// Numbers of a value

/// With all digits that tell it from its neighbors; a number that is not finite has no value, and goes first.
Cell exactCell(const NodeValues& values, double number) {
    return {fmt::format("{:.{}g}", number, values.dtype == DType::Float64 ? 17 : 9), number};
}

constexpr auto kValueColumns = std::to_array<Column<ValueRow>>({
    {"index", "index", [](const ValueRow& row) { return numberCell(row.index); },
     "Position in the row, counted from 0"},
    {"folded", "folded", [](const ValueRow& row) { return exactCell(*row.values, row.values->folded[row.index]); }},
    {"regular", "regular",
     [](const ValueRow& row) {
         return row.values->regular.empty() ? noFigure() : exactCell(*row.values, row.values->regular[row.index]);
     },
     "The same number computed node by node on LibTorch"},
    {"difference", "difference",
     [](const ValueRow& row) {
         const double difference = row.values->regular.empty() ? std::nan("") : differenceAt(*row.values, row.index);
         return Cell{std::isnan(difference) ? noFigure().text : fmt::format("{:.3g}", difference), difference};
     }},
    {"ulps", "ULPs",
     [](const ValueRow& row) {
         const std::optional<std::uint64_t> ulps =
             row.values->regular.empty() ? std::nullopt : ulpsAt(*row.values, row.index);
         return ulps ? countCell(*ulps) : noFigure();
     },
     "How many representable numbers apart the two are"},
});

// Changes

constexpr auto kChangeColumns = std::to_array<Column<ChangeRow>>({
    {"change", "change",
     [](const ChangeRow& row) {
         const BatchChange change = row.difference->change;
         return Cell{std::string(batchChangeTitle(change)), std::string(batchChangeName(change))};
     },
     "What the other choice does with the batch. A batch that only the shown schedule has is saved; one that only the "
     "other has is added.",
     Align::Left},
    {"op", "op", [](const ChangeRow& row) { return textCell(row.graph->opOf(row.difference->signature).name); }, "",
     Align::Left},
    {"step_before", "batch", [](const ChangeRow& row) { return batchCell(row.shown()); },
     "Number of the batch in the schedule that is shown"},
    {"size_before", "size",
     [](const ChangeRow& row) {
         return sizeCell(row.isBackward ? row.difference->sizeAfter : row.difference->sizeBefore);
     },
     "Nodes in that batch"},
    {"step_after", "other batch", [](const ChangeRow& row) { return batchCell(row.other()); },
     "Number of the counterpart: the batch of the other schedule with most nodes in common"},
    {"size_after", "other size",
     [](const ChangeRow& row) {
         return sizeCell(row.isBackward ? row.difference->sizeBefore : row.difference->sizeAfter);
     },
     "Nodes in the counterpart"},
    {"text", "what becomes of it", [](const ChangeRow& row) { return textCell(changeText(*row.difference)); }, "",
     Align::Left},
});

} // namespace

std::string levelsText(const LevelRange& levels) {
    const std::string lowest = withThousands(levels.lowest);
    return levels.lowest == levels.highest ? lowest : lowest + "–" + withThousands(levels.highest);
}

Steps stepsOf(const Snapshot& snapshot) {
    Steps steps;
    steps.snapshot = &snapshot;
    for (std::size_t step = 0; step < snapshot.schedule->batchCount(); ++step) {
        steps.levels.push_back(levelsOf(*snapshot.graph, *snapshot.schedule, BatchId(step)));
    }
    if (snapshot.trace) {
        steps.times = snapshot.trace->batchDurations(snapshot.schedule->batchCount());
    }
    return steps;
}

const Op& StepRow::op() const {
    return steps->snapshot->graph->opOf(steps->snapshot->schedule->batchSignatures[batch]);
}

std::vector<StepRow> stepRows(const Steps& steps) {
    std::vector<StepRow> rows;
    for (std::size_t step = 0; step < steps.levels.size(); ++step) {
        rows.push_back({&steps, BatchId(step)});
    }
    return rows;
}

std::vector<ValueRow> valueRows(const NodeValues& values) {
    std::vector<ValueRow> rows;
    for (std::size_t index = 0; index < values.folded.size(); ++index) {
        rows.push_back({&values, index});
    }
    return rows;
}

std::span<const Column<StepRow>> stepColumns() {
    return kStepColumns;
}

std::span<const Column<NodeRow>> nodeColumns() {
    return kNodeColumns;
}

std::span<const Column<ValueRow>> valueColumns() {
    return kValueColumns;
}

std::span<const Column<ChangeRow>> changeColumns() {
    return kChangeColumns;
}

} // namespace batchscope
