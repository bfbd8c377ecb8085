// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frame around the views: it arranges them, and owns the commands, the messages (WindowMessages) and the pages
// (WindowPages). It computes nothing and knows panels only as rows of a table. The session and the playback outlive it.
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
    /// Scripted: nothing may ask a question, because nobody would answer it.
    enum class Mode { Interactive, Scripted };

    /// Fills the registry, once, when the panels exist: addCommands of app/commands, which this room does not see.
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

    /// Opens files as one treebank, with its first trees or the given ones; a saved session as what it holds.
    void openFiles(const QStringList& paths, std::optional<TreeRange> trees = std::nullopt);
    /// A saved session, whatever the file is called; what is wrong with it is told above the picture.
    void openSession(const QString& path);
    void chooseTheme(ThemeChoice choice);
    /// The interface that is shown. What is chosen stays chosen, also where the other one has no entry for it.
    [[nodiscard]] Interface interface() const { return m_settings.interface(); }
    void setInterface(Interface shown);
    /// Stored in the settings, like the theme.
    void setReducedMotion(bool reduced);
    void updateRecentFiles();
    /// Writes layout and choices to the settings, as closing does; for the end of a desktop session.
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
    [[nodiscard]] QWidget* makeCentre();
    void makeBars();
    void connectSession();
    void followSnapshot(Parts parts);
    void followBusy();
    /// A bundled lesson, or the one that is open, brought it; it is not one of the user's own files.
    [[nodiscard]] bool isOfLesson(const QString& path) const;

    Session& m_session;
    Playback& m_playback;
    Settings& m_settings;
    Mode m_mode;
    CommandRegistry* m_commands;
    WelcomeView* m_welcome = nullptr;
    SplitView* m_split = nullptr;
    CanvasView* m_canvas = nullptr;
    // Destroyed before the window's children, which they use; the choice after the messages, which report to it.
    OwnChoice m_choice;
    std::unique_ptr<WindowMessages> m_messages;
    std::unique_ptr<WindowPages> m_pages;
    SessionKeeper* m_keeper = nullptr;
};

} // namespace batchscope
