// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/call_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

/// A call and whose it is.
struct CallOfInstance {
    std::string_view call;
    std::size_t instance;
};

std::string usesForeignValue(const CallOfInstance& user, const CallOfInstance& used) {
    return fmt::format("the call '{}' of instance {} uses the value of '{}', a call of instance {}", user.call,
                       user.instance, used.call, used.instance);
}

/// The number after a dot, when it is one of an op's outputs.
std::optional<std::uint32_t> outputIn(std::string_view text, const Op& op) {
    std::uint32_t output = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, output);
    const bool exists = code == std::errc() && stop == end && output < op.outputs();
    return exists ? std::optional(output) : std::nullopt;
}

} // namespace

CallBook::Found CallBook::find(std::string_view text) {
    const std::size_t dot = text.find('.');
    const auto known = m_callsByName.find(text.substr(0, dot));
    if (known == m_callsByName.end()) {
        return {};
    }
    const std::uint32_t index = known->second;
    const OpId op = m_calls[index].op;
    const Op& kind = m_ops.set.ops[op];
    std::uint32_t output = 0;
    if (dot != std::string_view::npos) {
        const std::optional<std::uint32_t> named = outputIn(text.substr(dot + 1), kind);
        if (!named) {
            return {.reference = Reference::NoOutput, .op = op, .value = {}};
        }
        output = *named;
    } else if (kind.outputs() > 1) {
        return {.reference = Reference::NeedsOutput, .op = op, .value = {}};
    }
    m_sources.push_back(index);
    return {Reference::Good, op, kind.outputWidth(output), {NodeId(std::size_t{index}), output}};
}

bool CallBook::add(std::string_view name, OpId op, std::uint32_t instance, std::span<const Argument> arguments) {
    if (!m_callsByName.emplace(name, static_cast<std::uint32_t>(m_calls.size())).second) {
        return false;
    }
    m_instances = std::max(m_instances, std::size_t{instance} + 1);
    noteSharing(name, instance);
    m_fold.setOrigin(TreeId(std::size_t{instance}), TreeNodeId(std::size_t{0}));
    m_fold.add(op, arguments);
    m_calls.push_back({name, op, instance});
    return true;
}

Argument CallBook::constant(std::span<const double> numbers, Equal equal) {
    if (equal == Equal::Apart) {
        return m_fold.constant(numbers);
    }
    std::string bytes(numbers.size_bytes(), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    const auto [known, isNew] = m_constants.emplace(std::move(bytes), Argument());
    if (isNew) {
        known->second = m_fold.constant(numbers);
    }
    return known->second;
}

void CallBook::noteSharing(std::string_view name, std::uint32_t instance) {
    if (m_sharing.empty()) {
        const auto foreign = std::find_if(m_sources.begin(), m_sources.end(),
                                          [&](std::uint32_t source) { return m_calls[source].instance != instance; });
        if (foreign != m_sources.end()) {
            const Call& source = m_calls[*foreign];
            m_sharing = usesForeignValue({name, instance}, {source.name, source.instance});
        }
    }
    m_sources.clear();
}

Result<RecordedProgram> CallBook::finish() && {
    m_fold.setTreeCount(m_instances);
    Result<OpGraph> calls = std::move(m_fold).finish();
    TRY(calls);
    return RecordedProgram{std::move(*calls), std::move(m_sharing)};
}

} // namespace batchscope
