// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/launch_planner.h"

#include <algorithm>

namespace batchscope {

namespace {

class LaunchAll {
public:
    explicit LaunchAll(PlanDraft& draft)
        : m_draft(draft), m_code(draft.code), m_plan(draft.plan), m_groups(draft.code.groups.size()),
          m_made(m_plan.classes.size(), 0), m_launched(m_plan.classes.size() * m_groups, 0),
          m_launchedBelow(m_groups, 0), m_classesOf(m_groups) {}

    void run() {
        prepare();
        for (std::size_t step = 0; step < m_plan.batches.size(); ++step) {
            batch(BatchId(step));
        }
    }

private:
    void prepare() {
        m_hasProduct.resize(m_isPerBatch ? m_groups : 0);
        m_plan.offsets.extend(m_plan.uses.size()); // entry for entry, where the used rows lie
        for (std::uint32_t of = 0; of < m_plan.classes.size(); ++of) {
            const RowClass& rows = m_plan.classes[of];
            if (rows.space >= m_code.spaces.size()) {
                m_made[of] = rows.rows; // static rows are there from the start
            }
            for (std::size_t group = 0; group < m_groups; ++group) {
                if (m_plan.productFirst[of * m_groups + group] != 0) {
                    m_classesOf[group].push_back(of);
                }
            }
        }
        m_copied.assign(m_plan.copies.size(), 0);
        if (!m_isPerBatch && (!m_plan.ordered || m_keepsProducts)) {
            listRowsByClass();
        }
    }

    void listRowsByClass() {
        std::uint32_t next = 0;
        for (const RowClass& rows : m_plan.classes) {
            m_listFirst.push_back(next);
            next += rows.rows;
        }
        m_listed.resize(next);
        const auto list = [this](RowId begin, RowId end) {
            for (RowId row = begin; row < end; ++row) {
                m_listed[m_listFirst[m_plan.rowClasses[row]] + m_plan.rowPlaces[row]] = row;
            }
        };
        list(0, static_cast<RowId>(m_draft.statics.size()));
        if (!m_plan.ordered) {
            list(m_draft.firstDynamic, m_draft.dynamicEnd);
        }
    }

    void batch(BatchId id) {
        const PlannedBatch& planned = m_plan.batches[id.index()];
        const CellCode& code = m_code.ops[planned.op];
        m_batch = id;
        if (m_isPerBatch) {
            launchOwnCopies();
        }
        m_located.assign(code.operands.size(), 0);
        std::int32_t level = 0;
        for (std::uint32_t index = 0; index < code.kernels.size(); ++index) {
            const CodeKernel& kernel = code.kernels[index];
            if (kernel.level != level) {
                finishLevel(id, code, level);
                level = kernel.level;
            }
            for (const std::uint32_t input : kernel.inputs) {
                locate(code, planned, input);
            }
            launchKernel(code, planned, index);
        }
        finishLevel(id, code, level);
    }

    /// Rows of the spaces of a level exist when all its kernels have run.
    void finishLevel(BatchId batch, const CellCode& code, std::int32_t level) {
        for (std::uint32_t index = m_draft.runsOf[batch.index()]; index < m_draft.runsOf[batch.index() + 1]; ++index) {
            const PlanDraft::Run& run = m_draft.runs[index];
            if (levelOf(code, SpaceId(std::size_t{run.space})) != level) {
                continue;
            }
            for (RowId row = run.first; row < run.first + run.rows; ++row) {
                ++m_made[m_plan.rowClasses[row]];
            }
            m_madeBelow = run.first + run.rows;
        }
    }

    static std::int32_t levelOf(const CellCode& code, SpaceId space) {
        for (const CodeKernel& kernel : code.kernels) {
            if (std::find(kernel.outputs.begin(), kernel.outputs.end(), space) != kernel.outputs.end()) {
                return kernel.level;
            }
        }
        return -1;
    }

