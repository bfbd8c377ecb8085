// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/launch_runner.h"

#include "core/base/clock.h"

#include <algorithm>

namespace batchscope {

template <typename T>
LaunchRunner<T>::LaunchRunner(const NetCode& code, const OpGraph& graph, EngineState& state,
                              const PackedWeights<T>& weights, ProductTables<T>& tables, InstructionSet set,
                              int threads, const RunControl& control)
    : m_code(code), m_graph(graph), m_state(state), m_plan(state.plan()), m_places(m_plan.places),
      m_launches(m_plan.launches), m_gradients(state.gradients), m_weights(weights), m_tables(tables), m_set(set),
      m_threads(threads), m_control(control), m_base(state.arena.as<T>()), m_scratch(static_cast<std::size_t>(threads)),
      m_own(static_cast<std::size_t>(threads)) {
    m_found = m_tables.findAll(m_graph, m_code, m_plan);
    m_threads = isWorthATeam() ? threads : 1;
}

template <typename T>
RowBinding LaunchRunner<T>::bound(const PlannedBinding& binding) const {
    RowBinding result{.first = binding.first, .shift = binding.shift};
    switch (binding.kind) {
    case BindingKind::Uses: result.offsets = m_launches.useOffsets.from(binding.uses); break;
    case BindingKind::UseGradients: result.offsets = m_gradients.useOffsets.from(binding.uses); break;
    case BindingKind::Listed: result.offsets = m_launches.offsets.from(binding.offsets); break;
    case BindingKind::OneRow:
    case BindingKind::ThreadRow: break;
    }
    if (binding.segments.valid()) {
        result.segments = m_plan.rows.segments.from(binding.segments);
    }
    return result;
}

/// True if the products are large enough for several threads. Products that are already in tables do not count.
template <typename T>
bool LaunchRunner<T>::isWorthATeam() const {
    constexpr double kFlopsEach = 2.5e5; // threads lose about a microsecond per launch waiting for each other
    double flops = 0.0;
    for (const ProductId id : m_launches.products.ids()) {
        const ProductLaunch& launch = m_launches.products[id];
        const ProductGroup& group = m_code.groups[launch.group];
        const std::size_t rows = m_found[id].table == nullptr ? launch.rows : m_found[id].newRows.size();
        flops += group.flops(rows);
    }
    return flops > kFlopsEach * static_cast<double>(m_launches.steps.size());
}

template <typename T>
void LaunchRunner<T>::bind() {
    m_bindings.clear();
    m_bindings.reserve(m_launches.bindings.size());
    for (const PlannedBinding& binding : m_launches.bindings) {
        m_bindings.push_back(bound(binding));
    }
}

template <typename T>
void LaunchRunner<T>::copyNewRows(ProductId product, const TeamShare& share) {
    const ProductLaunch& launch = m_launches.products[product];
    typename ProductTables<T>::Found& found = m_found[product];
    const auto inner = static_cast<std::size_t>(m_code.groups[launch.group].inner);
    const TeamShare::Range range = share.of(static_cast<std::uint32_t>(found.newRows.size()), kRowGrain);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        std::copy_n(m_weights.parameter(launch.table) + found.newRows[row] * inner, inner,
                    found.newInput.data() + row * inner);
    }
}

template <typename T>
void LaunchRunner<T>::multiplyNewRows(ProductId product, const TeamShare& share) {
    const ProductLaunch& launch = m_launches.products[product];
    const ProductGroup& group = m_code.groups[launch.group];
    const typename ProductTables<T>::Found& found = m_found[product];
    gemmShare<T>({static_cast<std::int64_t>(found.newRows.size()), group.width, group.inner},
                 {found.newInput.data(), group.inner}, m_weights[launch.group].forward,
                 {found.newProducts, static_cast<std::int64_t>(found.stride)}, Accumulate::No, share);
}

template <typename T>
void LaunchRunner<T>::copyTableRows(ProductId product, const TeamShare& share) {
    const ProductLaunch& launch = m_launches.products[product];
    const typename ProductTables<T>::Found& found = m_found[product];
    const std::int32_t width = m_code.groups[launch.group].width;
    const std::uint32_t stride = m_places.strides[launch.group];
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        std::copy_n(found.table + found.places[row] * found.stride, width, at(launch.output + row * stride));
    }
}

