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
            put(lane.run, span);
        }
    }

    void putName(std::string_view name) {
        fmt::format_to(std::back_inserter(m_out),
                       R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":)", ++m_row);
        appendJsonString(m_out, name);
        m_out += "}}";
    }

    void put(const TracedRun& run, const TimeSpan& span) {
        m_out += ",\n{\"ph\":\"X\",\"name\":";
        appendJsonString(m_out, span.batch.valid() ? nameOf(run.schedule, span.batch) : spanName(span.kind));
        fmt::format_to(std::back_inserter(m_out),
                       R"(,"cat":"{0}","pid":1,"tid":{1},"ts":{2:.3f},"dur":{3:.3f},"args":{{"phase":"{0}")",
                       spanName(span.kind), m_row, microseconds(span.start), microseconds(span.duration));
        if (span.batch.valid()) {
            fmt::format_to(std::back_inserter(m_out), R"(,"batch":{},"size":{})", span.batch.index(),
                           run.schedule.batchSize(span.batch));
            const BatchView* const batch = run.trace.views.of(span.batch);
            if (batch != nullptr && span.kind != SpanKind::Backward) {
                putCounts(run.trace.views.executor, *batch);
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

    const OpGraph& m_graph;
    int m_row = 0; // that was named last
    std::string m_out;
};

} // namespace

std::string chromeTrace(const OpGraph& graph, std::span<const TraceLane> lanes) {
    return Writer(graph).write(lanes);
}

} // namespace batchscope
