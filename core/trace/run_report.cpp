// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/run_report.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

Verdict verdictFrom(bool comparable, bool equal) {
    if (!comparable) {
        return Verdict::NotComparable;
    }
    return equal ? Verdict::Equal : Verdict::Different;
}

std::string countText(std::size_t count, std::string_view what) {
    return count == 1 ? fmt::format("1 of the {} is not finite", what)
                      : fmt::format("{} {} are not finite", withThousands(count), what);
}

} // namespace

Verdict verdictOf(const EqualityReport& equality) {
    return verdictFrom(equality.comparable(), equality.equal);
}

Verdict verdictOf(const GradientReport& gradients) {
    return verdictFrom(gradients.comparable(), gradients.equal());
}

Verdict verdictOf(const RunReport& report) {
    const Verdict ofValues = report.equality ? verdictOf(*report.equality) : Verdict::Equal;
    const Verdict ofGradients = report.gradients ? verdictOf(*report.gradients) : Verdict::Equal;
    return std::max(ofValues, ofGradients);
}

std::string notComparableReason(const OpGraph& graph, const EqualityReport& equality, std::string_view what) {
    if (equality.comparable()) {
        return {};
    }
    std::string text = countText(equality.notFinite, what);
    if (equality.firstNotFinite) {
        const NodeId node = equality.firstNotFinite->node;
        text = fmt::format("{}, first at node {} ({})", text, node.value, graph.opOf(node).name);
    }
    return text;
}

std::string notComparableReason(const OpGraph& graph, const GradientReport& gradients) {
    if (!gradients.isLossFinite()) {
        return fmt::format("the loss is not finite ({} folded, {} regular)", numberText(gradients.foldedLoss),
                           numberText(gradients.regularLoss));
    }
    if (!gradients.values.comparable()) {
        return notComparableReason(graph, gradients.values, "gradients of values");
    }
    if (!gradients.parameters.comparable()) {
        return fmt::format("{}, first of {}", countText(gradients.parameters.notFinite, "gradients of parameters"),
                           gradients.firstNotFiniteParameter);
    }
    return {};
}

std::string notComparableReason(const OpGraph& graph, const RunReport& report) {
    const std::string ofValues = report.equality ? notComparableReason(graph, *report.equality, "values") : "";
    return !ofValues.empty() || !report.gradients ? ofValues : notComparableReason(graph, *report.gradients);
}

std::string numberText(double number, int digits) {
    return std::isnan(number) ? "nan" : fmt::format("{:.{}g}", number, digits);
}

} // namespace batchscope
