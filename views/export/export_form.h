// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every choice of an export on one page: format, part, size, look, motion, file. Choices that do not apply to the
// chosen format are hidden.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/export/export_request.h"
#endif

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace batchscope {

class ExportForm final : public QWidget {
    Q_OBJECT

public:
    /// `start` gives the initial choices; its snapshot, moment, camera, focus and font stay as they are. Its size
    /// and scale are those of the canvas.
    explicit ExportForm(const ExportRequest& start, QWidget* parent = nullptr);

    /// What is chosen now; checkRequest says whether it can be written.
    [[nodiscard]] ExportRequest request() const;
    void setPath(const QString& path);
    /// Where to: label, field and button, for a place as wide as paths are.
    [[nodiscard]] QWidget* fileRow() const { return m_file; }

signals:
    void changed();

private:
    void build();
    void buildLook();
    void buildMotion();
    void nameControls();
    void connectControls();
    [[nodiscard]] const ExportFormat& format() const;
    void followFormat();
    void followPath();
    void followPreset();
    void followSize();
    void browse();
    void notify();

    ExportRequest m_start;
    QFormLayout* m_layout;
    QComboBox* m_format;
    QComboBox* m_part;
    QComboBox* m_graph;
    QComboBox* m_preset;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QWidget* m_size;
    QDoubleSpinBox* m_scale;
    QComboBox* m_theme;
    QCheckBox* m_transparent;
    QDoubleSpinBox* m_begin;
    QDoubleSpinBox* m_end;
    QWidget* m_range;
    QSpinBox* m_rate;
    QDoubleSpinBox* m_seconds;
    QCheckBox* m_loop;
    QLabel* m_fileLabel;
    QLineEdit* m_path;
    QWidget* m_file;
    bool m_ownSeconds = false; // chosen here: the story's pace does not replace them
};

} // namespace batchscope
