// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fault.h"

#include "core/base/choice.h"
#include "core/words/fault_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 5> kNames = {words::kNoFault, words::kSwapRows, words::kDropArgument,
                                                    words::kStaleValue, words::kWrongChunk};

/// By node: nodes with the same number compute the same, because they are the same call of the same values. A fault
/// that confuses two of them would change nothing.
IdVector<NodeId, std::uint32_t> equalCalls(const OpGraph& graph) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    IdVector<NodeId, std::uint32_t> classes(graph.size(), 0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        std::vector<std::uint32_t> call = {graph.nodeOps[node].value};
        for (const Argument& argument : graph.argumentsOf(node)) {
            call.insert(call.end(), {static_cast<std::uint32_t>(argument.kind), argument.output,
                                     argument.isValue() ? classes[argument.node()] : argument.payload});
        }
        classes[node] = numbers.try_emplace(std::move(call), static_cast<std::uint32_t>(index)).first->second;
    }
    return classes;
}

class Spoiling {
public:
    Spoiling(const OpGraph& graph, const Schedule& schedule)
        : m_graph(graph), m_schedule(schedule), m_calls(equalCalls(graph)) {}

    /// None where no batch has a place for it.
    std::optional<SpoiledGraph> make(Fault fault) {
        m_fault.fault = fault;
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            m_fault.step = BatchId(step);
            if (spoil(m_schedule.batch(m_fault.step))) {
                return SpoiledGraph{std::move(m_graph), m_fault};
            }
        }
        return std::nullopt;
    }

private:
    bool spoil(std::span<const NodeId> rows) {
        switch (m_fault.fault) {
        case Fault::None: break;
        case Fault::SwapRows: return swapRows(rows);
        case Fault::DropArgument: return firstNodeThat(rows, &Spoiling::dropArgument);
        case Fault::StaleValue: return staleValue(rows);
        case Fault::WrongChunk: return firstNodeThat(rows, &Spoiling::wrongChunk);
        }
        return false;
    }

    bool firstNodeThat(std::span<const NodeId> rows, bool (Spoiling::*spoilNode)(NodeId)) {
        for (const NodeId node : rows) {
            if ((this->*spoilNode)(node)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] Argument& argument(NodeId node, std::size_t place) {
        return m_graph.arguments[m_graph.argumentOffsets[node.index()] + place];
    }
    [[nodiscard]] std::size_t argumentCount(NodeId node) const { return m_graph.argumentsOf(node).size(); }
    /// Whether the node may read it: what it is computed from was created before it.
    [[nodiscard]] static bool precedes(const Argument& argument, NodeId node) {
        return !argument.isValue() || argument.node() < node;
    }
    /// Outputs of a node without arguments are constants, often all 0.
    [[nodiscard]] bool isComputed(const Argument& argument) const {
        return argument.isValue() && !m_graph.argumentsOf(argument.node()).empty();
    }
    /// Whether it may be; two constants may.
    [[nodiscard]] bool sameValue(const Argument& left, const Argument& right) const {
        if (left.isValue() && right.isValue() && !isComputed(left) && !isComputed(right)) {
            return true;
        }
        return left == right || (left.isValue() && right.isValue() && left.output == right.output &&
                                 m_calls[left.node()] == m_calls[right.node()]);
    }
    [[nodiscard]] std::int32_t widthOf(const Argument& argument) const {
        return m_graph.opOf(argument.node()).outputWidth(argument.output);
    }

    void note(NodeId node, NodeId other, std::size_t place) {
        m_fault.node = node;
        m_fault.other = other;
        m_fault.slot = static_cast<std::uint32_t>(place);
    }

    bool swapRows(std::span<const NodeId> rows) {
        for (std::size_t row = 1; row < rows.size(); ++row) {
            const NodeId node = rows[row - 1];
            const NodeId other = rows[row];
            for (std::size_t place = 0; place < std::min(argumentCount(node), argumentCount(other)); ++place) {
                Argument& own = argument(node, place);
                Argument& others = argument(other, place);
                if (!sameValue(own, others) && precedes(own, other) && precedes(others, node)) {
                    std::swap(own, others);
                    note(node, other, place);
                    return true;
                }
            }
        }
        return false;
    }

    bool staleValue(std::span<const NodeId> rows) {
        for (std::size_t row = 1; row < rows.size(); ++row) {
            const NodeId node = rows[row];
            const NodeId other = rows[row - 1];
            for (std::size_t place = 0; place < std::min(argumentCount(node), argumentCount(other)); ++place) {
                const Argument stale = argument(other, place);
                Argument& own = argument(node, place);
                if (own.isValue() && stale.isValue() && !sameValue(own, stale) && precedes(stale, node)) {
                    own = stale;
                    note(node, other, place);
                    return true;
                }
            }
        }
        return false;
    }

    bool dropArgument(NodeId node) {
        for (std::size_t place = argumentCount(node); place-- > 1;) {
            Argument& lost = argument(node, place);
            for (std::size_t kept = 0; kept < place && lost.kind == ArgumentClass::Row; ++kept) {
                const Argument& twice = argument(node, kept);
                if (twice.kind == ArgumentClass::Row && !sameValue(twice, lost) && widthOf(twice) == widthOf(lost)) {
                    lost = twice;
                    note(node, {}, place);
                    return true;
                }
            }
        }
        return false;
    }

    bool wrongChunk(NodeId node) {
        for (std::size_t place = 0; place < argumentCount(node); ++place) {
            Argument& own = argument(node, place);
            const std::size_t outputs = isComputed(own) ? m_graph.opOf(own.node()).outputs() : 0;
            for (std::uint32_t output = 0; output < outputs; ++output) {
                Argument wrong = own;
                wrong.output = output;
                if (output != own.output && widthOf(wrong) == widthOf(own)) {
                    own = wrong;
                    note(node, {}, place);
                    return true;
                }
            }
        }
        return false;
    }

    OpGraph m_graph;
    const Schedule& m_schedule;
    IdVector<NodeId, std::uint32_t> m_calls;
    RehearsedFault m_fault;
};

std::string_view needsOf(Fault fault) {
    switch (fault) {
    case Fault::None: break;
    case Fault::SwapRows: return words::kNeedsTwoRows;
    case Fault::DropArgument: return words::kNeedsTwoArguments;
    case Fault::StaleValue: return words::kNeedsTwoReaders;
    case Fault::WrongChunk: return words::kNeedsTwoOutputs;
    }
    return {};
}

} // namespace

std::span<const std::string_view> faultNames() {
    return kNames;
}

Result<Fault> parseFault(std::string_view name) {
    return parseChoice<Fault>(name, kNames, words::kFaultKind);
}

Result<SpoiledGraph> spoiled(const OpGraph& graph, const Schedule& schedule, Fault fault) {
    std::optional<SpoiledGraph> made = Spoiling(graph, schedule).make(fault);
    if (!made) {
        const std::string_view name = kNames[static_cast<std::size_t>(fault)];
        return Error{ErrorCode::Config, words::noPlaceFor(name, needsOf(fault))};
    }
    return std::move(*made);
}

} // namespace batchscope
