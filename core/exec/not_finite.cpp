// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/not_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// Index of the first number that is not finite.
std::optional<std::size_t> notFiniteIn(const std::vector<double>& numbers) {
    const auto found =
        std::find_if(numbers.begin(), numbers.end(), [](double number) { return !std::isfinite(number); });
    return found == numbers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - numbers.begin()));
}

/// The first bad entry of a parameter that the op reads, as text. A table counts whichever row the node reads: the row
/// shows in the text.
std::string badParameterOf(const OpSet& ops, const Op& op, const Parameters& parameters) {
    for (const ParamId param : op.body.parameters()) {
        if (const auto index = notFiniteIn(parameters.numbers(param))) {
            const auto columns = static_cast<std::size_t>(ops.params[param].columns);
            return fmt::format("{}[{}, {}]", ops.params[param].name, *index / columns, *index % columns);
        }
    }
    return {};
}

} // namespace

Result<std::optional<NotFiniteOrigin>> firstNotFinite(const OpGraph& graph, const PlacedRun& run,
                                                      const Parameters& parameters, const RunControl& control) {
    constexpr std::size_t kNodesBetweenPolls = 1024;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (index % kNodesBetweenPolls == 0 && control.stopRequested()) {
            return cancelledError();
        }
        const NodeId node(index);
        for (std::uint32_t output = 0; output < graph.opOf(node).outputs(); ++output) {
            const std::vector<double> row = run.execution.row(rowOf(run.schedule, run.plan, {node, output}));
            // Arguments stand before their node, so the first bad value has only finite ones.
            if (const auto column = notFiniteIn(row)) {
                return std::optional(NotFiniteOrigin{
                    {node, output}, *column, row[*column], badParameterOf(graph.ops, graph.opOf(node), parameters)});
            }
        }
    }
    return std::optional<NotFiniteOrigin>();
}

} // namespace batchscope
