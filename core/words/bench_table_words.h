// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of a benchmark: titles of their columns, what these mean, and what is said beside the figures. Numbers
// that need formatting come as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// Titles of columns.
inline constexpr const char* kArmColumn = "arm";
inline constexpr const char* kNetColumn = "net";
inline constexpr const char* kWorkColumn = "work";
inline constexpr const char* kDimColumn = "dim";
inline constexpr const char* kBatchColumn = "batch";
inline constexpr const char* kThreadsColumn = "threads";
inline constexpr const char* kBatchesColumn = "batches";
inline constexpr const char* kMedianColumn = "median";
inline constexpr const char* kRepeatSpreadColumn = "± repeats";
inline constexpr const char* kBatchSpreadColumn = "± trees";
inline constexpr const char* kTreesPerSecondColumn = "trees/s";
inline constexpr const char* kBatchingColumn = "batching";
inline constexpr const char* kExecutionColumn = "running only";
inline constexpr const char* kEngineColumn = "engine";
inline constexpr const char* kBothColumn = "both";
inline constexpr const char* kCostColumn = "cost";
inline constexpr const char* kTreeAloneColumn = "tree alone";
inline constexpr const char* kPaddingColumn = "padding";
inline constexpr const char* kBoundColumn = "of bound";
inline constexpr const char* kMemoryColumn = "memory";
inline constexpr const char* kProcessColumn = "process";
inline constexpr const char* kEqualColumn = "equal";
inline constexpr const char* kRowAboveColumn = "vs row above";
inline constexpr const char* kLaunchesColumn = "launches";
inline constexpr const char* kFlopColumn = "GFLOP";
inline constexpr const char* kCopiedColumn = "copied";

// Cells.
inline constexpr const char* kEqualValues = "yes";
inline constexpr const char* kUnequalMark = "NO";
inline constexpr const char* kBusyMark = "busy";
inline constexpr const char* kNoisyMark = "noisy";

/// `shown` is the count in digits; `percent` is how much slower the machine was at least.
[[nodiscard]] std::string roundsTakenAgain(std::size_t count, std::string_view shown, double percent);

// What the columns mean.
inline constexpr std::string_view kSpeedupColumnsMean =
    "batching: time of regular on the same kernels / time of this arm · engine: time of regular@off / time of regular "
    "on those kernels · both: their product, time of regular@off / time of this arm";
inline constexpr std::string_view kSweepColumnsMean =
    "cost: time of this arm / time of direct on the same kernels, running only · tree alone: time of one tree by "
    "direct / time per tree of this arm (Looks et al. 2017) · process: peak memory of the process, all arms";
inline constexpr std::string_view kAblationColumnsMean =
    "vs row above: time of the row above / time of this row · batching: time of regular on the same kernels / time of "
    "this row · engine: time of regular@off / time of regular on those kernels · both: their product, time of "
    "regular@off / time of this row · launches: by the engine, or LibTorch calls without it";
inline constexpr std::string_view kSpreadColumnsMean =
    "± repeats: half the inter-quartile range of the samples, mini-batches taken out, as a share of the median · "
    "± trees: the same of the medians of the mini-batches";
inline constexpr std::string_view kBoundColumnMeans =
    "of bound: time of the products at the peak rate of multiply-adds / median time · memory: state of one run";
inline constexpr std::string_view kLimitsNotMeasured = " · machine limits were not measured";

/// What is in no time of the table. `dim` and `duration` are written.
[[nodiscard]] std::string policyLearned(std::string_view arm, std::string_view dim, std::size_t batch,
                                        std::string_view duration);
/// Why rows have this mark.
[[nodiscard]] std::string whyMarked(std::string_view mark, std::string_view reason);

// The machine. `counts` is a list; `last` of it decides between singular and plural.
[[nodiscard]] std::string threadsListed(std::string_view counts, int last);
struct MeasuredMachine {
    std::string_view cpu;
    std::string_view threads; ///< as threadsListed() says it
    std::string_view torch;
    std::string_view blas;
    std::string_view seed;
    std::string_view build;
};
[[nodiscard]] std::string machineOfTable(const MeasuredMachine& machine);
[[nodiscard]] std::string engineOfTable(std::string_view gemm, std::string_view kernels);
/// Rates in 1e9 a second; `threads` as threadsListed() says it.
[[nodiscard]] std::string limitsOfTable(double gigaFlops, double gigaBytes, std::string_view threads);

// Fitted costs.
inline constexpr std::string_view kFitsHeading = "time of a run, fitted to the medians:";
[[nodiscard]] std::string sameAtAnySize(std::string_view duration);
[[nodiscard]] std::string timesBatchSize(std::string_view duration);
[[nodiscard]] std::string fixedAndGrowing(std::string_view fixed, std::string_view growing);
[[nodiscard]] std::string fitWithin(std::string_view line, double percent);
[[nodiscard]] std::string noLineFits(double percent);
[[nodiscard]] std::string moreFits(std::size_t count);

} // namespace batchscope::words
