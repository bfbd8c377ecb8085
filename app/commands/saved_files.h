// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the commands have in common that save a plot, its table or the report of a measurement.
#pragma once

#include "app/window/main_window.h"
#include "core/base/result.h"
#include "views/plots/plot_export.h"

#include <QJsonObject>
#include <QStandardPaths>
#include <QString>

#include <memory>

namespace batchscope {

/// How the last plot, table or report of this window was saved, which is how the next dialog begins.
struct LastSaving {
    QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    QString ending = QString::fromLatin1(plotFormats().front().ending); ///< of plots
    PlotSize size;
};

[[nodiscard]] Error plotCommandError(const QString& message);

/// Named after the trees and what is saved, in the folder where the last one went.
[[nodiscard]] QString suggestedPath(const MainWindow& window, const QString& what, const QString& folder,
                                    const QString& ending);

void tellSaved(MainWindow& window, const QString& path);

/// Scripts cannot answer a dialog, but tests and screenshots may ask for one.
[[nodiscard]] Status checkDialog(const MainWindow& window, const QJsonObject& arguments, const char* command);

/// `save-report`.
void addReportCommand(MainWindow& window, const std::shared_ptr<LastSaving>& last);

} // namespace batchscope
