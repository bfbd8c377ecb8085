// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/caption_words.h"

#include <fmt/format.h>

namespace batchscope::words {

namespace {

std::string gatheredAndViewed(std::string_view lead, std::string_view gathered, std::string_view bytes,
                              std::string_view viewed) {
    std::string text(lead);
    if (!gathered.empty()) {
        text += fmt::format("{} gathered ({} copied)", gathered, bytes);
    }
    if (!viewed.empty()) {
        text += fmt::format("{}{} viewed in place without a copy (dashed)", gathered.empty() ? "" : ", ", viewed);
    }
    return text + '.';
}

constexpr std::string_view kOperandsCome = "the operands come from earlier batches: ";

} // namespace

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

std::string planOfOperands(std::string_view gathered, std::string_view bytes, std::string_view viewed) {
    return gatheredAndViewed("the operands will come from earlier batches: ", gathered, bytes, viewed);
}

std::string operandsOfPlainBodies(std::string_view gathered, std::string_view bytes, std::string_view viewed) {
    return gatheredAndViewed(kOperandsCome, gathered, bytes, viewed);
}

std::string operandsOfEngine(const EngineOperands& operands) {
    std::string text(kOperandsCome);
    if (!operands.scattered.empty()) {
        text += fmt::format("{} scattered", operands.scattered);
    }
    if (!operands.adjacent.empty()) {
        text += fmt::format("{}{} adjacent (dashed)", operands.scattered.empty() ? "" : ", ", operands.adjacent);
    }
    if (operands.bytes.empty()) {
        text += ". In this step the engine copied nothing: its kernels read rows and products in place";
    } else {
        text += fmt::format(". The engine copied {} {}", operands.bytes,
                            operands.isFromTable ? "of products from its table" : "for its products");
    }
    return fmt::format("{} ({}).", text, operands.uses);
}

std::string oneBatchComputesOneNode(std::string_view nodes) {
    return fmt::format("one batch computes {}.", nodes);
}

std::string oneBatchComputes(std::string_view nodes, std::string_view times) {
    return fmt::format("one batch computes {}; node by node, the op would run {} times.", nodes, times);
}

std::string engineRan(std::string_view launches, std::string_view time, std::string_view runs) {
    return fmt::format("The engine ran {} in {} ({}).", launches, time, runs);
}

std::string plainBodiesRan(std::string_view launches, std::string_view time, std::string_view runs) {
    return fmt::format("The plain bodies ran {} in {} ({}).", launches, time, runs);
}

std::string moduleRan(std::string_view launches, std::string_view time, std::string_view runs) {
    return fmt::format("LibTorch ran {} in {} ({}).", launches, time, runs);
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
