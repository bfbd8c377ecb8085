// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/gradient_plan.h"

#include "core/plan/gradient_slots.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

// The stage of a gradient plan that reverses the launches: last first, each after the launches that sum the gradients
// it reads.

/// The members mean the same as those of GradientPlan.
struct ReverseLaunches {
    FlatList<GradientListedId, Offset> offsets;
    FlatList<ReduceSegmentId, std::uint32_t> segments;
    FlatList<GradientBindingId, PlannedBinding> bindings;
    FlatList<ReduceId, ReduceLaunch> reduces;
    FlatList<ProductGradientId, ProductGradient> products;
    FlatList<KernelGradientId, KernelGradient> kernels;
    FlatList<WeightGradientId, WeightGradient> weights; ///< only with Launching::PerBatch
    std::vector<GradientStep> steps;
    std::uint64_t end = 0;
};

/// Assembles launches that sum the slots of rows, row by row.
class SlotSums {
public:
    /// AddAll is for plans in which all gradients start at zero.
    enum class Stores : std::uint8_t { AsAsked, AddAll };
    explicit SlotSums(Stores stores) : m_stores(stores) {}

    /// The gradient at `target` is the sum of `uses` slots.
    void add(Offset target, std::uint32_t uses, Offset firstSlot) { m_rows.push_back({target, uses, firstSlot}); }

    /// The common shape of the rows of one launch. The slots of one row are `stride` apart.
    struct Shape {
        std::int32_t width = 0;
        std::uint32_t stride = 0;
    };
    /// Appends the launch of the rows added since the last one, and its step; does nothing if there are none.
    void launch(Shape shape, StoreMode mode, BatchId batch, ReverseLaunches& out);

private:
    struct Row {
        Offset target = 0;
        std::uint32_t uses = 0;
        Offset firstSlot = 0;
    };
    Stores m_stores;
    std::vector<Row> m_rows;
};

/// Slots of different rows need not be adjacent, so the offset of each slot is listed.
void SlotSums::launch(Shape shape, StoreMode mode, BatchId batch, ReverseLaunches& out) {
    if (m_rows.empty()) {
        return;
    }
    ReduceLaunch launch{.width = shape.width,
                        .mode = m_stores == Stores::AddAll ? StoreMode::Add : mode,
                        .rows = static_cast<std::uint32_t>(m_rows.size()),
                        .targets = out.offsets.next(),
                        .segments = out.segments.next()};
    const std::span<Offset> targets = out.offsets.extend(m_rows.size());
    const std::span<std::uint32_t> segments = out.segments.extend(m_rows.size() + 1);
    segments[0] = 0;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        targets[row] = m_rows[row].target;
        segments[row + 1] = segments[row] + m_rows[row].uses;
    }
    launch.firstSlot = out.offsets.next();
    Offset* slots = out.offsets.extend(segments[m_rows.size()]).data();
    for (const Row& row : m_rows) {
        for (std::uint32_t use = 0; use < row.uses; ++use) {
            *slots++ = row.firstSlot + use * shape.stride;
        }
    }
    m_rows.clear();
    const ReduceId id = out.reduces.push_back(launch);
    out.steps.push_back({GradientStep::Kind::Reduce, id.value, batch});
}

/// True if no later kernel of the op also writes the space.
bool isLastWriter(const CellCode& code, CodeKernelId kernel, SpaceId space) {
    for (std::size_t later = kernel.index() + 1; later < code.kernels.size(); ++later) {
        const std::vector<SpaceId>& outputs = code.kernels[CodeKernelId(later)].outputs;
        if (std::find(outputs.begin(), outputs.end(), space) != outputs.end()) {
            return false;
        }
    }
    return true;
}

class Reverser {
public:
    Reverser(const GradientInput& input, const GradientSlots& slots, const ParameterPlaces& parameters)
        : m_input(input), m_plan(input.plan), m_slots(slots), m_parameters(parameters), m_next(parameters.end),
          m_sums(input.addsAll() ? SlotSums::Stores::AddAll : SlotSums::Stores::AsAsked), m_weights(input.code) {}

