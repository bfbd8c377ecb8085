// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/remaining_time.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace batchscope {

namespace {

/// Below, a cell says nothing of itself: it begins with what is made once.
constexpr double kTellingShare = 0.1;

/// A cell that was measured, or is partly.
struct KnownCell {
    const PlannedCell* cell;
    double seconds;
};

bool isOfOneSeries(const PlannedCell& left, const PlannedCell& right) {
    return left.model == right.model && left.work == right.work && left.threads == right.threads;
}

double secondsPerStep(const KnownCell& known) {
    return known.seconds / static_cast<double>(std::max<std::size_t>(known.cell->steps, 1));
}

/// How much longer a step of `cell` takes than one of `of`, as far as sizes tell.
double growth(const PlannedCell& cell, const PlannedCell& of) {
    constexpr double kOfWidth = 1.5; // between elementwise work and products
    constexpr double kOfTraining = 3.0;
    const auto ratio = [](double left, double right) { return right > 0.0 ? left / right : 1.0; };
    const double training =
        static_cast<double>(cell.work == Work::Training) - static_cast<double>(of.work == Work::Training);
    return ratio(static_cast<double>(cell.trees), static_cast<double>(of.trees)) *
           std::pow(ratio(cell.dim, of.dim), kOfWidth) * std::pow(kOfTraining, training);
}

/// Of the same series first, then of the same width, then of the nearest size.
const KnownCell* mostAlike(const std::vector<KnownCell>& known, const PlannedCell& cell) {
    const auto distance = [&cell](const KnownCell& each) {
        const double size = std::abs(std::log(static_cast<double>(std::max<std::size_t>(each.cell->trees, 1)) /
                                              static_cast<double>(std::max<std::size_t>(cell.trees, 1))));
        return std::tuple(!isOfOneSeries(*each.cell, cell), each.cell->dim != cell.dim, size);
    };
    const auto best = std::min_element(known.begin(), known.end(), [&](const KnownCell& left, const KnownCell& right) {
        return distance(left) < distance(right);
    });
    return best == known.end() ? nullptr : &*best;
}

} // namespace

std::optional<double> RemainingTime::left(double share, double spent) const {
    if (m_seconds.size() >= m_cells.size()) {
        return std::nullopt;
    }
    std::vector<KnownCell> known;
    for (std::size_t index = 0; index < m_seconds.size(); ++index) {
        known.push_back({&m_cells[index], m_seconds[index]});
    }
    const PlannedCell& current = m_cells[m_seconds.size()];
    if (share >= kTellingShare) {
        known.push_back({&current, spent / share});
    }
    double sum = -spent;
    for (std::size_t index = m_seconds.size(); index < m_cells.size(); ++index) {
        const KnownCell* const like = mostAlike(known, m_cells[index]);
        if (like == nullptr) {
            return std::nullopt;
        }
        sum += secondsPerStep(*like) * growth(m_cells[index], *like->cell) * static_cast<double>(m_cells[index].steps);
    }
    return std::max(sum, 0.0);
}

} // namespace batchscope
