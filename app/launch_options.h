// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of `batchscope`. It is read before any Qt application exists, because it decides whether a display
// is needed at all.
#pragma once

#include "app/window/settings.h"
#include "core/base/result.h"
#include "core/bench/plot_figures.h"
#include "core/nets/build_graph.h"
#include "views/export/export_request.h"
#include "views/plots/plot_export.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// What --render writes, and how.
struct RenderOptions {
    std::optional<double> time; ///< the moment of a still picture, in stops
    QSize size = {1600, 1000};  ///< in pixels
    double scale = 1.0;         ///< file pixels per screen pixel
    bool transparent = false;
    std::optional<double> framesPerSecond; ///< none: chosen by render()
    std::optional<double> seconds;         ///< duration; none: chosen by render()
};

struct PlotTarget {
    PlotKind kind = PlotKind::Time;
    QString path;
};

/// The plots and the report of a saved run, as given by --plot and --report.
struct DrawOptions {
    std::vector<PlotTarget> plots;
    double plotWidth = kSingleColumn; ///< in millimeters
    QString report;                   ///< path of the report, or empty

    [[nodiscard]] bool isEmpty() const { return plots.empty() && report.isEmpty(); }
};

struct LaunchOptions {
    QStringList files; ///< treebanks; for `drawing`, the one saved run
    std::optional<QString> model;
    std::optional<QString> policy;
    std::optional<TreeRange> trees;
    std::optional<ThemeChoice> theme;
    std::optional<std::uint64_t> memoryLimit; ///< bytes; none: the machine's, see core/base/budget.h
    QString session;                          ///< path of a saved session to open, or empty
    QString script;                           ///< path of a script to run, or empty
    QString render;                           ///< path of a picture or animation to write, or empty
    RenderOptions rendering;
    DrawOptions drawing;
    bool resetSettings = false;
    bool listCommands = false; ///< print the window's commands instead of opening it
    std::string answer;        ///< text for --help or --version; if not empty, it is printed and nothing else happens
};

/// Parses `arguments`, which start with the program's name. Config errors are usage errors.
[[nodiscard]] Result<LaunchOptions> parseLaunch(const QStringList& arguments);

} // namespace batchscope
