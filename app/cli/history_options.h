// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of `history`, and the words behind it: what to do, and with which runs.
#pragma once

#include "app/cli/app.h"
#include "app/cli/table_formats.h"
#include "core/records/compare_documents.h"
#include "core/records/kept_runs.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct CliOptions;

struct HistoryChoice {
    std::string action = "list";
    std::vector<std::string> arguments; ///< of the action, as typed
    std::string file;                   ///< empty: the usual one
    HistoryFilter filter;               ///< of list and trend
    double tolerance = kUsualTolerance; ///< of trend
    std::optional<double> failIfSlower; ///< of compare; none: slower is no failure
    std::string note;                   ///< of add
    TableFormat format = TableFormat::Text;
};

void addHistory(CLI::App& app, CliOptions& options);

} // namespace batchscope
