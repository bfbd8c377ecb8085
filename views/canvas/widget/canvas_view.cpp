// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/canvas_view.h"

#include "core/story/cursor.h"
#include "views/canvas/paint/legend.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/scene/node_names.h"
#include "views/models/words.h"
#include "views/session/bookmark_list.h"
#include "views/session/node_finder.h"
#include "views/session/picked_trees.h"

#include <QEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kSettleMs = 140;
constexpr std::size_t kManyNodes = 5000;

/// Says in the middle of the canvas why there is no picture, and what to do.
void paintNotice(QPainter& painter, const QRectF& canvas, const QFont& font, const Theme& theme, const QString& title,
                 const QString& advice) {
    const QFont large = atSize(font, pixelSize(font) * 1.5);
    const double line = QFontMetricsF(large).height();
    const QRectF above = canvas.adjusted(line, 0, -line, -canvas.height() / 2.0);
    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(above, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, title);
    painter.setFont(font);
    painter.setPen(theme.mutedText);
    painter.drawText(above.translated(0, above.height() + line * 0.4),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, advice);
}

} // namespace

CanvasView::CanvasView(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback),
      m_sight(m_picture, playback, [this] { return space(); }), m_navigation(session, playback, m_sight),
      m_input(*this, {playback, m_sight, m_navigation}) {
    m_findBar = new FindBar(session, playback, this);
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Canvas"));
    setAccessibleDescription(tr("Picture of the computation graph: source trees, level lanes and batches. The tables "
                                "of nodes and steps contain the same information as text."));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connectSession();
    connectParts();
    adoptSnapshot();
}

void CanvasView::connectSession() {
    m_differing = differingNodes(*m_session.snapshot());
    connect(&m_session, &Session::snapshotChanged, this, [this](Parts parts) {
        m_differing = differingNodes(*m_session.snapshot());
        if (parts.has(Part::Treebank) || parts.has(Part::Graph) || parts.has(Part::Schedule)) {
            adoptSnapshot();
        } else if (parts.any()) { // all positions stay the same
            m_picture.adoptResults(*m_session.snapshot());
            update();
        }
    });
    connect(&m_session, &Session::busyChanged, this, qOverload<>(&QWidget::update));
    connect(&m_session, &Session::configChanged, this, qOverload<>(&QWidget::update));
    connect(&m_session.nodeFinder(), &NodeFinder::foundChanged, this, qOverload<>(&QWidget::update));
    connect(&m_session.bookmarks(), &BookmarkList::changed, this, qOverload<>(&QWidget::update));
    connect(&m_playback, &Playback::timeChanged, this, &CanvasView::adoptTime);
    connect(&m_playback, &Playback::stepChanged, this, [this] {
        if (const Caption caption = m_sight.caption(); !caption.empty()) {
            setAccessibleDescription(QString::fromStdString(caption.text()));
        }
    });
    connect(&m_playback, &Playback::selectionChanged, this, qOverload<>(&QWidget::update));
}

void CanvasView::connectParts() {
    connect(&m_sight, &CanvasSight::changed, this, qOverload<>(&QWidget::update));
    connect(&m_playback, &Playback::figuresHiddenChanged, this, qOverload<>(&QWidget::update));
    connect(&m_playback, &Playback::reasonsShownChanged, this, qOverload<>(&QWidget::update));
    connect(&m_playback, &Playback::playingChanged, this, qOverload<>(&QWidget::update));
    connect(&m_playback, &Playback::stepViewChanged, this, [this] {
        m_picture.expire();
        update();
    });
    connect(&m_sight, &CanvasSight::zoomed, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_sight, &CanvasSight::refreshed, this, [this] { m_minimapPicture.forget(); });
    connect(&m_navigation, &CanvasNavigation::arrived, this, [this](NodeId node) {
        const SceneModel& model = m_picture.model(); // for screen readers: the picture is a single widget
        setAccessibleDescription(nodeName(model, node) + QStringLiteral(", ") + nodePlaceText(model, node));
    });
    connect(&m_input, &CanvasInput::menuAsked, this, &CanvasView::menuAsked);
    connect(m_findBar, &FindBar::nextAsked, &m_navigation, &CanvasNavigation::findNext);
    connect(m_findBar, &FindBar::previousAsked, &m_navigation, &CanvasNavigation::findPrevious);
    connect(m_findBar, &FindBar::closed, this, [this] {
        placeFindBar();
        setFocus(Qt::OtherFocusReason);
    });
    connect(m_findBar, &FindBar::placeAsked, this, [this](const QString& place) {
        const Status gone = m_navigation.goTo(place);
        gone ? m_findBar->close() : m_findBar->showFault(QString::fromStdString(gone.error().message));
    });
    connect(m_findBar, &FindBar::resized, this, &CanvasView::placeFindBar);
}

