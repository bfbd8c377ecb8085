// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrome_trace.h"

#include "core/base/json_string.h"
#include "core/trace/executor_name.h"

#include <fmt/format.h>

#include <iterator>

namespace batchscope {

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
                       executorName(first.executor));
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            m_out += lane == 0 ? "" : ",\n";
            putLane(static_cast<int>(lane) + 1, lanes[lane]);
        }
        m_out += "]}\n";
        return std::move(m_out);
    }

private:
    void putLane(int number, const TraceLane& lane) {
        fmt::format_to(std::back_inserter(m_out),
                       R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":)", number);
        appendJsonString(m_out, lane.name);
        m_out += "}}";
        for (const TimeSpan& span : timeSpans(lane.run.trace, lane.run.seconds)) {
            put(number, lane.run, span);
        }
    }

    void put(int number, const TracedRun& run, const TimeSpan& span) {
        m_out += ",\n{\"ph\":\"X\",\"name\":";
        appendJsonString(m_out, span.batch.valid() ? nameOf(run.schedule, span.batch) : spanName(span.kind));
        fmt::format_to(std::back_inserter(m_out),
                       R"(,"cat":"{0}","pid":1,"tid":{1},"ts":{2:.3f},"dur":{3:.3f},"args":{{"phase":"{0}")",
                       spanName(span.kind), number, microseconds(span.start), microseconds(span.duration));
        if (span.batch.valid()) {
            fmt::format_to(std::back_inserter(m_out), R"(,"batch":{},"size":{})", span.batch.index(),
                           run.schedule.batchSize(span.batch));
            const BatchExecution* const batch = run.trace.executionOf(span.batch);
            if (batch != nullptr && span.kind != SpanKind::Backward) {
                putCounts(run.trace.executor, *batch);
            }
        }
        m_out += "}}";
    }

    [[nodiscard]] std::string nameOf(const Schedule& schedule, BatchId batch) const {
        return fmt::format("{} ×{}", m_graph.opOf(schedule.batchSignatures[batch]).name, schedule.batchSize(batch));
    }

    void putCounts(ExecutorKind executor, const BatchExecution& batch) {
        if (executor == ExecutorKind::Engine) {
            fmt::format_to(std::back_inserter(m_out), R"(,"products":{},"kernels":{},"copies":{})", batch.products,
                           batch.kernels, batch.copies);
        } else {
            fmt::format_to(std::back_inserter(m_out), R"(,"calls":{},"gathers":{})", batch.calls, batch.gathers);
        }
        fmt::format_to(std::back_inserter(m_out), R"(,"bytes_copied":{})", batch.bytesCopied);
    }

    const OpGraph& m_graph;
    std::string m_out;
};

} // namespace

std::string chromeTrace(const OpGraph& graph, std::span<const TraceLane> lanes) {
    return Writer(graph).write(lanes);
}

} // namespace batchscope
