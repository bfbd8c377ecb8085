// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/history/runs_model.h"

#include "views/models/words.h"
#include "views/plots/trend_tip.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The different values of the series, in the order in which they come.
template <typename Value>
QStringList valuesIn(const TrendRun& run, const Value& textOf) {
    QStringList texts;
    for (const SeriesKey& key : run.series) {
        const QString text = textOf(key);
        if (!texts.contains(text)) {
            texts << text;
        }
    }
    return texts;
}

QString listText(const QStringList& texts) {
    return texts.join(QStringLiteral(", "));
}

/// Arms that a place has at most.
int mostArms(const HistoryTrend* trend) {
    int most = 0;
    int here = 0;
    for (std::size_t index = 0; trend != nullptr && index < trend->series.size(); ++index) {
        const bool isSame = index > 0 && areOfOnePlace(trend->series[index].key, trend->series[index - 1].key);
        here = isSame ? here + 1 : 1;
        most = std::max(most, here);
    }
    return most;
}

QString countOfAll(std::size_t count, std::size_t all) {
    return RunsModel::tr("%1 of %2 series").arg(countText(count), countText(all));
}

} // namespace

void RunsModel::setRuns(std::vector<HistoryEntry> entries, std::shared_ptr<const HistoryTrend> trend) {
    resetBy([&] {
        m_entries = std::move(entries);
        m_trend = std::move(trend);
        m_places.clear();
        for (std::size_t place = 0; m_trend && place < m_trend->runs.size(); ++place) {
            m_places.emplace(m_trend->runs[place].entry.id, place);
        }
        m_series.clear();
        m_mostArms = mostArms(m_trend.get());
    });
}

void RunsModel::setSeries(std::vector<std::size_t> series) {
    m_series = std::move(series);
    if (m_mostArms > 0) {
        emit headerDataChanged(Qt::Horizontal, ColumnCount, ColumnCount + m_mostArms - 1);
        columnsChanged(ColumnCount, ColumnCount + m_mostArms - 1, {});
    }
}

/// Null for a column without one.
const TrendSeries* RunsModel::seriesOf(int column) const {
    const auto arm = static_cast<std::size_t>(column - ColumnCount);
    return column < ColumnCount || arm >= m_series.size() ? nullptr : &m_trend->series[m_series[arm]];
}

/// Null where the run has none in that series.
const TrendPoint* RunsModel::pointAt(int row, int column) const {
    const TrendSeries* const series = seriesOf(column);
    const auto place = m_places.find(entryAt(row).id);
    if (series == nullptr || place == m_places.end()) {
        return nullptr;
    }
    const auto found = std::lower_bound(series->points.begin(), series->points.end(), place->second,
                                        [](const TrendPoint& point, std::size_t run) { return point.run < run; });
    return found == series->points.end() || found->run != place->second ? nullptr : &*found;
}

QVariant RunsModel::armCell(int row, int column, int role) const {
    const TrendPoint* const point = pointAt(row, column);
    if (point == nullptr) {
        return {};
    }
    const bool isSlower = point->is(SeriesVerdict::Slower);
    const bool isNoisy = point->verdict != SpeedVerdict::Steady;
    switch (role) {
    case Qt::DisplayRole:
        return QString(secondsText(point->medianSeconds) % (isSlower ? tr(" ▲") : QString()) %
                       (isNoisy ? tr(" noisy") : QString()));
    case kSortRole: return point->medianSeconds;
    case Qt::ForegroundRole: return isSlower ? QVariant(m_theme->warning) : QVariant();
    case Qt::ToolTipRole: return trendTip(*seriesOf(column), *point, *m_trend);
    default: return {};
    }
}

void RunsModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(0, columns() - 1, {Qt::ForegroundRole});
}

const TrendRun* RunsModel::runAt(int row) const {
    const auto place = m_places.find(entryAt(row).id);
    return place == m_places.end() ? nullptr : &m_trend->runs[place->second];
}

