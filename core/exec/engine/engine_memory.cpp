// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/engine_memory.h"

#include "core/base/check.h"

#include <sys/mman.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;

template <typename T>
void widenFromArena(const Arena& arena, Offset offset, std::int32_t width, std::vector<double>& row) {
    const T* const begin = arena.as<T>() + elements<T>(offset);
    row.assign(begin, begin + width);
}

void widenFromArena(const EngineState& state, Offset offset, std::int32_t width, std::vector<double>& row) {
    if (state.dtype == DType::Float32) {
        widenFromArena<float>(state.arena, offset, width, row);
    } else {
        widenFromArena<double>(state.arena, offset, width, row);
    }
}

template <typename T>
const T* gradientOf(const EngineState& state, StaticEntryId entry) {
    return state.arena.as<T>() + elements<T>(state.gradients.gradientOf(state.plan().places.staticOffsets[entry]));
}

template <typename T>
void addRow(const T* from, std::size_t width, double* to) {
    for (std::size_t column = 0; column < width; ++column) {
        to[column] += static_cast<double>(from[column]);
    }
}

/// Adds the gradient of the whole matrix and of its rows that were looked up.
template <typename T>
void addParameter(const EngineState& state, ParamId id, const ParamSpec& spec, std::vector<double>& numbers) {
    const GradientPlan& plan = state.gradients;
    if (plan.parameters[id] != kNoOffset) {
        addRow(state.arena.as<T>() + elements<T>(plan.parameters[id]), numbers.size(), numbers.data());
    }
    const auto width = static_cast<std::size_t>(spec.columns);
    for (const TableGradient& table : plan.tables) {
        if (table.table != id) {
            continue;
        }
        for (const StaticEntryId entry : table.rows) {
            addRow(gradientOf<T>(state, entry), width, numbers.data() + state.plan().places.staticIds[entry] * width);
        }
    }
}

template <typename T>
void locateInArena(const EngineState& state, ParamId id, ParameterGradient<T>& gradient) {
    const GradientPlan& plan = state.gradients;
    const Offset whole = plan.parameters[id];
    gradient.whole = whole == kNoOffset ? nullptr : state.arena.as<T>() + elements<T>(whole);
    gradient.rows.clear();
    for (const TableGradient& table : plan.tables) {
        if (table.table != id) {
            continue;
        }
        for (const StaticEntryId entry : table.rows) {
            gradient.rows.push_back({state.plan().places.staticIds[entry], gradientOf<T>(state, entry)});
        }
    }
}

} // namespace

bool Arena::reserve(std::size_t bytes) {
    if (bytes <= m_bytes) {
        return true;
    }
    m_memory.reset(); // first, because both blocks may not fit at once
    m_bytes = 0;
    const std::size_t wanted = (bytes + bytes / 4 + kHugePage - 1) / kHugePage * kHugePage;
    m_memory.reset(std::aligned_alloc(kHugePage, wanted));
    if (m_memory == nullptr) {
        return false;
    }
    m_bytes = wanted;
    madvise(m_memory.get(), wanted, MADV_HUGEPAGE); // rows are read in any order; large pages mean fewer misses
    return true;
}

void EngineState::read(Value value, std::vector<double>& row) const {
    const FoundRows& rows = plan().rows;
    BATCHSCOPE_CHECK(std::size_t{value.node.value} * rows.outputsPerNode < rows.valueRows.size());
    const RowId at = rows.rowOf(value);
    widenFromArena(*this, plan().places.offsetOf(at), plan().places.spaceOf(at).width, row);
}

EngineGradients::EngineGradients(std::shared_ptr<const EngineState> state, const OpSet& ops)
    : m_state(std::move(state)), m_params(ops.params) {}

bool EngineGradients::isShared(RowId row) const {
    const LaunchPlan& plan = m_state->plan();
    std::call_once(m_counted, [&] {
        m_valuesOfRow.resize(plan.rows.end.index(), 0);
        for (const RowId at : plan.rows.valueRows) {
            if (at.valid()) {
                m_valuesOfRow[at] = static_cast<std::uint8_t>(std::min(m_valuesOfRow[at] + 1, 2));
            }
        }
    });
    return row < plan.rows.firstDynamic || m_valuesOfRow[row] > 1 || plan.places.spaceOf(row).isReadInside;
}

void EngineGradients::read(Value value, std::vector<double>& row) const {
    row.clear();
    const LaunchPlan& plan = m_state->plan();
    const RowId at = plan.rows.rowOf(value);
    if (!isShared(at)) {
        widenFromArena(*m_state, m_state->gradients.gradientOf(plan.places.offsetOf(at)), plan.places.spaceOf(at).width,
                       row);
    }
}

void EngineGradients::readParameter(ParamId id, std::vector<double>& numbers) const {
    const ParamSpec& spec = m_params[id];
    numbers.assign(static_cast<std::size_t>(spec.rows) * static_cast<std::size_t>(spec.columns), 0.0);
    if (m_state->dtype == DType::Float32) {
        addParameter<float>(*m_state, id, spec, numbers);
    } else {
        addParameter<double>(*m_state, id, spec, numbers);
    }
}

void EngineGradients::locate(ParamId id, ParameterGradient<float>& gradient) const {
    BATCHSCOPE_CHECK(m_state->dtype == DType::Float32);
    locateInArena(*m_state, id, gradient);
}

void EngineGradients::locate(ParamId id, ParameterGradient<double>& gradient) const {
    BATCHSCOPE_CHECK(m_state->dtype == DType::Float64);
    locateInArena(*m_state, id, gradient);
}

std::size_t EngineGradients::bytes() const {
    return std::size_t{m_state->gradients.end - m_state->gradients.shift} * kRowUnit;
}

} // namespace batchscope
