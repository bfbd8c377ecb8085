// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recorded graph as a program (core/nets/program.h): ops, calls and requested values as JSON, which the window and
// batchscope-cli open like a treebank. So what a program of one's own records with Fold can be looked at and explained.
//
//     const Result<std::string> text = programText(*graph);
//     if (text) std::ofstream("run.json") << *text;
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <functional>
#include <string>
#include <vector>

namespace batchscope {

/// All numbers of a parameter, row after row.
using ParameterNumbers = std::function<std::vector<double>(ParamId param)>;

/// One op and one call a line, with a line end. Reading it gives the same calls in the same order: of the same ops,
/// with the same arguments, levels and signatures. Names of ops and parameters become different ones without dots and
/// control characters; calls are named by their node, "n12". Trees become instances, numbered from 0 in order of their
/// ids. `numbers`: of the parameters, as their "values"; empty: as they start (ParamInit).
///
/// Config error for what the format has no words for: opaque ops, and values that are read early (OpGraph::rounds).
[[nodiscard]] Result<std::string> programText(const OpGraph& graph, const ParameterNumbers& numbers = {});

} // namespace batchscope
