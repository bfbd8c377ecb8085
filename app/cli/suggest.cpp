// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/suggest.h"

#include "core/base/choice.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace batchscope {

namespace {

std::string suggestion(std::string_view typed, const std::vector<std::string>& names) {
    return didYouMean(typed, std::vector<std::string_view>(names.begin(), names.end()));
}

std::vector<std::string> commandNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

std::vector<std::string> optionNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

Status checkOptionName(const CLI::App& command, const std::string& argument) {
    const std::string name = argument.substr(0, argument.find('='));
    const std::vector<std::string> names = optionNames(command);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        return Ok{};
    }
    if (command.get_name() == "bench" && (name == "--plot" || name == "--plot-width" || name == "--report")) {
        return Error{ErrorCode::Config, fmt::format("bench has no option {}: it measures, and saves what it measured "
                                                    "with --out RUN.json. To draw that, run batchscope --plot "
                                                    "[KIND=]FILE.pdf --report FILE.html RUN.json (needs no display)",
                                                    name)};
    }
    return Error{ErrorCode::Config, fmt::format("{} has no option {}{} (see batchscope-cli help {})",
                                                command.get_name(), name, suggestion(name, names), command.get_name())};
}

} // namespace

std::vector<std::string> withHelpAsOption(std::vector<std::string> arguments) {
    const auto command =
        std::find_if(arguments.begin(), arguments.end(), [](const std::string& word) { return word != "help"; });
    if (command == arguments.begin()) {
        return arguments;
    }
    arguments.erase(arguments.begin(), command); // `help help` is `help`
    arguments.resize(std::min<std::size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
    return arguments;
}

Status checkNames(const CLI::App& app, const std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments.front().starts_with('-')) {
        return Ok{};
    }
    const std::vector<std::string> commands = commandNames(app);
    if (std::find(commands.begin(), commands.end(), arguments.front()) == commands.end()) {
        return Error{ErrorCode::Config, fmt::format("there is no command '{}'{} (see batchscope-cli --help)",
                                                    arguments.front(), suggestion(arguments.front(), commands))};
    }
    const CLI::App& command = *app.get_subcommand(arguments.front());
    for (const std::string& argument : arguments) {
        if (argument == "--") {
            break;
        }
        if (argument.starts_with("--")) {
            TRY(checkOptionName(command, argument));
        }
    }
    return Ok{};
}

} // namespace batchscope
