// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/hidden_names.h"
#include "tests/architecture/planted_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

TEST(HiddenNames, DifferWithinEachRoomOfThisRepository) {
    EXPECT_EQ(joined(hiddenClashes(BATCHSCOPE_SOURCE_DIR)), "");
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
    EXPECT_EQ(joined(hiddenClashes(tree.root())), "app: bytesOf is in main.cpp and in render.cpp\n"
                                                  "core/exec: bytesOf is in engine/engine.cpp and in gradients.cpp\n");
}

TEST(HiddenNames, AFunctionThatHidesOneOfAHeaderIsFound) {
    const PlantedTree tree;
    tree.plant("core/tree/symbols.h", "[[nodiscard]] std::string unescaped(std::string_view text);\n");
    tree.plant("core/tree/tree.h", "#include \"core/tree/symbols.h\"\n");
    tree.plant("core/nets/net.cpp", "#include \"core/tree/tree.h\"\n");
    tree.plant("core/nets/position.cpp", "namespace {\nstd::string unescaped(const char* step) {\n}\n} // namespace\n");
    tree.plant("core/graph/graph.cpp", "namespace {\nstd::string unescaped(const char* step) {\n}\n} // namespace\n");
    EXPECT_EQ(joined(hiddenClashes(tree.root())),
              "core/nets: unescaped is in position.cpp and a function of core/tree/symbols.h\n");
}

} // namespace

} // namespace batchscope::house
