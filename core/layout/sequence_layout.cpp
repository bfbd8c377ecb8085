// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/sequence_layout.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr float kLeastColumn = 1.9F; // with kRowShift, keeps nodes of adjacent rows clear of an edge
constexpr float kRowShift = 0.8F;
constexpr float kNodeGap = 0.3F;
constexpr std::size_t kOneInShare = 3; // at least one in this many links of a chain reads its own column

/// By op: the first op of its family, which is treated as one op.
using Families = std::vector<std::size_t>;

Families eachAlone(const OpGraph& graph) {
    Families families(graph.ops.ops.size());
    std::iota(families.begin(), families.end(), std::size_t{0});
    return families;
}

/// Families of ops that take each other's values, such as the steps of a lattice and the op that joins its words.
/// Nullopt if there are none, or too many ops to check for each tree.
std::optional<Families> mutualOps(const OpGraph& graph, NodeSpan span) {
    constexpr std::size_t kMostOps = 64;
    const std::size_t ops = graph.ops.ops.size();
    if (ops > kMostOps) {
        return std::nullopt;
    }
    std::vector<std::bitset<kMostOps>> takes(ops);
    for (std::size_t node = span.begin; node < span.end; ++node) {
        for (const Argument& argument : graph.argumentsOf(NodeId(node))) {
            if (argument.isValue() && argument.node().index() >= span.begin) {
                takes[graph.nodeOps[NodeId(node)].index()].set(graph.nodeOps[argument.node()].index());
            }
        }
    }
    for (std::size_t via = 0; via < ops; ++via) { // Warshall: transitive closure
        for (std::size_t op = 0; op < ops; ++op) {
            takes[op] |= takes[op].test(via) ? takes[via] : std::bitset<kMostOps>();
        }
    }
    Families families = eachAlone(graph);
    bool isAny = false;
    for (std::size_t op = 0; op < ops; ++op) {
        for (std::size_t other = 0; other < op && families[op] == op; ++other) {
            if (takes[op].test(other) && takes[other].test(op)) {
                families[op] = families[other];
                isAny = true;
            }
        }
    }
    return isAny ? std::optional(std::move(families)) : std::nullopt;
}

/// Groups nodes of one family of ops that depend on each other into chains: an LSTM's steps, a stack's reductions. A
/// chain is identified by its first node.
class Chains {
public:
    Chains(const OpGraph& graph, NodeSpan span, const Families& families)
        : m_graph(graph), m_span(span), m_families(families), m_first(span.end - span.begin) {
        std::iota(m_first.begin(), m_first.end(), std::size_t{0});
        for (std::size_t node = 0; node < m_first.size(); ++node) {
            forEachArgument(node, [&](std::size_t argument) {
                if (isOneFamily(node, argument)) {
                    join(node, argument);
                }
            });
        }
        for (std::size_t& first : m_first) { // a first node precedes its chain, so its own entry is final
            first = m_first[first];
        }
    }

    [[nodiscard]] std::size_t size() const { return m_first.size(); }
    [[nodiscard]] NodeId id(std::size_t node) const { return NodeId(m_span.begin + node); }
    [[nodiscard]] std::size_t opOf(std::size_t node) const { return m_graph.nodeOps[id(node)].index(); }
    [[nodiscard]] bool isOneFamily(std::size_t left, std::size_t right) const {
        return m_families[opOf(left)] == m_families[opOf(right)];
    }
    [[nodiscard]] bool isSameColumn(std::size_t left, std::size_t right) const {
        return m_graph.origins[id(left)].treeNode == m_graph.origins[id(right)].treeNode;
    }
    [[nodiscard]] std::size_t chainOf(std::size_t node) const { return m_first[node]; }

    /// Calls visit(index in the span) once for each argument that is a node of the span.
    template <typename Visit>
    void forEachArgument(std::size_t node, Visit visit) const {
        for (const Argument& argument : m_graph.argumentsOf(id(node))) {
            if (argument.isValue() && argument.node().index() >= m_span.begin) {
                visit(argument.node().index() - m_span.begin);
            }
        }
    }

private:
    void join(std::size_t left, std::size_t right) {
        const auto root = [this](std::size_t node) {
            while (m_first[node] != node) {
                m_first[node] = m_first[m_first[node]];
                node = m_first[node];
            }
            return node;
        };
        const auto [least, greatest] = std::minmax({root(left), root(right)});
        m_first[greatest] = least;
    }

    const OpGraph& m_graph;
    NodeSpan m_span;
    const Families& m_families;
    std::vector<std::size_t> m_first;
};

/// Chains, each with an op of which some node takes two nodes of the chain.
using JoiningOps = std::set<std::pair<std::size_t, std::size_t>>;

JoiningOps joiningOps(const Chains& chains) {
    JoiningOps joining;
    for (std::size_t node = 0; node < chains.size(); ++node) {
        std::optional<std::size_t> before;
        chains.forEachArgument(node, [&](std::size_t argument) {
            if (chains.isOneFamily(node, argument)) {
                if (before && *before != argument) {
                    joining.emplace(chains.chainOf(node), chains.opOf(node));
                }
                before = argument;
            }
        });
    }
    return joining;
}

