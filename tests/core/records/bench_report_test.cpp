// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report of a benchmark: what it says, that nothing in a document is read as markup, and that it stands alone.
#include "core/bench/bench_series.h"
#include "core/bench/cost_fit.h"
#include "core/records/bench_json.h"
#include "core/records/bench_report_html.h"
#include "core/records/bench_tables.h"
#include "tests/support/timed_results.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>
#include <tuple>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

BenchResult reportedResult(const char* armName, std::size_t batch, double seconds) {
    BenchResult result = testing::armResult(armName, batch, seconds);
    result.samples = {seconds, seconds * 1.001, seconds * 0.999, seconds * 1.002, seconds * 0.998, seconds};
    result.sampleBatches = {0, 0, 0, 0, 0, 0};
    result.phases.compute = seconds;
    result.figures = {.executor = result.kernels ? ExecutorKind::Engine : ExecutorKind::LibTorch,
                      .launches = 10,
                      .memoryBytes = 1000};
    return result;
}

/// Four arms at three sizes; folding on the engine costs 1 ms and 0.1 ms a tree.
BenchDocument sweepDocument() {
    BenchDocument document;
    for (const std::size_t batch : {1U, 8U, 32U}) {
        const double size = static_cast<double>(batch);
        document.report.results.push_back(reportedResult("regular", batch, 0.001 * size));
        document.report.results.push_back(reportedResult("regular@off", batch, 0.002 * size));
        document.report.results.push_back(reportedResult("folded", batch, 0.0005 + 0.0001 * size));
        document.report.results.push_back(reportedResult("folded@off", batch, 0.0006 + 0.0002 * size));
    }
    fillRatios(document.report.results);
    document.config.batches = {1, 8, 32};
    document.report.context.cpu = "Z80";
    document.report.context.torch = "1.13";
    document.report.context.build = "release";
    document.report.notes = {"a note"};
    document.files = {"/data/dev.txt"};
    document.directory = "/home/me";
    document.command = {"batchscope-cli", "bench", "--batch=1,8,32", "it's here.ptb"};
    document.build = {.version = "9.8.7", .commit = "0123", .compiler = "g++ 12"};
    document.host = "here";
    document.date = "2024-03-05T14:07:09Z";
    document.loadBefore = LoadAverages{0.25, 0.5, 0.75};
    document.isCancelled = false;
    return document;
}

constexpr const char* kSvg = R"svg(<svg viewBox="0 0 482 340"><title>Times</title></svg>)svg";

std::vector<ReportPlot> somePlots() {
    return {{.kind = PlotKind::Time, .svg = kSvg, .notes = {"Something is left out."}},
            {.kind = PlotKind::Speedup, .svg = kSvg, .notes = {}}};
}

std::string reportOf(const BenchDocument& document) {
    return benchReportHtml(document, somePlots());
}

/// The elements that are not closed, or closed without being open; style is not looked into.
std::vector<std::string> unbalanced(const std::string& html) {
    static const std::regex kTag("<(/?)([a-zA-Z0-9]+)[^>]*?(/?)>");
    std::vector<std::string> open;
    for (std::sregex_iterator tag(html.begin(), html.end(), kTag); tag != std::sregex_iterator(); ++tag) {
        const std::string name = (*tag)[2];
        if (name == "meta" || name == "img" || (*tag)[3].length() > 0) {
            continue;
        }
        if ((*tag)[1].length() == 0) {
            open.push_back(name);
        } else if (!open.empty() && open.back() == name) {
            open.pop_back();
        } else {
            return {"</" + name};
        }
    }
    return open;
}

std::vector<std::string> allMatches(const std::string& text, const char* pattern) {
    const std::regex expression(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), expression); match != std::sregex_iterator(); ++match) {
        found.push_back((*match)[1]);
    }
    return found;
}

// ---- pieces -------------------------------------------------------------------------------------------------------

