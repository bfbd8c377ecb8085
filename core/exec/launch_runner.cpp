// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/launch_runner.h"

#include <algorithm>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

template <typename T>
LaunchRunner<T>::LaunchRunner(const NetCode& code, const OpGraph& graph, EngineState& state,
                              const PackedWeights<T>& weights, ProductTables<T>& tables, InstructionSet set,
                              int threads, const RunControl& control)
    : m_code(code), m_graph(graph), m_state(state), m_plan(state.launches), m_gradients(state.gradients),
      m_weights(weights), m_tables(tables), m_set(set), m_threads(threads), m_control(control),
      m_base(state.arena.as<T>()), m_scratch(static_cast<std::size_t>(threads)),
      m_own(static_cast<std::size_t>(threads)) {
    findProducts();
    m_threads = isWorthATeam() ? threads : 1;
}

template <typename T>
RowBinding LaunchRunner<T>::bound(const PlannedBinding& binding) const {
    RowBinding result{.first = binding.first, .shift = binding.shift};
    if (binding.kind == BindingKind::Listed) {
        result.offsets = m_plan.offsets.data() + binding.offsets;
    } else if (binding.kind == BindingKind::ListedGradient) {
        result.offsets = m_gradients.offsets.data() + binding.offsets;
    }
    if (binding.segments != kNoIndex) {
        result.segments = m_plan.segments.data() + binding.segments;
    }
    return result;
}

template <typename T>
bool LaunchRunner<T>::mayRun(std::size_t step, const TeamMember& member) {
    // Named one step ahead: between two barriers all threads see the same.
    if (member.thread() == 0 && m_stopAt == SIZE_MAX && m_control.stopRequested()) {
        m_stopAt = step + 1;
    }
    return step < m_stopAt;
}

/// Whether the products are large enough for several threads; those that tables have do not count.
template <typename T>
bool LaunchRunner<T>::isWorthATeam() const {
    constexpr double kFlopsEach = 2.5e5; // waiting for each other costs threads about a microsecond a launch
    double flops = 0.0;
    for (std::size_t index = 0; index < m_plan.products.size(); ++index) {
        const ProductLaunch& launch = m_plan.products[index];
        const ProductGroup& group = m_code.groups[launch.group];
        const std::size_t rows = m_found[index].table == nullptr ? launch.rows : m_found[index].newRows.size();
        flops += group.flops(rows);
    }
    return flops > kFlopsEach * static_cast<double>(m_plan.steps.size());
}

template <typename T>
void LaunchRunner<T>::bind() {
    m_bindings.clear();
    m_bindings.reserve(m_plan.bindings.size());
    for (const PlannedBinding& binding : m_plan.bindings) {
        m_bindings.push_back(bound(binding));
    }
}

template <typename T>
void LaunchRunner<T>::findProducts() {
    m_found.clear();
    m_found.resize(m_plan.products.size());
    for (std::size_t index = 0; index < m_plan.products.size(); ++index) {
        const ProductLaunch& launch = m_plan.products[index];
        if (launch.lookups != kNoIndex) {
            m_found[index] =
                m_tables.find(launch.group, m_code.groups[launch.group], launch.table, m_graph.ops.params[launch.table],
                              m_plan.lookups.span(launch.lookups, launch.rows));
        }
    }
}

template <typename T>
typename LaunchRunner<T>::Kept LaunchRunner<T>::kept() const {
    Kept kept;
    for (std::size_t index = 0; index < m_found.size(); ++index) {
        if (m_found[index].table == nullptr) {
            continue;
        }
        const ProductLaunch& launch = m_plan.products[index];
        const ProductGroup& group = m_code.groups[launch.group];
        kept.flops += group.flops(launch.rows - m_found[index].newRows.size());
        kept.bytesCopied += std::size_t{launch.rows} * static_cast<std::size_t>(group.width) * sizeof(T);
    }
    return kept;
}

/// Products of rows that are met for the first time go into the table; then all are copied out of it.
template <typename T>
void LaunchRunner<T>::copyProducts(const ProductLaunch& launch, typename ProductTables<T>::Found& found,
                                   const TeamMember& member) {
    const ProductGroup& group = m_code.groups[launch.group];
    if (!found.newRows.empty()) {
        const auto inner = static_cast<std::size_t>(group.inner);
        const TeamMember::Range range = member.share(static_cast<std::uint32_t>(found.newRows.size()), kRowGrain);
        for (std::uint32_t row = range.begin; row < range.end; ++row) {
            std::copy_n(m_weights.parameter(launch.table) + found.newRows[row] * inner, inner,
                        found.newInput.data() + row * inner);
        }
        member.barrier();
        gemmShare<T>({static_cast<std::int64_t>(found.newRows.size()), group.width, group.inner},
                     {found.newInput.data(), group.inner}, m_weights[launch.group].forward,
                     {found.newProducts, static_cast<std::int64_t>(found.stride)}, Accumulate::No, member.thread(),
                     member.threads());
        member.barrier();
    }
    const std::uint32_t stride = m_plan.groupStride[launch.group.index()];
    const TeamMember::Range range = member.share(launch.rows, kRowGrain);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        std::copy_n(found.table + found.places[row] * found.stride, group.width, at(launch.output + row * stride));
    }
}

