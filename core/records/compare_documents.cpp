// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/compare_documents.h"

#include "core/bench/bench_series.h"
#include "core/records/bench_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

/// Machine, libraries, build and input. Graph options come on top of these.
constexpr auto kConditionKeys =
    std::to_array<std::string_view>({"cpu", "threads", "torch", "blas", "gemm", "instruction_set", "governor", "build",
                                     "compiler", "files", "trees", "picked", "classes", "passes", "seed"});

/// Those that decide which trees are drawn. So do the graph options.
constexpr auto kDrawKeys = std::to_array<std::string_view>({"files", "trees", "picked", "seed", "mini_batches"});

template <typename Keys>
std::vector<std::string> withGraphOptions(const Keys& own) {
    std::vector<std::string> keys(own.begin(), own.end());
    const std::vector<std::string> options = graphOptionKeys();
    keys.insert(keys.end(), options.begin(), options.end());
    return keys;
}

/// Empty where the document does not say it, or says null.
std::string conditionIn(const Json& context, const std::string& key) {
    const Json value = context.value(key, Json());
    return value.is_null() ? std::string() : jsonLine(value);
}

/// Whether the mini-batches of both runs are of the same trees.
bool haveSameDraw(const BenchDocument& before, const BenchDocument& now) {
    const Json then = benchContextJson(before);
    const Json context = benchContextJson(now);
    const std::vector<std::string> keys = withGraphOptions(kDrawKeys);
    return std::all_of(keys.begin(), keys.end(),
                       [&](const std::string& key) { return conditionIn(then, key) == conditionIn(context, key); });
}

/// In the order of the results. Mini-batch numbers are kept only if both runs used the same mini-batches; otherwise
/// they cannot be matched.
std::vector<TimedSeries> timedSeries(const BenchReport& report, bool areSameMiniBatches) {
    std::vector<TimedSeries> all;
    for (const BenchResult& result : report.results) {
        all.push_back({keyOf(result), result.samples,
                       areSameMiniBatches ? result.sampleBatches : std::vector<std::uint32_t>(),
                       result.yardstickSeconds, result.verdict == SpeedVerdict::Busy});
    }
    return all;
}

constexpr auto kComparedColumns = std::to_array<Column<ComparedSeries>>({
    {"arm", "arm", [](const ComparedSeries& s) { return textCell(s.key.arm); }, "", Align::Left},
    {"model", "net", [](const ComparedSeries& s) { return textCell(s.key.model); }, "", Align::Left, true},
    {"work", "work", [](const ComparedSeries& s) { return textCell(std::string(workText(s.key.work))); }, "",
     Align::Left, true},
    {"dim", "dim", [](const ComparedSeries& s) { return s.key.dim > 0 ? numberCell(s.key.dim) : noFigure(); }},
    {"batch", "trees", [](const ComparedSeries& s) { return numberCell(s.key.batch); }, "Trees per run"},
    {"threads", "threads", [](const ComparedSeries& s) { return numberCell(s.key.threads); }, "", Align::Right, true},
    {"training", "", [](const ComparedSeries& s) { return yesNoCell(s.key.work == Work::Training); }},
    {"old_samples", "", [](const ComparedSeries& s) { return countCell(s.oldCount); }},
    {"new_samples", "", [](const ComparedSeries& s) { return countCell(s.newCount); }},
    {"machine_ratio", "", [](const ComparedSeries& s) { return ratioCell(s.machineRatio); }},
    {"new_median_s", "new median", [](const ComparedSeries& s) { return secondsCell(s.newMedian); }},
    {"old_median_s", "old median", [](const ComparedSeries& s) { return secondsCell(s.oldMedian); }},
    {"ratio", "new / old", [](const ComparedSeries& s) { return Cell{fmt::format("{:.3f}", s.ratio), s.ratio}; },
     "Median over all pairs of samples"},
    {"superiority", "pairs slower",
     [](const ComparedSeries& s) { return Cell{fmt::format("{:.0f}%", 100.0 * s.superiority), s.superiority}; },
     "Share of pairs in which the new sample takes longer"},
    {"p_value", "", [](const ComparedSeries& s) { return Cell{"", s.pValue}; }},
    {"adjusted_p_value", "p",
     [](const ComparedSeries& s) { return Cell{fmt::format("{:.2g}", s.adjustedPValue), s.adjustedPValue}; },
     "Mann-Whitney test, corrected for the number of series (Holm)"},
    {"verdict", "verdict",
     [](const ComparedSeries& s) {
         std::string key(verdictText(s.verdict)); // "too_few_samples"
         std::replace(key.begin(), key.end(), ' ', '_');
         return Cell{std::string(verdictText(s.verdict)), std::move(key)};
     },
     "", Align::Left},
});

} // namespace

std::span<const Column<ComparedSeries>> comparedColumns() {
    return kComparedColumns;
}

Result<RunComparison> compareDocuments(const BenchDocument& before, const BenchDocument& after, double tolerance) {
    return compareRuns(timedSeries(before.report, haveSameDraw(before, after)), timedSeries(after.report, true),
                       tolerance);
}

std::vector<std::string> differentConditions(const BenchDocument& before, const BenchDocument& now) {
    const Json then = benchContextJson(before);
    const Json context = benchContextJson(now);
    const auto shown = [](const std::string& value) { return value.empty() ? std::string("not given") : value; };
    std::vector<std::string> lines;
    for (const std::string& key : withGraphOptions(kConditionKeys)) {
        const std::string old = conditionIn(then, key);
        const std::string own = conditionIn(context, key);
        if (old != own) {
            lines.push_back(fmt::format("{}: {} then, {} now", key, shown(old), shown(own)));
        }
    }
    return lines;
}

} // namespace batchscope
