// SPDX-License-Identifier: GPL-3.0-or-later
//
// A loss needs labels. Before anything is trained the front ends ask here, which knows the trees and so can say where
// labels would come from; core/exec refuses a graph without targets whatever made it.
#pragma once

#include "core/nets/build_graph.h"

#include <string>

namespace batchscope {

/// Config error when none of the graph's requested values has a target; it says what to do. `graph` was built from
/// `bank` and `options`.
[[nodiscard]] Status checkTrainable(const Treebank& bank, const GraphOptions& options, const OpGraph& graph);

/// What the classifier's outputs stand for where no label says it, in one sentence; empty where labels do, and for
/// programs.
[[nodiscard]] std::string unlabelledNote(const Treebank& bank, const GraphOptions& options);

/// "12 of 40 requested outputs have a label; the loss is the mean over those". `labelled` of `requested`.
[[nodiscard]] std::string labelShareText(std::size_t labelled, std::size_t requested);

} // namespace batchscope
