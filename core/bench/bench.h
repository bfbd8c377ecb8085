// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures regular against folded time over batch sizes, widths and threads, in the same way for the window and the
// command line. Protocol: no-grad, by default 3 warm-ups and 10 repeats, arms interleaved in random order
// (seeded), raw samples kept, medians with a verdict on their reliability (bench_series.h).
//
// A sample is one step on `batch` trees of the selection. One mini-batch does not represent a treebank, so each size is
// measured on several (sweep.h), all arms on the same ones; arm_step.h defines the timed part of a step.
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

struct BenchConfig {
    GraphOptions graph; ///< `trees` is the pool, `dim` is replaced by `dims`
    RunOptions run;     ///< training or inference; row order of folded arms; executor of arms without @PASSES
    /// See arms.h. These four separate the gains of batching and engine.
    std::vector<std::string> arms = {"regular", "regular@off", "folded", "folded@off"};
    bool ablation = false; ///< run the arms of ablationArms() instead of `arms`, plus `direct` if the net supports it
    std::vector<std::size_t> batches = {1, 8, 32, 128}; ///< trees per step
    std::vector<std::int32_t> dims = {100};
    std::vector<int> threads = {1}; ///< one sweep per value; 0: one per core
    std::size_t warmups = 3;
    std::size_t repeats = 10;
    /// The number of mini-batches drawn from the whole selection for each batch size and measured in turn; 0: one per
    /// two repeats, but at least 1 and at most kUsualMiniBatches.
    std::size_t miniBatches = 0;
    std::uint64_t seed = 1;
    double rooflineSeconds = 0.0; ///< approximate time to measure the machine's limits; 0: not measured
};

/// The machine and the inputs that the figures were measured on.
struct BenchContext {
    std::string cpu;
    int threads = 1;
    std::string torch;                                    ///< version
    std::string blas;                                     ///< library that runs LibTorch's products
    std::string gemm;                                     ///< library that runs the engine's products
    InstructionSet instructionSet = bestInstructionSet(); ///< used by the engine's kernels and the roofline
    std::optional<Roofline> roofline;                     ///< measured before the sweep
    std::uint64_t seed = 1;
    std::string file;
    std::string build; ///< "release", or a warning that it is not
};

/// Identifies results by the properties in which they differ, or that they share. Other fields keep their defaults.
struct BenchKey {
    std::string model;    ///< a net or, by its own name, a program
    std::string arm = {}; ///< empty: any
    std::int32_t dim = 0; ///< 0: the model defines its own widths
    int threads = 1;
    Work work = Work::Inference;
    std::string run = {};  ///< BenchResult::run
    std::size_t batch = 0; ///< 0: any

    auto operator<=>(const BenchKey&) const = default;
};

