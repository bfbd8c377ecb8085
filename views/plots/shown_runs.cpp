// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/shown_runs.h"

#include "core/bench/plot_figures.h"
#include "core/records/compare_documents.h"
#include "views/models/words.h"
#include "views/tables/table_look.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

QString runsText(const char* text) {
    return QCoreApplication::translate("batchscope::ShownRuns", text);
}

bool isOpened(const ShownRun& run) {
    return !run.path.isEmpty();
}

/// "new.json"; of files with one name in several folders, the whole path.
QString shortestName(const QString& path, const std::vector<ShownRun>& runs) {
    const QString name = QFileInfo(path).fileName();
    const bool isUnique = std::none_of(runs.begin(), runs.end(), [&](const ShownRun& other) {
        return other.path != path && QFileInfo(other.path).fileName() == name;
    });
    return isUnique ? name : path;
}

} // namespace

bool looksLikeRun(const QString& path) {
    constexpr qint64 kGlance = 64; // holds the first two keys
    QFile file(path);
    const QByteArray begin = QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)
                                 ? file.read(kGlance)
                                 : QByteArray(); // what a pipe gives, it gives once
    return begin.contains("\"schema\"") && begin.contains("\"cancelled\"");
}

Status ShownRuns::open(const QString& path) {
    const QString whole = QFileInfo(path).absoluteFilePath();
    Result<BenchDocument> document = readBenchDocument(whole.toStdString(), {});
    TRY(document);
    if (document->report.results.empty()) {
        return Error{ErrorCode::Parse, "this run has no results", whole.toStdString()};
    }
    auto shared = std::make_shared<const BenchDocument>(std::move(*document));
    const auto known =
        std::find_if(m_runs.begin(), m_runs.end(), [&](const ShownRun& run) { return run.path == whole; });
    if (known != m_runs.end()) {
        known->document = std::move(shared);
    } else {
        m_runs.push_back({{}, whole, std::move(shared)});
    }
    refresh();
    return Ok{};
}

void ShownRuns::close(const QString& name) {
    std::erase_if(m_runs, [&](const ShownRun& run) { return isOpened(run) && run.name == name; });
    refresh();
}

void ShownRuns::closeAll() {
    std::erase_if(m_runs, isOpened);
    refresh();
}

void ShownRuns::setMeasured(std::shared_ptr<const BenchDocument> document) {
    const bool hasMeasured = !m_runs.empty() && !isOpened(m_runs.front());
    if (hasMeasured ? first() == document : document == nullptr) {
        return;
    }
    std::erase_if(m_runs, [](const ShownRun& run) { return !isOpened(run); });
    if (document) {
        m_runs.insert(m_runs.begin(), {runsText("measured here"), {}, std::move(document)});
    }
    refresh();
}

bool ShownRuns::hasOpened() const {
    return std::any_of(m_runs.begin(), m_runs.end(), isOpened);
}

std::shared_ptr<const BenchDocument> ShownRuns::first() const {
    return m_runs.empty() ? nullptr : m_runs.front().document;
}

void ShownRuns::refresh() {
    for (ShownRun& run : m_runs) {
        run.name = isOpened(run) ? shortestName(run.path, m_runs) : run.name;
    }
    if (m_runs.size() < 2) { // a run alone needs no name in its curves
        const auto document = first();
        m_report = document ? std::shared_ptr<const BenchReport>(document, &document->report) : nullptr;
        return;
    }
    std::vector<NamedReport> reports;
    for (const ShownRun& run : m_runs) {
        reports.push_back({run.name.toStdString(), &run.document->report});
    }
    m_report = std::make_shared<const BenchReport>(joinedReports(reports));
}

QStringList ShownRuns::names() const {
    QStringList names;
    for (const ShownRun& run : m_runs) {
        names << run.name;
    }
    return names;
}

