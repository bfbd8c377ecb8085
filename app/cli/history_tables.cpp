// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/history_tables.h"

#include "app/cli/bench_compare.h"
#include "core/records/bench_tables.h"
#include "core/records/verdict_keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

TableCell plainCell(std::string text) {
    return {text, text};
}

/// "2026-05-01 10:00" of "2026-05-01T10:00:00Z".
std::string shortDate(std::string date) {
    constexpr std::size_t kToTheMinute = 16;
    std::replace(date.begin(), date.end(), 'T', ' ');
    return date.substr(0, kToTheMinute);
}

std::string shortCommit(const std::string& commit) {
    constexpr std::size_t kDigits = 10;
    return commit.substr(0, kDigits);
}

TableCell numberCell(std::int64_t number) {
    return plainCell(fmt::format("{}", number));
}

/// Half of the range, as a share of the median.
TableCell rangeCell(const TrendPoint& point) {
    const double share = 0.5 * (point.range.high - point.range.low) / point.medianSeconds;
    return figureCell(share, fmt::format("{:.1f}%", 100.0 * share));
}

TableCell ratioTo(const TrendPoint& point) {
    return point.change ? figureCell(point.change->ratio, fmt::format("{:.3f}", point.change->ratio))
                        : TableCell{"-", ""};
}

TableCell againstCell(const TrendPoint& point) {
    return point.change ? numberCell(point.before) : TableCell{"-", ""};
}

const char* changeKey(const TrendPoint& point) {
    return point.change ? verdictKey(point.change->verdict) : "";
}

/// What stands out in a terminal is what needs a look.
TableCell changeCell(const TrendPoint& point) {
    if (!point.change) {
        return {point.whyNot.empty() ? "-" : "not compared: " + point.whyNot, ""};
    }
    const std::string text(verdictText(point.change->verdict));
    return {point.is(SeriesVerdict::Slower) ? "SLOWER" : text, changeKey(point)};
}

const char* trendNoise(SpeedVerdict verdict) {
    return verdict == SpeedVerdict::Steady ? "" : verdict == SpeedVerdict::Busy ? "busy" : "noisy";
}

template <typename Value>
bool differs(const HistoryTrend& trend, const Value& valueOf) {
    return std::any_of(trend.series.begin(), trend.series.end(), [&](const TrendSeries& series) {
        return valueOf(series.key) != valueOf(trend.series.front().key);
    });
}

std::vector<TableColumn> trendColumns(const HistoryTrend& trend) {
    const bool nets = differs(trend, [](const SeriesKey& key) { return key.model; });
    const bool threads = differs(trend, [](const SeriesKey& key) { return key.threads; });
    const bool works = differs(trend, [](const SeriesKey& key) { return key.training; });
    return {{.title = "arm", .key = "arm", .align = Align::Left},
            {.title = "net", .key = "model", .align = Align::Left, .isCsvOnly = !nets},
            {.title = "dim", .key = "dim"},
            {.title = "batch", .key = "batch"},
            {.title = "threads", .key = "threads", .isCsvOnly = !threads},
            {.title = "training", .key = "training", .align = Align::Left, .isCsvOnly = !works},
            {.title = "run", .key = "run"},
            {.title = "date (UTC)", .key = "date", .align = Align::Left},
            {.title = "commit", .key = "commit", .align = Align::Left},
            {.title = "median", .key = "median_s"},
            {.title = "±", .key = "ci_half_share"},
            {.title = "", .key = "samples_verdict", .align = Align::Left},
            {.title = "new / old", .key = "ratio"},
            {.title = "against", .key = "before"},
            {.title = "change", .key = "change", .align = Align::Left}};
}

TableRow trendRow(const SeriesKey& key, const TrendPoint& point, const TrendRun& run) {
    return {.cells = {plainCell(key.arm),
                      plainCell(key.model),
                      {dimText(key.dim), key.dim > 0 ? fmt::format("{}", key.dim) : std::string()},
                      plainCell(fmt::format("{}", key.batch)),
                      plainCell(fmt::format("{}", key.threads)),
                      {key.training ? "yes" : "no", key.training ? "true" : "false"},
                      numberCell(run.entry.id),
                      {shortDate(run.entry.date), run.entry.date},
                      {shortCommit(run.entry.commit), run.entry.commit},
                      secondsCell(point.medianSeconds),
                      rangeCell(point),
                      {trendNoise(point.verdict), std::string(speedVerdictKey(point.verdict))},
                      ratioTo(point),
                      againstCell(point),
                      changeCell(point)}};
}

