// SPDX-License-Identifier: GPL-3.0-or-later
//
// `run --values NODE`: all numbers of one node, as the window's Values panel has them (core/session/node_values.h).
#pragma once

#include "core/exec/runner.h"
#include "core/records/json.h"
#include "core/session/node_values.h"

#include <memory>
#include <string>
#include <vector>

namespace batchscope {

/// What a run computed. Null: there was no such run, or, of the gradients, it did not train.
struct KeptStates {
    std::shared_ptr<const RecordedState> values;
    std::shared_ptr<const RecordedState> gradients;
};
[[nodiscard]] KeptStates statesOf(const ArmRun& run);

/// The numbers of one node.
struct ShownValues {
    NodeId node;
    bool isCompared = false;        ///< with a regular run; else nothing is said of one
    std::vector<NodeValues> values; ///< by output; then its gradients, of training
};
[[nodiscard]] ShownValues shownValues(const OpGraph& graph, NodeId node, const KeptStates& folded,
                                      const KeptStates& regular);

void printValues(const OpGraph& graph, const ShownValues& shown);
/// The value of the key `node_values`. Numbers that are not finite are null there, and `text` counts them.
[[nodiscard]] Json valuesJson(const OpGraph& graph, const ShownValues& shown);

} // namespace batchscope
