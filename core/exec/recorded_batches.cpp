// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/recorded_batches.h"

#include <algorithm>
#include <optional>

namespace batchscope {

namespace {

/// Finds the batch that launched the product row at an offset.
class ProductLaunches {
public:
    explicit ProductLaunches(const EngineLaunches& ran) : m_ofGroup(ran.code.groups.size()) {
        for (const LaunchStep& step : ran.plan.launches.steps) {
            if (step.kind != LaunchStep::Kind::Product) {
                continue;
            }
            const ProductLaunch& launch = ran.plan.launches.products[step.product()];
            const TableUse& use = ran.tables[step.product().index()];
            m_ofGroup[launch.group.index()].push_back(
                {launch.output, launch.output + launch.rows * ran.plan.places.strides[launch.group], step.batch,
                 use.rows > 0 && use.newRows == 0});
        }
        for (std::vector<Launched>& launches : m_ofGroup) {
            std::sort(launches.begin(), launches.end(),
                      [](const Launched& left, const Launched& right) { return left.begin < right.begin; });
        }
    }

    struct Launched {
        Offset begin = 0; ///< offset of the first product row
        Offset end = 0;
        BatchId batch;
        bool fromTable = false;
    };
    /// Returns null for a row that no product wrote. A lookup next to the previous one (`guess`) is cheap.
    [[nodiscard]] const Launched* at(GroupId group, Offset offset, const Launched* guess) const {
        if (guess != nullptr && guess->begin <= offset && offset < guess->end) {
            return guess;
        }
        const std::vector<Launched>& launches = m_ofGroup[group.index()];
        const auto after =
            std::upper_bound(launches.begin(), launches.end(), offset,
                             [](Offset wanted, const Launched& launch) { return wanted < launch.begin; });
        return after == launches.begin() || offset >= (after - 1)->end ? nullptr : &*(after - 1);
    }

private:
    std::vector<std::vector<Launched>> m_ofGroup;
};

/// True if the rows at these offsets are consecutive and in order, `stride` apart; also true if all are the same row.
bool isInPlace(std::span<const Offset> offsets, std::uint32_t stride) {
    if (offsets.size() < 2) {
        return true;
    }
    const std::uint32_t step = offsets[1] - offsets[0];
    if (step != 0 && step != stride) {
        return false;
    }
    for (std::size_t row = 2; row < offsets.size(); ++row) {
        if (offsets[row] - offsets[row - 1] != step) {
            return false;
        }
    }
    return true;
}

class EngineViews {
public:
    explicit EngineViews(const EngineLaunches& ran)
        : m_ran(ran), m_plan(ran.plan), m_products(ran), m_bytes(bytesOf(ran.graph.ops.dtype)) {}

    BatchViews make() {
        m_views.executor = ExecutorKind::Engine;
        m_views.batches.resize(m_plan.rows.batches.size());
        start();
        for (const LaunchStep& step : m_plan.launches.steps) {
            BatchView& batch = m_views.batches[step.batch.index()];
            if (step.kind == LaunchStep::Kind::Product) {
                product(step.product(), batch);
            } else if (step.kind == LaunchStep::Kind::Copy) {
                copy(m_plan.launches.copySteps[step.copy()], batch);
            }
        }
        const KernelLaunch* kernel = m_plan.launches.kernels.begin(); // kernels are in order of their batches
        for (const BatchId id : m_plan.rows.batches.ids()) {
            findUses(id);
            BatchView& batch = m_views.batches[id.index()];
            batch.rows = m_plan.rows.batches[id].nodes;
            for (; kernel != m_plan.launches.kernels.end() && kernel->batch == id; ++kernel) {
                runKernel(*kernel, batch);
            }
            listOperands(id, batch);
            if (batch.launches() == 0) {
                batch.elided = batch.rows == 0 ? ElisionReason::EqualCalls : ElisionReason::HandedOn;
            }
        }
        return std::move(m_views);
    }

private:
    void start() {
        if (m_plan.launching == Launching::PerBatch) {
            return; // each batch makes its own copies (counted by copy())
        }
        for (const CopyLaunch& copy : m_plan.places.copies) {
            m_views.start.copies += copy.rows.empty() ? 0 : 1;
            m_views.start.rowCopies += copy.rows.empty() ? 0 : 1;
            m_views.start.rows += copy.rows.size();
            m_views.start.bytesCopied += bytesOfRows(copy.rows.size(), copy.source);
        }
    }

