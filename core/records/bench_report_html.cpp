// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_report_html.h"

#include "core/base/text.h"
#include "core/bench/sweep.h"
#include "core/records/bench_json.h"
#include "core/records/bench_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

std::string_view escapedCharacter(const char& character) {
    switch (character) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\0': return kReplacementCharacter;
    default: return {&character, 1};
    }
}

/// `<name class="kind">content</name>`; the content is HTML.
std::string htmlElement(std::string_view name, std::string_view content, std::string_view kind = {}) {
    return fmt::format("<{0}{1}>{2}</{0}>", name, kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), content);
}

std::string valueText(const Json& value) {
    if (value.is_null() || (value.is_structured() && value.empty())) {
        return "–";
    }
    return value.is_string() ? value.get<std::string>() : jsonLine(value);
}

/// Shows every key of the document's context, so that a new key appears in every report.
std::string contextTable(const BenchDocument& document) {
    const Json context = benchContextJson(document);
    std::string rows;
    for (const auto& [key, value] : context.items()) {
        if (key != "command") { // shown below
            rows += htmlElement("tr", htmlElement("td", htmlElement("code", htmlText(key))) +
                                          htmlElement("td", htmlText(valueText(value)))) +
                    '\n';
        }
    }
    return htmlElement("table", "\n" + rows, "context") + '\n';
}

// Plots are drawn for paper, so their background is always white.
constexpr std::string_view kReportHead =
    R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
body { margin: 0 auto; padding: 1rem; max-width: 74rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; border-bottom: 1px solid gray; font-size: 1.2rem; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem; text-align: left; vertical-align: top; border-bottom: 1px solid gray; }
.figures { display: block; overflow-x: auto; }
.figures th, .figures td { white-space: nowrap; }
.figures .number { text-align: right; }
.figures .group td { border-top: 2px solid gray; }
.quiet, footer { font-size: .875rem; }
.warning { padding: .5rem .75rem; border-left: 4px solid #c07000; }
.mark, .bad { color: #c07000; font-weight: 700; }
figure { margin: 1.5rem 0; }
figure img { width: 100%; max-width: 46rem; background: #ffffff; }
pre { white-space: pre-wrap; }
@media print {
  @page { size: A4 landscape; margin: 14mm; }
  figure, tr, pre { break-inside: avoid; }
  table { font-size: 7pt; }
  .figures { overflow: visible; }
}
</style>
)";

std::string paragraph(std::string_view text, std::string_view kind = {}) {
    return htmlElement("p", htmlText(text), kind) + '\n';
}

std::string bulletList(std::span<const std::string> texts, std::string_view kind = {}) {
    std::string items;
    for (const std::string& text : texts) {
        items += htmlElement("li", htmlText(text)) + '\n';
    }
    return htmlElement("ul", "\n" + items, kind) + '\n';
}

/// Empty if there is no content.
std::string section(std::string_view id, std::string_view heading, const std::string& content) {
    return content.empty()
               ? std::string()
               : htmlElement("section", "\n" + htmlElement("h2", htmlText(heading)) + '\n' + content, id) + '\n';
}

/// A picture embedded in the page, so that its ids cannot clash with those of another picture.
std::string dataUrl(std::string_view svg) {
    std::string url = "data:image/svg+xml,";
    for (const char letter : svg) {
        const auto byte = static_cast<unsigned char>(letter);
        url += std::isalnum(byte) != 0 ? std::string(1, letter) : fmt::format("%{:02X}", byte);
    }
    return url;
}

/// Highlights what must not be overlooked.
std::string cellContent(const TableColumn& column, const Cell& cell) {
    const bool isBad = column.key == "equal" && cell.value == Cell::Value(false);
    const bool isMark = column.key == "noisy" && !cell.text.empty();
    const std::string text = htmlText(cell.text);
    return isBad || isMark ? htmlElement("span", text, isBad ? "bad" : "mark") : text;
}

/// Leaves out columns that have no figure in any row. Marks are placed beside the arm, where they are visible on a
/// narrow page, too.
std::string tableHtml(const FigureTable& table) {
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (isFilled(table, column)) {
            const bool isMark = table.columns[column].key == "noisy" && !columns.empty();
            columns.insert(isMark ? columns.begin() + 1 : columns.end(), column);
        }
    }
    const auto kindOf = [&table](std::size_t column) {
        return table.columns[column].align == Align::Right ? "number" : "text";
    };
    std::string head;
    for (const std::size_t column : columns) {
        head += htmlElement("th", htmlText(table.columns[column].title), kindOf(column));
    }
    std::string rows = htmlElement("tr", head) + '\n';
    for (const TableRow& row : table.rows) {
        std::string cells;
        for (const std::size_t column : columns) {
            cells += htmlElement("td", cellContent(table.columns[column], row.cells[column]), kindOf(column));
        }
        rows += htmlElement("tr", cells, row.startsGroup ? "group" : "") + '\n';
    }
    return htmlElement("table", "\n" + rows, "figures") + '\n';
}

std::string titleOf(const BenchDocument& document) {
    std::string title =
        fmt::format("Benchmark: {}", document.report.results.empty() ? document.config.graph.model
                                                                     : document.report.results.front().model);
    if (!document.files.empty()) {
        const std::size_t others = document.files.size() - 1;
        title += fmt::format(" on {}", std::filesystem::path(document.files.front()).filename().string());
        title += others == 0 ? "" : fmt::format(" and {} more file{}", others, others == 1 ? "" : "s");
    }
    return title;
}

std::string warningsOf(const BenchDocument& document) {
    const std::vector<BenchResult>& results = document.report.results;
    std::string warnings;
    const auto warn = [&warnings](bool holds, const std::string& text) {
        warnings += holds ? paragraph(text, "warning") : std::string();
    };
    warn(document.isCancelled, "The run was stopped, or was still going on, so some batch sizes, widths or numbers of "
                               "threads are missing.");
    warn(!document.error.empty(), fmt::format("The run ended early: {}", document.error));
    warn(document.report.context.build == kBuiltWithAssertions,
         fmt::format("The program was built {}.", kBuiltWithAssertions));
    warn(results.empty(), "Nothing was measured before the run ended.");
    const auto marked =
        std::count_if(results.begin(), results.end(), [](const BenchResult& result) { return result.noisy; });
    warn(marked > 0, fmt::format("{} of {} results {} marked as noisy or busy: do not rely on {}.", marked,
                                 results.size(), marked == 1 ? "is" : "are", marked == 1 ? "it" : "them"));
    return warnings;
}

std::string plotsOf(std::span<const ReportPlot> plots) {
    std::string figures;
    std::size_t number = 0;
    for (const ReportPlot& plot : plots) {
        const std::string caption = htmlText(fmt::format("Figure {}. {}.", ++number, plotKindEntry(plot.kind).about));
        const std::string notes = htmlText(fmt::format(" {}", fmt::join(plot.notes, " ")));
        figures += htmlElement("figure", fmt::format("<img alt=\"{}\" src=\"{}\">\n", caption, dataUrl(plot.svg)) +
                                             htmlElement("figcaption", htmlElement("b", caption) + notes)) +
                   '\n';
    }
    return figures;
}

std::string resultsOf(const FigureTable& table, const BenchRemarks& remarks) {
    std::string content = tableHtml(table);
    return content + paragraph("What the columns mean; those without any figure are left out:", "quiet") +
           bulletList(remarks.columns, "quiet");
}

std::string fitsOf(const BenchRemarks& remarks) {
    if (remarks.fits.empty()) {
        return {};
    }
    std::vector<std::string> lines;
    for (const FittedCost& fit : remarks.fits) {
        lines.push_back(fmt::format("{}: {}", fit.name, fit.cost));
    }
    return paragraph("A line fitted to the medians over the batch size: a part that every run costs, and a part for "
                     "each tree. In brackets, how far the line is off at most.") +
           bulletList(lines);
}

std::string repeatOf(const BenchDocument& document) {
    if (document.command.empty()) {
        return paragraph("It was measured in the window, with the options above.");
    }
    return paragraph(
               document.directory.empty()
                   ? std::string("This command line measures the same again:")
                   : fmt::format("In the folder {}, this command line measures the same again:", document.directory)) +
           htmlElement("pre", htmlText(shellLine(document.command))) + '\n';
}

bool isSafeInShell(char letter) {
    constexpr std::string_view kSafe = "-_./:=,@%+";
    const bool isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    return isLetter || (letter >= '0' && letter <= '9') || kSafe.find(letter) != std::string_view::npos;
}

} // namespace

