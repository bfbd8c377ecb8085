// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/divergence_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string valueOfNode(std::string_view node, std::string_view op, std::string_view output) {
    return output.empty() ? fmt::format("node {} ({})", node, op)
                          : fmt::format("node {} ({}), output {}", node, op, output);
}

std::string integerOfCall(std::string_view number) {
    return fmt::format("the integer {}", number);
}

std::string argumentOfOtherRow(std::string_view node) {
    return fmt::format("the same argument of node {}, another row of the batch", node);
}

std::string otherArgument(std::string_view argument) {
    return fmt::format("its own argument {}", argument);
}

std::string misread(const MisreadWords& words) {
    const std::string others =
        words.others.empty() ? std::string() : fmt::format(" The same is true of {}.", words.others);
    return fmt::format("Cause: as argument {}, node {} read {} instead of {}; it is {}. Computed from that, the node "
                       "has the value of the folded run.{}",
                       words.argument, words.node, words.read, words.own, words.whose, others);
}

std::string isRandom(std::string_view node, std::string_view call) {
    return fmt::format(
        "Cause: {} is random. Run again on the inputs of node {}, which are equal in both runs, it gives "
        "different values, so the two runs cannot be compared.",
        call, node);
}

std::string mixesRows(std::string_view node, std::string_view call, std::string_view hazard) {
    return fmt::format(
        "Cause: {} is batched although its values then differ: {}. The inputs of node {} are equal in both "
        "runs.",
        call, hazard, node);
}

std::string firstNotFinite(const NotFiniteWords& words) {
    const std::string parameter =
        words.parameter.empty() ? std::string()
                                : fmt::format("; {} is not finite at {}",
                                              words.what == kGradientNotFinite ? "a parameter of a node that takes it"
                                                                               : "the parameter it reads",
                                              words.parameter);
    return fmt::format("first non-finite {}{}: {} at column {} of node {} ({}), output {}, tree {}{}", words.what,
                       words.run, words.number, words.column, words.node, words.op, words.output, words.tree,
                       parameter);
}

std::string causeUnknown(std::string_view node, std::string_view tried) {
    return fmt::format("Cause unknown: the inputs of node {} are equal in both runs, but its value is not what its op "
                       "gives for them, nor for {}. Look at how the op is computed.",
                       node, tried);
}

} // namespace batchscope::words
