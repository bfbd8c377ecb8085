// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the command line of `batchscope`, read before any Qt application exists, because it decides whether a display is
// needed at all.
#pragma once

#include "app/settings.h"
#include "core/base/result.h"
#include "core/nets/build_graph.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace batchscope {

struct LaunchOptions {
    QStringList files;
    std::optional<QString> model;
    std::optional<QString> policy;
    std::optional<TreeRange> trees;
    std::optional<ThemeChoice> theme;
    QString script;             ///< path of a script to run, or empty
    QString render;             ///< path of a picture to write, or empty
    std::optional<double> time; ///< of the rendered picture, in stops
    QSize size = {1600, 1000};  ///< of the rendered picture
    bool resetSettings = false;
    bool help = false;
    bool version = false;
};

/// `arguments` with the program's name first. Config errors are usage errors.
[[nodiscard]] Result<LaunchOptions> parseLaunch(const QStringList& arguments);

/// What --help prints.
[[nodiscard]] QString launchHelp();

/// "A:B", half open, from 0; A or B may be left out.
[[nodiscard]] Result<TreeRange> parseTreeRange(const QString& text);
/// "1600x1000", each 16…16384.
[[nodiscard]] Result<QSize> parseSize(const QString& text);

} // namespace batchscope
