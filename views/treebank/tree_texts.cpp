// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/tree_texts.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The outermost node at that place of the file.
TreeNodeId nodeOfByte(const Tree& tree, std::uint64_t byte) {
    const auto found = std::find_if(tree.positions.rbegin(), tree.positions.rend(),
                                    [byte](const SourcePosition& at) { return at.byte == byte; });
    return found == tree.positions.rend() ? TreeNodeId()
                                          : TreeNodeId(static_cast<std::size_t>(tree.positions.rend() - found - 1));
}

} // namespace

std::shared_ptr<const TreeTexts> makeTreeTexts(const Snapshot& snapshot, TreeId id) {
    const Treebank& bank = *snapshot.treebank;
    auto texts = std::make_shared<TreeTexts>();
    texts->id = id;
    texts->read = *bank.tree(id);
    texts->shown = shownTree(snapshot, id);
    texts->sentence = sentenceSpans(texts->shown, bank.words);
    texts->used = bracketSpans(texts->shown, bank.words, bank.labels);
    if (Result<std::string> record = bank.sourceText(id)) {
        texts->source = sourceSpans(std::move(*record), texts->read, bank.trees[id].recordBegin);
    } else {
        texts->noSource = record.error().message;
    }
    return texts;
}

TreeNodeId readNodeOf(const TreeTexts& texts, TreeNodeId shown) {
    return nodeOfByte(texts.read, texts.shown.positions[shown.index()].byte);
}

TreeNodeId shownNodeOf(const TreeTexts& texts, TreeNodeId read) {
    TreeNodeId node = read;
    for (;;) {
        const TreeNodeId found = nodeOfByte(texts.shown, texts.read.positions[node.index()].byte);
        if (found.valid() || texts.read.children(node).size() != 1) {
            return found;
        }
        node = texts.read.children(node).front();
    }
}

} // namespace batchscope
