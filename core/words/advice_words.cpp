// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/advice_words.h"

#include <fmt/format.h>

namespace batchscope::words {

namespace {

std::string sizesAfter(std::string_view preposition, const AdvisedSizes& at) {
    return fmt::format("{} batch size{} {}", preposition, at.count == 1 ? "" : "s", at.sizes);
}

/// "All 16 results are", "2 of 16 results are", "1 of 16 results is", "The only result is"
std::string doubted(DoubtedResults results, std::string_view one, std::string_view many) {
    if (results.all == 1) {
        return fmt::format("The only result {}", one);
    }
    return results.count == results.all
               ? fmt::format("All {} results {}", results.all, many)
               : fmt::format("{} of {} results {}", results.count, results.all, results.count == 1 ? one : many);
}

/// What follows from it, as the second half of a sentence.
std::string_view noConclusion(DoubtedResults results) {
    if (results.count == results.all) {
        return "so nothing can be concluded from this run";
    }
    return results.count == 1 ? "so it is left out here" : "so they are left out here";
}

constexpr std::string_view kOnlyPlainOrder = "so only which of two is faster is told, where that is plain";

std::string shareText(int percent) {
    return percent == 0 ? "less than 5%" : fmt::format("about {}%", percent);
}

} // namespace

std::string fasterFromSmallest(const AdvisedArms& arms, std::size_t smallest) {
    return fmt::format("From the smallest batch size measured ({}) on, {} is faster than {}", smallest, arms.folded,
                       arms.regular);
}

std::string fasterFromSize(const AdvisedArms& arms, std::size_t size) {
    return fmt::format("From batch size {} on, {} is faster than {}", size, arms.folded, arms.regular);
}

std::string fasterFromAbout(const AdvisedArms& arms, std::size_t size) {
    return fmt::format("From a batch size of about {} on, {} is faster than {}", size, arms.folded, arms.regular);
}

std::string fasterAtSizes(const AdvisedArms& arms, const AdvisedSizes& at) {
    return fmt::format("{}, {} is faster than {}", sizesAfter("At", at), arms.folded, arms.regular);
}

std::string timesAsFast(double factor, std::size_t batch) {
    return fmt::format(": about {:g} times as fast at batch size {}", factor, batch);
}

std::string timesAsFastThere(double factor) {
    return fmt::format(": about {:g} times as fast", factor);
}

std::string slowerAtAllSizes(const AdvisedArms& arms, std::size_t smallest, std::size_t largest) {
    return fmt::format("At every batch size measured ({} to {}), {} is slower than {}.", smallest, largest, arms.folded,
                       arms.regular);
}

std::string slowerAtSizes(const AdvisedArms& arms, const AdvisedSizes& at) {
    return fmt::format("{}, {} is slower than {}.", sizesAfter("At", at), arms.folded, arms.regular);
}

std::string sizesShowNoOrder(const AdvisedArms& arms, const AdvisedSizes& at) {
    return fmt::format("{}, the samples do not show whether {} or {} is faster.", sizesAfter("At", at), arms.folded,
                       arms.regular);
}

std::string alsoSlowerAt(const AdvisedSizes& at) {
    return fmt::format(" It is slower {}.", sizesAfter("at", at));
}

std::string alsoNoOrderAt(const AdvisedSizes& at) {
    return fmt::format(" The samples do not show which of the two is faster {}.", sizesAfter("at", at));
}

std::string firstShareOfTime(int percent, std::string_view part) {
    return fmt::format("about {}% of its time on {}", percent, part);
}

std::string nextShareOfTime(int percent, std::string_view part) {
    return fmt::format("about {}% on {}", percent, part);
}

std::string almostAllTime(std::string_view part) {
    return fmt::format("almost all of its time on {}", part);
}

std::string timeGoes(std::size_t batch, std::string_view arm, std::string_view shares) {
    return fmt::format("At batch size {}, {} spends {}.", batch, arm, shares);
}

std::string takesSlightlyLonger(std::string_view arm) {
    return fmt::format("{} takes slightly longer", arm);
}

std::string takesPercentLonger(std::string_view arm, int percent) {
    return fmt::format("{} takes about {}% longer", arm, percent);
}

std::string takesTimesAsLong(std::string_view arm, double factor) {
    return fmt::format("{} takes about {:g} times as long", arm, factor);
}

std::string fastestPolicy(std::size_t batch, std::string_view arm, std::string_view losers) {
    return fmt::format("At batch size {}, {} is the fastest policy measured: {}.", batch, arm, losers);
}

std::string fastestPolicies(std::size_t batch, std::string_view arms) {
    return fmt::format("At batch size {}, the samples do not show which of these is fastest: {}.", batch, arms);
}

std::string comparedWith(std::string_view arm, std::string_view losers) {
    return fmt::format(" Compared with {}, {}.", arm, losers);
}

std::string fewerLaunchesLongerSchedule(const LaunchTrade& trade) {
    return fmt::format(" {} needs fewer launches than {} ({} instead of {}), but spends {} of its time on scheduling "
                       "instead of {}.",
                       trade.arm, trade.fastest, trade.launches, trade.launchesOfFastest,
                       shareText(trade.schedulePercent), shareText(trade.schedulePercentOfFastest));
}

std::string paddingWastes(std::size_t batch, std::string_view arm, int percent) {
    return fmt::format("At batch size {}, about {}% of the rows that {} computes are padding.", batch, percent, arm);
}

std::string resultsDiffer(DoubtedResults results) {
    return fmt::format("{} other values than the regular run, {}.", doubted(results, "has", "have"),
                       noConclusion(results));
}

std::string tooFewSamples(DoubtedResults results, std::size_t needed) {
    return fmt::format("{} too few samples, {}; use at least {} repeats.", doubted(results, "has", "have"),
                       noConclusion(results), needed);
}

std::string noisyOnBusyMachine(DoubtedResults results) {
    return fmt::format("{} noisy because other processes used the machine, {}; measure again while it is idle.",
                       doubted(results, "is", "are"), kOnlyPlainOrder);
}

std::string noisyResults(DoubtedResults results) {
    return fmt::format("{} noisy because the samples differ too much, {}; measure again with more repeats.",
                       doubted(results, "is", "are"), kOnlyPlainOrder);
}

std::string andOthers(std::size_t count) {
    return fmt::format("{} other{}", count, count == 1 ? "" : "s");
}

std::string moreFindings(std::size_t count) {
    return fmt::format("{} more finding{} not listed; measure fewer widths, thread counts or arms at a time to see "
                       "all of them.",
                       count, count == 1 ? " is" : "s are");
}

} // namespace batchscope::words