/// The properties of a chain, by its first node.
struct ChainFacts {
    std::size_t links = 0;     ///< nodes of ops that join nothing and take the chain's output from another column
    std::size_t ownColumn = 0; ///< how many of these nodes also read their own column
    bool isLine = false;       ///< the chain has an op that joins nothing
};

std::vector<ChainFacts> factsOf(const Chains& chains) {
    std::vector<ChainFacts> facts(chains.size());
    const JoiningOps joining = joiningOps(chains);
    for (std::size_t node = 0; node < chains.size(); ++node) {
        ChainFacts& chain = facts[chains.chainOf(node)];
        if (joining.contains({chains.chainOf(node), chains.opOf(node)})) {
            continue;
        }
        chain.isLine = true;
        bool isLink = false;
        bool readsOwn = false;
        chains.forEachArgument(node, [&](std::size_t argument) {
            if (chains.isOneFamily(node, argument)) {
                isLink = isLink || !chains.isSameColumn(node, argument);
            } else {
                readsOwn = readsOwn || chains.isSameColumn(node, argument);
            }
        });
        chain.links += isLink ? 1U : 0U;
        chain.ownColumn += isLink && readsOwn ? 1U : 0U;
    }
    return facts;
}

/// The chains that run along the columns, by their first nodes. Each sentence of a pair has its own chain.
std::vector<std::size_t> leadingChains(const std::vector<ChainFacts>& facts) {
    std::vector<std::size_t> leading;
    for (std::size_t node = 0; node < facts.size(); ++node) {
        const ChainFacts& chain = facts[node];
        if (chain.isLine && chain.links > 0 && chain.ownColumn * kOneInShare >= chain.links) {
            leading.push_back(node);
        }
    }
    return leading;
}

/// Places chains without arguments right below the first chain that takes them; a long edge would pass rows between.
void raiseSources(const Chains& chains, std::vector<std::size_t>& depths) {
    constexpr std::size_t kUntaken = static_cast<std::size_t>(-1);
    std::vector<std::size_t> takenAt(chains.size(), kUntaken); // by chain
    std::vector<bool> takes(chains.size(), false);
    for (std::size_t node = 0; node < chains.size(); ++node) {
        const std::size_t chain = chains.chainOf(node);
        chains.forEachArgument(node, [&](std::size_t argument) {
            std::size_t& at = takenAt[chains.chainOf(argument)];
            at = std::min(at, depths[chain]);
            takes[chain] = true;
        });
    }
    for (std::size_t chain = 0; chain < chains.size(); ++chain) {
        if (!takes[chain] && takenAt[chain] != kUntaken && takenAt[chain] > 0) {
            depths[chain] = takenAt[chain] - 1;
        }
    }
}

/// Rows from the bottom, by node, numbered without gaps. An argument's row is lower, except if chains depend on each
/// other.
std::vector<std::size_t> rowsOf(const OpGraph& graph, const Chains& chains, const std::vector<ChainFacts>& facts) {
    std::vector<std::size_t> depths(chains.size(), 0);  // by chain
    std::vector<std::size_t> heights(chains.size(), 0); // in a chain that is not a line
    for (std::size_t node = 0; node < chains.size(); ++node) {
        const std::size_t chain = chains.chainOf(node);
        chains.forEachArgument(node, [&](std::size_t argument) {
            const std::size_t other = chains.chainOf(argument);
            if (other < chain) {
                depths[chain] = std::max(depths[chain], depths[other] + 1);
            } else if (other == chain && !facts[chain].isLine) {
                heights[node] = std::max(heights[node], heights[argument] + 1);
            }
        });
    }
    raiseSources(chains, depths);
    using Key = std::tuple<std::size_t, std::uint32_t, std::size_t>;
    const auto keyOf = [&](std::size_t node) {
        return Key(depths[chains.chainOf(node)], graph.nodeOps[chains.id(node)].value, heights[node]);
    };
    std::map<Key, std::size_t> numbers;
    for (std::size_t node = 0; node < chains.size(); ++node) {
        numbers.emplace(keyOf(node), 0);
    }
    std::size_t next = 0;
    for (auto& [key, number] : numbers) {
        number = next++;
    }
    std::vector<std::size_t> rows(chains.size());
    for (std::size_t node = 0; node < chains.size(); ++node) {
        rows[node] = numbers[keyOf(node)];
    }
    return rows;
}

