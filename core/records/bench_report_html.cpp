// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_report_html.h"

#include "core/base/text.h"
#include "core/bench/sweep.h"
#include "core/records/bench_json.h"
#include "core/records/bench_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <iterator>
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

/// The value of an attribute of a tag, as it is written; empty where it has none.
std::string_view attributeOf(std::string_view tag, std::string_view name) {
    const std::string begin = fmt::format("{}=\"", name);
    std::size_t at = tag.find(begin);
    while (at != std::string_view::npos && at > 0 && tag[at - 1] != ' ' && tag[at - 1] != '\n') {
        at = tag.find(begin, at + 1); // the end of a longer name
    }
    if (at == std::string_view::npos) {
        return {};
    }
    tag.remove_prefix(at + begin.size());
    return tag.substr(0, tag.find('"'));
}

/// The length of the `id="`, `url(#` or `href="#` that `tag` begins with; 0 if it begins with none of them.
std::size_t idPrefixLength(std::string_view tag, char previous) {
    constexpr std::array<std::string_view, 2> kReferences = {"url(#", "href=\"#"};
    constexpr std::string_view kName = "id";
    constexpr std::string_view kValue = "=\"";
    for (const std::string_view reference : kReferences) {
        if (tag.starts_with(reference)) {
            return reference.size();
        }
    }
    const bool isName =
        (previous == ' ' || previous == '\n') && tag.starts_with(kName) && tag.substr(kName.size()).starts_with(kValue);
    return isName ? kName.size() + kValue.size() : 0;
}

/// A tag with the prefix in front of each id that it has or refers to.
std::string withPrefixedIds(std::string_view tag, std::string_view prefix) {
    std::string out;
    while (!tag.empty()) {
        const std::size_t before = idPrefixLength(tag, out.empty() ? '<' : out.back());
        const std::size_t taken = std::max<std::size_t>(before, 1);
        out += tag.substr(0, taken);
        out += before > 0 ? prefix : std::string_view();
        tag.remove_prefix(taken);
    }
    return out;
}

struct HtmlAttribute {
    std::string_view name;
    std::string_view value; ///< plain text
};

/// `<name attributes>content</name>`; the content is HTML.
std::string htmlElement(std::string_view name, std::initializer_list<HtmlAttribute> attributes,
                        std::string_view content) {
    std::string out = fmt::format("<{}", name);
    for (const HtmlAttribute& attribute : attributes) {
        out += fmt::format(" {}=\"{}\"", attribute.name, htmlText(attribute.value));
    }
    return out + fmt::format(">{}</{}>", content, name);
}

std::string htmlElement(std::string_view name, std::string_view content) {
    return htmlElement(name, {}, content);
}

// ---- how it was measured ------------------------------------------------------------------------------------------

constexpr std::string_view kNothing = "–"; // nothing was recorded, or the option was not given

struct NamedKey {
    std::string_view group;
    std::string_view key; ///< empty: all that stand nowhere else
    std::string_view name;
};

/// `command` has a section of its own, and `files` say what `file` does. A key that is added to the document is in
/// every report.
constexpr auto kNamedKeys = std::to_array<NamedKey>({
    {"Machine", "cpu", "Processor"},
    {"Machine", "host", "Host"},
    {"Machine", "governor", "Frequency governor"},
    {"Machine", "load_before", "Load averages before (1, 5, 15 minutes)"},
    {"Machine", "load_after", "Load averages after"},
    {"Machine", "fma_flops", "Limit of multiply-adds"},
    {"Machine", "copy_bytes_per_s", "Limit of copying"},
    {"Program", "version", "Batchscope"},
    {"Program", "commit", "Commit"},
    {"Program", "build", "Build"},
    {"Program", "compiler", "Compiler"},
    {"Program", "torch", "LibTorch"},
    {"Program", "blas", "Products of LibTorch"},
    {"Program", "gemm", "Products of the engine"},
    {"Program", "instruction_set", "Kernels of the engine"},
    {"Run", "date", "Begun"},
    {"Run", "files", "Files"},
    {"Run", "directory", "Folder"},
    {"Run", "seed", "Seed"},
    {"Run", "thread_counts", "Threads"},
    {"", "command", ""},
    {"", "file", ""},
});

