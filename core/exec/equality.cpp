// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/equality.h"

#include "core/base/check.h"
#include "core/exec/comparison.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr std::size_t kNodesComparedBetweenPolls = 1024;

struct RowVerdict {
    bool within = true; ///< all numbers are within tolerance
    bool finite = true; ///< all numbers are finite in both runs
};

RowVerdict compareRow(const std::vector<double>& reference, const std::vector<double>& other, Comparison& comparison) {
    BATCHSCOPE_CHECK(reference.size() == other.size());
    const std::size_t before = comparison.report().notFinite;
    bool within = true;
    for (std::size_t index = 0; index < reference.size(); ++index) {
        within = comparison.add(reference[index], other[index]) && within;
    }
    return {within, comparison.report().notFinite == before};
}

/// Compares the row of a value, and records the first value that diverges and the first that is not finite.
void compareRowOf(Value value, const std::vector<double>& reference, const std::vector<double>& other,
                  Comparison& comparison) {
    const RowVerdict verdict = compareRow(reference, other, comparison);
    EqualityReport& report = comparison.report();
    if (!verdict.within) {
        report.firstDivergence = report.firstDivergence.value_or(value);
        if (report.differing.empty() || report.differing.back() != value.node) { // outputs of a node follow each other
            report.differing.push_back(value.node);
        }
    }
    if (!verdict.finite && !report.firstNotFinite) {
        report.firstNotFinite = value;
    }
}

double largestIn(const std::vector<double>& numbers) {
    double largest = 0.0;
    for (const double number : numbers) {
        largest = std::isfinite(number) ? std::max(largest, std::abs(number)) : largest; // keeps the tolerance finite
    }
    return largest;
}

std::size_t argmax(const std::vector<double>& row) {
    return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

/// The rows of one value in both runs. Reading the next value reuses their memory.
class RowPair {
public:
    RowPair(const RecordedState& reference, const RecordedState& other) : m_reference(reference), m_other(other) {}

    void read(Value value) {
        m_reference.read(value, m_expected);
        m_other.read(value, m_found);
    }
    [[nodiscard]] const std::vector<double>& expected() const { return m_expected; }
    [[nodiscard]] const std::vector<double>& found() const { return m_found; }

private:
    const RecordedState& m_reference;
    const RecordedState& m_other;
    std::vector<double> m_expected;
    std::vector<double> m_found;
};

void compareParameters(const OpSet& ops, const Gradients& reference, const Gradients& other, GradientReport& report) {
    const double relative = gradientTolerance(ops.dtype);
    double largest = 0.0;
    for (std::size_t index = 0; index < ops.params.size(); ++index) {
        largest = std::max(largest, largestIn(reference.parameter(ParamId(index))));
    }
    const double noise = gradientNoise(ops.dtype) * largest;
    Comparison comparison(ops.dtype, {0.0, relative});
    for (std::size_t index = 0; index < ops.params.size(); ++index) {
        const ParamId param(index);
        const std::vector<double> expected = reference.parameter(param);
        comparison.setTolerance({std::max(relative * largestIn(expected), noise), 0.0});
        const RowVerdict verdict = compareRow(expected, other.parameter(param), comparison);
        if (!verdict.within && report.firstParameter.empty()) {
            report.firstParameter = ops.params[param].name;
        }
        if (!verdict.finite && report.firstNotFiniteParameter.empty()) {
            report.firstNotFiniteParameter = ops.params[param].name;
        }
    }
    report.parameters = comparison.report();
}

/// Calls `visit` with every output of every node, the last node first. Returns false if stopped.
template <typename Visit>
bool forEachValueInReverse(const OpGraph& graph, const RunControl& control, Visit visit) {
    for (std::size_t index = graph.size(); index-- > 0;) {
        if (index % kNodesComparedBetweenPolls == 0 && control.stopRequested()) {
            return false;
        }
        for (std::uint32_t output = 0; output < graph.opOf(NodeId(index)).outputs(); ++output) {
            visit(Value{NodeId(index), output});
        }
    }
    return true;
}

} // namespace

Result<EqualityReport> compareRuns(const OpGraph& graph, const RecordedState& reference, const RecordedState& other,
                                   const RunControl& control) {
    Comparison comparison(graph.ops.dtype, valueTolerance(graph.ops.dtype));
    EqualityReport& report = comparison.report();
    RowPair rows(reference, other);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (index % kNodesComparedBetweenPolls == 0 && control.stopRequested()) {
            return cancelledError();
        }
        for (std::uint32_t output = 0; output < graph.opOf(NodeId(index)).outputs(); ++output) {
            const Value value{NodeId(index), output};
            rows.read(value);
            compareRowOf(value, rows.expected(), rows.found(), comparison);
        }
    }
    for (const Value& value : graph.outputs) {
        rows.read(value);
        report.argmaxFlips += argmax(rows.expected()) == argmax(rows.found()) ? 0 : 1;
    }
    return report;
}

EqualityReport compareRequested(const OpGraph& graph, const Execution& reference, const Execution& other) {
    Comparison comparison(graph.ops.dtype, valueTolerance(graph.ops.dtype));
    EqualityReport& report = comparison.report();
    if (reference.outputs().size() != other.outputs().size()) {
        report.equal = false;
        return report;
    }
    std::size_t begin = 0;
    for (const Value& value : graph.outputs) {
        const auto width = static_cast<std::size_t>(graph.opOf(value.node).outputWidth(value.output));
        const auto rowFrom = [&](const Execution& run) {
            const auto from = run.outputs().begin() + static_cast<std::ptrdiff_t>(begin);
            return std::vector<double>(from, from + static_cast<std::ptrdiff_t>(width));
        };
        const std::vector<double> expected = rowFrom(reference);
        const std::vector<double> found = rowFrom(other);
        compareRowOf(value, expected, found, comparison);
        report.argmaxFlips += argmax(expected) == argmax(found) ? 0 : 1;
        begin += width;
    }
    return report;
}

GradientReport compareParameterGradients(const OpSet& ops, const Gradients& reference, const Gradients& other) {
    GradientReport report;
    report.foldedLoss = other.loss();
    report.regularLoss = reference.loss();
    compareParameters(ops, reference, other, report);
    report.values.equal = true; // no values were compared
    return report;
}

Result<GradientReport> compareGradients(const OpGraph& graph, const Gradients& reference, const Gradients& other,
                                        const RunControl& control) {
    GradientReport report;
    report.foldedLoss = other.loss();
    report.regularLoss = reference.loss();
    compareParameters(graph.ops, reference, other, report);
    double largest = 0.0;
    std::vector<double> row;
    const bool measured = forEachValueInReverse(graph, control, [&](Value value) {
        reference.state().read(value, row);
        largest = std::max(largest, largestIn(row));
    });
    const double relative = gradientTolerance(graph.ops.dtype);
    const double noise = gradientNoise(graph.ops.dtype) * largest;
    Comparison comparison(graph.ops.dtype, {0.0, relative});
    RowPair rows(reference.state(), other.state());
    const bool compared = measured && forEachValueInReverse(graph, control, [&](Value value) {
                              rows.read(value);
                              if (rows.expected().empty() || rows.found().empty()) {
                                  return; // several values share the row: the gradient of this one is unknown
                              }
                              comparison.setTolerance({std::max(relative * largestIn(rows.expected()), noise), 0.0});
                              compareRowOf(value, rows.expected(), rows.found(), comparison);
                          });
    if (!compared) {
        return cancelledError();
    }
    report.values = comparison.report();
    std::reverse(report.values.differing.begin(), report.values.differing.end());
    return report;
}

} // namespace batchscope
