// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table_formats.h"

#include "core/base/choice.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 5> kFormatNames = {"table", "json", "csv", "markdown", "latex"};

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
                                                      {"…", "\\ldots{}"}});
/// What Markdown would take for its own, above all the bars that end a cell.
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

std::string inLatex(const std::string& text) {
    return text == "-" ? "--" : replacedAll(text, kInLatex);
}

std::string csvText(const FigureTable& table) {
    std::string out;
    const auto line = [&](std::size_t cells, const auto& textOf) {
        for (std::size_t column = 0; column < cells; ++column) {
            out += column == 0 ? "" : ",";
            out += csvCell(textOf(column));
        }
        out += "\r\n";
    };
    line(table.columns.size(), [&](std::size_t column) { return table.columns[column].key; });
    for (const TableRow& row : table.rows) {
        line(table.columns.size(), [&](std::size_t column) { return row.cells[column].raw; });
    }
    return out;
}

/// What people see of a table.
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
            line.cells.push_back(escape(row.cells[column].shown));
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
    constexpr std::size_t kLeastWidth = 3; // of "--:"
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < shown.titles.size(); ++column) {
        std::size_t width = std::max(kLeastWidth, codePoints(shown.titles[column]));
        for (const ShownTable::Line& line : shown.lines) {
            width = std::max(width, codePoints(line.cells[column]));
        }
        widths.push_back(width);
    }
    std::string out;
    const auto addLine = [&](const std::vector<std::string>& cells) {
        for (std::size_t column = 0; column < cells.size(); ++column) {
            const std::string space(widths[column] - codePoints(cells[column]), ' ');
            const bool isLeft = shown.aligns[column] == Align::Left;
            out += fmt::format("| {}{}{} ", isLeft ? "" : space, cells[column], isLeft ? space : "");
        }
        out += "|\n";
    };
    addLine(shown.titles);
    for (std::size_t column = 0; column < widths.size(); ++column) {
        const bool isLeft = shown.aligns[column] == Align::Left;
        out += fmt::format("|{}{}{}", isLeft ? ":" : "-", std::string(widths[column], '-'), isLeft ? "-" : ":");
    }
    out += "|\n";
    for (const ShownTable::Line& line : shown.lines) {
        addLine(line.cells);
    }
    return out;
}

std::string latexText(const FigureTable& table) {
    const ShownTable shown = shownTable(table, inLatex);
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

std::span<const std::string_view> tableFormatNames() {
    return kFormatNames;
}

Result<TableFormat> parseTableFormat(std::string_view name) {
    return parseChoice<TableFormat>(name, kFormatNames, "format");
}

std::string tableText(const FigureTable& table, TableFormat format) {
    switch (format) {
    case TableFormat::Text: return plainText(table);
    case TableFormat::Csv: return csvText(table);
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
