// SPDX-License-Identifier: GPL-3.0-or-later
//
// What folding buys and what the engine buys, kept apart, with how far the samples agree. Every front end takes its
// speed-ups from here, so no two of them can differ.
//
// Four arms are timed on the same graph and weights: regular and folded, each on the engine and on LibTorch's plain
// bodies (`@off`). Then
//
//     batching = regular / folded, both on the engine      both = regular@off / folded
//     engine   = regular@off / regular                          = batching × engine, exactly
//
// "Speed-up" without a further word is batching, on the kernels of the run itself: for a run on LibTorch it is that of
// the two arms on LibTorch (batchingOff). The other way round the square (batchingOff, engineFolded) multiplies to the
// same product. A net that the engine cannot run has the two arms on LibTorch only.
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

/// How the samples of each arm turned out.
enum class SpeedVerdict : std::uint8_t {
    Steady,  ///< they agree
    Varying, ///< they do not agree, and nobody else was seen to use the machine
    Busy,    ///< other processes took processors away
    Few,     ///< runs so long that fewer than five of each arm were made, perhaps one
    Off,     ///< the user chose not to measure: there are no samples
};

/// What else ran while the samples were taken.
struct MachineLoad {
    /// Time that threads of this process were ready and had no processor, over wall time; threads add up.
    double waiting = 0.0;
    double others = 0.0; ///< processors that other processes used, on average
    int processors = 1;
    int threads = 1; ///< that the arms may use
    /// Time of a fixed piece of work over its best time in the same run; 1 where that was not taken. A virtual machine
    /// is slow, too, while its neighbors work, whom it does not see.
    double slowdown = 1.0;
};

/// A ratio of two medians. The range is that of the medians (medianRange, 95 % confidence), the low end of the slower
/// arm over the high end of the faster one, and the other way round; it holds the ratio.
struct SpeedRatio {
    double value = 0.0;
    double low = 0.0;
    double high = 0.0;
};

struct SpeedReport {
    ExecutorKind executor = ExecutorKind::Engine; ///< of the run itself
    SpeedVerdict verdict = SpeedVerdict::Steady;
    /// By arm, in order of measurement: round k of all arms was taken together. Empty where an arm was not measured.
    std::array<std::vector<PhaseSeconds>, kTimedArmCount> samples;
    MachineLoad load;          ///< while the last samples were added
    double roundSeconds = 0.0; ///< one run of each arm, about
    /// Folded computes something else than regular: how fast it does is no speed-up.
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
    /// Beside a run on LibTorch the engine is only timed: its values are compared where it is what runs.
    [[nodiscard]] bool hasEngine() const { return !of(TimedArm::Folded).empty(); }
    [[nodiscard]] std::size_t runs() const { return of(folded()).size(); }

    // Running only. Also where the samples do not agree (`verdict`): the range tells how far. None where the values
    // are not equal, and none where an arm was not measured.
    [[nodiscard]] std::optional<SpeedRatio> batching() const;     ///< on the kernels of the run
    [[nodiscard]] std::optional<SpeedRatio> engine() const;       ///< regular@off / regular
    [[nodiscard]] std::optional<SpeedRatio> both() const;         ///< regular@off / folded
    [[nodiscard]] std::optional<SpeedRatio> batchingOff() const;  ///< regular@off / folded@off
    [[nodiscard]] std::optional<SpeedRatio> engineFolded() const; ///< folded@off / folded
    /// As batching(), with building the graph, scheduling and planning, which each arm pays for itself.
    [[nodiscard]] std::optional<SpeedRatio> batchingWithConstruction() const;
};

/// Inter-quartile range of an arm's running times over their median; 0 without samples.
[[nodiscard]] double iqrOf(const std::vector<PhaseSeconds>& samples);
/// How wide the range of the median of an arm's running times is, over that median; 0 without samples.
[[nodiscard]] double spreadOf(const std::vector<PhaseSeconds>& samples);

/// Samples whose spread exceeds this do not agree: more of them are needed, or they never will.
constexpr double kMostSpread = 0.20;
/// Nor do they when their inter-quartile range, over their median, exceeds this.
constexpr double kMostIqr = 0.5;
/// Nor do they when the range of the headline, high over low, exceeds this.
constexpr double kMostRange = 1.35;
/// MachineLoad::waiting, for each of the threads that the arms may use.
constexpr double kMostWaiting = 0.15;
/// Processors that others may use beyond those that the arms leave.
constexpr double kMostOthers = 0.5;

/// MachineLoad::slowdown.
constexpr double kMostSlowdown = 1.10;

/// Whether others used so much of the machine that samples taken meanwhile are worth little.
[[nodiscard]] bool isMachineBusy(const MachineLoad& load);

/// Busy before Varying: a reason that can be helped comes first. Needs samples.
[[nodiscard]] SpeedVerdict verdictOf(const SpeedReport& report);

} // namespace batchscope
