// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/house_rules.h"
#include "tests/architecture/planted_tree.h"

#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

TEST(HouseRules, EverySourceOfThisRepositoryNamesItsLicense) {
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

TEST(HouseRules, ASourceWithoutLicenseIsFound) {
    const PlantedTree tree;
    tree.plant("app/with.cpp", "// SPDX-License-Identifier: GPL-3.0-or-later\n");
    tree.plant("app/without.cpp", "int main() {}\n");
    EXPECT_EQ(joined(unlicensedFiles(tree.root())),
              "app/without.cpp:1: the first line must be // SPDX-License-Identifier: GPL-3.0-or-later\n");
}

} // namespace

} // namespace batchscope::house
