// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/learned.h"

#include "core/bytes/file_bytes.h"
#include "core/bytes/file_writer.h"
#include "core/schedule/q_learning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace batchscope {

namespace {

Result<LearnedTable> readTable(const std::string& file, const RunControl& control) {
    const Result<std::string> text = readFileBytes(file, control);
    TRY(text);
    return parseLearnedTable(*text, file);
}

} // namespace

Result<LearnedChoice> chooseLearned(const CliOptions& options, const OpGraph& graph,
                                    std::vector<const Policy*>& policies, const RunControl& control) {
    if (options.tableFile.empty() && options.savedTableFile.empty() && !options.printTable) {
        return LearnedChoice{};
    }
    const auto place = std::find_if(policies.begin(), policies.end(),
                                    [](const Policy* policy) { return std::string_view(policy->name()) == "learned"; });
    if (place == policies.end()) {
        return Error{ErrorCode::Config, "only the policy 'learned' has a table, and it was not chosen"};
    }
    if (options.tableFile.empty()) {
        TRY((*place)->accepts(graph));
    }
    Result<LearnedTable> table =
        options.tableFile.empty() ? learnTable(graph, {}, control) : readTable(options.tableFile, control);
    TRY(table);
    LearnedChoice choice{std::move(*table), nullptr};
    choice.policy = std::make_unique<LearnedPolicy>(choice.table);
    *place = choice.policy.get();
    return choice;
}

Result<std::shared_ptr<const Policy>> taughtBy(const std::string& file, const RunControl& control) {
    Result<LearnedTable> table = readTable(file, control);
    TRY(table);
    return std::shared_ptr<const Policy>(std::make_shared<LearnedPolicy>(std::move(*table)));
}

Status saveTable(const CliOptions& options, const LearnedChoice& choice) {
    if (options.savedTableFile.empty()) {
        return Ok{};
    }
    return writeFile(options.savedTableFile, learnedTableJson(choice.table));
}

} // namespace batchscope
