// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the commands have in common that save a plot, its table or the report of a measurement.
#pragma once

#include "app/window/main_window.h"
#include "core/base/result.h"

#include <QJsonObject>
#include <QStandardPaths>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace batchscope {

/// Where the last plot, table or report of this window was saved, which is where the next dialog begins.
struct LastSaving {
    QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
};

[[nodiscard]] Error plotCommandError(const QString& message);

/// Asks for a file named after the trees and `what` ("report"), beginning in the folder where the last one went; `save`
/// writes it, as the filter (its place in `filters`, such as "Web page (*.html)") says. The user is told what came of
/// it.
void openSaveDialog(MainWindow& window, const QString& what, const QStringList& filters,
                    const std::shared_ptr<LastSaving>& last,
                    const std::function<Status(const QString& path, qsizetype filter)>& save);

/// Scripts cannot answer a dialog, but tests and screenshots may ask for one.
[[nodiscard]] Status checkDialog(const MainWindow& window, const QJsonObject& arguments, const char* command);

/// `save-report`.
void addReportCommand(MainWindow& window, const std::shared_ptr<LastSaving>& last);

} // namespace batchscope
