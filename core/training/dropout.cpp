// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/dropout.h"

#include "core/base/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

/// The body of `op` with each argument multiplied by its mask; masks come after all arguments.
OpBody maskedBody(const OpSet& set, const Op& op) {
    BodyBuilder begin(set.params);
    const auto rows = static_cast<std::int32_t>(op.arguments.size());
    std::vector<BodyId> masked;
    for (std::int32_t slot = 0; slot < rows; ++slot) {
        const std::int32_t width = op.arguments[static_cast<std::size_t>(slot)].width;
        const BodyId row = begin.argument(slot, width);
        masked.push_back(begin.multiply(row, begin.argument(rows + slot, width)));
    }
    OpBody body = begin.take();
    IdVector<BodyId, BodyId> placeOf;
    const auto placed = [&placeOf](BodyId operand) { return operand.valid() ? placeOf[operand] : operand; };
    for (BodyValue value : op.body.values) {
        if (value.primitive == Primitive::Argument) {
            placeOf.push_back(masked[static_cast<std::size_t>(value.argument)]);
            continue;
        }
        value.left = placed(value.left);
        value.right = placed(value.right);
        placeOf.push_back(body.values.push_back(value));
    }
    for (const BodyId output : op.body.outputs) {
        body.outputs.push_back(placeOf[output]);
    }
    return body;
}

/// By OpId: true if the op computes a requested value.
std::vector<bool> classifiersOf(const OpGraph& graph) {
    std::vector<bool> classifiers(graph.ops.ops.size());
    for (const Value value : graph.outputs) {
        classifiers[graph.nodeOps[value.node].index()] = true;
    }
    return classifiers;
}

/// Makes masks of zeros and 1 / (1 − p), the same for a tree node in every run of the round.
class Masks {
public:
    explicit Masks(const Dropout& dropout)
        : m_dropout(dropout), m_kept(1.0 / (1.0 - dropout.probability)),
          m_threshold(static_cast<std::uint64_t>(dropout.probability * kParts)) {}

    /// The random numbers for all masks of a node.
    [[nodiscard]] Random randomOf(const Origin& origin) const {
        Random random(m_dropout.seed);
        for (const std::uint64_t part :
             {m_dropout.round, std::uint64_t{origin.tree.value}, std::uint64_t{origin.treeNode.value}}) {
            random = Random(random.next() ^ part);
        }
        return random;
    }

    void append(Random& random, std::int32_t width, std::vector<double>& numbers) const {
        std::uint64_t bits = 0;
        for (std::int32_t column = 0; column < width; ++column) {
            bits = column % kDrawsOfWord == 0 ? random.next() : bits >> kBits;
            numbers.push_back((bits & (kParts - 1)) < m_threshold ? 0.0 : m_kept);
        }
    }

private:
    static constexpr unsigned kBits = 16; // of one draw: p in steps of 1/65536
    static constexpr std::uint64_t kParts = 1ULL << kBits;
    static constexpr std::int32_t kDrawsOfWord = 64 / kBits;

    Dropout m_dropout;
    double m_kept;
    std::uint64_t m_threshold;
};

} // namespace

Status addDropout(OpGraph& graph, const Dropout& dropout) {
    const std::vector<bool> classifiers = classifiersOf(graph);
    for (std::size_t index = 0; index < classifiers.size(); ++index) {
        if (!classifiers[index]) {
            continue;
        }
        Op& op = graph.ops.ops[OpId(index)];
        const bool takesRows = std::all_of(op.arguments.begin(), op.arguments.end(),
                                           [](const auto& argument) { return argument.kind == ArgumentClass::Row; });
        if (op.call != nullptr || !takesRows || op.isVariadic()) {
            return Error{ErrorCode::Config,
                         fmt::format("dropout needs a net whose scores are computed from rows; {} of {} takes others",
                                     op.name, graph.ops.name)};
        }
        op.body = maskedBody(graph.ops, op);
        for (std::size_t slot = 0, rows = op.arguments.size(); slot < rows; ++slot) {
            op.arguments.push_back({ArgumentClass::Constant, op.arguments[slot].width, graph.ops.dtype});
        }
    }
    SignatureTable signatures;
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        Signature signature = graph.signatures[SignatureId(index)];
        if (classifiers[signature.op.index()]) {
            signature.arguments = graph.ops.ops[signature.op].arguments;
        }
        signatures.intern(signature);
    }
    graph.signatures = std::move(signatures);

    const Masks masks(dropout);
    std::vector<Argument> arguments;
    std::vector<std::uint32_t> offsets;
    arguments.reserve(graph.arguments.size() + graph.outputs.size());
    offsets.reserve(graph.argumentOffsets.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        offsets.push_back(static_cast<std::uint32_t>(arguments.size()));
        const std::span<const Argument> own = graph.argumentsOf(node);
        arguments.insert(arguments.end(), own.begin(), own.end());
        if (classifiers[graph.nodeOps[node].index()]) {
            Random random = masks.randomOf(graph.origins[node]);
            for (std::size_t slot = 0; slot < own.size(); ++slot) {
                const std::int32_t width = graph.opOf(node).arguments[slot].width;
                const ConstantId mask = graph.constants.rows.push_back({graph.constants.numbers.size(), width});
                masks.append(random, width, graph.constants.numbers);
                Argument& argument = arguments.emplace_back();
                argument.kind = ArgumentClass::Constant;
                argument.payload = mask.value;
            }
        }
    }
    offsets.push_back(static_cast<std::uint32_t>(arguments.size()));
    graph.arguments = std::move(arguments);
    graph.argumentOffsets = std::move(offsets);
    return Ok{};
}

} // namespace batchscope