TEST(Html, TextIsNeverMarkup) {
    EXPECT_EQ(htmlText("<a href=\"x\">'&amp;'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;");
    EXPECT_EQ(htmlText("6.25× µs"), "6.25× µs");
    EXPECT_EQ(htmlText(std::string_view("a\0b", 3)), "a\xEF\xBF\xBD"
                                                     "b");
    EXPECT_EQ(htmlText("\xFF<"), "\xEF\xBF\xBD&lt;");
}

TEST(ShellLine, IsReadAsTheseWords) {
    EXPECT_EQ(shellLine(std::vector<std::string>{"cli", "--dim=100,500", "it's", "a b", "", "$x"}),
              "cli --dim=100,500 'it'\\''s' 'a b' '' '$x'");
}

// ---- the report ---------------------------------------------------------------------------------------------------

TEST(BenchReport, SaysWhatTheFiguresComeTo) {
    const BenchDocument document = sweepDocument();
    const std::string html = reportOf(document);
    EXPECT_THAT(unbalanced(html), IsEmpty());
    EXPECT_THAT(html, HasSubstr("<h1>Benchmark: tree-lstm on dev.txt</h1>"));
    const std::vector<std::string> advice = adviceOn(document.report);
    ASSERT_FALSE(advice.empty());
    for (const std::string& sentence : advice) {
        EXPECT_THAT(html, HasSubstr(htmlText(sentence)));
    }
    EXPECT_THAT(html, HasSubstr("600 µs")) << "a fitted cost is written for people";
    EXPECT_THAT(html, HasSubstr("<li>a note</li>"));
    EXPECT_THAT(html, HasSubstr(htmlText("batchscope-cli bench --batch=1,8,32 'it'\\''s here.ptb'")));
    EXPECT_THAT(html, HasSubstr("/home/me"));
    EXPECT_THAT(html, Not(HasSubstr("The run was stopped")));
    EXPECT_THAT(html, Not(HasSubstr("class=\"warning\"")));
}

TEST(BenchReport, HasEveryFigureOfTheTable) {
    const BenchDocument document = sweepDocument();
    const std::string html = reportOf(document);
    const FigureTable table = resultTable(document);
    for (const TableRow& row : table.rows) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (!table.columns[column].isCsvOnly && !row.cells[column].text.empty()) {
                EXPECT_THAT(html, HasSubstr('>' + htmlText(row.cells[column].text) + "</td>"));
            }
        }
    }
    EXPECT_THAT(html, Not(HasSubstr(">tree alone</th>"))) << "no arm is batched by hand";
    EXPECT_THAT(html, HasSubstr(">batching</th>"));
}

TEST(BenchReport, StandsAlone) {
    const std::string html = reportOf(sweepDocument());
    EXPECT_THAT(html, ::testing::StartsWith("<!DOCTYPE html>"));
    for (const char* const outside : {"http", "<script", "<link", "@import", "file:"}) {
        EXPECT_THAT(html, Not(HasSubstr(outside)));
    }
    EXPECT_EQ(allMatches(html, "( src=\"data:)").size(), allMatches(html, "( src=)").size());
}

TEST(BenchReport, ShowsNothingOfADocumentAsMarkup) {
    const std::string attack = "</style><script>alert(1)</script><img src=x onerror=\"alert('2')\">\xFF";
    BenchDocument document = sweepDocument();
    for (BenchResult& result : document.report.results) {
        result.arm += attack;
        result.model = attack;
        result.noisy = true;
    }
    for (std::string* const text :
         {&document.directory, &document.build.version, &document.build.commit, &document.build.compiler,
          &document.host, &document.date, &document.error, &document.report.context.cpu, &document.report.context.torch,
          &document.report.context.blas, &document.report.context.gemm, &document.report.context.file,
          &document.report.context.build, &document.config.graph.model}) {
        *text = attack;
    }
    document.governor = attack;
    document.files = {attack, attack};
    document.command = {attack};
    document.report.notes = {attack};
    document.config.arms = {attack};
    std::vector<ReportPlot> plots = somePlots();
    plots[0].notes = {attack};
    const std::string html = benchReportHtml(document, plots);
    for (const char* const markup : {"<script", "<img src=x", "onerror=\"", "\xFF"}) {
        EXPECT_THAT(html, Not(HasSubstr(markup)));
    }
    EXPECT_THAT(unbalanced(html), IsEmpty());
    EXPECT_EQ(allMatches(html, "(</style>)").size(), 1U);
}

TEST(BenchReport, WarnsBeforeTheFigures) {
    BenchDocument document = sweepDocument();
    document.isCancelled = true;
    BenchResult& busy = document.report.results[2];
    busy.verdict = SpeedVerdict::Busy;
    busy.load = {.waiting = 0.0, .others = 1.5, .processors = 2, .threads = 1};
    busy.noisy = true;
    document.report.results[4].equal = false;
    std::string html = reportOf(document);
    EXPECT_THAT(html, HasSubstr("The run was stopped"));
    EXPECT_THAT(html, HasSubstr("1 of 12 results is marked"));
    EXPECT_THAT(html, HasSubstr("<span class=\"mark\">busy</span>"));
    EXPECT_THAT(html, HasSubstr("<span class=\"bad\">NO</span>"));
    EXPECT_LT(html.find("class=\"warning\""), html.find("<section"));
    document.isCancelled = false;
    document.error = "out of paper";
    html = reportOf(document);
    EXPECT_THAT(html, AllOf(HasSubstr("The run ended early: out of paper"), Not(HasSubstr("was stopped"))));
}

TEST(BenchReport, HasEveryKeyOfTheContext) {
    const BenchDocument document = sweepDocument();
    const std::string html = reportOf(document);
    const std::size_t begin = html.find("<section class=\"measured\">");
    const std::string part = html.substr(begin, html.find("</section>", begin) - begin);
    EXPECT_EQ(allMatches(part, "(<td><code>)").size(), benchContextJson(document).size() - 1) << "all but command";
    EXPECT_THAT(part, AllOf(HasSubstr("<code>load_before</code></td><td>[0.25,0.5,0.75]</td>"),
                            HasSubstr("<code>load_after</code></td><td>–</td>"),
                            HasSubstr("<code>commit</code></td><td>0123</td>")));
}

} // namespace
} // namespace batchscope
