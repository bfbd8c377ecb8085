// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/not_finite.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr std::size_t kNodesScannedBetweenPolls = 1024;

std::optional<std::size_t> placeOfNotFinite(const std::vector<double>& numbers) {
    const auto found =
        std::find_if(numbers.begin(), numbers.end(), [](double number) { return !std::isfinite(number); });
    return found == numbers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - numbers.begin()));
}

/// The first entry that is not finite in a parameter that the node reads, as text.
std::string badParameterOf(const OpGraph& graph, NodeId node, const Parameters& parameters) {
    for (const WeightRange& range : graph.weightsOf(node)) {
        const std::vector<double> numbers = parameters.numbers(range.param);
        const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(range.first);
        if (const auto index = placeOfNotFinite({begin, begin + static_cast<std::ptrdiff_t>(range.count)})) {
            return entryText(graph.ops.params[range.param], range.first + *index);
        }
    }
    return {};
}

/// Finds a bad parameter of the node's consumers, which produced its gradient.
std::string badParameterOfConsumers(const OpGraph& graph, NodeId node, const Parameters& parameters) {
    for (std::size_t index = node.index() + 1; index < graph.size(); ++index) {
        const auto arguments = graph.argumentsOf(NodeId(index));
        const bool takesIt = std::any_of(arguments.begin(), arguments.end(), [node](const Argument& argument) {
            return argument.isValue() && argument.node() == node;
        });
        if (std::string parameter = takesIt ? badParameterOf(graph, NodeId(index), parameters) : std::string();
            !parameter.empty()) {
            return parameter;
        }
    }
    return {};
}

/// The first output of the node whose row is not finite. `row` is a buffer for reading.
std::optional<NotFiniteOrigin> notFiniteAt(const OpGraph& graph, NodeId node, const RecordedState& state,
                                           std::vector<double>& row) {
    for (std::uint32_t output = 0; output < graph.opOf(node).outputs(); ++output) {
        state.read({node, output}, row);
        if (const auto column = placeOfNotFinite(row)) {
            return NotFiniteOrigin{{node, output}, *column, row[*column], {}};
        }
    }
    return std::nullopt;
}

} // namespace

Result<std::optional<NotFiniteOrigin>> firstNotFinite(const OpGraph& graph, const RecordedState& state,
                                                      const Parameters& parameters, const RunControl& control) {
    std::vector<double> row;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (index % kNodesScannedBetweenPolls == 0 && control.stopRequested()) {
            return cancelledError();
        }
        // Arguments precede their node, so the node of the first bad value has only finite arguments.
        if (auto origin = notFiniteAt(graph, NodeId(index), state, row)) {
            origin->parameter = badParameterOf(graph, NodeId(index), parameters);
            return origin;
        }
    }
    return std::optional<NotFiniteOrigin>();
}

Result<std::optional<NotFiniteOrigin>> firstNotFiniteGradient(const OpGraph& graph, const Gradients& gradients,
                                                              const Parameters& parameters, const RunControl& control) {
    std::vector<double> row;
    for (std::size_t index = graph.size(); index-- > 0;) {
        if (index % kNodesScannedBetweenPolls == 0 && control.stopRequested()) {
            return cancelledError();
        }
        if (auto origin = notFiniteAt(graph, NodeId(index), gradients.state(), row)) {
            origin->parameter = badParameterOfConsumers(graph, NodeId(index), parameters);
            return origin;
        }
    }
    return std::optional<NotFiniteOrigin>();
}

Result<NotFiniteOrigins> notFiniteIn(const OpGraph& graph, const RecordedState& state,
                                     const std::optional<Gradients>& gradients, const Parameters& parameters,
                                     const RunControl& control) {
    const auto value = firstNotFinite(graph, state, parameters, control);
    TRY(value);
    NotFiniteOrigins origins{*value, std::nullopt};
    if (gradients) {
        const auto gradient = firstNotFiniteGradient(graph, *gradients, parameters, control);
        TRY(gradient);
        origins.gradient = *gradient;
    }
    return origins;
}

} // namespace batchscope
