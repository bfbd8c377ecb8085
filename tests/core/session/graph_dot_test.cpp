// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"
#include "core/session/graph_dot.h"

#include "core/schedule/scheduler.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <regex>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kQuoted = "(3 (2 (2 \"say\") (2 back\\slash)) (2 c))\n(1 (2 a) (0 d))\n";

Snapshot drawnSnapshot(std::string_view text, std::string_view policy, const GraphOptions& options = {}) {
    Snapshot snapshot;
    snapshot.config.graph = options;
    snapshot.treebank = std::make_shared<const Treebank>(testing::bankOf(text));
    snapshot.graph = std::make_shared<const OpGraph>(testing::graphOf(*snapshot.treebank, options));
    snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, policy));
    snapshot.metrics = std::make_shared<const ScheduleMetrics>(
        metricsOf(*snapshot.graph, *snapshot.schedule, makePlan(*snapshot.graph, *snapshot.schedule)));
    snapshot.planned = std::make_shared<const BatchViews>(
        plannedViews(*snapshot.graph, *snapshot.schedule, InterpreterOptions(), Work::Inference));
    return snapshot;
}

std::size_t matches(const std::string& text, const char* pattern) {
    const std::regex expression(pattern);
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
}

std::size_t valueArguments(const OpGraph& graph) {
    return static_cast<std::size_t>(std::count_if(graph.arguments.begin(), graph.arguments.end(),
                                                  [](const Argument& argument) { return argument.isValue(); }));
}

TEST(GraphDot, SourceHasANodeACallAndAnEdgeAnArgument) {
    for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
        GraphOptions options;
        options.granularity = granularity;
        const Snapshot snapshot = drawnSnapshot(testing::kTwoTrees, "depth", options);
        const std::string text = *sourceGraphDot(snapshot, {}, {});
        EXPECT_EQ(matches(text, "\\n    n[0-9]+ \\["), snapshot.graph->size());
        EXPECT_EQ(matches(text, " -> "), valueArguments(*snapshot.graph));
        EXPECT_EQ(matches(text, "subgraph cluster_"), 2U);
    }
}

TEST(GraphDot, FoldedHasABoxABatchAndCountsEveryRowOnce) {
    for (const char* policy : {"regular", "depth", "agenda"}) {
        const Snapshot snapshot = drawnSnapshot(testing::kTwoTrees, policy);
        const std::string text = *foldedGraphDot(snapshot, {}, {});
        EXPECT_EQ(matches(text, "\\n  b[0-9]+ \\["), snapshot.schedule->batchCount());
        std::size_t rows = 0;
        std::size_t viewed = 0;
        const std::regex edge("b[0-9]+ -> b[0-9]+ \\[label=\"([0-9,]+)\", penwidth=[0-9.]+(, style=dashed)?\\]");
        for (std::sregex_iterator match(text.begin(), text.end(), edge), end; match != end; ++match) {
            const auto count = static_cast<std::size_t>(std::stoul((*match)[1]));
            rows += count;
            viewed += (*match)[2].matched ? count : 0;
        }
        EXPECT_EQ(rows, snapshot.metrics->rowsViewed + snapshot.metrics->rowsGathered) << policy;
        EXPECT_EQ(viewed, snapshot.metrics->rowsViewed) << policy;
    }
    EXPECT_THAT(*foldedGraphDot(drawnSnapshot(testing::kTwoTrees, "depth"), {}, {}),
                HasSubstr("label=\"leaf ×5\\n[5, "));
}

TEST(GraphDot, LooksAreThoseOfTheOp) {
    const Snapshot snapshot = drawnSnapshot(testing::kTwoTrees, "depth");
    DotLooks looks;
    looks.push_back("fillcolor=\"#123456\"");
    const std::size_t nodes = static_cast<std::size_t>(
        std::count(snapshot.graph->nodeOps.begin(), snapshot.graph->nodeOps.end(), OpId(std::size_t{0})));
    EXPECT_EQ(matches(*sourceGraphDot(snapshot, looks, {}), "#123456"), nodes);
}

TEST(GraphDot, StopsWhenItIsAskedTo) {
    std::stop_source stop;
    stop.request_stop();
    const Snapshot snapshot = drawnSnapshot(testing::kTwoTrees, "depth");
    const RunControl control(stop.get_token(), {});
    EXPECT_EQ(sourceGraphDot(snapshot, {}, control).error().code, ErrorCode::Cancelled);
    EXPECT_EQ(foldedGraphDot(snapshot, {}, control).error().code, ErrorCode::Cancelled);
}

/// `dot` must read both, and find as many nodes and edges as were written.
TEST(GraphDot, GraphvizReadsIt) {
    if (std::system("dot -V >/dev/null 2>&1") != 0) {
        GTEST_SKIP() << "dot (Graphviz) is not installed";
    }
    const testing::TemporaryFolder folder;
    const Snapshot snapshot = drawnSnapshot(kQuoted, "depth");
    for (const std::string& text : {*sourceGraphDot(snapshot, {}, {}), *foldedGraphDot(snapshot, {}, {})}) {
        const std::string file = folder.write("graph.dot", text);
        const std::string plain = folder.file("graph.plain");
        ASSERT_EQ(std::system(fmt::format("dot -Tplain '{}' -o '{}'", file, plain).c_str()), 0) << text;
        const std::string read = testing::textOf(plain);
        EXPECT_EQ(matches(read, "\nnode "), matches(text, "\\n *[nb][0-9]+ \\["));
        EXPECT_EQ(matches(read, "\nedge "), matches(text, " -> "));
    }
}

} // namespace
} // namespace batchscope