constexpr std::size_t kMostInList = 20;

std::string valueText(const Json& value) {
    if (value.is_null() || (value.is_structured() && value.empty())) {
        return std::string(kNothing);
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "yes" : "no";
    }
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        return text.empty() ? std::string(kNothing) : text;
    }
    if (value.is_number_float()) {
        return fmt::format("{:g}", value.get<double>());
    }
    if (!value.is_array()) {
        return jsonLine(value);
    }
    std::vector<std::string> parts;
    for (std::size_t place = 0; place < std::min(value.size(), kMostInList); ++place) {
        parts.push_back(valueText(value[place]));
    }
    std::string list = fmt::format("{}", fmt::join(parts, ", "));
    return value.size() > kMostInList ? fmt::format("{}, … ({} in all)", list, value.size()) : list;
}

/// With its unit where the key names none.
std::string valueText(std::string_view key, const Json& value) {
    constexpr double kGiga = 1e-9;
    const bool isRate = value.is_number() && (key == "fma_flops" || key == "copy_bytes_per_s");
    return isRate ? fmt::format("{:.1f} G{}", kGiga * value.get<double>(), key == "fma_flops" ? "FLOP/s" : "B/s")
                  : valueText(value);
}

std::string contextRow(const std::string& nameHtml, const std::string& value) {
    return htmlElement("tr", htmlElement("th", {{"scope", "row"}}, nameHtml) + htmlElement("td", htmlText(value))) +
           '\n';
}

std::string contextTable(std::string_view title, const std::string& rows) {
    return htmlElement("table", {{"class", "context"}}, "\n" + htmlElement("caption", htmlText(title)) + '\n' + rows) +
           '\n';
}

std::string contextTables(const BenchDocument& document) {
    const Json context = benchContextJson(document);
    std::string content;
    for (const std::string_view group : {"Machine", "Program", "Run"}) {
        std::string rows;
        for (const NamedKey& named : kNamedKeys) {
            const auto found = context.find(std::string(named.key));
            if (named.group == group && found != context.end()) {
                rows += contextRow(htmlText(named.name), valueText(named.key, *found));
            }
        }
        content += contextTable(group, rows);
    }
    std::string others;
    for (const auto& [key, value] : context.items()) {
        const bool isNamed = std::any_of(kNamedKeys.begin(), kNamedKeys.end(),
                                         [&key = key](const NamedKey& named) { return named.key == key; });
        others += isNamed ? std::string() : contextRow(htmlElement("code", htmlText(key)), valueText(key, value));
    }
    return content + contextTable("Options, as in the JSON document", others);
}

// What a report of HTML begins and ends with, and its style: readable from 360 pixels on, light and dark as the
// reader's system is, and on paper. In a file of its own, since it is the syntax of another program. Plots are drawn
// for paper, so they stand on white in any case.

inline constexpr std::string_view kReportHead =
    R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
)";

inline constexpr std::string_view kReportHeadEnd = "\n</head>\n";
inline constexpr std::string_view kReportEnd = "\n</html>\n";
inline constexpr std::string_view kReportStyle =
    R"(:root { --ground: #ffffff; --text: #1c1e21; --quiet: #575c63; --line: #d5d8dd; --band: #f4f5f7; --warn: #8a5300;
  --warn-ground: #fff4de; --bad: #b00020; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181b; --text: #e6e8eb; --quiet: #a2a8b0; --line: #3a3f46; --band: #1f2226; --warn: #f2c063;
    --warn-ground: #33291a; --bad: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 74rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.2rem; }
