// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/timing_view.h"

#include "views/models/table_look.h"
#include "views/models/words.h"
#include "views/plots/bench_form.h"
#include "views/plots/bench_model.h"
#include "views/plots/timing_plot.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QStringList>
#include <QTableView>

namespace batchscope {

TimingView::TimingView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_form(new BenchForm(this)), m_plot(new TimingPlot(this)),
      m_model(new BenchModel(this)), m_table(new QTableView(this)), m_empty(new QLabel(this)),
      m_context(new QLabel(this)), m_stack(new QStackedWidget(this)), m_splitter(new QSplitter(Qt::Horizontal, this)) {
    buildTable();
    arrange();
    connect(m_form, &BenchForm::measureAsked, this, &TimingView::measure);
    connect(m_form, &BenchForm::cancelAsked, &session, &Session::cancel);
    connect(&session, &Session::progressChanged, this, [this](const QString& stage, qulonglong done, qulonglong total) {
        if (isVisible() && this->session().benchRunning()) {
            m_form->setProgress(stage, done, total);
        }
    });
    connect(&session, &Session::failed, this, [this](const QString& message) {
        if (m_running) { // still the state before: ours was the request that failed
            QMetaObject::invokeMethod(
                this, [this, message] { m_form->setMessage(message, BenchForm::Tone::Warning); }, Qt::QueuedConnection);
        }
    });
}

void TimingView::buildTable() {
    QSortFilterProxyModel* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(m_model);
    proxy->setSortRole(BenchModel::kSortRole);
    m_table->setModel(proxy);
    m_table->setAccessibleName(tr("Measured times"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // in order of measurement
    m_table->setMinimumWidth(220);
    m_table->setMinimumHeight(90);
}

void TimingView::arrange() {
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_context->setContentsMargins(10, 0, 10, 4);
    m_context->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_context->setAccessibleName(tr("What the times were measured on"));
    m_context->installEventFilter(this);
    m_plot->setMinimumSize(220, 140);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_plot);
    QWidget* picture = new QWidget(this);
    picture->setBackgroundRole(QPalette::Base); // as the plot's own
    picture->setAutoFillBackground(true);
    QVBoxLayout* column = new QVBoxLayout(picture);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_stack, 1);
    column->addWidget(m_context);
    m_splitter->addWidget(picture);
    m_splitter->addWidget(m_table);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    m_row = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    m_row->addWidget(m_form);
    m_row->addWidget(m_splitter, 1);
}

void TimingView::resizeEvent(QResizeEvent* event) {
    LiveView::resizeEvent(event);
    constexpr int kFormWidth = 280;
    constexpr int kBesides = 640; // room for form and plot side by side
    constexpr int kAllBesides = 980;
    const bool wide = width() >= kBesides;
    m_row->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_form->setMaximumWidth(wide ? kFormWidth : QWIDGETSIZE_MAX);
    const Qt::Orientation orientation = width() >= kAllBesides ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != orientation) {
        m_splitter->setOrientation(orientation);
    }
}

void TimingView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->setTheme(themeOf(*this));
    }
    if (changes.bench || changes.look) {
        showReport();
    }
    if (changes.bench || changes.look || changes.parts.has(Part::Treebank)) {
        showState();
    }
}

void TimingView::measure() {
    BenchConfig base;
    base.graph = session().config().graph;
    base.graph.trees.end = TreeRange().end; // the pool: all trees from the first shown one on
    base.seed = session().config().seed;
    if (const std::optional<BenchConfig> config = m_form->config(base)) {
        session().startBench(*config);
    }
}

void TimingView::showState() {
    m_running = session().benchRunning();
    m_form->setState(m_running             ? BenchForm::State::Running
                     : snapshot().treebank ? BenchForm::State::Ready
                                           : BenchForm::State::NoTrees);
    if (m_running) {
        return;
    }
    const BenchReport* report = session().bench().get();
    if (report != nullptr && !report->notes.empty()) {
        QStringList notes;
        for (const std::string& note : report->notes) {
            notes << QString::fromStdString(note);
        }
        m_form->setMessage(notes.join(QChar(u'\n')), BenchForm::Tone::Plain);
    }
}

void TimingView::showReport() {
    const std::shared_ptr<const BenchReport>& report = session().bench();
    m_model->setReport(report);
    fitColumns(*m_table);
    m_plot->setReport(report);
    const bool measured = report && !report->results.empty();
    m_stack->setCurrentWidget(measured ? static_cast<QWidget*>(m_plot) : m_empty);
    m_context->setVisible(measured);
    const QString muted = QStringLiteral("<span style=\"color:%1\">%2</span>").arg(themeOf(*this).mutedText.name());
    if (!measured) {
        m_empty->setText(
            session().benchRunning()
                ? muted.arg(tr("Warming up. The first point appears as soon as it is measured."))
                : tr("<b>What does folding buy?</b><br>") +
                      muted.arg(
                          tr("Measure draws the time of a step against the number of trees that run together, "
                             "regular (node by node) beside folded (in batches), with the speed-up at each point.")));
        return;
    }
    showContext();
}

/// One line: cut where it does not fit, whole in the tool tip.
void TimingView::showContext() {
    const BenchReport* report = session().bench().get();
    if (report == nullptr) {
        return;
    }
    const BenchContext& context = report->context;
    const QString threads = context.threads == 1 ? tr("1 thread") : tr("%1 threads").arg(context.threads);
    const QString text = tr("%1 · %2 · LibTorch %3 · %4 · %5 · seed %6")
                             .arg(QString::fromStdString(context.cpu), threads, QString::fromStdString(context.torch),
                                  QString::fromStdString(context.build), QString::fromStdString(context.blas))
                             .arg(context.seed);
    QPalette palette = this->palette();
    palette.setColor(QPalette::Text, themeOf(*this).mutedText); // the role of what stands on Base
    m_context->setPalette(palette);
    m_context->setToolTip(text);
    const QMargins margins = m_context->contentsMargins();
    m_context->setText(
        fontMetrics().elidedText(text, Qt::ElideRight, m_context->width() - margins.left() - margins.right()));
}

bool TimingView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_context && event->type() == QEvent::Resize) {
        showContext();
    }
    return LiveView::eventFilter(watched, event);
}

} // namespace batchscope
