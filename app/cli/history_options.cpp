// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/history_options.h"

#include "app/cli/shared_options.h"

namespace batchscope {

void addHistory(CLI::App& app, CliOptions& options) {
    CLI::App& command = *app.add_subcommand("history", "show and compare the benchmarks that were kept");
    HistoryChoice& history = options.history;
    command
        .add_option("ACTION", history.action,
                    "list (default); show ID; compare OLD NEW; trend: each series run by run, with what became slower "
                    "marked; note ID TEXT; remove ID…; add RUN.json…: keep documents of bench")
        ->check(CLI::IsMember({"list", "show", "compare", "trend", "note", "remove", "add"}))
        ->type_name("ACTION");
    command.add_option("ARGUMENT", history.arguments, "of the action; IDs are those of list")->type_name("ARGUMENT");
    command.add_option("--history", history.file,
                       "the history in this file instead of $XDG_DATA_HOME/batchscope/history.sqlite");
    command.add_option("--file", history.filter.file, "list, trend: runs whose first input file has this in its path")
        ->type_name("TEXT");
    command.add_option("--net", history.filter.net, "list, trend: runs of this net or program")->type_name("NET");
    command.add_option("--host", history.filter.host, "list, trend: runs on this machine")->type_name("HOST");
    addParsed(
        command, "--last", history.filter.last,
        [](const std::string& text) { return parseCount<std::size_t>(text, {1}); },
        "list, trend: only the last N of these runs by date", "N");
    addParsed(command, "--tolerance", history.tolerance, parsePercent,
              "trend: a median may change by P percent before it counts as slower or faster",
              fmt::format("P% [{:g}%]", 100.0 * history.tolerance));
    addParsed(command, "--fail-if-slower", history.failIfSlower, parsePercent,
              "compare: exit with code 4 if a median is significantly slower by more than P percent", "P%");
    command.add_option("--note", history.note, "add: what to write beside the run");
    addJson(command, options);
    addParsed(command, "--format", history.format, parseTableFormat,
              "list, show, compare, trend: how tables are printed; json is --json",
              fmt::format("{} [table]", fmt::join(tableFormatNames(), "|")))
        ->excludes(command.get_option("--json"));
}

} // namespace batchscope
