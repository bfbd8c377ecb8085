// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson on paper: what each beat says, with its picture, as one HTML page that needs no network, or as a PDF with a
// beat a page.
#pragma once

#include "core/base/result.h"
#include "views/export/export_request.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <vector>

class QIODevice;

namespace batchscope {

struct LessonSheet {
    QString title;
    QString html;          ///< the text, as beatHtml makes it
    QString question;      ///< empty where nothing is asked
    QImage bars;           ///< null where the beat has none
    ExportRequest picture; ///< its path is not used
};

/// Sheets are turned with buttons, arrow keys and page keys; printed, each is a page.
[[nodiscard]] Result<QByteArray> lessonPage(const QString& title, const std::vector<LessonSheet>& sheets);
/// PDF, A4, landscape.
[[nodiscard]] Result<QByteArray> lessonHandout(const QString& title, const std::vector<LessonSheet>& sheets);

} // namespace batchscope
