// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs: their memory, where one failed and why, the options of an optimizer, and the libraries used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// Memory. Sizes are texts; `advice` is base/budget.h's limitAdvice().

/// `gradients` is empty where there are none.
[[nodiscard]] std::string memoryParts(std::string_view parameters, std::string_view state, std::string_view gradients);
[[nodiscard]] std::string runNeedsMemory(std::string_view size, std::string_view parts, std::string_view advice);
[[nodiscard]] std::string stateNeedsMemory(std::string_view size, std::string_view advice);
[[nodiscard]] std::string parametersNeedMemory(std::string_view net, std::string_view size, std::string_view advice);
[[nodiscard]] std::string noMemoryToRun(std::string_view size);
[[nodiscard]] std::string noMemoryToPlan(std::size_t nodes);
[[nodiscard]] std::string noMemoryToOptimize(std::size_t parameters, std::string_view net);
[[nodiscard]] std::string cannotCreateParameters(std::size_t parameters, std::string_view net, std::string_view why);

inline constexpr std::string_view kTrainingNeedsLabels =
    "training needs labels, but none of the requested outputs has one";

// How many updates an epoch has. Counts with their nouns, as text.
struct UpdateWords {
    std::string_view batch;   ///< trees of an update
    std::string_view trees;   ///< of the epoch
    std::string_view updates; ///< of the epoch
    std::string_view alone;   ///< the same with one tree each, without noun
    double ratio = 1.0;       ///< of the two
};
[[nodiscard]] std::string updatesOfEpoch(const UpdateWords& words);
[[nodiscard]] std::string oneTreeAnUpdate(std::string_view trees, std::string_view updates);
[[nodiscard]] std::string foldingKeepsGradients(std::string_view largestDifference);
inline constexpr std::string_view kFoldingChangesGradients =
    "But in this run folding changes gradients: find out where they begin to differ before comparing accuracies.";
inline constexpr std::string_view kGradientsNotComparable =
    "Whether folding changes gradients cannot be told: numbers are not finite.";
inline constexpr std::string_view kGradientsNotCompared =
    "Whether folding changes gradients has not been compared in this run (on the command line: run --train --check).";

// Where LibTorch failed.
[[nodiscard]] std::string libTorchFailed(std::string_view place, std::string_view why);
[[nodiscard]] std::string placeOfBatch(std::string_view batch, std::string_view op, std::size_t size,
                                       std::string_view operands);
[[nodiscard]] std::string backwardPlace(std::string_view placeOfBatch);
inline constexpr const char* kBeforeFirstBatch = "before the first batch";
inline constexpr const char* kStartOfBackwardPass = "at the start of the backward pass";
inline constexpr const char* kTheLoss = "in the loss";

// Options of an optimizer.
[[nodiscard]] std::string optionOutOfRange(std::string_view option, double number, std::string_view expected);
inline constexpr std::string_view kTheLearningRate = "the learning rate";
inline constexpr std::string_view kRateAboveZero = "a number above 0";
inline constexpr std::string_view kFromZeroToBelowOne = "at least 0 and less than 1";
inline constexpr std::string_view kZeroOrMore = "0 or more";

} // namespace batchscope::words
