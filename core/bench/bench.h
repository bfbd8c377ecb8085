// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures regular against folded time over batch sizes, widths and threads, in the same way for the window and the
// command line. Protocol: no-grad, 3 warm-ups and 10 repeats unless asked otherwise, arms interleaved in random order
// (seeded), raw samples kept, medians with what they are worth (bench_series.h).
//
// A sample is one step on `batch` trees of the selection. Which trees matters: one mini-batch does not stand for a
// treebank. So each size is measured on several (sweep.h), all arms on the same ones; arm_step.h says which part
// of a step is timed for which arm.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/runner.h"
#include "core/kernels/roofline.h"
#include "core/nets/build_graph.h"
#include "core/plan/pass.h"
#include "core/trace/run_report.h"
#include "core/trace/speed_report.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// BenchConfig::patienceSeconds of whoever measures for figures.
constexpr double kUsualPatience = 2.0;

struct BenchConfig {
    GraphOptions graph; ///< `trees` is the pool, `dim` is replaced by `dims`
    RunOptions run; ///< training or inference; row order of folded arms; engine of those without passes of their own
    /// See arms.h. These four tell batching and engine apart.
    std::vector<std::string> arms = {"regular", "regular@off", "folded", "folded@off"};
    bool ablation = false; ///< instead of `arms`: those of ablationArms(), and direct where it serves
    std::vector<std::size_t> batches = {1, 8, 32, 128}; ///< trees a step
    std::vector<std::int32_t> dims = {100};
    std::vector<int> threads = {1}; ///< each is a sweep of its own; 0: one per core
    /// Nets, each with all the rest; empty: the one of `graph`. A program has none.
    std::vector<std::string> models = {};
    std::vector<Work> works = {}; ///< likewise; empty: that of `run`
    std::size_t warmups = 3;
    std::size_t repeats = 10;
    /// What waiting for the machine's best speed may cost a cell (bench_context.h); 0: rounds count at any speed.
    double patienceSeconds = 0.0;
    /// Drawn from the whole selection for each batch size, each measured in turn; 0: one for every two repeats, at most
    /// kUsualMiniBatches.
    std::size_t miniBatches = 0;
    std::uint64_t seed = 1;
    double rooflineSeconds = 0.0; ///< what measuring the machine's limits takes, about; 0: they are not measured
};

/// What the figures were measured on.
struct BenchContext {
    std::string cpu;
    int threads = 1;
    std::string torch;                                    ///< version
    std::string blas;                                     ///< library that runs LibTorch's products
    std::string gemm;                                     ///< library that runs the engine's products
    InstructionSet instructionSet = bestInstructionSet(); ///< of the engine's kernels, and of the roofline
    std::optional<Roofline> roofline;                     ///< before the sweep; the best of that and after a long one
    std::uint64_t seed = 1;
    std::string file;
    std::string build; ///< "release", or a warning that it is not
};

/// What tells results apart, or what several have in common: the rest is at its default.
struct BenchKey {
    std::string model;    ///< a net or, by its own name, a program
    std::string arm = {}; ///< empty: any
    std::int32_t dim = 0; ///< 0: the model has widths of its own
    int threads = 1;
    Work work = Work::Inference;
    std::string run = {};  ///< BenchResult::run
    std::size_t batch = 0; ///< 0: any

    auto operator<=>(const BenchKey&) const = default;
};

