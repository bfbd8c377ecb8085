// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of bookmarks: places with notes, which are edited in the table. Activating a row goes to its place.
#pragma once

#include "views/models/live_view.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace batchscope {

class BookmarksView final : public LiveView {
    Q_OBJECT

public:
    BookmarksView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Goes to the next (previous) bookmark of the table that is in the shown graph, wrapping around at the end.
    void goOn();
    void goBack();
    /// Opens the editor for the note of this bookmark.
    void editNote(std::size_t index);

protected:
    void catchUp(const Changes& changes) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Column { Place, Note };

    void showAll();
    void goTo(int row);
    void goBy(int step);
    void removeCurrent();
    [[nodiscard]] QString placeOf(std::size_t index) const;

    QLabel* m_state;
    QTableWidget* m_table;
    QPushButton* m_remove;
    bool m_isShowing = false; // the program, not the user, changes items
};

} // namespace batchscope
