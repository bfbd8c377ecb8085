// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/against.h"

#include "app/cli/applies.h"
#include "app/cli/suggest.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kFileArgument = "FILE";

/// What they say is said once, for both runs.
constexpr auto kOfBoth =
    std::to_array<std::string_view>({"--json", "--diff", "--against", "--save-schedule", "--save-table",
                                     "--print-table", "--schedule", "--strict", "--allow-partial"});

Error wrong(std::string message) {
    return {ErrorCode::Config, "--against: " + std::move(message)};
}

/// An option, or FILE, as it stands on a line.
struct OnLine {
    std::string name;
    bool isFlag = false;
    Words values;
};

Result<std::vector<OnLine>> onLine(const Words& line) {
    CliOptions parsed;
    CLI::App app;
    addCommands(app, parsed);
    if (const Status known = checkNames(app, line); !known) {
        return wrong(known.error().message);
    }
    try {
        app.parse(Words(line.rbegin(), line.rend())); // CLI11 takes them from the back
    } catch (const CLI::ParseError& error) {
        return wrong(error.what());
    }
    std::vector<OnLine> options;
    for (const CLI::Option* option : app.get_subcommands().front()->get_options()) {
        if (option->count() > 0) {
            options.push_back({option->get_name(), option->get_items_expected_max() == 0, option->results()});
        }
    }
    return options;
}

void putOn(Words& line, const OnLine& option) {
    if (option.name == kFileArgument) {
        line.insert(line.end(), option.values.begin(), option.values.end());
        return;
    }
    for (const std::string& value : option.values) {
        line.push_back(option.isFlag ? option.name : fmt::format("{}={}", option.name, value));
    }
}

/// What is asked for, as a line of schedule; one that names no file has a file all the same, which it must.
struct Changes {
    Words line = {"schedule"};
    bool hasFile = false;
};

Result<Changes> changesIn(const std::string& text) {
    Changes changes;
    Words files;
    for (const std::string& word : split(text, ' ')) {
        const std::size_t sign = word.find('=');
        if (!word.empty() && sign != std::string::npos && !word.starts_with('-')) {
            changes.line.push_back("--" + word);
        } else if (word.starts_with('-')) {
            return wrong(fmt::format("write '{}' as NAME=VALUE, without dashes, such as merge=leaves", word));
        } else if (!word.empty()) {
            files.push_back(word);
        }
    }
    if (changes.line.size() == 1 && files.empty()) {
        return wrong("name what the second run has otherwise, such as --against 'merge=leaves'");
    }
    changes.hasFile = !files.empty();
    changes.line.insert(changes.line.end(), files.begin(), files.end());
    if (files.empty()) {
        changes.line.emplace_back("-");
    }
    return changes;
}

bool has(const std::vector<OnLine>& options, std::string_view name) {
    return std::any_of(options.begin(), options.end(), [name](const OnLine& option) { return option.name == name; });
}

} // namespace

Result<CliOptions> optionsOfSecond(const CliOptions& first) {
    const Result<Changes> asked = changesIn(first.against);
    if (!asked) {
        return asked.error();
    }
    Result<std::vector<OnLine>> changed = onLine(asked->line);
    if (!changed) {
        return changed.error();
    }
    if (!asked->hasFile) {
        std::erase_if(*changed, [](const OnLine& option) { return option.name == kFileArgument; });
    }
    const Result<std::vector<OnLine>> own = onLine(Words(first.commandLine.begin() + 1, first.commandLine.end()));
    if (!own) {
        return own.error();
    }
    Words line = {"schedule"};
    for (const OnLine& option : *changed) {
        if (std::find(kOfBoth.begin(), kOfBoth.end(), option.name) != kOfBoth.end()) {
            return wrong(option.name + " is for both runs; put it outside the quotes");
        }
        putOn(line, option);
    }
    for (const OnLine& option : *own) {
        const bool isOfBoth = std::find(kOfBoth.begin(), kOfBoth.end(), option.name) != kOfBoth.end();
        if (!isOfBoth && !has(*changed, option.name)) {
            putOn(line, option);
        }
    }
    CliOptions second;
    CLI::App app;
    addCommands(app, second);
    try {
        app.parse(Words(line.rbegin(), line.rend()));
    } catch (const CLI::ParseError& error) {
        return wrong(error.what());
    }
    noteGiven(app, second);
    if (split(second.policies, ',').size() != 1 || second.policies == "all") {
        return wrong("one schedule is compared with one; name one policy");
    }
    if (const Status applies = checkOptionsAlone(second); !applies) {
        return wrong(applies.error().message);
    }
    return second;
}

} // namespace batchscope
