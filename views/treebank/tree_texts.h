// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three texts of a tree: as a sentence, as the net takes it, and as written in the file. All three are made
// together, so that a position in one maps to a position in the others. No Qt, because the texts of a large tree are
// made outside the GUI thread.
#pragma once

#include "core/formats/source_span.h"
#include "core/session/snapshot.h"

#include <memory>
#include <string>

namespace batchscope {

struct TreeTexts {
    TreeId id;
    Tree read;            ///< as the file has it
    Tree shown;           ///< as the graph was built from it, whose nodes are marked
    SpannedText sentence; ///< of `shown`
    SpannedText used;     ///< of `shown`, in brackets
    SpannedText source;   ///< of `read`: the file's own bytes
    std::string noSource; ///< why there are none
};

/// Needs snapshot.treebank, which has the tree.
[[nodiscard]] std::shared_ptr<const TreeTexts> makeTreeTexts(const Snapshot& snapshot, TreeId id);

/// The node that corresponds to a node of the other tree: at the same place of the file, or the nearest below it
/// (binarizing drops nodes with one child). Invalid where there is none.
[[nodiscard]] TreeNodeId readNodeOf(const TreeTexts& texts, TreeNodeId shown);
[[nodiscard]] TreeNodeId shownNodeOf(const TreeTexts& texts, TreeNodeId read);

} // namespace batchscope
