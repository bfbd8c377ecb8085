// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what several tests need: trees from text, graphs from trees, schedules by name, and the real data when it is
// there.
#pragma once

#include "core/layout/storyboard.h"
#include "core/nets/build_graph.h"
#include "core/schedule/scheduler.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace batchscope::testing {

/// Reads trees that must be readable.
[[nodiscard]] Treebank bankOf(std::string_view brackets);
[[nodiscard]] OpGraph graphOf(const Treebank& bank, const GraphOptions& options = {});
[[nodiscard]] Schedule scheduleOf(const OpGraph& graph, std::string_view policy);

/// The story of a graph without captions, in a window of 1.6 to 1.
[[nodiscard]] Storyboard storyOf(const OpGraph& graph, const Schedule& schedule);

/// Two small trees: five leaves, three inner nodes, heights 2 and 1.
inline constexpr std::string_view kTwoTrees = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n";

/// A net's name without hyphens, as GoogleTest wants the name of a case.
[[nodiscard]] std::string nameOfNet(const ::testing::TestParamInfo<const char*>& info);

/// Path of a file below shared/data (or $BATCHSCOPE_DATA), when it is there.
[[nodiscard]] std::optional<std::string> dataFile(const std::string& name);

} // namespace batchscope::testing

/// Skips the test, saying so, when the data is not on this machine.
#define REQUIRE_DATA(variable, name)                                                                                   \
    const auto variable = ::batchscope::testing::dataFile(name);                                                       \
    if (!variable) {                                                                                                   \
        GTEST_SKIP() << "no " << (name) << " beside the project (set BATCHSCOPE_DATA)";                                \
    }
