// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/forests.h"

#include "core/base/check.h"
#include "core/formats/read_treebank.h"
#include "core/formats/tree_writer.h"

#include <utility>
#include <vector>

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

std::string treesJson(const Treebank& bank) {
    std::string text = kJsonWriter.header(bank);
    for (std::size_t tree = 0; tree < bank.trees.size(); ++tree) {
        const TreeHandle handle = bank.tree(TreeId(tree));
        BATCHSCOPE_CHECK(kJsonWriter.append(text, {*handle, TreeId(tree), bank}).hasValue());
    }
    return text;
}

std::size_t fewestLeaves(std::string_view net) {
    return net == "spinn-pair" ? 2 : 1;
}

std::string nameOfNet(const ::testing::TestParamInfo<const char*>& info) {
    std::string name = info.param;
    std::erase(name, '-');
    return name;
}

} // namespace batchscope::testing
