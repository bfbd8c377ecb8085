// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/english.h"
#include "tests/architecture/planted_tree.h"

#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

TEST(English, CoreOfThisRepositorySpeaksOnlyInItsWords) {
    EXPECT_EQ(joined(englishOutsideWords(BATCHSCOPE_SOURCE_DIR)), "");
}

TEST(English, TwoWordsAreASentenceAndANameIsNot) {
    for (const char* const sentence : {"no such tree", "expected {}, got {}", "{} trees (at most {})", "tree: none",
                                       " and {}", "from\\nthe file", "line "}) {
        EXPECT_TRUE(isEnglish(sentence)) << sentence;
    }
    for (const char* const name : {"", " ", "tree-lstm", "{}:{}: {}", "{row count} {}", "x y", "--memory-limit", "a\\n",
                                   "%s:%d", ", ", "\\x28\\xFD", "\\0\\0ab"}) {
        EXPECT_FALSE(isEnglish(name)) << name;
    }
}

TEST(English, ASentenceInAnotherRoomIsFound) {
    const PlantedTree tree;
    tree.plant("core/base/text.cpp", "// said in a comment\n"
                                     "#error said to the compiler\n"
                                     "/* said \"in a longer\" comment */\n"
                                     "char quote = '\"';\n"
                                     "auto million = 1'000'000;\n"
                                     "auto a = \"one\" \"piece\";\n"
                                     "auto b = \"said \\\"to\\\" people\";\n"
                                     "auto c = R\"(said\nto people)\";\n");
    tree.plant("core/words/base_words.cpp", "auto a = \"said to people\";\n");
    tree.plant("views/canvas/a.cpp", "auto a = \"said to people\";\n");
    EXPECT_EQ(joined(englishOutsideWords(tree.root())),
              "core/base/text.cpp:7: English outside core/words: said \\\"to\\\" people\n"
              "core/base/text.cpp:8: English outside core/words: said\nto people\n");
}

} // namespace

} // namespace batchscope::house