p { margin: .5rem 0; max-width: 50rem; }
ul { margin: .5rem 0; padding-left: 1.25rem; max-width: 50rem; }
li { margin: .2rem 0; }
.setup, .quiet, footer { color: var(--quiet); }
.quiet { font-size: .875rem; }
.warning { margin: .75rem 0; padding: .5rem .75rem; border-left: 4px solid var(--warn); background: var(--warn-ground); }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.figures th, .figures td { white-space: nowrap; }
.figures thead th { vertical-align: bottom; border-bottom: 2px solid var(--line); color: var(--quiet); font-weight: 600; }
.figures .number { text-align: right; }
.figures tbody tr:nth-child(even) { background: var(--band); }
.figures .group td { border-top: 2px solid var(--line); }
.results table { font-size: .8125rem; }
.results th, .results td { padding: .25rem .35rem; }
.mark { color: var(--warn); font-weight: 600; }
.bad { color: var(--bad); font-weight: 700; }
.gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); gap: 1.25rem; margin: 1rem 0; }
figure { margin: 0; min-width: 0; }
figure .card { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; background: #ffffff; }
figure svg { display: block; width: 100%; min-width: 28rem; max-width: 46rem; height: auto; margin: 0 auto; }
figcaption { margin-top: .4rem; font-size: .875rem; }
.context { width: 100%; margin: .5rem 0 1.25rem; }
.context caption { padding: .25rem 0; text-align: left; font-weight: 600; }
.context th { width: 16rem; font-weight: 400; color: var(--quiet); }
.context td { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .6rem .75rem; background: var(--band); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
code, pre { font: .875rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
footer { margin-top: 2.5rem; font-size: .8125rem; }
@media (max-width: 40rem) {
  body { padding: 1rem .75rem 2rem; }
  .context th { width: 40%; }
  figure .card { padding: .4rem; }
}
@media print {
  :root { --ground: #ffffff; --text: #000000; --quiet: #444444; --line: #bbbbbb; --band: #f4f5f7; --warn: #8a5300;
    --warn-ground: #fff4de; --bad: #b00020; }
  @page { size: A4; margin: 16mm 14mm; }
  @page figures { size: A4 landscape; margin: 14mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, figure .card, .context caption { break-after: avoid; }
  figure, tr, .warning, pre { break-inside: avoid; }
  thead { display: table-header-group; }
  .wide, figure .card { overflow: visible; }
  .gallery { display: block; }
  footer { margin-top: 3mm; }
  h2 { margin-top: 6mm; }
  figure { margin: 0 0 6mm; }
  figure .card { padding: 0; border: 0; }
  figure svg { min-width: 0; max-width: 122mm; }
  .results { page: figures; }
  .results table { font-size: 7pt; }
  .results th, .results td { padding: .15rem .35rem; }
  .results .quiet { font-size: 7.5pt; line-height: 1.35; }
  .results ul { max-width: none; margin: .25rem 0; columns: 2; }
  .context, .context code { font-size: 8.5pt; }
  .context th, .context td { padding: .1rem .4rem; }
}
)";

std::string paragraph(std::string_view text) {
    return htmlElement("p", htmlText(text)) + '\n';
}

std::string quietParagraph(std::string_view text) {
    return htmlElement("p", {{"class", "quiet"}}, htmlText(text)) + '\n';
}

std::string warning(std::string_view text) {
    return htmlElement("p", {{"class", "warning"}}, htmlText(text)) + '\n';
}

std::string bulletList(std::span<const std::string> texts) {
    std::string items;
    for (const std::string& text : texts) {
        items += htmlElement("li", htmlText(text)) + '\n';
    }
    return htmlElement("ul", "\n" + items) + '\n';
}

std::string quietList(std::span<const std::string> texts) {
    return htmlElement("div", {{"class", "quiet"}}, bulletList(texts)) + '\n';
}

/// Nothing where there is no content.
std::string section(std::string_view id, std::string_view heading, const std::string& content) {
    return content.empty()
               ? std::string()
               : htmlElement("section", {{"class", id}}, "\n" + htmlElement("h2", htmlText(heading)) + '\n' + content) +
                     '\n';
}

// ---- tables -------------------------------------------------------------------------------------------------------

/// The columns that people see, without those that have no figure in any row. Marks stand beside the arm, where they
/// are seen on a narrow page, too.
std::vector<std::size_t> filledColumns(const FigureTable& table) {
    std::vector<std::size_t> filled;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (isFilled(table, column)) {
            const bool isMark = table.columns[column].key == "noisy";
            filled.insert(isMark && !filled.empty() ? filled.begin() + 1 : filled.end(), column);
        }
    }
    return filled;
}

std::string_view classOf(const TableColumn& column) {
    return column.align == Align::Right ? "number" : "text";
}

/// What must be seen stands out.
std::string cellContent(const TableColumn& column, const Cell& cell) {
    const bool isBad = column.key == "equal" && cell.value == Cell::Value(false);
    const bool isMark = column.key == "noisy" && !cell.text.empty();
    const std::string text = htmlText(cell.text);
    return isBad || isMark ? htmlElement("span", {{"class", isBad ? "bad" : "mark"}}, text) : text;
}

std::string tableHtml(const FigureTable& table, std::span<const std::size_t> columns) {
    std::string head;
    for (const std::size_t column : columns) {
        head += htmlElement("th", {{"scope", "col"}, {"class", classOf(table.columns[column])}},
                            htmlText(table.columns[column].title));
    }
    std::string rows;
    for (const TableRow& row : table.rows) {
        std::string cells;
        for (const std::size_t column : columns) {
            cells += htmlElement("td", {{"class", classOf(table.columns[column])}},
                                 cellContent(table.columns[column], row.cells[column]));
        }
        rows += (row.startsGroup ? htmlElement("tr", {{"class", "group"}}, cells) : htmlElement("tr", cells)) + '\n';
    }
    const std::string content =
        "\n" + htmlElement("thead", htmlElement("tr", head)) + '\n' + htmlElement("tbody", "\n" + rows) + '\n';
    return htmlElement("div", {{"class", "wide"}}, htmlElement("table", {{"class", "figures"}}, content)) + '\n';
}

// ---- the top ------------------------------------------------------------------------------------------------------

/// Each once, in order, as a list.
template <typename Value>
std::string distinctValues(const BenchReport& report, Value BenchResult::*value) {
    std::vector<Value> values;
    for (const BenchResult& result : report.results) {
        if (std::find(values.begin(), values.end(), result.*value) == values.end()) {
            values.push_back(result.*value);
        }
    }
    return fmt::format("{}", fmt::join(values, ", "));
}

std::string modelNames(const BenchDocument& document) {
    return document.report.results.empty() ? document.config.graph.model
                                           : distinctValues(document.report, &BenchResult::model);
}

std::string titleOf(const BenchDocument& document) {
    std::string title = fmt::format("Benchmark: {}", modelNames(document));
    if (!document.files.empty()) {
        const std::size_t others = document.files.size() - 1;
        title += fmt::format(" on {}", std::filesystem::path(document.files.front()).filename().string());
        title += others == 0 ? "" : fmt::format(" and {} more file{}", others, others == 1 ? "" : "s");
    }
    return title;
}

std::string_view workOf(const BenchConfig& config) {
    const std::vector<Work> works = sweptWorks(config);
    if (works.size() > 1) {
        return "Inference and training";
    }
    return works.front() == Work::Training ? "Training (forward, loss and backward)" : "Inference";
}

std::string setupOf(const BenchDocument& document) {
    const BenchReport& report = document.report;
    const std::string batches = distinctValues(report, &BenchResult::batch);
    const std::string dims = distinctValues(report, &BenchResult::dim);
    return fmt::format("{}, batch size{} {}{}, {}. {}, {}.", workOf(document.config),
                       batches.find(',') == std::string::npos ? "" : "s", batches,
                       dims == "0" ? std::string() : fmt::format(", dim {}", dims), threadCountsText(report),
                       report.context.cpu, document.date);
}

std::string warningsOf(const BenchDocument& document) {
    const std::vector<BenchResult>& results = document.report.results;
    std::string warnings;
    if (document.isCancelled) {
        warnings += warning("The run was stopped, or was still going on, so some batch sizes, widths or numbers of "
                            "threads are missing.");
    }
    if (!document.error.empty()) {
        warnings += warning(fmt::format("The run ended early: {}", document.error));
    }
    if (document.report.context.build == kBuiltWithAssertions) {
        warnings += warning(fmt::format("The program was built {}.", kBuiltWithAssertions));
    }
    if (results.empty()) {
        warnings += warning("Nothing was measured before the run ended.");
    }
    const auto marked =
        std::count_if(results.begin(), results.end(), [](const BenchResult& result) { return result.noisy; });
    if (marked > 0) {
        warnings += warning(fmt::format("{} of {} results {} marked as noisy or busy: do not rely on {}.", marked,
                                        results.size(), marked == 1 ? "is" : "are", marked == 1 ? "it" : "them"));
    }
    return warnings;
}

// ---- the sections -------------------------------------------------------------------------------------------------

std::string summaryHtml(const BenchRemarks& remarks) {
    return remarks.advice.empty() ? paragraph("The figures do not prove anything that can be put into a sentence.")
                                  : bulletList(remarks.advice);
}

/// The rows and columns of the table that tell batching and engine apart.
std::string speedupsOf(const BenchDocument& document, FigureTable table) {
    constexpr auto kKeys =
        std::to_array<std::string_view>({"arm", "model", "work", "dim", "batch", "threads", "speedup_batching",
                                         "speedup_engine", "speedup_both", "noisy"});
    const std::vector<BenchResult>& results = document.report.results;
    std::vector<TableRow> rows;
    for (std::size_t row = 0; row < results.size(); ++row) {
        if (results[row].speedup > 0.0 && results[row].grouping != "regular") {
            rows.push_back(table.rows[row]);
        }
    }
    if (rows.empty()) {
        return paragraph("There is no speed-up to show: it takes the arm regular beside another arm.");
    }
    table.rows = std::move(rows);
    std::vector<std::size_t> columns = filledColumns(table);
    std::erase_if(columns, [&](std::size_t column) {
        return std::find(kKeys.begin(), kKeys.end(), table.columns[column].key) == kKeys.end();
    });
    return paragraph("A speed-up is the product of two: batching compares regular and folded on the same kernels; "
                     "engine compares regular on LibTorch and regular on the engine. Batching × engine = both.") +
           tableHtml(table, columns);
}

std::string figureHtml(const ReportPlot& plot, std::size_t number) {
    const PlotKindEntry& entry = plotKindEntry(plot.kind);
    const std::string caption = fmt::format("Figure {}. {}.", number, entry.about);
    const std::string prefix = fmt::format("plot{}-", number);
    const std::string notes = plot.notes.empty() ? std::string() : fmt::format(" {}", fmt::join(plot.notes, " "));
    return htmlElement("figure", htmlElement("div", {{"class", "card"}}, inlineSvg(plot.svg, prefix, caption)) + '\n' +
                                     htmlElement("figcaption", htmlElement("b", htmlText(caption)) + htmlText(notes))) +
           '\n';
}

std::string plotsOf(std::span<const ReportPlot> plots) {
    std::string figures;
    std::vector<std::string> leftOut;
    std::size_t number = 0;
    for (const ReportPlot& plot : plots) {
        if (plot.svg.empty()) {
            leftOut.push_back(fmt::format("{}: {}", plotKindEntry(plot.kind).title, plot.emptyReason));
        } else {
            figures += figureHtml(plot, ++number);
        }
    }
    return htmlElement("div", {{"class", "gallery"}}, "\n" + figures) + '\n' +
           (leftOut.empty() ? std::string()
                            : quietParagraph("Plots that would be empty are left out:") + quietList(leftOut));
}

std::string resultsOf(const FigureTable& table, const BenchRemarks& remarks) {
    const std::vector<std::size_t> columns = filledColumns(table);
    std::string content = tableHtml(table, columns);
    if (!remarks.noise.empty()) {
        content += quietParagraph("Why results are marked (the worst case of each):") + quietList(remarks.noise);
    }
    return content + quietParagraph("What the columns mean:") + quietList(remarks.columns) +
           quietParagraph("Columns without any figure are left out.");
}

std::string fitsOf(const BenchRemarks& remarks) {
    if (remarks.fits.empty()) {
        return {};
    }
    FigureTable table;
    table.columns = {{.title = std::string("series"), .key = {}, .align = Align::Left},
                     {.title = std::string("time of a run"), .key = {}, .align = Align::Left}};
    for (const FittedCost& fit : remarks.fits) {
        table.rows.push_back({.cells = {textCell(fit.name), textCell(fit.cost)}});
    }
    constexpr std::array<std::size_t, 2> kBoth = {0, 1};
    return paragraph("A line fitted to the medians over the batch size: a part that every run costs, and a part for "
                     "each tree. In brackets, how far the line is off at most.") +
           tableHtml(table, kBoth);
}

std::string commandLine(std::string_view line) {
    return htmlElement("pre", htmlElement("code", htmlText(line))) + '\n';
}

std::string repeatOf(const BenchDocument& document) {
    if (document.command.empty()) {
        return paragraph("It was measured in the window, with the options above.");
    }
    return paragraph(
               document.directory.empty()
                   ? std::string("This command line measures the same again:")
                   : fmt::format("In the folder {}, this command line measures the same again:", document.directory)) +
           commandLine(shellLine(document.command));
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

std::string inlineSvg(std::string_view file, std::string_view prefix, std::string_view label) {
    const std::size_t root = file.find("<svg");
    const std::size_t begun = file.find('>', root);
    const std::size_t end = file.rfind("</svg>");
    if (root == std::string_view::npos || begun == std::string_view::npos || end == std::string_view::npos ||
        begun > end) {
        return {};
    }
    const std::string_view box = attributeOf(file.substr(root, begun - root), "viewBox");
    std::string content;
    for (std::string_view rest = file.substr(begun + 1, end - begun - 1); !rest.empty();) {
        const bool isTag = rest.front() == '<';
        const std::size_t next = isTag ? rest.find('>') : rest.find('<');
        const std::size_t size = next == std::string_view::npos ? rest.size() : next + (isTag ? 1 : 0);
        const std::string_view piece = rest.substr(0, size);
        content += isTag ? withPrefixedIds(piece, prefix) : std::string(piece);
        rest.remove_prefix(size);
    }
    return htmlElement("svg", {{"viewBox", box}, {"role", "img"}, {"aria-label", label}}, content);
}

std::string benchReportHtml(const BenchDocument& document, std::span<const ReportPlot> plots) {
    const FigureTable table = resultTable(document);
    const BenchRemarks remarks = remarksOn(document);
    const bool hasResults = !document.report.results.empty();
    const std::string title = titleOf(document);
    std::string body = htmlElement("h1", htmlText(title)) + '\n';
    if (hasResults) {
        body += htmlElement("p", {{"class", "setup"}}, htmlText(setupOf(document))) + '\n';
    }
    body += warningsOf(document);
    if (hasResults) {
        body += section("summary", "Summary", summaryHtml(remarks));
        body += section("speedups", "Speed-up", speedupsOf(document, table));
        body += section("plots", "Plots", plotsOf(plots));
        body += section("results", "Results", resultsOf(table, remarks));
        body += section("fits", "Time of a run", fitsOf(remarks));
    }
    const std::vector<std::string>& notes = document.report.notes;
    body += section("notes", "Notes", notes.empty() ? std::string() : bulletList(notes));
    body += section("measured", "How it was measured", contextTables(document));
    body += section("repeat", "How to repeat it", repeatOf(document));
    body += htmlElement("footer", htmlText(fmt::format("Written by Batchscope {}.", buildIdentity().version))) + '\n';
    std::string html(kReportHead);
    html += htmlElement("title", htmlText(title)) + '\n';
    html += htmlElement("style", "\n" + std::string(kReportStyle));
    return html.append(kReportHeadEnd) + htmlElement("body", "\n" + body) + std::string(kReportEnd);
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
