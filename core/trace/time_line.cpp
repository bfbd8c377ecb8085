// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/time_line.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace batchscope {

namespace {

std::chrono::nanoseconds nanoseconds(double seconds) {
    return std::chrono::round<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
}

SpanKind kindOf(Phase phase) {
    switch (phase) {
    case Phase::Gather: return SpanKind::Gather;
    case Phase::Compute: return SpanKind::Compute;
    case Phase::Scatter: return SpanKind::Scatter;
    }
    return SpanKind::Compute;
}

class SpanList {
public:
    /// Next to what is there; nothing where it took no time.
    void follow(SpanKind kind, std::chrono::nanoseconds duration) {
        if (duration.count() > 0) {
            m_spans.push_back({kind, {}, m_end, duration});
            m_end += duration;
        }
    }
    void add(const TimeSpan& span) {
        m_spans.push_back(span);
        m_end = std::max(m_end, span.end());
    }
    [[nodiscard]] std::chrono::nanoseconds end() const { return m_end; }
    std::vector<TimeSpan> take() { return std::move(m_spans); }

private:
    std::vector<TimeSpan> m_spans;
    std::chrono::nanoseconds m_end{0};
};

} // namespace

const char* spanName(SpanKind kind) {
    switch (kind) {
    case SpanKind::Build: return "build";
    case SpanKind::Schedule: return "schedule";
    case SpanKind::Plan: return "plan";
    case SpanKind::Start: return "initial rows copied";
    case SpanKind::Gather: return phaseName(Phase::Gather);
    case SpanKind::Compute: return phaseName(Phase::Compute);
    case SpanKind::Scatter: return phaseName(Phase::Scatter);
    case SpanKind::ReadOut: return "readout";
    case SpanKind::Backward: return "backward";
    case SpanKind::WeightGradients: return "gradients of weights";
    }
    return "";
}

std::vector<TimeSpan> timeSpans(const Trace& trace, const PhaseSeconds& seconds) {
    SpanList spans;
    spans.follow(SpanKind::Build, nanoseconds(seconds.build));
    spans.follow(SpanKind::Schedule, nanoseconds(seconds.schedule));
    spans.follow(SpanKind::Plan, nanoseconds(seconds.plan));
    const std::chrono::nanoseconds run = spans.end();
    if (trace.startDuration.count() > 0) {
        spans.add({SpanKind::Start, {}, run, trace.startDuration});
    }
    for (const Event& event : trace.events) {
        spans.add({kindOf(event.phase), event.batch, run + event.start, event.duration});
    }
    spans.follow(SpanKind::ReadOut, nanoseconds(seconds.readout));
    const std::chrono::nanoseconds back = spans.end();
    for (const Event& event : trace.backward) {
        spans.add({SpanKind::Backward, event.batch, back + event.start, event.duration});
    }
    if (trace.weightGradients.duration.count() > 0) {
        spans.add({SpanKind::WeightGradients, {}, back + trace.weightGradients.start, trace.weightGradients.duration});
    }
    return spans.take();
}

std::vector<std::vector<TimeSpan>> threadSpans(const Trace& trace, const PhaseSeconds& seconds) {
    std::vector<std::vector<TimeSpan>> threads;
    // The spans of events are in the same order as the events.
    std::vector<TimeSpan> forward;
    std::vector<TimeSpan> backward;
    for (const TimeSpan& span : timeSpans(trace, seconds)) {
        const bool isBack = span.kind == SpanKind::Backward || span.kind == SpanKind::WeightGradients;
        const bool isForward =
            span.kind == SpanKind::Gather || span.kind == SpanKind::Compute || span.kind == SpanKind::Scatter;
        if (isBack || isForward) {
            (isBack ? backward : forward).push_back(span);
        }
    }
    const auto add = [&threads](const std::vector<ThreadShare>& shares, const std::vector<TimeSpan>& events) {
        for (const ThreadShare& share : shares) {
            if (share.event >= events.size()) {
                continue;
            }
            TimeSpan span = events[share.event];
            const auto whole = static_cast<double>(span.duration.count());
            const auto at = [whole](float part) {
                return std::chrono::nanoseconds(std::llround(whole * static_cast<double>(part)));
            };
            span.start += at(share.begin);
            span.duration = at(share.end) - at(share.begin);
            threads.resize(std::max<std::size_t>(threads.size(), std::size_t{share.thread} + 1));
            threads[share.thread].push_back(span);
        }
    };
    add(trace.shares, forward);
    add(trace.backwardShares, backward);
    return threads;
}

std::chrono::nanoseconds lastEnd(std::span<const TimeSpan> spans) {
    std::chrono::nanoseconds end{0};
    for (const TimeSpan& span : spans) {
        end = std::max(end, span.end());
    }
    return end;
}

} // namespace batchscope
