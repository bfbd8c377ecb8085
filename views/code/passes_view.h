// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine derives a fast plan from the op bodies. This view shows the passes it uses, and what each of them removed.
// Turning a pass off is an experiment: the figures, the run and the picture are updated.
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

    /// Small, because the table scrolls.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The user wants to turn the pass of that name on or off.
    void toggleAsked(const QString& pass);

protected:
    void catchUp(const Changes& changes) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    void arrange();
    /// Called also when only the requested config has changed.
    void showPasses();
    void showHeadline();
    void toggleCurrent();

    PassesModel* m_model;
    QTableView* m_table;
    QLabel* m_headline;
};

} // namespace batchscope
