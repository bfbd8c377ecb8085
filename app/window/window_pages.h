// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls which page the window shows, the welcome page or the workspace, and the presentation: that page alone on the
// whole screen. Leaving the welcome page or a presentation restores the panels exactly. Also decides which panel layout
// is remembered, and enables commands that need open trees. The window destroys it before the widgets.
#pragma once

#include "app/window/settings.h"
#include "core/session/snapshot.h"
#include "core/session/source_layout.h"

#include <QByteArray>
#include <QFont>
#include <QObject>
#include <QSize>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>

class QKeyEvent;
class QStackedWidget;
class QWidget;

namespace batchscope {

class MainWindow;
class MessageBar;
class WelcomeView;

/// Shows the picture on a projector: text at least 1/30 of the window's height, including a comparison and a lesson, a
/// thin scrubber, a blank screen and a pointer; Left and Right turn the pages. Changes how these are drawn and undoes
/// that exactly; WindowPages hides everything around them.
class Presentation final : public QObject {
    Q_OBJECT

public:
    explicit Presentation(MainWindow& window);
    ~Presentation() override;

    [[nodiscard]] bool isOn() const { return m_isOn; }
    void begin();
    void end();

    /// Makes the screen black, or shows the picture again.
    void toggleBlank();
    [[nodiscard]] bool isBlank() const;
    /// Shows or hides a dot at the mouse.
    void togglePointer();
    [[nodiscard]] bool isPointing() const;

    static constexpr int kTextShare = 30; ///< window height divided by the least text height

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Cover;

    [[nodiscard]] QWidgetList enlarged() const;
    void enlarge();
    [[nodiscard]] bool turnsPage(const QKeyEvent& event);

    MainWindow& m_window;
    bool m_isOn = false;
    void setLessonText(int pixels);

    std::map<QWidget*, QFont> m_fonts; // fonts before begin()
    std::unique_ptr<Cover> m_cover;    // over the window, during the presentation
    QTimer m_follow;                   // moves the dot with the mouse
};

class WindowPages final : public QObject {
    Q_OBJECT

public:
    /// The stack holds the welcome page and, second, the workspace with the window's canvas. Bars and panels are looked
    /// up when they are hidden.
    WindowPages(MainWindow& window, MessageBar& bar, QStackedWidget& stack, WelcomeView& welcome);

    /// True if the workspace is shown, with panels and bars, instead of the welcome page.
    [[nodiscard]] bool isWorkspaceShown() const { return m_page == Page::Workspace; }
    /// Width over height of the canvas, in coarse steps, so that a few pixels do not change the layout.
    [[nodiscard]] float canvasAspect() const;
    /// The room for the picture in layout units if words are to be readable.
    [[nodiscard]] PictureRoom readableRoom() const;
    /// Writes geometry and panels to the settings; hidden panels as they were before they were hidden.
    void remember();

    /// Handles Session::snapshotChanged: shows the workspace if trees are open, unless the user chose the welcome page.
    void followSnapshot(Parts parts);
    /// Shows the welcome page. The trees stay open, and leaveWelcome() shows them as they were.
    void showWelcome();
    void leaveWelcome();
    /// Call when files are opened: their trees replace the welcome page.
    void expectTrees() { m_staysOnWelcome = false; }
    /// Handles Session::failed: the welcome page stays until the user asks for the previous trees.
    void keepWelcome() { m_staysOnWelcome = m_page == Page::Welcome; }
    [[nodiscard]] const Arrangements& arrangements() const { return m_arrangements; }
    void arrange(Arrangement arrangement);
    /// Ends a presentation and calls Arrangements::setInterface().
    void setInterface(Interface shown);
    /// Moves the panels of the arrangement to their initial places.
    void resetPanels();

    /// Shows the page alone on the whole screen, or restores exactly what was there. Esc also ends it.
    void togglePresentation();
    void endPresentation();
    [[nodiscard]] bool isInLesson() const;
    [[nodiscard]] Presentation& presentation() { return m_presentation; }
    /// True if this key ends a presentation.
    [[nodiscard]] bool takesEscape(const QKeyEvent& event) const;

signals:
    /// isWorkspaceShown() changed.
    void pageChanged();
    /// presentation().isOn() changed.
    void presentationChanged();

private:
    [[nodiscard]] QSize canvasSize() const;
    enum class Page { Welcome, Workspace };
    /// The state of the window before a presentation.
    struct Frame {
        QByteArray geometry;
        QByteArray docks;
        Qt::WindowStates state;
    };
    static constexpr int kSettleMs = 150; // time for the desktop to resize the window

    void enterWorkspace();
    void hideAround();
    void showTitle();
    void enableCommands();
    void startPresentation();
    [[nodiscard]] QByteArray docksToRemember() const;

    MainWindow& m_window;
    MessageBar& m_bar;
    QStackedWidget& m_stack;
    WelcomeView& m_welcome;
    Arrangements m_arrangements;
    Presentation m_presentation;
    std::optional<Frame> m_beforePresentation;
    Page m_page = Page::Welcome;
    bool m_staysOnWelcome = false; // the user went to the welcome page; only files opened there leave it
};

} // namespace batchscope
