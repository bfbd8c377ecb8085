// SPDX-License-Identifier: GPL-3.0-or-later
//
// All choices of the user that decide what is shown, as one value; two equal configs give equal snapshots.
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

/// How the source trees are laid out.
enum class SourceLayout : std::uint8_t {
    Native,   ///< tidy trees; dependency trees like Baseline
    Baseline, ///< words in sentence order, on one line below the tree
    Arcs,     ///< dependencies as arcs over the sentence; other trees like Baseline
};
template <>
inline constexpr EnumNames<3> kEnumNames<SourceLayout> = {"layout", {"native", "baseline", "arcs"}};

/// Specifies if the labels of the treebank are drawn at the nodes of the source trees.
enum class NodeLabels : std::uint8_t { Shown, Hidden };
template <>
inline constexpr EnumNames<2> kEnumNames<NodeLabels> = {"labels", {"on", "off"}};

struct SessionConfig {
    std::vector<std::string> files;
    ReadOptions read; ///< how the text of the files becomes trees
    GraphOptions graph;
    std::string policy = "depth";
    /// Replaces the policy's schedule as long as it fits the graph (chosen_policy.h); null: the policy's. Compared by
    /// identity.
    std::shared_ptr<const Schedule> given = nullptr;
    RunOptions run;         ///< only the row order affects the schedule; the rest affects only the run
    int threads = 0;        ///< 0: the number of cores
    std::uint64_t seed = 1; ///< of random weights
    std::string weights;    ///< a file (core/exchange/weights.h) that replaces random weights; empty: none
    float aspect = 1.6F;    ///< width over height that layouts aim for
    SourceLayout layout = SourceLayout::Native;
    NodeLabels nodeLabels = NodeLabels::Shown;
    bool operator==(const SessionConfig&) const = default;
};

/// The stages of the pipeline, in order; each needs all before it.
enum class Stage { Treebank, Graph, Schedule, Run, None };

/// The first stage whose result differs between the two configs; None if no result does.
[[nodiscard]] Stage firstDirtyStage(const SessionConfig& before, const SessionConfig& after);

} // namespace batchscope
