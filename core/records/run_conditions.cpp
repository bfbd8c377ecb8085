// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/run_conditions.h"

#include "core/records/bench_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace batchscope {

namespace {

/// A condition that is not the same in both runs; values as in JSON, empty where a run does not say it.
std::string conditionDiffers(std::string_view key, std::string_view then, std::string_view now) {
    constexpr std::string_view kNotGiven = "not given";
    return fmt::format("{}: {} then, {} now", key, then.empty() ? kNotGiven : then, now.empty() ? kNotGiven : now);
}

constexpr std::string_view kDrawnKey = "mini_batches";

/// Machine, libraries, build and input. Graph options come on top of these.
constexpr auto kConditionKeys =
    std::to_array<const char*>({"cpu", "threads", "torch", "blas", "gemm", "instruction_set", "governor", "build",
                                "compiler", "files", "trees", "picked", "classes", "passes", "seed", "schedule"});

/// Of these, those that decide which trees are drawn. So do the graph options.
constexpr auto kInputKeys = std::to_array<std::string_view>({"files", "trees", "picked", "seed", kDrawnKey});

bool decidesDraw(const std::string& key) {
    static const std::vector<std::string> kOptions = graphOptionKeys();
    return std::find(kInputKeys.begin(), kInputKeys.end(), key) != kInputKeys.end() ||
           std::find(kOptions.begin(), kOptions.end(), key) != kOptions.end();
}

const RunCondition* conditionNamed(const RunConditions& conditions, const std::string& key) {
    const auto found = std::find_if(conditions.begin(), conditions.end(),
                                    [&key](const RunCondition& condition) { return condition.key == key; });
    return found == conditions.end() ? nullptr : &*found;
}

std::string valueOf(const RunConditions& conditions, const std::string& key) {
    const RunCondition* const condition = conditionNamed(conditions, key);
    return condition == nullptr ? std::string() : condition->value;
}

} // namespace

RunConditions conditionsIn(const Json& context) {
    std::vector<std::string> keys(kConditionKeys.begin(), kConditionKeys.end());
    const std::vector<std::string> options = graphOptionKeys();
    keys.insert(keys.end(), options.begin(), options.end());
    keys.emplace_back(kDrawnKey);
    RunConditions conditions;
    for (const std::string& key : keys) {
        const Json value = context.value(key, Json());
        conditions.push_back({key, value.is_null() ? std::string() : jsonLine(value)});
    }
    return conditions;
}

RunConditions conditionsOf(const BenchDocument& document) {
    return conditionsIn(benchContextJson(document));
}

std::vector<std::string> differentConditions(const RunConditions& before, const RunConditions& now) {
    std::vector<std::string> lines;
    for (const RunCondition& condition : now) {
        const std::string then = valueOf(before, condition.key);
        if (condition.key != kDrawnKey && then != condition.value) {
            lines.push_back(conditionDiffers(condition.key, then, condition.value));
        }
    }
    return lines;
}

bool haveSameDraw(const RunConditions& before, const RunConditions& now) {
    return std::all_of(now.begin(), now.end(), [&before](const RunCondition& condition) {
        return !decidesDraw(condition.key) || valueOf(before, condition.key) == condition.value;
    });
}

} // namespace batchscope
