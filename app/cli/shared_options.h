// SPDX-License-Identifier: GPL-3.0-or-later
//
// Defines how values are written on the command line (numbers as digits within bounds, comma-separated lists, and
// whatever core parses from text), and the options that several commands share: each is defined once and means the same
// everywhere. A wrong value is a usage error that says what was expected.
#pragma once

#include "app/cli/options.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// Adds an option whose text core parses; core's message becomes the usage error.
template <typename T, typename Parse>
CLI::Option* addParsed(CLI::App& command, const std::string& name, T& target, Parse parse, const std::string& help,
                       const std::string& kind) {
    return command
        .add_option_function<std::string>(
            name,
            [&target, parse, name](const std::string& text) {
                const auto value = parse(text);
                if (!value) {
                    throw CLI::ValidationError(name, value.error().message);
                }
                target = *value;
            },
            help)
        ->type_name(kind);
}

/// The range of a count. The default limit of a billion catches typing errors.
struct CountBounds {
    std::uint64_t least = 1;
    std::uint64_t most = 1'000'000'000;
};

/// Parses digits only: no sign, no base prefix.
[[nodiscard]] Result<std::uint64_t> parseNumber(const std::string& text);

/// Parses a percentage: "5%" is 0.05. A bare number is rejected, since 5 and 0.05 would both be plausible.
[[nodiscard]] Result<double> parsePercent(const std::string& text);

template <typename T>
[[nodiscard]] Result<T> parseCount(const std::string& text, CountBounds bounds) {
    const Result<std::uint64_t> value = parseNumber(text);
    if (!value) {
        return value.error();
    }
    if (*value < bounds.least || *value > bounds.most) {
        return Error{ErrorCode::Config, fmt::format("expected {} to {}, got {}", bounds.least, bounds.most, text)};
    }
    return static_cast<T>(*value);
}

template <typename T>
CLI::Option* addCount(CLI::App& command, const std::string& name, T& target, CountBounds bounds,
                      const std::string& help) {
    return addParsed(
        command, name, target, [bounds](const std::string& text) { return parseCount<T>(text, bounds); }, help,
        fmt::format("N [{}]", target));
}

/// Adds an option for numbers separated by commas.
template <typename T>
void addCounts(CLI::App& command, const std::string& name, std::vector<T>& target, CountBounds bounds,
               const std::string& help) {
    const auto parse = [bounds](const std::string& text) -> Result<std::vector<T>> {
        std::vector<T> values;
        for (const std::string& part : split(text, ',')) {
            const Result<T> value = parseCount<T>(part, bounds);
            if (!value) {
                return value.error();
            }
            values.push_back(*value);
        }
        return values;
    };
    addParsed(command, name, target, parse, help, fmt::format("N,N,… [{}]", fmt::join(target, ",")));
}

constexpr CountBounds kDims = {1, kLargestDim};
constexpr CountBounds kThreadCounts = {0, 256}; ///< more threads would compete with each other for minutes

void addSeed(CLI::App& command, std::uint64_t& seed, const std::string& help);
void addJson(CLI::App& command, CliOptions& options);
/// Adds the options that control how text becomes trees, --strict, --allow-partial and --memory-limit.
void addReading(CLI::App& command, CliOptions& options);
/// Adds the required FILE... and the options of addReading(). Returns FILE.
CLI::Option* addFiles(CLI::App& command, CliOptions& options);
/// Adds the options that determine the graph: --model, --trees, --dim, and the choices of a session.
void addGraph(CLI::App& command, CliOptions& options);
/// Adds the options of addGraph(), --seed and --threads, for commands that compute values.
void addGraphOptions(CLI::App& command, CliOptions& options);
void addThreads(CLI::App& command, CliOptions& options);
/// Adds --classes, for commands whose results depend on the width of a classifier.
void addClasses(CLI::App& command, CliOptions& options);
enum class PolicyCount { One, Any };
void addPolicy(CLI::App& command, CliOptions& options, PolicyCount count = PolicyCount::One);
void addTable(CLI::App& command, CliOptions& options);
/// Adds --save-table, for commands that may train such a table.
void addTableOutput(CLI::App& command, CliOptions& options);
/// Adds --schedule, which replaces the policy by a schedule from a file.
void addSchedule(CLI::App& command, CliOptions& options);
void addTrain(CLI::App& command, CliOptions& options);
/// Adds --passes and --isa, in either order, and sets the command's callback, which combines them after parsing.
void addEngine(CLI::App& command, CliOptions& options);

} // namespace batchscope
