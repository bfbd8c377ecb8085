// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the figures of a benchmark come to, in sentences: from which batch size folding pays, where the time goes, which
// policy is fastest, what padding wastes, and why nothing can be said. Lists come as listed() of execution_words.h says
// them; shares and factors are rounded by whoever knows how sure they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// Names of arms.
struct AdvisedArms {
    std::string_view folded;
    std::string_view regular;
};

/// `sizes` as a list, and how many there are.
struct AdvisedSizes {
    std::string_view sizes;
    std::size_t count = 0;
};

// From which batch size folding is faster. The first is a sentence without its end, since how many times as fast may
// follow.
[[nodiscard]] std::string fasterFromSmallest(const AdvisedArms& arms, std::size_t smallest);
[[nodiscard]] std::string fasterFromSize(const AdvisedArms& arms, std::size_t size);
[[nodiscard]] std::string fasterFromAbout(const AdvisedArms& arms, std::size_t size);
[[nodiscard]] std::string fasterAtSizes(const AdvisedArms& arms, const AdvisedSizes& at);
[[nodiscard]] std::string timesAsFast(double factor, std::size_t batch);
/// At the size that was just named.
[[nodiscard]] std::string timesAsFastThere(double factor);
/// Whole sentences.
[[nodiscard]] std::string slowerAtAllSizes(const AdvisedArms& arms, std::size_t smallest, std::size_t largest);
[[nodiscard]] std::string slowerAtSizes(const AdvisedArms& arms, const AdvisedSizes& at);
[[nodiscard]] std::string sizesShowNoOrder(const AdvisedArms& arms, const AdvisedSizes& at);
/// After a sentence that has named the arms.
[[nodiscard]] std::string alsoSlowerAt(const AdvisedSizes& at);
[[nodiscard]] std::string alsoNoOrderAt(const AdvisedSizes& at);

// Where the time goes.
inline constexpr std::string_view kTimeOnConstruction = "construction (graph, schedule and plan)";
inline constexpr std::string_view kTimeOnCopying = "copying rows";
inline constexpr std::string_view kTimeOnComputing = "computing";
inline constexpr std::string_view kTimeOnReadOut = "reading out results";
inline constexpr std::string_view kTimeOnBackward = "the backward pass";
/// One item of the list that timeGoes() takes; the first one says of what it is a share.
[[nodiscard]] std::string firstShareOfTime(int percent, std::string_view part);
[[nodiscard]] std::string nextShareOfTime(int percent, std::string_view part);
[[nodiscard]] std::string almostAllTime(std::string_view part);
[[nodiscard]] std::string timeGoes(std::size_t batch, std::string_view arm, std::string_view shares);

// Policies: items of a list, and the sentences around it.
[[nodiscard]] std::string takesSlightlyLonger(std::string_view arm);
[[nodiscard]] std::string takesPercentLonger(std::string_view arm, int percent);
[[nodiscard]] std::string takesTimesAsLong(std::string_view arm, double factor);
[[nodiscard]] std::string fastestPolicy(std::size_t batch, std::string_view arm, std::string_view losers);
[[nodiscard]] std::string fastestPolicies(std::size_t batch, std::string_view arms);
/// After it: how much longer the others take than one of them.
[[nodiscard]] std::string comparedWith(std::string_view arm, std::string_view losers);

struct LaunchTrade {
    std::string_view arm;
    std::string_view fastest;
    std::string_view launches; ///< with thousands
    std::string_view launchesOfFastest;
    int schedulePercent = 0; ///< of the arm's time
    int schedulePercentOfFastest = 0;
};
[[nodiscard]] std::string fewerLaunchesLongerSchedule(const LaunchTrade& trade);

[[nodiscard]] std::string paddingWastes(std::size_t batch, std::string_view arm, int percent);

inline constexpr std::string_view kTimesOfTraining = "These are times of training: forward, loss and backward.";
inline constexpr std::string_view kTimesOfInference = "These are times of inference; training was not measured.";

// What nothing is concluded from, and why.
struct DoubtedResults {
    std::size_t count = 0;
    std::size_t all = 0;
};
[[nodiscard]] std::string resultsDiffer(DoubtedResults results);
[[nodiscard]] std::string tooFewSamples(DoubtedResults results, std::size_t needed);
[[nodiscard]] std::string noisyOnBusyMachine(DoubtedResults results);
[[nodiscard]] std::string noisyResults(DoubtedResults results);

// What sets a part of a sweep apart from the others.
inline constexpr std::string_view kAdviceForOwnDims = "own widths";

/// At the end of a list that was cut.
[[nodiscard]] std::string andOthers(std::size_t count);
[[nodiscard]] std::string moreFindings(std::size_t count);

} // namespace batchscope::words