Result<ComparedRuns> ShownRuns::compare(const QStringList& names) const {
    const auto config = [](const QString& message) { return Error{ErrorCode::Config, message.toStdString()}; };
    if (names.isEmpty() && m_runs.size() != 2) {
        return config(m_runs.size() < 2 ? runsText("open another run to compare with")
                                        : runsText("choose two of the runs: %1").arg(this->names().join(u", ")));
    }
    std::vector<ShownRun> two;
    for (const QString& name : names.isEmpty() ? this->names() : names) {
        const auto found =
            std::find_if(m_runs.begin(), m_runs.end(), [&](const ShownRun& run) { return run.name == name; });
        if (found == m_runs.end()) {
            return config(runsText("no run \"%1\" is open; expected one of %2").arg(name, this->names().join(u", ")));
        }
        two.push_back(*found);
    }
    if (two.size() != 2) {
        return config(runsText("two runs can be compared, not %1").arg(two.size()));
    }
    std::stable_sort(two.begin(), two.end(), [](const ShownRun& left, const ShownRun& right) {
        return left.document->date < right.document->date;
    });
    Result<RunComparison> comparison = compareDocuments(*two.front().document, *two.back().document, kUsualTolerance);
    TRY(comparison);
    return ComparedRuns{two.front(), two.back(), std::move(*comparison),
                        differentConditions(*two.front().document, *two.back().document)};
}

namespace {

/// Dates in documents are "2026-05-01T10:00:00Z".
QString runHead(const ShownRun& run) {
    constexpr int kCommitDigits = 8;
    constexpr int kToMinutes = 16;
    const BenchDocument& document = *run.document;
    return ComparisonDialog::tr("%1, %2 UTC, on %3, commit %4")
        .arg(run.name, toText(document.date).left(kToMinutes).replace(u'T', u' '), toText(document.host),
             toText(document.build.commit).left(kCommitDigits));
}

QLabel* lineOf(const QString& text, QWidget* parent) {
    auto* const label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText); // names of files are the user's
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ComparisonDialog::ComparisonDialog(const ComparedRuns& runs, QWidget* parent)
    : QDialog(parent), m_model(comparedColumns(), [this](const ComparedSeries& series, std::string_view key, int role) {
          const bool warns = key == "verdict" && series.verdict == SeriesVerdict::Slower;
          return role == Qt::ForegroundRole && warns ? QVariant(themeOf(*this).warning) : QVariant();
      }) {
    constexpr QSize kUsualSize = {980, 460};
    setObjectName(QStringLiteral("run-comparison"));
    setWindowTitle(tr("%1 compared with %2").arg(runs.after.name, runs.before.name));
    resize(kUsualSize);
    auto* const column = new QVBoxLayout(this);
    QLabel* const heads = lineOf(tr("Old: %1\nNew: %2").arg(runHead(runs.before), runHead(runs.after)), this);
    heads->setAccessibleName(tr("The two runs"));
    column->addWidget(heads);
    if (!runs.conditions.empty()) {
        QStringList lines = {tr("Measured under different conditions, which may explain a difference:")};
        for (const std::string& condition : runs.conditions) {
            lines << toText(condition);
        }
        QLabel* const conditions = lineOf(lines.join(u'\n'), this);
        conditions->setObjectName(QStringLiteral("run-conditions"));
        conditions->setAccessibleName(tr("Conditions that differ"));
        column->addWidget(conditions);
    }
    QStringList lines;
    for (const std::string& line : linesOn(runs.comparison)) {
        lines << toText(line);
    }
    QLabel* const summary = lineOf(lines.join(u'\n'), this);
    summary->setAccessibleName(tr("What the comparison comes to"));
    column->addWidget(summary);
    m_model.setRows(runs.comparison.series);
    auto* const sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(&m_model);
    sorted->setSortRole(TableModel::kSortRole);
    auto* const table = new QTableView(this);
    table->setModel(sorted);
    table->setAccessibleName(tr("Series of both runs"));
    dressTable(*table);
    table->setAlternatingRowColors(true);
    table->setSortingEnabled(true);
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // as measured
    m_model.showFilled(*table);
    fitColumns(*table);
    column->addWidget(table, 1);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

void ComparisonDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_model.refreshLook();
    }
}

} // namespace batchscope
