// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/level_grid.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max(); // the level of what nobody reads

IdVector<NodeId, std::uint8_t> nodesThatAreRead(const OpGraph& graph) {
    IdVector<NodeId, std::uint8_t> read(graph.size(), 0);
    for (const Argument& argument : graph.arguments) {
        if (argument.isValue()) {
            read[argument.node()] = 1;
        }
    }
    return read;
}

} // namespace

IdVector<NodeId, std::uint32_t> treeIndices(const OpGraph& graph) {
    std::unordered_map<std::uint32_t, std::uint32_t> seen;
    IdVector<NodeId, std::uint32_t> trees;
    trees.reserve(graph.size());
    for (const Origin& origin : graph.origins) {
        const auto next = static_cast<std::uint32_t>(seen.size());
        trees.push_back(seen.emplace(origin.tree.value, next).first->second);
    }
    return trees;
}

LevelGrid::LevelGrid(const OpGraph& graph) {
    const IdVector<NodeId, std::uint32_t> trees = treeIndices(graph);
    const IdVector<NodeId, std::uint8_t> read = nodesThatAreRead(graph);
    const std::size_t treeCount = trees.empty() ? 0 : std::size_t{*std::max_element(trees.begin(), trees.end())} + 1;
    std::map<Key, std::uint32_t> groups;
    std::vector<std::vector<std::uint32_t>> filled; // group, tree: places taken
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const Key key{read[node] != 0 ? graph.levels[node] : kLast, graph.nodeSignatures[node]};
        const auto [found, isNew] = groups.emplace(key, static_cast<std::uint32_t>(m_keys.size()));
        if (isNew) {
            m_keys.push_back(key);
            m_groups.emplace_back();
            filled.emplace_back(treeCount, 0);
        }
        const Cell cell{found->second, filled[found->second][trees[node]]++, trees[node]};
        std::vector<Place>& places = m_groups[cell.group];
        if (cell.place == places.size()) {
            places.emplace_back(treeCount);
        }
        at(cell) = node;
        m_cells.push_back(cell);
    }
    m_trees.resize(treeCount);
    std::iota(m_trees.begin(), m_trees.end(), 0U);
    orderGroups(graph);
}

std::size_t LevelGrid::cellCount() const {
    std::size_t places = 0;
    for (const std::vector<Place>& group : m_groups) {
        places += group.size();
    }
    return places * m_trees.size();
}

void LevelGrid::pad(OpGraph& graph) {
    for (const std::uint32_t group : m_order) { // what a surplus node reads has been filled before
        for (std::uint32_t place = 0; place < m_groups[group].size(); ++place) {
            const Place row = m_groups[group][place];
            const NodeId model = *std::find_if(row.begin(), row.end(), [](NodeId node) { return node.valid(); });
            for (std::uint32_t tree = 0; tree < row.size(); ++tree) {
                if (!row[tree].valid()) {
                    addSurplus(graph, model, {group, place, tree});
                }
            }
        }
    }
}

void LevelGrid::addSurplus(OpGraph& graph, NodeId model, Cell cell) {
    const auto modelArguments = graph.argumentsOf(model);
    std::vector<Argument> arguments(modelArguments.begin(), modelArguments.end());
    for (Argument& argument : arguments) {
        if (argument.kind == ArgumentClass::Row && m_cells[argument.node()].tree == m_cells[model].tree) {
            Cell own = m_cells[argument.node()];
            own.tree = cell.tree;
            argument.payload = at(own).value;
        }
    }
    graph.arguments.insert(graph.arguments.end(), arguments.begin(), arguments.end());
    graph.argumentOffsets.push_back(static_cast<std::uint32_t>(graph.arguments.size()));
    at(cell) = graph.nodeOps.push_back(graph.nodeOps[model]);
    graph.nodeSignatures.push_back(graph.nodeSignatures[model]);
    graph.levels.push_back(graph.levels[model]);
    graph.origins.push_back(graph.origins[model]);
    if (!graph.callNumbers.empty()) {
        graph.callNumbers.push_back(graph.callNumbers[model]);
    }
    m_cells.push_back(cell);
}

void LevelGrid::sortTrees() {
    std::vector<std::size_t> nodes(m_trees.size(), 0);
    for (const Cell& cell : m_cells) {
        ++nodes[cell.tree];
    }
    std::stable_sort(m_trees.begin(), m_trees.end(),
                     [&](std::uint32_t left, std::uint32_t right) { return nodes[left] > nodes[right]; });
}

std::vector<std::vector<NodeId>> LevelGrid::batches() const {
    std::vector<std::vector<NodeId>> batches;
    batches.reserve(m_order.size());
    for (const std::uint32_t group : m_order) {
        std::vector<NodeId>& batch = batches.emplace_back();
        for (const Place& place : m_groups[group]) {
            for (const std::uint32_t tree : m_trees) {
                if (place[tree].valid()) {
                    batch.push_back(place[tree]);
                }
            }
        }
    }
    return batches;
}

void LevelGrid::orderGroups(const OpGraph& graph) {
    m_order.resize(m_keys.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::sort(m_order.begin(), m_order.end(), [&](std::uint32_t left, std::uint32_t right) {
        return std::tie(m_keys[left].signature, m_keys[left].level) <
               std::tie(m_keys[right].signature, m_keys[right].level);
    });
    if (!isExecutable(graph, m_order)) {
        std::sort(m_order.begin(), m_order.end(),
                  [&](std::uint32_t left, std::uint32_t right) { return m_keys[left] < m_keys[right]; });
    }
}

bool LevelGrid::isExecutable(const OpGraph& graph, const std::vector<std::uint32_t>& order) const {
    std::vector<std::uint32_t> rank(order.size());
    for (std::uint32_t index = 0; index < order.size(); ++index) {
        rank[order[index]] = index;
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const std::uint32_t own = rank[m_cells[NodeId(index)].group];
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue() && rank[m_cells[argument.node()].group] >= own) {
                return false;
            }
        }
    }
    return true;
}

} // namespace batchscope
