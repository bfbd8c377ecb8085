// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/links.h"
#include "tests/architecture/planted_tree.h"

#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

TEST(Links, EveryRoomOfThisRepositoryLinksWhatItIncludes) {
    EXPECT_EQ(joined(missingLinks(BATCHSCOPE_SOURCE_DIR)), "");
}

/// What is said of core/c, which includes core/a and core/b, and core/b, which includes core/a, if they link these.
std::string saidOf(const std::string& linkedByC, const std::string& linkedByB) {
    const PlantedTree tree;
    tree.plant("core/a/a.h", "\n");
    tree.plant("core/b/b.h", "#include \"core/a/a.h\"\n");
    tree.plant("core/b/CMakeLists.txt", "batchscope_room(NAME b\n    SOURCES b.cpp\n    " + linkedByB + ")\n");
    tree.plant("core/c/c.cpp", "#include \"core/b/b.h\"\n\n#include \"core/a/a.h\"\n#include <vector>\n");
    tree.plant("core/c/CMakeLists.txt", "batchscope_room(NAME c SOURCES c.cpp " + linkedByC + ")\n");
    return joined(missingLinks(tree.root()));
}

TEST(Links, WhatIsLinkedThroughAnotherRoomCounts) {
    EXPECT_EQ(saidOf("PUBLIC batchscope_b", "PRIVATE batchscope_a"), "");
}

TEST(Links, AForgottenOneIsFound) {
    EXPECT_EQ(saidOf("PUBLIC batchscope_a", "PUBLIC batchscope_a"),
              "core/c includes core/b, and its CMakeLists.txt does not link batchscope_b\n");
    EXPECT_EQ(saidOf("PUBLIC batchscope_b", ""),
              "core/b includes core/a, and its CMakeLists.txt does not link batchscope_a\n"
              "core/c includes core/a, and its CMakeLists.txt does not link batchscope_a\n");
}

TEST(Links, TheListOfAllViewsCounts) {
    const PlantedTree tree;
    tree.plant("views/canvas/canvas.h", "\n");
    tree.plant("app/window/window.cpp", "#include \"views/canvas/canvas.h\"\n");
    tree.plant("app/window/CMakeLists.txt", "batchscope_room(NAME app_window PUBLIC ${BATCHSCOPE_VIEWS})\n");
    EXPECT_EQ(joined(missingLinks(tree.root())), "");
}

} // namespace

} // namespace batchscope::house
