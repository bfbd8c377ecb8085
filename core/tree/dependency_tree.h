// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns the heads of one sentence, as a dependency treebank gives them for each token, into a Tree, or says why they do
// not form one. Linear and iterative: a chain as long as the file is accepted.
//
//     if (const auto fault = findHeadFault(sentence.heads)) return report(*fault);
//     Tree tree = dependencyTree(sentence);
#pragma once

#include "core/tree/tree.h"

#include <optional>
#include <span>
#include <string>

namespace batchscope {

/// One sentence; each vector is indexed by token, from 0. A head counts from 1; 0 is the root.
struct DependencySentence {
    std::vector<std::uint32_t> heads;
    std::vector<SymbolId> words;
    std::vector<SymbolId> labels; ///< invalid for a token without a relation
    std::vector<SourcePosition> positions;
};

struct HeadFault {
    std::size_t token;   ///< the token whose head is wrong, from 0
    std::string message; ///< says what was found, what was expected and what to do; tokens count from 1
};

/// Explains why these heads form no tree: a head out of range, no root or several, a cycle. Needs at least one token.
[[nodiscard]] std::optional<HeadFault> findHeadFault(std::span<const std::uint32_t> heads);

/// The tree of a sentence without a head fault; all four vectors have the same length. Nodes are in post-order,
/// dependents in sentence order. `file` stays 0.
[[nodiscard]] Tree dependencyTree(const DependencySentence& sentence);

/// True if every subtree covers its tokens without a gap, that is, no arcs cross (including the arc into the root).
/// True for constituency trees.
[[nodiscard]] bool isProjective(const Tree& tree);

} // namespace batchscope
