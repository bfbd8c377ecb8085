// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/launch_runner.h"

#include <algorithm>

namespace batchscope {

namespace {

Accumulate accumulateOf(StoreMode mode) {
    return mode == StoreMode::Add ? Accumulate::Yes : Accumulate::No;
}

} // namespace

template <typename T>
void LaunchRunner<T>::prepareBackward() {
    m_gradientBindings.clear();
    m_gradientBindings.reserve(m_gradients.bindings.size());
    for (const PlannedBinding& binding : m_gradients.bindings) {
        m_gradientBindings.push_back(bound(binding));
    }
    for (const ReduceLaunch& launch : m_gradients.reduces) {
        BlockProgram& program = m_reducePrograms[{launch.width, launch.mode}];
        if (program.width == 0) {
            FormulaBuilder formula(launch.width);
            formula.store(formula.segmentSum(0, 0), 0, 0, launch.mode);
            program = lowerFormula(formula.formula(), {{SlotKind::Segments}, {SlotKind::Output}});
        }
    }
}

template <typename T>
void LaunchRunner<T>::clearGradients() {
    runTeam(m_threads, 1, [this](std::uint32_t /*phase*/, const TeamShare& share) {
        for (const ZeroRange& zero : m_gradients.zeros) {
            const TeamShare::Range range = share.of(zero.units);
            std::fill(at(zero.first + range.begin), at(zero.first + range.end), T{});
        }
    });
    for (std::size_t index = 0; index < m_gradients.seeds.size(); ++index) {
        const Value& value = m_graph.outputs[index];
        std::fill_n(at(m_gradients.seeds[index]), m_graph.opOf(value.node).outputWidth(value.output), T{});
    }
}

template <typename T>
const BlockProgram& LaunchRunner<T>::reduceProgram(std::int32_t width, StoreMode mode) const {
    return m_reducePrograms.find({width, mode})->second;
}

template <typename T>
void LaunchRunner<T>::reduce(const ReduceLaunch& launch, const TeamShare& share) {
    const TeamShare::Range range = share.of(launch.rows, 1);
    const std::array<RowBinding, 2> bindings = {RowBinding{.offsets = m_gradients.offsets.from(launch.firstSlot),
                                                           .segments = m_gradients.segments.from(launch.segments)},
                                                RowBinding{.offsets = m_gradients.offsets.from(launch.targets)}};
    runBlocks(reduceProgram(launch.width, launch.mode), m_set, bindings, m_base, range.begin, range.end,
              m_scratch[static_cast<std::size_t>(share.index())]);
}

template <typename T>
void LaunchRunner<T>::reverseProduct(const ProductGradient& gradient, const TeamShare& share) {
    const ProductLaunch& launch = m_launches.products[gradient.launch];
    const ProductGroup& group = m_code.groups[launch.group];
    const bool gathered = launch.gathered.valid();
    const Offset result = gathered ? gradient.scratch : m_gradients.gradientOf(launch.input);
    const auto stride = static_cast<std::int64_t>(elements<T>(m_places.strides[launch.group]));
    gemmShare<T>({launch.rows, group.inner, group.width}, {at(m_gradients.gradientOf(launch.output)), stride},
                 m_weights[launch.group].backward,
                 {at(result), static_cast<std::int64_t>(elements<T>(launch.inputStride))},
                 gathered ? Accumulate::No : accumulateOf(gradient.mode), share);
}

/// Passes the gradients of gathered rows back to the original rows.
template <typename T>
void LaunchRunner<T>::reverseGather(const ProductGradient& gradient, const TeamShare& share) {
    const ProductLaunch& launch = m_launches.products[gradient.launch];
    const std::int32_t inner = m_code.groups[launch.group].inner;
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    const Offset* const rows = m_launches.offsets.from(launch.gathered);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        const T* const from = at(gradient.scratch + row * launch.inputStride);
        T* const to = at(m_gradients.gradientOf(rows[row]));
        for (std::int32_t column = 0; column < inner; ++column) {
            to[column] = gradient.mode == StoreMode::Add ? to[column] + from[column] : from[column];
        }
    }
}

template <typename T>
void LaunchRunner<T>::reverseKernel(const KernelGradient& gradient, const TeamShare& share) {
    const std::span<const PlannedBinding> planned = m_gradients.bindings.span(gradient.bindings);
    const bool sums = std::any_of(planned.begin(), planned.end(),
                                  [](const PlannedBinding& binding) { return binding.kind == BindingKind::ThreadRow; });
    if (!sums) {
        reverseKernelRows(gradient, planned, share);
        return;
    }
    // The last bits of the sum depend on how it is split into parts, so the parts are the same for every team.
    const TeamShare::Range parts = share.of(static_cast<std::uint32_t>(m_threads));
    for (std::uint32_t part = parts.begin; part < parts.end; ++part) {
        reverseKernelRows(gradient, planned, TeamShare(static_cast<int>(part), m_threads));
    }
}

