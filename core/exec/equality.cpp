// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/equality.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

class Comparison {
public:
    explicit Comparison(DType dtype) {
        m_report.absTolerance = dtype == DType::Float32 ? 1e-5 : 1e-12;
        m_report.relTolerance = dtype == DType::Float32 ? 1e-4 : 1e-9;
        m_report.equal = true;
    }

    void compareRow(Value value, const std::vector<double>& reference, const std::vector<double>& other) {
        for (std::size_t index = 0; index < reference.size(); ++index) {
            if (!compareNumber(reference[index], other[index]) && m_report.equal) {
                m_report.equal = false;
                m_report.firstDivergence = value;
            }
        }
        m_report.values += reference.size();
    }

    void compareArgmax(const std::vector<double>& reference, const std::vector<double>& other) {
        const auto argmax = [](const std::vector<double>& row) {
            return std::max_element(row.begin(), row.end()) - row.begin();
        };
        m_report.argmaxFlips += argmax(reference) == argmax(other) ? 0 : 1;
    }

    [[nodiscard]] const EqualityReport& report() const { return m_report; }

private:
    bool compareNumber(double reference, double other) {
        if (!std::isfinite(reference) || !std::isfinite(other)) {
            ++m_report.notFinite;
            return false;
        }
        const double error = std::abs(reference - other);
        m_report.maxAbsError = std::max(m_report.maxAbsError, error);
        if (error > m_report.absTolerance) {
            const double size = std::max(std::abs(reference), std::abs(other));
            m_report.maxRelError = std::max(m_report.maxRelError, error / size);
        }
        return error <= m_report.absTolerance + m_report.relTolerance * std::abs(reference);
    }

    EqualityReport m_report;
};

std::vector<double> rowAt(const PlacedRun& run, Value value) {
    return run.execution.row(rowOf(run.schedule, run.plan, value));
}

} // namespace

Result<EqualityReport> compareRuns(const OpGraph& graph, const PlacedRun& reference, const PlacedRun& other,
                                   const RunControl& control) {
    constexpr std::size_t kNodesBetweenPolls = 1024;
    Comparison comparison(graph.ops.dtype);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (index % kNodesBetweenPolls == 0 && control.stopRequested()) {
            return cancelledError();
        }
        const NodeId node(index);
        for (std::uint32_t output = 0; output < graph.opOf(node).outputs(); ++output) {
            const Value value{node, output};
            comparison.compareRow(value, rowAt(reference, value), rowAt(other, value));
        }
    }
    for (const Value& value : graph.outputs) {
        comparison.compareArgmax(rowAt(reference, value), rowAt(other, value));
    }
    return comparison.report();
}

} // namespace batchscope
