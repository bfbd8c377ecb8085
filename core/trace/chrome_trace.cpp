// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrome_trace.h"

#include "core/base/json_string.h"
#include "core/trace/executor_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace batchscope {

namespace {

constexpr int kForward = 1;
constexpr int kBackward = 2;

double microseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::micro>(time).count();
}

class Writer {
public:
    Writer(const OpGraph& graph, const Schedule& schedule, const Trace& trace)
        : m_graph(graph), m_schedule(schedule), m_trace(trace) {}

    std::string write() {
        m_out = R"({"displayTimeUnit":"ns","otherData":{"policy":)";
        appendJsonString(m_out, m_trace.policy);
        m_out += ",\"device\":";
        appendJsonString(m_out, m_trace.device);
        fmt::format_to(std::back_inserter(m_out), R"(,"threads":{},"executor":"{}"}},"traceEvents":[)", m_trace.threads,
                       executorName(m_trace.executor));
        nameLane(kForward, "forward");
        std::chrono::nanoseconds end = m_trace.startDuration;
        if (m_trace.startDuration.count() > 0) {
            putWhole("initial rows copied", Phase::Gather, kForward, {}, m_trace.startDuration);
        }
        for (const Event& event : m_trace.events) {
            end = std::max(end, event.start + event.duration);
            put(event, kForward, std::chrono::nanoseconds{0});
        }
        if (!m_trace.backward.empty()) {
            m_out += ",\n";
            nameLane(kBackward, "backward");
        }
        for (const Event& event : m_trace.backward) {
            put(event, kBackward, end);
        }
        if (const Event& weights = m_trace.weightGradients; weights.duration.count() > 0) {
            putWhole("gradients of weights", weights.phase, kBackward, end + weights.start, weights.duration);
        }
        m_out += "]}\n";
        return std::move(m_out);
    }

private:
    void nameLane(int lane, const char* name) {
        fmt::format_to(std::back_inserter(m_out),
                       R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", lane, name);
    }

    /// What belongs to no batch.
    void putWhole(const char* name, Phase phase, int lane, std::chrono::nanoseconds start,
                  std::chrono::nanoseconds duration) {
        fmt::format_to(std::back_inserter(m_out),
                       ",\n{{\"ph\":\"X\",\"name\":\"{}\",\"cat\":\"{}\",\"pid\":1,\"tid\":{},\"ts\":{:.3f},"
                       "\"dur\":{:.3f},\"args\":{{\"phase\":\"{}\"}}}}",
                       name, phaseName(phase), lane, microseconds(start), microseconds(duration), phaseName(phase));
    }

    void put(const Event& event, int lane, std::chrono::nanoseconds shift) {
        const std::size_t size = m_schedule.batchSize(event.batch);
        const std::string& op = m_graph.opOf(m_schedule.batch(event.batch).front()).name;
        m_out += ",\n{\"ph\":\"X\",\"name\":";
        appendJsonString(m_out, fmt::format("{} ×{}", op, size));
        fmt::format_to(std::back_inserter(m_out),
                       ",\"cat\":\"{}\",\"pid\":1,\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{\"batch\":{},"
                       "\"phase\":\"{}\",\"size\":{}",
                       phaseName(event.phase), lane, microseconds(event.start + shift), microseconds(event.duration),
                       event.batch.index(), phaseName(event.phase), size);
        if (const BatchExecution* const batch = m_trace.executionOf(event.batch); batch != nullptr) {
            putCounts(*batch);
        }
        m_out += "}}";
    }

    /// Of the batch's forward pass, whichever of its events this is.
    void putCounts(const BatchExecution& batch) {
        if (m_trace.executor == ExecutorKind::Engine) {
            fmt::format_to(std::back_inserter(m_out), R"(,"products":{},"kernels":{},"copies":{})", batch.products,
                           batch.kernels, batch.copies);
        } else {
            fmt::format_to(std::back_inserter(m_out), R"(,"calls":{},"gathers":{})", batch.calls, batch.gathers);
        }
        fmt::format_to(std::back_inserter(m_out), R"(,"bytes_copied":{})", batch.bytesCopied);
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const Trace& m_trace;
    std::string m_out;
};

} // namespace

std::string chromeTrace(const OpGraph& graph, const Schedule& schedule, const Trace& trace) {
    return Writer(graph, schedule, trace).write();
}

} // namespace batchscope
