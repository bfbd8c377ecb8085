// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/history_trend.h"

#include "core/records/compare_documents.h"
#include "core/words/compare_words.h"
#include "core/words/history_words.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace batchscope {

namespace {

constexpr std::string_view kRelease = "release";

/// Where a series was measured.
struct MeasuredAt {
    const KeptRun* run = nullptr;
    const KeptSeries* series = nullptr;
};

/// What identifies a place, apart from the arm.
auto placeOf(const SeriesKey& key) {
    return std::tie(key.model, key.training, key.dim, key.threads, key.batch);
}

/// The same text for the same conditions, and for no others.
std::string textOfConditions(const RunConditions& conditions) {
    std::string text;
    for (const RunCondition& condition : conditions) {
        if (condition.key != "mini_batches") { // another draw is no other condition
            text += condition.key + '\n' + condition.value + '\n';
        }
    }
    return text;
}

class TrendMaker {
public:
    explicit TrendMaker(double tolerance) { m_trend.tolerance = tolerance; }

    void add(const KeptRun& run);
    [[nodiscard]] HistoryTrend take();

private:
    /// A series of the run that has a predecessor.
    struct Pair {
        TrendPoint* point;
        MeasuredAt before;
        const KeptSeries* now;
    };

    TrendPoint& pointOf(const KeptSeries& series);
    [[nodiscard]] std::string whyNot(const KeptRun& run, const KeptSeries& series, const MeasuredAt& before) const;
    void compare(const KeptRun& run, const std::vector<Pair>& pairs) const;
    void count(const TrendPoint& point);

    HistoryTrend m_trend;
    std::map<SeriesKey, std::size_t> m_places;                            // in m_trend.series
    std::map<std::string, std::size_t> m_conditions;                      // numbered as they come
    std::map<std::pair<std::size_t, SeriesKey>, MeasuredAt> m_comparable; // the last one, by conditions
    std::map<SeriesKey, const KeptRun*> m_last;                           // the last one of any conditions
};

TrendPoint& TrendMaker::pointOf(const KeptSeries& series) {
    const auto [place, isNew] = m_places.try_emplace(series.timed.key, m_trend.series.size());
    if (isNew) {
        m_trend.series.push_back({series.timed.key, {}});
    }
    std::vector<TrendPoint>& points = m_trend.series[place->second].points;
    points.push_back({.run = m_trend.runs.size() - 1,
                      .medianSeconds = series.medianSeconds,
                      .range = medianRange(series.timed.samples),
                      .verdict = series.verdict,
                      .samples = series.timed.samples.size(),
                      .equal = series.equal,
                      .before = 0,
                      .change = std::nullopt});
    return points.back();
}

/// Empty where the series can be held against the one before it.
std::string TrendMaker::whyNot(const KeptRun& run, const KeptSeries& series, const MeasuredAt& before) const {
    if (!series.equal) {
        return std::string(words::kUnequalValues);
    }
    if (series.timed.samples.empty()) {
        return std::string(words::kNoSamples);
    }
    if (run.build != kRelease) {
        return words::notReleaseBuild(run.build);
    }
    if (before.run == nullptr) {
        const auto last = m_last.find(series.timed.key);
        return last == m_last.end()
                   ? std::string(words::kFirstOfSeries)
                   : words::otherConditions(last->second->entry.id,
                                            differentConditions(last->second->conditions, run.conditions));
    }
    const bool isSameDraw =
        haveSameDraw(before.run->conditions, run.conditions) && before.series->miniBatches == series.miniBatches;
    return isSameDraw && before.series->nodes != series.nodes
               ? words::otherNodes(before.run->entry.id, before.series->nodes, series.nodes)
               : std::string();
}

void TrendMaker::add(const KeptRun& run) {
    m_trend.runs.push_back({.entry = run.entry, .fault = run.fault, .isCancelled = run.isCancelled, .series = {}});
    const std::size_t conditions =
        m_conditions.try_emplace(textOfConditions(run.conditions), m_conditions.size()).first->second;
    std::set<SeriesKey> seen;
    std::vector<std::pair<std::size_t, std::size_t>> places; // of this run's points: they move while others are added
    std::vector<std::pair<std::size_t, MeasuredAt>> comparable;
    for (std::size_t index = 0; index < run.series.size(); ++index) {
        const KeptSeries& series = run.series[index];
        const SeriesKey& key = series.timed.key;
        m_trend.runs.back().series.push_back(key);
        TrendPoint& point = pointOf(series);
        const std::size_t place = m_places.at(key);
        places.emplace_back(place, m_trend.series[place].points.size() - 1);
        if (!seen.insert(key).second) {
            point.whyNot = words::kTwiceInRun;
            continue;
        }
        const auto found = m_comparable.find({conditions, key});
        const MeasuredAt before = found == m_comparable.end() ? MeasuredAt() : found->second;
        point.whyNot = whyNot(run, series, before);
        if (point.whyNot.empty()) {
            comparable.emplace_back(index, before);
        }
        const bool mayServe = series.equal && !series.timed.samples.empty() && run.build == kRelease;
        if (mayServe) {
            m_comparable[{conditions, key}] = {&run, &series};
            m_last[key] = &run;
        }
    }
    std::vector<Pair> pairs;
    for (const auto& [index, before] : comparable) {
        const auto& [place, at] = places[index];
        pairs.push_back({&m_trend.series[place].points[at], before, &run.series[index]});
    }
    if (!pairs.empty()) {
        compare(run, pairs);
    }
    for (const auto& [place, at] : places) {
        count(m_trend.series[place].points[at]);
    }
}

/// One test of the whole run: the correction for the number of series needs all of them.
void TrendMaker::compare(const KeptRun& run, const std::vector<Pair>& pairs) const {
    std::vector<TimedSeries> olds;
    std::vector<TimedSeries> news;
    for (const Pair& pair : pairs) {
        news.push_back(pair.now->timed);
        olds.push_back(pair.before.series->timed);
        if (!haveSameDraw(pair.before.run->conditions, run.conditions)) {
            olds.back().miniBatches.clear();
        }
    }
    const Result<RunComparison> comparison = compareRuns(olds, news, m_trend.tolerance);
    if (!comparison) { // a document that was made by hand: its samples say nothing, and neither does it stop the others
        for (const Pair& pair : pairs) {
            pair.point->whyNot = comparison.error().message;
        }
        return;
    }
    for (std::size_t index = 0; index < pairs.size(); ++index) { // in the order of `news`
        pairs[index].point->change = comparison->series[index];
        pairs[index].point->before = pairs[index].before.run->entry.id;
    }
}

void TrendMaker::count(const TrendPoint& point) {
    TrendRun& run = m_trend.runs.back();
    run.compared += point.change ? 1 : 0;
    run.slower += point.is(SeriesVerdict::Slower) ? 1 : 0;
    run.faster += point.is(SeriesVerdict::Faster) ? 1 : 0;
    run.otherSpeed += point.is(SeriesVerdict::OtherSpeed) ? 1 : 0;
    run.unsteady += point.is(SeriesVerdict::Unsteady) ? 1 : 0;
    run.untested += point.is(SeriesVerdict::TooFewSamples) ? 1 : 0;
    if (run.whyNot.empty()) {
        run.whyNot = point.whyNot;
    }
}

HistoryTrend TrendMaker::take() {
    for (TrendRun& run : m_trend.runs) {
        if (run.compared > 0) {
            run.whyNot.clear();
        }
    }
    // By place; the arms of one stay in the order in which they were first measured.
    std::stable_sort(
        m_trend.series.begin(), m_trend.series.end(),
        [](const TrendSeries& left, const TrendSeries& right) { return placeOf(left.key) < placeOf(right.key); });
    return std::move(m_trend);
}

} // namespace

