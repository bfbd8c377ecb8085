// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plain_table.h"

#include "core/base/text.h"
#include "core/bytes/file_writer.h"
#include "views/plots/plot_widget.h"

#include <QAbstractProxyModel>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>

namespace batchscope {

namespace {

QString tabbedCell(const QString& text) {
    static const QRegularExpression kSeparators(QStringLiteral("[\\t\\r\\n]+"));
    return QString(text).replace(kSeparators, QStringLiteral(" "));
}

QString lineOf(const QStringList& cells, TableFormat format) {
    const bool isCsv = format == TableFormat::Csv;
    QStringList written;
    for (const QString& cell : cells) {
        written << (isCsv ? QString::fromStdString(csvCell(cell.toStdString())) : tabbedCell(cell));
    }
    return written.join(isCsv ? u',' : u'\t') % u'\n';
}

int sourceRow(const QAbstractItemModel& shown, int row) {
    const auto* const proxy = qobject_cast<const QAbstractProxyModel*>(&shown);
    return proxy != nullptr ? proxy->mapToSource(proxy->index(row, 0)).row() : row;
}

} // namespace

QString tableText(const PlainTable& table, const QAbstractItemModel& shown, TableFormat format) {
    QString text = lineOf(table.plainTitles(), format);
    for (int row = 0; row < shown.rowCount(); ++row) {
        text += lineOf(table.plainRow(sourceRow(shown, row)), format);
    }
    return text;
}

Status saveTable(const PlainTable& table, const QAbstractItemModel& shown, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != u"csv" && ending != u"tsv") {
        return Error{ErrorCode::Config, PlotWidget::tr("the name of a table's file ends in .csv or .tsv, not \"%1\"")
                                            .arg(QFileInfo(path).fileName())
                                            .toStdString()};
    }
    if (shown.rowCount() == 0) {
        return Error{ErrorCode::Config, PlotWidget::tr("there is nothing in this table yet").toStdString()};
    }
    const TableFormat format = ending == u"csv" ? TableFormat::Csv : TableFormat::Tabs;
    return writeFile(path.toStdString(), tableText(table, shown, format).toStdString());
}

QString plainNumber(double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace batchscope
