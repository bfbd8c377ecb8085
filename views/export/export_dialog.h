// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything about one export in one dialog: choose, preview and write, with progress and Cancel. Files are written
// outside the GUI thread, so that the window stays responsive.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/export/export_request.h"
#include "views/session/lanes.h"
#endif

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;

namespace batchscope {

class ExportForm;
class ExportPreview;

class ExportDialog final : public QDialog {
    Q_OBJECT

public:
    /// `start`: what the canvas shows now, and where to.
    explicit ExportDialog(const ExportRequest& start, QWidget* parent = nullptr);
    ~ExportDialog() override;
    ExportDialog(const ExportDialog&) = delete;
    ExportDialog& operator=(const ExportDialog&) = delete;

    [[nodiscard]] bool writing() const { return m_lane.isOpen(); }
    /// What is chosen, moment included.
    [[nodiscard]] ExportRequest request() const;
    /// Writes what is chosen.
    void write();
    /// Cancels what is being written; otherwise closes.
    void reject() override;

signals:
    /// The file is complete.
    void written(const QString& path, qint64 bytes);

private:
    void build();
    void follow();
    void setWriting(bool writing);
    void takeProgress(quint64 done, quint64 total);
    void finish(const Result<qint64>& bytes);
    void say(const QString& text, bool warning);

    ExportForm* m_form;
    ExportPreview* m_preview;
    QLabel* m_message;
    QProgressBar* m_progress;
    QPushButton* m_write;
    QPushButton* m_cancel;
    ViewLane m_lane;
};

} // namespace batchscope
