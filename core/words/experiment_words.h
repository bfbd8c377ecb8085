// SPDX-License-Identifier: GPL-3.0-or-later
//
// Experiments of the literature: what is wrong with a description, what was measured in place of what was published,
// and whether its story holds here. What an experiment itself says is in its description (resources/experiments).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// What a description is made of, in its error messages.
inline constexpr std::string_view kExperimentDescription = "an experiment";
inline constexpr std::string_view kExperimentSource = "a source";
inline constexpr std::string_view kExperimentRun = "a run";
inline constexpr std::string_view kExperimentSize = "a size";
inline constexpr std::string_view kExperimentSizeNeeds =
    "a size that says how many trees there are and in which batches";
inline constexpr std::string_view kGeneratedTrees = "generated trees";
inline constexpr std::string_view kExperimentTable = "a table";
inline constexpr std::string_view kExperimentColumn = "a column";
inline constexpr std::string_view kExperimentRow = "a row";
inline constexpr std::string_view kExperimentPlace = "a place";
inline constexpr std::string_view kPublishedFigures = "published figures";
inline constexpr std::string_view kExperimentClaim = "a claim";

// What was expected there.
inline constexpr std::string_view kNumberOrPairOfLeaves = "a number of leaves, or the fewest and the most";
inline constexpr std::string_view kListOfBatchSizes = "at least one batch size";
inline constexpr std::string_view kListOfArms = "at least one arm";
inline constexpr std::string_view kListOfRuns = "at least one run";
inline constexpr std::string_view kListOfClaims = "at least one claim";
inline constexpr std::string_view kBatchSizeOrEnd = R"(a batch size, "smallest" or "largest")";
inline constexpr std::string_view kNumberOrNull = "a number, or null where nothing was published";
[[nodiscard]] std::string arrayOfLength(std::size_t length);

// What is wrong.
inline constexpr std::string_view kBatchesExceedTrees = "a batch size exceeds the number of trees; add trees";
inline constexpr std::string_view kRunNeedsTrees = "there are no trees; add 'files' or 'generate'";
inline constexpr std::string_view kClaimNeedsOneLimit = "a claim needs either 'at_least' or 'at_most'";
inline constexpr std::string_view kClaimNeedsRatio =
    "a claim about a time needs 'over': only ratios of times mean anything on another machine";
inline constexpr std::string_view kRowsDifferInRun = "the run is open; name it here or in every row";
[[nodiscard]] std::string idTwice(std::string_view id);
[[nodiscard]] std::string unknownRun(std::string_view run, std::string_view known);
[[nodiscard]] std::string armNotInRun(std::string_view arm, std::string_view run, std::string_view arms);
[[nodiscard]] std::string batchNotInRun(std::size_t batch, std::string_view run);
/// `known`: ids, as a list.
[[nodiscard]] std::string unknownExperiment(std::string_view name, std::string_view known);

// Why there are no figures of a run.
[[nodiscard]] std::string dataNotFound(std::string_view files, std::string_view folder);
[[nodiscard]] std::string dataFolderUnknown(std::string_view files);
/// An empty folder: none was given.
[[nodiscard]] std::string generatedInstead(std::string_view files, std::string_view folder);

// What was measured.
struct MeasuredSize {
    std::string_view trees;   ///< with thousands
    std::string_view leaves;  ///< of generated trees: "128", "5 to 40"; empty: from files
    std::string_view batches; ///< as a list
    std::int32_t dim = 0;     ///< 0: the model has widths of its own
    std::size_t repeats = 0;
    bool isTraining = false;
};
/// "5 to 40"
[[nodiscard]] std::string fromTo(std::string_view fewest, std::string_view most);
[[nodiscard]] std::string measuredSize(std::string_view model, const MeasuredSize& size);
[[nodiscard]] std::string ofRun(std::string_view title, std::string_view text);
[[nodiscard]] std::string reducedFrom(std::string_view size);
inline constexpr std::string_view kNoFigures = "no figures";
inline constexpr std::string_view kHere = "here";
/// A line of published figures: `machine` is not the one that measured.
[[nodiscard]] std::string publishedOn(std::string_view machine);

// Units of columns.
inline constexpr std::string_view kUnitSeconds = "s";
inline constexpr std::string_view kUnitSecondsPerTree = "s/tree";
inline constexpr std::string_view kUnitTreesPerSecond = "trees/s";
inline constexpr std::string_view kUnitShare = "share";
inline constexpr std::string_view kUnitRatio = "ratio";
inline constexpr std::string_view kUnitCount = "count";

// Whether a claim holds.
inline constexpr std::string_view kClaimHolds = "holds";
inline constexpr std::string_view kClaimDoesNotHold = "does not hold";
inline constexpr std::string_view kClaimCannotBeTold = "cannot be told";
/// "holds: TEXT (…)"
[[nodiscard]] std::string claimLine(std::string_view outcome, std::string_view claim, std::string_view detail);
/// "4.20, at least 3 is needed"; `low` and `high` are the 95 % range.
[[nodiscard]] std::string measuredRange(double value, double low, double high);
[[nodiscard]] std::string measuredValue(double value);
[[nodiscard]] std::string neededAtLeast(double limit);
[[nodiscard]] std::string neededAtMost(double limit);
inline constexpr std::string_view kNotMeasured = "a figure was not measured";
inline constexpr std::string_view kOtherValues = "an arm computed different values";
[[nodiscard]] std::string tooFewForProof(std::size_t needed);
inline constexpr std::string_view kBusyMachine = "other processes used the machine";
inline constexpr std::string_view kVaryingSamples = "the samples vary too much";
inline constexpr std::string_view kRangeHoldsLimit = "the range contains the limit";

// What all claims come to.
inline constexpr std::string_view kStoryHolds = "The story holds here.";
inline constexpr std::string_view kStoryDoesNotHold = "The story does not hold here.";
inline constexpr std::string_view kStoryCannotBeTold = "Whether the story holds here cannot be told.";
[[nodiscard]] std::string storyAtReducedSize(std::string_view story);
inline constexpr std::string_view kDoubtMark = "?";
inline constexpr std::string_view kDoubtMarkMeaning =
    "?: noisy, or other values than node by node; nothing is concluded from it";

} // namespace batchscope::words
