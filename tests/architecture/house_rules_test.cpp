// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/house_rules.h"
#include "tests/architecture/planted_tree.h"

#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

std::string linesOf(std::size_t count) {
    std::string text;
    for (std::size_t line = 0; line < count; ++line) {
        text += "//\n";
    }
    return text;
}

TEST(HouseRules, EveryRoomOfThisRepositoryNamesItsFiles) {
    EXPECT_EQ(joined(unnamedFiles(BATCHSCOPE_SOURCE_DIR)), "");
}

TEST(HouseRules, NoFileOfThisRepositoryIsTooLong) {
    EXPECT_EQ(joined(longFiles(BATCHSCOPE_SOURCE_DIR)), "");
}

TEST(HouseRules, EverySourceOfThisRepositoryNamesItsLicence) {
    EXPECT_EQ(joined(unlicensedFiles(BATCHSCOPE_SOURCE_DIR)), "");
}

TEST(HouseRules, EverySourceOfThisRepositoryIncludesItsHeaderFirst) {
    EXPECT_EQ(joined(lateOwnHeaders(BATCHSCOPE_SOURCE_DIR)), "");
}

TEST(HouseRules, ASourceThatIncludesItsHeaderLateIsFound) {
    const PlantedTree tree;
    for (const std::string name : {"core/base/first", "core/base/late", "core/base/never"}) {
        tree.plant(name + ".h", "#pragma once\n");
    }
    tree.plant("core/base/first.cpp", "// why\n#include \"core/base/first.h\"\n#include <map>\n");
    tree.plant("core/base/late.cpp", "#include <map>\n#include \"core/base/late.h\"\n");
    tree.plant("core/base/never.cpp", "int never;\n");
    tree.plant("core/base/alone.cpp", "#include <map>\n");
    EXPECT_EQ(joined(lateOwnHeaders(tree.root())),
              "core/base/late.cpp: its first include must be \"core/base/late.h\"\n"
              "core/base/never.cpp: its first include must be \"core/base/never.h\"\n");
}

TEST(HouseRules, ARoomWithoutReadmeIsFound) {
    const PlantedTree tree;
    tree.plant("core/base/text.h", "");
    tree.plant("views/steps/README.md", "");
    EXPECT_EQ(joined(unnamedFiles(tree.root())), "core/base: has no README.md\n");
}

TEST(HouseRules, AFileThatItsReadmeDoesNotNameIsFound) {
    const PlantedTree tree;
    tree.plant("core/base/README.md", "`context.h`, `text.hpp`, `id.h` and what `data/` holds");
    for (const std::string file : {"text.h", "id.h", "id.cpp", "stray.cpp", "data/words.txt", "CMakeLists.txt"}) {
        tree.plant("core/base/" + file, "");
    }
    EXPECT_EQ(joined(unnamedFiles(tree.root())), "core/base/README.md: does not name stray.cpp\n"
                                                 "core/base/README.md: does not name text.h\n");
}

TEST(HouseRules, CodeInAFolderOfARoomIsNamedFileByFile) {
    const PlantedTree tree;
    tree.plant("core/exec/README.md", "`run.h`; in `engine/`: `engine.h`, `engine.cpp`; `golden/`");
    for (const std::string file : {"run.h", "engine/engine.h", "engine/engine.cpp", "engine/stray.h", "golden/a.txt"}) {
        tree.plant("core/exec/" + file, "");
    }
    EXPECT_EQ(joined(unnamedFiles(tree.root())), "core/exec/README.md: does not name engine/stray.h\n");
}

TEST(HouseRules, ALongFileIsFoundAndOneAtTheLimitIsNot) {
    const PlantedTree tree;
    tree.plant("core/base/fits.h", linesOf(kLongestHeader));
    tree.plant("core/base/long.h", linesOf(kLongestHeader + 1));
    tree.plant("views/steps/fits.cpp", linesOf(kLongestSource));
    tree.plant("views/steps/long.cpp", linesOf(kLongestSource + 1));
    tree.plant("tests/core/long.cpp", linesOf(kLongestSource + 1));
    EXPECT_EQ(joined(longFiles(tree.root())), "core/base/long.h: 251 lines, more than 250\n"
                                              "views/steps/long.cpp: 451 lines, more than 450\n");
}

TEST(HouseRules, ASourceWithoutLicenceIsFound) {
    const PlantedTree tree;
    tree.plant("app/with.cpp", "// SPDX-License-Identifier: GPL-3.0-or-later\n");
    tree.plant("app/without.cpp", "int main() {}\n");
    EXPECT_EQ(joined(unlicensedFiles(tree.root())),
              "app/without.cpp:1: the first line must be // SPDX-License-Identifier: GPL-3.0-or-later\n");
}

} // namespace

} // namespace batchscope::house
