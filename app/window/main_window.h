// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frame around the views: it arranges them, owns the commands, and shows messages. It computes nothing and knows
// panels only as rows of a table. The session and the playback outlive it.
#pragma once

#include "app/window/settings.h"
#include "core/session/snapshot.h"

#include <QMainWindow>

#include <optional>
#include <string>

class QDockWidget;
class QKeyEvent;
class QStackedWidget;
class QToolBar;

namespace batchscope {

class CanvasView;
class CommandRegistry;
class MessageBar;
class Playback;
class Session;
class SplitView;
class WelcomeView;

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
    [[nodiscard]] Mode mode() const { return m_mode; }
    /// The panel with that id, or null.
    [[nodiscard]] QDockWidget* panel(const QString& id) const;
    /// Shows the panel with that id, which must exist, in front of the others in its area.
    void raisePanel(const QString& id) const;

    /// Opens files as one treebank, with its first trees or the given ones.
    void openFiles(const QStringList& paths, std::optional<TreeRange> trees = std::nullopt);
    void showError(const QString& message);
    void dismissMessage();
    /// The message above the canvas; empty when there is none.
    [[nodiscard]] QString message() const;
    void chooseTheme(ThemeChoice choice);
    /// Stored in the settings, like the theme.
    void setReducedMotion(bool reduced);
    [[nodiscard]] bool reducedMotion() const;
    /// The session's config with the net, the binarization and the training that the user chose, where the open trees
    /// need others or cannot be trained on: what the next file begins with, and what is remembered.
    [[nodiscard]] SessionConfig chosenConfig() const;
    void updateRecentFiles();
    void resetPanels();
    /// Shows the welcome page; the open trees stay, and leaveWelcome() shows them as they were.
    void showWelcome();
    void leaveWelcome();
    /// Whether the picture is shown, with panels and bars, and not the welcome page.
    [[nodiscard]] bool isWorkspaceShown() const { return m_page == Page::Workspace; }
    /// The picture with caption and transport on the whole screen, and back to exactly what was there; Esc ends it,
    /// too.
    void togglePresentation();
    /// Writes layout and choices to the settings, as closing does; for the end of a desktop session.
    void remember();

signals:
    void themeChosen();
    /// isWorkspaceShown() changed.
    void pageChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Page { Welcome, Workspace };
    /// What a presentation hides.
    struct Frame {
        QByteArray geometry;
        QByteArray docks;
        Qt::WindowStates state;
    };
    static constexpr int kSettleMs = 150; // until the desktop has given a window its size

    [[nodiscard]] QWidget* makeCentre();
    void makeBars();
    void connectSession();
    void followSnapshot(Parts parts);
    void followBusy();
    void followEnd(bool busy);
    void followSweep();
    void showFailure(const QString& message);
    void showNotice(const QString& message);
    void showTrainingEnded(const QString& message);
    void followChoice(Parts parts);
    void showDiagnostics(const Treebank& bank);
    void enterWorkspace();
    void enableCommands();
    [[nodiscard]] QString openNames() const;
    void hideAround();
    [[nodiscard]] QByteArray docksToRemember() const;
    void startPresentation();
    void endPresentation();
    [[nodiscard]] bool takesEscape(const QKeyEvent& event) const;
    [[nodiscard]] float canvasAspect() const;

    Session& m_session;
    Playback& m_playback;
    Settings& m_settings;
    Mode m_mode;
    CommandRegistry* m_commands;
    QStackedWidget* m_pages = nullptr;
    MessageBar* m_message = nullptr;
    WelcomeView* m_welcome = nullptr;
    SplitView* m_split = nullptr;
    CanvasView* m_canvas = nullptr;
    QToolBar* m_toolBar = nullptr;
    QToolBar* m_modelBar = nullptr;
    QByteArray m_firstLayout; // of the panels as made, for resetPanels; empty before they were shown
    QByteArray m_docks;       // the layout of the panels while they are hidden behind the welcome page
    Page m_page = Page::Welcome;
    bool m_staysOnWelcome = false; // the user asked for that page: only files opened from there leave it
    std::optional<Frame> m_beforePresentation;
    GraphOptions m_asked;                 // when the open files were read: what the user had chosen
    GraphOptions m_noticed;               // net and binarization that the present notice is about
    std::optional<GraphOptions> m_chosen; // the user's own, while those are shown
    bool m_trainsNext = false;            // the user chose training, which these trees do not allow
    bool m_errorIsOld = false;            // it was shown before the present run began
};

} // namespace batchscope
