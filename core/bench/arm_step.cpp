// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arm_step.h"

#include "core/base/check.h"
#include "core/base/clock.h"
#include "core/graph/op_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace batchscope {

namespace {

// Batches level by level, as by hand: the nodes of all trees are placed in a grid. A group is one signature at one
// level; in it, each tree has its nodes at places 0, 1, …. Padding fills the empty cells; a batch is a group, read
// place after place.
//
//     level 1, children    place 0: tree 0, tree 1, tree 2
//                          place 1: tree 0,    -  , tree 2        "-" gets a surplus node, or no row at all
//
// Nodes that no other node reads are in a group of their own at the end, whatever their level.

class LevelGrid {
public:
    explicit LevelGrid(const OpGraph& graph);

    /// Nodes after padding.
    [[nodiscard]] std::size_t cellCount() const;
    /// Adds a node to the graph for each empty cell: the call of the first tree that has one there, on the same cells
    /// of the own tree. Its words are that tree's, too; its values mean nothing.
    void pad(OpGraph& graph);
    /// From the most nodes to the fewest; equal ones stay in order.
    void sortTrees();
    /// One batch for each group. All groups of a signature follow each other where what they read allows that (a whole
    /// LSTM runs before the other direction's, and its states are stored together); else they go level by level.
    [[nodiscard]] std::vector<std::vector<NodeId>> batches() const;

private:
    struct Key {
        std::uint32_t level = 0;
        SignatureId signature;
        auto operator<=>(const Key&) const = default;
    };
    struct Cell {
        std::uint32_t group = 0;
        std::uint32_t place = 0;
        std::uint32_t tree = 0;
    };
    using Place = std::vector<NodeId>; ///< by tree; invalid where a tree has none

    [[nodiscard]] NodeId& at(const Cell& cell) { return m_groups[cell.group][cell.place][cell.tree]; }
    void addSurplus(OpGraph& graph, NodeId model, Cell cell);
    void orderGroups(const OpGraph& graph);
    [[nodiscard]] bool isExecutable(const OpGraph& graph, const std::vector<std::uint32_t>& order) const;

    std::vector<Key> m_keys;                  // by group
    std::vector<std::vector<Place>> m_groups; // group, place, tree
    std::vector<std::uint32_t> m_order;       // of groups, as they run
    IdVector<NodeId, Cell> m_cells;
    std::vector<std::uint32_t> m_trees; // in order of rows
};

constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max(); ///< the level of nodes that no node reads

IdVector<NodeId, std::uint8_t> nodesThatAreRead(const OpGraph& graph) {
    IdVector<NodeId, std::uint8_t> read(graph.size(), 0);
    for (const Argument& argument : graph.arguments) {
        if (argument.isValue()) {
            read[argument.node()] = 1;
        }
    }
    return read;
}

/// For each node which tree of the selection it belongs to, counted from 0 in order of appearance.
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

namespace {

HandBatching wayOf(const Arm& arm, const OpGraph& graph) {
    if (arm.kind == ArmKind::Packed) {
        return HandBatching::Packed;
    }
    return arm.kind == ArmKind::Direct && haveOneShape(graph) ? HandBatching::SameShape : HandBatching::LevelPadded;
}

} // namespace

Result<ArmStep> ArmStep::make(const GraphBuilder& builder, const Arm& arm, const GraphOptions& options,
                              const RunControl& control) {
    const std::string name = builder.modelName(options);
    TRY(serves(arm, builder.program() != nullptr ? fmt::format("program {}", name) : name));
    ArmStep step(builder, arm, options);
    TRY(step.batchOwnGraph(control));
    return step;
}

Status ArmStep::batchOwnGraph(const RunControl& control) {
    if (!m_arm.isHandBatched()) {
        return Ok{};
    }
    Result<OpGraph> graph = m_builder->graph(m_ownOptions, control);
    TRY(graph);
    const HandBatching way = wayOf(m_arm, *graph);
    Result<HandBatched> batched = batchByHand(std::move(*graph), way, m_arm.name);
    TRY(batched);
    m_handBatched = std::move(*batched);
    return Ok{};
}

Status ArmStep::choose(const GraphOptions& options, const RunControl& control) {
    if (options == m_options) {
        return Ok{};
    }
    m_options = options;
    m_ownOptions = graphOptionsOf(m_arm, options);
    m_isPrepared = false;
    return batchOwnGraph(control);
}

/// The policy studies the graph once; the executor is that of the options.
Status ArmStep::prepare(const OpGraph& graph, const RunOptions& own, const RunControl& control) {
    if (m_executor == nullptr || m_executorOptions != own.executor) {
        m_executor = makeExecutor(graph.ops, own.executor);
        m_executorOptions = own.executor;
    }
    if (m_isPrepared || m_handBatched) {
        return Ok{};
    }
    m_isPrepared = true;
    if (m_learned) {
        if (std::unique_ptr<Policy> other = m_learned->readAgainst(graph)) {
            m_learned = std::move(other);
        }
        return Ok{};
    }
    return learn(graph, control);
}

Status ArmStep::learn(const OpGraph& graph, const RunControl& control) {
    TRY(m_arm.policy->accepts(graph));
    const auto start = Clock::now();
    Result<std::unique_ptr<Policy>> prepared = m_arm.policy->prepared(graph, control);
    TRY(prepared);
    m_learned = std::move(*prepared);
    if (m_learned) {
        m_learnSeconds = secondsSince(start);
    }
    return Ok{};
}

Result<ArmSample> ArmStep::run(const Parameters& parameters, const RunOptions& options, const RunControl& control) {
    const RunOptions own = runOptionsOf(m_arm, options);
    if (m_handBatched) {
        return runByHand(parameters, own, control);
    }
    const auto start = Clock::now();
    m_memory.giveBack(std::move(m_graph));
    Result<OpGraph> graph = m_builder->graph(m_ownOptions, control, m_memory);
    TRY(graph);
    const double built = secondsSince(start);
    TRY(prepare(*graph, own, control));
    const Policy& policy = m_learned ? *m_learned : *m_arm.policy;
    Result<ArmRun> run = runArm({*graph, policy, parameters}, *m_executor, own, Recording::Seconds, control);
    TRY(run);
    m_graph = std::move(*graph);
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = built;
    return ArmSample{seconds, std::move(*run)};
}

Result<ArmSample> ArmStep::runByHand(const Parameters& parameters, const RunOptions& options,
                                     const RunControl& control) {
    const OpGraph& graph = m_handBatched->graph;
    const Schedule& schedule = m_handBatched->schedule; // its rows stay in the order in which they were put by hand
    TRY(prepare(graph, options, control));
    // Only timed: hand-written code would do it in each step. The executor wires a plan of its own.
    const auto start = Clock::now();
    bindIntegers(graph, schedule, m_handBatched->plan);
    const double bound = secondsSince(start);
    Result<FinishedRun> run = m_executor->run({graph, schedule, parameters, options.work, Recording::Seconds, control});
    TRY(run);
    PhaseSeconds seconds = run->execution.seconds();
    seconds.build = bound;
    seconds.plan = 0.0; // by hand it is wired once
    return ArmSample{seconds, ArmRun{schedule, std::move(run->execution), std::move(run->gradients)}};
}

} // namespace batchscope
