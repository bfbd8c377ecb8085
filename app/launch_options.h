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

/// The part of an animation that is written, in stops. A missing bound is that of the whole animation.
struct RenderRange {
    std::optional<double> begin;
    std::optional<double> end;
};

/// What --render writes, and how.
struct RenderOptions {
    std::optional<double> time; ///< of a picture, in stops
    QSize size = {1600, 1000};  ///< in pixels
    double scale = 1.0;         ///< file pixels per screen pixel
    bool transparent = false;
    Focus selection; ///< of --scope; nothing: all
    RenderRange range;
    std::optional<double> framesPerSecond; ///< none: chosen by render.h
    std::optional<double> seconds;         ///< likewise
    bool once = false;                     ///< a GIF that plays only once
};

struct PlotTarget {
    PlotKind kind = PlotKind::Time;
    QString path;
};

/// What --plot and --report draw of a saved run.
struct DrawOptions {
    std::vector<PlotTarget> plots;
    PlotSize size;  ///< of the plots
    QString report; ///< path of the report, or empty

    [[nodiscard]] bool isEmpty() const { return plots.empty() && report.isEmpty(); }
};

struct LaunchOptions {
    QStringList files; ///< treebanks; of `drawing`, the saved run
    std::optional<QString> model;
    std::optional<QString> policy;
    std::optional<TreeRange> trees;
    std::optional<ThemeChoice> theme;
    std::optional<std::uint64_t> memoryLimit; ///< bytes; none: that of the machine, see core/base/budget.h
    QString session;                          ///< path of a saved session to go on with, or empty
    QString script;                           ///< path of a script to run, or empty
    QString render;                           ///< path of a picture or animation to write, or empty
    RenderOptions rendering;
    DrawOptions drawing;
    bool resetSettings = false;
    bool listCommands = false; ///< print the window's commands instead of opening it
    std::string answer;        ///< to --help or --version: to be printed instead of anything else
};

/// `arguments` with the program's name first. Config errors are usage errors.
[[nodiscard]] Result<LaunchOptions> parseLaunch(const QStringList& arguments);

} // namespace batchscope