/// Copies the parameters that kernels read as rows (biases) to the start of the arena.
template <typename T>
void LaunchRunner<T>::copyParameters() {
    const IdVector<ParamId, Offset>& offsets = m_state.parameterOffsets;
    for (std::size_t index = 0; index < offsets.size(); ++index) {
        const ParamId id(index);
        if (offsets[id] != kNoOffset) {
            std::copy_n(m_weights.parameter(id), m_graph.ops.params[id].columns, at(offsets[id]));
        }
    }
}

template <typename T>
void LaunchRunner<T>::copyStatics(const TeamShare& share) {
    if (m_plan.launching == Launching::PerBatch) {
        return; // each batch makes its own copies
    }
    for (const CopyLaunch& copy : m_places.copies) {
        copyRows(copy.source, copy.rows, share);
    }
}

template <typename T>
void LaunchRunner<T>::copyRows(const StaticSource& source, IdRange<StaticEntryId> rows, const TeamShare& share) {
    const TeamShare::Range range = share.of(rows.size(), kRowGrain);
    const auto width = static_cast<std::size_t>(source.width);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        const StaticEntryId entry = rows[row];
        T* const to = at(m_places.staticOffsets[entry]);
        if (source.source == OperandSource::Fill) {
            std::fill_n(to, width, static_cast<T>(source.number));
        } else if (source.source == OperandSource::Lookup) {
            std::copy_n(m_weights.parameter(source.table) + m_places.staticIds[entry] * width, width, to);
        } else {
            const auto numbers = m_graph.constants[ConstantId(std::size_t{m_places.staticIds[entry]})];
            std::transform(numbers.begin(), numbers.end(), to, [](double number) { return static_cast<T>(number); });
        }
    }
}

template <typename T>
void LaunchRunner<T>::gatherRows(const ProductLaunch& launch, const TeamShare& share) {
    const std::int32_t inner = m_code.groups[launch.group].inner;
    const Offset* const from = m_launches.offsets.from(launch.gathered);
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        std::copy_n(at(from[row]), inner, at(launch.input + row * launch.inputStride));
    }
}

template <typename T>
void LaunchRunner<T>::multiply(const ProductLaunch& launch, const TeamShare& share) {
    const ProductGroup& group = m_code.groups[launch.group];
    const auto stride = static_cast<std::int64_t>(elements<T>(m_places.strides[launch.group]));
    gemmShare<T>({launch.rows, group.width, group.inner},
                 {at(launch.input), static_cast<std::int64_t>(elements<T>(launch.inputStride))},
                 m_weights[launch.group].forward, {at(launch.output), stride}, Accumulate::No, share);
}

template <typename T>
void LaunchRunner<T>::runKernel(const KernelLaunch& launch, const TeamShare& share) {
    const CodeKernel& kernel = m_code.ops[launch.op].kernels[launch.kernel];
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    const std::span<const RowBinding> bindings(m_bindings.data() + launch.bindings.first().index(),
                                               launch.bindings.size());
    runBlocks(kernel.program, m_set, bindings, m_base, range.begin, range.end,
              m_scratch[static_cast<std::size_t>(share.index())]);
}

/// Adds the stages of a product. If it has a table, products of new rows go there first; then all rows are copied out.
template <typename T>
void LaunchRunner<T>::stageProduct(ProductId id, std::uint32_t step) {
    if (m_found[id].table == nullptr) {
        if (m_launches.products[id].gathered.valid()) {
            m_stages.push_back({.kind = Stage::Kind::GatheredRows, .index = id.value, .middleOf = step});
        }
        m_stages.push_back({Stage::Kind::Product, id.value});
        return;
    }
    if (!m_found[id].newRows.empty()) {
        m_stages.push_back({Stage::Kind::NewRows, id.value});
        m_stages.push_back({.kind = Stage::Kind::NewProducts, .index = id.value, .middleOf = step});
    }
    m_stages.push_back({Stage::Kind::TableRows, id.value});
}

