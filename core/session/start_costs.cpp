// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/start_costs.h"

#include "core/base/clock.h"
#include "core/base/cost_line.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Nothing where a line could go through anything: the start of batches of nearly equal sizes is noise.
std::optional<double> startOf(std::span<const CostPoint> points, std::size_t fewest) {
    constexpr double kSpread = 2.0; // of the largest size over the smallest
    const auto [least, most] = std::minmax_element(
        points.begin(), points.end(), [](const CostPoint& a, const CostPoint& b) { return a.size < b.size; });
    if (points.size() < fewest || most->size < kSpread * least->size) {
        return std::nullopt;
    }
    return bestCostLine(points).fixed;
}

} // namespace

std::vector<double> secondsOfBatches(const Schedule& schedule, const Trace& trace) {
    std::vector<double> seconds;
    for (const std::chrono::nanoseconds time : trace.batchDurations(schedule.batchCount())) {
        seconds.push_back(inSeconds(time));
    }
    return seconds;
}

StartCosts::StartCosts(const Schedule& schedule, std::span<const double> seconds, std::span<const double> ofNodes)
    : m_schedule(schedule), m_seconds(seconds) {
    std::vector<std::vector<CostPoint>> points;
    for (std::size_t batch = 0; batch < schedule.batchCount(); ++batch) {
        const std::size_t signature = schedule.batchSignatures[BatchId(batch)].index();
        points.resize(std::max(points.size(), signature + 1));
        if (seconds[batch] > 0.0) {
            points[signature].push_back({static_cast<double>(schedule.batchSize(BatchId(batch))), seconds[batch]});
        }
    }
    double known = 0.0;
    double batches = 0.0;
    for (std::size_t signature = 0; signature < points.size(); ++signature) {
        constexpr std::size_t kFewest = 3;
        std::vector<CostPoint>& ofSignature = points[signature];
        const auto batchesOf = static_cast<double>(ofSignature.size());
        const bool isKnownAlone = signature < ofNodes.size() && ofNodes[signature] > 0.0;
        if (isKnownAlone) { // a mean of many
            ofSignature.push_back({1.0, ofNodes[signature]});
        }
        m_bySignature.push_back(startOf(ofSignature, isKnownAlone ? 2 : kFewest));
        if (m_bySignature.back()) {
            known += *m_bySignature.back() * batchesOf;
            batches += batchesOf;
        }
    }
    if (batches > 0.0) {
        m_typical = known / batches;
    }
}

double StartCosts::ofSignature(SignatureId signature) const {
    const std::size_t index = signature.index();
    return index < m_bySignature.size() ? m_bySignature[index].value_or(*m_typical) : *m_typical;
}

double StartCosts::of(BatchId batch) const {
    return std::min(ofSignature(m_schedule.batchSignatures[batch]), m_seconds[batch.index()]);
}

double StartCosts::total() const {
    double seconds = 0.0;
    for (std::size_t batch = 0; batch < m_schedule.batchCount(); ++batch) {
        seconds += of(BatchId(batch));
    }
    return seconds;
}

} // namespace batchscope
