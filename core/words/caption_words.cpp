// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/caption_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string originalGraph(std::string_view trees, std::string_view nodes) {
    return fmt::format("The original graph: {}, {}. Without batching, each node runs by itself.", trees, nodes);
}

std::string nodesTakeColors(std::string_view signatures, std::string_view kinds) {
    return fmt::format("Every node takes the color of its signature. {}: {}.", signatures, kinds);
}

std::string valuesAreReadHere(std::string_view values) {
    return fmt::format("values are read here ({}). ", values);
}

std::string andMoreKinds(std::string_view count) {
    return fmt::format(" and {} more", count);
}

std::string eachOpHasOneSignature(std::size_t ops) {
    return ops == 1 ? " The only op has a single signature, so no color changes."
                    : " Each op has a single signature here, so no color changes.";
}

std::string nodesMoveToLevels(std::string_view levels) {
    return fmt::format("Every node moves to its level, one above its highest input. {}.", levels);
}

std::string stepOf(std::string_view step, std::string_view position, std::string_view count) {
    return fmt::format("Step {} ({} of {}): ", step, position, count);
}

std::string rowsOfOneTensor(const StackedRows& rows) {
    const std::string trees = rows.trees.empty() ? std::string() : fmt::format(" from {}", rows.trees);
    const std::string levels =
        rows.levels > 1 ? fmt::format(" {} {} levels", trees.empty() ? "from" : "and", rows.levels) : std::string();
    return fmt::format("{}{}{} {} of one tensor{}.", rows.label, trees, levels,
                       rows.isOnlyRow ? "becomes the only row" : "become the rows", rows.shape);
}

std::string takesNoArgument(std::string_view label) {
    return fmt::format("{} takes no argument: there is nothing to bring together.", label);
}

std::string needsNoEarlierResult(std::string_view label) {
    return fmt::format("{} needs no earlier result: its inputs come from the trees.", label);
}

std::string oneBatchComputesOneNode(std::string_view nodes) {
    return fmt::format("one batch computes {}.", nodes);
}

std::string oneBatchComputes(std::string_view nodes, std::string_view times) {
    return fmt::format("one batch computes {}; node by node, the op would run {} times.", nodes, times);
}

std::string medianOfRuns(std::size_t runs) {
    return fmt::format("median of {} runs", runs);
}

std::string nodesPerBatch(double nodes) {
    return fmt::format("{:.3g} nodes per batch", nodes);
}

std::string foldedGraph(std::string_view nodes, std::string_view batches, std::string_view share) {
    return fmt::format("The folded graph: {} nodes in {}, {}.", nodes, batches, share);
}

std::string foldedGraphWithBound(std::string_view nodes, std::string_view batches, std::string_view share,
                                 std::string_view bound) {
    return fmt::format("The folded graph: {} nodes in {}, {}; no policy can use fewer than {}.", nodes, batches, share,
                       bound);
}

} // namespace batchscope::words
