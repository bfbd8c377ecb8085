// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/arrows.h"
#include "tests/architecture/planted_tree.h"

#include <gtest/gtest.h>

namespace batchscope::house {

namespace {

TEST(Arrows, ThisRepositoryBreaksNone) {
    EXPECT_EQ(joined(brokenArrows(BATCHSCOPE_SOURCE_DIR)), "");
}

TEST(Arrows, RoomIsTheSecondFolderExceptForTheCommandLine) {
    EXPECT_EQ(roomOf("core/graph/fold.h"), "core/graph");
    EXPECT_EQ(roomOf("views/canvas/lanes/paint.cpp"), "views/canvas");
    EXPECT_EQ(roomOf("app/window/main_window.h"), "app/window");
    EXPECT_EQ(roomOf("app/cli/main.cpp"), "app/cli");
    EXPECT_EQ(roomOf("app/main.cpp"), "app");
    EXPECT_EQ(roomOf("app/cli/info.cpp"), "app/cli");
    EXPECT_EQ(roomOf("tests/core/base/text_test.cpp"), "tests");
    EXPECT_EQ(roomOf("core/stray.h"), "core");
    EXPECT_EQ(roomOf("vector"), "");
}

TEST(Arrows, AListKnowsStarsAndExceptions) {
    EXPECT_TRUE(listHas("core/* !core/exec", "core/trace"));
    EXPECT_FALSE(listHas("core/* !core/exec", "core/exec"));
    EXPECT_FALSE(listHas("core/*", "views/plots"));
    EXPECT_FALSE(listHas("app", "app/cli"));
    EXPECT_FALSE(listHas("", "core/base"));
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
    expectSaid("core/base/a.h", "#include <fmt/format.h>", "");
    expectSaid("core/base/a.h", "// #include \"core/tree/tree.h\"", "");
    expectSaid("core/tree/a.cpp", "#include \"core/base/id.h\"", "");
    expectSaid("core/bytes/a.cpp", "#include <zstd.h>", "");
    expectSaid("core/exec/a.cpp", "#include <torch/torch.h>", "");
    expectSaid("core/exec/a.cpp", "#include \"core/exec/kernel.h\"", "");
    expectSaid("core/bench/a.cpp", "#include \"core/exec/executor.h\"", "");
    expectSaid("core/exec/a.cpp", "#include \"core/exec/engine/engine.h\"", "");
    expectSaid("core/exec/engine/a.cpp", "#include \"core/exec/executor.h\"", "");
    expectSaid("core/session/a.cpp", "#include \"core/bench/sweep.h\"", "");
    expectSaid("views/plots/a.cpp", "#include <qcustomplot.h>", "");
    expectSaid("views/canvas/a.cpp", "#include \"views/session/session.h\"", "");
    expectSaid("views/canvas/a.cpp", "#include \"a.moc\"", "");
    expectSaid("views/plots/a.h", "#include \"views/tables/table_model.h\"", "");
    expectSaid("views/tables/a.cpp", "#include \"views/tables/steps_view.h\"", "");
    expectSaid("app/window/panels.cpp", "#include \"views/tables/steps_view.h\"", "");
    expectSaid("app/window/main_window.cpp", "#include \"views/canvas/widget/canvas_view.h\"", "");
    expectSaid("views/canvas/widget/a.cpp", "#include \"views/canvas/input/canvas_sight.h\"", "");
    expectSaid("views/export/a.cpp", "#include <QProcess>", "");
    expectSaid("app/window/main_window.cpp", "#include \"views/canvas/canvas.h\"", "");
    expectSaid("app/cli/main.cpp", "#include \"app/cli/options.h\"", "");
    expectSaid("app/cli/main.cpp", "#include <CLI/CLI.hpp>", "");
}

TEST(PlantedArrow, BetweenRoomsIsFound) {
    expectSaid("core/base/a.h", "#include \"core/tree/tree.h\"",
               "room core/base may not include room core/tree (core/tree/tree.h)");
    expectSaid("core/nets/a.cpp", "  #  include \"core/schedule/policy.h\"",
               "room core/nets may not include room core/schedule (core/schedule/policy.h)");
    expectSaid("core/schedule/a.cpp", "#include <core/nets/net.h>",
               "room core/schedule may not include room core/nets (core/nets/net.h)");
    expectSaid("core/layout/a.cpp", "#include \"core/exec/executor.h\"",
               "room core/layout may not include room core/exec (core/exec/executor.h)");
    expectSaid("core/exec/a.cpp", "#include \"core/nets/net.h\"",
               "room core/exec may not include room core/nets (core/nets/net.h)");
    expectSaid("core/session/a.cpp", "#include \"views/session/session.h\"",
               "room core/session may not include room views/session (views/session/session.h)");
    expectSaid("views/steps/a.cpp", "#include \"core/exec/executor.h\"",
               "room views/steps may not include room core/exec (core/exec/executor.h)");
    expectSaid("views/steps/a.cpp", "#include \"views/canvas/canvas.h\"",
               "room views/steps may not include room views/canvas (views/canvas/canvas.h)");
    expectSaid("views/plots/a.cpp", "#include \"views/tables/nodes_view.h\"",
               "room views/plots may not include a view that is a table (views/tables/nodes_view.h)");
    expectSaid("app/cli/main.cpp", "#include \"views/session/session.h\"",
               "room app/cli may not include room views/session (views/session/session.h)");
    expectSaid("app/cli/main.cpp", "#include \"app/window/settings.h\"",
               "room app/cli may not include room app/window (app/window/settings.h)");
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
    expectSaid("core/exec/engine/a.cpp", "#include \"core/nets/net.h\"",
               "room core/exec may not include room core/nets (core/nets/net.h)");
}

TEST(PlantedArrow, ToOthersIsFound) {
    expectSaid("core/trace/a.cpp", "#include <c10/core/Device.h>",
               "room core/trace may not include LibTorch (c10/core/Device.h)");
    expectSaid("core/bench/a.cpp", "#include <dnnl.h>", "room core/bench may not include oneDNN (dnnl.h)");
    expectSaid("core/graph/a.h", "#include <QString>", "room core/graph may not include Qt (QString)");
    expectSaid("core/graph/a.h", "#include <qglobal.h>", "room core/graph may not include Qt (qglobal.h)");
    expectSaid("core/graph/a.cpp", "#include <zlib.h>", "room core/graph may not include zlib or zstd (zlib.h)");
    expectSaid("views/steps/a.cpp", "#include <qcustomplot.h>",
               "room views/steps may not include QCustomPlot (qcustomplot.h)");
    expectSaid("views/steps/a.cpp", "#include <QtCore/QProcess>",
               "room views/steps may not include QProcess (QtCore/QProcess)");
    expectSaid("views/steps/a.cpp", "#include <fstream>", "room views/steps may not include files on disk (fstream)");
    expectSaid("views/steps/a.cpp", "#include <filesystem>",
               "room views/steps may not include files on disk (filesystem)");
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