    ReverseLaunches run() {
        const std::vector<LaunchStep>& steps = m_plan.launches.steps;
        for (std::size_t index = steps.size(); index-- > 0;) {
            const LaunchStep& step = steps[index];
            m_batch = step.batch;
            switch (step.kind) {
            case LaunchStep::Kind::Copy: reverseCopy(m_plan.launches.copySteps[step.copy()]); break;
            case LaunchStep::Kind::Product: reverseProduct(step.product()); break;
            case LaunchStep::Kind::Kernel: reverseKernel(step.kernel()); break;
            }
        }
        if (m_plan.launching == Launching::Shared) {
            reduceStatics();
        }
        m_result.end = m_next.end();
        return std::move(m_result);
    }

private:
    template <typename IdType>
    void push(GradientStep::Kind kind, IdType id) {
        m_result.steps.push_back({kind, id.value, m_batch});
    }

    // ---- sums of slots

    void addRow(RowId row) {
        if (m_slots.rows.has(row)) {
            m_sums.add(m_slots.shift + m_plan.places.offsetOf(row), m_slots.rows.uses[row], m_slots.rows.firsts[row]);
        }
    }

    /// Sums the slots of those rows that are in the space: first of rows whose gradients are written, then of rows that
    /// products also add to.
    void reduceRows(IdRange<RowId> rows, SpaceId space) {
        const RowSpace& shape = m_plan.places.spaces[space];
        for (const StoreMode mode : {StoreMode::Write, StoreMode::Add}) {
            for (const RowId row : rows) {
                const RowClass& alike = m_plan.places.classOf(row);
                if (alike.space == space && isMixed(alike) == (mode == StoreMode::Add)) {
                    addRow(row);
                }
            }
            m_sums.launch({shape.width, shape.stride}, mode, m_batch, m_result);
        }
    }

    /// Sums the slots of table rows, whose gradients are complete only at the end.
    void reduceStatics() {
        m_batch = BatchId();
        for (const CopyId copy : m_plan.places.copies.ids()) {
            reduceCopied(copy, m_plan.rows.staticRows());
        }
    }

    void reduceCopied(CopyId copy, IdRange<RowId> rows) {
        const SpaceId space = m_plan.places.staticSpaceOf(copy);
        if (!m_input.isNumber(space)) {
            reduceRows(rows, space);
        }
    }

    // ---- launches

    /// The batch that copied these rows was the first to read them, so the gradients of all readers are complete.
    void reverseCopy(const CopyStep& step) { reduceCopied(step.copy, step.batchRows); }

    /// The launches that read the outputs come later and are already reversed, so the outputs' gradients are complete.
    void reverseKernel(KernelId id) {
        const KernelLaunch& launch = m_plan.launches.kernels[id];
        const CellCode& code = m_input.code.ops[launch.op];
        const CodeKernel& kernel = code.kernels[launch.kernel];
        const PlannedBatch& batch = m_plan.rows.batches[launch.batch];
        for (const SpaceId space : kernel.outputs) {
            if (isLastWriter(code, launch.kernel, space)) {
                reduceRows({m_plan.rows.firstRowOf(batch, space), launch.rows}, space);
            }
        }
        const GradientBindingId first = m_result.bindings.next();
        for (std::uint32_t index = 0; index < launch.bindings.size(); ++index) {
            PlannedBinding binding = m_plan.launches.bindings[launch.bindings[index]];
            binding.shift = index < kernel.inputs.size() ? 0 : m_slots.shift;
            m_result.bindings.push_back(binding);
        }
        for (const std::uint32_t input : kernel.gradientInputs) {
            m_result.bindings.push_back(gradientBinding(code, batch, kernel.inputs[input]));
        }
        push(GradientStep::Kind::Kernel, m_result.kernels.push_back({id, m_result.bindings.idsFrom(first)}));
    }

    [[nodiscard]] PlannedBinding gradientBinding(const CellCode& code, const PlannedBatch& batch,
                                                 OperandId input) const {
        const CodeOperand& operand = code.operands[input];
        if (operand.source == OperandSource::Parameter) {
            const ParameterSum& sum = m_parameters.sums[m_parameters.sumOf[operand.param]];
            return {.kind = BindingKind::ThreadRow, .first = sum.first, .stride = sum.stride};
        }
        return {.kind = BindingKind::UseGradients,
                .uses = m_plan.rows.usesOf(batch, input).first(),
                .segments = operand.rows == OperandRows::Segments ? batch.segments : SegmentId()};
    }

