// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes tables out of the window: as CSV for other programs, or separated by tabs for a spreadsheet. Cells on the
// screen are for people ("1.2 ms", "12,345"); here they are plain numbers, and the titles name their units.
#pragma once

#include "core/base/result.h"
#include "core/base/table.h"

#include <QString>
#include <QStringList>

class QAbstractItemModel;

namespace batchscope {

/// What a table model says of its rows to another program. Numbers have a decimal point, no separators of thousands,
/// and all their digits; a cell without a value is empty.
class PlainTable {
public:
    PlainTable() = default;
    virtual ~PlainTable() = default;
    PlainTable(const PlainTable&) = delete;
    PlainTable& operator=(const PlainTable&) = delete;

    [[nodiscard]] virtual QStringList plainTitles() const = 0;
    /// As many cells as there are titles; 0 <= row < rows of the model.
    [[nodiscard]] virtual QStringList plainRow(int row) const = 0;
};

/// As Csv or Tabs: title and rows of `table`, in the order in which `shown` has them: the model of the table, or a
/// proxy that sorts it.
[[nodiscard]] QString tableText(const PlainTable& table, const QAbstractItemModel& shown, TableFormat format);

/// Writes them to a path that ends in .csv or .tsv; the file is replaced as by savePlot. Config errors: another ending,
/// a table without rows. Errors of writeFile when it cannot be written.
[[nodiscard]] Status saveTable(const PlainTable& table, const QAbstractItemModel& shown, const QString& path);

/// All digits that tell the number from its neighbors, and no more.
[[nodiscard]] QString plainNumber(double value);

} // namespace batchscope
