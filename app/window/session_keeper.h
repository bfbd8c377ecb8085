// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sessions as files (core/records/session_document.h): saved and opened by the user, and kept by itself, so that a
// crash loses nothing. A window that runs interactively writes what it shows every kAutosaveEvery into a file named
// after its process; closing it removes the file. A start that finds the file of a process that is gone offers it.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/base/result.h"
#include "core/records/session_document.h"
#endif

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
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

    /// Begins to keep this window's session in the folder, and offers what a crash left there.
    void keepIn(const QString& folder);
    /// Writes it, where there is something to keep. A timer calls it every kAutosaveEvery.
    void keepNow();
    /// The session ends in order: nothing is left. After preserve() it stays, for the next start.
    void release();
    void preserve() { m_isPreserved = true; }

    /// Sessions in the folder whose process is gone, the newest first.
    [[nodiscard]] static QStringList leftIn(const QString& folder);

private:
    [[nodiscard]] std::optional<SavedSession> present() const;
    [[nodiscard]] Status offer(const QString& path);
    void follow();
    void returnTo(const SavedSession& saved);
    void showSchedule();

    MainWindow& m_window;
    std::optional<SavedSession> m_awaited; ///< opened, and not shown yet
    QString m_file;                        ///< of this process; empty: nothing is kept
    std::string m_written;                 ///< the text that is in it
    QString m_restored;                    ///< left by a crash, opened, and not shown yet
    bool m_isPreserved = false;
    QTimer m_timer;
};

} // namespace batchscope
