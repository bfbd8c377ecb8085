// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/race.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/schedule/policy.h"
#include "core/trace/speed_text.h"
#include "core/words/race_words.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

bool isRegular(const Snapshot& side) {
    return side.schedule && side.schedule->policy == "regular";
}

bool isMeasured(const Snapshot& side) {
    return side.report && side.report->isMeasured();
}

/// The side whose measurement holds regular and folded; null where there is none.
const Snapshot* measuredFold(const Snapshot& side, const Snapshot& other) {
    if (isRegular(side) == isRegular(other)) {
        return nullptr;
    }
    const Snapshot& folded = isRegular(side) ? other : side;
    return isMeasured(folded) ? &folded : nullptr;
}

std::vector<double> secondsOfBatches(const Snapshot& side) {
    std::vector<double> seconds;
    if (side.trace) {
        for (const std::chrono::nanoseconds time : side.trace->batchDurations(side.schedule->batchCount())) {
            seconds.push_back(inSeconds(time));
        }
    }
    return seconds;
}

std::string titleOfPolicy(const Snapshot& side) {
    const auto policy = findPolicy(side.schedule->policy);
    return policy ? (*policy)->title() : side.schedule->policy;
}

std::string batchesText(const Snapshot& side) {
    return withThousands(side.schedule->batchCount());
}

} // namespace

std::optional<SideTime> sideTime(const Snapshot& side, const Snapshot& other) {
    if (const Snapshot* fold = measuredFold(side, other)) {
        const RunReport& report = *fold->report;
        return SideTime{(&side == fold ? report.folded : report.regular).execution(), report.runs()};
    }
    if (isMeasured(side)) {
        return SideTime{side.report->folded.execution(), side.report->runs()};
    }
    if (!side.trace) {
        return std::nullopt;
    }
    double whole = 0.0;
    for (const double seconds : secondsOfBatches(side)) {
        whole += seconds;
    }
    return SideTime{whole, 1};
}

SideProgress progressAt(const Snapshot& side, const Snapshot& other, double time) {
    constexpr auto kFirstStop = static_cast<double>(Storyboard::kFirstBatchStop);
    SideProgress progress;
    progress.all = side.schedule->batchCount();
    const double reached = std::clamp(time - kFirstStop, 0.0, static_cast<double>(progress.all));
    progress.batches = static_cast<std::size_t>(reached);
    progress.isDone = progress.batches == progress.all;
    progress.share = progress.all == 0 ? 1.0 : reached / static_cast<double>(progress.all);
    const std::vector<double> batches = secondsOfBatches(side);
    double whole = 0.0;
    double spent = 0.0;
    for (std::size_t step = 0; step < batches.size(); ++step) {
        whole += batches[step];
        spent += batches[step] * std::clamp(reached - static_cast<double>(step), 0.0, 1.0);
    }
    if (const std::optional<SideTime> total = sideTime(side, other); total && whole > 0.0) {
        progress.share = progress.isDone ? 1.0 : spent / whole;
        progress.seconds = total->seconds * progress.share;
    }
    return progress;
}

std::string progressText(const SideProgress& progress) {
    std::string text = words::batchInRace(withThousands(progress.batches), withThousands(progress.all));
    if (progress.seconds) {
        text = words::placeInRace(text, formatSeconds(*progress.seconds));
    }
    return progress.isDone ? words::finishedInRace(text) : text;
}

std::string timesText(const std::optional<SideTime>& time) {
    if (!time) {
        return {};
    }
    return time->runs > 1 ? words::timesAreScaled(time->runs) : std::string(words::kTimesAreOfOneRun);
}

std::string raceText(const Snapshot& side, const Snapshot& other) {
    const Snapshot* fold = measuredFold(side, other);
    const std::optional<SpeedRatio> factor = fold != nullptr ? fold->report->speed->batching() : std::nullopt;
    if (!factor) {
        return words::raceOfPolicies(titleOfPolicy(side), batchesText(side), titleOfPolicy(other), batchesText(other));
    }
    const Snapshot& regular = fold == &side ? other : side;
    const RunReport& report = *fold->report;
    const std::string batches[] = {batchesText(regular), batchesText(*fold)};
    const std::string times[] = {formatSeconds(report.regular.execution()), formatSeconds(report.folded.execution())};
    const std::string ratio = factorText(*factor);
    const words::RaceFinish finish{batches[0], times[0], batches[1], times[1], ratio};
    const bool isOpen = factor->low <= 1.0 && factor->high >= 1.0;
    std::string text = isOpen                ? words::raceIsOpen(finish)
                       : factor->value > 1.0 ? words::foldedWins(finish)
                                             : words::regularWins(finish);
    if (const std::string split = splitText(*report.speed); !split.empty()) {
        text += "\n" + words::splitOfRace(split, report.runs());
    }
    return text;
}

} // namespace batchscope
