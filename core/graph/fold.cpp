// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/fold.h"

#include "core/base/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace batchscope {

namespace {

std::string opWithoutOutput(std::string_view op, std::size_t outputs, std::uint32_t requested) {
    return fmt::format("op '{}' has {} output{}, but output {} was requested", op, outputs, outputs == 1 ? "" : "s",
                       requested);
}

/// `wanted` and `given` are from argumentClassName().
std::string wrongArgumentKind(std::size_t slot, std::string_view op, std::string_view wanted, std::string_view given) {
    return fmt::format("argument {} of op '{}' must be {}, got {}", slot, op, wanted, given);
}

std::string argumentOfMissingValue(std::size_t slot, std::string_view op) {
    return fmt::format("argument {} of op '{}' names a value that does not exist", slot, op);
}

std::string unsplitText(const Op& op) {
    return fmt::format("unsplit: op '{}' has {} outputs; select one with output(value, k) before using it (TorchFold "
                       "would only fail later, when it runs the batch)",
                       op.name, op.outputs());
}

/// Returns an empty graph that keeps the memory of the tables that grow with the number of nodes.
OpGraph emptied(OpGraph graph) {
    OpGraph empty;
    graph.nodeOps.resize(0);
    graph.nodeSignatures.resize(0);
    graph.levels.resize(0);
    graph.origins.resize(0);
    graph.callNumbers.resize(0);
    graph.argumentOffsets.assign(1, 0);
    graph.arguments.clear();
    graph.outputs.clear();
    graph.targets.clear();
    empty.nodeOps = std::move(graph.nodeOps);
    empty.nodeSignatures = std::move(graph.nodeSignatures);
    empty.levels = std::move(graph.levels);
    empty.origins = std::move(graph.origins);
    empty.callNumbers = std::move(graph.callNumbers);
    empty.argumentOffsets = std::move(graph.argumentOffsets);
    empty.arguments = std::move(graph.arguments);
    empty.outputs = std::move(graph.outputs);
    empty.targets = std::move(graph.targets);
    return empty;
}

} // namespace

Fold::Fold(OpSet ops, FoldOptions options, OpGraph memory)
    : m_graph(emptied(std::move(memory))), m_options(options), m_merged(16, CallHash{this}, CallEqual{this}) {
    m_graph.ops = std::move(ops);
    for (const Op& op : m_graph.ops.ops) {
        const auto given = static_cast<std::uint32_t>(op.arguments.size());
        m_kinds.push_back({.arguments = op.isVariadic() ? kAnyNumber : given,
                           .outputs = static_cast<std::uint32_t>(op.outputs()),
                           .firstSlot = static_cast<std::uint32_t>(m_slots.size()),
                           .firstWidth = static_cast<std::uint32_t>(m_widths.size()),
                           .signature = {},
                           .fixedSlots = op.fixedSlots()});
        for (const ArgumentType& slot : op.arguments) {
            m_slots.push_back({slot.kind, slot.width});
        }
        for (std::size_t output = 0; output < op.outputs(); ++output) {
            m_widths.push_back(op.outputWidth(output));
        }
    }
}

Value Fold::add(OpId op, std::span<const Argument> arguments) {
    if (m_error) {
        return {NodeId(0), 0};
    }
    std::optional<std::uint32_t> level = levelIfPlain(m_kinds[op], arguments);
    if (!level) {
        if (!accepts(op, arguments)) {
            return {NodeId(0), 0};
        }
        level = levelOf(arguments);
    }
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max(); // limit of argumentOffsets
    if (arguments.size() > kMost - m_graph.arguments.size()) {
        fail(std::string("the calls have more than 4,294,967,295 arguments in all; choose fewer trees"));
        return {NodeId(0), 0};
    }
    ++m_graph.calls;
    for (const Argument& argument : arguments) {
        m_graph.arguments.push_back(argument);
    }
    m_graph.argumentOffsets.push_back(static_cast<std::uint32_t>(m_graph.arguments.size()));
    const NodeId node = m_graph.nodeOps.push_back(op);
    const std::uint32_t first = m_kinds[op].outputs == 1 ? 0 : Value::kUnsplit;
    if (m_options.merge != Merge::Off && mayMerge(arguments)) {
        const auto [found, isNew] = m_merged.emplace(node, node);
        if (!isNew) {
            dropLast();
            const NodeId merged = found->second;
            if (!m_graph.rounds.empty()) { // the node may come from a later round
                m_graph.rounds[merged] = std::min(m_graph.rounds[merged], m_round);
            }
            return {merged, first};
        }
    }
    m_graph.nodeSignatures.push_back(m_kinds[op].signature.valid() ? m_kinds[op].signature
                                                                   : signatureOf(op, arguments));
    m_graph.levels.push_back(*level);
    m_graph.origins.push_back(m_origin);
    if (m_call != kNoCall) {
        m_graph.callNumbers.push_back(m_call);
    }
    if (m_round > 0 || !m_graph.rounds.empty()) {
        m_graph.rounds.resize(node.index(), 0);
        m_graph.rounds.push_back(m_round);
    }
    return {node, first};
}

