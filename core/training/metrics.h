// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures a classifier on labeled trees, in the figures of the field.
#pragma once

#include "core/base/table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace batchscope {

/// The probabilities of the classes; at least one score.
[[nodiscard]] std::vector<double> softmax(std::span<const double> scores);
/// The class with the largest score, the first of equal ones.
[[nodiscard]] std::size_t predictedClass(std::span<const double> scores);

/// A number of answers, and how many of them are right.
struct Hits {
    std::uint64_t right = 0;
    std::uint64_t all = 0;

    void add(bool isRight) {
        right += isRight ? 1 : 0;
        ++all;
    }
    /// Nullopt without answers.
    [[nodiscard]] std::optional<double> share() const {
        return all == 0 ? std::nullopt : std::optional(static_cast<double>(right) / static_cast<double>(all));
    }
};

/// A node or word that has a label and was scored.
struct ScoredPlace {
    bool isRoot = false;
    std::int32_t target = 0; ///< the class of its label
    std::span<const double> scores;
};

class Metrics {
public:
    /// `isSentiment`: the classes are the five of SST, so roots also count as negative (0, 1) or positive (3, 4).
    explicit Metrics(std::size_t classes = 0, bool isSentiment = false);

    void add(const ScoredPlace& place);

    /// Mean of -log softmax(scores)[target] over all places; 0 without any.
    [[nodiscard]] double loss() const;
    [[nodiscard]] const Hits& nodes() const { return m_nodes; }
    [[nodiscard]] const Hits& roots() const { return m_roots; }
    /// Negative against positive at the roots that are not neutral (Tai et al. 2015). Positive is predicted if classes
    /// 3 and 4 together are more probable than 0 and 1.
    [[nodiscard]] const Hits& binary() const { return m_binary; }
    /// Mean over the classes that occur as label or prediction of 2·precision·recall / (precision + recall).
    [[nodiscard]] double macroF1() const;
    [[nodiscard]] std::size_t classes() const { return m_classes; }
    /// The number of roots with this label and prediction; of all places if no root was added.
    [[nodiscard]] std::uint64_t confused(std::size_t label, std::size_t predicted) const;
    /// All counts and the sum of the losses, to be added to those of other ranks with the same classes.
    [[nodiscard]] std::vector<double> sums() const;
    /// Replaces them, in the order of sums().
    void setSums(std::span<const double> sums);
    /// The figure by which a model is chosen: accuracy at the roots, or at all places if no root was added; 0 without
    /// places.
    [[nodiscard]] double quality() const;

private:
    [[nodiscard]] const std::vector<std::uint64_t>& table() const {
        return m_roots.all > 0 ? m_rootTable : m_nodeTable;
    }

    std::size_t m_classes;
    bool m_isSentiment;
    double m_loss = 0.0; // sum
    Hits m_nodes;
    Hits m_roots;
    Hits m_binary;
    std::vector<std::uint64_t> m_nodeTable; // label · classes + predicted
    std::vector<std::uint64_t> m_rootTable;
};

/// The figures of metrics for tables and documents.
[[nodiscard]] std::span<const Column<Metrics>> metricColumns();

} // namespace batchscope
