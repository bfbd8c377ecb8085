// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine derives a fast plan from the op bodies. This view shows with which passes, and what each of them removed.
// Turning a pass off is an experiment: the figures, the run and the picture follow.
#pragma once

#include "views/models/live_view.h"

#include <QString>

class QLabel;
class QTableView;

namespace batchscope {

class PassesModel;

class PassesView final : public LiveView {
    Q_OBJECT

public:
    PassesView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Small: the table scrolls.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The pass of that name is to be switched.
    void toggleAsked(const QString& pass);

protected:
    void catchUp(const Changes& changes) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    void arrange();
    /// Also when only the asked config has changed.
    void showPasses();
    void showHeadline();
    void toggleCurrent();

    PassesModel* m_model;
    QTableView* m_table;
    QLabel* m_headline;
};

} // namespace batchscope