void Fold::foresee(std::size_t done, std::size_t all) {
    if (done == 0 || done >= all || m_options.merge != Merge::Off) { // merging makes the node count hard to predict
        return;
    }
    const double share = static_cast<double>(all) / static_cast<double>(done) * 1.05;
    const auto nodes = static_cast<std::size_t>(static_cast<double>(m_graph.size()) * share);
    m_graph.nodeOps.reserve(nodes);
    m_graph.nodeSignatures.reserve(nodes);
    m_graph.levels.reserve(nodes);
    m_graph.origins.reserve(nodes);
    m_graph.argumentOffsets.reserve(nodes + 1);
    m_graph.arguments.reserve(static_cast<std::size_t>(static_cast<double>(m_graph.arguments.size()) * share));
}

Argument Fold::constant(std::span<const double> numbers, std::size_t rows) {
    if (rows != 1 && !m_error) {
        fail(fmt::format("row-count: a constant must have exactly 1 row, got {}; TorchFold would mistake it for the "
                         "batch size and give rows to the wrong nodes",
                         rows));
    }
    Argument argument;
    argument.kind = ArgumentClass::Constant;
    ConstantTable& table = m_graph.constants;
    argument.payload = table.rows.push_back({table.numbers.size(), static_cast<std::int32_t>(numbers.size())}).value;
    table.numbers.insert(table.numbers.end(), numbers.begin(), numbers.end());
    return argument;
}

Value Fold::wrongOutput(Value value, std::uint32_t index) {
    if (m_error) {
        return value;
    }
    if (!m_graph.nodeOps.contains(value.node)) {
        fail(fmt::format("requested output {} of a value that does not exist", index));
    } else {
        const Op& op = m_graph.opOf(value.node);
        fail(opWithoutOutput(op.name, op.outputs(), index));
    }
    return value;
}

void Fold::request(Value value, std::int32_t target) {
    if (m_error) {
        return;
    }
    if (!m_graph.nodeOps.contains(value.node)) {
        fail(std::string("requested a value that does not exist"));
        return;
    }
    const Op& op = m_graph.opOf(value.node);
    if (value.output >= op.outputs()) {
        fail(value.output == Value::kUnsplit ? unsplitText(op) : opWithoutOutput(op.name, op.outputs(), value.output));
        return;
    }
    if (const std::int32_t width = op.outputWidth(value.output); target >= width) {
        fail(fmt::format("target {} of op '{}' is out of range: it has only {} class{}", target, op.name, width,
                         width == 1 ? "" : "es"));
        return;
    }
    m_graph.outputs.push_back(value);
    m_graph.targets.push_back(target);
}

Result<OpGraph> Fold::finish() && {
    if (m_error) {
        return *m_error;
    }
    return std::move(m_graph);
}

std::optional<std::uint32_t> Fold::levelIfPlain(const Kind& kind, std::span<const Argument> arguments) const {
    if (arguments.size() != kind.arguments) {
        return std::nullopt;
    }
    const std::size_t nodes = m_graph.size();
    std::uint32_t level = 0;
    const Slot* wanted = m_slots.data() + kind.firstSlot;
    for (const Argument& argument : arguments) {
        if (argument.kind != wanted->kind) {
            return std::nullopt;
        }
        if (argument.isValue()) {
            const NodeId node = argument.node();
            if (node.index() >= nodes || m_graph.roundOf(node) > m_round) {
                return std::nullopt;
            }
            const Kind& source = m_kinds[m_graph.nodeOps[node]];
            if (argument.output >= source.outputs || m_widths[source.firstWidth + argument.output] != wanted->width) {
                return std::nullopt;
            }
            level = std::max(level, m_graph.levels[node] + 1);
        } else {
            const bool isInteger = argument.kind == ArgumentClass::Integer;
            const std::int32_t width = isInteger ? wanted->width : m_graph.constants.rows[argument.constant()].width;
            if (width != wanted->width) {
                return std::nullopt;
            }
        }
        ++wanted;
    }
    return level;
}

