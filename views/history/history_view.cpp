// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/history/history_view.h"

#include "views/history/history_text.h"
#include "views/history/runs_model.h"
#include "views/models/words.h"
#include "views/plots/trend_plot.h"
#include "views/session/sweep_queue.h"
#include "views/tables/table_look.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

HistoryView::HistoryView(Session& session, Playback& playback, QWidget* parent)
    : PlotView(session, playback, parent), m_model(new RunsModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)), m_plot(new TrendPlot(this)), m_filter(new QLineEdit(this)),
      m_state(new QLabel(this)), m_stop(new QToolButton(this)), m_refresh(new QToolButton(this)),
      m_place(new QComboBox(this)), m_arm(new QComboBox(this)), m_empty(new QLabel(this)),
      m_stack(new QStackedWidget(this)), m_splitter(new QSplitter(Qt::Horizontal, this)) {
    buildTable();
    arrange();
    connect(&session.sweeps(), &SweepQueue::ended, this, [this](const std::shared_ptr<const BenchDocument>& document) {
        if (m_keeping == Keeping::On) {
            m_history.keep(document);
        }
    });
    connect(&m_history, &RunHistory::changed, this, &HistoryView::followHistory);
    connect(&m_history, &RunHistory::outdated, this, [this] {
        m_isOutdated = true;
        rereadInPeace();
    });
    connect(&session, &Session::sweepingChanged, this, &HistoryView::rereadInPeace);
    connect(&m_history, &RunHistory::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress = tr("Reading %1 of %2 runs…").arg(countText(done), countText(total));
        showState();
    });
    connect(m_plot, &TrendPlot::runClicked, this, [this](qlonglong run) { selectRuns({run}); });
    connect(m_place, &QComboBox::currentIndexChanged, this, &HistoryView::showTrend);
    connect(m_arm, &QComboBox::activated, this, [this] {
        m_hasOwnArm = true;
        showTrend();
    });
}

void HistoryView::setKeeping(Keeping keeping) {
    m_keeping = keeping;
    showEmpty();
}

const PlotWidget& HistoryView::plot() const {
    return *m_plot;
}

const PlainTable& HistoryView::plainTable() const {
    return *m_model;
}

// ---- widgets ------------------------------------------------------------------------------------------------------

void HistoryView::buildTable() {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(RunsModel::kSortRole);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_sorted);
    m_table->setObjectName(QStringLiteral("history-table"));
    m_table->setAccessibleName(tr("Kept runs"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunsModel::Date, Qt::DescendingOrder);
    m_table->setMinimumSize(220, 60);
    m_table->horizontalHeader()->setStretchLastSection(false);
    connect(m_table, &QTableView::activated, this, [this] { emit openAsked(currentRun()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &HistoryView::followRow);
    connect(m_table->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
            [this] { QMetaObject::invokeMethod(this, &HistoryView::followHistory, Qt::QueuedConnection); });
    connect(m_model, &RunsModel::noteEdited, &m_history,
            [this](qlonglong run, const QString& text) { m_history.setNote(run, text.toStdString()); });
    auto* const remove = new QShortcut(QKeySequence::Delete, m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &HistoryView::removeAsked);
    auto* const edit = new QShortcut(Qt::Key_F2, m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(edit, &QShortcut::activated, this, [this] { static_cast<void>(editNote(currentRun())); });
}

void HistoryView::buildBar(QWidget& parent) {
    m_filter->setPlaceholderText(tr("Filter: file, net, host, commit, note"));
    m_filter->setAccessibleName(tr("Filter the runs"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(320);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_sorted->setFilterFixedString(text);
        showState();
    });
    m_state->setAccessibleName(tr("Runs shown"));
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop reading; what was read is kept for the next time."));
    connect(m_stop, &QToolButton::clicked, &m_history, &RunHistory::stop);
    m_refresh->setText(tr("Refresh"));
    m_refresh->setToolTip(tr("Read the history again, for runs that another program added."));
    connect(m_refresh, &QToolButton::clicked, &m_history, &RunHistory::refresh);
    for (QToolButton* const button : {m_stop, m_refresh}) {
        button->setAccessibleName(button->text());
        button->setFocusPolicy(Qt::StrongFocus);
    }
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 0);
    bar->addWidget(m_filter, 2);
    bar->addWidget(m_state, 3);
    bar->addWidget(m_stop);
    bar->addWidget(m_refresh);
    auto* const column = new QVBoxLayout(&parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
}

void HistoryView::arrange() {
    m_empty->setObjectName(QStringLiteral("history-empty"));
    m_empty->setAccessibleName(tr("Why no runs are shown"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_empty, &QLabel::linkActivated, &m_history, &RunHistory::refresh);
    auto* const rows = new QWidget(this);
    buildBar(*rows);
    auto* const picture = new QWidget(this);
    m_place->setAccessibleName(tr("Times to plot: net, width, batch size"));
    m_place->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_place->setMinimumContentsLength(16);
    m_arm->setAccessibleName(tr("Arms to plot"));
    m_arm->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 0);
    bar->addWidget(m_place, 1);
    bar->addWidget(m_arm);
    auto* const column = new QVBoxLayout(picture);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(m_plot, 1);
    m_splitter->addWidget(rows);
    m_splitter->addWidget(picture);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto* const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    m_stop->hide();
    showEmpty();
}

QSize HistoryView::minimumSizeHint() const {
    constexpr QSize kLeast = {240, 130};
    return kLeast;
}

void HistoryView::resizeEvent(QResizeEvent* event) {
    PlotView::resizeEvent(event);
    constexpr int kBesides = 720;
    const Qt::Orientation orientation = width() >= kBesides ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != orientation || event->oldSize().isEmpty()) {
        m_splitter->setOrientation(orientation);
        const int all = orientation == Qt::Horizontal ? width() : height();
        m_splitter->setSizes({all * 11 / 20, all * 9 / 20});
    }
}

void HistoryView::contextMenuEvent(QContextMenuEvent* event) {
    const QWidget& cells = *m_table->viewport();
    const bool isOnRun =
        m_table->isVisible() && cells.rect().contains(cells.mapFromGlobal(event->globalPos())) && !chosenRuns().empty();
    if (!isOnRun) {
        PlotView::contextMenuEvent(event);
        return;
    }
    emit runMenuAsked(event->globalPos());
    event->accept();
}

// ---- following ----------------------------------------------------------------------------------------------------

void HistoryView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->setTheme(themeOf(*this));
        m_plot->restyle();
        followHistory();
        showEmpty();
    }
}

