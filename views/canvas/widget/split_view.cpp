// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/split_view.h"

#include "core/graph/lower.h"
#include "core/schedule/policy.h"
#include "core/session/race.h"
#include "views/canvas/widget/end_card.h"
#include "views/models/words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

bool isGranularity(const QString& name) {
    const auto names = enumNames<Granularity>();
    return std::find(names.begin(), names.end(), name.toStdString()) != names.end();
}

/// The title of a rival in lists: policies have their own titles.
QString titleOf(const QString& rival) {
    const auto policy = findPolicy(rival.toStdString());
    return policy ? QString::fromUtf8((*policy)->title()) : rival;
}

/// The title of a side: its policy and granularity.
QString titleOf(const Snapshot& snapshot) {
    return titleOf(QString::fromStdString(snapshot.config.policy)) + QStringLiteral(" · ") +
           toText(enumName(snapshot.config.graph.granularity));
}

/// The number of batches, and the median time of several runs; a single run would be read as a comparison.
QString factsOf(const Snapshot& snapshot, const Snapshot& other) {
    if (!snapshot.schedule) {
        return {};
    }
    const std::size_t batches = snapshot.schedule->batchCount();
    QString facts = batches == 1 ? SplitView::tr("1 batch") : SplitView::tr("%1 batches").arg(countText(batches));
    if (const auto time = sideTime(snapshot, other); time && time->runs > 1) {
        facts += SplitView::tr(" · median %1").arg(QString::fromStdString(formatSeconds(time->seconds)));
    }
    return facts;
}

/// Emphasizes the first line, which is the one to remember.
QString resultHtml(const QString& text) {
    const qsizetype end = text.indexOf(u'\n');
    return QStringLiteral("<span style=\"font-size: x-large; font-weight: 600\">%1</span>")
               .arg(text.left(end).toHtmlEscaped()) +
           (end < 0 ? QString() : QStringLiteral("<br>") + text.mid(end + 1).toHtmlEscaped());
}

/// One line that ends in an ellipsis if it does not fit; the tooltip has the whole line.
class FactsLabel final : public QLabel {
public:
    explicit FactsLabel(QWidget* parent) : QLabel(parent) {
        setTextFormat(Qt::PlainText);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
    }
};

} // namespace

struct SplitView::Other {
    explicit Other(Lanes& lanes) : session(lanes), playback(session), canvas(new CanvasView(session, playback)) {
        canvas->setAccessibleName(SplitView::tr("Compared picture"));
    }
    ~Other() { delete side; } // before its session is destroyed
    Other(const Other&) = delete;
    Other& operator=(const Other&) = delete;

    Session session;
    Playback playback;
    CanvasView* canvas;
    QWidget* side = nullptr;
};

