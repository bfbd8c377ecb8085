// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/timing_view.h"

#include "core/base/result.h"
#include "core/bench/bench.h"
#include "core/bench/cost_fit.h"
#include "core/records/bench_document.h"
#include "core/records/bench_tables.h"
#include "views/models/words.h"
#include "views/plots/measured.h"
#include "views/plots/plot_chooser.h"
#include "views/plots/plot_widget.h"
#include "views/session/session.h"
#include "views/tables/table_look.h"
#include "views/theme/theme.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

/// Options, trees and seed of the shown picture: the pool is all trees from the first shown one on. Needs a treebank.
BenchConfig sweepBase(const Session& session) {
    constexpr double kRooflineSeconds = 0.15; // short, because Cancel must not wait for it
    const Snapshot& snapshot = *session.snapshot();
    BenchConfig base;
    base.graph = session.config().graph;
    if (snapshot.config.graph.model == base.graph.model) {
        base.graph.user = snapshot.config.graph.user; // the module that the pipeline loaded
    }
    base.run = session.config().run;
    base.run.executor = engineOrUsual(base.run.executor); // arms on LibTorch state it in their names
    base.seed = session.config().seed;
    base.rooflineSeconds = kRooflineSeconds;
    base.graph.trees.end = TreeRange().end;
    return base;
}

BenchForm::State formStateOf(const Session& session) {
    if (session.benchRunning()) {
        return BenchForm::State::Running;
    }
    return session.snapshot()->treebank ? BenchForm::State::Ready : BenchForm::State::NoTrees;
}

} // namespace

TimingView::TimingView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_form(new BenchForm(this)), m_formArea(new QScrollArea(this)),
      m_plots(new PlotChooser(this)),
      m_model(std::make_unique<RowsModel<BenchResult>>(
          windowColumns(), [this](const BenchResult& result, std::string_view key,
                                  int role) { return resultLook(themeOf(*this), result, key, role); })),
      m_table(new QTableView(this)), m_empty(new QLabel(this)), m_context(new QLabel(this)), m_advice(new QLabel(this)),
      m_runList(new QLabel(this)), m_stale(new QLabel(this)), m_stack(new QStackedWidget(this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)) {
    buildTable();
    arrange();
    connect(m_form, &BenchForm::measureAsked, this, [this] { static_cast<void>(measure()); });
    connect(m_form, &BenchForm::cancelAsked, &session, &Session::cancel);
    connect(&session, &Session::progressChanged, this, [this](const QString& stage, qulonglong done, qulonglong total) {
        if (isVisible() && this->session().benchRunning() && !this->session().benchWaiting()) {
            m_form->setProgress(stage, done, total);
        }
    });
    connect(&session, &Session::benchChanged, this, &TimingView::followBench);
    connect(&session, &Session::failed, this,
            [this](const QString& message) { noteEnd(message, BenchForm::Tone::Warning); });
    connect(&session, &Session::cancelled, this, [this] { noteEnd(tr("Canceled."), BenchForm::Tone::Plain); });
    const auto followConfig = [this] {
        m_form->follow(this->session().config().graph.dim, this->session().config().policy);
    };
    connect(&session, &Session::configChanged, this, followConfig);
    connect(&session, &Session::snapshotChanged, this, followConfig);
    connect(&session, &Session::configChanged, this, &TimingView::showReport);
    followConfig();
}

const PlotWidget& TimingView::plot() const {
    return m_plots->plot();
}

void TimingView::setPlotKind(PlotKind kind) {
    m_plots->setKind(kind);
}

std::string TimingView::documentText() const {
    const auto document = m_runs.first();
    return document && !document->report.results.empty() ? benchDocumentText(*document) : std::string();
}

/// Runs even while the panel is hidden, so that it can show later how a measurement ended.
void TimingView::followBench() {
    if (session().benchRunning()) {
        m_measuring = true;
        m_end.clear();
        return;
    }
    // The signals for an error or a cancellation follow right after this one.
    QMetaObject::invokeMethod(
        this, [this] { m_measuring = m_measuring && session().benchRunning(); }, Qt::QueuedConnection);
}

void TimingView::noteEnd(const QString& text, BenchForm::Tone tone) {
    if (m_measuring && !session().benchWaiting()) { // while it waits, the picture ended, not the measurement
        m_measuring = false;
        m_end = text;
        m_endTone = tone;
    }
}