/// What another program added meanwhile is there as well.
void HistoryView::showEvent(QShowEvent* event) {
    PlotView::showEvent(event);
    if (!m_history.isBusy()) {
        m_isOutdated = false;
        m_history.refresh();
    }
}

/// Not beside a measurement, which it would disturb.
void HistoryView::rereadInPeace() {
    if (m_isOutdated && isVisible() && !session().benchRunning()) {
        m_isOutdated = false;
        m_history.reread();
    }
}

/// A note that is being typed must not go with its row.
bool HistoryView::isEditing() const {
    const auto* const editor = m_table->viewport()->findChild<QLineEdit*>();
    return editor != nullptr && editor->isVisible();
}

void HistoryView::followHistory() {
    if (!m_history.isReading()) {
        m_progress.clear();
    }
    if (isEditing()) {
        m_isStale = true;
        return;
    }
    showRuns();
    showEmpty();
    showState();
}

void HistoryView::showRuns() {
    const std::vector<HistoryEntry>& entries = m_history.entries();
    const auto isSame = [](const HistoryEntry& left, const HistoryEntry& right) {
        return left.id == right.id && left.note == right.note && left.date == right.date;
    };
    bool isShown = m_shown == m_history.trend() && m_model->rowCount() == static_cast<int>(entries.size());
    for (int row = 0; isShown && row < m_model->rowCount(); ++row) {
        isShown = isSame(m_model->entryAt(row), entries[static_cast<std::size_t>(row)]);
    }
    if (isShown && !m_isStale) {
        return;
    }
    m_isStale = false;
    const std::vector<std::int64_t> chosen = chosenRuns();
    const bool isFirst = m_model->rowCount() == 0 || m_shown == nullptr;
    const bool isNewTrend = m_shown != m_history.trend();
    m_shown = m_history.trend();
    {
        const QSignalBlocker quiet(m_table->selectionModel()); // the rows come back
        m_model->setRuns(entries, m_shown);
    }
    selectRuns(chosen);
    if (isNewTrend) {
        showPlaces();
    }
    if (isFirst) {
        fitTable();
    }
}

/// A note needs room to be written in.
void HistoryView::fitTable() {
    constexpr int kNoteWidth = 180;
    fitColumns(*m_table);
    constexpr int kMostMeasured = 260;
    m_table->setColumnWidth(RunsModel::Note, std::max(m_table->columnWidth(RunsModel::Note), kNoteWidth));
    m_table->setColumnWidth(RunsModel::Measured, std::min(m_table->columnWidth(RunsModel::Measured), kMostMeasured));
}

/// The place that is shown stays, where it is still there.
void HistoryView::showPlaces() {
    const QString before = m_place->currentText();
    m_places = TrendPlaces(m_shown);
    {
        const QSignalBlocker quiet(m_place);
        m_place->clear();
        m_place->addItems(m_places.names());
        const int known = m_place->findText(before);
        const bool hasRuns = m_shown && !m_shown->runs.empty();
        m_place->setCurrentIndex(known >= 0 ? known
                                 : hasRuns  ? m_places.placeFor(m_shown->runs.back().entry.id, -1)
                                            : -1);
    }
    showTrend();
}