    /// Turns the rows of an operand into offsets, and sees to it that their products are launched before.
    void locate(const CellCode& code, const PlannedBatch& planned, std::uint32_t input) {
        const CodeOperand& operand = code.operands[input];
        if (operand.source == OperandSource::Parameter || m_located[input] != 0) {
            return;
        }
        m_located[input] = 1;
        const OperandUses& uses = m_plan.operands[planned.operands + input];
        const RowId* const rows = m_plan.uses.data() + uses.begin;
        std::uint32_t* const out = m_plan.offsets.data() + uses.begin;
        if (!operand.group.valid()) {
            for (std::uint32_t row = 0; row < uses.count; ++row) {
                out[row] = m_plan.offsetOf(rows[row]);
            }
            return;
        }
        RowId latest = 0;
        for (std::uint32_t row = 0; row < uses.count; ++row) {
            out[row] = m_plan.productOffsetOf(rows[row], operand.group);
            latest = std::max(latest, rows[row]);
        }
        if (m_isPerBatch) {
            launchOwnProducts(operand.group, uses);
        } else if (uses.count > 0 && latest >= m_launchedBelow[operand.group.index()]) {
            launchProducts(operand.group);
        }
    }

    /// The static rows that this batch is the first to read, a launch for each copy.
    void launchOwnCopies() {
        const RowId first = m_draft.staticsOf[m_batch.index()];
        const RowId end = m_draft.staticsOf[m_batch.index() + 1];
        const std::size_t firstNew = m_plan.copySteps.size();
        for (RowId row = first; row < end; ++row) {
            const std::uint32_t copy = m_draft.statics.spaceOf(row) - m_plan.firstStaticSpace;
            const auto known =
                std::find_if(m_plan.copySteps.begin() + static_cast<std::ptrdiff_t>(firstNew), m_plan.copySteps.end(),
                             [copy](const CopyStep& step) { return step.copy == copy; });
            if (known != m_plan.copySteps.end()) {
                ++known->count;
            } else {
                m_plan.copySteps.push_back({copy, m_plan.copies[copy].begin + m_copied[copy], 1, first, end});
            }
            ++m_copied[copy]; // copies list their rows in order of RowId
        }
        pushSteps(LaunchStep::Kind::Copy, firstNew, m_plan.copySteps.size());
    }

    /// Products of the rows that this batch reads, where no batch before has launched them.
    void launchOwnProducts(GroupId group, const OperandUses& uses) {
        const std::size_t firstNew = m_plan.products.size();
        const std::uint32_t stride = m_plan.groupStride[group.index()];
        std::vector<bool>& known = m_hasProduct[group.index()];
        known.resize(m_draft.dynamicEnd);
        for (std::uint32_t use = 0; use < uses.count; ++use) {
            const RowId row = m_plan.uses[uses.begin + use];
            if (known[row]) {
                continue;
            }
            known[row] = true;
            const ProductLaunch launch = ownProduct(group, row);
            if (m_plan.products.size() > firstNew && canAppend(m_plan.products.back(), launch, stride)) {
                ++m_plan.products.back().rows;
            } else {
                m_plan.products.push_back(launch);
            }
        }
        pushSteps(LaunchStep::Kind::Product, firstNew, m_plan.products.size());
    }

    [[nodiscard]] ProductLaunch ownProduct(GroupId group, RowId row) {
        const RowClass& rows = m_plan.classes[m_plan.rowClasses[row]];
        ProductLaunch launch{.group = group,
                             .rows = 1,
                             .input = m_plan.offsetOf(row),
                             .inputStride = rows.stride,
                             .output = m_plan.productOffsetOf(row, group),
                             .space = rows.space,
                             .demand = rows.demand};
        if (m_keepsProducts && isLookup(rows.space)) {
            launch.table = m_plan.copyInto(launch.space)->table;
            launch.lookups = static_cast<std::uint32_t>(m_plan.lookups.size());
            m_plan.lookups.push_back(m_draft.statics.idOf(row));
        }
        if (!m_plan.ordered) {
            launch.gathered = static_cast<std::uint32_t>(m_plan.offsets.size());
            m_plan.offsets.push_back(m_plan.offsetOf(row));
            launch.input = scratchFor(launch);
        }
        return launch;
    }

