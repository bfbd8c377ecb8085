// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns the heads of one sentence, which a dependency treebank names for each token, into a Tree, or says why they do
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

/// One sentence, all by token from 0. A head counts from 1; 0 is the root.
struct DependencySentence {
    std::vector<std::uint32_t> heads;
    std::vector<SymbolId> words;
    std::vector<SymbolId> labels; ///< invalid ids where there is no relation
    std::vector<SourcePosition> positions;
};

struct HeadFault {
    std::size_t token;   ///< from 0: whose head is wrong
    std::string message; ///< what was found, what was expected, what to do; tokens count from 1 there
};

/// Why these heads do not form a tree: a head out of range, no root or several, a cycle. Needs at least one token.
[[nodiscard]] std::optional<HeadFault> findHeadFault(std::span<const std::uint32_t> heads);

/// The tree of a sentence without head fault; all four vectors have one length. Nodes in post-order, dependents in
/// sentence order. `file` stays 0.
[[nodiscard]] Tree dependencyTree(const DependencySentence& sentence);

/// Whether every subtree covers tokens without a gap, that is, no arcs cross (the one from above the root counted).
/// True for constituency trees.
[[nodiscard]] bool isProjective(const Tree& tree);

} // namespace batchscope