void HistoryView::showTrend() {
    std::vector<std::size_t> series = m_places.series(m_place->currentIndex());
    const QString before = m_arm->currentText();
    {
        const QSignalBlocker quiet(m_arm);
        m_arm->clear();
        m_arm->addItem(tr("All arms"));
        for (const std::size_t index : series) {
            m_arm->addItem(toText(m_shown->series[index].key.arm));
        }
        const int known = m_arm->findText(before);
        const bool keeps = m_hasOwnArm && known >= 0;
        m_arm->setCurrentIndex(keeps            ? known
                               : series.empty() ? 0
                                                : 1 + m_places.armFor(m_place->currentIndex(), currentRun()));
    }
    if (const int arm = m_arm->currentIndex(); arm > 0) {
        series = {series[static_cast<std::size_t>(arm) - 1]};
    }
    m_arm->setVisible(m_arm->count() > 2);
    m_model->setSeries(series);
    for (int column = RunsModel::ColumnCount; column < m_model->columnCount(); ++column) {
        const auto arm = static_cast<std::size_t>(column - RunsModel::ColumnCount);
        m_table->setColumnHidden(column, arm >= series.size());
    }
    m_plot->setTrend(m_shown, series);
    m_plot->setChosen(currentRun());
}

void HistoryView::showState() {
    const bool isLong = m_history.isReading() && !m_progress.isEmpty();
    m_stop->setVisible(isLong);
    const Theme& theme = themeOf(*this);
    QPalette colours = m_state->palette();
    colours.setColor(QPalette::WindowText, m_history.waiting() > 0 ? theme.warning : theme.mutedText);
    m_state->setPalette(colours);
    m_state->setText(isLong && m_history.waiting() == 0
                         ? m_progress
                         : historyStateText(m_history, m_model->rowCount(), m_sorted->rowCount()));
    m_state->setToolTip(m_state->text());
}

void HistoryView::showEmpty() {
    const bool hasRuns = m_model->rowCount() > 0;
    m_stack->setCurrentIndex(hasRuns ? 1 : 0);
    if (hasRuns) {
        return;
    }
    m_empty->setText(emptyHistoryText(m_history, m_keeping, themeOf(*this)));
}

// ---- choosing -----------------------------------------------------------------------------------------------------

std::int64_t HistoryView::currentRun() const {
    const QModelIndex row = m_sorted->mapToSource(m_table->currentIndex());
    return row.isValid() ? m_model->entryAt(row.row()).id : 0;
}

void HistoryView::followRow() {
    const std::int64_t run = currentRun();
    if (run != 0 && m_shown) {
        const QSignalBlocker quiet(m_place);
        m_place->setCurrentIndex(m_places.placeFor(run, m_place->currentIndex()));
        showTrend();
    }
    m_plot->setChosen(run);
}

std::vector<std::int64_t> HistoryView::chosenRuns() const {
    std::vector<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        rows.push_back(m_sorted->mapToSource(index).row());
    }
    std::sort(rows.begin(), rows.end()); // by date
    std::vector<std::int64_t> runs(rows.size());
    std::transform(rows.begin(), rows.end(), runs.begin(), [this](int row) { return m_model->entryAt(row).id; });
    return runs;
}

void HistoryView::selectRuns(const std::vector<std::int64_t>& runs) {
    QItemSelectionModel& selection = *m_table->selectionModel();
    selection.clearSelection();
    for (const std::int64_t run : runs) {
        const int row = m_model->rowOf(run);
        const QModelIndex index = row < 0 ? QModelIndex() : m_sorted->mapFromSource(m_model->index(row, 0));
        if (index.isValid()) {
            selection.setCurrentIndex(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
            m_table->scrollTo(index);
        }
    }
}

Status HistoryView::chooseRuns(const std::vector<std::int64_t>& runs) {
    for (const std::int64_t run : runs) {
        if (m_model->rowOf(run) < 0) {
            return Error{ErrorCode::Config, tr("the history has no run %1").arg(run).toStdString()};
        }
    }
    m_filter->clear(); // it may hide them
    selectRuns(runs);
    return Ok{};
}

Status HistoryView::showPlace(const QString& name) {
    const int place = m_place->findText(name);
    if (place < 0) {
        return noSuchTimes(name, m_places.names());
    }
    m_place->setCurrentIndex(place);
    return Ok{};
}

Status HistoryView::showArm(const QString& name) {
    const int arm = name == u"all" ? 0 : m_arm->findText(name);
    if (arm < 0) {
        QStringList names = {QStringLiteral("all")};
        for (int index = 1; index < m_arm->count(); ++index) {
            names << m_arm->itemText(index);
        }
        return noSuchTimes(name, names);
    }
    m_hasOwnArm = true;
    m_arm->setCurrentIndex(arm);
    showTrend();
    return Ok{};
}

Status HistoryView::editNote(std::int64_t run) {
    if (Status chosen = chooseRuns({run}); !chosen) {
        return chosen;
    }
    const QModelIndex note = m_sorted->mapFromSource(m_model->index(m_model->rowOf(run), RunsModel::Note));
    m_table->setCurrentIndex(note);
    m_table->edit(note);
    return Ok{};
}

} // namespace batchscope
