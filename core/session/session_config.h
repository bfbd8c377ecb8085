// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every choice of the user that decides what is shown, as one value; two equal configs give equal snapshots.
#pragma once

#include "core/base/choice.h"
#include "core/exec/run_options.h"
#include "core/nets/build_graph.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// What places the source trees.
enum class SourceLayout : std::uint8_t {
    Native,   ///< tidy trees; dependencies as Baseline
    Baseline, ///< words in the order of the sentence, on one line below the tree
    Arcs,     ///< dependencies as arcs over the sentence; other trees as for Baseline
};
template <>
inline constexpr EnumNames<3> kEnumNames<SourceLayout> = {"layout", {"native", "baseline", "arcs"}};

/// Whether the labels of the treebank are drawn at the nodes of the source trees.
enum class NodeLabels : std::uint8_t { Shown, Hidden };
template <>
inline constexpr EnumNames<2> kEnumNames<NodeLabels> = {"labels", {"on", "off"}};

struct SessionConfig {
    std::vector<std::string> files;
    ReadOptions read; ///< how their text becomes trees
    GraphOptions graph;
    std::string policy = "depth";
    /// In place of the policy's schedule, as long as it fits the graph (chosen_policy.h); null: the policy's. Compared
    /// by identity.
    std::shared_ptr<const Schedule> given = nullptr;
    RunOptions run;         ///< row order decides the schedule, the rest only the run
    int threads = 0;        ///< 0: as many as there are cores
    std::uint64_t seed = 1; ///< of random weights
    std::string weights;    ///< a file of them (core/exchange/weights.h) in place of random ones; empty: none
    float aspect = 1.6F;    ///< width over height that layouts aim at
    SourceLayout layout = SourceLayout::Native;
    NodeLabels nodeLabels = NodeLabels::Shown;
    bool operator==(const SessionConfig&) const = default;
};

/// The stages of the pipeline, in order; each needs all before it.
enum class Stage { Treebank, Graph, Schedule, Run, None };

/// The first stage whose result differs between the two configs; None when nothing does. Pure.
[[nodiscard]] Stage firstDirtyStage(const SessionConfig& before, const SessionConfig& after);

} // namespace batchscope
