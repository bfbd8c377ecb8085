// SPDX-License-Identifier: GPL-3.0-or-later
//
// The main window arranges the views, and owns the commands, the messages (WindowMessages) and the pages (WindowPages).
// It computes nothing and treats panels as rows of a table. The session and the playback must outlive it.
#pragma once

#include "app/window/settings.h"
#include "app/window/window_messages.h"
#include "core/session/snapshot.h"

#include <QMainWindow>

#include <memory>
#include <optional>

class QDockWidget;

namespace batchscope {

class CanvasView;
class CommandRegistry;
class Playback;
class Session;
class SessionKeeper;
class SplitView;
class WelcomeView;
class WindowMessages;
class WindowPages;

class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// Scripted: the window must not ask questions, because no user would answer.
    enum class Mode { Interactive, Scripted };

    /// Fills the registry once the panels exist: addCommands() of app/commands, which this room cannot include.
    using AddCommands = void (*)(MainWindow& window);

    MainWindow(Session& session, Playback& playback, Settings& settings, Mode mode, AddCommands addCommands);
    ~MainWindow() override;

    [[nodiscard]] Session& session() const { return m_session; }
    [[nodiscard]] Playback& playback() const { return m_playback; }
    [[nodiscard]] Settings& settings() const { return m_settings; }
    [[nodiscard]] CommandRegistry& commands() const { return *m_commands; }
    [[nodiscard]] CanvasView& canvas() const { return *m_canvas; }
    [[nodiscard]] SplitView& split() const { return *m_split; }
    [[nodiscard]] WindowMessages& messages() const { return *m_messages; }
    [[nodiscard]] WindowPages& pages() const { return *m_pages; }
    [[nodiscard]] SessionKeeper& keeper() const { return *m_keeper; }
    [[nodiscard]] const OwnChoice& ownChoice() const { return m_choice; }
    [[nodiscard]] Mode mode() const { return m_mode; }
    /// The panel with that id, or null.
    [[nodiscard]] QDockWidget* panel(const QString& id) const;
    /// Shows the panel or tab with that id, which must exist, in front of the others in its area.
    void raisePanel(const QString& id);

    /// Opens files as one treebank, with the given trees or the first ones; or a session, a module, or saved runs.
    void openFiles(const QStringList& paths, std::optional<TreeRange> trees = std::nullopt);
    /// Opens a saved session, whatever its file name. Errors are shown above the picture.
    void openSession(const QString& path);
    void chooseTheme(ThemeChoice choice);
    /// The interface that is shown. A choice stays in effect even if the interface has no entry for it.
    [[nodiscard]] Interface interface() const { return m_settings.interface(); }
    void setInterface(Interface shown);
    /// Turns reduced motion on or off and stores that in the settings.
    void setReducedMotion(bool reduced);
    void updateRecentFiles();
    /// Writes layout and choices to the settings, like closing the window; used when a desktop session ends.
    void remember();

signals:
    void themeChosen();
    void interfaceChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeCenter();
    void makeBars();
    void connectSession();
    void followSnapshot(Parts parts);
    void followBusy();
    /// True if the file belongs to a bundled lesson or to the open lesson, rather than to the user.
    [[nodiscard]] bool isOfLesson(const QString& path) const;

    Session& m_session;
    Playback& m_playback;
    Settings& m_settings;
    Mode m_mode;
    CommandRegistry* m_commands;
    WelcomeView* m_welcome = nullptr;
    SplitView* m_split = nullptr;
    CanvasView* m_canvas = nullptr;
    // Destroyed before the window's children, which they use. The messages report to m_choice, so they go first.
    OwnChoice m_choice;
    std::unique_ptr<WindowMessages> m_messages;
    std::unique_ptr<WindowPages> m_pages;
    SessionKeeper* m_keeper = nullptr;
};

} // namespace batchscope
