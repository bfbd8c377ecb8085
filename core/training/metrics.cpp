// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/metrics.h"

#include "core/base/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

constexpr std::size_t kSentiments = 5; // 0 very negative … 4 very positive
constexpr std::int32_t kNeutral = 2;

/// log of the sum of the exponentials, shifted by the largest, so that none overflows.
double logSumExp(std::span<const double> scores) {
    const double largest = *std::max_element(scores.begin(), scores.end());
    double sum = 0.0;
    for (const double score : scores) {
        sum += std::exp(score - largest);
    }
    return largest + std::log(sum);
}

Cell accuracyCell(const std::optional<double>& share) {
    return share ? Cell{fmt::format("{:.2f} %", 100.0 * *share), *share} : noFigure();
}

} // namespace

std::vector<double> softmax(std::span<const double> scores) {
    const double all = logSumExp(scores);
    std::vector<double> shares;
    for (const double score : scores) {
        shares.push_back(std::exp(score - all));
    }
    return shares;
}

std::size_t predictedClass(std::span<const double> scores) {
    return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

Metrics::Metrics(std::size_t classes, bool isSentiment)
    : m_classes(classes), m_isSentiment(isSentiment && classes == kSentiments), m_nodeTable(classes * classes),
      m_rootTable(classes * classes) {}

void Metrics::add(const ScoredPlace& place) {
    BATCHSCOPE_CHECK(place.scores.size() == m_classes && place.target >= 0 &&
                     static_cast<std::size_t>(place.target) < m_classes);
    const auto label = static_cast<std::size_t>(place.target);
    const std::size_t predicted = predictedClass(place.scores);
    m_loss += logSumExp(place.scores) - place.scores[label];
    m_nodes.add(predicted == label);
    ++m_nodeTable[label * m_classes + predicted];
    if (!place.isRoot) {
        return;
    }
    m_roots.add(predicted == label);
    ++m_rootTable[label * m_classes + predicted];
    if (m_isSentiment && place.target != kNeutral) {
        const bool isPositive = logSumExp(place.scores.subspan(3, 2)) > logSumExp(place.scores.first(2));
        m_binary.add(isPositive == (place.target > kNeutral));
    }
}

std::vector<double> Metrics::sums() const {
    std::vector<double> sums = {m_loss};
    for (const Hits* const hits : {&m_nodes, &m_roots, &m_binary}) {
        sums.push_back(static_cast<double>(hits->right));
        sums.push_back(static_cast<double>(hits->all));
    }
    for (const std::vector<std::uint64_t>* const table : {&m_nodeTable, &m_rootTable}) {
        sums.insert(sums.end(), table->begin(), table->end());
    }
    return sums;
}

void Metrics::setSums(std::span<const double> sums) {
    auto next = sums.begin();
    const auto take = [&next](std::uint64_t& count) { count = static_cast<std::uint64_t>(*next++); };
    m_loss = *next++;
    for (Hits* const hits : {&m_nodes, &m_roots, &m_binary}) {
        take(hits->right);
        take(hits->all);
    }
    for (std::vector<std::uint64_t>* const table : {&m_nodeTable, &m_rootTable}) {
        std::for_each(table->begin(), table->end(), take);
    }
}

double Metrics::loss() const {
    return m_nodes.all == 0 ? 0.0 : m_loss / static_cast<double>(m_nodes.all);
}

double Metrics::macroF1() const {
    double sum = 0.0;
    std::size_t met = 0;
    for (std::size_t of = 0; of < m_classes; ++of) {
        std::uint64_t labels = 0;
        std::uint64_t predictions = 0;
        for (std::size_t other = 0; other < m_classes; ++other) {
            labels += confused(of, other);
            predictions += confused(other, of);
        }
        if (labels + predictions > 0) {
            sum += 2.0 * static_cast<double>(confused(of, of)) / static_cast<double>(labels + predictions);
            ++met;
        }
    }
    return met == 0 ? 0.0 : sum / static_cast<double>(met);
}

std::uint64_t Metrics::confused(std::size_t label, std::size_t predicted) const {
    return table()[label * m_classes + predicted];
}

double Metrics::quality() const {
    return (m_roots.all > 0 ? m_roots : m_nodes).share().value_or(0.0);
}

std::span<const Column<Metrics>> metricColumns() {
    static const auto kColumns = std::to_array<Column<Metrics>>({
        {"loss", "loss",
         [](const Metrics& metrics) {
             return Cell{fmt::format("{:.4f}", metrics.loss()), metrics.loss()};
         },
         "Mean of -log softmax(scores)[label] over all labeled places."},
        {"root_accuracy", "roots", [](const Metrics& metrics) { return accuracyCell(metrics.roots().share()); },
         "Share of roots whose class is right."},
        {"node_accuracy", "all nodes", [](const Metrics& metrics) { return accuracyCell(metrics.nodes().share()); },
         "Share of all labeled nodes, or words, whose class is right."},
        {"binary_accuracy", "binary", [](const Metrics& metrics) { return accuracyCell(metrics.binary().share()); },
         "Share of roots that are rightly negative or positive; neutral ones do not count."},
        {"macro_f1", "macro F1",
         [](const Metrics& metrics) {
             return Cell{fmt::format("{:.3f}", metrics.macroF1()), metrics.macroF1()};
         },
         "Mean over the classes of the harmonic mean of precision and recall."},
    });
    return kColumns;
}

} // namespace batchscope
