// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/gradient_plan.h"

#include "core/kernels/block_program.h"
#include "core/plan/use_slots.h"
#include "core/plan/weight_gradients.h"

#include <algorithm>
#include <bit>

namespace batchscope {

namespace {

constexpr std::uint64_t kProducts = ~kReadDirectly;

class Planner {
public:
    Planner(const NetCode& code, const OpGraph& graph, const LaunchPlan& plan, int threads)
        : m_code(code), m_graph(graph), m_plan(plan), m_threads(static_cast<std::uint32_t>(threads)),
          m_groups(code.groups.size()), m_productSlots(m_groups), m_groupFirst(m_groups, kNoIndex),
          m_zeroAll(code.zeroGradients || m_groups > kDemandBits),
          m_mode(m_zeroAll ? StoreMode::Add : StoreMode::Write), m_weights(code) {}

    GradientPlan run() {
        m_result.shift = m_next.take(1, m_plan.end);
        countUses();
        placeSlots();
        placeSums();
        placeParameterGradients(m_code, m_graph.ops, m_result, m_next);
        serveAll();
        reverseSteps();
        if (m_plan.launching == Launching::Shared) {
            reduceStatics();
            planWeightGradients(m_code, m_plan, m_result);
        }
        planTableGradients(m_plan, m_result);
        m_result.end = m_next.end();
        clearFirst();
        clearUnwrittenParameters(m_code, m_graph.ops, m_result);
        return std::move(m_result);
    }

private:
    // ---- uses

    [[nodiscard]] bool isNumber(RowId row) const {
        const std::uint32_t space = m_plan.classes[m_plan.rowClasses[row]].space;
        return isNumberSpace(space);
    }
    [[nodiscard]] bool isNumberSpace(std::uint32_t space) const {
        const CopyLaunch* const copy = m_plan.copyInto(space);
        return copy != nullptr && copy->source != OperandSource::Lookup;
    }

    [[nodiscard]] std::size_t productIndex(RowId row, GroupId group) const {
        return (m_plan.productOffsetOf(row, group) - m_groupFirst[group.index()]) / m_plan.groupStride[group.index()];
    }

    template <typename Visit>
    void eachRead(const Visit& visit) const {
        for (std::size_t batch = 0; batch < m_plan.batches.size(); ++batch) {
            const CellCode& code = codeOf(BatchId(batch));
            for (std::size_t index = 0; index < code.operands.size(); ++index) {
                const CodeOperand& operand = code.operands[index];
                if (operand.isRead && operand.source != OperandSource::Parameter && hasGradient(operand)) {
                    visit(operand, m_plan.operands[m_plan.batches[batch].operands + index]);
                }
            }
        }
    }

    [[nodiscard]] const CellCode& codeOf(BatchId batch) const { return m_code.ops[m_plan.batches[batch.index()].op]; }

    void countUses() {
        m_rowSlots.resize(m_plan.rowsEnd);
        for (std::size_t group = 0; group < m_groups; ++group) {
            std::size_t rows = 0;
            for (std::size_t of = 0; of < m_plan.classes.size(); ++of) {
                const std::uint32_t first = m_plan.productFirst[of * m_groups + group];
                if (first != 0) {
                    m_groupFirst[group] = std::min(m_groupFirst[group], first);
                    rows += m_plan.classes[of].rows;
                }
            }
            m_productSlots[group].resize(rows);
        }
        eachRead([this](const CodeOperand& operand, const OperandUses& uses) {
            for (std::uint32_t use = 0; use < uses.count; ++use) {
                const RowId row = m_plan.uses[uses.begin + use];
                if (operand.group.valid()) {
                    m_productSlots[operand.group.index()].count(productIndex(row, operand.group));
                } else if (!isNumber(row)) {
                    m_rowSlots.count(row);
                }
            }
        });
        for (const Value& value : m_graph.outputs) {
            m_rowSlots.count(m_plan.rowOf(value));
        }
    }

    /// Whether readers of such rows get slots even when there is one: the row's products add to it, too.
    [[nodiscard]] static bool isMixed(const RowClass& rows) {
        return (rows.demand & kReadDirectly) != 0 && (rows.demand & kProducts) != 0;
    }

