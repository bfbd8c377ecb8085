// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sessions as files (core/records/session_document.h): saved and opened by the user, and kept by itself, so that a
// crash loses nothing. A window that runs interactively writes what it shows every kAutosaveEvery into a file named
// after its process; closing it removes the file. A start that finds the file of a process that is gone offers it.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/base/result.h"
#include "core/records/session_document.h"
#include "views/session/lanes.h"
#endif

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace batchscope {

class MainWindow;

class SessionKeeper final : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::seconds kAutosaveEvery{30};

    explicit SessionKeeper(MainWindow& window);

    /// Config error where nothing is open; Io errors.
    Status save(const QString& path);
    /// Asks for all that it holds; moment and selection follow when the trees are shown. Errors as readSession.
    Status open(const QString& path);

    /// Whether a schedule of the session that was opened is still to be shown.
    [[nodiscard]] bool isReading() const { return m_lane.isOpen(); }

    /// Begins to keep this window's session in the folder, and offers what a crash left there.
    void keepIn(const QString& folder);
    /// Writes it before it returns, where there is something to keep.
    void keepNow();
    /// Like keepNow(), but on another thread, so that a busy disk does not block the window. A timer calls it every
    /// kAutosaveEvery.
    void keepSoon();
    /// The session ends in order: nothing is left. After preserve() it stays, for the next start.
    void release();
    void preserve() { m_isPreserved = true; }

    /// Sessions in the folder whose process is gone, the newest first.
    [[nodiscard]] static QStringList leftIn(const QString& folder);

private:
    /// What is open; the text of its schedule is still to be made, which takes longer than a frame for a large graph.
    struct Present {
        SavedSession session;
        std::shared_ptr<const OpGraph> graph;
        std::shared_ptr<const Schedule> given; ///< shown in place of the policy's; null: none

        [[nodiscard]] SavedSession withSchedule() const;
        /// Its text; into the file, unless that is what was `written` there.
        [[nodiscard]] Result<std::string> write(const std::string& written, const std::string& file) const;
    };

    [[nodiscard]] std::optional<Present> present() const;
    [[nodiscard]] Status offer(const QString& path);
    void follow();
    void returnTo(const SavedSession& saved);
    void askForSchedule();

    MainWindow& m_window;
    std::optional<SavedSession> m_awaited; ///< opened, and not shown yet
    QString m_file;                        ///< of this process; empty: nothing is kept
    std::string m_written;                 ///< the text that is in it or soon will be
    QString m_restored;                    ///< left by a crash, opened, and not shown yet
    bool m_isPreserved = false;
    QTimer m_timer;
    ViewLane m_lane;                     ///< last, as the next one: their jobs may still run while this goes
    std::unique_ptr<ViewLane> m_keeping; ///< writes m_file; reset() waits for it
};

} // namespace batchscope
