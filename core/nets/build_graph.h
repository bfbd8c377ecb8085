// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: from trees and choices to one graph, for the window, the command line, tests and benches alike.
#pragma once

#include "core/base/progress.h"
#include "core/graph/fold.h"
#include "core/nets/net.h"
#include "core/tree/binarize.h"

#include <string>

namespace batchscope {

/// Trees [begin, end) of a treebank; end is clipped to the number of trees.
struct TreeRange {
    std::size_t begin = 0;
    std::size_t end = static_cast<std::size_t>(-1);
    bool operator==(const TreeRange&) const = default;
};

/// Everything that decides which graph comes out of a treebank.
struct GraphOptions {
    std::string model = "tree-lstm";
    TreeRange trees = {};
    std::int32_t dim = 100;
    DType dtype = DType::Float32;
    Outputs outputs = Outputs::Root;
    Merge merge = Merge::Off;
    Binarization binarization = Binarization::None;
    bool operator==(const GraphOptions&) const = default;
};

/// Words take the embedding rows of the whole treebank, so that a tree has the same weights in every selection.
/// Config errors: unknown model, dim out of 1…16384, an empty selection, trees that do not fit the net.
[[nodiscard]] Result<OpGraph> buildGraph(const Treebank& bank, const GraphOptions& options, const RunControl& control);

} // namespace batchscope
