// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/kept_runs.h"

#include "core/records/bench_json.h"
#include "core/records/compare_documents.h"
#include "core/words/history_words.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

namespace batchscope {

namespace {

/// A relative name is another file in another folder.
Json absoluteFiles(const BenchDocument& document) {
    Json files = Json::array();
    for (const std::string& file : document.files) {
        const std::filesystem::path path = std::filesystem::path(document.directory) / file;
        files.push_back(file == "-" ? file : path.lexically_normal().string());
    }
    return files;
}

RunConditions historyConditions(const BenchDocument& document) {
    Json context = benchContextJson(document);
    context["files"] = absoluteFiles(document);
    RunConditions conditions = conditionsIn(context);
    conditions.insert(conditions.begin(), {"host", jsonLine(Json(document.host))});
    return conditions;
}

} // namespace

std::vector<HistoryEntry> chosenEntries(std::vector<HistoryEntry> entries, const HistoryFilter& filter) {
    std::erase_if(entries, [&filter](const HistoryEntry& entry) {
        return entry.file.find(filter.file) == std::string::npos || (!filter.net.empty() && entry.net != filter.net) ||
               (!filter.host.empty() && entry.host != filter.host);
    });
    std::sort(entries.begin(), entries.end(), [](const HistoryEntry& left, const HistoryEntry& right) {
        return std::tie(left.date, left.id) < std::tie(right.date, right.id);
    });
    if (filter.last && *filter.last < entries.size()) {
        entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(*filter.last));
    }
    return entries;
}

KeptRun keptRun(HistoryEntry entry, const Result<BenchDocument>& document) {
    KeptRun run{.entry = std::move(entry)};
    if (!document) {
        run.fault = document.error();
        return run;
    }
    run.conditions = historyConditions(*document);
    run.build = document->report.context.build;
    run.isCancelled = document->isCancelled || !document->error.empty();
    std::vector<TimedSeries> timed = timedSeries(document->report);
    for (std::size_t index = 0; index < timed.size(); ++index) {
        const BenchResult& result = document->report.results[index];
        run.series.push_back({.timed = std::move(timed[index]),
                              .medianSeconds = result.medianSeconds,
                              .verdict = result.verdict,
                              .miniBatches = result.miniBatches,
                              .nodes = result.nodes,
                              .equal = result.equal});
    }
    return run;
}

Result<std::vector<KeptRun>> readKeptRuns(const BenchHistory& history, std::span<const HistoryEntry> entries,
                                          const RunControl& control) {
    std::vector<KeptRun> runs;
    for (std::size_t index = 0; index < entries.size(); ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        control.report(words::kReadingHistory, index, entries.size());
        const Result<BenchDocument> document = history.read(entries[index].id);
        if (!document && document.error().code == ErrorCode::Io) {
            return document.error();
        }
        const bool isGone = !document && document.error().code == ErrorCode::Config;
        if (!isGone) {
            runs.push_back(keptRun(entries[index], document));
        }
    }
    return runs;
}

} // namespace batchscope
