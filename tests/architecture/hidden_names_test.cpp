// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/hidden_names.h"
#include "tests/architecture/planted_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

TEST(HiddenNames, NoTwoSourcesOfARoomOfThisRepositoryHideOne) {
    EXPECT_EQ(joined(namesHiddenTwice(BATCHSCOPE_SOURCE_DIR)), "");
}

TEST(HiddenNames, AreTypesConstantsAndFunctionsOfUnnamedNamespaces) {
    EXPECT_THAT(
        hiddenNames("namespace {\n"
                    "constexpr std::array<int, 2> kPair = {1, 2};\n"
                    "constexpr OpId kLeaf(std::size_t{0});\n"
                    "const char* const kName = \"a (b)\";\n"
                    "struct alignas(64) Spell {\n"
                    "    int inner(int) const;\n"
                    "};\n"
                    "enum class Kind : std::uint8_t { A, B };\n"
                    "using Rows = std::vector<int>;\n"
                    "template <typename T>\n"
                    "void addNumbers(T& to) {\n"
                    "    other(to);\n"
                    "}\n"
                    "std::vector<std::pair<int, int>>& kept(int size) {\n"
                    "} // namespace\n"
                    "void open(int) {}\n"
                    "namespace {\n"
                    "int late(long argument,\n"
                    "         int two);\n"
                    "} // namespace\n"),
        ::testing::ElementsAre("Kind", "Rows", "Spell", "addNumbers", "kLeaf", "kName", "kPair", "kept", "late"));
}

TEST(HiddenNames, OneInTwoSourcesOfARoomIsFound) {
    const PlantedTree tree;
    const char* const source = "namespace {\nint bytesOf(int a) {\n}\n} // namespace\n";
    tree.plant("core/exec/engine/engine.cpp", source);
    tree.plant("core/exec/gradients.cpp", source);
    tree.plant("core/plan/plan.cpp", source);
    tree.plant("app/main.cpp", source);
    tree.plant("app/render.cpp", source);
    EXPECT_EQ(joined(namesHiddenTwice(tree.root())), "core/exec: bytesOf is in engine/engine.cpp and in gradients.cpp\n"
                                                     "app: bytesOf is in main.cpp and in render.cpp\n");
}

} // namespace

} // namespace batchscope::house
