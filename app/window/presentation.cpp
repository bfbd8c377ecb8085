// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/presentation.h"

#include "app/window/main_window.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_registry.h"
#include "views/lessons/lesson_page.h"
#include "views/lessons/lesson_view.h"
#include "views/transport/transport_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QCoreApplication>
#include <QCursor>
#include <QEvent>
#include <QFontInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <chrono>

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
    } else if (event->type() == QEvent::KeyRelease) {
        followRelease(static_cast<const QKeyEvent&>(*event));
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

/// L that was held long enough to point with ends pointing when it is let go; a short press leaves the dot.
void Presentation::followRelease(const QKeyEvent& event) {
    constexpr std::chrono::milliseconds kHeld{400};
    if (event.isAutoRepeat() || event.key() != Qt::Key_L) {
        return;
    }
    if (isPointing() && m_pointing.isValid() && m_pointing.elapsed() >= kHeld.count()) {
        togglePointer();
    }
    m_pointing.invalidate();
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
    m_pointing.start();
    m_cover->update();
}

bool Presentation::isPointing() const {
    return m_isOn && m_cover->isPointing;
}

} // namespace batchscope
