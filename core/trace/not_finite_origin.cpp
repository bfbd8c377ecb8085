// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/not_finite_origin.h"

#include "core/words/divergence_words.h"

#include <fmt/format.h>

#include <cmath>

namespace batchscope {

namespace {

/// What is not finite, and in which run where that is not the folded one.
struct Subject {
    std::string_view what;
    std::string_view run;
};

std::string lineOf(const OpGraph& graph, const Subject& subject, const NotFiniteOrigin& origin) {
    const NodeId node = origin.value.node;
    return words::firstNotFinite({.what = subject.what,
                                  .run = subject.run,
                                  .number = std::isnan(origin.number) ? "nan" : fmt::format("{}", origin.number),
                                  .column = std::to_string(origin.column),
                                  .node = std::to_string(node.value),
                                  .op = graph.opOf(node).name,
                                  .output = std::to_string(origin.value.output),
                                  .tree = std::to_string(graph.origins[node].tree.value),
                                  .parameter = origin.parameter});
}

} // namespace

std::string originText(const OpGraph& graph, const NotFiniteOrigins& origins) {
    const std::string_view run = origins.ofRegular ? words::kOfRegularRun : std::string_view();
    std::string text = origins.value ? lineOf(graph, {words::kValueNotFinite, run}, *origins.value) : std::string();
    if (origins.gradient) {
        text += (text.empty() ? "" : "\n") + lineOf(graph, {words::kGradientNotFinite, run}, *origins.gradient);
    }
    return text;
}

} // namespace batchscope
