// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/sequence_layout.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr float kLeastColumn = 1.9F; // with kRowShift, so that nodes of neighbouring rows stand clear of an edge
constexpr float kRowShift = 0.8F;
constexpr float kNodeGap = 0.3F;
constexpr std::size_t kOneInShare = 3; // of a chain's nodes, at least one in so many reads its own column

/// Nodes of one op that depend on each other: an LSTM's steps, a stack's reductions. Named by their first node.
class Chains {
public:
    Chains(const OpGraph& graph, NodeSpan span) : m_graph(graph), m_span(span), m_first(span.end - span.begin) {
        std::iota(m_first.begin(), m_first.end(), std::size_t{0});
        for (std::size_t node = 0; node < m_first.size(); ++node) {
            forEachArgument(node, [&](std::size_t argument) {
                if (isSameOp(node, argument)) {
                    join(node, argument);
                }
            });
        }
        for (std::size_t& first : m_first) { // a first node stands before its chain, so its own entry is final
            first = m_first[first];
        }
    }

    [[nodiscard]] std::size_t size() const { return m_first.size(); }
    [[nodiscard]] NodeId id(std::size_t node) const { return NodeId(m_span.begin + node); }
    [[nodiscard]] bool isSameOp(std::size_t left, std::size_t right) const {
        return m_graph.nodeOps[id(left)] == m_graph.nodeOps[id(right)];
    }
    [[nodiscard]] bool isSameColumn(std::size_t left, std::size_t right) const {
        return m_graph.origins[id(left)].treeNode == m_graph.origins[id(right)].treeNode;
    }
    [[nodiscard]] std::size_t chainOf(std::size_t node) const { return m_first[node]; }

    /// Once for each argument that is a node of the span.
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
    std::vector<std::size_t> m_first;
};

/// What a chain is like, by its first node.
struct ChainFacts {
    std::size_t nodes = 0;
    std::size_t links = 0;     ///< nodes that take the chain's output from another column
    std::size_t ownColumn = 0; ///< of those, how many read their own column, too
    bool isLine = true;        ///< no node takes two nodes of the chain
};

std::vector<ChainFacts> factsOf(const Chains& chains) {
    std::vector<ChainFacts> facts(chains.size());
    for (std::size_t node = 0; node < chains.size(); ++node) {
        ChainFacts& chain = facts[chains.chainOf(node)];
        ++chain.nodes;
        std::optional<std::size_t> before;
        bool isLink = false;
        bool readsOwn = false;
        chains.forEachArgument(node, [&](std::size_t argument) {
            if (chains.isSameOp(node, argument)) {
                chain.isLine = chain.isLine && (!before || *before == argument);
                before = argument;
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

/// The longest chain that runs along the columns, by its first node.
std::optional<std::size_t> leadingChain(const std::vector<ChainFacts>& facts) {
    std::optional<std::size_t> best;
    for (std::size_t node = 0; node < facts.size(); ++node) {
        const ChainFacts& chain = facts[node];
        const bool leads = chain.isLine && chain.links > 0 && chain.ownColumn * kOneInShare >= chain.links;
        if (leads && (!best || chain.nodes > facts[*best].nodes)) {
            best = node;
        }
    }
    return best;
}

/// Rows from the bottom, by node, numbered without gaps. An argument's row is below, except where a chain depends on
/// what depends on it.
std::vector<std::size_t> rowsOf(const OpGraph& graph, const Chains& chains, const std::vector<ChainFacts>& facts) {
    std::vector<std::size_t> depths(chains.size(), 0);  // by chain
    std::vector<std::size_t> heights(chains.size(), 0); // in a chain that is no line
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

/// Columns from the left, by node: those of the leading chain, then the others.
std::vector<std::size_t> columnsOf(const OpGraph& graph, const Chains& chains, std::size_t leading) {
    std::unordered_map<std::uint32_t, std::size_t> numbers; // by tree node
    const auto add = [&](std::size_t node) {
        numbers.emplace(graph.origins[chains.id(node)].treeNode.value, numbers.size());
    };
    for (std::size_t node = 0; node < chains.size(); ++node) {
        if (chains.chainOf(node) == leading) {
            add(node);
        }
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

/// Nodes of one row and column.
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

    /// Letters stand in the order of the word, and so do the steps that read them, from whichever end.
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
    const Chains chains(graph, span);
    const std::vector<ChainFacts> facts = factsOf(chains);
    const std::optional<std::size_t> leading = leadingChain(facts);
    if (!leading) {
        return std::nullopt;
    }
    return Grid(chains, rowsOf(graph, chains, facts), columnsOf(graph, chains, *leading), captionWidths)
        .place(rowHeight, places);
}

} // namespace batchscope
