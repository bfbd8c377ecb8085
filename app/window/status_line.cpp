// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status_line.h"

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/nets/trainable.h"
#include "core/trace/run_report.h"
#include "core/trace/speed_text.h"
#include "views/session/session.h"
#include "views/theme/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>
#include <chrono>

namespace batchscope {

namespace {

constexpr std::chrono::milliseconds kDelay(150);
constexpr int kBarWidth = 120;
constexpr int kScale = 1000; // of the bar: totals may exceed an int

} // namespace

BusyIndicator::BusyIndicator(Session& session, QAction* cancel, QWidget* parent)
    : QWidget(parent), m_session(session), m_stage(new QLabel(this)), m_progress(new QProgressBar(this)),
      m_cancel(new QToolButton(this)) {
    m_progress->setFixedWidth(kBarWidth);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_cancel->setDefaultAction(cancel);
    m_cancel->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_cancel->setAccessibleName(tr("Cancel"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 4, 0);
    layout->addWidget(m_stage);
    layout->addWidget(m_progress);
    layout->addWidget(m_cancel);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelay);
    connect(&m_delay, &QTimer::timeout, this, &QWidget::show);
    connect(&session, &Session::busyChanged, this, &BusyIndicator::follow);
    connect(&session, &Session::benchChanged, this, &BusyIndicator::follow);
    connect(&session, &Session::progressChanged, this, &BusyIndicator::showProgress);
    connect(&session, &Session::indexingChanged, this, &BusyIndicator::follow);
    connect(&session, &Session::indexProgressChanged, this, [this](qulonglong done, qulonglong total) {
        if (!m_session.busy() && !m_session.benchRunning()) { // what was asked for last is the more interesting
            showProgress(tr("reading the rest of the file"), done, total);
        }
    });
    hide();
    follow();
}

void BusyIndicator::follow() {
    const bool busy = m_session.busy() || m_session.benchRunning() || m_session.indexing();
    if (!busy) {
        m_delay.stop();
        hide();
    } else if (isHidden() && !m_delay.isActive()) {
        showProgress(tr("working"), 0, 0);
        m_delay.start();
    }
}

void BusyIndicator::showProgress(const QString& stage, qulonglong done, qulonglong total) {
    m_stage->setText(stage % u'…');
    m_progress->setRange(0, total == 0 ? 0 : kScale); // 0…0 shows motion without an amount
    if (total > 0) {
        m_progress->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kScale));
    }
}

namespace {

constexpr std::size_t kMostFigures = 10;

QString statusText(const char* text) {
    return QCoreApplication::translate("StatusLine", text);
}

QString counted(std::size_t value) {
    return QString::fromStdString(withThousands(value));
}

/// How the folded run compares with the regular one. `reason`: why they cannot be compared.
StatusFigure comparisonFigure(const QString& what, Verdict verdict, double error, const std::string& reason) {
    const QString difference = QString::number(error, 'g', 2);
    switch (verdict) {
    case Verdict::Equal:
        return {statusText("%1 equal").arg(what),
                statusText("The folded and regular runs give the same %1; the largest difference is %2.")
                    .arg(what, difference)};
    case Verdict::Different:
        return {statusText("%1 differ by %2").arg(what, difference),
                statusText("The folded and regular runs give different %1. Do not trust any timing until the cause is "
                           "known.")
                    .arg(what),
                true};
    case Verdict::NotComparable: break;
    }
    return {
        statusText("%1 not comparable").arg(what),
        statusText("%1. NaN and infinite values cannot be compared. Do not trust any timing until the cause is known.")
            .arg(QString::fromStdString(reason)),
        true};
}

QString written(const std::string& text) {
    return QString::fromStdString(text);
}

void addSpeed(const RunReport& report, std::vector<StatusFigure>& figures) {
    const SpeedReport& speed = *report.speed;
    const std::optional<SpeedRatio> batching = speed.batching();
    if (!batching) {
        const QString remedy = speed.runsDiffer                     ? QString()
                               : speed.verdict == SpeedVerdict::Off ? statusText(" It is under Options, Running.")
                                                                    : statusText(" Choose Run again to measure again.");
        figures.push_back({statusText("speed-up %1").arg(written(speedUpText(speed))),
                           statusText("No figure: %1.").arg(written(reasonText(speed))) % remedy, false, true});
        return;
    }
    QString meaning = statusText("Speed-up from batching with both arms on %1. Time to run: regular %2, folded %3. "
                                 "%4. Including building and scheduling: %5.")
                          .arg(written(kernelsText(speed)), written(formatSeconds(report.regular.execution())),
                               written(formatSeconds(report.folded.execution())), written(samplesText(speed)),
                               written(factorText(speed.batchingWithConstruction())));
    if (const std::string doubt = reasonText(speed); !doubt.empty()) {
        meaning += statusText(" In doubt: %1.").arg(written(doubt));
    }
    if (speed.hasEngine()) {
        meaning += statusText(" Click to see its parts.");
    }
    figures.push_back({statusText("speed-up %1").arg(written(speedUpText(speed))), meaning, false, true});
}

/// What is known of the speed-up once the values are compared.
void addSpeedSoFar(const RunReport& report, Awaited awaited, std::vector<StatusFigure>& figures) {
    if (report.speed) {
        addSpeed(report, figures);
    } else if (awaited == Awaited::Yes) {
        figures.push_back(
            {statusText("speed-up: measuring…"), statusText("The ways to run take turns, five times each or more where "
                                                            "that takes less than 20 s; the figure comes "
                                                            "with its range.")});
    } else if (report.equality) {
        figures.push_back(
            {statusText("speed-up not measured"), statusText("Canceled. Choose Run again to measure again.")});
    }
}

StatusFigure lossFigure(const OpGraph& graph, const GradientReport& gradients) {
    const QString labelled = QString::fromStdString(labelShareText(graph.labelledOutputs(), graph.outputs.size()));
    return {statusText("loss %1").arg(QString::fromStdString(numberText(gradients.foldedLoss, 5))),
            statusText("Mean cross-entropy of the scores: %1. The weights are not changed.").arg(labelled),
            !gradients.isLossFinite()};
}

} // namespace

