// SPDX-License-Identifier: GPL-3.0-or-later
//
// What train, evaluate and predict share.
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

/// What a trainer needs: kept together because each part refers to those before it, so it must not be moved.
struct PreparedTraining {
    Treebank bank;
    GraphOptions graph;
    OpSet ops;
    std::optional<GraphBuilder> builder;
    ChosenPolicies policies;
};

/// Fills the rest where `bank` and `graph` are there: builds the graph of one tree for its ops, and sets the number of
/// threads. Errors of GraphBuilder and choosePolicies.
[[nodiscard]] Status prepareTraining(const CliOptions& options, TreeId first, PreparedTraining& prepared,
                                     const RunControl& control);

/// Null without metrics.
[[nodiscard]] Json metricsJson(const std::optional<Metrics>& metrics);

/// The figures of a row in a line, each with its title; those that it lacks are left out.
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
