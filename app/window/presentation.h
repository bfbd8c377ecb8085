// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture for a projector: text of at least 1/30 of the height, also of a comparison and of a lesson beside it, a
// thin scrubber, a blank screen and a pointer; Left and Right turn the pages. It changes how these are drawn and undoes
// that exactly; what is hidden around it is the business of WindowPages.
#pragma once

#include <QElapsedTimer>
#include <QFont>
#include <QObject>
#include <QTimer>

#include <map>
#include <memory>

class QKeyEvent;
class QWidget;

namespace batchscope {

class MainWindow;

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
    /// A dot where the mouse is, until this is called again; while the key is down where it is held.
    void togglePointer();
    [[nodiscard]] bool isPointing() const;

    static constexpr int kTextShare = 30; ///< the height of the window over that of text, at most

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Cover;

    [[nodiscard]] QWidgetList enlarged() const;
    void enlarge();
    void followRelease(const QKeyEvent& event);
    [[nodiscard]] bool turnsPage(const QKeyEvent& event);

    MainWindow& m_window;
    bool m_isOn = false;
    void setLessonText(int pixels);

    std::map<QWidget*, QFont> m_fonts; // as they were
    std::unique_ptr<Cover> m_cover;    // over the window, while it is on
    QTimer m_follow;                   // the mouse
    QElapsedTimer m_pointing;          // since the dot was asked for
};

} // namespace batchscope
