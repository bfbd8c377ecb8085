// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains the shown net on the open trees except those held out, and plots loss and accuracy against epochs or seconds.
// A race trains regular as well, from the same weights over the same trees. The trained weights can be shown in the
// picture or saved; a click opens a held-out tree that was predicted wrongly.
#pragma once

#include "views/plots/plot_widget.h"
#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>
#include "core/training/training_run.h"
#include "views/session/lanes.h"
#include "views/tables/column_model.h"
#endif

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QSplitter;
class QTabWidget;

namespace batchscope {

class TrainingPlot;

/// A row of the table of epochs.
struct ArmEpoch {
    std::string policy;
    EpochRow epoch;
};

/// A row of the table of mistakes.
struct MistakeRow {
    Mistake mistake;
    std::string label;
    std::string predicted;
    std::string sentence;
};

class TrainingView final : public PlotView {
    Q_OBJECT

public:
    TrainingView(Session& session, Playback& playback, QWidget* parent = nullptr);

    [[nodiscard]] const PlotWidget& plot() const override;
    [[nodiscard]] const QTableView& table() const override { return *m_epochs; }

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildForm();
    void buildTables();
    void arrange();
    void start();
    void showState();
    void showProgress();
    void showConfusion();
    void showInPicture();
    void save();
    /// Writes the trained model on a thread of its own, then calls `saved` if that succeeded.
    void write(const std::string& path, std::function<void()> saved);

    QSpinBox* m_count;
    QSpinBox* m_batch;
    QComboBox* m_optimizer;
    QDoubleSpinBox* m_rate;
    QDoubleSpinBox* m_dropout;
    QSpinBox* m_held;
    QCheckBox* m_race;
    QPushButton* m_train;
    QPushButton* m_pause;
    QPushButton* m_stop;
    QPushButton* m_show;
    QPushButton* m_save;
    QComboBox* m_figure;
    QComboBox* m_against;
    QLabel* m_state;
    TrainingPlot* m_plot;
    std::unique_ptr<RowsModel<ArmEpoch>> m_epochModel;
    QTableView* m_epochs;
    std::unique_ptr<RowsModel<MistakeRow>> m_mistakeModel;
    QTableView* m_mistakes;
    QLabel* m_confusion;
    QTabWidget* m_tabs;
    QSplitter* m_splitter;
    QWidget* m_form;
    QString m_error;   // of the last training or the last file
    ViewLane m_saving; // last: it may still write while the view is destroyed
};

} // namespace batchscope