    void copy(const CopyStep& step, BatchView& batch) const {
        ++batch.copies;
        ++batch.rowCopies;
        batch.bytesCopied += bytesOfRows(step.rows.size(), m_plan.places.copies[step.copy].source);
    }

    [[nodiscard]] std::size_t bytesOfRows(std::size_t rows, const StaticSource& source) const {
        return rows * static_cast<std::size_t>(source.width) * m_bytes;
    }

    void product(ProductId id, BatchView& batch) const {
        const ProductLaunch& launch = m_plan.launches.products[id];
        const TableUse& use = m_ran.tables[id.index()];
        const std::uint32_t computed = use.rows > 0 ? use.newRows : launch.rows;
        batch.products += computed > 0 ? 1 : 0;
        batch.copies += computed > 0 ? 0 : 1;
        batch.productRows += computed;
        batch.tableRows += use.rows - use.newRows;
        batch.bytesCopied += use.bytesCopied;
        if (launch.gathered.valid()) {
            batch.bytesCopied +=
                std::size_t{launch.rows} * static_cast<std::size_t>(m_ran.code.groups[launch.group].inner) * m_bytes;
        }
    }

    [[nodiscard]] std::span<const Offset> offsetsOf(const PlannedBatch& batch, OperandId operand) const {
        return m_plan.launches.offsetsOf(m_plan.rows.usesOf(batch, operand));
    }

    [[nodiscard]] std::uint32_t strideOf(const CodeOperand& operand) const {
        return operand.group.valid() ? m_plan.places.strides[operand.group]
                                     : rowUnits(operand.width, m_ran.graph.ops.dtype);
    }

    /// Sets m_inPlace. Operands that no kernel reads have no offsets and count as in place.
    void findUses(BatchId id) {
        const PlannedBatch& batch = m_plan.rows.batches[id];
        const CellCode& code = m_ran.code.ops[batch.op];
        m_inPlace.assign(code.operands.size(), true);
        for (std::size_t index = 0; index < code.operands.size(); ++index) {
            const CodeOperand& operand = code.operands[OperandId(index)];
            if (operand.isRead && operand.source != OperandSource::Parameter) {
                m_inPlace[index] = isInPlace(offsetsOf(batch, OperandId(index)), strideOf(operand));
            }
        }
    }

    void runKernel(const KernelLaunch& launch, BatchView& batch) const {
        const CellCode& code = m_ran.code.ops[launch.op];
        const CodeKernel& kernel = code.kernels[launch.kernel];
        ++batch.kernels;
        batch.bytesWritten += numbersWritten(kernel) * launch.rows * m_bytes;
        forEachRead(kernel, [&](OperandId operand, std::int32_t /*column*/, std::int32_t width) {
            if (code.operands[operand].source == OperandSource::Parameter) {
                return;
            }
            const std::size_t rows = m_plan.rows.usesOf(m_plan.rows.batches[launch.batch], operand).size();
            const std::size_t numbers = rows * static_cast<std::size_t>(width);
            (m_inPlace[operand.index()] ? batch.bytesInPlace : batch.bytesIndexed) += numbers * m_bytes;
        });
    }

    void listOperands(BatchId id, BatchView& batch) {
        const PlannedBatch& planned = m_plan.rows.batches[id];
        const CellCode& code = m_ran.code.ops[planned.op];
        batch.firstOperand = static_cast<std::uint32_t>(m_views.operands.size());
        if (planned.nodes == 0) {
            return; // nothing was read
        }
        for (std::size_t index = 0; index < code.operands.size(); ++index) {
            const OperandId own(index);
            const CodeOperand& operand = code.operands[own];
            if (operand.source != OperandSource::Slot && operand.source != OperandSource::Lookup) {
                continue;
            }
            OperandView found{.slot = static_cast<std::uint32_t>(operand.slot),
                              .use = m_inPlace[index] ? OperandUse::InPlace : OperandUse::Indexed,
                              .isLookup = operand.source == OperandSource::Lookup,
                              .rows = m_plan.rows.usesOf(planned, own).size(),
                              .width = operand.width};
            if (!operand.isRead) {
                found.use = OperandUse::HandedOn;
            } else if (operand.group.valid()) {
                findProducts(id, operand.group, offsetsOf(planned, own), found);
            }
            addOperand(found, batch);
        }
        std::stable_sort(m_views.operands.begin() + batch.firstOperand, m_views.operands.end(),
                         [](const OperandView& left, const OperandView& right) { return left.slot < right.slot; });
    }