/// Parameters that kernels read as rows: biases. They begin the arena.
template <typename T>
void LaunchRunner<T>::copyParameters() {
    const std::vector<std::uint32_t>& offsets = m_state.parameterOffsets;
    for (std::size_t index = 0; index < offsets.size(); ++index) {
        if (offsets[index] != kNoIndex) {
            const ParamId id(index);
            std::copy_n(m_weights.parameter(id), m_graph.ops.params[id].columns, at(offsets[index]));
        }
    }
}

template <typename T>
void LaunchRunner<T>::copyStatics(const TeamMember& member) {
    for (const CopyLaunch& copy : m_plan.copies) {
        copyRows(copy, copy.begin, copy.count, member);
    }
}

template <typename T>
void LaunchRunner<T>::copyRows(const CopyLaunch& copy, std::uint32_t begin, std::uint32_t count,
                               const TeamMember& member) {
    const TeamMember::Range range = member.share(count, kRowGrain);
    const auto width = static_cast<std::size_t>(copy.width);
    for (std::uint32_t entry = begin + range.begin; entry < begin + range.end; ++entry) {
        T* const to = at(m_plan.staticOffsets[entry]);
        if (copy.source == OperandSource::Fill) {
            std::fill_n(to, width, static_cast<T>(copy.number));
        } else if (copy.source == OperandSource::Lookup) {
            std::copy_n(m_weights.parameter(copy.table) + m_plan.staticIds[entry] * width, width, to);
        } else {
            const auto numbers = m_graph.constants[ConstantId(std::size_t{m_plan.staticIds[entry]})];
            std::transform(numbers.begin(), numbers.end(), to, [](double number) { return static_cast<T>(number); });
        }
    }
}

template <typename T>
void LaunchRunner<T>::runProduct(std::uint32_t index, const TeamMember& member) {
    const ProductLaunch& launch = m_plan.products[index];
    const ProductGroup& group = m_code.groups[launch.group];
    if (m_found[index].table != nullptr) {
        copyProducts(launch, m_found[index], member);
        return;
    }
    if (launch.gathered != kNoIndex) {
        const TeamMember::Range range = member.share(launch.rows, kRowGrain);
        const std::uint32_t* const from = m_plan.offsets.data() + launch.gathered;
        for (std::uint32_t row = range.begin; row < range.end; ++row) {
            std::copy_n(at(from[row]), group.inner, at(launch.input + row * launch.inputStride));
        }
        member.barrier();
    }
    const auto stride = static_cast<std::int64_t>(elements<T>(m_plan.groupStride[launch.group.index()]));
    gemmShare<T>({launch.rows, group.width, group.inner},
                 {at(launch.input), static_cast<std::int64_t>(elements<T>(launch.inputStride))},
                 m_weights[launch.group].forward, {at(launch.output), stride}, Accumulate::No, member.thread(),
                 member.threads());
}

template <typename T>
void LaunchRunner<T>::runKernel(const KernelLaunch& launch, const TeamMember& member) {
    const CodeKernel& kernel = m_code.ops[launch.op].kernels[launch.kernel];
    const TeamMember::Range range = member.share(launch.rows, kRowGrain);
    const std::span<const RowBinding> bindings(m_bindings.data() + launch.bindings,
                                               kernel.inputs.size() + kernel.outputs.size());
    runBlocks(kernel.program, m_set, bindings, m_base, range.begin, range.end,
              m_scratch[static_cast<std::size_t>(member.thread())]);
}

template <typename T>
void LaunchRunner<T>::runStep(const LaunchStep& step, const TeamMember& member) {
    switch (step.kind) {
    case LaunchStep::Kind::Copy: {
        const CopyStep& copy = m_plan.copySteps[step.index];
        copyRows(m_plan.copies[copy.copy], copy.begin, copy.count, member);
        break;
    }
    case LaunchStep::Kind::Product: runProduct(step.index, member); break;
    case LaunchStep::Kind::Kernel: runKernel(m_plan.kernels[step.index], member); break;
    }
}

template <typename T>
bool LaunchRunner<T>::forward(StepClock& clock) {
    bind();
    copyParameters();
    clock.ends.assign(m_plan.steps.size() + 2, {});
    clock.ends[0] = Clock::now();
    runTeam(m_threads, [&](const TeamMember& member) {
        if (m_plan.launching == Launching::Shared) {
            copyStatics(member);
        }
        member.barrier();
        if (member.thread() == 0) {
            clock.ends[1] = Clock::now();
        }
        for (std::size_t index = 0; index < m_plan.steps.size() && mayRun(index, member); ++index) {
            runStep(m_plan.steps[index], member);
            member.barrier();
            if (member.thread() == 0) {
                clock.ends[index + 2] = Clock::now();
            }
        }
    });
    return m_stopAt == SIZE_MAX;
}

template class LaunchRunner<float>;
template class LaunchRunner<double>;

} // namespace batchscope