int RunsModel::rowOf(std::int64_t run) const {
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [run](const HistoryEntry& entry) { return entry.id == run; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = TableModel::flags(index);
    return index.isValid() && index.column() == Note ? usual | Qt::ItemIsEditable : usual;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const bool isNote =
        role == Qt::EditRole && index.column() == Note && checkIndex(index, CheckIndexOption::IndexIsValid);
    if (!isNote || value.toString() == toText(entryAt(index.row()).note)) {
        return false;
    }
    emit noteEdited(entryAt(index.row()).id, value.toString());
    return true;
}

QString RunsModel::textOf(int row, int column) const {
    const HistoryEntry& entry = entryAt(row);
    const TrendRun* const run = runAt(row);
    constexpr int kCommitDigits = 8;
    switch (column) {
    case Change: return run == nullptr ? QString() : changeText(*run);
    case Run: return QString::number(entry.id);
    case Date: return runDateText(entry.date);
    case File: return fileName(toText(entry.file));
    case Net: return toText(entry.net);
    case Measured: return run == nullptr ? QString() : measuredText(*run);
    case Commit: return toText(entry.commit).left(kCommitDigits);
    case Host: return toText(entry.host);
    case Note: return toText(entry.note);
    default: return {};
    }
}

QVariant RunsModel::cell(int row, int column, int role) const {
    if (column >= ColumnCount) {
        return armCell(row, column, role);
    }
    const TrendRun* const run = runAt(row);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return textOf(row, column);
    case kSortRole:
        return column == Run      ? QVariant(static_cast<qlonglong>(entryAt(row).id))
               : column == Change ? QVariant(run == nullptr ? -1 : static_cast<int>(run->slower))
               : column == Date   ? QVariant(toText(entryAt(row).date))
                                  : QVariant(textOf(row, column));
    case Qt::ForegroundRole: {
        const bool warns = column == Change && run != nullptr && (run->slower > 0 || run->fault);
        const bool isPlain = column != Change || run == nullptr || run->faster > 0 || run->compared > 0;
        return warns ? QVariant(m_theme->warning) : isPlain ? QVariant() : QVariant(m_theme->mutedText);
    }
    case Qt::ToolTipRole:
        return column == Change && run != nullptr     ? QVariant(changeTip(*run, m_trend->tolerance))
               : column == File                       ? QVariant(toText(entryAt(row).file))
               : column == Commit                     ? QVariant(toText(entryAt(row).commit))
               : column == Measured || column == Note ? QVariant(textOf(row, column))
                                                      : QVariant();
    default: return {};
    }
}

QString RunsModel::title(int column) const {
    switch (column) {
    case Change: return tr("Change");
    case Run: return tr("Run");
    case Date: return tr("Date (UTC)");
    case File: return tr("File");
    case Net: return tr("Net");
    case Measured: return tr("Measured");
    case Commit: return tr("Commit");
    case Host: return tr("Host");
    case Note: return tr("Note");
    default: break;
    }
    const TrendSeries* const series = seriesOf(column);
    return series == nullptr ? QString() : toText(series->key.arm);
}

QString RunsModel::titleTip(int column) const {
    switch (column) {
    case Change: return tr("Against the last run before it under the same conditions, by a test of all samples");
    case Run: return tr("Number in the history");
    case Date: return tr("When the run began");
    case File: return tr("The first input file");
    case Net: return tr("The net of the first result");
    case Measured: return tr("Arms, trees per run, and widths");
    case Commit: return tr("Commit that the program was built from");
    case Host: return tr("Machine that the run was measured on");
    case Note: return tr("Double-click or press F2 to edit");
    default: break;
    }
    const TrendSeries* const series = seriesOf(column);
    return series == nullptr ? QString() : tr("Median time of a run: %1").arg(toText(seriesName(series->key)));
}

QStringList RunsModel::plainTitles() const {
    QStringList titles = {title(Run),    title(Date),       title(File),    title(Net),           title(Measured),
                          title(Commit), title(Host),       title(Note),    tr("Compared"),       tr("Slower"),
                          tr("Faster"),  tr("Other speed"), tr("Unsteady"), tr("Too few samples")};
    for (const std::size_t index : m_series) {
        const QString name = toText(seriesName(m_trend->series[index].key));
        titles << tr("%1, median (s)").arg(name) << tr("%1, low (s)").arg(name) << tr("%1, high (s)").arg(name);
    }
    return titles;
}

