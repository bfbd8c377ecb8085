// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

#include <algorithm>
#include <vector>

namespace batchscope {

const char* phaseName(Phase phase) {
    switch (phase) {
    case Phase::Gather: return "gather";
    case Phase::Compute: return "compute";
    case Phase::Scatter: return "scatter";
    }
    return "";
}

BatchTime Trace::timeOf(BatchId batch) const {
    BatchTime time;
    for (const Event& event : events) {
        if (event.batch == batch) {
            time.phases[static_cast<std::size_t>(event.phase)] += event.duration;
            time.total += event.duration;
        }
    }
    return time;
}

std::vector<std::chrono::nanoseconds> Trace::batchDurations(std::size_t count) const {
    std::vector<std::chrono::nanoseconds> durations(count, std::chrono::nanoseconds{0});
    for (const Event& event : events) {
        durations[event.batch.index()] += event.duration;
    }
    return durations;
}

namespace {

using Times = std::vector<std::chrono::nanoseconds>;

std::chrono::nanoseconds middleOf(Times times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

bool sameEvents(const std::vector<Event>& left, const std::vector<Event>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const Event& a, const Event& b) { return a.batch == b.batch && a.phase == b.phase; });
}

/// The median of `get` over all runs.
template <typename Get>
std::chrono::nanoseconds medianOf(const Trace& shown, std::span<const Trace> others, Get get) {
    Times times = {get(shown)};
    for (const Trace& other : others) {
        times.push_back(get(other));
    }
    return middleOf(std::move(times));
}

/// Sets the duration of each event, and its gap to the event before, to their medians over all runs.
void setMedians(std::vector<Event> Trace::*list, const Trace& shown, std::span<const Trace> others,
                std::chrono::nanoseconds begin, std::chrono::nanoseconds Trace::*before, Trace& result) {
    std::chrono::nanoseconds end = begin;
    for (std::size_t place = 0; place < (result.*list).size(); ++place) {
        const auto gap = [&](const Trace& run) {
            const auto& events = run.*list;
            const std::chrono::nanoseconds previous =
                place > 0 ? events[place - 1].start + events[place - 1].duration
                          : (before == nullptr ? std::chrono::nanoseconds{0} : run.*before);
            return std::max(events[place].start - previous, std::chrono::nanoseconds{0});
        };
        Event& event = (result.*list)[place];
        event.start = end + medianOf(shown, others, gap);
        event.duration = medianOf(shown, others, [&](const Trace& run) { return (run.*list)[place].duration; });
        end = event.start + event.duration;
    }
}

} // namespace

Trace withMedianTimes(const Trace& shown, std::span<const Trace> others) {
    const bool isSame = std::all_of(others.begin(), others.end(), [&shown](const Trace& other) {
        return sameEvents(shown.events, other.events) && sameEvents(shown.backward, other.backward);
    });
    if (!isSame || others.empty()) {
        return shown;
    }
    Trace result = shown;
    result.runs = 1 + others.size();
    result.startDuration = medianOf(shown, others, [](const Trace& run) { return run.startDuration; });
    setMedians(&Trace::events, shown, others, result.startDuration, &Trace::startDuration, result);
    setMedians(&Trace::backward, shown, others, std::chrono::nanoseconds{0}, nullptr, result);
    if (!result.backward.empty()) {
        const Event& last = result.backward.back();
        result.weightGradients.start = last.start + last.duration;
    }
    result.weightGradients.duration =
        medianOf(shown, others, [](const Trace& run) { return run.weightGradients.duration; });
    return result;
}

} // namespace batchscope