    void findProducts(BatchId batch, GroupId group, std::span<const Offset> offsets, OperandView& found) const {
        bool all = !offsets.empty();
        bool allEarlier = all;
        const ProductLaunches::Launched* launch = nullptr;
        for (const Offset offset : offsets) {
            launch = m_products.at(group, offset, launch);
            if (launch == nullptr) {
                all = false;
                continue;
            }
            all = all && launch->fromTable;
            allEarlier = allEarlier && (launch->fromTable || launch->batch == batch);
            found.launchedFirst =
                found.launchedFirst.valid() ? std::min(found.launchedFirst, launch->batch) : launch->batch;
            found.launchedLast =
                found.launchedLast.valid() ? std::max(found.launchedLast, launch->batch) : launch->batch;
        }
        found.earlierFromTable = allEarlier && found.launchedFirst.valid() && found.launchedFirst < batch;
        found.use = all ? OperandUse::FromTable : OperandUse::Products;
    }

    /// Merges products of one argument with several groups of weights into one entry.
    void addOperand(const OperandView& found, BatchView& batch) {
        const bool isProduct = found.use == OperandUse::Products || found.use == OperandUse::FromTable;
        for (std::size_t index = batch.firstOperand; index < m_views.operands.size(); ++index) {
            OperandView& known = m_views.operands[index];
            if (known.slot == found.slot && known.use == found.use && known.launchedFirst == found.launchedFirst &&
                known.launchedLast == found.launchedLast && known.earlierFromTable == found.earlierFromTable &&
                known.width == found.width) {
                known.times += isProduct ? 1 : 0;
                return;
            }
        }
        m_views.operands.push_back(found);
        ++batch.operands;
    }

    const EngineLaunches& m_ran;
    const LaunchPlan& m_plan;
    BatchViews m_views;
    ProductLaunches m_products;
    std::size_t m_bytes;
    std::vector<bool> m_inPlace; // by operand of the current batch
};

OperandUse useOf(OperandKind kind) {
    switch (kind) {
    case OperandKind::View:
    case OperandKind::Shared: return OperandUse::InPlace;
    case OperandKind::Gather:
    case OperandKind::Constants: return OperandUse::Copied;
    case OperandKind::Integers: return OperandUse::Integers;
    }
    return OperandUse::InPlace;
}

} // namespace

BatchViews viewsOf(const EngineLaunches& launches) {
    return EngineViews(launches).make();
}

std::size_t callsOf(const OpBody& body) {
    return static_cast<std::size_t>(std::count_if(body.values.begin(), body.values.end(), [](const BodyValue& value) {
        return value.primitive != Primitive::Argument;
    }));
}

BatchViews viewsOfCalls(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, Stacking stacking) {
    std::optional<LegacyStacking> legacy;
    if (stacking == Stacking::ChunkCat) {
        legacy = legacyStacking(graph, schedule, plan);
    }
    BatchViews views;
    views.batches.resize(schedule.batchCount());
    for (std::size_t index = 0; index < schedule.batchCount(); ++index) {
        const BatchId id(index);
        const Op& op = graph.opOf(schedule.batchSignatures[id]);
        BatchView& batch = views.batches[index];
        batch.rows = static_cast<std::uint32_t>(schedule.batchSize(id));
        batch.methodCalls = op.call != nullptr ? 1 : 0;
        batch.calls = op.call != nullptr ? 0 : static_cast<std::uint32_t>(callsOf(op.body));
        batch.firstOperand = static_cast<std::uint32_t>(views.operands.size());
        const auto operands = plan.operandsOf(id);
        for (std::size_t slot = 0; slot < operands.size(); ++slot) {
            const bool isStacked = legacy && !legacy->rowsOf(plan.operandOffsets[index] + slot).empty();
            OperandView found{.slot = static_cast<std::uint32_t>(slot),
                              .use = isStacked ? OperandUse::Copied : useOf(operands[slot].kind),
                              .rows = operands[slot].rows,
                              .width = op.arguments[slot].width};
            const std::size_t bytes =
                std::size_t{found.rows} * static_cast<std::size_t>(found.width) * bytesOf(graph.ops.dtype);
            if (found.use == OperandUse::Copied) {
                found.bytesCopied = bytes;
                batch.bytesCopied += bytes;
                ++batch.gathers;
            } else if (found.use == OperandUse::InPlace) {
                batch.bytesInPlace += bytes;
            }
            views.operands.push_back(found);
            ++batch.operands;
        }
    }
    return views;
}

} // namespace batchscope
