// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the lists of a session have in their columns: steps, nodes, numbers of a value, changes between two schedules.
// The window shows them, the command line prints them, and JSON has a key for each.
#pragma once

#include "core/base/table.h"
#include "core/schedule/metrics.h"
#include "core/schedule/schedule_diff.h"
#include "core/session/node_values.h"
#include "core/session/snapshot.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

/// Those columns, in that order; a key that none has ends the program.
template <typename Row>
[[nodiscard]] std::vector<Column<Row>> picked(std::span<const Column<Row>> columns,
                                              std::initializer_list<std::string_view> keys) {
    std::vector<Column<Row>> result;
    for (const std::string_view key : keys) {
        result.push_back(*std::find_if(columns.begin(), columns.end(),
                                       [key](const Column<Row>& column) { return column.key == key; }));
    }
    return result;
}

/// The steps of a snapshot's schedule, with what is read off once for all of them.
struct Steps {
    const Snapshot* snapshot = nullptr; ///< with graph and schedule; outlives this
    IdVector<BatchId, LevelRange> levels;
    std::vector<std::chrono::nanoseconds> times; ///< empty before a run
};
[[nodiscard]] Steps stepsOf(const Snapshot& snapshot);

struct StepRow {
    const Steps* steps = nullptr;
    BatchId batch;

    [[nodiscard]] const Op& op() const;
};
[[nodiscard]] std::vector<StepRow> stepRows(const Steps& steps);
/// Operands, launches and bytes are what ran, else what is planned. Keys count steps from 0.
[[nodiscard]] std::span<const Column<StepRow>> stepColumns();

struct NodeRow {
    const Snapshot* snapshot = nullptr; ///< with graph, treebank
    NodeId node;
};
/// Keys count trees, steps and rows from 0.
[[nodiscard]] std::span<const Column<NodeRow>> nodeColumns();

/// One number of a value.
struct ValueRow {
    const NodeValues* values = nullptr;
    std::size_t index = 0;
};
[[nodiscard]] std::vector<ValueRow> valueRows(const NodeValues& values);
[[nodiscard]] std::span<const Column<ValueRow>> valueColumns();

/// A batch in one or both of two schedules. "Shown" is the one that the user looks at, or names first.
struct ChangeRow {
    const BatchDifference* difference = nullptr;
    const OpGraph* graph = nullptr;
    bool isBackward = false; ///< the shown schedule is the second one

    [[nodiscard]] BatchId shown() const { return isBackward ? difference->after : difference->before; }
    [[nodiscard]] BatchId other() const { return isBackward ? difference->before : difference->after; }
};
[[nodiscard]] std::span<const Column<ChangeRow>> changeColumns();

/// "4", or "4–7" where a batch holds several levels.
[[nodiscard]] std::string levelsText(const LevelRange& levels);

} // namespace batchscope
