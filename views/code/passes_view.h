// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine derives a fast plan from the op bodies. This view shows with which passes, what each of them removed, and
// what the body of an op became. Turning a pass off is an experiment: the figures, the run and the picture follow.
#pragma once

#include "views/models/live_view.h"

#include <QString>

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QSplitter;
class QTableView;

namespace batchscope {

class PassesModel;

class PassesView final : public LiveView {
    Q_OBJECT

public:
    PassesView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Small: the table and the code scroll.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The pass of that name is to be switched.
    void toggleAsked(const QString& pass);

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    [[nodiscard]] QWidget* makeCode();
    void arrange();
    /// Also when only the asked config has changed.
    void showPasses();
    void showHeadline();
    void followSelection();
    void showCode();
    void toggleCurrent();

    PassesModel* m_model;
    QTableView* m_table;
    QLabel* m_headline;
    QComboBox* m_op;
    QCheckBox* m_asWritten;
    QPlainTextEdit* m_code;
    QSplitter* m_splitter;
    std::shared_ptr<const OpGraph> m_opsShown; // whose ops the list has
};

} // namespace batchscope
