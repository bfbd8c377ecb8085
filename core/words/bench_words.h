// SPDX-License-Identifier: GPL-3.0-or-later
//
// Benchmarks: what each arm is, what a sweep refuses, and the notes beside its figures.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr const char* kRegularArm = "node by node";
inline constexpr const char* kFoldedArm =
    "dynamic batching by depth, or by another policy: folded:POLICY; folded:schedule: as the file of --schedule says";
inline constexpr const char* kFoldedLegacyArm =
    "like TorchFold: merges leaves; splits (chunk) and concatenates argument columns";
inline constexpr const char* kDirectArm = "batched by hand: trees of one shape, or padded level by level";
inline constexpr const char* kPaddedArm = "sequences padded to the length of the longest (pad_sequence)";
inline constexpr const char* kPackedArm = "sequences sorted by length (pack_padded_sequence)";

// What arms refuse.
[[nodiscard]] std::string unknownArm(std::string_view name, std::string_view known);
/// `asked` with its passes, `arm` without.
[[nodiscard]] std::string armTakesNoPasses(std::string_view asked, std::string_view arm);
[[nodiscard]] std::string armNeedsSequence(std::string_view arm, std::string_view served, std::string_view net);
[[nodiscard]] std::string armCannotReadDuringRun(std::string_view arm, std::string_view net);
[[nodiscard]] std::string armCannotBatchOp(std::string_view arm, std::string_view net, std::string_view op);
[[nodiscard]] std::string paddingTooLarge(std::size_t needed, std::size_t rows, std::string_view arm, std::size_t most);
/// In place of the name of a net.
[[nodiscard]] std::string programNamed(std::string_view name);

// What a sweep refuses.
inline constexpr std::string_view kBenchNeedsArms = "bench needs at least one arm, one batch size and one dim";
inline constexpr std::string_view kBenchNeedsRepeats = "bench needs at least 1 repeat (10 for reliable figures)";
inline constexpr std::string_view kBenchNeedsThreads = "bench needs at least one number of threads";
inline constexpr std::string_view kPrecisionIsNoShare = "the precision must be a percentage of the median, such as 2%";
inline constexpr std::string_view kBudgetIsNoTime = "the budget must be a number of seconds greater than 0";
inline constexpr std::string_view kPatienceIsNoTime = "the patience must be a number of seconds";
[[nodiscard]] std::string moreMiniBatchesThanRepeats(std::size_t miniBatches, std::size_t repeats);
inline constexpr std::string_view kBatchOfNothing = "a batch of 0 trees cannot be timed; batch sizes start at 1";
/// `selection` as countOf() says it; `sizes` as a list.
[[nodiscard]] std::string selectionTooSmall(std::string_view selection, std::string_view sizes);
inline constexpr std::string_view kProgramTakesNoNets =
    "a program defines its own computation; it cannot be measured with several nets";
/// An error of one net of several.
[[nodiscard]] std::string ofSweptNet(std::string_view net, std::string_view error);
/// An error of one batch size.
[[nodiscard]] std::string atBatchSize(std::size_t size, std::string_view error);

inline constexpr std::string_view kArmNeedsSchedule =
    "the arm folded:schedule follows a schedule from a file; add --schedule S.json";
inline constexpr std::string_view kNoArmOfSchedule = "no arm follows the given schedule; add the arm folded:schedule";
[[nodiscard]] std::string scheduleIsOfAllTrees(std::size_t trees);

// What is counted and listed.
inline constexpr std::string_view kUnitTree = "tree";
inline constexpr std::string_view kUnitInstance = "instance";
inline constexpr std::string_view kListedBatchSize = "batch size";
inline constexpr std::string_view kListedThreads = "number of threads";
inline constexpr std::string_view kListedNet = "net";
inline constexpr std::string_view kListedWork = "work";
/// The count in digits, as it is shown, and as a number.
[[nodiscard]] std::string countOf(std::string_view shown, std::size_t count, std::string_view unit);

// Notes.
/// The engine runs none of them; `arms`: those left out.
[[nodiscard]] std::string armsAreOne(std::string_view model, std::string_view arms);
[[nodiscard]] std::string listedTwice(std::string_view what, std::string_view value);
/// How many sizes there are, and the list of them.
[[nodiscard]] std::string skippedSizes(std::size_t count, std::string_view sizes, std::string_view selection);
[[nodiscard]] std::string measuredAsWhole(std::string_view size, std::string_view why);
[[nodiscard]] std::string largerSizesReplaced(std::string_view selection);
[[nodiscard]] std::string untrainableMiniBatches(std::size_t size, std::size_t leftOut, std::size_t drawn);
[[nodiscard]] std::string treesAloneNotTypical(double nodes, std::size_t batch, double usual);
/// `trees` as countOf() says it.
[[nodiscard]] std::string stackedColumns(std::string_view arm, std::string_view trees, std::size_t reused,
                                         std::size_t stacked, std::string_view tensors);
inline constexpr const char* kOneShape = "one shape, one batch for each position in the tree";
[[nodiscard]] std::string mixedShapes(double paddingPercent);

// Progress. A duration is rounded, since it is a guess.
inline constexpr std::string_view kMeasuring = "measuring";
[[nodiscard]] std::string measuringFor(double remainingSeconds);

// Why figures are marked.
[[nodiscard]] std::string samplesVary(double percent);

inline constexpr const char* kBuiltWithAssertions = "with assertions: timings are unreliable";

} // namespace batchscope::words
