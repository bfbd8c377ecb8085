// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/launch_runner.h"

#include <algorithm>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

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
    runTeam(m_threads, [this](const TeamMember& member) {
        for (const ZeroRange& zero : m_gradients.zeros) {
            const TeamMember::Range range = member.share(zero.units);
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
void LaunchRunner<T>::reduce(const ReduceLaunch& launch, const TeamMember& member) {
    const TeamMember::Range range = member.share(launch.rows, 1);
    const std::array<RowBinding, 2> bindings = {RowBinding{.offsets = m_gradients.offsets.data() + launch.firstSlot,
                                                           .segments = m_gradients.segments.data() + launch.segments},
                                                RowBinding{.offsets = m_gradients.offsets.data() + launch.targets}};
    runBlocks(reduceProgram(launch.width, launch.mode), m_set, bindings, m_base, range.begin, range.end,
              m_scratch[static_cast<std::size_t>(member.thread())]);
}

template <typename T>
void LaunchRunner<T>::reverseProduct(const ProductGradient& gradient, const TeamMember& member) {
    const ProductLaunch& launch = m_plan.products[gradient.launch];
    const ProductGroup& group = m_code.groups[launch.group];
    const bool gathered = launch.gathered != kNoIndex;
    const std::uint32_t result = gathered ? gradient.scratch : m_gradients.gradientOf(launch.input);
    const auto stride = static_cast<std::int64_t>(elements<T>(m_plan.groupStride[launch.group.index()]));
    gemmShare<T>({launch.rows, group.inner, group.width}, {at(m_gradients.gradientOf(launch.output)), stride},
                 m_weights[launch.group].backward,
                 {at(result), static_cast<std::int64_t>(elements<T>(launch.inputStride))},
                 gathered ? Accumulate::No : accumulateOf(gradient.mode), member.thread(), member.threads());
    if (!gathered) {
        return;
    }
    member.barrier();
    const TeamMember::Range range = member.share(launch.rows, kRowGrain);
    const std::uint32_t* const rows = m_plan.offsets.data() + launch.gathered;
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        const T* const from = at(result + row * launch.inputStride);
        T* const to = at(m_gradients.gradientOf(rows[row]));
        for (std::int32_t column = 0; column < group.inner; ++column) {
            to[column] = gradient.mode == StoreMode::Add ? to[column] + from[column] : from[column];
        }
    }
}

template <typename T>
void LaunchRunner<T>::reverseKernel(const KernelGradient& gradient, const TeamMember& member) {
    const KernelLaunch& launch = m_plan.kernels[gradient.launch];
    const CodeKernel& kernel = m_code.ops[launch.op].kernels[launch.kernel];
    const std::size_t count = kernel.inputs.size() + kernel.outputs.size() + kernel.gradientInputs.size();
    const auto thread = static_cast<std::size_t>(member.thread());
    std::vector<RowBinding>& own = m_own[thread];
    own.assign(m_gradientBindings.begin() + gradient.bindings, m_gradientBindings.begin() + gradient.bindings + count);
    for (std::size_t index = 0; index < count; ++index) {
        const PlannedBinding& planned = m_gradients.bindings[gradient.bindings + index];
        if (planned.kind == BindingKind::ThreadRow) {
            own[index].first += static_cast<std::uint32_t>(thread) * planned.stride;
        }
    }
    const TeamMember::Range range = member.share(launch.rows, kRowGrain);
    runBlocks(kernel.gradient, m_set, own, m_base, range.begin, range.end, m_scratch[thread]);
}

template <typename T>
void LaunchRunner<T>::weightGradient(const WeightGradient& gradient, const TeamMember& member) {
    const ProductGroup& group = m_code.groups[gradient.group];
    const auto stride = static_cast<std::int64_t>(elements<T>(m_plan.groupStride[gradient.group.index()]));
    for (std::size_t index = 0; index < group.weights.size(); ++index) {
        const GroupWeight& weight = group.weights[index];
        const std::int64_t columns = m_graph.ops.params[weight.weight].columns;
        const bool writes = index < WeightGradient::kMostWritten && (gradient.writes >> index & 1U) != 0;
        gemmShare<T>({weight.width, group.inner, gradient.rows},
                     {at(gradient.products) + weight.column, stride, Transposed::Yes},
                     {at(gradient.input), static_cast<std::int64_t>(elements<T>(gradient.inputStride))},
                     {at(m_gradients.parameters[weight.weight.index()]) + weight.inputColumn, columns},
                     writes ? Accumulate::No : Accumulate::Yes, member.thread(), member.threads());
    }
}

template <typename T>
void LaunchRunner<T>::sumParameters(const TeamMember& member) {
    if (member.thread() != 0) {
        return;
    }
    for (const ParameterSum& sum : m_gradients.sums) {
        T* const to = at(m_gradients.parameters[sum.param.index()]);
        const std::int32_t columns = m_graph.ops.params[sum.param].columns;
        for (int thread = 0; thread < m_threads; ++thread) {
            const T* const from = at(sum.first + static_cast<std::uint32_t>(thread) * sum.stride);
            for (std::int32_t column = 0; column < columns; ++column) {
                to[column] += from[column];
            }
        }
    }
}

template <typename T>
bool LaunchRunner<T>::backward(StepClock& clock) {
    prepareBackward();
    clock.ends.assign(m_gradients.steps.size() + 1, {});
    clock.ends[0] = Clock::now();
    runTeam(m_threads, [&](const TeamMember& member) {
        for (std::size_t index = 0; index < m_gradients.steps.size() && mayRun(index, member); ++index) {
            const GradientStep& step = m_gradients.steps[index];
            switch (step.kind) {
            case GradientStep::Kind::Reduce: reduce(m_gradients.reduces[step.index], member); break;
            case GradientStep::Kind::Product: reverseProduct(m_gradients.products[step.index], member); break;
            case GradientStep::Kind::Kernel: reverseKernel(m_gradients.kernels[step.index], member); break;
            case GradientStep::Kind::Weight: weightGradient(m_gradients.weights[step.index], member); break;
            }
            member.barrier();
            if (member.thread() == 0) {
                clock.ends[index + 1] = Clock::now();
            }
        }
        if (m_stopAt != SIZE_MAX) {
            return; // all see the same: the last barrier is behind them
        }
        if (m_plan.launching == Launching::Shared) {
            for (const WeightGradient& gradient : m_gradients.weights) {
                weightGradient(gradient, member);
                member.barrier(); // the next may add to the same weights
            }
        }
        sumParameters(member);
    });
    return m_stopAt == SIZE_MAX;
}

template class LaunchRunner<float>;
template class LaunchRunner<double>;

} // namespace batchscope
