// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is exported, and where to: the ending of the path says in which format. Files are written outside the GUI
// thread, with progress and Cancel, so that the window stays responsive. Rarer choices are those of scripts and
// --render.
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
    /// `start`: what the canvas shows now, and where to.
    explicit ExportDialog(const ExportRequest& start, QWidget* parent = nullptr);

    [[nodiscard]] bool writing() const { return m_lane.isOpen(); }
    [[nodiscard]] ExportRequest request() const;
    /// Writes what is chosen.
    void write();
    /// Cancels what is being written; otherwise closes.
    void reject() override;

signals:
    /// The file is complete.
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
    QWidget* m_choices; // all of them
    QLabel* m_message;
    QProgressBar* m_progress;
    QPushButton* m_write;
    ViewLane m_lane; // last: its jobs may still run while this goes
};

} // namespace batchscope