std::vector<StatusFigure> statusFigures(const Snapshot& snapshot, Awaited awaited) {
    std::vector<StatusFigure> figures;
    if (const ScheduleMetrics* metrics = snapshot.metrics.get()) {
        const QString trees =
            metrics->trees == 1 ? statusText("1 tree") : statusText("%1 trees").arg(counted(metrics->trees));
        figures.push_back({trees, statusText("Trees in the graph.")});
        const std::size_t calls = snapshot.graph ? snapshot.graph->calls : metrics->nodes;
        figures.push_back(
            calls == metrics->nodes
                ? StatusFigure{statusText("%1 nodes").arg(counted(metrics->nodes)),
                               statusText("Calls that the net makes on these trees.")}
                : StatusFigure{
                      statusText("%1 calls, %2 after merging").arg(counted(calls), counted(metrics->nodes)),
                      statusText(
                          "Calls that the net makes on these trees, and the nodes left after merging equal calls.")});
        figures.push_back(
            {statusText("%1 node by node → %2")
                 .arg(counted(metrics->nodes), metrics->batches == 1
                                                   ? statusText("1 batch")
                                                   : statusText("%1 batches").arg(counted(metrics->batches))),
             statusText(
                 "In a regular run each node runs by itself; in a folded run all nodes of a batch run together.")});
    } else if (snapshot.treebank) {
        const std::size_t trees = snapshot.treebank->trees.size();
        figures.push_back(
            {trees == 1 ? statusText("1 tree in the file") : statusText("%1 trees in the file").arg(counted(trees)),
             {}});
    }
    if (snapshot.treebank && !snapshot.treebank->complete) {
        figures.push_back(
            {statusText("first %1 trees of the file").arg(counted(snapshot.treebank->trees.size())),
             statusText("The rest is still being read, or reading was canceled; choose Run again to read all trees.")});
    }
    if (const RunReport* report = snapshot.report.get(); report != nullptr) {
        addSpeedSoFar(*report, awaited, figures);
        if (report->equality) {
            const EqualityReport& equality = *report->equality;
            const std::string reason =
                equality.comparable() ? std::string() : notComparableReason(*snapshot.graph, equality, "values");
            figures.push_back(
                comparisonFigure(statusText("values"), verdictOf(equality), equality.maxAbsError, reason));
        }
        if (report->gradients) {
            const GradientReport& gradients = *report->gradients;
            const std::string reason =
                gradients.comparable() ? std::string() : notComparableReason(*snapshot.graph, gradients);
            figures.push_back(comparisonFigure(statusText("gradients"), verdictOf(gradients),
                                               gradients.parameters.maxAbsError, reason));
            figures.push_back(lossFigure(*snapshot.graph, gradients));
        }
    }
    return figures;
}

StatusLine::StatusLine(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 0, 0, 0);
    layout->setSpacing(18);
    for (std::size_t place = 0; place < kMostFigures; ++place) {
        m_labels.push_back(new QLabel(this));
        m_labels.back()->installEventFilter(this);
        layout->addWidget(m_labels.back());
    }
    layout->addStretch(1);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // never the reason for a wider window
    connect(&session, &Session::snapshotChanged, this, &StatusLine::refresh);
    connect(&session, &Session::busyChanged, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::setVeiled(bool veiled, bool asked) {
    m_isVeiled = veiled;
    m_isAsked = asked;
    refresh();
}

void StatusLine::refresh() {
    const std::vector<StatusFigure> figures =
        m_isVeiled
            ? std::vector<StatusFigure>{{m_isAsked ? statusText("The figures follow when the question is answered")
                                                   : QString(),
                                         {}}}
            : statusFigures(*m_session.snapshot(), m_session.busy() ? Awaited::Yes : Awaited::No);
    BATCHSCOPE_CHECK(figures.size() <= m_labels.size());
    m_speedUps.clear();
    for (std::size_t place = 0; place < m_labels.size(); ++place) {
        QLabel* label = m_labels[place];
        const StatusFigure figure = place < figures.size() ? figures[place] : StatusFigure();
        label->setText(figure.text);
        label->setToolTip(figure.meaning);
        label->setVisible(!figure.text.isEmpty());
        QPalette colours;
        if (figure.isWarning) {
            colours.setColor(QPalette::WindowText, themeOf(*this).warning);
        }
        label->setPalette(colours);
        if (figure.isSpeedUp) {
            m_speedUps.push_back(label);
            label->setCursor(Qt::PointingHandCursor);
        } else {
            label->unsetCursor();
        }
    }
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
    const bool isClick =
        event->type() == QEvent::MouseButtonRelease && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
    if (isClick && std::find(m_speedUps.begin(), m_speedUps.end(), watched) != m_speedUps.end()) {
        emit speedUpAsked();
    }
    return QWidget::eventFilter(watched, event);
}

QString StatusLine::text() const {
    QStringList parts;
    for (const QLabel* label : m_labels) {
        if (!label->text().isEmpty()) {
            parts.append(label->text());
        }
    }
    return parts.join(QStringLiteral(" · "));
}

void StatusLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace batchscope
