// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/canvas_view.h"

#include "core/base/text.h"
#include "views/canvas/canvas_accessible.h"
#include "views/canvas/find_bar.h"
#include "views/canvas/scene_painter.h"
#include "views/canvas/top_strip.h"
#include "views/session/node_finder.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace batchscope {

namespace {

constexpr double kZoomStep = 1.25;
constexpr int kSettleMs = 140;
constexpr std::size_t kManyNodes = 5000;

Box seenBy(const Camera& camera, const QRectF& canvas) {
    const double margin = Scene::kSightMargin * camera.scale;
    return camera.toWorld(canvas.adjusted(-margin, -margin, margin, margin));
}

bool isSmallPart(const Box& seen, const Box& all) {
    constexpr float kMostOfAll = 0.3F;
    return seen.width * seen.height < kMostOfAll * all.width * all.height;
}

} // namespace

CanvasView::CanvasView(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback) {
    installCanvasAccessibility(); // before anything asks about this object
    m_findBar = new FindBar(session, playback, this);
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Canvas"));
    setAccessibleDescription(tr("Picture of the computation graph: source trees, level lanes and batches. "
                                "The tables of nodes and steps say the same in text."));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connect(&session, &Session::snapshotChanged, this, [this](Parts parts) {
        if (parts.has(Part::Treebank) || parts.has(Part::Graph) || parts.has(Part::Schedule)) {
            adoptSnapshot();
        } else if (parts.any()) { // the picture stays where it is
            m_model.adoptResults(*m_session.snapshot());
            update();
        }
    });
    connect(&session, &Session::busyChanged, this, qOverload<>(&QWidget::update));
    connect(&playback, &Playback::timeChanged, this, &CanvasView::adoptTime);
    connect(&playback, &Playback::stepChanged, this, &CanvasView::describe);
    connect(&playback, &Playback::selectionChanged, this, qOverload<>(&QWidget::update));
    connectSearch();
    adoptSnapshot();
}

void CanvasView::adoptSnapshot() {
    m_model = SceneModel(*m_session.snapshot(), &m_model);
    m_index.forget();
    m_twinIndex.forget();
    m_state = {}; // of the graph before; nothing may ask it about nodes of the new one
    m_hovered = NodeId();
    m_second = NodeId();
    m_reach = {};
    m_history.clear();
    m_following = true;
    adoptTime();
}

void CanvasView::describe() {
    const QString caption = captionText(m_model, m_playback.time());
    if (!caption.isEmpty()) {
        setAccessibleDescription(caption);
    }
}

void CanvasView::adoptTime() {
    m_stale = true;
    if (isVisible()) { // a hidden canvas catches up when it is shown
        m_settle.start();
        update();
    }
}

void CanvasView::refreshState() {
    if (!m_stale) {
        return;
    }
    m_stale = false;
    m_index.forget();
    m_framesOfState = 0;
    m_model.stateAt(m_playback.time(), m_state);
    m_minimapPicture.forget();
    if (m_following) {
        follow();
    }
}

/// Below the line that searches, where it is open: it must not cover what it finds.
void CanvasView::follow() {
    if (m_model.hasPicture() && !m_state.nodes.empty()) {
        const double line = m_findBar->isHidden() ? 0.0 : m_findBar->height() + 0.3 * pixelSize(font());
        m_camera = followingCamera(m_model, m_state, canvas().adjusted(0.0, line, 0.0, 0.0), font());
    }
}

void CanvasView::fitAll() {
    m_following = true;
    m_stale = true;
    noteView();
    update();
}

void CanvasView::showBox(const Box& world, double greatestScale) {
    m_following = false;
    m_camera =
        Camera::fitted(world, pictureArea(canvas(), font(), legendRows(m_model, canvas(), font())), greatestScale);
    noteView();
    update();
}

void CanvasView::focusSelection() {
    refreshState();
    const Focus& focus = m_playback.focus();
    if (focus == m_aroundOf && focus.node.valid()) { // pressed again: more of it
        m_around = m_around == Around::Neighbours ? Around::Below
                   : m_around == Around::Below    ? Around::Tree
                                                  : Around::Neighbours;
    } else {
        m_around = Around::Neighbours;
    }
    m_aroundOf = focus;
    if (const std::optional<Box> box = focusBox(m_model, m_state, focus, m_around)) {
        showBox(*box);
    } else {
        fitAll();
    }
}

