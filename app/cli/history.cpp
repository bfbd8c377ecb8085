// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_compare.h"
#include "app/cli/commands.h"
#include "app/cli/history_tables.h"
#include "app/cli/json.h"
#include "app/cli/option_values.h"
#include "core/records/history_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

struct HistoryAction {
    std::string_view name;
    std::size_t least; ///< arguments
    std::size_t most;
    std::string_view usage;
    Result<ExitCode> (*run)(const CliOptions& options, const RunControl& control);
};

TableFormat historyFormat(const CliOptions& options) {
    return options.json ? TableFormat::Document : options.history.format;
}

Result<std::int64_t> parseId(const std::string& text) {
    constexpr CountBounds kIds = {1, 1'000'000'000};
    const Result<std::int64_t> id = parseCount<std::int64_t>(text, kIds);
    return id ? id
              : Result<std::int64_t>(
                    Error{ErrorCode::Config,
                          fmt::format("'{}' is not the number of a run: {}; history list shows the numbers", text,
                                      id.error().message)});
}

Result<std::vector<std::int64_t>> idsOf(const std::vector<std::string>& texts) {
    std::vector<std::int64_t> ids;
    for (const std::string& text : texts) {
        const Result<std::int64_t> id = parseId(text);
        if (!id) {
            return id.error();
        }
        ids.push_back(*id);
    }
    return ids;
}

/// The file as messages and documents name it.
std::string historyName(const HistoryChoice& history) {
    const Result<std::string> usual = usualHistoryFile();
    return history.file.empty() && usual ? *usual : history.file;
}

/// As the runs of a history are named beside files of runs.
std::string runName(const HistoryChoice& history, std::int64_t id) {
    return fmt::format("run {} of {}", id, historyName(history));
}

void tell(const CliOptions& options, const Json& document, const std::string& text) {
    if (options.json) {
        printJson(document);
    } else {
        fmt::print("{}\n", text);
    }
}

/// The entries that are asked for; with a history that is open.
struct OpenedHistory {
    BenchHistory history;
    std::vector<HistoryEntry> entries;
};

Result<OpenedHistory> openedHistory(const HistoryChoice& choice, const HistoryFilter& filter) {
    Result<BenchHistory> history = openKeptHistory(choice.file);
    if (!history) {
        return history.error();
    }
    Result<std::vector<HistoryEntry>> entries = history->list();
    if (!entries) {
        return entries.error();
    }
    return OpenedHistory{std::move(*history), chosenEntries(std::move(*entries), filter)};
}

Result<ExitCode> listRuns(const CliOptions& options, const RunControl& /*control*/) {
    const Result<OpenedHistory> opened = openedHistory(options.history, options.history.filter);
    if (!opened) {
        return opened.error();
    }
    const TableFormat format = historyFormat(options);
    if (format != TableFormat::Document) {
        fmt::print("{}", tableText(entriesTable(opened->entries), format));
        return ExitCode::Done;
    }
    Json runs = Json::array();
    for (const HistoryEntry& entry : opened->entries) {
        runs.push_back(entryJson(entry));
    }
    printJson({{"history", historyName(options.history)}, {"runs", runs}});
    return ExitCode::Done;
}

Result<ExitCode> showRun(const CliOptions& options, const RunControl& /*control*/) {
    const Result<std::int64_t> id = parseId(options.history.arguments.front());
    const Result<BenchHistory> history = id ? openKeptHistory(options.history.file) : id.error();
    if (!history) {
        return history.error();
    }
    const Result<BenchDocument> document = history->read(*id);
    if (!document) {
        return document.error();
    }
    const TableFormat format = historyFormat(options);
    if (format != TableFormat::Document) {
        fmt::print("{}", documentTables(*document, format));
        return ExitCode::Done;
    }
    const Result<std::string> text = history->readText(*id); // to the letter
    if (!text) {
        return text.error();
    }
    fmt::print("{}", *text);
    return ExitCode::Done;
}

/// Differences that may explain others, and what the comparison comes to, on stderr.
void printComparisonNotes(const std::vector<std::string>& conditions, const RunComparison& comparison) {
    if (!conditions.empty()) {
        fmt::print(stderr, "warning: the runs were measured under different conditions, which may explain a "
                           "difference\n");
    }
    for (const std::string& condition : conditions) {
        fmt::print(stderr, "  {}\n", condition);
    }
    for (const std::string& line : linesOn(comparison)) {
        fmt::print(stderr, "{}\n", line);
    }
}

/// As `bench --compare`, of two runs that were measured before.
Result<ExitCode> compareKept(const CliOptions& options, const RunControl& /*control*/) {
    const HistoryChoice& choice = options.history;
    const Result<std::vector<std::int64_t>> ids = idsOf(choice.arguments);
    const Result<BenchHistory> history = ids ? openKeptHistory(choice.file) : ids.error();
    if (!history) {
        return history.error();
    }
    const Result<BenchDocument> before = history->read(ids->front());
    const Result<BenchDocument> after = before ? history->read(ids->back()) : before.error();
    if (!after) {
        return after.error();
    }
    const double tolerance = choice.failIfSlower.value_or(kUsualTolerance);
    const Result<RunComparison> comparison = compareDocuments(*before, *after, tolerance);
    if (!comparison) {
        return Error{comparison.error().code, comparison.error().message, runName(choice, ids->back())};
    }
    const std::vector<std::string> conditions = differentConditions(conditionsOf(*before), conditionsOf(*after));
    printComparisonNotes(conditions, *comparison);
    const TableFormat format = historyFormat(options);
    if (format == TableFormat::Document) {
        printJson({{"history", historyName(choice)},
                   {"old", ids->front()},
                   {"new", ids->back()},
                   {"conditions", conditions},
                   {"comparison", comparisonJson(*comparison, runName(choice, ids->front()))}});
    } else {
        fmt::print("{}{}", tableText(comparisonTable(*comparison), format),
                   remarksText(comparisonRemarks(*comparison, runName(choice, ids->front())), format));
    }
    return choice.failIfSlower ? codeOfGate(*comparison) : ExitCode::Done;
}

Result<ExitCode> showTrend(const CliOptions& options, const RunControl& control) {
    HistoryFilter filter = options.history.filter;
    filter.last.reset(); // the first of the last ones is held against the one before it, too
    const Result<OpenedHistory> opened = openedHistory(options.history, filter);
    if (!opened) {
        return opened.error();
    }
    const Result<std::vector<KeptRun>> runs = readKeptRuns(opened->history, opened->entries, control);
    clearProgress();
    Result<HistoryTrend> all = runs ? trendOf(*runs, options.history.tolerance, control) : runs.error();
    if (!all) {
        return all.error();
    }
    const HistoryTrend trend = lastRuns(std::move(*all), options.history.filter.last.value_or(runs->size()));
    for (const TrendRun& run : trend.runs) {
        if (run.fault) {
            fmt::print(stderr, "{}\n", run.fault->text());
        }
    }
    const TableFormat format = historyFormat(options);
    if (format == TableFormat::Document) {
        Json document = {{"history", historyName(options.history)}};
        document.update(trendJson(trend));
        printJson(document);
    } else {
        fmt::print("{}{}", tableText(trendTable(trend), format), remarksText(trendRemarks(trend), format));
    }
    return ExitCode::Done;
}

Result<ExitCode> writeNote(const CliOptions& options, const RunControl& /*control*/) {
    const HistoryChoice& choice = options.history;
    const Result<std::int64_t> id = parseId(choice.arguments.front());
    Result<BenchHistory> history = id ? openKeptHistory(choice.file) : id.error();
    if (!history) {
        return history.error();
    }
    if (const Status noted = history->note(*id, choice.arguments.back()); !noted) {
        return noted.error();
    }
    tell(options, {{"id", *id}, {"note", choice.arguments.back()}}, fmt::format("run {}: note saved", *id));
    return ExitCode::Done;
}

/// All or, where one of them is not there, none.
Result<ExitCode> removeRuns(const CliOptions& options, const RunControl& /*control*/) {
    const Result<std::vector<std::int64_t>> ids = idsOf(options.history.arguments);
    Result<OpenedHistory> opened = ids ? openedHistory(options.history, {}) : ids.error();
    if (!opened) {
        return opened.error();
    }
    for (const std::int64_t id : *ids) {
        const bool isThere = std::any_of(opened->entries.begin(), opened->entries.end(),
                                         [id](const HistoryEntry& entry) { return entry.id == id; });
        if (!isThere) {
            return Error{ErrorCode::Config, fmt::format("the history has no entry {}; nothing was removed", id),
                         historyName(options.history)};
        }
    }
    for (const std::int64_t id : *ids) {
        if (const Status removed = opened->history.remove(id); !removed) {
            return removed.error();
        }
    }
    tell(options, {{"removed", *ids}},
         ids->size() == 1 ? fmt::format("run {} removed", ids->front()) : fmt::format("{} runs removed", ids->size()));
    return ExitCode::Done;
}

/// All are read before the first one is added.
Result<ExitCode> addRuns(const CliOptions& options, const RunControl& control) {
    const HistoryChoice& choice = options.history;
    std::vector<BenchDocument> documents;
    for (const std::string& file : choice.arguments) {
        Result<BenchDocument> document = readBenchDocument(file, control);
        if (!document) {
            return document.error();
        }
        if (document->report.results.empty()) {
            return Error{ErrorCode::Parse, "this run has no results to keep", file};
        }
        documents.push_back(std::move(*document));
    }
    Result<BenchHistory> history = openHistory(choice.file);
    if (!history) {
        return history.error();
    }
    std::vector<std::int64_t> ids;
    for (const BenchDocument& document : documents) {
        const Result<std::int64_t> id = history->add(document, choice.note);
        if (!id) {
            return id.error();
        }
        ids.push_back(*id);
    }
    tell(options, {{"history", historyName(choice)}, {"added", ids}},
         ids.size() == 1 ? fmt::format("kept as run {}", ids.front())
                         : fmt::format("kept as runs {} to {}", ids.front(), ids.back()));
    return ExitCode::Done;
}

constexpr std::size_t kAny = 1'000'000;

constexpr auto kHistoryActions = std::to_array<HistoryAction>({
    {"list", 0, 0, "history list takes no arguments; --file, --net, --host and --last choose runs", listRuns},
    {"show", 1, 1, "expected history show ID", showRun},
    {"compare", 2, 2, "expected history compare OLD NEW, the numbers of two runs", compareKept},
    {"trend", 0, 0, "history trend takes no arguments; --file, --net, --host and --last choose runs", showTrend},
    {"note", 2, 2, "expected history note ID TEXT; quote a text of several words", writeNote},
    {"remove", 1, kAny, "expected history remove ID, or several of them", removeRuns},
    {"add", 1, kAny, "expected history add RUN.json, a document that bench --out or --json wrote", addRuns},
});

} // namespace

Result<ExitCode> runHistoryCommand(const CliOptions& options, const RunControl& control) {
    const HistoryChoice& choice = options.history;
    const auto* const action =
        std::find_if(kHistoryActions.begin(), kHistoryActions.end(),
                     [&choice](const HistoryAction& each) { return each.name == choice.action; });
    if (choice.arguments.size() < action->least || choice.arguments.size() > action->most) {
        return Error{ErrorCode::Config, std::string(action->usage)};
    }
    return action->run(options, control);
}

} // namespace batchscope
