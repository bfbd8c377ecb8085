// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/race.h"

#include "core/base/choice.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/graph/lower.h"
#include "core/schedule/policy.h"
#include "core/session/time_bars.h"
#include "core/story/cursor.h"
#include "core/trace/speed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

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

constexpr auto kFirst = static_cast<double>(Storyboard::kFirstBatchStop);

/// When each batch of the recorded run begins, and last when it ends, in seconds; empty where nothing has run.
std::vector<double> recordedBegins(const Snapshot& side) {
    if (!side.trace) {
        return {};
    }
    std::vector<double> begins = {0.0};
    for (const double seconds : secondsOfBatches(*side.schedule, *side.trace)) {
        begins.push_back(begins.back() + seconds);
    }
    return begins;
}

/// The same, scaled to what the whole takes (sideTime); empty also where no time passed.
std::vector<double> begins(const Snapshot& side, const Snapshot& other) {
    std::vector<double> begins = recordedBegins(side);
    if (begins.empty() || !(begins.back() > 0.0)) {
        return {};
    }
    const double scale = sideTime(side, other)->seconds / begins.back();
    std::transform(begins.begin(), begins.end(), begins.begin(), [scale](double begin) { return begin * scale; });
    return begins;
}

/// When so many batches have run; parts of a batch count.
double secondsAt(const std::vector<double>& begins, double batches) {
    const auto whole = std::min(static_cast<std::size_t>(batches), begins.size() - 2);
    return begins[whole] + (begins[whole + 1] - begins[whole]) * (batches - static_cast<double>(whole));
}

/// How many have run by then.
double batchesAt(const std::vector<double>& begins, double seconds) {
    const auto after = std::upper_bound(begins.begin(), begins.end(), seconds);
    if (after == begins.end()) {
        return static_cast<double>(begins.size() - 1);
    }
    const auto begun = static_cast<std::size_t>(after - begins.begin()) - 1;
    return static_cast<double>(begun) + (seconds - begins[begun]) / (begins[begun + 1] - begins[begun]);
}

/// Of a side at a moment of its story.
double batchesReached(const Snapshot& side, double time) {
    return std::clamp(time - kFirst, 0.0, static_cast<double>(side.schedule->batchCount()));
}

std::string titleOfPolicy(const Snapshot& side) {
    const auto policy = findPolicy(side.schedule->policy);
    return policy ? (*policy)->title() : side.schedule->policy;
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
    return SideTime{recordedBegins(side).back(), 1};
}

SideProgress progressAt(const Snapshot& side, const Snapshot& other, double time) {
    SideProgress progress;
    progress.all = side.schedule->batchCount();
    const double reached = batchesReached(side, time);
    progress.batches = static_cast<std::size_t>(reached);
    progress.isDone = progress.batches == progress.all;
    progress.share = progress.all == 0 ? 1.0 : reached / static_cast<double>(progress.all);
    if (const std::vector<double> clock = begins(side, other); !clock.empty()) {
        progress.seconds = secondsAt(clock, reached);
        progress.share = *progress.seconds / clock.back();
    }
    return progress;
}

double lengthInRace(const Snapshot& side, const Snapshot& other) {
    const std::optional<SideTime> own = sideTime(side, other);
    const std::optional<SideTime> others = sideTime(other, side);
    const double longest = own && others ? std::max(own->seconds, others->seconds) : 0.0;
    return longest > 0.0 ? own->seconds / longest : 1.0;
}

std::vector<double> raceClock(const Snapshot& side, const Snapshot& other, double overtime) {
    constexpr double kBefore = 0.6; // seconds on the screen, of each interval before the first batch, and of leaving
    const std::vector<double> own = begins(side, other);
    const std::vector<double> others = begins(other, side);
    if (own.empty() || others.empty()) {
        return {};
    }
    const double onScreen = kRaceSeconds / std::max(own.back(), others.back());
    std::vector<double> clock = {0.0};
    for (std::size_t stop = 0; stop < Storyboard::kFirstBatchStop; ++stop) {
        clock.push_back(clock.back() + kBefore);
    }
    const double first = clock.back();
    std::transform(own.begin() + 1, own.end(), std::back_inserter(clock),
                   [&](double begin) { return first + begin * onScreen; });
    clock.push_back(clock.back() + kBefore);
    const auto onScreenAt = [&](double time) { // of the other side's story
        const double leaving = std::max(time - (other.storyboard->end() - 1.0), 0.0);
        return secondsAt(others, batchesReached(other, time)) * onScreen + leaving * kBefore;
    };
    const double end = other.storyboard->end();
    for (double from = end - overtime; from < end; from += 1.0) {
        const double to = std::min(from + 1.0, end);
        clock.push_back(clock.back() + (onScreenAt(to) - onScreenAt(from)) / (to - from)); // as of a whole stop
    }
    return clock;
}

std::string progressText(const SideProgress& progress) {
    std::string text = fmt::format("batch {} of {}", withThousands(progress.batches), withThousands(progress.all));
    if (progress.seconds) {
        text += " · " + formatSeconds(*progress.seconds);
    }
    return progress.isDone ? text + " · finished" : text;
}

std::string timesText(const std::optional<SideTime>& time) {
    if (!time) {
        return {};
    }
    return time->runs > 1 ? fmt::format("Times of the recorded run, scaled to the median of {} runs.", time->runs)
                          : std::string("Times of the recorded run alone.");
}

