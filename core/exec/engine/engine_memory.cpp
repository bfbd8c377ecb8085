// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/engine_memory.h"

#include "core/base/check.h"

#include <sys/mman.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;

template <typename T>
void widen(const Arena& arena, std::uint32_t offset, std::int32_t width, std::vector<double>& row) {
    const T* const begin = arena.as<T>() + elements<T>(offset);
    row.assign(begin, begin + width);
}

void widen(const EngineState& state, std::uint32_t offset, std::int32_t width, std::vector<double>& row) {
    if (state.dtype == DType::Float32) {
        widen<float>(state.arena, offset, width, row);
    } else {
        widen<double>(state.arena, offset, width, row);
    }
}

/// Widths are those of the row's space.
std::int32_t widthOf(const LaunchPlan& plan, RowId row) {
    return plan.spaces[plan.classes[plan.rowClasses[row]].space].width;
}

template <typename T>
void addRow(const T* from, std::size_t width, double* to) {
    for (std::size_t column = 0; column < width; ++column) {
        to[column] += static_cast<double>(from[column]);
    }
}

/// A matrix, and the rows of it that were looked up.
template <typename T>
void addParameter(const EngineState& state, ParamId id, const ParamSpec& spec, std::vector<double>& numbers) {
    const GradientPlan& plan = state.gradients;
    if (plan.parameters[id.index()] != kNoIndex) {
        addRow(state.arena.as<T>() + elements<T>(plan.parameters[id.index()]), numbers.size(), numbers.data());
    }
    const auto width = static_cast<std::size_t>(spec.columns);
    for (const TableGradient& table : plan.tables) {
        for (std::uint32_t entry = table.begin; table.table == id && entry < table.begin + table.count; ++entry) {
            const std::uint32_t offset = plan.gradientOf(state.launches.staticOffsets[entry]);
            addRow(state.arena.as<T>() + elements<T>(offset), width,
                   numbers.data() + state.launches.staticIds[entry] * width);
        }
    }
}

template <typename T>
void locateIn(const EngineState& state, ParamId id, ParameterGradient<T>& gradient) {
    const GradientPlan& plan = state.gradients;
    const std::uint32_t whole = plan.parameters[id.index()];
    gradient.whole = whole == kNoIndex ? nullptr : state.arena.as<T>() + elements<T>(whole);
    gradient.rows.clear();
    for (const TableGradient& table : plan.tables) {
        for (std::uint32_t entry = table.begin; table.table == id && entry < table.begin + table.count; ++entry) {
            const std::uint32_t offset = plan.gradientOf(state.launches.staticOffsets[entry]);
            gradient.rows.push_back({state.launches.staticIds[entry], state.arena.as<T>() + elements<T>(offset)});
        }
    }
}

} // namespace

bool Arena::reserve(std::size_t bytes) {
    if (bytes <= m_bytes) {
        return true;
    }
    m_memory.reset(); // before the new block: both need not fit at once
    m_bytes = 0;
    const std::size_t wanted = (bytes + bytes / 4 + kHugePage - 1) / kHugePage * kHugePage;
    m_memory.reset(std::aligned_alloc(kHugePage, wanted));
    if (m_memory == nullptr) {
        return false;
    }
    m_bytes = wanted;
    madvise(m_memory.get(), wanted, MADV_HUGEPAGE); // rows are read in any order: fewer pages, fewer misses
    return true;
}

void EngineState::read(Value value, std::vector<double>& row) const {
    BATCHSCOPE_CHECK(std::size_t{value.node.value} * launches.outputsPerNode < launches.valueRows.size());
    const RowId at = launches.rowOf(value);
    widen(*this, launches.offsetOf(at), widthOf(launches, at), row);
}

EngineGradients::EngineGradients(std::shared_ptr<const EngineState> state, const OpSet& ops)
    : m_state(std::move(state)), m_params(ops.params) {}

bool EngineGradients::isShared(RowId row) const {
    const LaunchPlan& launches = m_state->launches;
    std::call_once(m_counted, [&] {
        m_valuesOfRow.assign(launches.rowsEnd, 0);
        for (std::size_t value = 0; value < launches.valueRows.size(); ++value) {
            if (const RowId of = launches.valueRows[value]; of != kNoRow) {
                m_valuesOfRow[of] = static_cast<std::uint8_t>(std::min(m_valuesOfRow[of] + 1, 2));
            }
        }
    });
    return row < launches.firstDynamicRow || m_valuesOfRow[row] > 1 ||
           launches.spaces[launches.classes[launches.rowClasses[row]].space].isReadInside;
}

void EngineGradients::read(Value value, std::vector<double>& row) const {
    row.clear();
    const LaunchPlan& launches = m_state->launches;
    const RowId at = launches.rowOf(value);
    if (!isShared(at)) {
        widen(*m_state, m_state->gradients.gradientOf(launches.offsetOf(at)), widthOf(launches, at), row);
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
    locateIn(*m_state, id, gradient);
}

void EngineGradients::locate(ParamId id, ParameterGradient<double>& gradient) const {
    BATCHSCOPE_CHECK(m_state->dtype == DType::Float64);
    locateIn(*m_state, id, gradient);
}

std::size_t EngineGradients::bytes() const {
    return std::size_t{m_state->gradients.end - m_state->gradients.shift} * kRowUnit;
}

} // namespace batchscope
