// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/row_order.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// The time of a read: a number that grows from batch to batch, in a batch from slot to slot, and in a slot row by row.
using Reading = std::uint64_t;
constexpr Reading kUnread = std::numeric_limits<Reading>::max();

/// Records first reads. Batches are visited from last to first and get ever smaller numbers.
class Readings {
public:
    Readings(std::size_t nodes, Reading below) : m_first(nodes, kUnread), m_next(below) {}

    [[nodiscard]] Reading operator[](NodeId node) const { return m_first[node]; }

    /// Numbers every row that a batch reads.
    void note(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
        const Op& op = graph.opOf(schedule.batchSignatures[batch]);
        const auto nodes = schedule.batch(batch);
        const std::size_t fixed = op.fixedSlots();
        std::size_t read = 0;
        for (const NodeId node : nodes) {
            read += graph.argumentsOf(node).size();
        }
        m_next -= read;
        Reading number = m_next;
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            for (const NodeId node :
                 op.arguments[slot].kind == ArgumentClass::Row ? nodes : std::span<const NodeId>()) {
                const auto arguments =
                    slot < fixed ? graph.argumentsOf(node).subspan(slot, 1) : graph.slotOf(node, slot);
                for (const Argument& argument : arguments) {
                    if (argument.isValue()) {
                        Reading& first = m_first[argument.node()];
                        first = std::min(first, number++);
                    }
                }
            }
        }
    }

private:
    IdVector<NodeId, Reading> m_first;
    Reading m_next;
};

class RowSorter {
public:
    RowSorter(const OpGraph& graph, Schedule& schedule)
        : m_graph(graph), m_schedule(schedule), m_readings(graph.size(), graph.arguments.size()),
          m_byEnds(graph.size(), 2 * graph.arguments.size()) {}

    void run() {
        std::vector<BatchId> ends; // batches that no batch reads
        for (std::size_t step = m_schedule.batchCount(); step-- > 0;) {
            const BatchId batch(step);
            const auto nodes = m_schedule.batch(batch);
            if (std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return readingOf(node) == kUnread; })) {
                ends.push_back(batch);
                m_byEnds.note(m_graph, m_schedule, batch);
                continue;
            }
            sort(batch, [&](NodeId node) { return readingOf(node); });
            m_readings.note(m_graph, m_schedule, batch);
        }
        for (std::size_t end = ends.size(); end-- > 0;) {
            sort(ends[end], [&](NodeId node) { return sourceOf(node); });
        }
    }

private:
    template <typename Key>
    void sort(BatchId batch, Key key) {
        const auto nodes =
            std::span(m_schedule.nodes).subspan(m_schedule.batchOffsets[batch.index()], m_schedule.batchSize(batch));
        m_keys.clear();
        for (const NodeId node : nodes) {
            m_keys.emplace_back(key(node), node);
        }
        std::sort(m_keys.begin(), m_keys.end());
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            nodes[row] = m_keys[row].second;
            m_schedule.places[nodes[row]].row = static_cast<std::uint32_t>(row);
        }
    }

    /// The first read by a batch whose order is final, else by a batch of `ends`, whose reads come last.
    [[nodiscard]] Reading readingOf(NodeId node) const {
        return m_readings[node] != kUnread ? m_readings[node] : m_byEnds[node];
    }

    /// The position of the first row that a node reads; 0 if there is none.
    [[nodiscard]] std::uint64_t sourceOf(NodeId node) const {
        for (const Argument& argument : m_graph.argumentsOf(node)) {
            if (argument.kind == ArgumentClass::Row) {
                const Place& place = m_schedule.places[argument.node()];
                return m_schedule.batchOffsets[place.batch.index()] + std::uint64_t{place.row};
            }
        }
        return 0;
    }

    const OpGraph& m_graph;
    Schedule& m_schedule;
    Readings m_readings;
    Readings m_byEnds;
    std::vector<std::pair<std::uint64_t, NodeId>> m_keys;
};

} // namespace

Schedule withRowOrder(const OpGraph& graph, Schedule schedule, RowOrder order) {
    if (order == RowOrder::Created) {
        return schedule;
    }
    RowSorter(graph, schedule).run();
    return schedule;
}

} // namespace batchscope