Json pointJson(const TrendPoint& point, const TrendRun& run) {
    Json json = {{"run", run.entry.id},
                 {"median_s", point.medianSeconds},
                 {"ci_low_s", point.range.low},
                 {"ci_high_s", point.range.high},
                 {"samples", point.samples},
                 {"verdict", speedVerdictKey(point.verdict)},
                 {"equal", point.equal},
                 {"before", nullptr},
                 {"ratio", nullptr},
                 {"adjusted_p_value", nullptr},
                 {"change", nullptr},
                 {"why_not", nullptr}};
    if (point.change) {
        json["before"] = point.before;
        json["ratio"] = point.change->ratio;
        json["adjusted_p_value"] = point.change->adjustedPValue;
        json["change"] = changeKey(point);
    } else {
        json["why_not"] = point.whyNot;
    }
    return json;
}

Json trendRunJson(const TrendRun& run) {
    Json json = entryJson(run.entry);
    json.update({{"cancelled", run.isCancelled},
                 {"error", run.fault ? Json(run.fault->text()) : Json(nullptr)},
                 {"compared", run.compared},
                 {"slower", run.slower},
                 {"faster", run.faster},
                 {"other_speed", run.otherSpeed},
                 {"unsteady", run.unsteady},
                 {"too_few_samples", run.untested}});
    return json;
}

std::size_t slowerIn(const HistoryTrend& trend) {
    return static_cast<std::size_t>(
        std::count_if(trend.runs.begin(), trend.runs.end(), [](const TrendRun& run) { return run.slower > 0; }));
}

} // namespace

FigureTable entriesTable(std::span<const HistoryEntry> entries) {
    FigureTable table;
    table.columns = {{.title = "run", .key = "id"},
                     {.title = "date (UTC)", .key = "date", .align = Align::Left},
                     {.title = "file", .key = "file", .align = Align::Left},
                     {.title = "net", .key = "net", .align = Align::Left},
                     {.title = "host", .key = "host", .align = Align::Left},
                     {.title = "commit", .key = "commit", .align = Align::Left},
                     {.title = "note", .key = "note", .align = Align::Left}};
    for (const HistoryEntry& entry : entries) {
        table.rows.push_back({.cells = {numberCell(entry.id),
                                        {shortDate(entry.date), entry.date},
                                        plainCell(entry.file),
                                        plainCell(entry.net),
                                        plainCell(entry.host),
                                        {shortCommit(entry.commit), entry.commit},
                                        plainCell(entry.note)}});
    }
    return table;
}

Json entryJson(const HistoryEntry& entry) {
    return {{"id", entry.id},     {"date", entry.date}, {"file", entry.file},    {"net", entry.net},
            {"host", entry.host}, {"note", entry.note}, {"commit", entry.commit}};
}

FigureTable trendTable(const HistoryTrend& trend) {
    FigureTable table;
    table.columns = trendColumns(trend);
    for (const TrendSeries& series : trend.series) {
        for (const TrendPoint& point : series.points) {
            TableRow& row = table.rows.emplace_back(trendRow(series.key, point, trend.runs[point.run]));
            row.startsGroup = &point == &series.points.front() && table.rows.size() > 1;
        }
    }
    return table;
}

std::vector<std::string> trendRemarks(const HistoryTrend& trend) {
    const std::size_t slower = slowerIn(trend);
    return {
        "",
        fmt::format("±: half of the 95% range of the median, as a share of it · new / old: median over all pairs of "
                    "samples of this run and the run of column 'against', the last one before it under the same "
                    "conditions · change: by a Mann-Whitney test per run, tolerance {:g}%, corrected for the number "
                    "of series (Holm)",
                    100.0 * trend.tolerance),
        slower == 0 ? fmt::format("no series of these {} runs became slower", trend.runs.size())
                    : fmt::format("{} of {} runs {} slower than the run before in at least one series", slower,
                                  trend.runs.size(), slower == 1 ? "is" : "are")};
}

Json trendJson(const HistoryTrend& trend) {
    Json runs = Json::array();
    for (const TrendRun& run : trend.runs) {
        runs.push_back(trendRunJson(run));
    }
    Json all = Json::array();
    for (const TrendSeries& series : trend.series) {
        Json points = Json::array();
        for (const TrendPoint& point : series.points) {
            points.push_back(pointJson(point, trend.runs[point.run]));
        }
        Json entry = keyJson(series.key);
        entry["points"] = std::move(points);
        all.push_back(std::move(entry));
    }
    return {{"tolerance", trend.tolerance}, {"runs", runs}, {"series", all}};
}

std::string documentTables(const BenchDocument& document, TableFormat format) {
    const BenchReport& report = document.report;
    const bool isAblation = document.config.ablation;
    return tableText(isAblation ? ablationTable(report) : sweepTable(report), format) +
           remarksText(remarkLines(isAblation ? ablationRemarks(report) : sweepRemarks(report)), format);
}

} // namespace batchscope
