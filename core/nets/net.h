// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a net is its ops with their bodies, and a walk that records the calls for one tree. One file for each net and
// one line in net_registry.cpp.
#pragma once

#include "core/base/result.h"
#include "core/graph/fold.h"
#include "core/tree/treebank.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace batchscope {

struct NetOptions {
    std::int32_t dim = 100;      ///< hidden width d, at least 1
    std::int32_t vocabulary = 1; ///< rows of the embedding table
    std::int32_t classes = 5;    ///< outputs of the classifier; SST has five
    DType dtype = DType::Float32;
};

/// Which values are asked for.
enum class Outputs {
    Root, ///< logits at the root of each tree
    All,  ///< logits at every leaf and inner node
};

/// Names as the command line spells them: root, all.
[[nodiscard]] std::span<const std::string_view> outputsNames();
[[nodiscard]] Result<Outputs> parseOutputs(std::string_view name);

struct Net {
    const char* name;        ///< as in `batchscope-cli list models`
    const char* description; ///< one line
    const char* input;       ///< what trees it takes
    OpSet (*ops)(const NetOptions& options);
    /// Records the calls of one tree (not named emit: that is a macro of Qt). Config error with the tree's place when
    /// the tree does not fit the net.
    Status (*record)(const Treebank& bank, TreeId tree, const Tree& shape, Outputs outputs, Fold& fold);
};

/// All nets, in the order in which they are listed.
[[nodiscard]] std::span<const Net> nets();
/// The net of that name, or a Config error that lists the names.
[[nodiscard]] Result<const Net*> findNet(std::string_view name);

} // namespace batchscope
