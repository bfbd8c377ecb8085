// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls of the animation in one row, as in a media player: play, step and scrub. Playback owns the time.
#pragma once

#include "views/session/playback.h"
#include "views/session/session.h"

#include <QColor>
#include <QIcon>
#include <QWidget>

#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace batchscope {

// The icons of a media player, drawn instead of loaded, so that they have the color of the theme at any resolution.

enum class TransportSign { First, Back, Play, Pause, Forward, Last };

[[nodiscard]] QIcon transportIcon(TransportSign sign, const QColor& colour, const QColor& disabled);

class Scrubber;

class TransportView final : public QWidget {
    Q_OBJECT

public:
    TransportView(Session& session, Playback& playback, QWidget* parent = nullptr);

    enum class Shown {
        All,
        Scrubber, ///< the scrubber alone: for a presentation, which is steered by keys
    };
    void setShown(Shown shown);

    /// The speed slider's position (0 … kSpeedSteps) for a speed in stops a second, and back; logarithmic.
    static constexpr int kSpeedSteps = 230;
    [[nodiscard]] static int sliderFromSpeed(double stopsPerSecond);
    [[nodiscard]] static double speedFromSlider(int position);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addButton(const QString& name, const QString& tip, TransportSign sign);
    void buildSpeed();
    void refreshIcons();
    void refreshState();
    void refreshLabel();
    void refreshSpeed();

    struct Button {
        QToolButton* widget;
        TransportSign sign;
    };

    Session& m_session;
    Playback& m_playback;
    std::vector<Button> m_buttons;
    QToolButton* m_play = nullptr;
    QSlider* m_speed = nullptr;
    QLabel* m_speedText = nullptr;
    QLabel* m_step = nullptr;
    Scrubber* m_scrubber = nullptr;
};

} // namespace batchscope
