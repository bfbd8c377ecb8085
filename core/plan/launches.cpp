// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/launches.h"

#include "core/plan/product_launcher.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

Launches emptiedLaunches(Launches launches) {
    launches.steps.clear();
    launches.copySteps.clear();
    launches.products.clear();
    launches.kernels.clear();
    launches.bindings.clear();
    launches.useOffsets.clear();
    launches.offsets.clear();
    launches.lookups.clear();
    return launches;
}

/// The level of the kernels that write the space.
std::int32_t levelOf(const CellCode& code, SpaceId space) {
    for (const CodeKernel& kernel : code.kernels) {
        if (std::find(kernel.outputs.begin(), kernel.outputs.end(), space) != kernel.outputs.end()) {
            return kernel.level;
        }
    }
    return -1;
}

/// Plans the launches, batch by batch in order of execution.
class Launcher {
public:
    Launcher(const PlanInput& input, const FoundRows& found, const PlacedRows& placed, Launches& launches)
        : m_input(input), m_found(found), m_placed(placed), m_launches(launches),
          m_products(input, found, placed, launches), m_isPerBatch(launchingOf(input.schedule) == Launching::PerBatch),
          m_copied(placed.copies.size(), 0) {
        m_launches.useOffsets.extend(found.uses.size());
    }

    void run() {
        for (const BatchId id : m_found.batches.ids()) {
            m_batch = id;
            launchBatch(m_found.batches[id]);
        }
    }

private:
    void launchBatch(const PlannedBatch& batch) {
        const CellCode& code = m_input.code.ops[batch.op];
        if (m_isPerBatch) {
            launchOwnCopies(batch.newStatics);
        }
        m_located.assign(code.operands.size(), 0);
        std::int32_t level = 0;
        for (std::size_t index = 0; index < code.kernels.size(); ++index) {
            const CodeKernelId id(index);
            const CodeKernel& kernel = code.kernels[id];
            if (kernel.level != level) {
                finishLevel(batch, code, level);
                level = kernel.level;
            }
            for (const OperandId input : kernel.inputs) {
                locate(code, batch, input);
            }
            launchKernel(code, batch, id);
        }
        finishLevel(batch, code, level);
    }

    /// Adds the rows of the level's spaces, which exist once all kernels of the level have run.
    void finishLevel(const PlannedBatch& batch, const CellCode& code, std::int32_t level) {
        for (const RunId id : batch.runs) {
            const RowRun& run = m_found.runs[id];
            if (levelOf(code, run.space) == level) {
                m_products.addRows(run);
            }
        }
    }

    /// Converts the rows of an operand to offsets, and makes sure that their products are launched first.
    void locate(const CellCode& code, const PlannedBatch& batch, OperandId input) {
        const CodeOperand& operand = code.operands[input];
        if (operand.source == OperandSource::Parameter || m_located[input] != 0) {
            return;
        }
        m_located[input] = 1;
        const IdRange<UseId> uses = m_found.usesOf(batch, input);
        const std::span<const RowId> rows = m_found.uses.span(uses);
        const std::span<Offset> out = m_launches.useOffsets.span(uses);
        if (!operand.group.valid()) {
            for (std::size_t row = 0; row < rows.size(); ++row) {
                out[row] = m_placed.offsetOf(rows[row]);
            }
            return;
        }
        RowId latest(std::size_t{0});
        for (std::size_t row = 0; row < rows.size(); ++row) {
            out[row] = m_placed.productOffsetOf(rows[row], operand.group);
            latest = std::max(latest, rows[row]);
        }
        m_products.launchFor(m_batch, operand.group, rows, latest);
    }

    /// Adds one launch for each copy that makes any of these rows, which the batch is the first to read.
    void launchOwnCopies(IdRange<RowId> rows) {
        const CopyStepId firstNew = m_launches.copySteps.next();
        for (const RowId row : rows) {
            const CopyId copy = m_found.statics.rows[row].source;
            const std::span<CopyStep> steps = m_launches.copySteps.span(m_launches.copySteps.idsFrom(firstNew));
            const auto known =
                std::find_if(steps.begin(), steps.end(), [copy](const CopyStep& step) { return step.copy == copy; });
            if (known != steps.end()) {
                known->rows = {known->rows.first(), std::size_t{known->rows.size()} + 1};
            } else {
                const StaticEntryId next = m_placed.copies[copy].rows[m_copied[copy]];
                m_launches.copySteps.push_back({copy, {next, 1}, rows});
            }
            ++m_copied[copy]; // copies list their rows in order of RowId
        }
        for (const CopyStepId id : m_launches.copySteps.idsFrom(firstNew)) {
            m_launches.steps.push_back({LaunchStep::Kind::Copy, id.value, m_batch});
        }
    }

    void launchKernel(const CellCode& code, const PlannedBatch& batch, CodeKernelId id) {
        const CodeKernel& kernel = code.kernels[id];
        const std::uint32_t rows = kernel.domain == RowsOf::Items ? batch.items : batch.nodes;
        if (rows == 0) { // all calls equal earlier ones, or have no items
            return;
        }
        const BindingId first = m_launches.bindings.next();
        for (const OperandId input : kernel.inputs) {
            m_launches.bindings.push_back(inputBinding(code.operands[input], batch, input));
        }
        for (const SpaceId space : kernel.outputs) {
            m_launches.bindings.push_back(outputBinding({m_found.firstRowOf(batch, space), rows}));
        }
        const KernelId launch = m_launches.kernels.push_back({.batch = m_batch,
                                                              .op = batch.op,
                                                              .kernel = id,
                                                              .rows = rows,
                                                              .bindings = m_launches.bindings.idsFrom(first)});
        m_launches.steps.push_back({LaunchStep::Kind::Kernel, launch.value, m_batch});
    }

    [[nodiscard]] PlannedBinding inputBinding(const CodeOperand& operand, const PlannedBatch& batch,
                                              OperandId input) const {
        if (operand.source == OperandSource::Parameter) {
            return {.kind = BindingKind::OneRow, .first = m_input.options.parameterOffsets[operand.param]};
        }
        return {.kind = BindingKind::Uses,
                .uses = m_found.usesOf(batch, input).first(),
                .segments = operand.rows == OperandRows::Segments ? batch.segments : SegmentId()};
    }

    [[nodiscard]] PlannedBinding outputBinding(IdRange<RowId> rows) {
        const ListedId first = m_launches.offsets.next();
        const std::span<Offset> out = m_launches.offsets.extend(rows.size());
        for (std::size_t row = 0; row < out.size(); ++row) {
            out[row] = m_placed.offsetOf(rows[row]);
        }
        return {.kind = BindingKind::Listed, .offsets = first};
    }

    const PlanInput& m_input;
    const FoundRows& m_found;
    const PlacedRows& m_placed;
    Launches& m_launches;
    ProductLauncher m_products;
    bool m_isPerBatch;
    BatchId m_batch;
    FlatList<OperandId, std::uint8_t> m_located; // by operand of the current batch
    IdVector<CopyId, std::uint32_t> m_copied;    // PerBatch: number of rows that have been copied
};

} // namespace

Launches launchAll(const PlanInput& input, const FoundRows& found, const PlacedRows& placed, Launches recycled) {
    Launches launches = emptiedLaunches(std::move(recycled));
    launches.end = placed.end;
    if (placed.fits()) {
        Launcher(input, found, placed, launches).run();
    }
    return launches;
}

} // namespace batchscope
