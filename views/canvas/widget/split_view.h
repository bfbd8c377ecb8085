// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two ways to run the same trees, side by side on one clock: regular and folded, two policies, cells and primitives.
// The right canvas has its own session, which starts with what the left one has read. It is created on first use and
// runs when the left one has finished.
#pragma once

#include "views/canvas/widget/canvas_view.h"
#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/race.h"
#endif

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QSplitter;

namespace batchscope {

class EndCard;

class SplitView final : public QWidget {
    Q_OBJECT

public:
    SplitView(Session& session, Playback& playback, QWidget* parent = nullptr);
    ~SplitView() override;

    /// The left canvas, which is always there.
    [[nodiscard]] CanvasView& canvas() const { return *m_canvas; }
    [[nodiscard]] EndCard& endCard() const { return *m_endCard; }
    /// The right one; null while there is none.
    [[nodiscard]] CanvasView* otherCanvas() const;

    /// What can be compared with: "none", every policy's name, "cell", "primitive".
    [[nodiscard]] static QStringList rivals();
    /// Config error for a name that is none of them.
    [[nodiscard]] Status compareWith(const QString& rival);
    [[nodiscard]] const QString& rival() const { return m_rival; }
    void setClock(CompareClock clock);
    /// What is said below both pictures; empty while there is one.
    [[nodiscard]] QString result() const;
    /// The canvas that keys and menus refer to: the right one while it has the focus, otherwise the left one.
    [[nodiscard]] CanvasView& canvasInUse() const;
    /// Whether the right side is still being computed.
    [[nodiscard]] bool busy() const;

signals:
    void rivalChanged();
    /// The right side cannot be had; one line or more.
    void failed(const QString& message);
    /// As CanvasView::menuAsked, from either side. On the right it is for what the left side has, too, and has selected
    /// by now: a node of the same graph, or the tree of a node of another one; for a batch it is that of nothing.
    void menuAsked(const batchscope::Hit& on, const QPoint& globalPlace);

private:
    struct Other;
    /// What stands around one picture: above it the name of the side with its controls, and its figures; below it how
    /// far it is, with its stopwatch. All of it belongs to `whole`.
    struct Frame {
        QWidget* whole = nullptr;
        QWidget* header = nullptr;
        QHBoxLayout* controls = nullptr;
        QLabel* title = nullptr;
        QLabel* facts = nullptr;
        QWidget* footer = nullptr;
        QProgressBar* progress = nullptr;
        QLabel* told = nullptr; ///< the progress in words
    };
    [[nodiscard]] Frame framed(QWidget* picture);
    void openOther();
    void closeOther();
    void requestOther();
    void addControls();
    void followTime();
    void followEnd();
    void followSelection();
    [[nodiscard]] Hit onBothSides(const Focus& focus) const;
    void adoptOtherSelection();
    void askOtherMenu(const Hit& on, const QPoint& globalPlace);
    void markDifferences();
    void writeHeaders();
    void showRace();

    Session& m_session;
    Playback& m_playback;
    QString m_rival = QStringLiteral("none");
    CompareClock m_clock = CompareClock::Measured;
    QSplitter* m_splitter;
    CanvasView* m_canvas;
    EndCard* m_endCard = nullptr;
    Frame m_own;
    Frame m_otherFrame; // empty while there is no right side
    QLabel* m_result = nullptr;
    QComboBox* m_rivalBox = nullptr;
    QComboBox* m_clockBox = nullptr;
    std::unique_ptr<Other> m_other;                  // before nothing else: its canvas lives in the splitter
    std::shared_ptr<const Schedule> m_otherSchedule; // that the right side has adopted
    bool m_following = false;                        // a selection is being passed on
};

} // namespace batchscope