namespace {

/// What the side differs in from the other one.
std::string titleBeside(const Snapshot& side, const Snapshot& other) {
    return side.schedule->policy != other.schedule->policy ? titleOfPolicy(side)
                                                           : std::string(enumName(side.config.graph.granularity));
}

bool isSteady(const Snapshot& side) {
    return side.report && side.report->isSteady();
}

/// "By level: 16 calls, 144 µs".
std::string resultOf(const Snapshot& side, const Snapshot& other, const std::optional<SideTime>& time) {
    return fmt::format("{}: {}{}", titleBeside(side, other), counted(side.schedule->batchCount(), words::kCall),
                       time ? ", " + formatSeconds(time->seconds) : "");
}

std::string raceOfPolicies(const Snapshot& side, const Snapshot& other) {
    constexpr double kSame = 1.1; // measured apart, less is not told from nothing
    const std::optional<SideTime> own = sideTime(side, other);
    const std::optional<SideTime> others = sideTime(other, side);
    const std::string figures = resultOf(side, other, own) + ". " + resultOf(other, side, others) + '.';
    const std::size_t calls = side.schedule->batchCount();
    const std::size_t otherCalls = other.schedule->batchCount();
    if (!own || !others || !isSteady(side) || !isSteady(other)) {
        return figures;
    }
    const bool isSame = std::max(own->seconds, others->seconds) < kSame * std::min(own->seconds, others->seconds);
    if (isSame && calls != otherCalls) {
        return "Fewer calls, about the same time.\n" + figures;
    }
    return isSame ? "About the same time.\n" + figures
                  : fmt::format("{} takes less time.\n{}",
                                own->seconds < others->seconds ? titleBeside(side, other) : titleBeside(other, side),
                                figures);
}

} // namespace

std::string raceText(const Snapshot& side, const Snapshot& other) {
    const Snapshot* fold = measuredFold(side, other);
    const std::optional<SpeedRatio> factor = fold != nullptr ? fold->report->speed->batching() : std::nullopt;
    if (fold != nullptr && fold->report->speed->runsDiffer) {
        return fmt::format("No result: {}.", reasonText(*fold->report->speed));
    }
    if (!factor) {
        return raceOfPolicies(side, other);
    }
    const Snapshot& regular = fold == &side ? other : side;
    const std::string figures = fmt::format(
        "Node by node: {}, {}. Folded: {}, {}. {}; both on {}.", counted(regular.schedule->batchCount(), words::kCall),
        formatSeconds(fold->report->regular.execution()), counted(fold->schedule->batchCount(), words::kCall),
        formatSeconds(fold->report->folded.execution()), speedUpText(*fold->report->speed),
        kernelsText(*fold->report->speed));
    return fmt::format("Folded is {}.\n{}", resultText(*factor), figures);
}

namespace {

constexpr std::array<std::string_view, 3> kClockNames = {"share", "batches", "measured"};
} // namespace

Result<CompareClock> parseCompareClock(std::string_view name) {
    return parseChoice<CompareClock>(name == "launches" ? "batches" : name, kClockNames, "clock");
}

namespace {

/// For t up to the end of the present story.
double timeBeside(CompareClock clock, const Snapshot& present, const Snapshot& other, double t) {
    const double ownEnd = present.storyboard->end();
    const double end = other.storyboard->end();
    if (t <= kFirst) {
        return std::max(t, 0.0);
    }
    const double batches = std::min(t, ownEnd - 1.0) - kFirst;
    const double own = ownEnd - 1.0 - kFirst;
    const double others = end - 1.0 - kFirst;
    double reached = batches;
    if (clock == CompareClock::Share) {
        reached = batches / own * others;
    } else if (clock == CompareClock::Measured) {
        const std::vector<double> ownBegins = begins(present, other);
        const std::vector<double> otherBegins = begins(other, present);
        if (!ownBegins.empty() && !otherBegins.empty()) {
            reached = batchesAt(otherBegins, secondsAt(ownBegins, batches));
        }
    }
    const bool done = reached >= others;
    const double leaving = std::max(0.0, t - (ownEnd - 1.0)); // only what is done has a result to show
    return kFirst + std::min(reached, others) + (done ? leaving : 0.0);
}

} // namespace

double otherTime(CompareClock clock, const Snapshot& present, const Snapshot& other, double t) {
    const double ownEnd = present.storyboard->end();
    const double beside = timeBeside(clock, present, other, std::min(t, ownEnd));
    return std::min(beside + std::max(0.0, t - ownEnd), other.storyboard->end());
}

double overtimeOf(CompareClock clock, const Snapshot& present, const Snapshot& other) {
    return other.storyboard->end() - timeBeside(clock, present, other, present.storyboard->end());
}

std::vector<NodeId> batchedOtherwise(const Schedule& left, const Schedule& right) {
    std::vector<NodeId> result;
    for (std::size_t step = 0; step < left.batchCount(); ++step) {
        const auto nodes = left.batch(BatchId(step));
        const BatchId mate = right.places[nodes.front()].batch;
        const bool same =
            right.batchSize(mate) == nodes.size() &&
            std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return right.places[node].batch == mate; });
        if (!same) {
            result.insert(result.end(), nodes.begin(), nodes.end());
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace batchscope