std::uint32_t Fold::levelOf(std::span<const Argument> arguments) const {
    std::uint32_t level = 0;
    for (const Argument& argument : arguments) {
        level = argument.isValue() ? std::max(level, m_graph.levels[argument.node()] + 1) : level;
    }
    return level;
}

bool Fold::accepts(OpId op, std::span<const Argument> arguments) {
    const Op& kind = m_graph.ops.ops[op];
    const std::size_t fixed = m_kinds[op].fixedSlots;
    if (!acceptsArity(kind, fixed, arguments.size())) {
        return false;
    }
    const std::size_t variadic = kind.arguments.size() - fixed;
    const std::size_t items = variadic == 0 ? 1 : std::max<std::size_t>((arguments.size() - fixed) / variadic, 1);
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const std::size_t slot = index < fixed ? index : fixed + (index - fixed) / items;
        if (!acceptsArgument(kind, slot, arguments[index])) {
            return false;
        }
    }
    return true;
}

bool Fold::acceptsArity(const Op& kind, std::size_t fixed, std::size_t given) {
    const std::size_t variadic = kind.arguments.size() - fixed;
    if (variadic == 0 && given != fixed) {
        fail(fmt::format("arity: op '{}' takes {} argument{}, got {}; TorchFold would truncate every call of the batch "
                         "to the shortest one",
                         kind.name, fixed, fixed == 1 ? "" : "s", given));
        return false;
    }
    if (variadic > 0 && (given < fixed || (given - fixed) % variadic != 0)) {
        fail(fmt::format("arity: op '{}' takes {} argument{} followed by any number of groups of {}, got {}", kind.name,
                         fixed, fixed == 1 ? "" : "s", variadic, given));
        return false;
    }
    return true;
}

bool Fold::acceptsArgument(const Op& kind, std::size_t slot, const Argument& argument) {
    const ArgumentType& wanted = kind.arguments[slot];
    if (argument.kind != wanted.kind && !givesRow(wanted, argument)) {
        const bool bothValues =
            argument.isValue() && (wanted.kind == ArgumentClass::Row || wanted.kind == ArgumentClass::Shared);
        const char* const wantedName = argumentClassName(wanted.kind);
        const char* const givenName = argumentClassName(argument.kind);
        fail(bothValues
                 ? fmt::format(
                       "mixed-shared: {}; a slot of an op is either shared by the whole batch or stacked, never both",
                       wrongArgumentKind(slot, kind.name, wantedName, givenName))
                 : wrongArgumentKind(slot, kind.name, wantedName, givenName));
        return false;
    }
    std::int32_t width = wanted.width;
    if (argument.kind == ArgumentClass::Constant) {
        width = m_graph.constants.rows[argument.constant()].width;
    } else if (argument.isValue()) {
        if (argument.node().index() >= m_graph.size()) {
            fail(argumentOfMissingValue(slot, kind.name));
            return false;
        }
        const Op& source = m_graph.opOf(argument.node());
        if (argument.output == Value::kUnsplit) {
            fail(unsplitText(source));
            return false;
        }
        if (argument.output >= source.outputs() || m_graph.roundOf(argument.node()) > m_round) {
            fail(argument.output >= source.outputs() ? argumentOfMissingValue(slot, kind.name)
                                                     : fmt::format("argument {} of op '{}' names a value that does not "
                                                                   "exist yet: it is created in a later round",
                                                                   slot, kind.name));
            return false;
        }
        width = source.outputWidth(argument.output);
    }
    if (width != wanted.width) {
        fail(fmt::format("argument {} of op '{}' must be a row of {}, got {}", slot, kind.name, wanted.width, width));
        return false;
    }
    return true;
}

void Fold::fail(std::string message) {
    if (m_origin.tree.valid()) {
        message = fmt::format("{} (tree {})", message, ordinal(m_origin.tree.index()));
    }
    m_error = Error{ErrorCode::Config, std::move(message)};
}

SignatureId Fold::signatureOf(OpId op, std::span<const Argument> arguments) {
    const Op& kind = m_graph.ops.ops[op];
    Signature signature{op, kind.body.parameters(), kind.arguments, {}, m_options.device};
    for (const Argument& argument : arguments) {
        if (argument.kind == ArgumentClass::Shared) {
            signature.shared.push_back(argument.value());
        }
    }
    const SignatureId id = m_graph.signatures.intern(signature);
    if (signature.shared.empty()) { // otherwise the next call may share another value
        m_kinds[op].signature = id;
    }
    return id;
}

bool Fold::mayMerge(std::span<const Argument> arguments) const {
    return m_options.merge == Merge::Subtrees ||
           std::none_of(arguments.begin(), arguments.end(),
                        [](const Argument& argument) { return argument.isValue(); });
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
