// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the algorithm beside its picture. Above, the program of folding as it is for the present choices, with the line
// that runs at this moment and its real values; a click on a line, or Enter, goes to its next moment. Below, the body
// of the op that runs, or that is selected.
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

    /// Small: program and picture scroll and shrink.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeProgram();
    void showProgram();
    /// Every frame while time moves: only what changed is painted.
    void followTime();
    void showNotes();
    void showOp();
    void goTo(const QModelIndex& line);
    /// Program and body beside or below each other where there is room for both, else one of them behind a tab.
    void arrange();
    void shareHeight();

    ProgramModel* m_model;
    QListView* m_list;
    QLabel* m_meaning;
    OpPage* m_page;
    QTabBar* m_tabs;
    QSplitter* m_splitter;
    bool m_ownShares = false;                // somebody moved the splitter
    std::shared_ptr<const Schedule> m_shown; // whose program the list has
};

} // namespace batchscope