template <typename T>
void LaunchRunner<T>::stageForward() {
    m_stages.clear();
    m_stages.push_back({Stage::Kind::Statics, 0, 1});
    for (std::size_t index = 0; index < m_launches.steps.size(); ++index) {
        const LaunchStep& step = m_launches.steps[index];
        switch (step.kind) {
        case LaunchStep::Kind::Copy: m_stages.push_back({Stage::Kind::CopyStep, step.entry}); break;
        case LaunchStep::Kind::Product: stageProduct(step.product(), static_cast<std::uint32_t>(index)); break;
        case LaunchStep::Kind::Kernel: m_stages.push_back({Stage::Kind::Kernel, step.entry}); break;
        }
        m_stages.back().endOf = static_cast<std::uint32_t>(index + 2);
    }
}

template <typename T>
void LaunchRunner<T>::runStage(const Stage& stage, const TeamShare& share) {
    const std::uint32_t index = stage.index;
    switch (stage.kind) {
    case Stage::Kind::Statics: copyStatics(share); break;
    case Stage::Kind::CopyStep: {
        const CopyStep& step = m_launches.copySteps[CopyStepId(index)];
        copyRows(m_places.copies[step.copy].source, step.rows, share);
        break;
    }
    case Stage::Kind::NewRows: copyNewRows(ProductId(index), share); break;
    case Stage::Kind::NewProducts: multiplyNewRows(ProductId(index), share); break;
    case Stage::Kind::TableRows: copyTableRows(ProductId(index), share); break;
    case Stage::Kind::GatheredRows: gatherRows(m_launches.products[ProductId(index)], share); break;
    case Stage::Kind::Product: multiply(m_launches.products[ProductId(index)], share); break;
    case Stage::Kind::Kernel: runKernel(m_launches.kernels[KernelId(index)], share); break;
    case Stage::Kind::Reduce: reduce(m_gradients.reduces[ReduceId(index)], share); break;
    case Stage::Kind::ReverseProduct: reverseProduct(m_gradients.products[ProductGradientId(index)], share); break;
    case Stage::Kind::ReverseGather: reverseGather(m_gradients.products[ProductGradientId(index)], share); break;
    case Stage::Kind::ReverseKernel: reverseKernel(m_gradients.kernels[KernelGradientId(index)], share); break;
    case Stage::Kind::Weight: weightGradient(m_gradients.weights[WeightGradientId(index)], share); break;
    }
}

template <typename T>
bool LaunchRunner<T>::runStages(StepClock& clock, std::string_view name) {
    const auto work = [&](std::uint32_t phase, const TeamShare& share) {
        // Some threads may see a stop earlier than others, but the results of a stopped pass are not used.
        if (!m_stopped.load(std::memory_order_relaxed)) {
            runStage(m_stages[phase], share);
        }
    };
    const auto done = [&](std::uint32_t phase) {
        if (const std::uint32_t middle = m_stages[phase].middleOf; middle != Stage::kNoTime) {
            clock.middles[middle] = Clock::now();
        }
        if (const std::uint32_t end = m_stages[phase].endOf; end != Stage::kNoTime) {
            clock.ends[end] = Clock::now();
            m_control.report(name, end, clock.ends.size() - 1);
            if (m_control.stopRequested()) {
                m_stopped.store(true, std::memory_order_relaxed);
            }
        }
    };
    clock.ends[0] = Clock::now();
    if (m_control.stopRequested()) {
        m_stopped.store(true, std::memory_order_relaxed);
        return false;
    }
    m_used = std::max(m_used, runTeam(m_threads, static_cast<std::uint32_t>(m_stages.size()), work, done));
    return !m_stopped.load(std::memory_order_relaxed);
}

template <typename T>
bool LaunchRunner<T>::forward(StepClock& clock) {
    bind();
    copyParameters();
    stageForward();
    clock.ends.assign(m_launches.steps.size() + 2, {});
    clock.middles.assign(m_launches.steps.size(), {});
    return runStages(clock, "run");
}

template class LaunchRunner<float>;
template class LaunchRunner<double>;

} // namespace batchscope
