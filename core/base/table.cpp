// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

struct Replacement {
    std::string_view from;
    std::string_view to;
};

constexpr auto kInLatex = std::to_array<Replacement>({{"\\", "\\textbackslash{}"},
                                                      {"{", "\\{"},
                                                      {"}", "\\}"},
                                                      {"$", "\\$"},
                                                      {"&", "\\&"},
                                                      {"#", "\\#"},
                                                      {"%", "\\%"},
                                                      {"_", "\\_"},
                                                      {"~", "\\textasciitilde{}"},
                                                      {"^", "\\textasciicircum{}"},
                                                      {"<", "$<$"},
                                                      {">", "$>$"},
                                                      {"|", "$|$"},
                                                      {"×", "$\\times$"},
                                                      {"µ", "$\\mu$"},
                                                      {"±", "$\\pm$"},
                                                      {"–", "--"},
                                                      {"…", "\\ldots{}"}});
/// Characters with a meaning in Markdown, above all the bars that end a cell.
constexpr auto kInMarkdown =
    std::to_array<Replacement>({{"\\", "\\\\"}, {"|", "\\|"}, {"*", "\\*"}, {"_", "\\_"}, {"`", "\\`"}, {"<", "\\<"}});

std::string replacedAll(std::string_view text, std::span<const Replacement> replacements) {
    std::string out;
    while (!text.empty()) {
        const auto found = std::find_if(replacements.begin(), replacements.end(),
                                        [&](const Replacement& each) { return text.starts_with(each.from); });
        const std::string_view taken = found == replacements.end() ? text.substr(0, 1) : found->from;
        out += found == replacements.end() ? taken : found->to;
        text.remove_prefix(taken.size());
    }
    return out;
}

/// Replaces tabs and line ends, which would start another cell.
std::string tabbedCell(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char each) { return each == '\t' || each == '\r' || each == '\n'; }, ' ');
    return text;
}

std::string separatedText(const FigureTable& table, bool isCsv) {
    std::string out;
    const auto addLine = [&](const auto& textOf) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            out += column == 0 ? "" : isCsv ? "," : "\t";
            out += isCsv ? csvCell(textOf(column)) : tabbedCell(textOf(column));
        }
        out += isCsv ? "\r\n" : "\n";
    };
    addLine([&](std::size_t column) { return table.columns[column].key; });
    for (const TableRow& row : table.rows) {
        addLine([&](std::size_t column) { return plainText(row.cells[column].value); });
    }
    return out;
}

/// The visible part of a table.
struct ShownTable {
    struct Line {
        std::vector<std::string> cells;
        bool startsGroup = false;
    };
    std::vector<std::string> titles;
    std::vector<Align> aligns;
    std::vector<Line> lines;
};

template <typename Escape>
ShownTable shownTable(const FigureTable& table, Escape escape) {
    ShownTable shown;
    std::vector<std::size_t> filled;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (isFilled(table, column)) {
            filled.push_back(column);
            shown.titles.push_back(escape(table.columns[column].title));
            shown.aligns.push_back(table.columns[column].align);
        }
    }
    for (const TableRow& row : table.rows) {
        ShownTable::Line& line = shown.lines.emplace_back();
        line.startsGroup = row.startsGroup;
        for (const std::size_t column : filled) {
            line.cells.push_back(escape(row.cells[column].text));
        }
    }
    return shown;
}

std::string plainText(const FigureTable& table) {
    const ShownTable shown = shownTable(table, [](const std::string& text) { return text; });
    std::vector<TextTable::Column> columns;
    for (std::size_t column = 0; column < shown.titles.size(); ++column) {
        columns.push_back({shown.titles[column], shown.aligns[column]});
    }
    TextTable text(std::move(columns));
    for (const ShownTable::Line& line : shown.lines) {
        if (line.startsGroup) {
            text.add({});
        }
        text.add(line.cells);
    }
    return text.text();
}

