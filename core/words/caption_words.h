// SPDX-License-Identifier: GPL-3.0-or-later
//
// The caption under the picture: what happens at each stage of folding and of a batch. Numbers come as text; a
// parameter that includes the noun ("3 rows") is named after that noun.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string originalGraph(std::string_view trees, std::string_view nodes);
/// `kinds` is the list of signatures with their numbers of nodes.
[[nodiscard]] std::string nodesTakeColors(std::string_view signatures, std::string_view kinds);
/// Then nothing changes in the picture.
/// Follows the kinds that are named.
[[nodiscard]] std::string andMoreKinds(std::string_view count);
[[nodiscard]] std::string eachOpHasOneSignature(std::size_t ops);
[[nodiscard]] std::string nodesMoveToLevels(std::string_view levels);

/// What captions of a batch begin with.
/// The id of the step, and its position among `count` steps.
[[nodiscard]] std::string stepOf(std::string_view step, std::string_view position, std::string_view count);
/// Another sentence follows.
/// `values`: named, "score 18 and 2 more"
[[nodiscard]] std::string valuesAreReadHere(std::string_view values);

/// The rows of a batch; `shape` is empty, or a blank and the shape of the tensor.
struct StackedRows {
    std::string_view label;
    std::string_view trees; ///< empty where that is not known
    std::size_t levels = 1;
    bool isOnlyRow = false;
    std::string_view shape;
};
[[nodiscard]] std::string rowsOfOneTensor(const StackedRows& rows);

[[nodiscard]] std::string takesNoArgument(std::string_view label);
[[nodiscard]] std::string needsNoEarlierResult(std::string_view label);
[[nodiscard]] std::string oneBatchComputesOneNode(std::string_view nodes);
/// `times` is how often the op would run node by node.
[[nodiscard]] std::string oneBatchComputes(std::string_view nodes, std::string_view times);
inline constexpr std::string_view kOneRun = "this run";
[[nodiscard]] std::string medianOfRuns(std::size_t runs);

inline constexpr std::string_view kOneForEachNode = "one for each node";
[[nodiscard]] std::string nodesPerBatch(double nodes);
/// `share` is one of the two above.
[[nodiscard]] std::string foldedGraph(std::string_view nodes, std::string_view batches, std::string_view share);
[[nodiscard]] std::string foldedGraphWithBound(std::string_view nodes, std::string_view batches, std::string_view share,
                                               std::string_view bound);

} // namespace batchscope::words
