// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which page the window shows, the welcome page or the workspace, and the presentation: that page alone on the whole
// screen. Leaving the welcome page or a presentation restores the panels exactly. It also knows which layout of the
// panels is remembered, and enables the commands that need open trees. The window destroys it before the widgets.
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

/// The picture for a projector: text of at least 1/30 of the height, also of a comparison and of a lesson beside it, a
/// thin scrubber, a blank screen and a pointer; Left and Right turn the pages. It changes how these are drawn and
/// undoes that exactly; what is hidden around it is the business of WindowPages.
class Presentation final : public QObject {
    Q_OBJECT

public:
    explicit Presentation(MainWindow& window);
    ~Presentation() override;

    [[nodiscard]] bool isOn() const { return m_isOn; }
    void begin();
    void end();

    /// Nothing but black, and back.
    void toggleBlank();
    [[nodiscard]] bool isBlank() const;
    /// A dot where the mouse is, until this is called again.
    void togglePointer();
    [[nodiscard]] bool isPointing() const;

    static constexpr int kTextShare = 30; ///< the height of the window over that of text, at most

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

    std::map<QWidget*, QFont> m_fonts; // as they were
    std::unique_ptr<Cover> m_cover;    // over the window, while it is on
    QTimer m_follow;                   // the mouse
};

class WindowPages final : public QObject {
    Q_OBJECT

public:
    /// The stack holds the welcome page and, second, the workspace with the window's canvas. Bars and panels are those
    /// that the window has when they are hidden.
    WindowPages(MainWindow& window, MessageBar& bar, QStackedWidget& stack, WelcomeView& welcome);

    /// Whether the picture is shown, with panels and bars, and not the welcome page.
    [[nodiscard]] bool isWorkspaceShown() const { return m_page == Page::Workspace; }
    /// Width over height of the canvas, in coarse steps, so that a few pixels more or less make no other layout.
    [[nodiscard]] float canvasAspect() const;
    /// The canvas in units, where words can be read.
    [[nodiscard]] PictureRoom readableRoom() const;
    /// Writes geometry and panels to the settings. Hidden panels are remembered as they were before.
    void remember();

    /// Session::snapshotChanged: shows the workspace when trees are open, unless the welcome page was asked for.
    void followSnapshot(Parts parts);
    /// Shows the welcome page; the open trees stay, and leaveWelcome() shows them as they were.
    void showWelcome();
    void leaveWelcome();
    /// Files were opened: their trees leave the welcome page.
    void expectTrees() { m_staysOnWelcome = false; }
    /// Session::failed: what was open before is not shown until it is asked for.
    void keepWelcome() { m_staysOnWelcome = m_page == Page::Welcome; }
    [[nodiscard]] const Arrangements& arrangements() const { return m_arrangements; }
    void arrange(Arrangement arrangement);
    /// Arrangements::setInterface.
    void setInterface(Interface shown);
    /// Puts the panels of the arrangement where they were at the first start.
    void resetPanels();

    /// The page alone, on the whole screen, and back to exactly what was there; Esc ends it, too.
    void togglePresentation();
    void endPresentation();
    [[nodiscard]] bool isInLesson() const;
    [[nodiscard]] Presentation& presentation() { return m_presentation; }
    /// Whether this key ends a presentation.
    [[nodiscard]] bool takesEscape(const QKeyEvent& event) const;

signals:
    /// isWorkspaceShown() changed.
    void pageChanged();
    /// presentation().isOn() changed.
    void presentationChanged();

private:
    [[nodiscard]] QSize canvasSize() const;
    enum class Page { Welcome, Workspace };
    /// What a presentation hides.
    struct Frame {
        QByteArray geometry;
        QByteArray docks;
        Qt::WindowStates state;
    };
    static constexpr int kSettleMs = 150; // until the desktop has given a window its size

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
    bool m_staysOnWelcome = false; // the user asked for that page: only files opened from there leave it
};

} // namespace batchscope
