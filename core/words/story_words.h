// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pseudo-code of the story: each line, what it means, and the notes beside it.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

struct CodeWords {
    std::string_view line;
    std::string_view tip; ///< what it means, a sentence
};

// The graph.
inline constexpr CodeWords kForTrees = {"for tree in trees:", "All chosen trees go into one graph."};
inline constexpr CodeWords kRecordTree = {
    "record(net, tree)",
    "The net is called for each node of the tree, and every call is recorded; nothing is computed yet."};
inline constexpr CodeWords kForNodes = {"for node in graph:", "Every recorded call is a node."};
inline constexpr CodeWords kSignNode = {
    "sign(node)", "Nodes with the same op, weights and shapes have the same signature: they can run together."};
inline constexpr CodeWords kLevelNode = {"level(node)", "A node is one level above the highest node that it reads."};

// The loop of every schedule.
inline constexpr CodeWords kWhileTodo = {"while todo:", "Until every node has run:"};
inline constexpr CodeWords kReadValues = {
    "if stuck: read values, record",
    "Nothing can run until values are read, because they decide which calls the net makes next."};
inline constexpr CodeWords kReturnValues = {"return values", "Every requested value is a row of some batch."};

// One node after the other.
inline constexpr CodeWords kTakeInputs = {
    "args = input values", "The values of the node's arguments, one row each. Nothing is stacked or copied."};
inline constexpr CodeWords kRunNode = {"value = op(args)", "One call of the op, for one node."};

// Batches.
inline constexpr CodeWords kFindReady = {"ready = inputs computed", "Nodes whose arguments have all been computed."};
inline constexpr CodeWords kForSlots = {"for slot of op:", "For each argument of the op:"};
inline constexpr CodeWords kStackSlot = {
    "rows = stack(slot)", "One row for each node of the batch, in batch order; together they form one tensor."};
inline constexpr CodeWords kViewRows = {
    "if adjacent: view(rows)", "Adjacent rows in order, shared rows and integers are used in place, without a copy."};
inline constexpr CodeWords kGatherRows = {
    "else: gather(rows)",
    "One index-select copies scattered rows together; the engine reads most of them by index instead."};
inline constexpr CodeWords kRunBatch = {"values = op(slots)", "One call of the op, for all nodes of the batch."};
inline constexpr CodeWords kAssignValues = {
    "assign values, row by row",
    "Row k of the result is the value of the batch's node k; later batches read it there."};

// All numbers as text.
[[nodiscard]] std::string shareOfWhole(std::string_view part, std::string_view whole);
[[nodiscard]] std::string readNumber(std::string_view read, std::string_view reads);

} // namespace batchscope::words
