// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_preview.h"

#include "core/base/text.h"
#include "views/export/frame_painter.h"

#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kSteps = 1000; // of the slider
constexpr int kDelayMs = 150;

/// What the file holds.
QString extentText(const ExportRequest& request) {
    const QSize size = request.look.size;
    const QString pixels = ExportPreview::tr("%1 × %2 pixels").arg(size.width()).arg(size.height());
    return !request.format->isDrawn() ? QString()
           : request.format->isFilm()
               ? ExportPreview::tr("%1, %2 frames")
                     .arg(pixels, QString::fromStdString(withThousands(frameCount(request.film))))
               : pixels;
}

/// Squares, as behind every transparent picture.
void paintNothing(QPainter& painter, const QRect& area) {
    constexpr int kSide = 8;
    painter.fillRect(area, Qt::white);
    for (int y = 0; y * kSide < area.height(); ++y) {
        for (int x = y % 2; x * kSide < area.width(); x += 2) {
            painter.fillRect(QRect(area.left() + x * kSide, area.top() + y * kSide, kSide, kSide).intersected(area),
                             QColor(0xDD, 0xDD, 0xDD));
        }
    }
}

} // namespace

ExportPreview::ExportPreview(double time, QWidget* parent)
    : QWidget(parent), m_time(time), m_peek(time), m_slider(new QSlider(Qt::Horizontal, this)),
      m_moment(new QLabel(tr("&Moment"), this)), m_size(new QLabel(this)), m_lane(*this) {
    setMinimumSize(380, 320);
    m_slider->setObjectName(QStringLiteral("export-moment"));
    m_slider->setAccessibleName(tr("Moment of the preview"));
    m_slider->setRange(0, kSteps);
    m_slider->setPageStep(kSteps / 20);
    m_moment->setBuddy(m_slider);
    m_size->setObjectName(QStringLiteral("export-size"));
    m_size->setAccessibleName(tr("Size"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_moment);
    line->addWidget(m_slider, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addStretch(1); // the picture is painted there
    layout->addLayout(line);
    layout->addWidget(m_size);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &ExportPreview::start);
    connect(m_slider, &QSlider::valueChanged, this, &ExportPreview::moveTo);
}

ExportPreview::~ExportPreview() = default;

void ExportPreview::show(const ExportRequest& request) {
    m_request = std::make_unique<ExportRequest>(request);
    const bool film = request.format->isFilm();
    const double end = request.snapshot.storyboard ? request.snapshot.storyboard->end() : 0.0;
    m_peek = film ? std::clamp(m_peek, request.film.begin, std::max(request.film.begin, request.film.end)) : m_time;
    const double from = film ? request.film.begin : 0.0;
    const double span = (film ? request.film.end : end) - from;
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(span > 0.0 ? qRound((m_peek - from) / span * kSteps) : 0);
    m_slider->setEnabled(request.format->isDrawn() && span > 0.0);
    m_delay.start();
}

void ExportPreview::moveTo(int value) {
    if (!m_request) {
        return;
    }
    const bool film = m_request->format->isFilm();
    const double from = film ? m_request->film.begin : 0.0;
    const double to = film ? m_request->film.end : m_request->snapshot.storyboard->end();
    m_peek = from + (to - from) * value / kSteps;
    if (!film) {
        m_time = m_peek;
        emit timeChanged();
    }
    m_delay.start();
}

void ExportPreview::pause() {
    m_delay.stop();
    m_lane.drop();
}

void ExportPreview::start() {
    ExportRequest request = *m_request;
    request.time = m_time;
    if (const Status status = checkRequest(request); !status) {
        m_lane.drop();
        m_image = QImage();
        m_size->setText(QString::fromStdString(status.error().message));
        update();
        return;
    }
    m_size->setText(extentText(request));
    const QSize room = pictureRect().size() * devicePixelRatioF();
    const double moment = request.format->isFilm() ? m_peek : m_time;
    const auto draw = [request = std::move(request), room, moment](const JobControl&) -> Result<QImage> {
        if (!request.format->isDrawn()) {
            return QImage();
        }
        QImage image = FramePainter(request.snapshot, request.look).image(moment);
        image.setDevicePixelRatio(1.0);
        return image.scaled(image.size().boundedTo(room), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    };
    m_lane.ask(draw, [this](const Result<QImage>& image) {
        m_image = image ? *image : QImage();
        update();
    });
}

QRect ExportPreview::pictureRect() const {
    constexpr int kGap = 8;
    return {0, 0, width(), std::max(16, m_slider->y() - kGap)};
}

void ExportPreview::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const QRect room = pictureRect();
    if (m_image.isNull()) {
        painter.setPen(theme.rule);
        painter.drawRect(room.adjusted(0, 0, -1, -1));
        painter.setPen(theme.mutedText);
        const bool text = m_request && !m_request->format->isDrawn();
        painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap,
                         text ? tr("DOT is text and has no preview") : tr("Nothing to show yet"));
        return;
    }
    QRect place(QPoint(0, 0), m_image.size().scaled(room.size(), Qt::KeepAspectRatio));
    place.moveCenter(room.center());
    if (m_image.hasAlphaChannel() && m_request && m_request->look.ground == Ground::Transparent) {
        paintNothing(painter, place);
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, m_image);
    painter.setPen(theme.rule);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

void ExportPreview::resizeEvent(QResizeEvent* event) {
    if (m_request) {
        m_delay.start();
    }
    QWidget::resizeEvent(event);
}

} // namespace batchscope
