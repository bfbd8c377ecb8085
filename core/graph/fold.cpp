// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/fold.h"

#include "core/base/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 3> kMergeNames = {"off", "leaves", "subtrees"};

} // namespace

std::span<const std::string_view> mergeNames() {
    return kMergeNames;
}

Result<Merge> parseMerge(std::string_view name) {
    return parseChoice<Merge>(name, kMergeNames, "merge mode");
}

Fold::Fold(OpSet ops, FoldOptions options) : m_options(options), m_merged(16, CallHash{this}, CallEqual{this}) {
    m_graph.ops = std::move(ops);
    m_graph.argumentOffsets.push_back(0);
    m_signatures.resize(m_graph.ops.ops.size());
}

Value Fold::add(OpId op, std::span<const Argument> arguments) {
    if (m_error || !accepts(op, arguments)) {
        return {NodeId(0), 0};
    }
    ++m_graph.calls;
    std::uint32_t level = 0;
    for (const Argument& argument : arguments) {
        m_graph.arguments.push_back(argument);
        if (argument.isRow()) {
            level = std::max(level, m_graph.levels[argument.node()] + 1);
        }
    }
    m_graph.argumentOffsets.push_back(static_cast<std::uint32_t>(m_graph.arguments.size()));
    const NodeId node = m_graph.nodeOps.push_back(op);
    if (mayMerge(node)) {
        const auto [found, isNew] = m_merged.emplace(node, node);
        if (!isNew) {
            dropLast();
            return {found->second, 0};
        }
    }
    m_graph.nodeSignatures.push_back(signatureOf(op));
    m_graph.levels.push_back(level);
    m_graph.origins.push_back(m_origin);
    return {node, 0};
}

Value Fold::output(Value value, std::uint32_t index) {
    if (m_error) {
        return value;
    }
    const Op& op = m_graph.opOf(value.node);
    if (index >= op.outputs()) {
        fail(fmt::format("op '{}' has {} outputs; output {} was asked for", op.name, op.outputs(), index));
        return value;
    }
    return {value.node, index};
}

void Fold::request(Value value) {
    if (!m_error) {
        m_graph.outputs.push_back(value);
    }
}

Result<OpGraph> Fold::finish() && {
    if (m_error) {
        return *m_error;
    }
    return std::move(m_graph);
}

bool Fold::accepts(OpId op, std::span<const Argument> arguments) {
    const Op& kind = m_graph.ops.ops[op];
    if (arguments.size() != kind.arguments.size()) {
        fail(fmt::format("op '{}' takes {} arguments, got {}", kind.name, kind.arguments.size(), arguments.size()));
        return false;
    }
    for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
        const Argument& argument = arguments[slot];
        const ArgumentType& wanted = kind.arguments[slot];
        if (argument.kind != wanted.kind) {
            fail(fmt::format("argument {} of op '{}' must be {}", slot, kind.name,
                             wanted.kind == ArgumentClass::Row ? "a row (a node's output)" : "an integer"));
            return false;
        }
        if (!argument.isRow()) {
            continue;
        }
        if (argument.node().index() >= m_graph.size() || argument.output >= m_graph.opOf(argument.node()).outputs()) {
            fail(fmt::format("argument {} of op '{}' names a value that does not exist", slot, kind.name));
            return false;
        }
        const std::int32_t width = m_graph.opOf(argument.node()).outputWidth(argument.output);
        if (width != wanted.width) {
            fail(fmt::format("argument {} of op '{}' must be a row of {}, got {}", slot, kind.name, wanted.width,
                             width));
            return false;
        }
    }
    return true;
}

void Fold::fail(std::string message) {
    m_error = Error{ErrorCode::Config, fmt::format("{} (tree {})", message, m_origin.tree.value)};
}

SignatureId Fold::signatureOf(OpId op) {
    if (!m_signatures[op].valid()) {
        const Op& kind = m_graph.ops.ops[op];
        m_signatures[op] = m_graph.signatures.intern({op, kind.body.parameters(), kind.arguments, m_options.device});
    }
    return m_signatures[op];
}

bool Fold::mayMerge(NodeId node) const {
    if (m_options.merge != Merge::Leaves) {
        return m_options.merge == Merge::Subtrees;
    }
    const auto arguments = m_graph.argumentsOf(node);
    return std::none_of(arguments.begin(), arguments.end(), [](const Argument& argument) { return argument.isRow(); });
}

void Fold::dropLast() {
    m_graph.argumentOffsets.pop_back();
    m_graph.arguments.resize(m_graph.argumentOffsets.back());
    m_graph.nodeOps.resize(m_graph.nodeOps.size() - 1);
}

std::size_t Fold::CallHash::operator()(NodeId node) const {
    std::size_t hash = fold->m_graph.nodeOps[node].value;
    for (const Argument& argument : fold->m_graph.argumentsOf(node)) {
        hash = hash * 0x9E3779B97F4A7C15ULL + argument.payload;
        hash = hash * 31 + argument.output;
    }
    return hash;
}

bool Fold::CallEqual::operator()(NodeId left, NodeId right) const {
    const auto leftArguments = fold->m_graph.argumentsOf(left);
    const auto rightArguments = fold->m_graph.argumentsOf(right);
    return fold->m_graph.nodeOps[left] == fold->m_graph.nodeOps[right] &&
           std::equal(leftArguments.begin(), leftArguments.end(), rightArguments.begin(), rightArguments.end());
}

} // namespace batchscope
