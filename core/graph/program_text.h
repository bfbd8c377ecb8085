// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a recorded graph as a program (core/nets/program.h): ops, calls and requested values as JSON, which the window
// and batchscope-cli open like a treebank. Use it to view and explain a graph recorded by your own program.
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

/// Returns all numbers of a parameter, row by row.
using ParameterNumbers = std::function<std::vector<double>(ParamId param)>;

/// Writes one op or call per line. Reading the text gives the same calls in the same order, with the same ops,
/// arguments, levels and signatures. Names of ops and parameters are made unique and free of dots and control
/// characters; a call is named after its node, "n12". Trees become instances, numbered from 0 in order of their ids.
/// `numbers` gives the "values" of each parameter; if empty, parameters keep their initial values.
///
/// Config error if the graph has opaque ops, early reads (OpGraph::rounds) or non-finite numbers.
[[nodiscard]] Result<std::string> programText(const OpGraph& graph, const ParameterNumbers& numbers = {});

} // namespace batchscope