template <typename T>
void LaunchRunner<T>::reverseKernelRows(const KernelGradient& gradient, std::span<const PlannedBinding> planned,
                                        const TeamShare& share) {
    const KernelLaunch& launch = m_launches.kernels[gradient.launch];
    const auto row = static_cast<std::uint32_t>(share.index());
    std::vector<RowBinding>& own = m_own[row];
    const auto first = m_gradientBindings.begin() + static_cast<std::ptrdiff_t>(gradient.bindings.first().index());
    own.assign(first, first + static_cast<std::ptrdiff_t>(planned.size()));
    for (std::size_t index = 0; index < planned.size(); ++index) {
        if (planned[index].kind == BindingKind::ThreadRow) {
            own[index].first += row * planned[index].stride;
        }
    }
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    runBlocks(m_code.ops[launch.op].kernels[launch.kernel].gradient, m_set, own, m_base, range.begin, range.end,
              m_scratch[row]);
}

template <typename T>
void LaunchRunner<T>::weightGradient(const WeightGradient& gradient, const TeamShare& share) {
    const ProductGroup& group = m_code.groups[gradient.group];
    const auto stride = static_cast<std::int64_t>(elements<T>(m_places.strides[gradient.group]));
    for (std::size_t index = 0; index < group.weights.size(); ++index) {
        const GroupWeight& weight = group.weights[index];
        const std::int64_t columns = m_graph.ops.params[weight.weight].columns;
        const bool writes = index < WeightGradient::kMostWritten && (gradient.writes >> index & 1U) != 0;
        gemmShare<T>({weight.width, group.inner, gradient.rows},
                     {at(gradient.products) + weight.column, stride, Transposed::Yes},
                     {at(gradient.input), static_cast<std::int64_t>(elements<T>(gradient.inputStride))},
                     {at(m_gradients.parameters[weight.weight]) + weight.inputColumn, columns},
                     writes ? Accumulate::No : Accumulate::Yes, share);
    }
}

template <typename T>
void LaunchRunner<T>::sumParameterGradients() {
    for (const ParameterSum& sum : m_gradients.sums) {
        T* const to = at(m_gradients.parameters[sum.param]);
        const std::int32_t columns = m_graph.ops.params[sum.param].columns;
        for (int part = 0; part < m_threads; ++part) {
            const T* const from = at(sum.first + static_cast<std::uint32_t>(part) * sum.stride);
            for (std::int32_t column = 0; column < columns; ++column) {
                to[column] += from[column];
            }
        }
    }
}

template <typename T>
void LaunchRunner<T>::stageBackward() {
    m_stages.clear();
    for (std::size_t index = 0; index < m_gradients.steps.size(); ++index) {
        const GradientStep& step = m_gradients.steps[index];
        switch (step.kind) {
        case GradientStep::Kind::Reduce: m_stages.push_back({Stage::Kind::Reduce, step.entry}); break;
        case GradientStep::Kind::Kernel: m_stages.push_back({Stage::Kind::ReverseKernel, step.entry}); break;
        case GradientStep::Kind::Weight: m_stages.push_back({Stage::Kind::Weight, step.entry}); break;
        case GradientStep::Kind::Product:
            m_stages.push_back({Stage::Kind::ReverseProduct, step.entry});
            if (m_launches.products[m_gradients.products[step.product()].launch].gathered.valid()) {
                m_stages.push_back({Stage::Kind::ReverseGather, step.entry});
            }
            break;
        }
        m_stages.back().endOf = static_cast<std::uint32_t>(index + 1);
    }
    // One after another, because the next may add to the same weights.
    const std::size_t weights = m_plan.launching == Launching::Shared ? m_gradients.weights.size() : 0;
    for (std::size_t index = 0; index < weights; ++index) {
        m_stages.push_back({Stage::Kind::Weight, static_cast<std::uint32_t>(index)});
    }
}

template <typename T>
bool LaunchRunner<T>::backward(StepClock& clock) {
    prepareBackward();
    stageBackward();
    clock.ends.assign(m_gradients.steps.size() + 1, {});
    if (!runStages(clock, "backward")) {
        return false;
    }
    sumParameterGradients();
    return true;
}

template class LaunchRunner<float>;
template class LaunchRunner<double>;

} // namespace batchscope