void CanvasView::adoptSnapshot() {
    m_picture.adopt(*m_session.snapshot());
    m_navigation.forgetPlaces();
    m_sight.followAgain();
    adoptTime();
}

void CanvasView::adoptTime() {
    m_picture.expire();
    placeMoreButton();
    if (isVisible()) { // a hidden canvas catches up when it is shown
        m_settle.start();
        update();
    }
}

/// The picture is drawn below the search line if that is open, since the line must not cover what it finds.
CanvasSpace CanvasView::space() const {
    const bool hasLine = m_findBar != nullptr && !m_findBar->isHidden();
    CanvasSpace space{QRectF(rect()), font(), hasLine ? m_findBar->height() + 0.3 * pixelSize(font()) : 0.0};
    space.hasHeadline = m_hasHeadline;
    const QRectF area = pictureArea(space.canvas, space.font, 1);
    const double margin = pixelSize(font());
    space.above -= m_hasHeadline ? 0.0 : area.top() - margin;
    space.below -= m_hasLegend ? 0.0 : height() - area.bottom() - margin;
    return space;
}

void CanvasView::setLegendShown(bool isShown) {
    m_hasLegend = isShown;
    m_sight.adoptSpace();
    update();
}

void CanvasView::setHeadlineShown(bool isShown) {
    m_hasHeadline = isShown;
    m_sight.adoptSpace();
    update();
}

void CanvasView::openFindBar(FindBar::Mode mode) {
    m_findBar->open(mode);
    placeFindBar();
}

/// Places the line in its own strip above the picture, which is fitted below it: see space().
void CanvasView::placeFindBar() {
    const auto margin = static_cast<int>(std::round(pixelSize(font()) * 0.7));
    m_findBar->resize(std::min(m_findBar->sizeHint().width(), width() - 2 * margin), m_findBar->sizeHint().height());
    m_findBar->move(width() - margin - m_findBar->width(), static_cast<int>(pictureArea(rect(), font(), 1).top()));
    if (m_sight.following()) { // the picture makes room for the line, or takes the room back
        m_picture.expire();
        update();
    }
}

void CanvasView::offerMoreTrees() {
    m_more = new QPushButton(this);
    m_more->setObjectName(QStringLiteral("more-trees"));
    m_more->setText(tr("Show more trees"));
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setCursor(Qt::ArrowCursor);
    m_more->hide();
    connect(m_more, &QPushButton::clicked, this, [this] {
        const TreeRange trees = m_session.config().graph.trees;
        showRange(m_session, trees.begin, 2 * (trees.end - trees.begin));
    });
    placeMoreButton();
}

bool CanvasView::hasMoreTrees() const {
    constexpr std::size_t kMost = 64; // beyond this, trees are only texture
    const Snapshot& shown = *m_session.snapshot();
    const Storyboard* const story = m_picture.model().storyboard();
    const StoryStage stage = story == nullptr ? StoryStage::Source : stageAt(*story, m_playback.time());
    if (!m_picture.model().hasPicture() || !shown.treebank->program.empty() ||
        (stage != StoryStage::Source && stage != StoryStage::Signatures)) {
        return false;
    }
    const GraphOptions& options = shown.config.graph;
    return options.picked.empty() && options.trees.end < shown.treebank->trees.size() &&
           2 * (options.trees.end - options.trees.begin) <= kMost;
}

