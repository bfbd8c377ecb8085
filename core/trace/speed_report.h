// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gains of folding and of the engine, kept apart, with the agreement of the samples. All front ends take their
// speed-ups from here, so they cannot differ.
//
// Four arms are timed on the same graph and weights: regular and folded, each on the engine and on LibTorch's plain
// bodies (`@off`). Then
//
//     batching = regular / folded, both on the engine      both = regular@off / folded
//     engine   = regular@off / regular                          = batching × engine, exactly
//
// "Speed-up" alone means batching on the kernels of the run itself: for a run on LibTorch, that of the two arms on
// LibTorch (batchingOff). The factors of the other path (batchingOff, engineFolded) have the same product. A net that
// the engine cannot run has only the two arms on LibTorch.
#pragma once

#include "core/trace/batch_view.h"
#include "core/trace/phase_seconds.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace batchscope {

enum class TimedArm : std::uint8_t { RegularOff, Regular, FoldedOff, Folded };
constexpr std::size_t kTimedArmCount = 4;

/// The reliability of the samples.
enum class SpeedVerdict : std::uint8_t {
    Steady,  ///< the samples agree
    Varying, ///< the samples disagree, and no other process was seen to use the machine
    Busy,    ///< other processes used the processors
    Few,     ///< runs take so long that fewer than five of each arm were made, perhaps one
    Off,     ///< the user turned measuring off: there are no samples
};

/// The load of the machine while the samples were taken.
struct MachineLoad {
    /// Time in which threads of this process were ready but had no processor, over wall time; summed over threads.
    double waiting = 0.0;
    double others = 0.0; ///< processors that other processes used, on average
    int processors = 1;
    int threads = 1; ///< threads that the arms may use
    /// Time of a fixed piece of work over its best time in the same run; 1 if not measured. It detects slow spells of a
    /// virtual machine that are caused by its neighbors on the host.
    double slowdown = 1.0;
};

/// A ratio of two medians. Its range comes from those of the medians (medianRange, 95 % confidence): from the low end
/// of the slower arm over the high end of the faster arm to the reverse. It contains the ratio.
struct SpeedRatio {
    double value = 0.0;
    double low = 0.0;
    double high = 0.0;
};

struct SpeedReport {
    ExecutorKind executor = ExecutorKind::Engine; ///< executor of the run itself
    SpeedVerdict verdict = SpeedVerdict::Steady;
    /// By arm, in order of measurement: sample k of all arms is from the same round. Empty for unmeasured arms.
    std::array<std::vector<PhaseSeconds>, kTimedArmCount> samples;
    MachineLoad load;          ///< load while the last samples were added
    double roundSeconds = 0.0; ///< approximate time of one run of each arm
    /// True if folded computes other values than regular, so that its time gives no speed-up.
    bool runsDiffer = false;

    [[nodiscard]] const std::vector<PhaseSeconds>& of(TimedArm arm) const {
        return samples[static_cast<std::size_t>(arm)];
    }
    [[nodiscard]] TimedArm regular() const {
        return executor == ExecutorKind::Engine ? TimedArm::Regular : TimedArm::RegularOff;
    }
    [[nodiscard]] TimedArm folded() const {
        return executor == ExecutorKind::Engine ? TimedArm::Folded : TimedArm::FoldedOff;
    }
    /// True if the arms on the engine were timed. For a run on LibTorch, their values are not compared.
    [[nodiscard]] bool hasEngine() const { return !of(TimedArm::Folded).empty(); }
    [[nodiscard]] std::size_t runs() const { return of(folded()).size(); }

    // Ratios of running times, without construction. They are given even if the samples disagree (`verdict`); the range
    // shows the uncertainty. None if the values are not equal or an arm was not measured.
    [[nodiscard]] std::optional<SpeedRatio> batching() const;     ///< on the kernels of the run
    [[nodiscard]] std::optional<SpeedRatio> engine() const;       ///< regular@off / regular
    [[nodiscard]] std::optional<SpeedRatio> both() const;         ///< regular@off / folded
    [[nodiscard]] std::optional<SpeedRatio> batchingOff() const;  ///< regular@off / folded@off
    [[nodiscard]] std::optional<SpeedRatio> engineFolded() const; ///< folded@off / folded
    /// Like batching(), but including building the graph, scheduling and planning.
    [[nodiscard]] std::optional<SpeedRatio> batchingWithConstruction() const;
};

/// Inter-quartile range of an arm's running times over their median; 0 without samples.
[[nodiscard]] double iqrOf(const std::vector<PhaseSeconds>& samples);
/// Width of the range of the median of an arm's running times, over that median; 0 without samples.
[[nodiscard]] double spreadOf(const std::vector<PhaseSeconds>& samples);

/// Samples are Varying if their spread exceeds this; more samples may help.
constexpr double kMostSpread = 0.20;
/// Samples are Varying if their inter-quartile range over their median exceeds this.
constexpr double kMostIqr = 0.5;
/// Samples are Varying if the range of the headline, high over low, exceeds this.
constexpr double kMostRange = 1.35;
/// The limit of MachineLoad::waiting per thread that the arms may use.
constexpr double kMostWaiting = 0.15;
/// The number of processors that other processes may use beyond those that the arms leave free.
constexpr double kMostOthers = 0.5;

/// The limit of MachineLoad::slowdown.
constexpr double kMostSlowdown = 1.10;

/// True if other processes used so much of the machine that samples taken meanwhile are unreliable.
[[nodiscard]] bool isMachineBusy(const MachineLoad& load);

/// Busy takes precedence over Varying, because the user can do something about it. Requires samples.
[[nodiscard]] SpeedVerdict verdictOf(const SpeedReport& report);

} // namespace batchscope
