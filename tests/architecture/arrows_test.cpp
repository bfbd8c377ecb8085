// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/arrows.h"
#include "tests/architecture/planted_tree.h"

#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

TEST(Arrows, ThisRepositoryBreaksNone) {
    EXPECT_EQ(joined(brokenArrows(BATCHSCOPE_SOURCE_DIR)), "");
}

/// Plants the include in line 3 of the file, among headers that it may meet, and asks for exactly this complaint; empty
/// for an include that is allowed.
void expectSaid(const std::string& file, const std::string& include, const std::string& complaint) {
    const PlantedTree tree;
    tree.plant("core/exec/interpreter/tensors_torch.h", "#include <ATen/ATen.h>\n");
    tree.plant("core/exec/kernel.h", "#include \"core/exec/interpreter/tensors_torch.h\"\n");
    tree.plant("core/exec/executor.h", "#include <vector>\n");
    tree.plant("core/tree/beside.h", "");
    tree.plant(file, "// first\n#include <vector>\n" + include + "\n");
    EXPECT_EQ(joined(brokenArrows(tree.root())), complaint.empty() ? "" : file + ":3: " + complaint + "\n");
}

TEST(PlantedArrow, AllowedOnesPassInSilence) {
    expectSaid("core/base/a.h", "// #include \"core/tree/tree.h\"", "");
    expectSaid("core/tree/a.cpp", "#include \"core/base/id.h\"", "");
    expectSaid("core/exec/a.cpp", "#include <torch/torch.h>", "");
    expectSaid("core/exec/a.cpp", "#include \"core/exec/kernel.h\"", "");
    expectSaid("core/exec/a.cpp", "#include \"core/exec/engine/engine.h\"", "");
    expectSaid("views/plots/a.cpp", "#include <qcustomplot.h>", "");
    expectSaid("views/canvas/a.cpp", "#include \"views/session/session.h\"", "");
    expectSaid("views/tables/a.cpp", "#include \"views/tables/steps_view.h\"", "");
    expectSaid("views/canvas/widget/a.cpp", "#include \"views/canvas/input/canvas_sight.h\"", "");
    expectSaid("views/export/a.cpp", "#include <QProcess>", "");
    expectSaid("app/cli/main.cpp", "#include \"app/cli/options.h\"", "");
}

TEST(PlantedArrow, BetweenRoomsIsFound) {
    expectSaid("core/base/a.h", "#include \"core/tree/tree.h\"",
               "room core/base may not include room core/tree (core/tree/tree.h)");
    expectSaid("core/nets/a.cpp", "  #  include \"core/schedule/policy.h\"",
               "room core/nets may not include room core/schedule (core/schedule/policy.h)");
    expectSaid("core/layout/a.cpp", "#include \"core/exec/executor.h\"",
               "room core/layout may not include room core/exec (core/exec/executor.h)");
    expectSaid("core/session/a.cpp", "#include \"views/session/session.h\"",
               "room core/session may not include room views/session (views/session/session.h)");
    expectSaid("views/plots/a.cpp", "#include \"views/tables/nodes_view.h\"",
               "room views/plots may not include a view that is a table (views/tables/nodes_view.h)");
    expectSaid("app/cli/main.cpp", "#include \"views/session/session.h\"",
               "room app/cli may not include room views/session (views/session/session.h)");
    expectSaid("app/main.cpp", "#include \"tests/core/forest.h\"", "nobody may include tests (tests/core/forest.h)");
}

TEST(PlantedArrow, IntoAFolderThatIsForItsRoomOnlyIsFound) {
    expectSaid(
        "app/window/main_window.cpp", "#include \"views/canvas/input/canvas_sight.h\"",
        "views/canvas/input/canvas_sight.h stands in a folder of room views/canvas, which is for that room only");
    expectSaid("views/canvas/input/a.cpp", "#include \"views/tables/steps_view.h\"",
               "room views/canvas may not include a view that is a table (views/tables/steps_view.h)");
    expectSaid("core/bench/a.cpp", "#include \"core/exec/engine/engine.h\"",
               "core/exec/engine/engine.h stands in a folder of room core/exec, which is for that room only");
}

TEST(PlantedArrow, ToOthersIsFound) {
    expectSaid("core/trace/a.cpp", "#include <c10/core/Device.h>",
               "room core/trace may not include LibTorch (c10/core/Device.h)");
    expectSaid("core/graph/a.h", "#include <QString>", "room core/graph may not include Qt (QString)");
    expectSaid("views/steps/a.cpp", "#include <QtCore/QProcess>",
               "room views/steps may not include QProcess (QtCore/QProcess)");
    expectSaid("views/steps/a.cpp", "#include <fstream>", "room views/steps may not include files on disk (fstream)");
    expectSaid("app/cli/main.cpp", "#include <QApplication>", "room app/cli may not include Qt (QApplication)");
}

TEST(PlantedArrow, ToTorchThroughAHeaderOfOursIsFound) {
    expectSaid("core/bench/a.cpp", "#include \"core/exec/kernel.h\"",
               "room core/bench may not include core/exec/kernel.h, which brings in LibTorch");
}

TEST(PlantedArrow, SpelledFromElsewhereThanTheRootIsFound) {
    expectSaid("core/tree/a.cpp", "#include \"beside.h\"",
               "write the path of beside.h from the root of the repository");
    expectSaid("core/tree/a.cpp", "#include \"../base/id.h\"",
               "write the path of ../base/id.h from the root of the repository");
    expectSaid("core/tree/a.cpp", "#include HEADER_OF_MINE",
               "an include by macro cannot be read; write the header's name");
}

TEST(PlantedArrow, AFileOutsideAllRoomsIsFound) {
    const PlantedTree tree;
    tree.plant("core/cellar/a.cpp", "#include <map>\n#include <set>\n");
    tree.plant("views/stray.h", "");
    EXPECT_EQ(joined(brokenArrows(tree.root())),
              "core/cellar/a.cpp:1: core/cellar is no room: add a row to tests/architecture/rooms.h, or move the file\n"
              "views/stray.h:1: views is no room: add a row to tests/architecture/rooms.h, or move the file\n");
}

} // namespace

} // namespace batchscope::house