SplitView::Frame SplitView::framed(QWidget* picture) {
    constexpr int kProgressSteps = 1000;
    Frame frame;
    frame.whole = new QWidget(m_splitter);
    frame.header = new QWidget(frame.whole);
    frame.title = new QLabel(frame.header);
    frame.facts = new FactsLabel(frame.header);
    frame.footer = new QWidget(frame.whole);
    frame.progress = new QProgressBar(frame.footer);
    frame.told = new QLabel(frame.footer);
    QFont bold = font();
    bold.setBold(true);
    frame.title->setFont(bold);
    frame.title->setTextFormat(Qt::PlainText);
    frame.facts->setObjectName(QStringLiteral("split-facts"));
    frame.progress->setRange(0, kProgressSteps);
    frame.progress->setTextVisible(false);
    frame.told->setObjectName(QStringLiteral("split-progress"));
    auto* header = new QVBoxLayout(frame.header);
    header->setContentsMargins(10, 2, 4, 2);
    header->setSpacing(0);
    frame.controls = new QHBoxLayout;
    frame.controls->addWidget(frame.title);
    frame.controls->addStretch(1);
    header->addLayout(frame.controls);
    header->addWidget(frame.facts);
    auto* footer = new QVBoxLayout(frame.footer);
    footer->setContentsMargins(8, 2, 8, 2);
    footer->setSpacing(2);
    footer->addWidget(frame.progress);
    footer->addWidget(frame.told);
    auto* column = new QVBoxLayout(frame.whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(frame.header);
    column->addWidget(picture, 1);
    column->addWidget(frame.footer);
    m_splitter->addWidget(frame.whole);
    return frame;
}

SplitView::SplitView(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback), m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_canvas(new CanvasView(session, playback)) {
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_splitter, 1);
    m_result = new QLabel(this);
    m_result->setAlignment(Qt::AlignCenter);
    m_result->setWordWrap(true);
    m_result->setContentsMargins(8, 2, 8, 6);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setMinimumHeight(3 * fontMetrics().lineSpacing() + 8); // so that the pictures do not jump
    m_result->setAccessibleName(tr("Result of the race"));
    m_result->hide();
    whole->addWidget(m_result);
    m_splitter->setChildrenCollapsible(false);
    m_own = framed(m_canvas);
    m_own.header->hide();
    m_own.footer->hide();
    m_endCard = new EndCard(session, playback, m_canvas);
    connect(m_canvas, &CanvasView::menuAsked, this, &SplitView::menuAsked);
    connect(&session, &Session::snapshotChanged, this, [this](Parts parts) {
        if (m_other && (parts.has(Part::Treebank) || parts.has(Part::Graph) || parts.has(Part::Schedule))) {
            markDifferences();
        }
        followEnd();
        writeHeaders();
    });
    connect(&session, &Session::busyChanged, this, [this](bool isBusy) {
        if (!m_other) {
            return;
        }
        if (isBusy) { // the other side works on outdated data, and this side would wait for it
            m_other->session.cancel();
        } else { // the other side starts from what this side has
            requestOther();
        }
        writeHeaders();
    });
    connect(&session, &Session::benchChanged, this, &SplitView::writeHeaders);
    connect(&playback, &Playback::timeChanged, this, &SplitView::followTime);
    connect(&playback, &Playback::selectionChanged, this, &SplitView::followSelection);
}

SplitView::~SplitView() = default;

CanvasView* SplitView::otherCanvas() const {
    return m_other ? m_other->canvas : nullptr;
}

CanvasView& SplitView::canvasInUse() const {
    return m_other && m_other->canvas->hasFocus() ? *m_other->canvas : *m_canvas;
}

bool SplitView::busy() const {
    return m_other && (m_other->session.busy() || m_session.busy());
}

QStringList SplitView::rivals() {
    QStringList names{QStringLiteral("none")};
    for (const Policy* policy : policies()) {
        names.append(QString::fromStdString(std::string(policy->name())));
    }
    for (const std::string_view name : enumNames<Granularity>()) {
        names.append(toText(name));
    }
    return names;
}

Status SplitView::compareWith(const QString& rival) {
    if (!rivals().contains(rival)) {
        return Error{ErrorCode::Config, "cannot compare with \"" + rival.toStdString() + "\"; expected " +
                                            rivals().join(QStringLiteral(", ")).toStdString()};
    }
    if (rival == m_rival) {
        return Ok{};
    }
    m_rival = rival;
    rival == QStringLiteral("none") ? closeOther() : openOther();
    emit rivalChanged();
    return Ok{};
}

void SplitView::addControls() {
    m_rivalBox = new QComboBox(m_otherFrame.header);
    m_rivalBox->setAccessibleName(tr("Compare with"));
    for (const QString& name : rivals().mid(1)) {
        m_rivalBox->addItem(titleOf(name), name);
    }
    auto* close = new QToolButton(m_otherFrame.header);
    close->setAutoRaise(true);
    close->setText(QStringLiteral("×"));
    close->setAccessibleName(tr("Stop comparing"));
    close->setToolTip(close->accessibleName());
    m_otherFrame.controls->insertWidget(1, m_rivalBox);
    m_otherFrame.controls->addWidget(close);
    for (QWidget* control : std::initializer_list<QWidget*>{m_rivalBox, close}) {
        control->show(); // the header is visible already, and its height must include them
    }
    connect(m_rivalBox, &QComboBox::activated, this,
            [this](int index) { (void)compareWith(m_rivalBox->itemData(index).toString()); });
    connect(
        close, &QToolButton::clicked, this, [this] { (void)compareWith(QStringLiteral("none")); },
        Qt::QueuedConnection); // the button is deleted, too
}

