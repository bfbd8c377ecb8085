// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of bench in every format: by hand for what must be escaped, and as the program prints them.
#include "core/base/table.h"
#include "core/records/bench_tables.h"
#include "tests/support/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::runAll;
using ::testing::StartsWith;

/// Two groups, everything that a format must escape, a column for programs only, and a cell without a figure.
FigureTable trickyTable() {
    FigureTable table;
    table.columns = {{.title = "arm", .key = "arm", .align = Align::Left},
                     {.title = "of bound", .key = "fma_share"},
                     {.title = "median", .key = "median_s"},
                     {.title = "", .key = "model", .isCsvOnly = true}};
    table.rows = {{.cells = {textCell("a_b|c"), shareCell(0.5), secondsCell(1.23e-05), {"", "one, \"two\""}}},
                  {.cells = {textCell("{d}&"), noFigure(), ratioCell(1.25), {"", "x"}}, .startsGroup = true}};
    return table;
}

TEST(TableFormats, CsvIsRawNumbersWithUnitsInTheHeader) {
    EXPECT_EQ(tableText(trickyTable(), TableFormat::Csv), "arm,fma_share,median_s,model\r\n"
                                                          "a_b|c,0.5,1.23e-05,\"one, \"\"two\"\"\"\r\n"
                                                          "{d}&,,1.25,x\r\n");
    EXPECT_EQ(remarksText(std::vector<std::string>{"note"}, TableFormat::Csv), "");
}

TEST(TableFormats, MarkdownIsAlignedInItsSource) {
    EXPECT_EQ(tableText(trickyTable(), TableFormat::Markdown), "| arm     | of bound |  median |\n"
                                                               "|:--------|---------:|--------:|\n"
                                                               "| a\\_b\\|c |      50% | 12.3 µs |\n"
                                                               "| {d}&    |        – |   1.25× |\n");
    EXPECT_EQ(remarksText(std::vector<std::string>{"", "a*b"}, TableFormat::Markdown), "\na\\*b\n");
}

TEST(TableFormats, LatexIsEscapedAndRuledByBooktabs) {
    EXPECT_EQ(tableText(trickyTable(), TableFormat::Latex), "% needs \\usepackage{booktabs}\n"
                                                            "\\begin{tabular}{lrr}\n"
                                                            "\\toprule\n"
                                                            "arm & of bound & median \\\\\n"
                                                            "\\midrule\n"
                                                            "a\\_b$|$c & 50\\% & 12.3 $\\mu$s \\\\\n"
                                                            "\\addlinespace\n"
                                                            "\\{d\\}\\& & -- & 1.25$\\times$ \\\\\n"
                                                            "\\bottomrule\n"
                                                            "\\end{tabular}\n");
    EXPECT_EQ(remarksText(std::vector<std::string>{"", "100%"}, TableFormat::Latex), "% 100%\n");
}

TEST(TableFormats, TextSetsGroupsApart) {
    EXPECT_EQ(tableText(trickyTable(), TableFormat::Text), "arm    of bound   median\n"
                                                           "-----  --------  -------\n"
                                                           "a_b|c       50%  12.3 µs\n"
                                                           "\n"
                                                           "{d}&          –    1.25×\n");
}

TEST(BenchTables, HaveARowForEachResultAndACellForEachColumn) {
    BenchReport report;
    for (const std::size_t batch : {1, 8}) {
        BenchResult& result = report.results.emplace_back();
        result.arm = "folded";
        result.dim = 0;
        result.batch = batch;
        result.samples = {0.25, 0.5, 0.75};
        result.medianSeconds = 0.5;
        result.speedup = batch == 1 ? 0.0 : 2.5;
    }
    const auto tableOfRun = [](const BenchReport& measured, bool isAblation) {
        BenchDocument document;
        document.config.ablation = isAblation;
        document.report = measured;
        return resultTable(document);
    };
    for (const FigureTable& table : {tableOfRun(report, false), tableOfRun(report, true)}) {
        ASSERT_EQ(table.rows.size(), 2U);
        for (const TableRow& row : table.rows) {
            EXPECT_EQ(row.cells.size(), table.columns.size());
        }
        const auto cellOf = [&](std::size_t row, std::string_view key) {
            for (std::size_t column = 0; column < table.columns.size(); ++column) {
                if (table.columns[column].key == key) {
                    return table.rows[row].cells[column];
                }
            }
            ADD_FAILURE() << "no column " << key;
            return Cell();
        };
        EXPECT_EQ(cellOf(1, "median_s").value, Cell::Value(0.5));
        EXPECT_EQ(cellOf(1, "median_s").text, "500 ms");
        EXPECT_EQ(cellOf(0, "speedup_batching").value, Cell::Value()) << "not measured";
        EXPECT_EQ(cellOf(0, "speedup_batching").text, "–");
        EXPECT_EQ(cellOf(1, "speedup_batching").text, "2.50×");
        EXPECT_EQ(cellOf(1, "dim").value, Cell::Value()) << "the model has widths of its own";
        EXPECT_EQ(cellOf(1, "ci_low_s").value, Cell::Value(0.25));
        EXPECT_EQ(cellOf(1, "ci_high_s").value, Cell::Value(0.75));
    }
    const auto isShown = [](const FigureTable& table, std::string_view title) {
        return std::any_of(table.columns.begin(), table.columns.end(),
                           [&](const TableColumn& column) { return column.title == title && !column.isCsvOnly; });
    };
    EXPECT_FALSE(isShown(tableOfRun(report, false), "net") || isShown(tableOfRun(report, false), "work"))
        << "all alike";
    EXPECT_FALSE(tableOfRun(report, false).rows[1].startsGroup);
    EXPECT_TRUE(tableOfRun(report, true).rows[1].startsGroup) << "another batch size";
    report.results[0].model = "tree-rnn";
    report.results[1].work = Work::Training;
    EXPECT_TRUE(isShown(tableOfRun(report, false), "net") && isShown(tableOfRun(report, false), "work"));
}

Finished benchAs(const std::vector<std::string>& more) {
    std::vector<std::string> line = {"bench", "-", "--dim", "8", "--batch", "1,2", "--repeats", "2", "--warmups", "0"};
    line.insert(line.end(), more.begin(), more.end());
    return runAll({{line, "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n"}}).front();
}

TEST(BenchFormats, AreChosenByName) {
    const Finished csv = benchAs({"--format", "csv"});
    EXPECT_EQ(csv.code, 0) << csv.err;
    EXPECT_THAT(csv.out, StartsWith("arm,model,work,dim,batch,threads,"));
    EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 9) << "a header and 2 × 4 results, nothing else";
    EXPECT_THAT(benchAs({"--format", "markdown", "--ablation"}).out, StartsWith("| arm "));
    EXPECT_THAT(benchAs({"--format", "latex"}).out, HasSubstr("\\bottomrule\n\\end{tabular}\n"));
    EXPECT_EQ(testing::jsonOf(benchAs({"--format", "json"}))["results"].size(), 8U);
}

} // namespace
} // namespace batchscope
