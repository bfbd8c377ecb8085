// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/testing.h"

#include "core/base/check.h"

#include <cstdlib>
#include <filesystem>

namespace batchscope::testing {

Treebank bankOf(std::string_view brackets) {
    Result<Treebank> bank = readTreebankText(brackets, "test.ptb", {});
    BATCHSCOPE_CHECK(bank.hasValue());
    return std::move(*bank);
}

OpGraph graphOf(const Treebank& bank, const GraphOptions& options) {
    Result<OpGraph> graph = buildGraph(bank, options, {});
    BATCHSCOPE_CHECK(graph.hasValue());
    return std::move(*graph);
}

Schedule scheduleOf(const OpGraph& graph, std::string_view policy) {
    const Result<const Policy*> found = findPolicy(policy);
    BATCHSCOPE_CHECK(found.hasValue());
    Result<Schedule> schedule = makeSchedule(graph, **found, {});
    BATCHSCOPE_CHECK(schedule.hasValue());
    return std::move(*schedule);
}

Storyboard storyOf(const OpGraph& graph, const Schedule& schedule) {
    const ForestLayout forest = layoutForest(graph, std::vector<float>(graph.size(), 1.0F), 1.6F);
    return storyboardOf(graph, forest, layoutLanes(graph, forest.nodes, 0.8F), schedule, 1.6F);
}

std::string nameOfNet(const ::testing::TestParamInfo<const char*>& info) {
    std::string name = info.param;
    std::erase(name, '-');
    return name;
}

std::optional<std::string> dataFile(const std::string& name) {
    const char* const given = std::getenv("BATCHSCOPE_DATA");
    const std::filesystem::path root = given != nullptr ? given : BATCHSCOPE_SOURCE_DIR "/../shared/data";
    const std::filesystem::path path = root / name;
    return std::filesystem::exists(path) ? std::optional(path.string()) : std::nullopt;
}

} // namespace batchscope::testing
