// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/module_watch.h"

#include "core/nets/user_net.h"
#include "views/session/session.h"

#include <QFileInfo>

#include <chrono>

namespace batchscope {

namespace {

constexpr std::chrono::milliseconds kWritingTakes{400};

} // namespace

ModuleWatch::ModuleWatch(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    m_settled.setSingleShot(true);
    m_settled.setInterval(kWritingTakes);
    connect(&m_session, &Session::configChanged, this, &ModuleWatch::followConfig);
    connect(&m_files, &QFileSystemWatcher::fileChanged, &m_settled, qOverload<>(&QTimer::start));
    connect(&m_settled, &QTimer::timeout, this, &ModuleWatch::watchAgain);
    followConfig();
}

void ModuleWatch::followConfig() {
    const std::string& model = m_session.config().graph.model;
    const QStringList wanted = isModuleFile(model) ? QStringList{QString::fromStdString(model)} : QStringList();
    if (m_files.files() == wanted) {
        return;
    }
    if (!m_files.files().isEmpty()) {
        m_files.removePaths(m_files.files());
    }
    if (!wanted.isEmpty() && QFileInfo::exists(wanted.front())) {
        m_files.addPaths(wanted);
    }
}

void ModuleWatch::watchAgain() {
    followConfig();
    const std::string& model = m_session.config().graph.model;
    if (isModuleFile(model) && QFileInfo(QString::fromStdString(model)).isFile()) {
        m_session.reloadModule();
    }
}

} // namespace batchscope