/// A point of the plot: an arm at one batch size, width and so on.
struct BenchResult {
    std::string run = {}; ///< name of the run if several are shown together, else empty
    std::string arm;
    std::string grouping;                ///< groupingOf(arm)
    PassChoice kernels = PassSet::all(); ///< none: LibTorch's plain bodies
    std::optional<double> learnSeconds;  ///< one-time training of the policy on the graph; in no other time
    std::string model;                   ///< a net or, by its own name, a program
    std::int32_t dim = 0;                ///< 0: the model defines its own widths
    std::size_t batch = 0;
    int threads = 1;
    Work work = Work::Inference;
    double medianSeconds = 0.0; ///< median time of a whole step, construction included
    double iqrSeconds = 0.0;    ///< inter-quartile range
    double treesPerSecond = 0.0;
    PhaseSeconds phases;                      ///< medians of the phases, scaled to add up to medianSeconds
    std::vector<double> samples;              ///< seconds, in order of measurement
    std::vector<std::uint32_t> sampleBatches; ///< the mini-batch of each sample, counted from 0
    std::size_t miniBatches = 1;
    /// Inter-quartile range of the medians of the mini-batches, in seconds; none if there is only one.
    std::optional<double> spreadOverBatches;
    /// Inter-quartile range of the samples after the differences between mini-batches are removed, in seconds; none if
    /// no mini-batch was measured twice.
    std::optional<double> spreadOverRepeats;
    /// How reliable the samples are; `load` gives the reason if they are Busy.
    SpeedVerdict verdict = SpeedVerdict::Steady;
    MachineLoad load; ///< the load while this cell was measured
    /// Median time of the yardstick (bench_context.h), measured once per round of this cell, in seconds; empty in
    /// documents written by earlier versions.
    std::optional<double> yardstickSeconds;
    std::size_t retries = 0; ///< how often this cell was restarted because other processes used the machine
    // Counts are means over the mini-batches.
    std::size_t nodes = 0;   ///< without the surplus nodes of padding
    std::size_t batches = 0; ///< per step
    RunFigures figures;
    std::optional<double> fmaShare; ///< time of its products at the roofline over the median; none without one
    /// Batching: median of regular on the same kernels over this median; 0 if regular was not measured on them.
    double speedup = 0.0;
    double speedupExecution = 0.0; ///< like `speedup`, without construction
    /// Engine: median of regular@off over that of regular on the same kernels, as in core/trace/speed_report.h; none
    /// for arms that run on LibTorch.
    std::optional<double> speedupEngine;
    std::optional<double> speedupBoth;       ///< regular@off over this = batching × engine, exactly
    std::optional<double> speedupOverBefore; ///< median of the arm before it in the list over this median
    /// Looks et al. (2017, Table 1): this arm's time per batch over that of the direct arm on the same batch and
    /// kernels, both without construction. None if the direct arm was not measured.
    std::optional<double> costRatio;
    /// Looks et al.: the direct arm's time for a single tree (batch 1) over this arm's time per tree.
    std::optional<double> speedupRatio;
    double paddingWaste = 0.0; ///< share of computed rows that are discarded
    bool noisy = false;        ///< verdict is not Steady
    bool equal = false;        ///< requested values (and gradients, when training) equal the regular run's
};

struct BenchReport {
    BenchContext context;
    std::vector<BenchResult> results;
    std::vector<std::string> notes; ///< messages for the user: skipped batch sizes and arms
};

/// Called after each cell (batch size, width and threads) with everything measured so far.
using BenchSink = std::function<void(const BenchReport& soFar)>;

/// The instances of a program take the place of the trees of a net; if instances share values, the program is measured
/// as a whole. A model that defines its own widths is measured once, whatever `dims` are. A program is parsed once,
/// before anything is measured. Config errors: an unknown arm or one that does not support the net, empty lists, no
/// repeats, more mini-batches than repeats, a batch of 0 trees, no batch size that the pool can fill. Cancelled when
/// stopped; the sink has then received everything measured so far.
[[nodiscard]] Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                                           const BenchSink& sink);

// A sweep that is measured cell by cell, for callers that do other work in between: the window computes a picture, or
// waits until the user resumes. An interrupted cell is measured again from its beginning, because its samples would mix
// two states of the machine.
//
//     Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(bank, config, control);
//     while (!(*run)->isDone()) {
//         if (const Status measured = (*run)->measureNext(control); !measured) …
//     }
//     show((*run)->report());

/// Used by one thread at a time, but not always by the same one.
class BenchRun {
public:
    BenchRun() = default;
    BenchRun(const BenchRun&) = delete;
    BenchRun& operator=(const BenchRun&) = delete;
    virtual ~BenchRun() = default;

    /// Checks and draws everything, and measures the machine's limits. `bank` must outlive it. Fails like runBench.
    [[nodiscard]] static Result<std::unique_ptr<BenchRun>> begin(const Treebank& bank, const BenchConfig& config,
                                                                 const RunControl& control);

    [[nodiscard]] virtual bool isDone() const = 0;
    /// Measures the next cell with its number of threads and reports progress in steps of the whole sweep. After an
    /// error (including Cancelled), the same cell comes next again.
    [[nodiscard]] virtual Status measureNext(const RunControl& control) = 0;
    /// Everything measured so far.
    [[nodiscard]] virtual const BenchReport& report() const = 0;
};

} // namespace batchscope
