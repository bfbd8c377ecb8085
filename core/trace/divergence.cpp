// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/divergence.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <cmath>

namespace batchscope {

namespace {

std::string nameOf(const OpGraph& graph, const Argument& argument) {
    if (argument.kind == ArgumentClass::Integer) {
        return fmt::format("the integer {}", withThousands(argument.payload));
    }
    if (argument.kind == ArgumentClass::Constant) {
        return "the row of numbers of another call";
    }
    const Op& op = graph.opOf(argument.node());
    return fmt::format("node {} ({}){}", withThousands(argument.node().value), op.name,
                       op.outputs() > 1 ? fmt::format(", output {}", withThousands(argument.output)) : std::string());
}

std::string whoseText(const Misreading& misreading) {
    if (misreading.rowOf.valid()) {
        return fmt::format("the same argument of node {}, another row of the batch",
                           withThousands(misreading.rowOf.value));
    }
    return misreading.ownArgument ? fmt::format("its own argument {}", withThousands(*misreading.ownArgument))
                                  : "another output of the same node";
}

} // namespace

const char* causeKindName(DivergenceCause::Kind kind) {
    switch (kind) {
    case DivergenceCause::Kind::Misread: return "misread";
    case DivergenceCause::Kind::OtherWeights: return "other-weights";
    case DivergenceCause::Kind::Rounding: return "rounding";
    case DivergenceCause::Kind::Random: return "random";
    case DivergenceCause::Kind::Unknown: break;
    }
    return "unknown";
}

std::string causeText(const OpGraph& graph, const DivergenceCause& cause) {
    const std::string node = withThousands(cause.node.value);
    switch (cause.kind) {
    case DivergenceCause::Kind::Misread: {
        const Misreading& misreading = *cause.misreading;
        return fmt::format("Cause: as argument {}, node {} read {} instead of {}; it is {}. Computed from that, the "
                           "node has the value of the folded run.{}",
                           withThousands(misreading.argument), node, nameOf(graph, misreading.read),
                           nameOf(graph, misreading.own), whoseText(misreading),
                           misreading.others == 0 ? std::string()
                                                  : fmt::format(" The same is true of {}.",
                                                                counted(misreading.others, words::kInputTried)));
    }
    case DivergenceCause::Kind::OtherWeights: {
        const OtherWeight& weight = *cause.weight;
        const std::string others =
            weight.others == 0 ? "" : fmt::format(", and {} more numbers differ", withThousands(weight.others));
        return fmt::format(
            "Cause: the weights. {} is {:.9g} in the folded run and {:.9g} in the regular one{}. Node {} "
            "reads it; its inputs are equal in both runs.",
            weight.entry, weight.ofFolded, weight.ofRegular, others, node);
    }
    case DivergenceCause::Kind::Rounding: {
        const RoundedNumber& number = *cause.rounded;
        const std::string output =
            graph.opOf(cause.node).outputs() > 1 ? fmt::format(" of output {}", number.output) : std::string();
        return fmt::format(
            "Cause: rounding, which this net amplifies. The inputs of node {} are equal in both runs{}; its "
            "number in column {}{} is {:.6g} in the folded run and {:.6g} in the regular one, and moves by "
            "{:.2g} when the inputs change in their last digit. Neither run is wrong{}",
            node, cause.weight ? ", and its weights differ by too little to matter" : " and so are its weights",
            number.column, output, number.ofFolded, number.ofRegular, number.reach,
            graph.ops.dtype == DType::Float64
                ? "."
                : fmt::format("; in float64 it is {:.6g} (--reference float64).", number.exact));
    }
    case DivergenceCause::Kind::Random: {
        const OpCall& call = *graph.opOf(cause.node).call; // only calls are random
        return fmt::format("Cause: {} is random. Run again on the inputs of node {}, which are equal in both runs, it "
                           "gives different values, so the two runs cannot be compared.",
                           call.title(), node);
    }
    case DivergenceCause::Kind::Unknown: break;
    }
    if (const OpCall* const call = graph.opOf(cause.node).call.get(); call != nullptr && !call->hazard().empty()) {
        return fmt::format("Cause: {} is batched although its values then differ: {}. The inputs of node {} are equal "
                           "in both runs.",
                           call->title(), call->hazard(), node);
    }
    return fmt::format("Cause unknown: the inputs of node {} are equal in both runs, but its value is not what its op "
                       "gives for them, nor for {}. Look at how the op is computed.",
                       node, counted(cause.tried, words::kInputTried));
}

namespace {

/// Says where `what` is not finite, and which parameter of `reader` is not finite, if any.
std::string lineOf(const OpGraph& graph, const NotFiniteOrigins& origins, const NotFiniteOrigin& origin,
                   std::string_view what, std::string_view reader) {
    const NodeId node = origin.value.node;
    return fmt::format("first non-finite {}{}: {} at column {} of node {} ({}), output {}, tree {}{}", what,
                       origins.ofRegular ? " of the regular run" : "",
                       std::isnan(origin.number) ? "nan" : fmt::format("{}", origin.number), // ignores the sign
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