    void reverseProduct(ProductId id) {
        const ProductLaunch& launch = m_plan.launches.products[id];
        reduceProducts(launch);
        if (m_plan.launching == Launching::PerBatch) {
            push(GradientStep::Kind::Weight, m_result.weights.push_back(m_weights.next(launch, m_slots.shift)));
        }
        if (m_input.isNumber(launch.space)) {
            return;
        }
        const bool writes = std::popcount(launch.demand) == 1 && !m_input.addsAll();
        ProductGradient gradient{id, writes ? StoreMode::Write : StoreMode::Add};
        if (launch.gathered.valid()) {
            gradient.scratch = m_next.take(launch.rows, launch.inputStride);
        }
        push(GradientStep::Kind::Product, m_result.products.push_back(gradient));
    }

    void reduceProducts(const ProductLaunch& launch) {
        const std::uint32_t stride = m_plan.places.strides[launch.group];
        const UseSlots<ProductRowId>& slots = m_slots.products[launch.group];
        ProductRowId product = m_slots.productAt(m_plan.places, launch.group, launch.output);
        for (std::uint32_t row = 0; row < launch.rows; ++row, ++product.value) {
            if (slots.has(product)) {
                m_sums.add(m_slots.shift + launch.output + row * stride, slots.uses[product], slots.firsts[product]);
            }
        }
        m_sums.launch({m_input.code.groups[launch.group].width, stride}, StoreMode::Write, m_batch, m_result);
    }

    const GradientInput& m_input;
    const LaunchPlan& m_plan;
    const GradientSlots& m_slots;
    const ParameterPlaces& m_parameters;
    OffsetCursor m_next;
    SlotSums m_sums;
    WeightGradients m_weights; // only with Launching::PerBatch
    BatchId m_batch;           // batch of the current launch
    ReverseLaunches m_result;
};

ReverseLaunches reverseLaunches(const GradientInput& input, const GradientSlots& slots,
                                const ParameterPlaces& parameters) {
    return Reverser(input, slots, parameters).run();
}

/// True if the rows' gradients are written: the rows have one product only, or are only read directly.
bool isWritten(const RowClass& rows) {
    return std::popcount(rows.demand) == 1;
}

/// Memory that must start at zero: sums, rows without readers, and rows to which several launches add.
std::vector<ZeroRange> zerosOf(const GradientInput& input, const GradientPlan& plan) {
    if (input.addsAll()) {
        return {{plan.shift, static_cast<std::uint32_t>(plan.end - plan.shift)}};
    }
    std::vector<ZeroRange> zeros;
    for (const ParameterSum& sum : plan.sums) {
        zeros.push_back({sum.first, sum.stride * input.threads});
    }
    const PlacedRows& places = input.plan.places;
    for (const RowClass& rows : places.classes) {
        if (isWritten(rows) || rows.rows == 0) {
            continue;
        }
        if (places.ordered) {
            zeros.push_back({plan.shift + rows.first, rows.rows * rows.stride});
        } else {
            const RowSpace& space = places.spaces[rows.space];
            zeros.push_back({plan.shift + space.first, space.rows * space.stride});
        }
    }
    return zeros;
}

} // namespace

GradientPlan makeGradientPlan(const NetCode& code, const OpGraph& graph, const LaunchPlan& plan, int threads) {
    if (!plan.fits()) {
        return {.end = plan.end()};
    }
    const GradientInput input{code, graph, plan, static_cast<std::uint32_t>(threads)};
    const GradientSlots slots = findGradientSlots(input);
    ReaderPlaces readers = placeReaders(input, slots);
    ParameterPlaces parameters = placeParameters(input, slots.end);
    ReverseLaunches reverse = reverseLaunches(input, slots, parameters);
    GradientPlan result{.shift = slots.shift,
                        .end = reverse.end,
                        .useOffsets = std::move(readers.useOffsets),
                        .offsets = std::move(reverse.offsets),
                        .segments = std::move(reverse.segments),
                        .bindings = std::move(reverse.bindings),
                        .reduces = std::move(reverse.reduces),
                        .products = std::move(reverse.products),
                        .kernels = std::move(reverse.kernels),
                        .steps = std::move(reverse.steps),
                        .seeds = std::move(readers.seeds),
                        .weights = plan.launching == Launching::Shared ? sharedWeightGradients(input, slots.shift)
                                                                       : std::move(reverse.weights),
                        .tables = tableGradients(plan.places),
                        .sums = std::move(parameters.sums),
                        .parameters = std::move(parameters.gradients)};
    result.zeros = zerosOf(input, result);
    for (const ZeroRange& zero : unwrittenParameters(input, result.parameters, result.weights)) {
        result.zeros.push_back(zero);
    }
    return result;
}

} // namespace batchscope
