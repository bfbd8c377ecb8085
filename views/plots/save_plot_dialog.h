// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks where to save a plot, how wide it is on paper, and shows it as it will be there. What cannot be written is said
// before the button is pressed.
#pragma once

#include "views/plots/plot_export.h"

#include <QDialog>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace batchscope {

class SavePlotDialog final : public QDialog {
    Q_OBJECT

public:
    /// Begins with `start`, whose path ends in one of plotFormats(). The plot must outlive the dialog's use.
    SavePlotDialog(const PlotWidget& plot, const PlotRequest& start, QWidget* parent = nullptr);

    /// What is asked for now.
    [[nodiscard]] PlotRequest request() const;

signals:
    /// The file is written; the dialog closes.
    void saved(const batchscope::PlotRequest& request);

private:
    [[nodiscard]] QFormLayout* makeForm();
    [[nodiscard]] QWidget* makeFileRow();
    void build();
    void connectControls();
    void followPreset();
    void followWidth();
    void followFormat();
    void followPath();
    void follow();
    void showPreview(PlotSize size);
    void save();
    void browse();
    void say(const QString& text, bool warns);

    const PlotWidget& m_plot;
    QComboBox* m_format;
    QComboBox* m_preset;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QSpinBox* m_dpi;
    QLineEdit* m_path;
    QLabel* m_preview;
    QLabel* m_message;
    QPushButton* m_save;
};

} // namespace batchscope
