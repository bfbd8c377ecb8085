// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/loss.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace batchscope {

namespace {

/// Returns -log softmax(logits)[target] and sets `gradient` to softmax - onehot(target). The logits are shifted by the
/// largest one, so that no exponential overflows.
double crossEntropy(std::span<const double> logits, std::size_t target, std::vector<double>& gradient) {
    const double largest = *std::max_element(logits.begin(), logits.end());
    gradient.resize(logits.size());
    std::transform(logits.begin(), logits.end(), gradient.begin(),
                   [largest](double logit) { return std::exp(logit - largest); });
    const double sum = std::accumulate(gradient.begin(), gradient.end(), 0.0);
    for (double& probability : gradient) {
        probability /= sum;
    }
    gradient[target] -= 1.0;
    return std::log(sum) + largest - logits[target];
}

} // namespace

Status checkTargets(const OpGraph& graph) {
    if (graph.labeledOutputs() > 0) {
        return Ok{};
    }
    return Error{ErrorCode::Config, "training needs labels, but none of the requested outputs has one"};
}

double lossOf(const OpGraph& graph, std::span<const double> outputs, const GradientSink& add) {
    const std::size_t targets = graph.labeledOutputs();
    BATCHSCOPE_CHECK(targets > 0);
    const double scale = 1.0 / static_cast<double>(targets);
    double loss = 0.0;
    std::vector<double> gradient;
    for (std::size_t index = 0; index < graph.outputs.size(); ++index) {
        const Value value = graph.outputs[index];
        const auto width = static_cast<std::size_t>(graph.opOf(value.node).outputWidth(value.output));
        BATCHSCOPE_CHECK(width <= outputs.size());
        const std::span<const double> row = outputs.first(width);
        outputs = outputs.subspan(width);
        if (graph.targets[index] == kNoTarget) {
            continue;
        }
        const auto target = static_cast<std::size_t>(graph.targets[index]);
        BATCHSCOPE_CHECK(target < row.size());
        loss += scale * crossEntropy(row, target, gradient);
        for (double& entry : gradient) {
            entry *= scale;
        }
        add(value, gradient);
    }
    return loss;
}

} // namespace batchscope