QStringList RunsModel::plainRow(int row) const {
    const HistoryEntry& entry = entryAt(row);
    QStringList cells = {QString::number(entry.id), toText(entry.date),   toText(entry.file), toText(entry.net),
                         textOf(row, Measured),     toText(entry.commit), toText(entry.host), toText(entry.note)};
    const TrendRun* const run = runAt(row);
    for (const std::size_t TrendRun::*count : {&TrendRun::compared, &TrendRun::slower, &TrendRun::faster,
                                               &TrendRun::otherSpeed, &TrendRun::unsteady, &TrendRun::untested}) {
        cells << (run == nullptr ? QString() : QString::number(run->*count));
    }
    for (int arm = 0; arm < static_cast<int>(m_series.size()); ++arm) {
        if (const TrendPoint* const point = pointAt(row, ColumnCount + arm)) {
            cells << plainNumber(point->medianSeconds) << plainNumber(point->range.low)
                  << plainNumber(point->range.high);
        } else {
            cells << QString() << QString() << QString();
        }
    }
    return cells;
}

QString changeText(const TrendRun& run) {
    if (run.fault) {
        return RunsModel::tr("damaged");
    }
    if (run.slower > 0) {
        return RunsModel::tr("▲ %1 slower").arg(countText(run.slower));
    }
    if (run.faster > 0) {
        return RunsModel::tr("▼ %1 faster").arg(countText(run.faster));
    }
    if (run.compared == 0) {
        return RunsModel::tr("not compared");
    }
    if (run.otherSpeed > 0) {
        return RunsModel::tr("other speed");
    }
    if (run.unsteady > 0) {
        return RunsModel::tr("unsteady");
    }
    return run.untested == run.compared ? RunsModel::tr("too few samples") : RunsModel::tr("same");
}

QString changeTip(const TrendRun& run, double tolerance) {
    if (run.fault) {
        return toText(run.fault->text());
    }
    if (run.compared == 0) {
        return RunsModel::tr("Not compared: %1").arg(toText(run.whyNot));
    }
    constexpr double kPercent = 100.0;
    QStringList parts;
    const auto add = [&](std::size_t count, const QString& what) {
        if (count > 0) {
            parts << countOfAll(count, run.compared) % u' ' % what;
        }
    };
    const QString percent = QString::number(kPercent * tolerance, 'g', 3);
    add(run.slower, RunsModel::tr("slower by more than %1%").arg(percent));
    add(run.faster, RunsModel::tr("faster by more than %1%").arg(percent));
    add(run.otherSpeed, RunsModel::tr("measured at another speed of the machine"));
    add(run.unsteady, RunsModel::tr("unsteady: repeat the run"));
    add(run.untested, RunsModel::tr("with too few samples for a verdict"));
    if (parts.isEmpty()) {
        parts << RunsModel::tr("No change beyond %1% in %2 series").arg(percent, countText(run.compared));
    }
    if (run.isCancelled) {
        parts << RunsModel::tr("The run was stopped early.");
    }
    return parts.join(u'\n');
}

QString measuredText(const TrendRun& run) {
    constexpr qsizetype kMostArms = 3;
    const QStringList arms = valuesIn(run, [](const SeriesKey& key) { return toText(key.arm); });
    const QStringList batches = valuesIn(run, [](const SeriesKey& key) { return QString::number(key.batch); });
    const QStringList dims =
        valuesIn(run, [](const SeriesKey& key) { return key.dim > 0 ? QString::number(key.dim) : QString(); });
    const QStringList threads = valuesIn(run, [](const SeriesKey& key) { return QString::number(key.threads); });
    const QStringList works = valuesIn(run, [](const SeriesKey& key) {
        return key.training ? RunsModel::tr("training") : RunsModel::tr("inference");
    });
    if (run.series.empty()) {
        return {};
    }
    QStringList parts = {arms.size() > kMostArms ? RunsModel::tr("%1 arms").arg(arms.size()) : listText(arms),
                         RunsModel::tr("trees %1").arg(listText(batches))};
    if (dims != QStringList{QString()}) {
        parts << RunsModel::tr("dim %1").arg(listText(dims));
    }
    if (threads != QStringList{QStringLiteral("1")}) {
        parts << RunsModel::tr("threads %1").arg(listText(threads));
    }
    if (works != QStringList{RunsModel::tr("inference")}) {
        parts << listText(works);
    }
    if (run.isCancelled) {
        parts << RunsModel::tr("stopped early");
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace batchscope