/// Places the button in the lower right corner, beside the legend, or above the legend if that is long.
void CanvasView::placeMoreButton() {
    if (m_more == nullptr) {
        return;
    }
    const auto margin = static_cast<int>(std::round(pixelSize(font()) * 0.7));
    m_more->adjustSize();
    const bool isShown = hasMoreTrees();
    if (isShown) {
        const QRectF legend = legendBox(m_picture.model(), m_picture.state().stage, QRectF(rect()), font());
        const int left = width() - margin - m_more->width();
        const bool isBeside = legend.right() + margin < left;
        m_more->move(left, isBeside ? static_cast<int>(legend.center().y()) - m_more->height() / 2
                                    : static_cast<int>(legend.top()) - margin - m_more->height());
    }
    m_more->setVisible(isShown);
}

std::vector<BookmarkedPlace> CanvasView::bookmarkedPlaces() const {
    std::vector<BookmarkedPlace> places;
    const BookmarkList& bookmarks = m_session.bookmarks();
    for (std::size_t index = 0; index < bookmarks.all().size(); ++index) {
        if (const NodeId node = bookmarks.nodes()[index]; node.valid() && m_picture.hasNode(node)) {
            const bool isStep = bookmarks.all()[index].of == Bookmark::Of::Step;
            places.push_back({node, isStep ? bookmarks.stepOf(index) : BatchId()});
        }
    }
    return places;
}

void CanvasView::draw(QPainter& painter) {
    const bool moving = (m_settle.isActive() || m_sight.hand() == CanvasSight::Hand::Holding) &&
                        m_picture.state().nodes.size() > kManyNodes;
    const QRectF canvas(rect());
    SceneOptions options{moving ? Motion::Moving : Motion::Rest};
    options.nodeLabels = m_session.config().nodeLabels;
    options.hasFigures = !m_playback.figuresHidden() && m_hasLegend;
    options.caption = m_sight.caption();
    options.reason = m_sight.reasonLayer();
    m_picture.findInSight(m_sight.camera(), canvas, options);
    const NodeFinder& finder = m_session.nodeFinder();
    if (finder.searches() && (finder.found().empty() || m_picture.hasNode(finder.found().back()))) {
        options.found = &finder.found();
    }
    if (!m_sight.marked().empty() && m_picture.hasNode(m_sight.marked().back())) {
        options.marked = &m_sight.marked();
    }
    if (!m_differing.nodes.empty() && m_picture.hasNode(m_differing.nodes.back())) {
        options.differing = &m_differing;
    }
    const std::vector<BookmarkedPlace> bookmarks = bookmarkedPlaces();
    options.bookmarks = &bookmarks;
    options.minimap = &m_minimapPicture;
    const Scene scene{m_picture.model(),
                      m_picture.state(),
                      m_playback.focus(),
                      themeOf(*this),
                      m_sight.camera(),
                      canvas,
                      font(),
                      options};
    paintScene(painter, scene);
}

void CanvasView::paintEvent(QPaintEvent* /*event*/) {
    m_sight.refresh();
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    if (!m_picture.model().hasPicture()) {
        painter.fillRect(rect(), theme.canvas);
        const auto notice = [&](const QString& title, const QString& advice) {
            paintNotice(painter, QRectF(rect()), font(), theme, title, advice);
        };
        const std::size_t trees = m_session.snapshot()->treebank ? m_session.snapshot()->treebank->trees.size() : 0;
        if (m_session.busy()) {
            notice(tr("Building the graph…"), tr("The picture appears as soon as the first stage has finished."));
        } else if (trees > 0) {
            notice(tr("%1 trees read; this net cannot take them as they are").arg(countText(trees)),
                   tr("The message above says why. Choose another net in the toolbar, or change how trees are read in "
                      "its Options menu."));
        } else {
            notice(tr("No trees yet"), tr("Open a treebank, or drop a file here, to see its trees fold into batches."));
        }
        return;
    }
    draw(painter);
}

bool CanvasView::event(QEvent* event) {
    if (event->type() == QEvent::Show) {
        m_picture.expire();
    }
    return m_input.handle(*event) || QWidget::event(event);
}

void CanvasView::resizeEvent(QResizeEvent* event) {
    m_sight.adoptSpace();
    placeFindBar();
    placeMoreButton();
    QWidget::resizeEvent(event);
}

void CanvasView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange) {
        m_picture.expire();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace batchscope