/// Columns from the left, by node: those of the leading chains, one chain after the other, then all other columns.
std::vector<std::size_t> columnsOf(const OpGraph& graph, const Chains& chains, std::span<const std::size_t> leading) {
    std::unordered_map<std::uint32_t, std::size_t> numbers; // by tree node
    const auto add = [&](std::size_t node) {
        numbers.emplace(graph.origins[chains.id(node)].treeNode.value, numbers.size());
    };
    std::map<std::size_t, std::vector<std::size_t>> nodes; // by chain
    for (std::size_t node = 0; node < chains.size(); ++node) {
        nodes[chains.chainOf(node)].push_back(node);
    }
    for (const std::size_t chain : leading) {
        std::for_each(nodes[chain].begin(), nodes[chain].end(), add);
    }
    for (std::size_t node = 0; node < chains.size(); ++node) {
        add(node);
    }
    std::vector<std::size_t> columns(chains.size());
    for (std::size_t node = 0; node < chains.size(); ++node) {
        columns[node] = numbers[graph.origins[chains.id(node)].treeNode.value];
    }
    return columns;
}

/// The nodes in one row and column.
struct GridCell {
    std::vector<std::size_t> nodes;
    float width = 0.0F;
};

class Grid {
public:
    Grid(const Chains& chains, std::vector<std::size_t> rows, std::vector<std::size_t> columns,
         std::span<const float> captionWidths)
        : m_chains(chains), m_rows(std::move(rows)), m_columns(std::move(columns)) {
        for (std::size_t node = 0; node < m_rows.size(); ++node) {
            GridCell& cell = m_cells[{m_rows[node], m_columns[node]}];
            cell.nodes.push_back(node);
            cell.width += std::max(captionWidths[chains.id(node).index()], 1.0F) + kNodeGap;
        }
    }

    Box place(float rowHeight, std::vector<Point>& places) {
        const std::vector<float> lefts = columnLefts();
        const std::size_t rows = m_cells.rbegin()->first.first + 1;
        for (auto& [where, cell] : m_cells) { // from the bottom row: arguments are placed first
            const auto& [row, column] = where;
            sortByArguments(cell, places);
            const float step = (lefts[column + 1] - lefts[column]) / static_cast<float>(cell.nodes.size());
            const float shift = row % 2 == 1 ? kRowShift : 0.0F;
            for (std::size_t index = 0; index < cell.nodes.size(); ++index) {
                places[m_chains.id(cell.nodes[index]).index()] = {
                    lefts[column] + (static_cast<float>(index) + 0.5F) * step + shift,
                    static_cast<float>(rows - 1 - row) * rowHeight + 0.5F};
            }
        }
        return {0.0F, 0.0F, lefts.back() + (rows > 1 ? kRowShift : 0.0F),
                static_cast<float>(rows - 1) * rowHeight + 1.0F};
    }

private:
    /// Left edges of the columns, and the right edge of the last one.
    [[nodiscard]] std::vector<float> columnLefts() const {
        std::vector<float> widths(*std::max_element(m_columns.begin(), m_columns.end()) + 1, kLeastColumn);
        for (const auto& [where, cell] : m_cells) {
            widths[where.second] = std::max(widths[where.second], cell.width);
        }
        std::vector<float> lefts = {0.0F};
        for (const float width : widths) {
            lefts.push_back(lefts.back() + width);
        }
        return lefts;
    }

    /// Sorts by the argument in the same column: letters, and the steps that read them, keep the order of the word.
    void sortByArguments(GridCell& cell, const std::vector<Point>& places) const {
        if (cell.nodes.size() < 2) {
            return;
        }
        std::vector<std::pair<float, std::size_t>> keyed;
        for (const std::size_t node : cell.nodes) {
            std::optional<float> key; // the first argument is the input; a state may come from anywhere
            m_chains.forEachArgument(node, [&](std::size_t argument) {
                if (!key && m_columns[argument] == m_columns[node] && m_rows[argument] < m_rows[node]) {
                    key = places[m_chains.id(argument).index()].x;
                }
            });
            keyed.emplace_back(key.value_or(0.0F), node);
        }
        std::sort(keyed.begin(), keyed.end());
        std::transform(keyed.begin(), keyed.end(), cell.nodes.begin(), [](const auto& pair) { return pair.second; });
    }

    const Chains& m_chains;
    std::vector<std::size_t> m_rows;
    std::vector<std::size_t> m_columns;
    std::map<std::pair<std::size_t, std::size_t>, GridCell> m_cells; // by row and column
};

} // namespace

std::optional<Box> placeSequence(const OpGraph& graph, NodeSpan span, std::span<const float> captionWidths,
                                 float rowHeight, std::vector<Point>& places) {
    if (span.begin == span.end) {
        return std::nullopt;
    }
    for (const auto& families : {mutualOps(graph, span), std::optional(eachAlone(graph))}) {
        if (!families) {
            continue;
        }
        const Chains chains(graph, span, *families);
        const std::vector<ChainFacts> facts = factsOf(chains);
        if (const std::vector<std::size_t> leading = leadingChains(facts); !leading.empty()) {
            return Grid(chains, rowsOf(graph, chains, facts), columnsOf(graph, chains, leading), captionWidths)
                .place(rowHeight, places);
        }
    }
    return std::nullopt;
}

} // namespace batchscope
