// SPDX-License-Identifier: GPL-3.0-or-later
//
// Watches the file of the user's module that is the net: when it is saved again, the session shows what is in it now.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace batchscope {

class Session;

class ModuleWatch final : public QObject {
    Q_OBJECT

public:
    /// The session must outlive it.
    explicit ModuleWatch(Session& session, QObject* parent = nullptr);

private:
    void followConfig();
    /// Programs that save by renaming end the watch of the file.
    void watchAgain();

    Session& m_session;
    QFileSystemWatcher m_files;
    QTimer m_settled; // until whoever writes it is done
};

} // namespace batchscope
