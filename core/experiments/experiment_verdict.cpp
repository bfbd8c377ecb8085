// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment_verdict.h"

#include "core/base/statistics.h"
#include "core/bench/bench_series.h"
#include "core/words/experiment_words.h"

#include <algorithm>

namespace batchscope {

namespace {

double treesOf(const BenchResult& result) {
    return static_cast<double>(result.batch);
}

double constructionShareOf(const BenchResult& result) {
    const double total = result.phases.total();
    return total > 0.0 ? 1.0 - result.phases.execution() / total : 0.0;
}

double valueOf(ExperimentFigure figure, const BenchResult& result) {
    switch (figure) {
    case ExperimentFigure::Seconds: return result.medianSeconds;
    case ExperimentFigure::RunningSeconds: return result.phases.execution();
    case ExperimentFigure::SecondsPerTree: return result.medianSeconds / treesOf(result);
    case ExperimentFigure::RunningSecondsPerTree: return result.phases.execution() / treesOf(result);
    case ExperimentFigure::TreesPerSecond: return result.treesPerSecond;
    case ExperimentFigure::ConstructionShare: return constructionShareOf(result);
    case ExperimentFigure::Batches: return static_cast<double>(result.batches);
    case ExperimentFigure::Launches: return static_cast<double>(result.figures.launches);
    case ExperimentFigure::PaddingWaste: return result.paddingWaste;
    }
    return 0.0;
}

bool isDoubtfulFigure(ExperimentFigure figure, const BenchResult& result) {
    const BenchDoubt doubt = doubtAbout(result);
    return doubt == BenchDoubt::Different || (isTimed(figure) && doubt != BenchDoubt::None);
}

ClaimDoubt claimDoubt(BenchDoubt doubt) {
    switch (doubt) {
    case BenchDoubt::None: return ClaimDoubt::None;
    case BenchDoubt::Different: return ClaimDoubt::Different;
    case BenchDoubt::TooFew: return ClaimDoubt::TooFew;
    case BenchDoubt::Busy: return ClaimDoubt::Busy;
    case BenchDoubt::Varying: return ClaimDoubt::Varying;
    }
    return ClaimDoubt::None;
}

SpeedRatio scaled(const SpeedRatio& ratio, double factor) {
    return {ratio.value * factor, ratio.low * factor, ratio.high * factor};
}

/// Time of a step at `of` over that at `over`.
SpeedRatio timeRatio(const BenchResult& of, const BenchResult& over, bool isOneCell) {
    if (isOneCell) {
        if (const std::optional<SpeedRatio> seen = seenRatio(of, over)) {
            return *seen;
        }
    }
    // Samples of two cells were taken on other trees at other times, however alike their mini-batches are numbered.
    const MedianRange above = medianRange(of.samples);
    const MedianRange below = medianRange(over.samples);
    return {of.medianSeconds / over.medianSeconds, above.low / below.high, above.high / below.low};
}

SpeedRatio figureRatio(ExperimentFigure figure, const BenchResult& of, const BenchResult& over, bool isOneCell) {
    switch (figure) {
    case ExperimentFigure::SecondsPerTree: return scaled(timeRatio(of, over, isOneCell), treesOf(over) / treesOf(of));
    case ExperimentFigure::TreesPerSecond: return scaled(timeRatio(over, of, isOneCell), treesOf(of) / treesOf(over));
    default: return timeRatio(of, over, isOneCell);
    }
}

ClaimVerdict doubted(ClaimDoubt doubt) {
    return {ClaimOutcome::CannotTell, doubt, std::nullopt};
}

ClaimVerdict decided(const ExperimentClaim& claim, const SpeedRatio& value) {
    const bool holds = claim.atLeast ? value.low >= *claim.atLeast : value.high <= claim.atMost.value_or(0.0);
    const bool fails = claim.atLeast ? value.high < *claim.atLeast : value.low > claim.atMost.value_or(0.0);
    if (!holds && !fails) {
        return {ClaimOutcome::CannotTell, ClaimDoubt::Range, value};
    }
    return {holds ? ClaimOutcome::Holds : ClaimOutcome::DoesNotHold, ClaimDoubt::None, value};
}

ClaimVerdict verdictOnTimes(const ExperimentClaim& claim, const BenchResult& of, const BenchResult& over) {
    const BenchDoubt first = doubtAbout(of);
    const ClaimDoubt doubt = claimDoubt(first != BenchDoubt::None ? first : doubtAbout(over));
    for (const BenchResult* result : {&of, &over}) {
        if (const BenchDoubt own = doubtAbout(*result); own == BenchDoubt::Different || own == BenchDoubt::TooFew) {
            return doubted(claimDoubt(own));
        }
    }
    const ExperimentMeasure& measure = claim.measure;
    const bool isOneCell = measure.of.run == measure.over->run && of.batch == over.batch;
    const SpeedRatio value = figureRatio(measure.figure, of, over, isOneCell);
    if (doubt == ClaimDoubt::None) {
        return decided(claim, value);
    }
    const ClaimVerdict beyond = decided(claim, {value.value, value.low / kDoubtMargin, value.high * kDoubtMargin});
    return {beyond.outcome, doubt, value};
}

std::string doubtText(ClaimDoubt doubt) {
    switch (doubt) {
    case ClaimDoubt::None: return {};
    case ClaimDoubt::NotMeasured: return std::string(words::kNotMeasured);
    case ClaimDoubt::Different: return std::string(words::kOtherValues);
    case ClaimDoubt::TooFew: return words::tooFewForProof(kFewestForProof);
    case ClaimDoubt::Busy: return std::string(words::kBusyMachine);
    case ClaimDoubt::Varying: return std::string(words::kVaryingSamples);
    case ClaimDoubt::Range: return std::string(words::kRangeHoldsLimit);
    }
    return {};
}

/// What is true of the claim's own places: rows may leave open what a claim never does, but for the batch.
ExperimentPlace wholePlace(const ExperimentPlace& place) {
    return placeIn({}, place);
}

} // namespace

const BenchResult* resultAt(const MeasuredExperiment& measured, const ExperimentPlace& place) {
    const MeasuredRun* const run = measured.find(place.run);
    if (run == nullptr || run->config.batches.empty()) {
        return nullptr;
    }
    const std::vector<std::size_t>& asked = run->config.batches;
    const BatchChoice choice = place.batch.value_or(BatchChoice());
    std::size_t batch = choice.trees;
    if (choice.kind != BatchChoice::Kind::Fixed) {
        batch = choice.kind == BatchChoice::Kind::Smallest ? *std::min_element(asked.begin(), asked.end())
                                                           : *std::max_element(asked.begin(), asked.end());
    }
    const std::vector<BenchResult>& results = run->report.results;
    const auto found = std::find_if(results.begin(), results.end(), [&](const BenchResult& result) {
        return result.arm == place.arm && result.batch == batch;
    });
    return found == results.end() ? nullptr : &*found;
}

std::optional<MeasuredFigure> figureOf(const MeasuredExperiment& measured, const ExperimentMeasure& measure) {
    const BenchResult* const of = resultAt(measured, wholePlace(measure.of));
    if (of == nullptr) {
        return std::nullopt;
    }
    MeasuredFigure figure{valueOf(measure.figure, *of), isDoubtfulFigure(measure.figure, *of)};
    if (!measure.over) {
        return figure;
    }
    const BenchResult* const over = resultAt(measured, wholePlace(*measure.over));
    const double divisor = over == nullptr ? 0.0 : valueOf(measure.figure, *over);
    if (!(divisor > 0.0)) {
        return std::nullopt;
    }
    figure.value /= divisor;
    figure.isDoubtful |= isDoubtfulFigure(measure.figure, *over);
    return figure;
}

ClaimVerdict verdictOn(const MeasuredExperiment& measured, const ExperimentClaim& claim) {
    const ExperimentMeasure& measure = claim.measure;
    const BenchResult* const of = resultAt(measured, wholePlace(measure.of));
    const BenchResult* const over = measure.over ? resultAt(measured, wholePlace(*measure.over)) : of;
    if (of == nullptr || over == nullptr) {
        return doubted(ClaimDoubt::NotMeasured);
    }
    if (isTimed(measure.figure) && measure.over) {
        return verdictOnTimes(claim, *of, *over);
    }
    const std::optional<MeasuredFigure> figure = figureOf(measured, measure);
    if (!figure) {
        return doubted(ClaimDoubt::NotMeasured);
    }
    if (figure->isDoubtful) {
        return doubted(of->equal && over->equal ? ClaimDoubt::Varying : ClaimDoubt::Different);
    }
    return decided(claim, {figure->value, figure->value, figure->value});
}

std::vector<ClaimVerdict> verdictsOn(const MeasuredExperiment& measured) {
    std::vector<ClaimVerdict> verdicts;
    for (const ExperimentClaim& claim : measured.experiment.claims) {
        verdicts.push_back(verdictOn(measured, claim));
    }
    return verdicts;
}

ClaimOutcome storyOf(const std::vector<ClaimVerdict>& verdicts) {
    const auto count = [&](ClaimOutcome outcome) {
        return static_cast<std::size_t>(
            std::count_if(verdicts.begin(), verdicts.end(),
                          [outcome](const ClaimVerdict& verdict) { return verdict.outcome == outcome; }));
    };
    if (count(ClaimOutcome::DoesNotHold) > 0) {
        return ClaimOutcome::DoesNotHold;
    }
    return !verdicts.empty() && count(ClaimOutcome::Holds) == verdicts.size() ? ClaimOutcome::Holds
                                                                              : ClaimOutcome::CannotTell;
}

std::string outcomeText(ClaimOutcome outcome) {
    switch (outcome) {
    case ClaimOutcome::Holds: return std::string(words::kClaimHolds);
    case ClaimOutcome::DoesNotHold: return std::string(words::kClaimDoesNotHold);
    case ClaimOutcome::CannotTell: return std::string(words::kClaimCannotBeTold);
    }
    return {};
}

std::string claimText(const ExperimentClaim& claim, const ClaimVerdict& verdict) {
    std::string detail;
    const auto add = [&](const std::string& text) {
        detail += detail.empty() || text.empty() ? "" : "; ";
        detail += text;
    };
    if (verdict.value) {
        const SpeedRatio& value = *verdict.value;
        const bool isExact = !isTimed(claim.measure.figure);
        add(isExact ? words::measuredValue(value.value) : words::measuredRange(value.value, value.low, value.high));
    }
    add(claim.atLeast ? words::neededAtLeast(*claim.atLeast) : words::neededAtMost(claim.atMost.value_or(0.0)));
    add(doubtText(verdict.doubt));
    return words::claimLine(outcomeText(verdict.outcome), claim.text, detail);
}

std::string storyText(const MeasuredExperiment& measured, ClaimOutcome story) {
    const std::string_view text = story == ClaimOutcome::Holds         ? words::kStoryHolds
                                  : story == ClaimOutcome::DoesNotHold ? words::kStoryDoesNotHold
                                                                       : words::kStoryCannotBeTold;
    return measured.scale == ExperimentScale::Full ? std::string(text) : words::storyAtReducedSize(text);
}

} // namespace batchscope
