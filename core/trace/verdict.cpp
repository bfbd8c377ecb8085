// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/verdict.h"

#include "core/base/text.h"
#include "core/words/verdict_words.h"

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
    return words::numbersNotFinite(count, withThousands(count), what);
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
        text = words::firstAtNode(text, node.value, graph.opOf(node).name);
    }
    return text;
}

std::string notComparableReason(const OpGraph& graph, const GradientReport& gradients) {
    if (!gradients.isLossFinite()) {
        return words::lossNotFinite(numberText(gradients.foldedLoss), numberText(gradients.regularLoss));
    }
    if (!gradients.values.comparable()) {
        return notComparableReason(graph, gradients.values, words::kGradientsOfValues);
    }
    if (!gradients.parameters.comparable()) {
        return words::firstOfParameter(countText(gradients.parameters.notFinite, words::kGradientsOfParameters),
                                       gradients.firstNotFiniteParameter);
    }
    return {};
}

std::string notComparableReason(const OpGraph& graph, const RunReport& report) {
    const std::string ofValues =
        report.equality ? notComparableReason(graph, *report.equality, words::kComparedValues) : "";
    return !ofValues.empty() || !report.gradients ? ofValues : notComparableReason(graph, *report.gradients);
}

std::string numberText(double number, int digits) {
    return std::isnan(number) ? "nan" : fmt::format("{:.{}g}", number, digits);
}

} // namespace batchscope