    void placeSlots() {
        m_rowSlots.begin();
        eachRow([this](RowId row) {
            const RowClass& rows = m_plan.classes[m_plan.rowClasses[row]];
            const std::uint32_t uses = m_rowSlots.uses(row);
            if (uses > 1 || (uses == 1 && isMixed(rows))) { // of a number only requests are counted
                m_rowSlots.place(row, m_next.take(uses, rows.stride));
            }
        });
        for (std::size_t group = 0; group < m_groups; ++group) {
            UseSlots& slots = m_productSlots[group];
            slots.begin();
            for (std::size_t row = 0; row < slots.size(); ++row) {
                if (slots.uses(row) > 1) {
                    slots.place(row, m_next.take(slots.uses(row), m_plan.groupStride[group]));
                }
            }
        }
    }

    template <typename Visit>
    void eachRow(const Visit& visit) const {
        for (RowId row = 0; row < m_plan.staticIds.size(); ++row) {
            visit(row);
        }
        for (RowId row = m_plan.firstDynamicRow; row < m_plan.rowsEnd; ++row) {
            visit(row);
        }
    }

    /// One row a thread for each parameter that kernels read as a row.
    void placeSums() {
        m_sumOf.assign(m_graph.ops.params.size(), kNoIndex);
        for (const CellCode& code : m_code.ops) {
            for (const CodeOperand& operand : code.operands) {
                if (operand.source != OperandSource::Parameter || m_sumOf[operand.param.index()] != kNoIndex) {
                    continue;
                }
                const std::uint32_t stride = rowUnits(operand.width, m_graph.ops.dtype);
                m_sumOf[operand.param.index()] = static_cast<std::uint32_t>(m_result.sums.size());
                const std::uint32_t first = m_next.take(m_threads, stride);
                m_result.sums.push_back({operand.param, first, stride});
                m_result.zeros.push_back({first, stride * m_threads});
            }
        }
    }

    /// Gives every reader its place, in order of the launches.
    void serveAll() {
        m_result.offsets.extend(m_plan.uses.size()); // entry for entry, as LaunchPlan::offsets
        eachRead([this](const CodeOperand& operand, const OperandUses& uses) {
            std::uint32_t* const out = m_result.offsets.data() + uses.begin;
            for (std::uint32_t use = 0; use < uses.count; ++use) {
                const RowId row = m_plan.uses[uses.begin + use];
                out[use] = operand.group.valid() ? productPlace(row, operand.group) : readerPlace(row);
            }
        });
        for (const Value& value : m_graph.outputs) {
            m_result.seeds.push_back(rowPlace(m_plan.rowOf(value)));
        }
    }

    /// Nobody wants the gradient of a number.
    std::uint32_t readerPlace(RowId row) { return isNumber(row) ? kSkippedRow : rowPlace(row); }

    std::uint32_t rowPlace(RowId row) {
        return m_rowSlots.hasSlots(row) ? m_rowSlots.take(row, m_plan.classes[m_plan.rowClasses[row]].stride)
                                        : m_result.shift + m_plan.offsetOf(row);
    }
    std::uint32_t productPlace(RowId row, GroupId group) {
        UseSlots& slots = m_productSlots[group.index()];
        const std::size_t index = productIndex(row, group);
        return slots.hasSlots(index) ? slots.take(index, m_plan.groupStride[group.index()])
                                     : m_result.shift + m_plan.productOffsetOf(row, group);
    }

    // ---- steps

    void reverseSteps() {
        for (std::size_t index = m_plan.steps.size(); index-- > 0;) {
            const LaunchStep& step = m_plan.steps[index];
            m_batch = step.batch;
            switch (step.kind) {
            case LaunchStep::Kind::Copy: reverseCopy(m_plan.copySteps[step.index]); break;
            case LaunchStep::Kind::Product: reverseProduct(step.index); break;
            case LaunchStep::Kind::Kernel: reverseKernel(step.index); break;
            }
        }
    }

    void push(GradientStep::Kind kind, std::size_t index) {
        m_result.steps.push_back({kind, static_cast<std::uint32_t>(index), m_batch});
    }

    /// Collects rows with slots; `reduce` closes the launch.
    void addReduced(std::uint32_t target, std::uint32_t uses, std::uint32_t firstSlot) {
        m_targets.push_back(target);
        m_uses.push_back(uses);
        m_firstSlots.push_back(firstSlot);
    }

