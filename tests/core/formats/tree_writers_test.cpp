// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tree_writer.h"
#include "core/shapes/shape.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

/// The trees of a bank as the writer writes them, without what stands before the first one.
Result<std::string> written(const TreeWriter& writer, const Treebank& bank) {
    std::string text;
    for (std::size_t tree = 0; tree < bank.trees.size(); ++tree) {
        const TreeHandle handle = bank.tree(TreeId(tree));
        TRY(writer.append(text, {*handle, TreeId(tree), bank}));
    }
    return text;
}

TEST(TreeCsv, QuotesWhatNeedsIt) {
    const Treebank bank = testing::bankOf("(S (NP a,b) (VP \"q\"))\n(X\r\n  (Y y) (Z z z2))\n");
    EXPECT_EQ(kCsvWriter.header(bank) + *written(kCsvWriter, bank),
              "tree,file,line,nodes,words,height,arity,root_label,sentence\n"
              "0,test.ptb,1,3,2,1,2,S,\"a,b \"\"q\"\"\"\n"
              "1,test.ptb,2,5,3,2,2,X,y z z2\n");
}

TEST(TreeDot, IsAGraphWithEscapedText) {
    const Treebank bank = testing::bankOf("(S (NP a\\\"b) c)\n");
    EXPECT_EQ(*written(kDotWriter, bank),
              "digraph \"tree 0\" {\n  ordering=out;\n  node [shape=ellipse];\n"
              "  n0 [label=\"NP\\na\\\\\\\"b\", shape=box];\n  n1 [label=\"c\", shape=box];\n"
              "  n2 [label=\"S\"];\n  n2 -> n0;\n  n2 -> n1;\n}\n");
}

TEST(TreeDot, RefusesWhatDotCannotLayOut) {
    std::string line = "(S";
    for (std::size_t count = 0; count < 20'000; ++count) {
        line += " w";
    }
    const Treebank bank = testing::bankOf(line + ")\n");
    const Result<std::string> status = written(kDotWriter, bank);
    ASSERT_FALSE(status.hasValue());
    EXPECT_THAT(status.error().message, HasSubstr("tree 0 has 20001 nodes; DOT output is limited to 20000"));
}

TEST(TreesJsonWriter, NamesWhatShapeOperationsMade) {
    const Treebank bank = testing::bankOf("(S (A a) (B b) (C c))\n");
    std::string text;
    const Tree binary = binarized(*bank.tree(TreeId(std::size_t{0})), Binarization::Right);
    ASSERT_TRUE(kJsonWriter.append(text, {binary, TreeId(), bank}).hasValue());
    EXPECT_EQ(text, R"(["S",["A","a"],["S|<B-C>",["B","b"],["C","c"]]])"
                    "\n");
}

} // namespace
} // namespace batchscope