    void pushSteps(LaunchStep::Kind kind, std::size_t first, std::size_t end) {
        for (std::size_t index = first; index < end; ++index) {
            m_plan.steps.push_back({kind, static_cast<std::uint32_t>(index), m_batch});
        }
    }

    void launchProducts(GroupId group) {
        const std::size_t firstNew = m_plan.products.size();
        for (const std::uint32_t of : m_classesOf[group.index()]) {
            std::uint32_t& launched = m_launched[of * m_groups + group.index()];
            if (launched < m_made[of]) {
                launchRange(group, of, launched, m_made[of] - launched, firstNew);
                launched = m_made[of];
            }
        }
        m_launchedBelow[group.index()] = std::max(m_madeBelow, m_draft.firstDynamic);
        pushSteps(LaunchStep::Kind::Product, firstNew, m_plan.products.size());
    }

    void launchRange(GroupId group, std::uint32_t of, std::uint32_t place, std::uint32_t count, std::size_t firstNew) {
        const RowClass& rows = m_plan.classes[of];
        const std::uint32_t stride = m_plan.groupStride[group.index()];
        ProductLaunch launch{.group = group,
                             .rows = count,
                             .inputStride = rows.stride,
                             .output = m_plan.productFirst[of * m_groups + group.index()] + place * stride,
                             .space = rows.space,
                             .demand = rows.demand};
        if (m_keepsProducts && isLookup(rows.space)) {
            keep(launch, m_listFirst[of] + place);
        }
        if (!m_plan.ordered) {
            gather(launch, m_listFirst[of] + place);
            m_plan.products.push_back(launch);
            return;
        }
        launch.input = rows.first + place * rows.stride;
        if (m_plan.products.size() > firstNew && canAppend(m_plan.products.back(), launch, stride)) {
            m_plan.products.back().rows += count;
            return;
        }
        m_plan.products.push_back(launch);
    }

    /// Whether two launches read and write one block each. Their gradients must be begun alike, too.
    [[nodiscard]] bool canAppend(const ProductLaunch& before, const ProductLaunch& next, std::uint32_t stride) const {
        return before.inputStride == next.inputStride &&
               before.input + before.rows * before.inputStride == next.input &&
               before.output + before.rows * stride == next.output &&
               (before.gathered == kNoIndex ? next.gathered == kNoIndex
                                            : next.gathered == before.gathered + before.rows) &&
               (before.lookups == kNoIndex
                    ? next.lookups == kNoIndex
                    : next.lookups == before.lookups + before.rows && next.table == before.table) &&
               (!m_draft.options.forGradients || (before.demand == next.demand && before.space == next.space));
    }

    [[nodiscard]] bool isLookup(std::uint32_t space) const {
        const CopyLaunch* const copy = m_plan.copyInto(space);
        return copy != nullptr && copy->source == OperandSource::Lookup;
    }

    /// Names the rows of the table, so that whoever runs this may have their products already.
    void keep(ProductLaunch& launch, std::uint32_t listed) {
        launch.table = m_plan.copyInto(launch.space)->table;
        launch.lookups = static_cast<std::uint32_t>(m_plan.lookups.size());
        std::uint32_t* const out = m_plan.lookups.extend(launch.rows);
        for (std::uint32_t row = 0; row < launch.rows; ++row) {
            out[row] = m_draft.statics.idOf(m_listed[listed + row]);
        }
    }

    void gather(ProductLaunch& launch, std::uint32_t listed) {
        launch.gathered = static_cast<std::uint32_t>(m_plan.offsets.size());
        std::uint32_t* const out = m_plan.offsets.extend(launch.rows);
        for (std::uint32_t row = 0; row < launch.rows; ++row) {
            out[row] = m_plan.offsetOf(m_listed[listed + row]);
        }
        launch.input = scratchFor(launch);
    }

