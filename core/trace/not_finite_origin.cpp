// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/not_finite_origin.h"

#include "core/base/counted.h"

#include <fmt/format.h>

#include <cmath>

namespace batchscope {

namespace {

/// `what` is not finite; `reader` reads the parameter that is not finite either, if there is one.
std::string lineOf(const OpGraph& graph, const NotFiniteOrigins& origins, const NotFiniteOrigin& origin,
                   std::string_view what, std::string_view reader) {
    const NodeId node = origin.value.node;
    return fmt::format("first non-finite {}{}: {} at column {} of node {} ({}), output {}, tree {}{}", what,
                       origins.ofRegular ? " of the regular run" : "",
                       std::isnan(origin.number) ? "nan" : fmt::format("{}", origin.number), // whatever its sign
                       origin.column, node.value, graph.opOf(node).name, origin.value.output,
                       ordinal(graph.origins[node].tree.index()),
                       origin.parameter.empty() ? std::string()
                                                : fmt::format("; {} is not finite at {}", reader, origin.parameter));
}

} // namespace

std::string originText(const OpGraph& graph, const NotFiniteOrigins& origins) {
    std::string text;
    if (origins.value) {
        text = lineOf(graph, origins, *origins.value, "value", "the parameter it reads");
    }
    if (origins.gradient) {
        text += (text.empty() ? "" : "\n") +
                lineOf(graph, origins, *origins.gradient, "gradient of a value", "a parameter of a node that takes it");
    }
    return text;
}

} // namespace batchscope