void TimingView::buildTable() {
    QSortFilterProxyModel* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(m_model.get());
    proxy->setSortRole(TableModel::kSortRole);
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
    m_context->setTextFormat(Qt::PlainText);
    m_context->setWordWrap(true);
    m_context->setForegroundRole(QPalette::PlaceholderText);
    m_context->setAccessibleName(tr("Machine and settings of the measurement"));
    m_runList->setObjectName(QStringLiteral("timing-runs"));
    m_runList->setContentsMargins(10, 4, 10, 2);
    m_runList->setWordWrap(true);
    m_runList->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_runList->setAccessibleName(tr("Runs that are shown together"));
    m_runList->hide();
    connect(m_runList, &QLabel::linkActivated, this, &TimingView::followRunLink);
    m_stale->setContentsMargins(10, 2, 10, 0);
    m_stale->setWordWrap(true);
    m_stale->setText(
        tr("These figures are of other trees, another net or other options. Measure again for the net shown."));
    m_stale->hide();
    m_advice->setContentsMargins(10, 2, 10, 0);
    m_advice->setTextFormat(Qt::PlainText);
    m_advice->setWordWrap(true);
    m_advice->setAccessibleName(tr("Advice from the measurement"));
    m_advice->hide();
    m_formArea->setWidget(m_form);
    m_formArea->setWidgetResizable(true);
    m_formArea->setFrameShape(QFrame::NoFrame);
    m_formArea->setFocusPolicy(Qt::NoFocus); // its entries have the focus
    m_formArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_plots);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_table);
    m_stack->setBackgroundRole(QPalette::Base); // the background of the plot
    m_stack->setAutoFillBackground(true);
    QWidget* figures = new QWidget(this);
    QVBoxLayout* column = new QVBoxLayout(figures);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_runList);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_stale);
    column->addWidget(m_advice);
    column->addWidget(m_context);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    constexpr int kLeastFigures = 60; // in a low panel, plot and table shrink first, so that no sentence is cut
    m_splitter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_splitter->setMinimumHeight(kLeastFigures);
    m_row = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    m_row->addWidget(m_formArea);
    m_row->addWidget(figures, 1);
}

QSize TimingView::minimumSizeHint() const {
    constexpr QSize kLeast = {240, 130};
    return kLeast;
}

void TimingView::resizeEvent(QResizeEvent* event) {
    PlotView::resizeEvent(event);
    constexpr int kAllBesides = 980;
    fitForm();
    const Qt::Orientation orientation = width() >= kAllBesides ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != orientation) {
        m_splitter->setOrientation(orientation);
    }
}

/// Next to the plot, the form is as wide as it needs and does not scroll sideways.
void TimingView::fitForm() {
    constexpr int kFormWidth = 280;
    constexpr int kBesides = 640; // room for form and plot side by side
    const bool wide = width() >= kBesides;
    const int formWidth =
        std::max(kFormWidth, m_form->minimumSizeHint().width()) + m_formArea->verticalScrollBar()->sizeHint().width();
    m_row->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_formArea->setMinimumWidth(wide ? formWidth : 0);
    m_formArea->setMaximumWidth(wide ? formWidth : QWIDGETSIZE_MAX);
}

void TimingView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->refreshLook();
        fitForm();
    }
    if (changes.bench || changes.look) {
        showReport();
    }
    if (changes.bench || changes.look || changes.parts.has(Part::Treebank)) {
        showState();
    }
}

Status TimingView::measure(const BenchEntries& entries) {
    if (!snapshot().treebank) {
        return Error{ErrorCode::Config, "open a treebank first"};
    }
    if (session().benchRunning()) {
        return Error{ErrorCode::Config, "a measurement is running; cancel it first"};
    }
    TRY(m_form->fill(entries));
    const std::optional<BenchConfig> config = m_form->config(sweepBase(session()));
    if (!config) {
        return Error{ErrorCode::Config, "the settings for measuring are incomplete; see Time, Measure"};
    }
    m_measuring = true;
    m_end.clear();
    session().startBench(*config);
    return Ok{};
}

void TimingView::showState() {
    m_form->setState(formStateOf(session()));
    if (session().benchWaiting()) {
        m_form->setMessage(tr("Starts when the current run ends."), BenchForm::Tone::Plain);
    }
    if (session().benchRunning()) {
        return;
    }
    if (!m_end.isEmpty()) {
        m_form->setMessage(m_end, m_endTone);
        return;
    }
    const std::shared_ptr<const BenchReport> report = session().bench();
    if (report && !report->notes.empty()) {
        QStringList notes;
        for (const std::string& note : report->notes) {
            notes << QString::fromStdString(note);
        }
        m_form->setMessage(notes.join(QChar(u'\n')), BenchForm::Tone::Plain);
    }
}

Status TimingView::openRuns(const QStringList& paths) {
    Status all = Ok{};
    for (const QString& path : paths) {
        if (Status opened = m_runs.open(path); !opened && all) {
            all = opened;
        }
    }
    showReport();
    return all;
}

