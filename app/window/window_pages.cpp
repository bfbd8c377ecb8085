// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_pages.h"

#include "app/window/main_window.h"
#include "app/window/panels.h"
#include "app/window/window_messages.h"
#include "views/canvas/scene/scene.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_registry.h"
#include "views/lessons/lesson_page.h"
#include "views/lessons/lesson_view.h"
#include "views/session/playback.h"
#include "views/transport/transport_view.h"
#include "views/welcome/welcome_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QCoreApplication>
#include <QCursor>
#include <QDir>
#include <QDockWidget>
#include <QEvent>
#include <QFontInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace batchscope {

namespace {

constexpr std::chrono::milliseconds kFollowEvery{16};
constexpr int kDotShare = 60; // the height of the window over the dot's radius

} // namespace

/// Takes no events: the picture below stays usable.
class Presentation::Cover final : public QWidget {
public:
    explicit Cover(QWidget& window) : QWidget(&window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
        fit();
        show();
    }

    bool isBlank = false;
    bool isPointing = false;

    void fit() {
        setGeometry(parentWidget()->rect());
        raise();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        if (isBlank) {
            painter.fillRect(rect(), Qt::black);
        } else if (isPointing) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(QColor(255, 30, 30, 200));
            const double radius = static_cast<double>(height()) / kDotShare;
            painter.drawEllipse(QPointF(mapFromGlobal(QCursor::pos())), radius, radius);
        }
    }
};

Presentation::Presentation(MainWindow& window) : QObject(&window), m_window(window) {
    m_follow.setInterval(kFollowEvery);
    connect(&m_follow, &QTimer::timeout, this, [this] { m_cover->update(); });
    connect(&window.split(), &SplitView::rivalChanged, this, [this] {
        if (m_isOn) {
            enlarge();
        }
    });
}

Presentation::~Presentation() = default;

void Presentation::begin() {
    if (m_isOn) {
        return;
    }
    m_isOn = true;
    for (QWidget* widget : enlarged()) {
        m_fonts.emplace(widget, widget->font());
    }
    m_window.findChild<TransportView*>()->setShown(TransportView::Shown::Scrubber);
    m_cover = std::make_unique<Cover>(m_window);
    QCoreApplication::instance()->installEventFilter(this); // keys go to whatever has the focus
    enlarge();
}

void Presentation::end() {
    if (!m_isOn) {
        return;
    }
    m_isOn = false;
    m_follow.stop();
    QCoreApplication::instance()->removeEventFilter(this);
    m_cover.reset();
    m_window.findChild<TransportView*>()->setShown(TransportView::Shown::All);
    for (QWidget* widget : enlarged()) {
        const auto before = m_fonts.find(widget);
        widget->setFont(before == m_fonts.end() ? QFont() : before->second);
    }
    m_fonts.clear();
    setLessonText(0);
}

/// 0: as it was.
void Presentation::setLessonText(int pixels) {
    for (auto* lessons : m_window.findChildren<LessonView*>()) {
        lessons->page().setTextPixels(pixels);
    }
}

/// What holds text: both pictures, what is around them, and the lesson with its buttons.
QWidgetList Presentation::enlarged() const {
    QWidgetList widgets = m_window.split().findChildren<QWidget*>(); // under a style sheet, fonts are not inherited
    const LessonPage& page = m_window.findChild<LessonView*>()->page();
    for (auto* button : page.findChildren<QAbstractButton*>()) {
        widgets.append(button);
    }
    for (auto* label : page.findChildren<QLabel*>()) {
        widgets.append(label);
    }
    return widgets;
}

/// Also of a picture that is compared with, which may come later.
void Presentation::enlarge() {
    const int least = m_window.height() / kTextShare + 1;
    for (QWidget* widget : enlarged()) {
        QFont font = m_fonts.contains(widget) ? m_fonts.at(widget) : widget->font();
        font.setPixelSize(std::max(QFontInfo(font).pixelSize(), least));
        widget->setFont(font);
    }
    setLessonText(least);
    m_cover->fit();
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == &m_window) {
        enlarge();
    } else if (event->type() == QEvent::KeyPress && qobject_cast<CanvasView*>(watched) != nullptr) {
        return turnsPage(static_cast<const QKeyEvent&>(*event));
    }
    return QObject::eventFilter(watched, event);
}

