// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/picked_trees.h"

#include <algorithm>

namespace batchscope {

void showPicked(Session& session, std::vector<TreeId> trees) {
    if (trees.empty()) {
        return;
    }
    SessionConfig config = session.config();
    config.graph.trees = {0, trees.size()};
    config.graph.picked = std::move(trees);
    session.setConfig(config);
}

void showRange(Session& session, std::size_t begin, std::size_t count) {
    SessionConfig config = session.config();
    config.graph.picked.clear();
    config.graph.trees = {begin, begin + count};
    session.setConfig(config);
}

void clearPicked(Session& session) {
    if (!session.config().graph.picked.empty()) {
        showRange(session, 0, Session::kFirstTrees);
    }
}

std::size_t chosenCount(const Session& session) {
    const auto& bank = session.snapshot()->treebank;
    const GraphOptions& graph = session.config().graph;
    if (!bank) {
        return Session::kFirstTrees;
    }
    // A range without an end, or picked trees: at most the trees that there are.
    const bool open = graph.trees.end == TreeRange().end || !graph.picked.empty();
    const std::size_t end = open ? std::min(graph.trees.end, treesToChoose(*bank, graph)) : graph.trees.end;
    return end > graph.trees.begin ? end - graph.trees.begin : Session::kFirstTrees;
}

} // namespace batchscope
