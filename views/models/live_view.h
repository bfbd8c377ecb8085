// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of all views. A view shows the current state immediately, follows Session and Playback, does nothing while
// hidden, and catches up when shown. Signals that arrive together are delivered as one set of changes, after all of the
// signals, so that a view never sees a new cursor with an old snapshot.
//
// A derived class builds its widgets in its constructor and fills them only in `catchUp`; in the first call, when the
// view is shown, every change is set.
#pragma once

#include "views/session/playback.h"
#include "views/session/session.h"

#include <QWidget>

namespace batchscope {

class LiveView : public QWidget {
    Q_OBJECT

public:
    LiveView(Session& session, Playback& playback, QWidget* parent);

protected:
    /// The changes since the last call of catchUp.
    struct Changes {
        Parts parts;
        bool step = false;
        bool selection = false;
        bool bench = false; ///< also set when the session becomes busy or idle
        bool look = false;  ///< palette, font or language
    };

    virtual void catchUp(const Changes& changes) = 0;

    [[nodiscard]] Session& session() const { return m_session; }
    [[nodiscard]] Playback& playback() const { return m_playback; }
    /// The snapshot of the session; never null.
    [[nodiscard]] const Snapshot& snapshot() const { return *m_session.snapshot(); }
    /// The batch that playback shows as current; invalid outside the batches.
    [[nodiscard]] BatchId presentBatch() const;
    /// Selects the batch and moves to the moment after it.
    void goToBatch(BatchId batch);

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void noteParts(Parts parts);
    void note(bool Changes::*change);
    void wake();
    void deliver();

    Session& m_session;
    Playback& m_playback;
    Changes m_changes;
    bool m_awake = false; // deliver() is queued
};

} // namespace batchscope
