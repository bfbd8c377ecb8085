// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bookmarks: a node is found again where it has another number, and nothing is found where it is not.
#include "core/session/kept_place.h"

#include "core/nets/net.h"
#include "core/session/suggestion.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::Each;
using ::testing::SizeIs;

Snapshot shownAs(const GraphOptions& options) {
    Snapshot shown;
    shown.config.files = {"trees.ptb"};
    shown.config.graph = options;
    shown.treebank = std::make_shared<const Treebank>(testing::bankOf(testing::kTwoTrees));
    shown.graph = std::make_shared<const OpGraph>(testing::graphOf(*shown.treebank, options));
    return shown;
}

/// Every node of every net, also of those whose nodes share a place in the tree.
TEST(Bookmark, EachNodeIsFoundAgain) {
    std::size_t tried = 0;
    for (const Net& net : nets()) {
        const GraphOptions options{.model = net.name, .dim = 4, .binarization = Binarization::Left};
        if (!takes(testing::bankOf(testing::kTwoTrees), options, TreeId(std::size_t{0}))) {
            continue; // dependency trees or vectors only
        }
        ++tried;
        const Snapshot shown = shownAs(options);
        std::vector<Bookmark> bookmarks;
        for (std::size_t index = 0; index < shown.graph->size(); ++index) {
            bookmarks.push_back(bookmarkOf(shown, NodeId(index), Bookmark::Of::Node));
        }
        const std::vector<NodeId> found = nodesOf(shown, bookmarks);
        ASSERT_THAT(found, SizeIs(shown.graph->size()));
        for (std::size_t index = 0; index < found.size(); ++index) {
            EXPECT_EQ(found[index], NodeId(index)) << net.name;
        }
    }
    EXPECT_GE(tried, 8U);
}

TEST(Bookmark, AnotherNumberIsTheSamePlace) {
    const Snapshot all = shownAs({.model = "tree-lstm", .dim = 4});
    const Snapshot second = shownAs({.model = "tree-lstm", .trees = {1, 2}, .dim = 4});
    const NodeId last(all.graph->size() - 1);
    const Bookmark bookmark = bookmarkOf(all, last, Bookmark::Of::Step);
    const std::vector<NodeId> found = nodesOf(second, std::vector{bookmark});
    ASSERT_TRUE(found.front().valid());
    EXPECT_NE(found.front(), last);
    EXPECT_EQ(second.graph->origins[found.front()].tree, all.graph->origins[last].tree);
    EXPECT_EQ(second.graph->opOf(found.front()).name, all.graph->opOf(last).name);
}

TEST(Bookmark, WhatIsNotThereIsNotFound) {
    const Snapshot first = shownAs({.model = "tree-lstm", .trees = {0, 1}, .dim = 4});
    const Snapshot second = shownAs({.model = "tree-lstm", .trees = {1, 2}, .dim = 4});
    const std::vector<Bookmark> bookmarks = {bookmarkOf(first, NodeId(std::size_t{0}), Bookmark::Of::Node)};
    EXPECT_THAT(nodesOf(second, bookmarks), Each(NodeId()));
    Snapshot otherFile = first;
    otherFile.config.files = {"others.ptb"};
    EXPECT_THAT(nodesOf(otherFile, bookmarks), Each(NodeId()));
    otherFile.graph = nullptr;
    EXPECT_THAT(nodesOf(otherFile, bookmarks), Each(NodeId()));
}

} // namespace
} // namespace batchscope
