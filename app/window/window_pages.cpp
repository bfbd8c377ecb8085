// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: the welcome page, the workspace, and the presentation, which shows nothing but the picture; which panels
// are remembered and which commands are enabled.
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/panels.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/commands/command_registry.h"
#include "views/session/playback.h"
#include "views/welcome/welcome_view.h"

#include <QDir>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>

#include <utility>

namespace batchscope {

namespace {

/// Commands that need a picture to move in, and those that need trees only.
const QStringList& movingCommands() {
    static const QStringList kIds =
        QStringLiteral("play pause step-forward step-back level-forward level-back first last stage-forward stage-back "
                       "node-forward node-back play-backward")
            .split(u' ');
    return kIds;
}
const QStringList& treeCommands() {
    static const QStringList kIds =
        QStringLiteral(
            "reload export-picture export-animation copy-picture measure fit focus-selection zoom-in zoom-out "
            "find find-next find-previous find-tree go-to view-back view-forward clear-selection welcome")
            .split(u' ');
    return kIds;
}

} // namespace

/// Without a picture keys that move in it do nothing, rather than fail with a message.
void MainWindow::enableCommands() {
    const Snapshot& snapshot = *m_session.snapshot();
    const bool isOpen = snapshot.treebank != nullptr && m_page == Page::Workspace;
    for (const QString& id : treeCommands()) {
        m_commands->action(id)->setEnabled(isOpen);
    }
    for (const QString& id : movingCommands()) {
        m_commands->action(id)->setEnabled(isOpen && snapshot.storyboard != nullptr);
    }
}

/// The files as they were asked for: a folder is one.
QString MainWindow::openNames() const {
    constexpr qsizetype kMostNames = 3;
    QStringList names;
    for (const std::string& file : m_session.snapshot()->config.files) {
        names.append(QDir(QString::fromStdString(file)).dirName());
    }
    const QString others = names.size() > kMostNames ? tr(" and %1 more").arg(names.size() - kMostNames) : QString();
    return names.mid(0, kMostNames).join(QStringLiteral(", ")) % others;
}

void MainWindow::hideAround() {
    m_modelBar->hide();
    m_toolBar->hide();
    for (QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        dock->hide();
    }
}

void MainWindow::enterWorkspace() {
    if (m_page == Page::Workspace) {
        return;
    }
    endPresentation(); // of the welcome page
    m_page = Page::Workspace;
    m_pages->setCurrentIndex(1);
    m_toolBar->show();
    m_modelBar->show();
    if (m_firstLayout.isEmpty()) {
        showPanels(*this);
        m_firstLayout = saveState(Settings::kVersion);
        m_docks = m_settings.layout().docks;
    }
    restoreState(m_docks, Settings::kVersion); // false, and nothing done, for what is no layout
    m_canvas->setFocus();
    emit pageChanged();
}

void MainWindow::showWelcome() {
    if (m_page != Page::Workspace) {
        return;
    }
    endPresentation();
    m_playback.pause();
    m_docks = saveState(Settings::kVersion);
    m_page = Page::Welcome;
    m_staysOnWelcome = true;
    hideAround();
    m_welcome->setBack(openNames());
    m_pages->setCurrentIndex(0);
    m_welcome->setFocus();
    setWindowTitle(tr("Batchscope"));
    enableCommands();
    emit pageChanged();
}

void MainWindow::leaveWelcome() {
    m_staysOnWelcome = false;
    enterWorkspace();
    setWindowTitle(openNames() % tr(" — Batchscope"));
    enableCommands();
}

void MainWindow::resetPanels() {
    if (m_page == Page::Workspace) {
        restoreState(m_firstLayout, Settings::kVersion);
    }
}

/// Behind the welcome page all panels are hidden, also where it is what a presentation began with.
QByteArray MainWindow::docksToRemember() const {
    if (m_page == Page::Welcome) {
        return m_firstLayout.isEmpty() ? m_settings.layout().docks : m_docks;
    }
    return m_beforePresentation ? m_beforePresentation->docks : saveState(Settings::kVersion);
}

void MainWindow::togglePresentation() {
    m_beforePresentation ? endPresentation() : startPresentation();
}

/// The picture with its caption and the transport, on the whole screen.
void MainWindow::startPresentation() {
    m_beforePresentation = Frame{saveGeometry(), saveState(Settings::kVersion), windowState()};
    hideAround();
    menuBar()->hide();
    statusBar()->hide();
    m_message->setShown(MessageBar::Shown::ErrorsOnly);
    setWindowState(windowState() | Qt::WindowFullScreen);
    m_commands->action(QStringLiteral("full-screen"))->setChecked(true);
    if (m_page == Page::Workspace) {
        m_canvas->setFocus();
    }
}

void MainWindow::endPresentation() {
    const std::optional<Frame> before = std::exchange(m_beforePresentation, std::nullopt);
    m_commands->action(QStringLiteral("full-screen"))->setChecked(false);
    if (!before) {
        return;
    }
    menuBar()->show();
    statusBar()->show();
    m_message->setShown(MessageBar::Shown::All);
    setWindowState(before->state);
    if (m_page == Page::Workspace) {
        restoreState(before->docks, Settings::kVersion);
        // Sizes are shares of the window, which has its own size only when the desktop has given it back.
        QTimer::singleShot(kSettleMs, this, [this, docks = before->docks] {
            if (!m_beforePresentation && m_page == Page::Workspace) {
                restoreState(docks, Settings::kVersion);
            }
        });
    }
}

/// Esc ends a presentation, unless it closes the line that searches.
bool MainWindow::takesEscape(const QKeyEvent& event) const {
    const auto* line = m_canvas->findChild<QWidget*>(QStringLiteral("find-bar"));
    return m_beforePresentation && event.key() == Qt::Key_Escape && event.modifiers() == Qt::NoModifier &&
           (line == nullptr || !line->isVisible());
}

} // namespace batchscope
