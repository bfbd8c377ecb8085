// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls of the animation in one row, as in a media player: play, step and scrub. Playback owns the time.
#pragma once

#include "views/session/playback.h"
#include "views/session/session.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QSlider;

namespace batchscope {

class Scrubber;

class TransportView final : public QWidget {
    Q_OBJECT

public:
    TransportView(Session& session, Playback& playback, QWidget* parent = nullptr);

    struct Buttons {
        QAction* first;
        QAction* back;
        QAction* play;
        QAction* pause; ///< in the place of `play`, while it plays
        QAction* forward;
        QAction* last;
    };
    /// The commands of the buttons, once.
    void setButtons(const Buttons& buttons);

    enum class Shown {
        All,
        Scrubber, ///< the scrubber alone: for a presentation, which is steered by keys
    };
    void setShown(Shown shown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refreshLabel();
    void refreshSpeed();

    Session& m_session;
    Playback& m_playback;
    QHBoxLayout* m_buttons;
    QSlider* m_speed;
    QLabel* m_speedText;
    QLabel* m_step;
    Scrubber* m_scrubber;
};

} // namespace batchscope