    /// Where gathered rows are copied to.
    [[nodiscard]] std::uint32_t scratchFor(const ProductLaunch& launch) {
        OffsetCursor scratch(m_plan.end);
        const std::uint32_t first = scratch.take(launch.rows, launch.inputStride);
        m_plan.end = scratch.end();
        return first;
    }

    void launchKernel(const CellCode& code, const PlannedBatch& planned, std::uint32_t index) {
        const CodeKernel& kernel = code.kernels[index];
        KernelLaunch launch{.batch = m_batch,
                            .op = planned.op,
                            .kernel = index,
                            .rows = kernel.domain == RowsOf::Items ? planned.items : planned.nodes,
                            .bindings = static_cast<std::uint32_t>(m_plan.bindings.size())};
        for (const std::uint32_t input : kernel.inputs) {
            m_plan.bindings.push_back(inputBinding(code.operands[input], planned, input));
        }
        for (const SpaceId space : kernel.outputs) {
            m_plan.bindings.push_back(outputBinding(m_plan.firstRowOf(m_code, planned, space), launch.rows));
        }
        if (launch.rows == 0) { // every call was equal to an earlier one, or has no items
            m_plan.bindings.resize(launch.bindings);
            return;
        }
        m_plan.steps.push_back({LaunchStep::Kind::Kernel, static_cast<std::uint32_t>(m_plan.kernels.size()), m_batch});
        m_plan.kernels.push_back(launch);
    }

    [[nodiscard]] PlannedBinding inputBinding(const CodeOperand& operand, const PlannedBatch& planned,
                                              std::uint32_t input) const {
        if (operand.source == OperandSource::Parameter) {
            return {.kind = BindingKind::OneRow, .first = m_draft.options.parameterOffsets[operand.param.index()]};
        }
        return {.offsets = m_plan.operands[planned.operands + input].begin,
                .segments = operand.rows == OperandRows::Segments ? planned.segments : kNoIndex};
    }

    [[nodiscard]] PlannedBinding outputBinding(RowId first, std::uint32_t rows) {
        PlannedBinding binding{.offsets = static_cast<std::uint32_t>(m_plan.offsets.size())};
        std::uint32_t* const out = m_plan.offsets.extend(rows);
        for (std::uint32_t row = 0; row < rows; ++row) {
            out[row] = m_plan.offsetOf(first + row);
        }
        return binding;
    }

    PlanDraft& m_draft;
    const NetCode& m_code;
    LaunchPlan& m_plan;
    std::size_t m_groups;
    bool m_keepsProducts = m_code.passes.has(Pass::Table) && !m_draft.options.forGradients;
    bool m_isPerBatch = m_plan.launching == Launching::PerBatch;
    BatchId m_batch;
    std::vector<std::uint32_t> m_made;                   // by class: rows that exist
    RowId m_madeBelow = 0;                               // dynamic rows below exist
    std::vector<std::uint32_t> m_launched;               // by class · groups + group: products of the first rows
    std::vector<RowId> m_launchedBelow;                  // by group: products of all existing rows below are launched
    std::vector<std::vector<std::uint32_t>> m_classesOf; // by group
    std::vector<std::uint8_t> m_located;                 // by operand of the batch at hand
    std::vector<std::uint32_t> m_copied;                 // PerBatch, by copy: rows that exist
    std::vector<std::vector<bool>> m_hasProduct;         // PerBatch, by group and RowId
    std::vector<std::uint32_t> m_listFirst;              // by class: first of its rows in m_listed
    std::vector<RowId> m_listed; // rows by class and place: when they are gathered, or their products kept
};

} // namespace

void launchAll(PlanDraft& draft) {
    LaunchAll(draft).run();
}

} // namespace batchscope