Result<HistoryTrend> trendOf(std::vector<const KeptRun*> runs, double tolerance, const RunControl& control) {
    if (!(tolerance >= 0.0 && tolerance < 1e6)) {
        return Error{ErrorCode::Config, words::badTolerance(tolerance)};
    }
    std::sort(runs.begin(), runs.end(), [](const KeptRun* left, const KeptRun* right) {
        return std::tie(left->entry.date, left->entry.id) < std::tie(right->entry.date, right->entry.id);
    });
    TrendMaker maker(tolerance);
    for (const KeptRun* const run : runs) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        maker.add(*run);
    }
    return maker.take();
}

Result<HistoryTrend> trendOf(std::span<const KeptRun> runs, double tolerance, const RunControl& control) {
    std::vector<const KeptRun*> all;
    std::transform(runs.begin(), runs.end(), std::back_inserter(all), [](const KeptRun& run) { return &run; });
    return trendOf(std::move(all), tolerance, control);
}

HistoryTrend lastRuns(HistoryTrend trend, std::size_t count) {
    const std::size_t cut = trend.runs.size() - std::min(trend.runs.size(), count);
    trend.runs.erase(trend.runs.begin(), trend.runs.begin() + static_cast<std::ptrdiff_t>(cut));
    for (TrendSeries& series : trend.series) {
        std::erase_if(series.points, [cut](const TrendPoint& point) { return point.run < cut; });
        for (TrendPoint& point : series.points) {
            point.run -= cut;
        }
    }
    std::erase_if(trend.series, [](const TrendSeries& series) { return series.points.empty(); });
    return trend;
}

std::string placeName(const SeriesKey& key) {
    return words::placeNamed({.arm = {},
                              .model = key.model,
                              .dim = key.dim,
                              .batch = key.batch,
                              .threads = key.threads,
                              .training = key.training});
}

bool areOfOnePlace(const SeriesKey& left, const SeriesKey& right) {
    return placeOf(left) == placeOf(right);
}

} // namespace batchscope
