// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/engine/launch_runner.h"

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
std::vector<TableUse> LaunchRunner<T>::tableUses() const {
    std::vector<TableUse> uses(m_found.size());
    for (std::size_t index = 0; index < m_found.size(); ++index) {
        const ProductLaunch& launch = m_plan.products[index];
        if (m_found[index].table == nullptr) {
            continue;
        }
        const ProductGroup& group = m_code.groups[launch.group];
        const auto newRows = static_cast<std::uint32_t>(m_found[index].newRows.size());
        const std::size_t numbers = std::size_t{launch.rows} * static_cast<std::size_t>(group.width) +
                                    std::size_t{newRows} * static_cast<std::size_t>(group.inner);
        uses[index] = {.rows = launch.rows,
                       .newRows = newRows,
                       .flopsKept = group.flops(launch.rows - newRows),
                       .bytesCopied = numbers * sizeof(T)};
    }
    return uses;
}

template <typename T>
void LaunchRunner<T>::copyNewRows(std::uint32_t product, const TeamShare& share) {
    const ProductLaunch& launch = m_plan.products[product];
    typename ProductTables<T>::Found& found = m_found[product];
    const auto inner = static_cast<std::size_t>(m_code.groups[launch.group].inner);
    const TeamShare::Range range = share.of(static_cast<std::uint32_t>(found.newRows.size()), kRowGrain);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        std::copy_n(m_weights.parameter(launch.table) + found.newRows[row] * inner, inner,
                    found.newInput.data() + row * inner);
    }
}

template <typename T>
void LaunchRunner<T>::multiplyNewRows(std::uint32_t product, const TeamShare& share) {
    const ProductLaunch& launch = m_plan.products[product];
    const ProductGroup& group = m_code.groups[launch.group];
    const typename ProductTables<T>::Found& found = m_found[product];
    gemmShare<T>({static_cast<std::int64_t>(found.newRows.size()), group.width, group.inner},
                 {found.newInput.data(), group.inner}, m_weights[launch.group].forward,
                 {found.newProducts, static_cast<std::int64_t>(found.stride)}, Accumulate::No, share);
}

