// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "views/tables/table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <vector>

namespace batchscope::table_model_test {

namespace {

/// Words and their lengths.
class WordsModel final : public TableModel {
public:
    enum Column { Word, Length, ColumnCount };

    void setWords(std::vector<QString> words) {
        resetBy([&] { m_words = std::move(words); });
    }
    void addWord(const QString& word) {
        growTo(rows() + 1, [&] { m_words.push_back(word); });
    }
    void setLast(const QString& word) {
        m_words.back() = word;
        rowChanged(rows() - 1, {Qt::DisplayRole});
    }
    void noteLengths() { columnsChanged(Length, Length, {Qt::ToolTipRole}); }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_words.size()); }
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override { return column == Word; }
    [[nodiscard]] QString title(int column) const override {
        return column == Word ? QStringLiteral("Word") : QStringLiteral("Length");
    }
    [[nodiscard]] QString titleTip(int column) const override {
        return column == Word ? QString() : QStringLiteral("Letters");
    }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override {
        const QString& word = m_words[static_cast<std::size_t>(row)];
        if (role != Qt::DisplayRole) {
            return {};
        }
        return column == Word ? QVariant(word) : QVariant(word.size());
    }

private:
    std::vector<QString> m_words;
};

} // namespace

class TableModelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void isATableOfItsRowsAndColumns() {
        WordsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 2);
        model.setWords({QStringLiteral("a"), QStringLiteral("tree")});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, WordsModel::Word).data().toString(), QStringLiteral("tree"));
        QCOMPARE(model.index(1, WordsModel::Length).data().toInt(), 4);
        const QModelIndex cell = model.index(0, 0);
        QCOMPARE(model.rowCount(cell), 0); // nothing below a cell
        QCOMPARE(model.columnCount(cell), 0);
        QVERIFY(!model.data({}, Qt::DisplayRole).isValid());
        QVERIFY(!model.index(2, 0).isValid());
    }

    void saysWhatHasChanged() {
        WordsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy rows(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy cells(&model, &QAbstractItemModel::dataChanged);
        model.noteLengths(); // no rows: nothing has changed
        QCOMPARE(cells.count(), 0);
        model.setWords({QStringLiteral("a"), QStringLiteral("b")});
        QCOMPARE(resets.count(), 1);
        model.addWord(QStringLiteral("c"));
        QCOMPARE(resets.count(), 1);
        QCOMPARE(rows.count(), 1);
        QCOMPARE(rows.front().at(1).toInt(), 2);
        QCOMPARE(rows.front().at(2).toInt(), 2);
        model.setLast(QStringLiteral("d"));
        QCOMPARE(cells.takeFirst().front().toModelIndex(), model.index(2, 0));
        model.noteLengths();
        QCOMPARE(cells.count(), 1);
        QCOMPARE(cells.front().at(0).toModelIndex(), model.index(0, WordsModel::Length));
        QCOMPARE(cells.front().at(1).toModelIndex(), model.index(2, WordsModel::Length));
        QCOMPARE(cells.front().at(2).value<QList<int>>(), QList<int>{Qt::ToolTipRole});
    }
};

BATCHSCOPE_NAMED_TEST("table_model", QTEST_MAIN(TableModelTest))

} // namespace batchscope::table_model_test

#include "table_model_test.moc"
