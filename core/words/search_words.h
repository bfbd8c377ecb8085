// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search for nodes and places of a graph: what the keys of a query mean, and errors of queries and places.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kOrBetweenTerms = " OR ";

/// A key of the query for nodes: how it is written, and what it means, in one line.
struct NodeKeyWords {
    const char* example;
    const char* meaning;
};
inline constexpr NodeKeyWords kOpKey = {"op:children", "the node's op"};
inline constexpr NodeKeyWords kWordKey = {"word:\"not\"", "the node looks up this whole word"};
inline constexpr NodeKeyWords kLevelKey = {"level:3..5", "level in the graph, from 0"};
inline constexpr NodeKeyWords kStepKey = {"step<=10", "batch that runs it, counted from 0 here: step:0 is batch 1"};
inline constexpr NodeKeyWords kBatchKey = {"batch>64", "number of nodes in its batch"};
inline constexpr NodeKeyWords kTreeKey = {"tree:12", "tree it comes from, counted from 0 here: tree:0 is tree 1"};
inline constexpr NodeKeyWords kNodeKey = {"node:60", "node number, from 0"};
inline constexpr NodeKeyWords kValueKey = {"value>2.5",
                                           "largest magnitude of its results; value:nan where one is not finite"};
inline constexpr NodeKeyWords kTimeKey = {"time>=50", "whole microseconds of its batch in the recorded run"};
inline constexpr NodeKeyWords kCopiedKey = {"copied>0", "bytes of operands copied for its batch"};
inline constexpr NodeKeyWords kSyncKey = {"sync:yes", "values are read right before its batch (a sync point)"};

inline constexpr NodeKeyWords kDiffersKey = {
    "differs:yes", "a value or gradient differs from that of regular; differs:values, differs:gradients: one of them"};

inline constexpr std::string_view kNoGraphYet = "there is no graph yet";
inline constexpr std::string_view kNoStepsYet = "there are no steps yet: scheduling has not finished";
inline constexpr std::string_view kNoValuesYet =
    "there are no values yet: the run has not finished (on the command line: add --check)";
inline constexpr std::string_view kNothingComparedYet =
    "the run has not been compared with regular yet (on the command line: add --check)";
inline constexpr std::string_view kNoGradientsCompared = "there are no gradients: the run does not train";
inline constexpr std::string_view kSearchStopped = "the search was stopped";
inline constexpr std::string_view kSortingStopped = "sorting was stopped";
/// `names` is the list of the ops there are.
[[nodiscard]] std::string noSuchOp(std::string_view asked, std::string_view names);

inline constexpr std::string_view kPlaceExpected = "expected a place such as tree 12, batch 5, level 3 or node 60";
/// `kind` is the word of the place: node, batch, level; those from `first` to `last` are there, none where `last` is
/// less.
[[nodiscard]] std::string noSuchPlace(std::string_view kind, std::size_t asked, std::size_t first, std::size_t last);
[[nodiscard]] std::string treeNotInGraph(std::size_t tree);

} // namespace batchscope::words
