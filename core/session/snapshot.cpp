// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/snapshot.h"

#include "core/tree/binarize.h"

namespace batchscope {

Parts changedParts(const Snapshot& before, const Snapshot& after) {
    Parts parts;
    const auto note = [&parts](Part part, bool changed) { parts = changed ? parts | part : parts; };
    note(Part::Treebank, before.treebank != after.treebank);
    note(Part::Graph, before.graph != after.graph);
    note(Part::Schedule, before.storyboard != after.storyboard);
    note(Part::Trace, before.trace != after.trace);
    note(Part::Report, before.report != after.report);
    return parts;
}

Tree shownTree(const Snapshot& snapshot, TreeId tree) {
    return binarized(snapshot.treebank->trees[tree], snapshot.config.graph.binarization);
}

std::string_view captionOf(const Snapshot& snapshot, NodeId node) {
    const Op& op = snapshot.graph->opOf(node);
    const auto arguments = snapshot.graph->argumentsOf(node);
    for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
        if (op.arguments[slot].kind == ArgumentClass::Integer) { // the nets' integers are word ids
            return snapshot.treebank->words.text(SymbolId(std::size_t{arguments[slot].payload}));
        }
    }
    return {};
}

} // namespace batchscope