/// Many clickers send arrows, and nobody walks from node to node in front of an audience.
bool Presentation::turnsPage(const QKeyEvent& event) {
    const bool isForward = event.key() == Qt::Key_Right;
    if (event.modifiers() != Qt::NoModifier || (!isForward && event.key() != Qt::Key_Left)) {
        return false;
    }
    m_window.commands().action(isForward ? QStringLiteral("lesson-next") : QStringLiteral("lesson-back"))->trigger();
    return true;
}

void Presentation::toggleBlank() {
    if (m_isOn) {
        m_cover->isBlank = !m_cover->isBlank;
        m_cover->fit();
        m_cover->update();
    }
}

bool Presentation::isBlank() const {
    return m_isOn && m_cover->isBlank;
}

void Presentation::togglePointer() {
    if (!m_isOn) {
        return;
    }
    m_cover->isPointing = !m_cover->isPointing;
    m_cover->isPointing ? m_follow.start() : m_follow.stop();
    m_cover->update();
}

bool Presentation::isPointing() const {
    return m_isOn && m_cover->isPointing;
}

namespace {

/// Commands that need a picture to move in, and those that need trees only.
const QStringList& movingCommands() {
    static const QStringList kIds =
        QStringLiteral("play pause step-forward step-back level-forward level-back first last stage-forward stage-back "
                       "node-forward node-back")
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

/// The files as they were asked for: a folder is one.
QString openNames(const Snapshot& snapshot) {
    constexpr qsizetype kMostNames = 3;
    QStringList names;
    for (const std::string& file : snapshot.config.files) {
        names.append(QDir(QString::fromStdString(file)).dirName());
    }
    const QString others =
        names.size() > kMostNames ? WindowPages::tr(" and %1 more").arg(names.size() - kMostNames) : QString();
    return names.mid(0, kMostNames).join(QStringLiteral(", ")) % others;
}

QList<QToolBar*> barsOf(const MainWindow& window) {
    return window.findChildren<QToolBar*>(Qt::FindDirectChildrenOnly);
}

} // namespace

WindowPages::WindowPages(MainWindow& window, MessageBar& bar, QStackedWidget& stack, WelcomeView& welcome)
    : m_window(window), m_bar(bar), m_stack(stack), m_welcome(welcome), m_arrangements(window, window.settings()),
      m_presentation(window) {}

QSize WindowPages::canvasSize() const {
    constexpr int kTransport = 46;
    const QSize panels = m_arrangements.current() == Arrangement::Story
                             ? QSize(0, kTransport)
                             : QSize(620, 320); // their initial size, while they are still hidden
    const QSize size = m_page == Page::Workspace ? m_window.canvas().size() : m_stack.size() - panels;
    return size.expandedTo({1, 1});
}

PictureRoom WindowPages::readableRoom() const {
    const QSizeF room = batchscope::readableRoom(canvasSize(), m_window.font());
    return {static_cast<float>(room.width()), static_cast<float>(room.height())};
}

float WindowPages::canvasAspect() const {
    constexpr float kStep = 0.2F;
    const float aspect = pictureAspect(canvasSize(), m_window.font());
    return std::clamp(std::round(aspect / kStep) * kStep, 0.6F, 4.0F);
}

void WindowPages::remember() {
    m_arrangements.remember(docksToRemember());
    Settings::Layout layout = m_window.settings().layout();
    layout.geometry = m_beforePresentation ? m_beforePresentation->geometry : m_window.saveGeometry();
    m_window.settings().setLayout(layout);
}

/// Behind the welcome page all panels are hidden, also where it is what a presentation began with.
QByteArray WindowPages::docksToRemember() const {
    if (m_page == Page::Welcome) {
        return {};
    }
    return m_beforePresentation ? m_beforePresentation->docks : m_window.saveState(Settings::kVersion);
}

void WindowPages::followSnapshot(Parts parts) {
    if (!m_window.session().snapshot()->treebank) {
        hideAround();
        enableCommands();
        return;
    }
    if (!m_staysOnWelcome) {
        enterWorkspace();
    }
    enableCommands();
    if (parts.has(Part::Treebank) && m_page == Page::Workspace) {
        showTitle();
    }
}

void WindowPages::enterWorkspace() {
    if (m_page == Page::Workspace) {
        return;
    }
    endPresentation(); // of the welcome page
    m_page = Page::Workspace;
    m_stack.setCurrentIndex(1);
    for (QToolBar* bar : barsOf(m_window)) {
        bar->show();
    }
    m_arrangements.show();
    m_window.canvas().setFocus();
    emit pageChanged();
}

void WindowPages::showWelcome() {
    if (m_page != Page::Workspace) {
        return;
    }
    endPresentation();
    m_window.playback().pause();
    m_arrangements.hold();
    m_page = Page::Welcome;
    m_staysOnWelcome = true;
    hideAround();
    m_welcome.setBack(openNames(*m_window.session().snapshot()));
    m_stack.setCurrentIndex(0);
    m_welcome.setFocus();
    m_window.setWindowTitle(tr("Batchscope"));
    enableCommands();
    emit pageChanged();
}

void WindowPages::leaveWelcome() {
    m_staysOnWelcome = false;
    enterWorkspace();
    showTitle();
    enableCommands();
}

void WindowPages::showTitle() {
    m_window.setWindowTitle(openNames(*m_window.session().snapshot()) % tr(" — Batchscope"));
}

/// Without a picture keys that move in it do nothing, rather than fail with a message.
void WindowPages::enableCommands() {
    const Snapshot& snapshot = *m_window.session().snapshot();
    const bool isOpen = snapshot.treebank != nullptr && m_page == Page::Workspace;
    const CommandRegistry& commands = m_window.commands();
    for (const QString& id : treeCommands()) {
        commands.action(id)->setEnabled(isOpen);
    }
    for (const QString& id : movingCommands()) {
        commands.action(id)->setEnabled(isOpen && snapshot.storyboard != nullptr);
    }
}

void WindowPages::hideAround() {
    for (QToolBar* bar : barsOf(m_window)) {
        bar->hide();
    }
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        dock->hide();
    }
}

