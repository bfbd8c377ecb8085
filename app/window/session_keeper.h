// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saves and opens sessions as files (core/records/session_document.h), and saves the current one automatically, so that
// a crash loses nothing. An interactive window writes its session every kAutosaveEvery to a file named after its
// process; closing the window removes it. At start, the file of a process that has gone is offered.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 cannot parse <concepts>, which the core's headers include
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

    /// Config error if nothing is open; Io errors.
    Status save(const QString& path);
    /// Applies the saved choices; moment and selection follow when the trees are shown. Fails like readSession().
    Status open(const QString& path);

    /// True while a schedule of the opened session is being read.
    [[nodiscard]] bool isReading() const { return m_lane.isOpen(); }

    /// Starts saving this window's session in the folder, and offers a session that a crash left there.
    void keepIn(const QString& folder);
    /// Saves the session before returning, if anything is open.
    void keepNow();
    /// Like keepNow(), but on another thread, so that a busy disk does not block the window. A timer calls it every
    /// kAutosaveEvery.
    void keepSoon();
    /// Ends the session normally, which removes its file. After preserve(), the file stays for the next start.
    void release();
    void preserve() { m_isPreserved = true; }

    /// Session files in the folder whose process no longer runs, newest first.
    [[nodiscard]] static QStringList leftIn(const QString& folder);

private:
    /// The open session. Its schedule is not text yet, since that takes longer than a frame for a large graph.
    struct Present {
        SavedSession session;
        std::shared_ptr<const OpGraph> graph;
        std::shared_ptr<const Schedule> given; ///< shown instead of the policy's; null: none

        [[nodiscard]] SavedSession withSchedule() const;
        /// Returns the session as text. Writes it to `file` unless it equals `written`.
        [[nodiscard]] Result<std::string> write(const std::string& written, const std::string& file) const;
    };

    [[nodiscard]] std::optional<Present> present() const;
    [[nodiscard]] Status offer(const QString& path);
    void follow();
    void returnTo(const SavedSession& saved);
    void askForSchedule();

    MainWindow& m_window;
    std::optional<SavedSession> m_awaited; ///< opened but not yet shown
    QString m_file;                        ///< file of this process; empty: nothing is saved
    std::string m_written;                 ///< the text that m_file holds or soon will
    QString m_restored;                    ///< left by a crash and opened, but not yet shown
    bool m_isPreserved = false;
    QTimer m_timer;
    ViewLane m_lane;                     ///< lanes are last: their jobs may still run during destruction
    std::unique_ptr<ViewLane> m_keeping; ///< writes m_file; reset() waits for it
};

} // namespace batchscope
