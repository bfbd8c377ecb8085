// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/history/trend_places.h"

#include "views/models/words.h"

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

bool isSlower(const TrendPoint& point) {
    return point.is(SeriesVerdict::Slower);
}

} // namespace

TrendPlaces::TrendPlaces(std::shared_ptr<const HistoryTrend> trend) : m_trend(std::move(trend)) {
    for (std::size_t index = 0; m_trend && index < m_trend->series.size(); ++index) {
        const bool isNew = index == 0 || !areOfOnePlace(m_trend->series[index].key, m_trend->series[index - 1].key);
        if (isNew) {
            m_first.push_back(index);
        }
    }
}

QStringList TrendPlaces::names() const {
    QStringList names;
    for (const std::size_t first : m_first) {
        names << toText(placeName(m_trend->series[first].key));
    }
    return names;
}

std::vector<std::size_t> TrendPlaces::series(int place) const {
    std::vector<std::size_t> series;
    if (place < 0 || place >= static_cast<int>(m_first.size())) {
        return series;
    }
    const auto index = static_cast<std::size_t>(place);
    const std::size_t end = index + 1 < m_first.size() ? m_first[index + 1] : m_trend->series.size();
    for (std::size_t each = m_first[index]; each < end; ++each) {
        series.push_back(each);
    }
    return series;
}

bool TrendPlaces::hasIn(std::size_t series, std::int64_t run, Holds holds) const {
    const auto& points = m_trend->series[series].points;
    return std::any_of(points.begin(), points.end(), [&](const TrendPoint& point) {
        return m_trend->runs[point.run].entry.id == run && holds(point);
    });
}

bool TrendPlaces::has(int place, std::int64_t run, Holds holds) const {
    const std::vector<std::size_t> all = series(place);
    return std::any_of(all.begin(), all.end(), [&](std::size_t index) { return hasIn(index, run, holds); });
}

int TrendPlaces::armFor(int place, std::int64_t run) const {
    const std::vector<std::size_t> all = series(place);
    const auto slower =
        std::find_if(all.begin(), all.end(), [&](std::size_t index) { return hasIn(index, run, isSlower); });
    const auto batches = std::find_if(all.begin(), all.end(), [&](std::size_t index) {
        return !m_trend->series[index].key.arm.starts_with("regular");
    });
    const auto found = slower != all.end() ? slower : batches != all.end() ? batches : all.begin();
    return static_cast<int>(found - all.begin());
}

int TrendPlaces::placeFor(std::int64_t run, int shown) const {
    const auto isAny = [](const TrendPoint& /*point*/) { return true; };
    for (const Holds holds : {Holds(isSlower), Holds(isAny)}) {
        if (has(shown, run, holds)) {
            return shown;
        }
        for (int place = 0; place < static_cast<int>(m_first.size()); ++place) {
            if (has(place, run, holds)) {
                return place;
            }
        }
    }
    return shown;
}

} // namespace batchscope
