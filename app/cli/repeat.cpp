// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/repeat.h"

#include "app/cli/bench_options.h"
#include "app/cli/options.h"
#include "app/cli/suggest.h"
#include "core/records/bench_json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::string_view kFile = "FILE";

struct GivenOption {
    std::string name; ///< "--dim", or FILE
    bool isFlag = false;
    std::vector<std::string> values; ///< as typed
};

/// What stands on a line of bench. Config error where the parser refuses it.
Result<std::vector<GivenOption>> givenOn(const std::vector<std::string>& arguments) {
    CliOptions parsed;
    CLI::App app;
    addCommands(app, parsed);
    if (const Status known = checkNames(app, arguments); !known) {
        return known.error();
    }
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend())); // CLI11 takes them from the back
    } catch (const CLI::ParseError& error) {
        return Error{ErrorCode::Config, error.what()};
    }
    std::vector<GivenOption> given;
    for (const CLI::Option* option : app.get_subcommand("bench")->get_options()) {
        if (option->count() > 0) {
            given.push_back({option->get_name(), option->get_items_expected_max() == 0, option->results()});
        }
    }
    return given;
}

const GivenOption* find(const std::vector<GivenOption>& given, std::string_view name) {
    const auto found =
        std::find_if(given.begin(), given.end(), [&](const GivenOption& option) { return option.name == name; });
    return found == given.end() ? nullptr : &*found;
}

bool isReplaced(const GivenOption& recorded, const std::vector<GivenOption>& now) {
    const bool choosesArms = recorded.name == "--arms" || recorded.name == "--ablation";
    return isOutputOption(recorded.name) || find(now, recorded.name) != nullptr ||
           (choosesArms && (find(now, "--arms") != nullptr || find(now, "--ablation") != nullptr));
}

void appendOption(std::vector<std::string>& line, const GivenOption& option) {
    for (const std::string& value : option.values) {
        if (option.isFlag) {
            line.push_back(option.name);
        } else {
            line.push_back(fmt::format("{}={}", option.name, value)); // a value may begin with a dash
        }
    }
}

/// FILE comes last, behind a mark that it is no option.
void appendFiles(std::vector<std::string>& line, const std::vector<std::string>& files) {
    if (!files.empty()) {
        line.emplace_back("--");
        line.insert(line.end(), files.begin(), files.end());
    }
}

Result<std::vector<std::string>> recordedArguments(const std::string& runFile, const Json& context) {
    constexpr const char* kExpected = "the list of words of a bench command line, which --repeat-from needs";
    if (context.contains("picked")) {
        return Error{ErrorCode::Config,
                     "this run measured trees that were picked in the window, which no command line can name", runFile};
    }
    std::vector<std::string> words;
    for (const Json& word : context.value("command", Json::array())) {
        if (!word.is_string()) {
            return wrongValue(runFile, "context.command", kExpected);
        }
        words.push_back(word.get<std::string>());
    }
    if (words.size() < 2 || words[1] != "bench") {
        return wrongValue(runFile, "context.command", kExpected);
    }
    return std::vector<std::string>(words.begin() + 1, words.end());
}

Status checkStillThere(const std::string& runFile, const Json& context, const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        if (file == "-") {
            return Error{
                ErrorCode::Config,
                fmt::format("{} measured standard input, which was not kept; add the FILE to measure", runFile)};
        }
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored)) {
            const Json directory = context.value("directory", Json());
            return Error{
                ErrorCode::Io,
                fmt::format("the input file of {} is not there; it was measured in the folder {}: go there, or "
                            "add the FILE to measure",
                            runFile, directory.is_string() ? directory.get<std::string>() : "(unknown)"),
                file};
        }
    }
    return Ok{};
}

} // namespace

Result<std::vector<std::string>> repeatedLine(const std::string& runFile, const std::vector<std::string>& arguments,
                                              const RunControl& control) {
    const Result<Json> run = readBenchJson(runFile, control);
    if (!run) {
        return run.error();
    }
    const Json& context = run->at("context");
    const Result<std::vector<std::string>> words = recordedArguments(runFile, context);
    if (!words) {
        return words.error();
    }
    const Result<std::vector<GivenOption>> recorded = givenOn(*words);
    if (!recorded) {
        return Error{ErrorCode::Parse,
                     fmt::format("this version does not take the recorded command: {}", recorded.error().message),
                     runFile};
    }
    const Result<std::vector<GivenOption>> now = givenOn(arguments);
    if (!now) {
        return now.error();
    }
    std::vector<std::string> line = {"bench"};
    for (const GivenOption& option : *recorded) {
        if (option.name != kFile && !isReplaced(option, *now)) {
            appendOption(line, option);
        }
    }
    for (const GivenOption& option : *now) {
        if (option.name != kFile && option.name != "--repeat-from") {
            appendOption(line, option);
        }
    }
    const GivenOption* const newFiles = find(*now, kFile);
    const GivenOption* const oldFiles = find(*recorded, kFile);
    if (newFiles != nullptr) {
        appendFiles(line, newFiles->values);
    } else if (oldFiles != nullptr) {
        if (const Status there = checkStillThere(runFile, context, oldFiles->values); !there) {
            return there.error();
        }
        appendFiles(line, oldFiles->values);
    }
    return line;
}

} // namespace batchscope