    /// Slots of the rows need not follow one another, so each slot's offset is listed.
    void reduce(std::int32_t width, std::uint32_t stride, StoreMode mode) {
        if (m_targets.empty()) {
            return;
        }
        ReduceLaunch launch{.width = width,
                            .mode = m_zeroAll ? StoreMode::Add : mode,
                            .rows = static_cast<std::uint32_t>(m_targets.size()),
                            .targets = static_cast<std::uint32_t>(m_result.offsets.size()),
                            .segments = static_cast<std::uint32_t>(m_result.segments.size())};
        std::copy(m_targets.begin(), m_targets.end(), m_result.offsets.extend(m_targets.size()));
        std::uint32_t* const segments = m_result.segments.extend(m_targets.size() + 1);
        segments[0] = 0;
        for (std::size_t row = 0; row < m_targets.size(); ++row) {
            segments[row + 1] = segments[row] + m_uses[row];
        }
        launch.firstSlot = static_cast<std::uint32_t>(m_result.offsets.size());
        std::uint32_t* slots = m_result.offsets.extend(segments[m_targets.size()]);
        for (std::size_t row = 0; row < m_targets.size(); ++row) {
            for (std::uint32_t use = 0; use < m_uses[row]; ++use) {
                *slots++ = m_firstSlots[row] + use * stride;
            }
        }
        m_targets.clear();
        m_uses.clear();
        m_firstSlots.clear();
        push(GradientStep::Kind::Reduce, m_result.reduces.size());
        m_result.reduces.push_back(launch);
    }

    void reduceRow(RowId row) {
        if (!m_rowSlots.hasSlots(row)) {
            return;
        }
        const std::uint32_t stride = m_plan.classes[m_plan.rowClasses[row]].stride;
        addReduced(m_result.shift + m_plan.offsetOf(row), m_rowSlots.uses(row), m_rowSlots.first(row, stride));
    }

    /// The gradients of a batch's rows in one space are complete: nothing before this launch reads them.
    void reduceSpace(RowId first, std::uint32_t rows, std::uint32_t space) {
        const RowSpace& of = m_plan.spaces[space];
        for (const StoreMode mode : {StoreMode::Write, StoreMode::Add}) {
            for (RowId row = first; row < first + rows; ++row) {
                if (isMixed(m_plan.classes[m_plan.rowClasses[row]]) == (mode == StoreMode::Add)) {
                    reduceRow(row);
                }
            }
            reduce(of.width, of.stride, mode);
        }
    }

    void reverseKernel(std::uint32_t index) {
        const KernelLaunch& launch = m_plan.kernels[index];
        const CellCode& code = m_code.ops[launch.op];
        const CodeKernel& kernel = code.kernels[launch.kernel];
        const PlannedBatch& batch = m_plan.batches[launch.batch.index()];
        for (const SpaceId space : kernel.outputs) {
            if (isLastWriter(code, launch.kernel, space)) {
                reduceSpace(m_plan.firstRowOf(m_code, batch, space), launch.rows, space.value);
            }
        }
        push(GradientStep::Kind::Kernel, m_result.kernels.size());
        m_result.kernels.push_back({index, static_cast<std::uint32_t>(m_result.bindings.size())});
        const std::size_t inputs = kernel.inputs.size();
        for (std::size_t input = 0; input < inputs + kernel.outputs.size(); ++input) {
            PlannedBinding binding = m_plan.bindings[launch.bindings + input];
            binding.shift = input < inputs ? 0 : m_result.shift;
            m_result.bindings.push_back(binding);
        }
        for (const std::uint32_t input : kernel.gradientInputs) {
            m_result.bindings.push_back(
                gradientBinding(code.operands[kernel.inputs[input]], batch, kernel.inputs[input]));
        }
    }

