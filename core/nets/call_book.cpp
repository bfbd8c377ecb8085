// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/call_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>
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

std::uint32_t hashOfName(std::string_view name) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
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
    const std::string_view name = text.substr(0, dot);
    const std::uint32_t index = m_places[placeOf(name, hashOfName(name))].call;
    if (index == kFree) {
        return {};
    }
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
    const std::uint32_t hash = hashOfName(name);
    if (2 * (m_calls.size() + 1) > m_places.size()) {
        widen();
    }
    Place& place = m_places[placeOf(name, hash)];
    if (place.call != kFree) {
        return false;
    }
    place = {hash, static_cast<std::uint32_t>(m_calls.size())};
    m_instances = std::max(m_instances, std::size_t{instance} + 1);
    noteSharing(name, instance);
    m_fold.setOrigin(TreeId(std::size_t{instance}), TreeNodeId(std::size_t{0}));
    m_fold.add(op, arguments);
    m_calls.push_back({name.data(), static_cast<std::uint32_t>(name.size()), op, instance});
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

std::size_t CallBook::placeOf(std::string_view name, std::uint32_t hash) const {
    const std::size_t mask = m_places.size() - 1; // a power of two
    std::size_t at = hash & mask;
    while (m_places[at].call != kFree && (m_places[at].hash != hash || m_calls[m_places[at].call].text() != name)) {
        at = (at + 1) & mask;
    }
    return at;
}

void CallBook::widen() {
    std::vector<Place> wider(2 * m_places.size());
    const std::size_t mask = wider.size() - 1;
    for (const Place& place : m_places) {
        if (place.call != kFree) {
            std::size_t at = place.hash & mask;
            while (wider[at].call != kFree) {
                at = (at + 1) & mask;
            }
            wider[at] = place;
        }
    }
    m_places = std::move(wider);
}

void CallBook::noteSharing(std::string_view name, std::uint32_t instance) {
    if (m_sharing.empty()) {
        const auto foreign = std::find_if(m_sources.begin(), m_sources.end(),
                                          [&](std::uint32_t source) { return m_calls[source].instance != instance; });
        if (foreign != m_sources.end()) {
            const Call& source = m_calls[*foreign];
            m_sharing = usesForeignValue({name, instance}, {source.text(), source.instance});
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
