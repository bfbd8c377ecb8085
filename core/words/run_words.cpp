// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/run_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string memoryParts(std::string_view parameters, std::string_view state, std::string_view gradients) {
    return gradients.empty() ? fmt::format("parameters {}, state {}", parameters, state)
                             : fmt::format("parameters {}, state {}, gradients {}", parameters, state, gradients);
}

std::string runNeedsMemory(std::string_view size, std::string_view parts, std::string_view advice) {
    return fmt::format("the run needs about {} ({}); {}, or use a smaller --dim or fewer --trees", size, parts, advice);
}

std::string stateNeedsMemory(std::string_view size, std::string_view advice) {
    return fmt::format("the state of the run needs {}; {}, or use a smaller --dim or fewer --trees", size, advice);
}

std::string parametersNeedMemory(std::string_view net, std::string_view size, std::string_view advice) {
    return fmt::format("the parameters of {} need {}; {}, or use a smaller --dim", net, size, advice);
}

std::string noMemoryToRun(std::string_view size) {
    return fmt::format("not enough memory for a run of {}", size);
}

std::string noMemoryToPlan(std::size_t nodes) {
    return fmt::format("not enough memory to plan a run of {} nodes", nodes);
}

std::string noMemoryToOptimize(std::size_t parameters, std::string_view net) {
    return fmt::format("not enough memory to optimize the {} parameters of {}", parameters, net);
}

std::string cannotCreateParameters(std::size_t parameters, std::string_view net, std::string_view why) {
    return fmt::format("cannot create the {} parameters of {}: {}", parameters, net, why);
}

std::string updatesOfEpoch(const UpdateWords& words) {
    return fmt::format(
        "An update takes {} together, so an epoch over {} has {}; with one tree each it would have {}, "
        "{:.3g} times as many. If the accuracy changes with the mini-batch, that is the number of updates "
        "(and the step that each makes): compare runs after equally many updates.",
        words.batch, words.trees, words.updates, words.alone, words.ratio);
}

std::string oneTreeAnUpdate(std::string_view trees, std::string_view updates) {
    return fmt::format("An update takes one tree, so an epoch over {} has {}; mini-batches would need fewer.", trees,
                       updates);
}

std::string foldingKeepsGradients(std::string_view largestDifference) {
    return fmt::format("Folding is not the cause: its gradients equal those of regular (largest difference {}).",
                       largestDifference);
}

std::string libTorchFailed(std::string_view place, std::string_view why) {
    return fmt::format("LibTorch failed {}: {}", place, why);
}

std::string placeOfBatch(std::string_view batch, std::string_view op, std::size_t size, std::string_view operands) {
    return fmt::format("in batch {}, op '{}' ×{}, operands {}", batch, op, size, operands);
}

std::string backwardPlace(std::string_view placeOfBatch) {
    return fmt::format("during the backward pass, {}", placeOfBatch);
}

std::string optionOutOfRange(std::string_view option, double number, std::string_view expected) {
    return fmt::format("{} is {}; expected {}", option, number, expected);
}

} // namespace batchscope::words