void TimingView::closeRuns(const QString& name) {
    if (name.isEmpty()) {
        m_runs.closeAll();
    } else {
        m_runs.close(name);
    }
    showReport();
}

/// Lists the opened runs with links to compare them with the first run and to close them. A link is its verb and the
/// index of its run.
void TimingView::showRuns() {
    const std::vector<ShownRun>& runs = m_runs.runs();
    m_runList->setVisible(m_runs.hasOpened());
    const auto link = [this](const char* verb, std::size_t run, const QString& text) {
        return QStringLiteral("<a href=\"%1:%2\" style=\"color:%3\">%4</a>")
            .arg(QLatin1String(verb), QString::number(run), themeOf(*this).accent.name(), text);
    };
    QStringList texts;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        QStringList parts = {QStringLiteral("<b>%1</b>").arg(runs[run].name.toHtmlEscaped())};
        if (run > 0) {
            parts << link("compare", run, tr("compare with %1").arg(runs.front().name.toHtmlEscaped()));
        }
        if (!runs[run].path.isEmpty()) {
            parts << link("close", run, tr("close"));
        }
        texts << parts.join(QStringLiteral(" &nbsp;"));
    }
    m_runList->setText(texts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
}

void TimingView::followRunLink(const QString& link) {
    const std::vector<ShownRun>& runs = m_runs.runs();
    const auto run = link.section(u':', 1).toULongLong();
    if (run >= runs.size()) {
        return;
    }
    if (link.startsWith(u"close")) {
        closeRuns(runs[run].name);
    } else {
        emit comparisonAsked({runs.front().name, runs[run].name});
    }
}

/// A text about the first run only, with its name if other runs are shown.
QString TimingView::ofFirstRun(const QString& text) const {
    const std::vector<ShownRun>& runs = m_runs.runs();
    return runs.size() < 2 || text.isEmpty() ? text : tr("%1: %2").arg(runs.front().name, text);
}

void TimingView::showReport() {
    m_runs.setMeasured(session().benchDocument());
    const std::shared_ptr<const BenchReport> report = m_runs.report();
    const bool isOther = report != m_shown;
    if (isOther) {
        m_shown = report;
        const auto first = m_runs.first();
        QStringList sentences;
        for (const std::string& sentence : first ? adviceByTitle(first->report) : std::vector<std::string>()) {
            sentences << QString::fromStdString(sentence);
        }
        m_advice->setText(ofFirstRun(sentences.join(u' ')));
    }
    showRuns();
    if (isOther) { // rows of the measured run come before those of others
        using Rows = RowsModel<BenchResult>::Rows;
        m_model->setRows(report ? report->results : std::vector<BenchResult>(),
                         m_runs.hasOpened() ? Rows::Others : Rows::GoOn);
    }
    m_model->showFilled(*m_table);
    fitColumns(*m_table);
    m_plots->setReport(report);
    const bool hasResults = report && !report->results.empty();
    m_stack->setCurrentWidget(hasResults ? static_cast<QWidget*>(m_plots) : m_empty);
    m_context->setVisible(hasResults);
    m_advice->setVisible(!m_advice->text().isEmpty());
    showStale();
    const QString muted = QStringLiteral("<span style=\"color:%1\">%2</span>").arg(themeOf(*this).mutedText.name());
    if (hasResults) {
        showContext();
    } else if (session().benchWaiting()) {
        m_empty->setText(muted.arg(tr("Starts when the current run ends.")));
    } else if (session().benchRunning()) {
        m_empty->setText(muted.arg(tr("Warming up. The first point appears as soon as it is measured.")));
    } else if (!m_end.isEmpty() && m_endTone == BenchForm::Tone::Plain) {
        m_empty->setText(muted.arg(tr("Canceled before the first point was measured.")));
    } else {
        m_empty->setText(
            tr("<b>What does folding buy?</b><br>") %
            muted.arg(tr("Press Measure to plot the time per run against the number of trees that run together, for "
                         "regular (node by node) and folded (in batches) runs, with the speed-up at each point.")));
    }
}

void TimingView::showStale() {
    const auto first = m_shown && !m_shown->results.empty() && !m_runs.hasOpened() ? m_runs.first() : nullptr;
    m_stale->setVisible(first && measuredOther(*first, session().config()));
}

void TimingView::showContext() {
    const BenchContext& context = m_shown->context;
    const QString threads = context.threads == 1 ? tr("1 thread") : tr("%1 threads").arg(context.threads);
    m_context->setText(
        ofFirstRun(tr("%1 · %2 · LibTorch %3 · %4 · %5 · seed %6")
                       .arg(QString::fromStdString(context.cpu), threads, QString::fromStdString(context.torch),
                            QString::fromStdString(context.build), QString::fromStdString(context.blas))
                       .arg(context.seed)));
}

} // namespace batchscope
