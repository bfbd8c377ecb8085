// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of breakpoints: conditions in the query language of the node search, each with its hits in the shown run. A
// line adds a breakpoint; a row can be turned off, removed, or activated to go to its next hit.
#pragma once

#include "views/models/live_view.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace batchscope {

class BreakpointsView final : public LiveView {
    Q_OBJECT

public:
    BreakpointsView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Goes to the moment right after the next (previous) hit of any enabled breakpoint; does nothing without a hit.
    void goOn();
    void goBack();

protected:
    void catchUp(const Changes& changes) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add();
    void removeCurrent();
    void goToHitOf(int row);
    void showList();
    [[nodiscard]] QString lineOf(std::size_t index) const;

    QLineEdit* m_line;
    QLabel* m_state;
    QListWidget* m_list;
    QPushButton* m_remove;
    bool m_isShowing = false; // the program, not the user, changes items
};

} // namespace batchscope
