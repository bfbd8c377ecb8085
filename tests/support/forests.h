// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trees from text, graphs from trees, schedules by name, and stories. A failure ends the program.
#pragma once

#include "core/nets/build_graph.h"
#include "core/schedule/scheduler.h"
#include "core/story/storyboard.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::testing {

/// Reads trees that must be readable.
[[nodiscard]] Treebank bankOf(std::string_view brackets);
[[nodiscard]] OpGraph graphOf(const Treebank& bank, const GraphOptions& options = {});
[[nodiscard]] Schedule scheduleOf(const OpGraph& graph, std::string_view policy);

/// The story of a graph, without captions, for a window with an aspect ratio of 1.6.
[[nodiscard]] Storyboard storyOf(const OpGraph& graph, const Schedule& schedule);

/// Two small trees: five leaves, three inner nodes, heights 2 and 1.
inline constexpr std::string_view kTwoTrees = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n";

/// kTwoTrees and a third tree, of height 3, which repeats their words and a subtree.
inline constexpr std::string_view kRepeatingTrees =
    "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(3 (2 (2 (2 a) (2 b)) (2 d)) (2 c))\n";

/// All trees as `convert --to json` writes them: the header, then a line for each tree.
[[nodiscard]] std::string treesJson(const Treebank& bank);

/// The fewest leaves that a tree must have for the net: nets for pairs need a tree in each half.
[[nodiscard]] std::size_t fewestLeaves(std::string_view net);

/// A net's name without hyphens, as GoogleTest requires for the name of a case.
[[nodiscard]] std::string nameOfNet(const ::testing::TestParamInfo<const char*>& info);

} // namespace batchscope::testing
