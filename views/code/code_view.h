// SPDX-License-Identifier: GPL-3.0-or-later
//
// The algorithm next to its picture. At the top, the folding program for the current choices, with the current line
// marked and its real values; clicking a line, or pressing Enter on it, goes to the next moment when it runs. Below,
// the body of the op that runs or is selected.
#pragma once

#include "views/models/live_view.h"

#include <memory>

class QLabel;
class QListView;
class QModelIndex;
class QSplitter;
class QTabBar;

namespace batchscope {

class OpPage;
class ProgramModel;

class CodeView final : public LiveView {
    Q_OBJECT

public:
    CodeView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Small, because the program scrolls and the picture shrinks.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeProgram();
    void showProgram();
    /// Called for every frame while time moves; repaints only what changed.
    void followTime();
    void showNotes();
    void showOp();
    void goTo(const QModelIndex& line);
    /// Places program and body side by side or stacked if there is space for both, otherwise on two tabs.
    void arrange();
    void shareHeight();

    ProgramModel* m_model;
    QListView* m_list;
    QLabel* m_meaning;
    OpPage* m_page;
    QTabBar* m_tabs;
    QSplitter* m_splitter;
    bool m_ownShares = false;                // the user moved the splitter
    std::shared_ptr<const Schedule> m_shown; // the schedule whose program is shown
};

} // namespace batchscope