template <typename T>
void LaunchRunner<T>::copyTableRows(std::uint32_t product, const TeamShare& share) {
    const ProductLaunch& launch = m_plan.products[product];
    const typename ProductTables<T>::Found& found = m_found[product];
    const std::int32_t width = m_code.groups[launch.group].width;
    const std::uint32_t stride = m_plan.groupStride[launch.group.index()];
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        std::copy_n(found.table + found.places[row] * found.stride, width, at(launch.output + row * stride));
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
void LaunchRunner<T>::copyStatics(const TeamShare& share) {
    if (m_plan.launching == Launching::PerBatch) {
        return; // each batch copies its own
    }
    for (const CopyLaunch& copy : m_plan.copies) {
        copyRows(copy, copy.begin, copy.count, share);
    }
}

template <typename T>
void LaunchRunner<T>::copyRows(const CopyLaunch& copy, std::uint32_t begin, std::uint32_t count,
                               const TeamShare& share) {
    const TeamShare::Range range = share.of(count, kRowGrain);
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
void LaunchRunner<T>::gatherRows(const ProductLaunch& launch, const TeamShare& share) {
    const std::int32_t inner = m_code.groups[launch.group].inner;
    const std::uint32_t* const from = m_plan.offsets.data() + launch.gathered;
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
        std::copy_n(at(from[row]), inner, at(launch.input + row * launch.inputStride));
    }
}

template <typename T>
void LaunchRunner<T>::multiply(const ProductLaunch& launch, const TeamShare& share) {
    const ProductGroup& group = m_code.groups[launch.group];
    const auto stride = static_cast<std::int64_t>(elements<T>(m_plan.groupStride[launch.group.index()]));
    gemmShare<T>({launch.rows, group.width, group.inner},
                 {at(launch.input), static_cast<std::int64_t>(elements<T>(launch.inputStride))},
                 m_weights[launch.group].forward, {at(launch.output), stride}, Accumulate::No, share);
}

template <typename T>
void LaunchRunner<T>::runKernel(const KernelLaunch& launch, const TeamShare& share) {
    const CodeKernel& kernel = m_code.ops[launch.op].kernels[launch.kernel];
    const TeamShare::Range range = share.of(launch.rows, kRowGrain);
    const std::span<const RowBinding> bindings(m_bindings.data() + launch.bindings,
                                               kernel.inputs.size() + kernel.outputs.size());
    runBlocks(kernel.program, m_set, bindings, m_base, range.begin, range.end,
              m_scratch[static_cast<std::size_t>(share.index())]);
}

/// Products of rows that are met for the first time go into the table; then all are copied out of it.
template <typename T>
void LaunchRunner<T>::stageProduct(std::uint32_t index, std::uint32_t step) {
    if (m_found[index].table == nullptr) {
        if (m_plan.products[index].gathered != kNoIndex) {
            m_stages.push_back({.kind = Stage::Kind::GatheredRows, .index = index, .middleOf = step});
        }
        m_stages.push_back({Stage::Kind::Product, index});
        return;
    }
    if (!m_found[index].newRows.empty()) {
        m_stages.push_back({Stage::Kind::NewRows, index});
        m_stages.push_back({.kind = Stage::Kind::NewProducts, .index = index, .middleOf = step});
    }
    m_stages.push_back({Stage::Kind::TableRows, index});
}

template <typename T>
void LaunchRunner<T>::stageForward() {
    m_stages.clear();
    m_stages.push_back({Stage::Kind::Statics, 0, 1});
    for (std::size_t step = 0; step < m_plan.steps.size(); ++step) {
        const std::uint32_t index = m_plan.steps[step].index;
        switch (m_plan.steps[step].kind) {
        case LaunchStep::Kind::Copy: m_stages.push_back({Stage::Kind::CopyStep, index}); break;
        case LaunchStep::Kind::Product: stageProduct(index, static_cast<std::uint32_t>(step)); break;
        case LaunchStep::Kind::Kernel: m_stages.push_back({Stage::Kind::Kernel, index}); break;
        }
        m_stages.back().endOf = static_cast<std::uint32_t>(step + 2);
    }
}

template <typename T>
void LaunchRunner<T>::runStage(const Stage& stage, const TeamShare& share) {
    switch (stage.kind) {
    case Stage::Kind::Statics: copyStatics(share); break;
    case Stage::Kind::CopyStep: {
        const CopyStep& step = m_plan.copySteps[stage.index];
        copyRows(m_plan.copies[step.copy], step.begin, step.count, share);
        break;
    }
    case Stage::Kind::NewRows: copyNewRows(stage.index, share); break;
    case Stage::Kind::NewProducts: multiplyNewRows(stage.index, share); break;
    case Stage::Kind::TableRows: copyTableRows(stage.index, share); break;
    case Stage::Kind::GatheredRows: gatherRows(m_plan.products[stage.index], share); break;
    case Stage::Kind::Product: multiply(m_plan.products[stage.index], share); break;
    case Stage::Kind::Kernel: runKernel(m_plan.kernels[stage.index], share); break;
    case Stage::Kind::Reduce: reduce(m_gradients.reduces[stage.index], share); break;
    case Stage::Kind::ReverseProduct: reverseProduct(m_gradients.products[stage.index], share); break;
    case Stage::Kind::ReverseGather: reverseGather(m_gradients.products[stage.index], share); break;
    case Stage::Kind::ReverseKernel: reverseKernel(m_gradients.kernels[stage.index], share); break;
    case Stage::Kind::Weight: weightGradient(m_gradients.weights[stage.index], share); break;
    }
}

template <typename T>
bool LaunchRunner<T>::runStages(StepClock& clock) {
    const auto work = [&](std::uint32_t phase, const TeamShare& share) {
        // Some threads may see a stop earlier than others; nobody reads what a stopped pass has written.
        if (!m_stopped.load(std::memory_order_relaxed)) {
            runStage(m_stages[phase], share);
        }
    };
    const auto done = [&](std::uint32_t phase) {
        if (const std::uint32_t middle = m_stages[phase].middleOf; middle != kNoIndex) {
            clock.middles[middle] = Clock::now();
        }
        if (const std::uint32_t end = m_stages[phase].endOf; end != kNoIndex) {
            clock.ends[end] = Clock::now();
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
    clock.ends.assign(m_plan.steps.size() + 2, {});
    clock.middles.assign(m_plan.steps.size(), {});
    return runStages(clock);
}

template class LaunchRunner<float>;
template class LaunchRunner<double>;

} // namespace batchscope
