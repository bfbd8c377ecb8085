// SPDX-License-Identifier: GPL-3.0-or-later
//
// The include arrows of the architecture, as data. To change an arrow, change a row here, and give the reason in the
// README of the room that changes.
//
// Lists are separated by spaces. `core/*` means every room below core; `!core/exec` takes one out again. The first row
// whose room fits holds. A room may always include itself. tests may include anything; nobody may include tests.
#pragma once

#include <array>
#include <string_view>

namespace batchscope::house {

struct RoomRule {
    std::string_view room;
    std::string_view mayInclude;
};

inline constexpr auto kRooms = std::to_array<RoomRule>({
    {"core/words", ""},
    {"core/base", "core/words"},
    {"core/jobs", "core/words core/base"},
    {"core/kernels", "core/words core/base"},
    {"core/bytes", "core/words core/base"},
    {"core/arrays", "core/words core/base core/bytes"},
    {"core/tree", "core/words core/base"},
    {"core/shapes", "core/words core/base core/tree"},
    {"core/treebank", "core/words core/base core/bytes core/tree core/shapes"},
    {"core/formats", "core/words core/base core/bytes core/tree core/shapes core/treebank"},
    {"core/graph", "core/words core/base"},
    {"core/nets", "core/words core/base core/tree core/shapes core/treebank core/formats core/graph"},
    {"core/schedule", "core/words core/base core/graph"},
    {"core/trace", "core/words core/base core/graph core/schedule"},
    {"core/layout", "core/words core/base core/graph core/schedule"},
    {"core/story", "core/words core/base core/graph core/schedule core/trace core/layout"},
    {"core/plan", "core/words core/base core/graph core/schedule core/kernels"},
    {"core/exec", "core/words core/base core/graph core/schedule core/trace core/kernels core/plan"},
    {"core/training", "core/words core/base core/bytes core/tree core/shapes core/treebank core/formats core/graph "
                      "core/nets core/schedule core/trace core/exec"},
    {"core/exchange", "core/words core/base core/bytes core/arrays core/graph core/trace core/exec"},
    {"core/scripts",
     "core/words core/base core/bytes core/tree core/shapes core/treebank core/formats core/graph core/nets "
     "core/schedule core/trace core/kernels core/plan core/exec"},
    {"core/bench",
     "core/words core/base core/graph core/nets core/schedule core/trace core/kernels core/plan core/exec"},
    {"core/session", "core/* !core/records !core/lessons"},
    {"core/lessons", "core/words core/base core/treebank core/graph core/nets core/schedule core/trace core/session"},
    {"core/records", "core/* !core/lessons"},
    // Files show what the canvas shows, so the room that writes them calls the canvas' painter.
    {"views/export",
     "core/* !core/exec views/session views/theme views/commands views/models views/tables views/canvas"},
    // What every view shares is in five folders; a view never sees the widgets of another one.
    {"views/*", "core/* !core/exec views/session views/theme views/commands views/models views/tables"},
    {"app/cli", "core/*"}, // built where there is no Qt
    {"app/window", "core/* views/*"},
    {"app/commands", "core/* views/* app/window"},
    {"app", "core/* views/* app/window app/commands"},
});

/// Folders inside a room whose headers other rooms may include; the headers in all other folders are for their room
/// only.
inline constexpr auto kOpenFolders = std::to_array<std::string_view>(
    {"core/exec/interpreter", "views/canvas/scene", "views/canvas/paint", "views/canvas/widget"});

/// Headers of other projects that only some rooms may see; of Batchscope's, those that their room keeps from its
/// neighbors.
struct HeaderRule {
    std::string_view name;
    std::string_view pattern; ///< regular expression over the whole text between the quotes or brackets
    std::string_view onlyIn;
};

inline constexpr std::string_view kTorch = "LibTorch";

inline constexpr auto kHeaders = std::to_array<HeaderRule>({
    {kTorch, "(torch|ATen|c10|caffe2)/.*", "core/exec core/scripts"},
    {"oneDNN", "(oneapi/.*|dnnl.*)", "core/exec core/kernels"},
    {"Sleef", "sleef.*", "core/kernels"},
    {"QCustomPlot", ".*qcustomplot\\.h", "views/plots"},
    {"QProcess", "(QtCore/)?(QProcess|qprocess\\.h)", "views/code views/export app app/window"},
    {"Qt", "(Q[A-Z].*|q[a-z]+\\.h)", "views/* app app/window app/commands"},
    {"files on disk", "(filesystem|fstream)", "core/* app app/window app/commands app/cli"},
    {"zlib or zstd", "(zlib|zstd)\\.h", "core/bytes"},
    {"nlohmann-json", "nlohmann/.*", "core/* !core/base app app/cli"},
    {"CLI11", "CLI/.*", "app app/cli"},
    {"a view that is a table", "views/tables/(step|node).*", "app/window app/commands"},
});

} // namespace batchscope::house
