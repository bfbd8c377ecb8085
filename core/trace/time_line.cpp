// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/time_line.h"

#include "core/base/json_string.h"
#include "core/trace/batch_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

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

namespace {

double microseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::micro>(time).count();
}

class Writer {
public:
    explicit Writer(const OpGraph& graph) : m_graph(graph) {}

    std::string write(std::span<const TraceLane> lanes) {
        const Trace& first = lanes.front().run.trace;
        m_out = R"({"displayTimeUnit":"ns","otherData":{"policy":)";
        appendJsonString(m_out, first.policy);
        m_out += ",\"device\":";
        appendJsonString(m_out, first.device);
        fmt::format_to(std::back_inserter(m_out), R"(,"threads":{},"executor":"{}"}},"traceEvents":[)", first.threads,
                       executorName(first.views.executor));
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            m_out += lane == 0 ? "" : ",\n";
            putLane(lanes[lane]);
        }
        m_out += "]}\n";
        return std::move(m_out);
    }

private:
    void putLane(const TraceLane& lane) {
        putName(lane.name);
        for (const TimeSpan& span : timeSpans(lane.run.trace, lane.run.seconds)) {
            put(m_row, lane, span, Detail::Counts);
        }
        const auto threads = threadSpans(lane.run.trace, lane.run.seconds);
        for (std::size_t thread = 0; thread < threads.size(); ++thread) {
            m_out += ",\n";
            putName(fmt::format("{}, thread {}", lane.name, thread));
            for (const TimeSpan& span : threads[thread]) {
                put(m_row, lane, span, Detail::Phase);
            }
        }
    }

    void putName(std::string_view name) {
        fmt::format_to(std::back_inserter(m_out),
                       R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":)", ++m_row);
        appendJsonString(m_out, name);
        m_out += "}}";
    }

    enum class Detail : std::uint8_t { Phase, Counts };

    void put(int number, const TraceLane& lane, const TimeSpan& span, Detail detail) {
        const TracedRun& run = lane.run;
        m_out += ",\n{\"ph\":\"X\",\"name\":";
        appendJsonString(m_out, span.batch.valid() ? nameOf(run.schedule, span.batch) : spanName(span.kind));
        fmt::format_to(std::back_inserter(m_out),
                       R"(,"cat":"{0}","pid":1,"tid":{1},"ts":{2:.3f},"dur":{3:.3f},"args":{{"phase":"{0}")",
                       spanName(span.kind), number, microseconds(span.start), microseconds(span.duration));
        if (span.batch.valid()) {
            fmt::format_to(std::back_inserter(m_out), R"(,"batch":{},"size":{})", span.batch.index(),
                           run.schedule.batchSize(span.batch));
            const BatchView* const batch = run.trace.views.of(span.batch);
            if (batch != nullptr && span.kind != SpanKind::Backward && detail == Detail::Counts) {
                putCounts(run.trace.views.executor, *batch);
                if (span.kind == SpanKind::Compute) {
                    putRoof(*batch, run.trace.timeOf(span.batch), lane.roof);
                }
            }
        }
        m_out += "}}";
    }

    [[nodiscard]] std::string nameOf(const Schedule& schedule, BatchId batch) const {
        return fmt::format("{} ×{}", m_graph.opOf(schedule.batchSignatures[batch]).name, schedule.batchSize(batch));
    }

    void putCounts(ExecutorKind executor, const BatchView& batch) {
        if (executor == ExecutorKind::Engine) {
            fmt::format_to(std::back_inserter(m_out), R"(,"products":{},"kernels":{},"copies":{})", batch.products,
                           batch.kernels, batch.copies);
        } else {
            fmt::format_to(std::back_inserter(m_out), R"(,"calls":{},"gathers":{})", batch.calls + batch.methodCalls,
                           batch.gathers);
        }
        fmt::format_to(std::back_inserter(m_out), R"(,"bytes_copied":{})", batch.bytesCopied);
    }

    /// Products and kernels are compute; copies are a phase of their own.
    void putRoof(const BatchView& batch, const BatchTime& time, const MachineRoof& roof) {
        if (batch.flops > 0.0) {
            fmt::format_to(std::back_inserter(m_out), R"(,"flops":{:.0f},"bytes_moved":{})", batch.flops,
                           batch.bytesMoved);
        }
        const auto compute = time.phases[static_cast<std::size_t>(Phase::Compute)];
        if (const auto position = roofPosition(batch, compute, roof)) {
            fmt::format_to(
                std::back_inserter(m_out),
                R"(,"flops_per_byte":{:.4g},"flops_per_s":{:.4g},"roof_flops_per_s":{:.4g},"share_of_roof":{:.4g},"bound":"{}")",
                position->intensity, position->flops, position->roof, position->share(),
                position->isMemoryBound ? "memory" : "compute");
        }
    }

    const OpGraph& m_graph;
    int m_row = 0; // that was named last
    std::string m_out;
};

} // namespace

std::string chromeTrace(const OpGraph& graph, std::span<const TraceLane> lanes) {
    return Writer(graph).write(lanes);
}

} // namespace batchscope
