// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads figures off measured runs, and says whether the claims of an experiment hold here. A claim about times is
// decided only where the samples prove it (core/bench/bench_series.h): no result differs from node by node, and the
// 95 % range of the ratio lies on one side of the claim's limit; of noisy results, beyond it by kDoubtMargin. Claims
// have one side: at least, or at most. Counts do not scatter, so they
// decide by themselves. Sizes of steps are those of this machine's run: at reduced size, a claim is about that.
#pragma once

#include "core/experiments/run_experiment.h"
#include "core/trace/speed_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// The result at a place of which nothing is open; null where it was not measured. "Largest" is the largest size that
/// was asked for, whether or not it was reached.
[[nodiscard]] const BenchResult* resultAt(const MeasuredExperiment& measured, const ExperimentPlace& place);

/// A figure of this machine.
struct MeasuredFigure {
    double value = 0.0;      ///< in the unit of its measure
    bool isDoubtful = false; ///< noisy, or other values than node by node
};
/// None where a result was not measured, or the figure to divide by is 0.
[[nodiscard]] std::optional<MeasuredFigure> figureOf(const MeasuredExperiment& measured,
                                                     const ExperimentMeasure& measure);

enum class ClaimOutcome : std::uint8_t { Holds, DoesNotHold, CannotTell };

/// Why it cannot be told, or with what reserve it is; the first that applies.
enum class ClaimDoubt : std::uint8_t {
    None,
    NotMeasured,
    Different, ///< an arm's values are not those of the regular run
    TooFew,    ///< samples
    Busy,      ///< other processes used the machine
    Varying,   ///< the samples do not agree
    Range,     ///< the range of the ratio contains the limit
};

struct ClaimVerdict {
    ClaimOutcome outcome = ClaimOutcome::CannotTell;
    ClaimDoubt doubt = ClaimDoubt::None; ///< where it is decided all the same, what is to be known of the samples
    /// What was measured, with its range; that of a count is the count. None where nothing can be said of it.
    std::optional<SpeedRatio> value;
};

[[nodiscard]] ClaimVerdict verdictOn(const MeasuredExperiment& measured, const ExperimentClaim& claim);
/// By claim.
[[nodiscard]] std::vector<ClaimVerdict> verdictsOn(const MeasuredExperiment& measured);
/// DoesNotHold if one claim does not; Holds if all do.
[[nodiscard]] ClaimOutcome storyOf(const std::vector<ClaimVerdict>& verdicts);

/// "holds", "does not hold", "cannot be told"
[[nodiscard]] std::string outcomeText(ClaimOutcome outcome);
/// "holds: CLAIM (measured 4.2, range 3.9 to 4.6; at least 3 expected)"
[[nodiscard]] std::string claimText(const ExperimentClaim& claim, const ClaimVerdict& verdict);
/// Whether the story holds here, as a sentence.
[[nodiscard]] std::string storyText(const MeasuredExperiment& measured, ClaimOutcome story);

} // namespace batchscope
