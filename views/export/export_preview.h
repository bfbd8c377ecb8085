// SPDX-License-Identifier: GPL-3.0-or-later
//
// One frame of what would be written, drawn outside the GUI thread; the newest request wins.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/export/export_request.h"
#include "views/session/lanes.h"
#endif

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QSlider;

namespace batchscope {

class ExportPreview final : public QWidget {
    Q_OBJECT

public:
    /// `time`: the initial moment, in stops.
    explicit ExportPreview(double time, QWidget* parent = nullptr);
    ~ExportPreview() override;
    ExportPreview(const ExportPreview&) = delete;
    ExportPreview& operator=(const ExportPreview&) = delete;

    /// Shows this request soon. For a picture, the moment is time(); for an animation, the slider only previews a
    /// moment.
    void show(const ExportRequest& request);
    /// Stops working, as long as the file itself is written.
    void pause();
    [[nodiscard]] double time() const { return m_time; }

signals:
    /// The user moved the slider of a picture.
    void timeChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void start();
    void moveTo(int value);
    [[nodiscard]] QRect pictureRect() const;

    std::unique_ptr<ExportRequest> m_request;
    double m_time;
    double m_peek = 0.0; ///< where the slider is
    QImage m_image;
    QSlider* m_slider;
    QLabel* m_moment;
    QLabel* m_size;
    QTimer m_delay; // so that typing a number does not draw for each digit
    ViewLane m_lane;
};

} // namespace batchscope
