// SPDX-License-Identifier: GPL-3.0-or-later
//
// SIGTERM, SIGHUP and SIGINT as a Qt signal, so that a shutdown, a closed terminal and Ctrl+C save settings as a normal
// quit does. A signal handler may do almost nothing, so it writes one byte into a pipe that the event loop reads. A
// second signal ends the process immediately, so that a hanging window can still be ended; but not within a second of
// the first, because the end of a desktop session sends SIGTERM and SIGHUP together. Signals that were ignored when the
// program started (nohup) stay ignored. There is one object, which exists while the application runs.
#pragma once

#include <QObject>

class QSocketNotifier;

namespace batchscope {

class QuitSignals final : public QObject {
    Q_OBJECT

public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

signals:
    /// From the event loop, once.
    void quitRequested();

private:
    void read();

    QSocketNotifier* m_notifier = nullptr;
};

} // namespace batchscope