void WindowPages::arrange(Arrangement arrangement) {
    endPresentation();
    m_arrangements.choose(arrangement);
}

void WindowPages::setInterface(Interface shown) {
    endPresentation();
    m_arrangements.setInterface(shown);
}

void WindowPages::resetPanels() {
    m_arrangements.reset();
}

void WindowPages::togglePresentation() {
    m_beforePresentation ? endPresentation() : startPresentation();
}

/// The picture with its caption and the transport, on the whole screen.
void WindowPages::startPresentation() {
    m_beforePresentation =
        Frame{m_window.saveGeometry(), m_window.saveState(Settings::kVersion), m_window.windowState()};
    hideAround();
    if (isInLesson()) { // an audience sees what is said and asked, too
        showLessonPanels(m_window, Readers::Audience);
    }
    m_window.menuBar()->hide();
    m_window.statusBar()->hide();
    m_bar.setShown(MessageBar::Shown::ErrorsOnly);
    m_window.setWindowState(m_window.windowState() | Qt::WindowFullScreen);
    m_window.commands().action(QStringLiteral("full-screen"))->setChecked(true);
    m_presentation.begin();
    if (m_page == Page::Workspace) {
        m_window.canvas().setFocus();
    }
    emit presentationChanged();
}

bool WindowPages::isInLesson() const {
    const auto* const lessons = m_window.findChild<LessonView*>();
    return m_page == Page::Workspace && lessons != nullptr && lessons->lesson() != nullptr &&
           !isLecture(*lessons->lesson()); // whose slides are the picture and its headline
}

void WindowPages::endPresentation() {
    const std::optional<Frame> before = std::exchange(m_beforePresentation, std::nullopt);
    m_window.commands().action(QStringLiteral("full-screen"))->setChecked(false);
    if (!before) {
        return;
    }
    m_presentation.end();
    emit presentationChanged();
    m_window.menuBar()->show();
    m_window.statusBar()->show();
    m_bar.setShown(MessageBar::Shown::All);
    m_window.setWindowState(before->state);
    if (m_page == Page::Workspace) {
        m_window.restoreState(before->docks, Settings::kVersion);
        // Sizes are shares of the window, which has its own size only when the desktop has given it back.
        QTimer::singleShot(kSettleMs, this, [this, docks = before->docks, arrangement = m_arrangements.current()] {
            if (!m_beforePresentation && m_page == Page::Workspace && m_arrangements.current() == arrangement) {
                m_window.restoreState(docks, Settings::kVersion);
            }
        });
    }
}

/// Esc ends a presentation, unless it closes the line that searches.
bool WindowPages::takesEscape(const QKeyEvent& event) const {
    const auto* line = m_window.canvas().findChild<QWidget*>(QStringLiteral("find-bar"));
    return m_beforePresentation && event.key() == Qt::Key_Escape && event.modifiers() == Qt::NoModifier &&
           (line == nullptr || !line->isVisible());
}

} // namespace batchscope
