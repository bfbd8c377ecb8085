// SPDX-License-Identifier: GPL-3.0-or-later
//
// How well a classifier does on labeled trees, in the figures of the field. A prediction is the class with the largest
// score, the first of equal ones.
#pragma once

#include "core/base/table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace batchscope {

/// Right answers of all.
struct Hits {
    std::uint64_t right = 0;
    std::uint64_t all = 0;

    void add(bool isRight) {
        right += isRight ? 1 : 0;
        ++all;
    }
    /// Nothing where nothing was asked.
    [[nodiscard]] std::optional<double> share() const {
        return all == 0 ? std::nullopt : std::optional(static_cast<double>(right) / static_cast<double>(all));
    }
};

/// One scored place: the root of a tree, another node of it, or a word.
struct ScoredPlace {
    bool isRoot = false;
    std::int32_t target = 0; ///< the class of its label
    std::span<const double> scores;
};

class Metrics {
public:
    /// `isSentiment`: the five classes of SST, so that roots also count as negative (0, 1) or positive (3, 4).
    explicit Metrics(std::size_t classes = 0, bool isSentiment = false);

    void add(const ScoredPlace& place);

    /// Mean of -log softmax(scores)[target] over all places; 0 without any.
    [[nodiscard]] double loss() const;
    [[nodiscard]] const Hits& nodes() const { return m_nodes; }
    [[nodiscard]] const Hits& roots() const { return m_roots; }
    /// Of roots that are not neutral; positive is predicted where classes 3 and 4 are together more probable than 0
    /// and 1 (as Tai et al. 2015 train it, neutral roots do not count).
    [[nodiscard]] const Hits& binary() const { return m_binary; }
    /// Mean over the classes that occur as label or prediction of 2·precision·recall / (precision + recall).
    [[nodiscard]] double macroF1() const;
    [[nodiscard]] std::size_t classes() const { return m_classes; }
    /// How often `label` was predicted as `predicted`: of roots where there are any, else of all places.
    [[nodiscard]] std::uint64_t confused(std::size_t label, std::size_t predicted) const;
    /// All counts and the sum of the losses, to be added to those of other ranks, which have as many classes.
    [[nodiscard]] std::vector<double> sums() const;
    void setSums(std::span<const double> sums);
    /// What a model is chosen by: accuracy at the roots, else at all places; 0 without places.
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

/// The figures of metrics, each under one name in every table and document.
[[nodiscard]] std::span<const Column<Metrics>> metricColumns();

} // namespace batchscope
