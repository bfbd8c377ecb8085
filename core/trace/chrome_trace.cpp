// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrome_trace.h"

#include "core/base/json_string.h"
#include "core/trace/batch_view.h"
#include "core/words/time_line_words.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>

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
            putName(words::threadLaneTitle(lane.name, std::to_string(thread)));
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