/// One point of the plot: an arm at one batch size, width and so on.
struct BenchResult {
    std::string run = {}; ///< names its run where several are shown together; empty: there is no other
    std::string arm;
    std::string grouping;                ///< groupingOf(arm)
    PassChoice kernels = PassSet::all(); ///< none: LibTorch's plain bodies
    std::optional<double> learnSeconds;  ///< what the policy took to study the graph, once; in no other time
    std::string model;                   ///< a net or, by its own name, a program
    std::int32_t dim = 0;                ///< 0: the model has widths of its own
    std::size_t batch = 0;
    int threads = 1;
    Work work = Work::Inference;
    double medianSeconds = 0.0; ///< of a whole step, construction included
    double iqrSeconds = 0.0;    ///< inter-quartile range
    double treesPerSecond = 0.0;
    PhaseSeconds phases;                      ///< medians of the phases; they add up to the median
    std::vector<double> samples;              ///< seconds, in order of measurement
    std::vector<std::uint32_t> sampleBatches; ///< for each sample which mini-batch it ran on, from 0
    std::size_t miniBatches = 1;
    /// Inter-quartile range of the medians of the mini-batches, seconds; none of a single one.
    std::optional<double> spreadOverBatches;
    /// The same of the samples, each moved by what its mini-batch differs from the others, seconds; none where no
    /// mini-batch was measured twice.
    std::optional<double> spreadOverRepeats;
    /// What the samples are worth; `load` says why where they are not Steady.
    SpeedVerdict verdict = SpeedVerdict::Steady;
    MachineLoad load; ///< while this cell was measured
    /// Median of the yardstick (bench_context.h), taken once in each round of this cell, in seconds; empty in documents
    /// that an earlier version wrote.
    std::optional<double> yardstickSeconds;
    /// Rounds that were taken again since the machine was slow (MachineLoad::slowdown).
    std::size_t slowRounds = 0;
    std::size_t retries = 0; ///< times that this cell was begun again since others used the machine
    // Counts are means over the mini-batches.
    std::size_t nodes = 0;   ///< surplus ones of padding not counted
    std::size_t batches = 0; ///< of one step
    RunFigures figures;
    std::optional<double> fmaShare; ///< time that its products take at the roofline, over the median; without: none
    /// Batching: median of regular on the same kernels over this median; 0 where that was not measured.
    double speedup = 0.0;
    double speedupExecution = 0.0; ///< the same without construction
    /// Engine: median of regular@off over that of regular on the same kernels, as in core/trace/speed_report.h; none
    /// for arms that run on LibTorch.
    std::optional<double> speedupEngine;
    std::optional<double> speedupBoth; ///< regular@off over this = batching × engine, exactly
    /// Median of the same grouping on LibTorch's plain bodies over this median; none for arms that run there.
    std::optional<double> speedupEngineHere;
    std::optional<double> speedupOverOff;    ///< median of folding by depth on the plain bodies over this median
    std::optional<double> speedupOverBefore; ///< median of the arm before it in the list over this median
    /// Looks et al. (2017, Table 1), running only, as there: this arm's time a batch over the direct arm's on the same
    /// batch and the same kernels. Without that arm there is none.
    std::optional<double> costRatio;
    /// Looks et al.: the direct arm's time for one tree alone (batch 1) over this arm's time a tree.
    std::optional<double> speedupRatio;
    double paddingWaste = 0.0; ///< share of rows that are computed and thrown away
    bool oneShape = false;     ///< a hand-batched arm that found all trees of each mini-batch of one shape
    bool noisy = false;        ///< verdict is not Steady
    bool equal = false;        ///< requested values (and gradients, when training) equal the regular run's
};

struct BenchReport {
    BenchContext context;
    std::vector<BenchResult> results;
    std::vector<std::string> notes; ///< for people: batch sizes left out, repeats dropped, what the figures hide
};

/// Called after each cell (batch size, width, threads, net and work) with everything measured so far.
using BenchSink = std::function<void(const BenchReport& soFar)>;

/// The instances of a program are what trees are for a net; where they share values, it is measured as a whole. A model
/// with widths of its own is measured once, whatever `dims` are. A program is parsed once, before everything.
/// Config errors: an unknown arm or one that does not serve the net, empty lists, no repeats, more mini-batches than
/// repeats, a batch of 0 trees, no batch size that the pool can fill.
/// Cancelled when stopped; what was measured has reached the sink.
[[nodiscard]] Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                                           const BenchSink& sink);

// A sweep that is measured cell by cell, for whoever wants to do something else in between: the window computes a
// picture, or waits until the user goes on. A cell that was interrupted is measured again from its beginning; its
// samples would be of two states of the machine.
//
//     Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, control);
//     while (!(*run)->isDone()) {
//         if (const Status measured = (*run)->measureNext(control); !measured) …
//     }
//     show((*run)->report());

/// One thread at a time, but not always the same one.
class BenchRun {
public:
    BenchRun() = default;
    BenchRun(const BenchRun&) = delete;
    BenchRun& operator=(const BenchRun&) = delete;
    virtual ~BenchRun() = default;

    /// Checks and draws everything, and measures the machine's limits. `bank` must outlive the run. Errors as runBench.
    [[nodiscard]] static Result<std::unique_ptr<BenchRun>> begin(const Treebank& bank, const BenchConfig& config,
                                                                 const RunControl& control);

    [[nodiscard]] virtual bool isDone() const = 0;
    /// Measures the next cell, with the number of threads that belongs to it, and reports progress in steps of the
    /// whole sweep. After an error, Cancelled among them, the same cell is the next one.
    [[nodiscard]] virtual Status measureNext(const RunControl& control) = 0;
    /// Everything measured so far; with its notes once the run is done.
    [[nodiscard]] virtual const BenchReport& report() const = 0;
};

} // namespace batchscope