void SplitView::openOther() {
    if (!m_other) {
        m_other = std::make_unique<Other>(m_session.lanes());
        m_otherFrame = framed(m_other->canvas);
        m_other->side = m_otherFrame.whole;
        m_otherFrame.title->hide(); // the combo box shows its name
        addControls();
        m_playback.setRacing(true);
        m_endCard->setComparing(true);
        m_other->playback.setRacing(true);
        m_other->playback.setReasonsShown(m_playback.reasonsShown());
        connect(&m_playback, &Playback::playingChanged, &m_other->playback, &Playback::setLed);
        connect(&m_playback, &Playback::reasonsShownChanged, &m_other->playback,
                [this] { m_other->playback.setReasonsShown(m_playback.reasonsShown()); });
        connect(&m_other->session, &Session::snapshotChanged, this, [this] {
            m_otherSchedule = m_other->session.snapshot()->schedule;
            followEnd();
            followSelection();
            markDifferences();
            writeHeaders();
        });
        connect(&m_other->session, &Session::busyChanged, this, &SplitView::writeHeaders);
        connect(&m_other->session, &Session::failed, this, &SplitView::failed);
        connect(m_other->canvas, &CanvasView::menuAsked, this, &SplitView::askOtherMenu);
        connect(&m_other->playback, &Playback::selectionChanged, this, &SplitView::adoptOtherSelection);
        followEnd();
        const int half = std::max(width() / 2, 1);
        m_splitter->setSizes({half, half});
    }
    m_rivalBox->setCurrentIndex(m_rivalBox->findData(m_rival));
    m_own.header->show();
    m_own.footer->show();
    m_result->show();
    writeHeaders();
    if (!m_session.busy()) {
        requestOther();
    }
}

void SplitView::closeOther() {
    m_other.reset();
    m_otherSchedule.reset();
    m_otherFrame = {};
    m_rivalBox = nullptr;
    m_own.header->hide();
    m_own.footer->hide();
    m_result->hide();
    m_canvas->sight().setMarked({});
    m_playback.setRacing(false);
    m_playback.setRaceClock({});
    m_endCard->setComparing(false);
    m_playback.setOvertime({});
}

void SplitView::requestOther() {
    if (!m_session.snapshot()->schedule) {
        return;
    }
    SessionConfig config = m_session.snapshot()->config;
    if (isGranularity(m_rival)) {
        config.graph.granularity = *parseEnum<Granularity>(m_rival.toStdString());
    } else {
        config.policy = m_rival.toStdString();
        config.given.reset();
    }
    m_other->session.follow(m_session, config);
}

void SplitView::followTime() {
    if (!m_other) {
        return;
    }
    const Snapshot& own = *m_session.snapshot();
    const Snapshot& other = *m_other->session.snapshot();
    if (own.storyboard && other.storyboard) {
        m_other->playback.seek(otherTime(own, other, m_playback.time()));
    }
    showRace();
}

QString SplitView::result() const {
    return m_other ? m_result->text() : QString();
}

/// Shows the progress of both sides. The result appears when both have finished; before, it would give the race away.
void SplitView::showRace() {
    const Snapshot& own = *m_session.snapshot();
    const Snapshot& other = *m_other->session.snapshot();
    if (!own.storyboard || !other.storyboard || m_other->session.busy() || m_session.busy()) {
        for (const Frame* side : {&m_own, &m_otherFrame}) {
            side->told->clear();
            side->progress->setValue(0);
        }
        m_result->clear();
        return;
    }
    const SideProgress here = progressAt(own, other, m_playback.time());
    const SideProgress there = progressAt(other, own, m_other->playback.time());
    // Bars of both sides are in proportion to their times.
    const auto tell = [](const Frame& side, const SideProgress& progress, double length, const auto& time) {
        side.told->setText(QString::fromStdString(progressText(progress)));
        side.progress->setValue(static_cast<int>(progress.share * length * side.progress->maximum()));
        side.progress->setAccessibleName(side.told->text());
        side.footer->setToolTip(QString::fromStdString(timesText(time)));
    };
    tell(m_own, here, lengthInRace(own, other), sideTime(own, other));
    tell(m_otherFrame, there, lengthInRace(other, own), sideTime(other, own));
    m_result->setText(here.isDone && there.isDone ? resultHtml(QString::fromStdString(raceText(own, other)))
                                                  : QString());
}