std::string markdownText(const FigureTable& table) {
    const ShownTable shown = shownTable(table, [](const std::string& text) { return replacedAll(text, kInMarkdown); });
    std::string out;
    const auto addLine = [&](const std::vector<std::string>& cells) {
        out += fmt::format("| {} |\n", fmt::join(cells, " | "));
    };
    addLine(shown.titles);
    for (const Align align : shown.aligns) {
        out += align == Align::Left ? "|:--" : "|--:";
    }
    out += "|\n";
    for (const ShownTable::Line& line : shown.lines) {
        addLine(line.cells);
    }
    return out;
}

std::string latexText(const FigureTable& table) {
    const ShownTable shown = shownTable(table, [](const std::string& text) { return replacedAll(text, kInLatex); });
    std::string letters;
    for (const Align align : shown.aligns) {
        letters += align == Align::Left ? 'l' : 'r';
    }
    std::string out = fmt::format("% needs \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{}}}\n\\toprule\n", letters);
    const auto addLine = [&](const std::vector<std::string>& cells) {
        for (std::size_t column = 0; column < cells.size(); ++column) {
            out += column == 0 ? "" : " & ";
            out += cells[column];
        }
        out += " \\\\\n";
    };
    addLine(shown.titles);
    out += "\\midrule\n";
    for (const ShownTable::Line& line : shown.lines) {
        out += line.startsGroup ? "\\addlinespace\n" : "";
        addLine(line.cells);
    }
    return out + "\\bottomrule\n\\end{tabular}\n";
}

} // namespace

Cell noFigure() {
    return {"–", {}};
}

Cell textCell(std::string text) {
    return {text, text};
}

Cell yesNoCell(bool holds) {
    return {holds ? "yes" : "no", holds};
}

Cell numberCell(std::uint64_t number) {
    return {fmt::format("{}", number), number};
}

Cell countCell(std::uint64_t count) {
    return {withThousands(count), count};
}

Cell bytesCell(std::uint64_t bytes) {
    return {formatBytes(bytes), bytes};
}

Cell secondsCell(double seconds) {
    return {formatSeconds(seconds), seconds};
}

Cell ratioCell(std::optional<double> ratio) {
    return ratio && *ratio > 0.0 ? Cell{fmt::format("{:.2f}×", *ratio), *ratio} : noFigure();
}

Cell shareCell(std::optional<double> share) {
    return share && *share > 0.0 ? Cell{fmt::format("{:.0f}%", 100.0 * *share), *share} : noFigure();
}

std::string plainText(const Cell::Value& value) {
    return std::visit(
        [](const auto& held) -> std::string {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                return {};
            } else {
                return fmt::format("{}", held);
            }
        },
        value);
}

bool isVaried(const FigureTable& table, std::size_t column) {
    return std::any_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
        return row.cells[column].text != table.rows.front().cells[column].text;
    });
}

bool isFilled(const FigureTable& table, std::size_t column) {
    return !table.columns[column].isCsvOnly &&
           std::any_of(table.rows.begin(), table.rows.end(), [column](const TableRow& row) {
               return !row.cells[column].text.empty() &&
                      !std::holds_alternative<std::monostate>(row.cells[column].value);
           });
}

std::string tableText(const FigureTable& table, TableFormat format) {
    switch (format) {
    case TableFormat::Text: return plainText(table);
    case TableFormat::Csv: return separatedText(table, true);
    case TableFormat::Tabs: return separatedText(table, false);
    case TableFormat::Markdown: return markdownText(table);
    case TableFormat::Latex: return latexText(table);
    case TableFormat::Document: break;
    }
    return {};
}

std::string remarksText(std::span<const std::string> lines, TableFormat format) {
    std::string out;
    for (const std::string& line : lines) {
        if (format == TableFormat::Text) {
            out += fmt::format("{}\n", line);
        } else if (format == TableFormat::Latex) {
            out += line.empty() ? "" : fmt::format("% {}\n", line);
        } else if (format == TableFormat::Markdown) {
            out += line.empty() ? "" : fmt::format("\n{}\n", replacedAll(line, kInMarkdown));
        }
    }
    return out;
}

} // namespace batchscope
