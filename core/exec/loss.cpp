// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/loss_torch.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace batchscope {

namespace {

/// -log softmax(logits)[target]; `gradient` becomes softmax - onehot(target). Shifted by the largest logit, so that no
/// exponential overflows.
double crossEntropy(const std::vector<double>& logits, std::size_t target, std::vector<double>& gradient) {
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

template <typename T>
void addScaled(at::Tensor& store, std::uint32_t row, const std::vector<double>& gradient, double scale) {
    T* const to = store.data_ptr<T>() + row * gradient.size();
    for (std::size_t column = 0; column < gradient.size(); ++column) {
        to[column] += static_cast<T>(gradient[column] * scale);
    }
}

} // namespace

double addLossGradients(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                        const Execution& execution, Execution::Stores& gradients) {
    const auto targets = static_cast<std::size_t>(
        std::count_if(graph.targets.begin(), graph.targets.end(), [](std::int32_t target) { return target >= 0; }));
    const double scale = targets == 0 ? 1.0 : 1.0 / static_cast<double>(targets);
    double loss = 0.0;
    std::vector<double> gradient;
    for (std::size_t index = 0; index < graph.outputs.size(); ++index) {
        if (targets > 0 && graph.targets[index] < 0) {
            continue;
        }
        const Block place = rowOf(schedule, plan, graph.outputs[index]);
        const std::vector<double> row = execution.row(place);
        if (targets > 0) {
            const auto target = static_cast<std::size_t>(graph.targets[index]);
            CHECK(target < row.size());
            loss += scale * crossEntropy(row, target, gradient);
        } else {
            gradient.assign(row.size(), 1.0);
            loss += std::accumulate(row.begin(), row.end(), 0.0);
        }
        at::Tensor& store = gradients.stores[place.store];
        if (graph.ops.dtype == DType::Float32) {
            addScaled<float>(store, place.firstRow, gradient, scale);
        } else {
            addScaled<double>(store, place.firstRow, gradient, scale);
        }
    }
    return loss;
}

} // namespace batchscope