    [[nodiscard]] static bool isLastWriter(const CellCode& code, std::uint32_t kernel, SpaceId space) {
        for (std::size_t later = kernel + 1; later < code.kernels.size(); ++later) {
            const std::vector<SpaceId>& outputs = code.kernels[later].outputs;
            if (std::find(outputs.begin(), outputs.end(), space) != outputs.end()) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] PlannedBinding gradientBinding(const CodeOperand& operand, const PlannedBatch& batch,
                                                 std::uint32_t input) const {
        if (operand.source == OperandSource::Parameter) {
            const ParameterSum& sum = m_result.sums[m_sumOf[operand.param.index()]];
            return {.kind = BindingKind::ThreadRow, .first = sum.first, .stride = sum.stride};
        }
        return {.kind = BindingKind::ListedGradient,
                .offsets = m_plan.operands[batch.operands + input].begin,
                .segments = operand.rows == OperandRows::Segments ? batch.segments : kNoIndex};
    }

    void reverseProduct(std::uint32_t index) {
        const ProductLaunch& launch = m_plan.products[index];
        const std::uint32_t stride = m_plan.groupStride[launch.group.index()];
        UseSlots& slots = m_productSlots[launch.group.index()];
        const std::size_t first = (launch.output - m_groupFirst[launch.group.index()]) / stride;
        for (std::uint32_t row = 0; row < launch.rows; ++row) {
            if (slots.hasSlots(first + row)) {
                addReduced(m_result.shift + launch.output + row * stride, slots.uses(first + row),
                           slots.first(first + row, stride));
            }
        }
        reduce(m_code.groups[launch.group].width, stride, StoreMode::Write);
        if (m_plan.launching == Launching::PerBatch) {
            push(GradientStep::Kind::Weight, m_result.weights.size());
            m_result.weights.push_back(m_weights.next(launch, m_result.shift));
        }
        if (isNumberSpace(launch.space)) {
            return;
        }
        const bool alone = std::popcount(launch.demand) == 1;
        ProductGradient gradient{index, alone ? m_mode : StoreMode::Add};
        if (launch.gathered != kNoIndex) {
            gradient.scratch = m_next.take(launch.rows, launch.inputStride);
        }
        push(GradientStep::Kind::Product, m_result.products.size());
        m_result.products.push_back(gradient);
    }

    /// Rows of tables are the last to be complete.
    void reduceStatics() {
        m_batch = BatchId();
        for (std::uint32_t space = m_plan.firstStaticSpace; space < m_plan.spaces.size(); ++space) {
            reduceStaticRows(space, 0, static_cast<RowId>(m_plan.staticIds.size()));
        }
    }

    /// The batch that copied these rows was the first to read them: the gradients of all readers are there.
    void reverseCopy(const CopyStep& step) {
        reduceStaticRows(m_plan.firstStaticSpace + step.copy, step.firstRow, step.endRow);
    }

    /// Those of the rows that are of the space.
    void reduceStaticRows(std::uint32_t space, RowId first, RowId end) {
        if (isNumberSpace(space)) {
            return;
        }
        for (const StoreMode mode : {StoreMode::Write, StoreMode::Add}) {
            for (RowId row = first; row < end; ++row) {
                const RowClass& rows = m_plan.classes[m_plan.rowClasses[row]];
                if (rows.space == space && isMixed(rows) == (mode == StoreMode::Add)) {
                    reduceRow(row);
                }
            }
            reduce(m_plan.spaces[space].width, m_plan.spaces[space].stride, mode);
        }
    }

    /// Rows that nobody writes, and rows that several products add to.
    void clearFirst() {
        if (m_zeroAll) {
            m_result.zeros = {{m_result.shift, static_cast<std::uint32_t>(m_result.end - m_result.shift)}};
            return;
        }
        for (const RowClass& rows : m_plan.classes) {
            const bool written =
                rows.demand == kReadDirectly || (std::popcount(rows.demand) == 1 && (rows.demand & kProducts) != 0);
            if (written || rows.rows == 0) {
                continue;
            }
            if (m_plan.ordered) {
                m_result.zeros.push_back({m_result.shift + rows.first, rows.rows * rows.stride});
            } else {
                const RowSpace& space = m_plan.spaces[rows.space];
                m_result.zeros.push_back({m_result.shift + space.first, space.rows * space.stride});
            }
        }
    }

    const NetCode& m_code;
    const OpGraph& m_graph;
    const LaunchPlan& m_plan;
    std::uint32_t m_threads;
    std::size_t m_groups;
    UseSlots m_rowSlots;                  // by RowId
    std::vector<UseSlots> m_productSlots; // by group, by product row
    std::vector<std::uint32_t> m_groupFirst;
    bool m_zeroAll;
    StoreMode m_mode;
    WeightGradients m_weights; // Launching::PerBatch
    OffsetCursor m_next = OffsetCursor(m_plan.end);
    std::vector<std::uint32_t> m_sumOf; // by ParamId
    BatchId m_batch;
    std::vector<std::uint32_t> m_targets;
    std::vector<std::uint32_t> m_uses;
    std::vector<std::uint32_t> m_firstSlots;
    GradientPlan m_result;
};

} // namespace

GradientPlan makeGradientPlan(const NetCode& code, const OpGraph& graph, const LaunchPlan& plan, int threads) {
    if (!plan.fits()) {
        GradientPlan none;
        none.end = plan.end;
        return none;
    }
    return Planner(code, graph, plan, threads).run();
}

} // namespace batchscope
