// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report of a benchmark, one file to read and to print: headings, sentences around its figures, names of what is
// recorded beside them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// The top of the page.
[[nodiscard]] std::string reportTitle(std::string_view models, std::string_view files);
/// Without input files.
[[nodiscard]] std::string reportTitle(std::string_view models);
[[nodiscard]] std::string firstOfFiles(std::string_view first, std::size_t others);
/// `work` is one of the two below; the lists are written.
struct ReportSetup {
    std::string_view work;
    std::string_view batches;
    std::string_view dims; ///< empty: the model has widths of its own
    std::string_view threads;
    std::string_view cpu;
    std::string_view date;
};
inline constexpr std::string_view kReportInference = "Inference";
inline constexpr std::string_view kReportTraining = "Training (forward, loss and backward)";
inline constexpr std::string_view kReportBothWorks = "Inference and training";
[[nodiscard]] std::string reportSetup(const ReportSetup& setup);

// What must be known before any figure is read.
inline constexpr std::string_view kReportStopped =
    "The run was stopped, or was still going on, so some batch sizes, widths or numbers of threads are missing.";
[[nodiscard]] std::string reportEndedEarly(std::string_view error);
[[nodiscard]] std::string reportOfBuild(std::string_view build);
inline constexpr std::string_view kReportNothingMeasured = "Nothing was measured before the run ended.";
[[nodiscard]] std::string reportMarkedResults(std::size_t marked, std::size_t all);

// Headings.
inline constexpr std::string_view kReportSummary = "Summary";
inline constexpr std::string_view kReportSpeedups = "Speed-up";
inline constexpr std::string_view kReportPlots = "Plots";
inline constexpr std::string_view kReportResults = "Results";
inline constexpr std::string_view kReportFits = "Time of a run";
inline constexpr std::string_view kReportNotes = "Notes";
inline constexpr std::string_view kReportContext = "How it was measured";
inline constexpr std::string_view kReportRepeat = "How to repeat it";

// Beside the figures.
inline constexpr std::string_view kReportNoAdvice =
    "The figures do not prove anything that can be put into a sentence.";
inline constexpr std::string_view kReportSplit =
    "A speed-up is the product of two: batching compares regular and folded on the same kernels; engine compares "
    "regular on LibTorch and regular on the engine. Batching × engine = both.";
inline constexpr std::string_view kReportNoSplit =
    "There is no speed-up to show: it takes the arm regular beside another arm.";
/// `about` as in plot_words.h, without a full stop.
[[nodiscard]] std::string reportFigure(std::size_t number, std::string_view about);
inline constexpr std::string_view kReportPlotsLeftOut = "Plots that would be empty are left out:";
/// `reason` is a sentence.
[[nodiscard]] std::string reportLeftOut(std::string_view title, std::string_view reason);
inline constexpr std::string_view kReportColumnsMean = "What the columns mean:";
inline constexpr std::string_view kReportEmptyColumns = "Columns without any figure are left out.";
inline constexpr std::string_view kReportWhyMarked = "Why results are marked (the worst case of each):";
inline constexpr std::string_view kReportFitsMean =
    "A line fitted to the medians over the batch size: a part that every run costs, and a part for each tree. In "
    "brackets, how far the line is off at most.";
inline constexpr std::string_view kReportFitSeries = "series";
inline constexpr std::string_view kReportFitCost = "time of a run";

// Groups and rows of the context.
inline constexpr std::string_view kReportMachine = "Machine";
inline constexpr std::string_view kReportProgram = "Program";
inline constexpr std::string_view kReportRun = "Run";
inline constexpr std::string_view kReportOptions = "Options, as in the JSON document";
inline constexpr std::string_view kReportCpu = "Processor";
inline constexpr std::string_view kReportHost = "Host";
inline constexpr std::string_view kReportGovernor = "Frequency governor";
inline constexpr std::string_view kReportLoadBefore = "Load averages before (1, 5, 15 minutes)";
inline constexpr std::string_view kReportLoadAfter = "Load averages after";
inline constexpr std::string_view kReportFma = "Limit of multiply-adds";
inline constexpr std::string_view kReportCopy = "Limit of copying";
inline constexpr std::string_view kReportVersion = "Batchscope";
inline constexpr std::string_view kReportCommit = "Commit";
inline constexpr std::string_view kReportBuild = "Build";
inline constexpr std::string_view kReportCompiler = "Compiler";
inline constexpr std::string_view kReportTorch = "LibTorch";
inline constexpr std::string_view kReportBlas = "Products of LibTorch";
inline constexpr std::string_view kReportGemm = "Products of the engine";
inline constexpr std::string_view kReportKernels = "Kernels of the engine";
inline constexpr std::string_view kReportDate = "Begun";
inline constexpr std::string_view kReportFiles = "Files";
inline constexpr std::string_view kReportFolder = "Folder";
inline constexpr std::string_view kReportSeed = "Seed";
inline constexpr std::string_view kReportThreads = "Threads";
inline constexpr std::string_view kReportNone = "–"; ///< nothing was recorded, or the option was not given
inline constexpr std::string_view kReportYes = "yes";
inline constexpr std::string_view kReportNo = "no";
[[nodiscard]] std::string reportListCut(std::string_view first, std::size_t all);

// How to repeat the run.
[[nodiscard]] std::string reportRunIn(std::string_view folder);
inline constexpr std::string_view kReportRunThis = "This command line measures the same again:";
inline constexpr std::string_view kReportPicked =
    "No command line can repeat this run, because its trees were picked one by one in the window.";
inline constexpr std::string_view kReportNoCommand = "The command line of this run was not recorded.";
inline constexpr std::string_view kReportRepeatFrom =
    "The JSON document of the run (bench --out RUN.json, or Save table… in the window) can do it, too, and can test "
    "whether the times have changed:";
inline constexpr std::string_view kReportRepeatLine = "batchscope-cli bench --repeat-from RUN.json --compare RUN.json";
[[nodiscard]] std::string reportWrittenBy(std::string_view version);

} // namespace batchscope::words