std::string htmlText(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t valid = std::min(findInvalidUtf8(text), text.size());
        for (const char& character : text.substr(0, valid)) {
            out += escapedCharacter(character);
        }
        text.remove_prefix(valid);
        if (!text.empty()) {
            out += kReplacementCharacter;
            text.remove_prefix(1);
        }
    }
    return out;
}

std::string benchReportHtml(const BenchDocument& document, std::span<const ReportPlot> plots) {
    const BenchRemarks remarks = remarksOn(document);
    const std::string title = htmlText(titleOf(document));
    std::string body = htmlElement("h1", title) + '\n' + warningsOf(document);
    if (!document.report.results.empty()) {
        body += section("summary", "Summary",
                        remarks.advice.empty()
                            ? paragraph("The figures do not prove anything that can be put into a sentence.")
                            : bulletList(remarks.advice));
        body += section("plots", "Plots", plotsOf(plots));
        body += section("results", "Results", resultsOf(resultTable(document), remarks));
        body += section("fits", "Time of a run", fitsOf(remarks));
    }
    const std::vector<std::string>& notes = document.report.notes;
    body += section("notes", "Notes", notes.empty() ? std::string() : bulletList(notes));
    body += section("measured", "How it was measured", contextTable(document) + repeatOf(document));
    body += htmlElement("footer", htmlText(fmt::format("Written by Batchscope {}.", buildIdentity().version))) + '\n';
    return fmt::format("{}{}\n</head>\n{}\n</html>\n", kReportHead, htmlElement("title", title),
                       htmlElement("body", "\n" + body));
}

std::string shellLine(std::span<const std::string> words) {
    std::string line;
    for (const std::string& word : words) {
        line += line.empty() ? "" : " ";
        if (!word.empty() && std::all_of(word.begin(), word.end(), isSafeInShell)) {
            line += word;
            continue;
        }
        line += '\'';
        for (const char letter : word) {
            line += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        }
        line += '\'';
    }
    return line;
}

} // namespace batchscope
