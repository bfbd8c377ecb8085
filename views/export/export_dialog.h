// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lets the user choose what to export and where; the extension of the path chooses the format. Files are written
// outside the GUI thread, with progress and Cancel, so that the window stays responsive. Rarer options are left to
// scripts and --render.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/export/export_request.h"
#include "views/session/lanes.h"
#endif

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace batchscope {

class ExportDialog final : public QDialog {
    Q_OBJECT

public:
    /// `start`: the picture that the canvas shows now, and the suggested path.
    explicit ExportDialog(const ExportRequest& start, QWidget* parent = nullptr);

    [[nodiscard]] bool writing() const { return m_lane.isOpen(); }
    [[nodiscard]] ExportRequest request() const;
    /// Starts writing the file.
    void write();
    /// Cancels while a file is being written; otherwise closes the dialog.
    void reject() override;

signals:
    /// The file was completely written.
    void written(const QString& path, qint64 bytes);

private:
    [[nodiscard]] QComboBox* addChoice(const QString& name, const QString& label);
    void build();
    void browse();
    void follow();
    void setWriting(bool writing);
    void finish(const Result<qint64>& bytes);
    void say(const QString& text, bool warning);

    ExportRequest m_start;
    QFormLayout* m_form = nullptr;
    QLineEdit* m_path = nullptr;
    QComboBox* m_part = nullptr;
    QComboBox* m_size = nullptr;
    QComboBox* m_theme = nullptr;
    QCheckBox* m_transparent = nullptr;
    QDoubleSpinBox* m_seconds = nullptr;
    QWidget* m_choices; // contains all choices
    QLabel* m_message;
    QProgressBar* m_progress;
    QPushButton* m_write;
    ViewLane m_lane; // last: its jobs may still run during destruction
};

} // namespace batchscope
