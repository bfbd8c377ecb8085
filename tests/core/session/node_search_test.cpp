// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which nodes a query finds, against a plain loop over the same graph; and what is refused.
#include "core/session/node_search.h"

#include "core/tree/tree_symbols.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

class NodeSearchTest : public ::testing::Test {
protected:
    NodeSearchTest() {
        auto bank = std::make_shared<Treebank>(testing::bankOf("(3 (2 (2 Good) (2 b)) (2 goodness))\n"
                                                               "(1 (2 a) (0 d))\n(1 (2 good) (0 (1 x) (1 y)))\n"));
        m_snapshot.graph = std::make_shared<OpGraph>(testing::graphOf(*bank));
        m_snapshot.treebank = std::move(bank);
        m_snapshot.schedule = std::make_shared<Schedule>(testing::scheduleOf(*m_snapshot.graph, "depth"));
    }

    [[nodiscard]] std::vector<NodeId> found(std::string_view text) const {
        const Result<TreeFilter> query = parseNodeQuery(text);
        if (!query) {
            ADD_FAILURE() << text << ": " << query.error().text();
            return {};
        }
        const Result<std::vector<NodeId>> nodes = findNodes(m_snapshot, *query, {});
        if (!nodes) {
            ADD_FAILURE() << text << ": " << nodes.error().text();
            return {};
        }
        return *nodes;
    }

    [[nodiscard]] std::vector<NodeId> those(const std::function<bool(NodeId)>& fits) const {
        std::vector<NodeId> nodes;
        for (std::size_t index = 0; index < m_snapshot.graph->size(); ++index) {
            if (fits(NodeId(index))) {
                nodes.emplace_back(index);
            }
        }
        return nodes;
    }

    [[nodiscard]] std::size_t batchSize(NodeId node) const {
        return m_snapshot.schedule->batchSize(m_snapshot.schedule->places[node].batch);
    }

    Snapshot m_snapshot;
};

TEST_F(NodeSearchTest, FindsWhatAPlainLoopFinds) {
    const OpGraph& graph = *m_snapshot.graph;
    const auto isOp = [&](NodeId node, const char* name) { return graph.opOf(node).name == name; };
    const auto treeOf = [&](NodeId node) { return graph.origins[node].tree.index(); };
    const struct {
        const char* query;
        std::function<bool(NodeId)> fits;
    } cases[] = {
        {"op:children", [&](NodeId node) { return isOp(node, "children"); }},
        {"op:CHILD", [&](NodeId node) { return isOp(node, "children"); }},
        {"level:1", [&](NodeId node) { return graph.levels[node] == 1; }},
        {"level>1 op:children", [&](NodeId node) { return graph.levels[node] > 1 && isOp(node, "children"); }},
        {"tree:1", [&](NodeId node) { return treeOf(node) == 1; }},
        {"tree:1..2 -op:leaf", [&](NodeId node) { return treeOf(node) >= 1 && !isOp(node, "leaf"); }},
        {"node:3", [](NodeId node) { return node.index() == 3; }},
        {"step:0", [&](NodeId node) { return m_snapshot.schedule->places[node].batch.index() == 0; }},
        {"batch>2", [&](NodeId node) { return batchSize(node) > 2; }},
        {"batch<=2 OR op:leaf", [&](NodeId node) { return batchSize(node) <= 2 || isOp(node, "leaf"); }},
        {"word:good",
         [&](NodeId node) { return captionOf(m_snapshot, node) == "Good" || captionOf(m_snapshot, node) == "good"; }},
        {"goo", [&](NodeId node) { return captionOf(m_snapshot, node).find("ood") != std::string_view::npos; }},
        {"\"ness\"", [&](NodeId node) { return captionOf(m_snapshot, node) == "goodness"; }},
        {"", [](NodeId /*node*/) { return true; }},
    };
    for (const auto& row : cases) {
        const std::vector<NodeId> expected = those(row.fits);
        EXPECT_FALSE(expected.empty()) << row.query << " finds nothing, and so proves nothing";
        EXPECT_EQ(found(row.query), expected) << row.query;
    }
    EXPECT_TRUE(found("word:nowhere").empty());
    EXPECT_TRUE(found("op:leaf level:2").empty());
}

TEST_F(NodeSearchTest, RefusesWhatTheNetDoesNotHave) {
    const auto refusal = [&](std::string_view text) {
        const Result<std::vector<NodeId>> nodes = findNodes(m_snapshot, *parseNodeQuery(text), {});
        return nodes ? std::string() : nodes.error().message;
    };
    EXPECT_THAT(refusal("op:nothing"), HasSubstr("expected one of leaf, children"));
    m_snapshot.schedule.reset();
    EXPECT_THAT(refusal("batch>2"), HasSubstr("no steps yet"));
    EXPECT_EQ(refusal("op:leaf"), "");
    m_snapshot.graph.reset();
    EXPECT_THAT(refusal("op:leaf"), HasSubstr("no graph"));
}

TEST_F(NodeSearchTest, AsksForWhatIsLikeTheSelection) {
    const auto nodeOf = [&](std::string_view query) { return Focus{found(query).front(), {}, {}}; };
    const struct {
        Focus selected;
        const char* query;
    } cases[] = {
        {nodeOf("word:good tree:0"), "op:leaf word:Good"},
        {nodeOf("op:children"), "op:children"}, // looks up no word
        {Focus{{}, BatchId(1), {}}, "step:1"},
        {Focus{{}, {}, TreeId(1)}, "tree:1"},
        {Focus{}, ""},
    };
    for (const auto& row : cases) {
        EXPECT_EQ(queryLike(m_snapshot, row.selected), row.query);
        if (const NodeId node = row.selected.node; node.valid()) {
            const std::vector<NodeId> alike = found(row.query);
            EXPECT_NE(std::find(alike.begin(), alike.end(), node), alike.end()) << row.query;
        }
    }
}

TEST(NodeQuery, HasItsOwnKeys) {
    const Result<TreeFilter> unknown = parseNodeQuery("size>40");
    ASSERT_FALSE(unknown.hasValue());
    EXPECT_THAT(unknown.error().message, HasSubstr("expected one of op, word, level"));
    EXPECT_FALSE(parseTreeFilter("op:leaf").hasValue()) << "trees have no op";
    for (const FilterKey& key : nodeQueryKeys()) {
        EXPECT_TRUE(parseNodeQuery(key.example).hasValue()) << key.example;
    }
}

TEST_F(NodeSearchTest, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    const Result<std::vector<NodeId>> nodes =
        findNodes(m_snapshot, *parseNodeQuery("op:leaf"), RunControl(stop.get_token(), {}));
    ASSERT_FALSE(nodes.hasValue());
    EXPECT_EQ(nodes.error().code, ErrorCode::Cancelled);
}

} // namespace
} // namespace batchscope
