// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/gradient_plan.h"

#include "core/plan/gradient_slots.h"
#include "core/plan/reverse_launches.h"
#include "core/plan/weight_gradients.h"

#include <bit>
#include <utility>

namespace batchscope {

namespace {

/// Whether the rows' gradients are written by one launch: by the only product, or in the place of the only reader.
bool isWritten(const RowClass& rows) {
    return std::popcount(rows.demand) == 1;
}

/// Sums, rows that nobody writes, and rows that several products add to.
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
