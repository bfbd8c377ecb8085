// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/hand_batched.h"

#include "core/base/check.h"
#include "core/bench/level_grid.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::size_t kMostRows = 10'000'000;

/// Nodes of each tree in order of creation, and where in its tree each node stands.
struct TreeNodes {
    std::vector<std::vector<NodeId>> ofTree;
    IdVector<NodeId, std::uint32_t> place;
};

TreeNodes nodesByTree(const OpGraph& graph) {
    const IdVector<NodeId, std::uint32_t> trees = treeIndices(graph);
    TreeNodes nodes;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const std::uint32_t tree = trees[NodeId(index)];
        nodes.ofTree.resize(std::max<std::size_t>(nodes.ofTree.size(), tree + 1));
        nodes.place.push_back(static_cast<std::uint32_t>(nodes.ofTree[tree].size()));
        nodes.ofTree[tree].emplace_back(index);
    }
    return nodes;
}

/// Whether two nodes at one place of two trees make the same call.
bool isSameCall(const OpGraph& graph, const TreeNodes& nodes, NodeId left, NodeId right) {
    const auto leftArguments = graph.argumentsOf(left);
    const auto rightArguments = graph.argumentsOf(right);
    return graph.nodeSignatures[left] == graph.nodeSignatures[right] &&
           std::equal(leftArguments.begin(), leftArguments.end(), rightArguments.begin(), rightArguments.end(),
                      [&](const Argument& one, const Argument& other) {
                          return one.kind == other.kind &&
                                 (one.kind != ArgumentClass::Row ||
                                  (one.output == other.output && nodes.place[one.node()] == nodes.place[other.node()]));
                      });
}

bool treesHaveOneShape(const OpGraph& graph, const TreeNodes& nodes) {
    const std::vector<NodeId>& first = nodes.ofTree.front();
    return std::all_of(nodes.ofTree.begin(), nodes.ofTree.end(), [&](const std::vector<NodeId>& tree) {
        return std::equal(tree.begin(), tree.end(), first.begin(), first.end(),
                          [&](NodeId left, NodeId right) { return isSameCall(graph, nodes, left, right); });
    });
}

/// Each place of the tree is a batch.
std::vector<std::vector<NodeId>> placeByPlace(const TreeNodes& nodes) {
    std::vector<std::vector<NodeId>> batches(nodes.ofTree.front().size());
    for (std::size_t place = 0; place < batches.size(); ++place) {
        for (const std::vector<NodeId>& tree : nodes.ofTree) {
            batches[place].push_back(tree[place]);
        }
    }
    return batches;
}

Schedule scheduleOf(const OpGraph& graph, const std::vector<std::vector<NodeId>>& batches, std::string_view name) {
    Schedule schedule;
    schedule.policy = name;
    schedule.scoreName = "none";
    schedule.places.resize(graph.size());
    schedule.batchOffsets.push_back(0);
    schedule.candidateOffsets.assign(batches.size() + 1, 0);
    for (const std::vector<NodeId>& batch : batches) {
        const BatchId id = schedule.batchSignatures.push_back(graph.nodeSignatures[batch.front()]);
        for (const NodeId node : batch) {
            schedule.places[node] = {id,
                                     static_cast<std::uint32_t>(schedule.nodes.size()) - schedule.batchOffsets.back()};
            schedule.nodes.push_back(node);
        }
        schedule.batchOffsets.push_back(static_cast<std::uint32_t>(schedule.nodes.size()));
        schedule.reasons.push_back(Reason::LowestLevel);
    }
    return schedule;
}

Status mayBatchByHand(const OpGraph& graph, std::string_view name) {
    if (graph.roundCount() > 1) {
        return Error{
            ErrorCode::Config,
            fmt::format("the arm '{}' does not support '{}': its calls depend on values that are read during the run",
                        name, graph.ops.name)};
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const Op& op = graph.opOf(NodeId(index));
        if (op.batchable == Batchable::No) {
            return Error{ErrorCode::Config, fmt::format("the arm '{}' does not support '{}': op '{}' cannot be batched",
                                                        name, graph.ops.name, op.name)};
        }
    }
    return Ok{};
}

} // namespace

double HandBatched::waste() const {
    return graph.size() == 0 ? 0.0 : static_cast<double>(surplusRows) / static_cast<double>(graph.size());
}

bool haveOneShape(const OpGraph& graph) {
    return treesHaveOneShape(graph, nodesByTree(graph));
}

Result<HandBatched> batchByHand(OpGraph graph, HandBatching way, std::string_view name) {
    TRY(mayBatchByHand(graph, name));
    graph.rounds.resize(0); // one round only; surplus nodes are of it, too
    HandBatched result;
    result.way = way;
    const std::size_t real = graph.size();
    std::vector<std::vector<NodeId>> batches;
    if (way == HandBatching::SameShape) {
        const TreeNodes nodes = nodesByTree(graph);
        BATCHSCOPE_CHECK(treesHaveOneShape(graph, nodes));
        batches = placeByPlace(nodes);
    } else {
        LevelGrid grid(graph);
        if (way == HandBatching::LevelPadded && grid.cellCount() > kMostRows) {
            return Error{
                ErrorCode::Config,
                fmt::format(
                    "padding the selected trees to one size needs {} rows instead of {}; the arm '{}' takes at most {}",
                    grid.cellCount(), real, name, kMostRows)};
        }
        if (way == HandBatching::LevelPadded) {
            grid.pad(graph);
        } else {
            grid.sortTrees();
        }
        batches = grid.batches();
    }
    result.surplusRows = graph.size() - real;
    result.schedule = scheduleOf(graph, batches, name);
    result.plan = makePlan(graph, result.schedule);
    result.graph = std::move(graph);
    return result;
}

void bindIntegers(const OpGraph& graph, const Schedule& schedule, BatchPlan& plan) {
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const auto nodes = schedule.batch(BatchId(step));
        const auto operands = plan.operandsOf(BatchId(step));
        for (std::size_t slot = 0; slot < operands.size(); ++slot) {
            if (operands[slot].kind != OperandKind::Integers) {
                continue;
            }
            std::int64_t* const to = plan.indices.data() + operands[slot].offset;
            std::transform(nodes.begin(), nodes.end(), to,
                           [&](NodeId node) { return graph.slotOf(node, slot).front().payload; });
        }
    }
}

} // namespace batchscope