/// Extends the time beyond the end of the left story if the right side is slower.
void SplitView::followEnd() {
    if (!m_other) {
        return;
    }
    const Snapshot& own = *m_session.snapshot();
    const Snapshot& other = *m_other->session.snapshot();
    if (own.storyboard && other.storyboard) {
        const double stops = overtimeOf(own, other);
        m_playback.setOvertime({stops, clockOf(other), other.storyboard->end() - stops});
        m_playback.setRaceClock(raceClock(own, other, stops));
    }
    followTime();
}

/// Nodes have the same ids on both sides as long as the graph is the same; trees always do. Batches differ.
Hit SplitView::onBothSides(const Focus& focus) const {
    const bool isSameGraph = m_other->session.snapshot()->graph == m_session.snapshot()->graph;
    return focus.node.valid() && isSameGraph ? Hit{focus.node, {}, {}} : Hit{{}, {}, focus.tree};
}

void SplitView::followSelection() {
    if (!m_other || m_following) {
        return;
    }
    m_following = true;
    m_other->canvas->sight().select(onBothSides(m_playback.focus()));
    m_following = false;
}

void SplitView::adoptOtherSelection() {
    // Between a new snapshot and its first frame, it is not the user who selects.
    const bool isNew = m_other->session.snapshot()->schedule != m_otherSchedule;
    if (m_following || isNew) {
        return;
    }
    m_following = true;
    if (const Hit hit = onBothSides(m_other->playback.focus()); hit.any()) {
        m_canvas->sight().select(hit);
    }
    m_following = false;
}

/// The commands of the menu act on the left selection, which may still differ, for example a node of the tree that is
/// selected on the right. For a batch, which the left side does not have, the hit is empty.
void SplitView::askOtherMenu(const Hit& on, const QPoint& globalPlace) {
    const Hit hit = on.any() ? onBothSides(m_other->playback.focus()) : Hit();
    if (hit.any()) {
        adoptOtherSelection();
    }
    emit menuAsked(hit, globalPlace);
}

/// Marks the nodes that are batched differently. Against node by node everything differs, which says nothing.
void SplitView::markDifferences() {
    const Snapshot& own = *m_session.snapshot();
    const Snapshot& other = *m_other->session.snapshot();
    std::vector<NodeId> differing;
    const auto folds = [](const Snapshot& snapshot) {
        return snapshot.schedule && snapshot.schedule->batchCount() < snapshot.graph->size();
    };
    if (own.graph && own.graph == other.graph && folds(own) && folds(other)) {
        differing = batchedOtherwise(*own.schedule, *other.schedule);
    }
    m_canvas->sight().setMarked(differing);
    m_other->canvas->sight().setMarked(std::move(differing));
}

void SplitView::writeHeaders() {
    if (!m_other) {
        return;
    }
    const std::size_t marked = m_canvas->sight().marked().size();
    m_own.title->setText(titleOf(*m_session.snapshot()));
    QString own = factsOf(*m_session.snapshot(), *m_other->session.snapshot());
    if (marked > 0) {
        own += tr(" · %1 nodes in batches that differ").arg(countText(marked));
    }
    m_own.facts->setText(own);
    m_own.facts->setToolTip(own);
    const Session& other = m_other->session;
    const bool isPending = other.busy() || m_session.busy(); // while pending, it may still show this side's data
    const bool isMeasuring = m_session.benchRunning() && !m_session.benchWaiting();
    m_otherFrame.facts->setText(isPending && isMeasuring ? tr("waiting for measurement")
                                : isPending              ? tr("computing…")
                                                         : factsOf(*other.snapshot(), *m_session.snapshot()));
    m_otherFrame.facts->setToolTip(m_otherFrame.facts->text());
    m_own.header->setFixedHeight(m_otherFrame.header->sizeHint().height()); // aligns the tops of the pictures
    showRace();
}

} // namespace batchscope
