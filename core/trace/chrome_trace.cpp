// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrome_trace.h"

#include "core/tree/json_pull.h"

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
    Writer(const OpGraph& graph, const Schedule& schedule) : m_graph(graph), m_schedule(schedule) {}

    std::string write(const Trace& trace) {
        m_out = R"({"displayTimeUnit":"ns","otherData":{"policy":)";
        appendJsonString(m_out, trace.policy);
        m_out += ",\"device\":";
        appendJsonString(m_out, trace.device);
        fmt::format_to(std::back_inserter(m_out), R"(,"threads":{}}},"traceEvents":[)", trace.threads);
        nameLane(kForward, "forward");
        std::chrono::nanoseconds end{0};
        for (const Event& event : trace.events) {
            end = std::max(end, event.start + event.duration);
            put(event, kForward, std::chrono::nanoseconds{0});
        }
        if (!trace.backward.empty()) {
            m_out += ",\n";
            nameLane(kBackward, "backward");
        }
        for (const Event& event : trace.backward) {
            put(event, kBackward, end);
        }
        m_out += "]}\n";
        return std::move(m_out);
    }

private:
    void nameLane(int lane, const char* name) {
        fmt::format_to(std::back_inserter(m_out),
                       R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", lane, name);
    }

    void put(const Event& event, int lane, std::chrono::nanoseconds shift) {
        const std::size_t size = m_schedule.batchSize(event.batch);
        const std::string& op = m_graph.opOf(m_schedule.batch(event.batch).front()).name;
        m_out += ",\n{\"ph\":\"X\",\"name\":";
        appendJsonString(m_out, fmt::format("{} ×{}", op, size));
        fmt::format_to(std::back_inserter(m_out),
                       ",\"cat\":\"{}\",\"pid\":1,\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{\"batch\":{},"
                       "\"phase\":\"{}\",\"size\":{}}}}}",
                       phaseName(event.phase), lane, microseconds(event.start + shift), microseconds(event.duration),
                       event.batch.index(), phaseName(event.phase), size);
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    std::string m_out;
};

} // namespace

std::string chromeTrace(const OpGraph& graph, const Schedule& schedule, const Trace& trace) {
    return Writer(graph, schedule).write(trace);
}

} // namespace batchscope