void CanvasView::zoomBy(QPointF pixel, double factor) {
    if (!m_model.hasPicture()) {
        return;
    }
    refreshState();
    m_following = false;
    // From all of it in one dot to one node over the whole window: beyond, every picture is the same.
    const auto longest = static_cast<double>(std::max(m_state.view.width, m_state.view.height));
    const double least = std::min(1.0 / std::max(longest, 1.0), m_camera.scale);
    const double greatest = std::max(2.0 * std::max(canvas().width(), canvas().height()), m_camera.scale);
    m_camera = m_camera.zoomedAt(pixel, std::clamp(factor * m_camera.scale, least, greatest) / m_camera.scale);
    m_settle.start();
    noteView();
    update();
}

void CanvasView::zoomIn() {
    zoomBy(canvas().center(), kZoomStep);
}

void CanvasView::zoomOut() {
    zoomBy(canvas().center(), 1.0 / kZoomStep);
}

/// What is in sight, where it is so little of all that finding it is less work than looking at all. An index of edges
/// takes as long as one frame without, so it is built when the same moment is shown a second time.
void CanvasView::findInSight(SceneOptions& options) {
    constexpr std::size_t kFewNodes = 2000;
    ++m_framesOfState;
    if (m_state.nodes.size() < kFewNodes) {
        return;
    }
    if (const Box seen = seenBy(m_camera, canvas()); isSmallPart(seen, m_state.view)) {
        m_index.nodesIn(m_model, m_state, seen, m_sight.nodes);
        options.nodesInSight = &m_sight.nodes;
        if (m_framesOfState > 1 && SceneIndex::knowsEdges(m_state)) {
            m_index.edgesIn(m_model, m_state, seen, m_sight.edges);
            options.edgesInSight = &m_sight.edges;
        }
    }
    if (m_state.folded <= 0.0F) {
        return;
    }
    const Box seen = seenBy(twinCamera(m_model, m_camera), canvas());
    if (m_framesOfState > 1 && isSmallPart(seen, m_model.twin().view)) {
        m_twinIndex.nodesIn(m_model, m_model.twin(), seen, m_twinSight.nodes);
        m_twinIndex.edgesIn(m_model, m_model.twin(), seen, m_twinSight.edges);
        options.twinNodesInSight = &m_twinSight.nodes;
        options.twinEdgesInSight = &m_twinSight.edges;
    }
}

void CanvasView::draw(QPainter& painter) {
    const bool moving = (m_settle.isActive() || m_drag != Drag::None) && m_state.nodes.size() > kManyNodes;
    SceneOptions options{moving ? Motion::Moving : Motion::Rest, m_hovered, captionText(m_model, m_playback.time())};
    options.second = m_second;
    findInSight(options);
    addMarks(options);
    const Scene scene{m_model, m_state, m_playback.focus(), themeOf(*this), m_camera, canvas(), font(), options};
    paintScene(painter, scene);
}

void CanvasView::paintEmpty(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    QString title = tr("No trees yet");
    QString advice = tr("Open a treebank, or drop a file here, to see its trees fold into batches.");
    const auto& treebank = m_model.snapshot().treebank;
    if (m_session.busy()) {
        title = tr("Building the graph…");
        advice = tr("The picture appears as soon as the first stage is done.");
    } else if (treebank && !treebank->trees.empty()) {
        title = tr("%1 trees read; this net cannot take them as they are")
                    .arg(QString::fromStdString(withThousands(treebank->trees.size())));
        advice = tr("The message above says why. Choose another net in the toolbar, or change how the trees are read "
                    "under Options there.");
    }
    QFont large = font();
    large.setPixelSize(static_cast<int>(pixelSize(font()) * 1.5));
    const double line = QFontMetricsF(large).height();
    const QRectF middle = canvas().adjusted(line, 0, -line, 0);
    const QRectF above(middle.left(), middle.top(), middle.width(), middle.height() / 2.0);
    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(above, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, title);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    painter.drawText(above.translated(0, above.height() + line * 0.4),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, advice);
}

void CanvasView::paintEvent(QPaintEvent* /*event*/) {
    refreshState();
    QPainter painter(this);
    if (m_model.hasPicture()) {
        draw(painter);
        paintZoomBox(painter);
        return;
    }
    painter.fillRect(rect(), themeOf(*this).canvas);
    paintEmpty(painter);
}

void CanvasView::resizeEvent(QResizeEvent* event) {
    if (m_following) {
        m_stale = true;
    } else {
        m_camera.viewport = pictureArea(canvas(), font(), legendRows(m_model, canvas(), font()));
    }
    placeFindBar();
    QWidget::resizeEvent(event);
}

void CanvasView::showEvent(QShowEvent* event) {
    m_stale = true;
    QWidget::showEvent(event);
}

void CanvasView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange) {
        m_stale = true;
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace batchscope
