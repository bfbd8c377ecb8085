// SPDX-License-Identifier: GPL-3.0-or-later
//
// A loss needs labels. Front ends check this here before training: core/nets knows the trees, so it can say where
// labels would come from; core/exec refuses any graph without targets.
#pragma once

#include "core/nets/build_graph.h"

#include <string>

namespace batchscope {

/// Config error if none of the graph's requested values has a target; the message says what to do. `graph` was built
/// from `bank` and `options`.
[[nodiscard]] Status checkTrainable(const Treebank& bank, const GraphOptions& options, const OpGraph& graph);

/// Says what the classifier's outputs mean if no labels define them, in one sentence; empty if labels do, and for
/// programs.
[[nodiscard]] std::string unlabeledNote(const Treebank& bank, const GraphOptions& options);

/// "12 of 40 requested outputs have a label; the loss is the mean over those".
[[nodiscard]] std::string labelShareText(std::size_t labeled, std::size_t requested);

} // namespace batchscope
