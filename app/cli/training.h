// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shared by the commands train, evaluate and predict.
#pragma once

#include "app/cli/json.h"
#include "app/cli/prepare.h"
#include "core/training/metrics.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace batchscope {

/// The inputs of a Trainer. Later members refer to earlier ones, so it must not be moved.
struct PreparedTraining {
    Treebank bank;
    GraphOptions graph;
    OpSet ops;
    std::optional<GraphBuilder> builder;
    ChosenPolicies policies;
};

/// Fills the other members once `bank` and `graph` are set, and sets the number of threads. Fails like GraphBuilder and
/// choosePolicies.
[[nodiscard]] Status prepareTraining(const CliOptions& options, TreeId first, PreparedTraining& prepared,
                                     const RunControl& control);

/// Null without metrics.
[[nodiscard]] Json metricsJson(const std::optional<Metrics>& metrics);

/// The figures of a row with their titles, as a line; missing figures are omitted.
template <typename Row>
[[nodiscard]] std::string figuresText(std::span<const Column<Row>> columns, const Row& row) {
    std::string text;
    for (const Column<Row>& column : columns) {
        const Cell cell = column.cell(row);
        text += std::holds_alternative<std::monostate>(cell.value) ? std::string()
                                                                   : fmt::format("  {} {}", column.title, cell.text);
    }
    return text;
}

} // namespace batchscope
