// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch_options.h"

#include "core/base/budget.h"
#include "core/schedule/policy.h"
#include "views/plots/report_drawing.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

Error usage(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

QString plotKindIdsText() {
    QStringList ids;
    for (const PlotKindEntry& entry : plotKinds()) {
        ids << QString::fromUtf8(entry.id.data(), static_cast<qsizetype>(entry.id.size()));
    }
    return ids.join(QStringLiteral(", "));
}

/// The options, in one place for parsing and help. QCommandLineParser::tr needs no application object.
struct Options {
    QCommandLineOption model{
        QStringLiteral("model"),
        QStringLiteral("Net to fold (batchscope-cli list models shows all nets), or a module of yours: "
                       "TorchScript, encoder.pt, or its text, cell.py."),
        QStringLiteral("M")};
    QCommandLineOption policy{
        QStringLiteral("policy"),
        QStringLiteral("Policy that chooses the next batch; batchscope-cli list policies shows all policies."),
        QStringLiteral("P")};
    QCommandLineOption trees{QStringLiteral("trees"),
                             QStringLiteral("Trees to show: from A up to but not including B, counted from 0."),
                             QStringLiteral("A:B")};
    QCommandLineOption session{
        QStringLiteral("session"),
        QStringLiteral("Open a saved session: its files, choices, moment, selection and breakpoints."),
        QStringLiteral("S.batchscope")};
    QCommandLineOption script{QStringLiteral("script"),
                              QStringLiteral("Run the commands in a JSON file, then exit; see app/README.md."),
                              QStringLiteral("FILE.json")};
    QCommandLineOption render{
        QStringLiteral("render"),
        QStringLiteral("Write the picture of FILE as %1, or the animation as %2 (%3), and exit; needs no display.")
            .arg(pictureEndings(), filmEndings(), whatNeedsFfmpeg()),
        QStringLiteral("OUT")};
    QCommandLineOption time{
        QStringLiteral("time"),
        QStringLiteral("With --render: the moment that the picture shows, in stops (default 0, the source trees)."),
        QStringLiteral("T")};
    QCommandLineOption size{QStringLiteral("size"),
                            QStringLiteral("With --render: size in pixels (default 1600x1000)."),
                            QStringLiteral("WxH")};
    QCommandLineOption scale{
        QStringLiteral("scale"),
        QStringLiteral(
            "With --render: file pixels per screen pixel; 2 doubles the size of text and lines (default 1)."),
        QStringLiteral("S")};
    QCommandLineOption transparent{
        QStringLiteral("transparent"),
        QStringLiteral("With --render: transparent background, for %1.").arg(transparentNames())};
    QCommandLineOption scope{
        QStringLiteral("scope"),
        QStringLiteral("With --render: the part to draw: all, tree:N, batch:N or node:N, from 0 (default all)."),
        QStringLiteral("WHAT")};
    QCommandLineOption graph{QStringLiteral("graph"),
                             QStringLiteral("With --render OUT.dot: the graph to write, source or folded."),
                             QStringLiteral("WHICH")};
    QCommandLineOption range{QStringLiteral("range"),
                             QStringLiteral("With --render of an animation: from stop A to stop B (default all)."),
                             QStringLiteral("A:B")};
    QCommandLineOption fps{
        QStringLiteral("fps"),
        QStringLiteral("With --render of an animation: frames per second (default 20; fewer for a long GIF)."),
        QStringLiteral("N")};
    QCommandLineOption seconds{
        QStringLiteral("seconds"),
        QStringLiteral(
            "With --render of an animation: its duration in seconds (default: as in the window, at most 20)."),
        QStringLiteral("S")};
    QCommandLineOption once{QStringLiteral("once"),
                            QStringLiteral("With --render OUT.gif: play once instead of looping.")};
    QCommandLineOption plot{
        QStringLiteral("plot"),
        QStringLiteral("Draw a plot of RUN.json, a run saved by batchscope-cli bench --out or by the window, for print "
                       "as .pdf, .svg or .png, and exit; needs no display. Once for each plot; KIND is %1.")
            .arg(plotKindIdsText()),
        QStringLiteral("[KIND=]OUT")};
    QCommandLineOption plotWidth{
        QStringLiteral("plot-width"),
        QStringLiteral("With --plot: width in mm (default %1, a journal's column).").arg(kSingleColumn),
        QStringLiteral("MM")};
    QCommandLineOption report{
        QStringLiteral("report"),
        QStringLiteral("Write a report of RUN.json as one file of HTML, and exit; needs no display."),
        QStringLiteral("OUT.html")};
    QCommandLineOption theme{QStringLiteral("theme"),
                             QStringLiteral("Color theme: light, dark, high-contrast, paper or system."),
                             QStringLiteral("THEME")};
    QCommandLineOption memoryLimit{QStringLiteral("memory-limit"),
                                   QStringLiteral("Memory limit for a tree or a run, for example 24G (default: half of "
                                                  "the free memory for a run, 640M for a tree)."),
                                   QStringLiteral("SIZE")};
    QCommandLineOption reset{QStringLiteral("reset-settings"),
                             QStringLiteral("Discard the saved layout, theme and recent files first.")};
    QCommandLineOption listCommands{QStringLiteral("list-commands"),
                                    QStringLiteral("List every window command by the name used in scripts.")};
    QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help.")};
    QCommandLineOption version{{QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Show the version.")};

    void addTo(QCommandLineParser& parser) const {
        parser.setApplicationDescription(
            QStringLiteral("Batchscope shows how the computation graphs of trees fold into batches."));
        parser.addOptions({model,       policy, trees,       session, script,       render,  time,   size, scale,
                           transparent, scope,  graph,       range,   fps,          seconds, once,   plot, plotWidth,
                           report,      theme,  memoryLimit, reset,   listCommands, help,    version});
        parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("Treebanks, opened as one."),
                                     QStringLiteral("[FILE...]"));
    }
};

std::optional<double> numberOf(const QString& text) {
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

Status readNames(const QCommandLineParser& parser, const Options& options, LaunchOptions& launch) {
    if (parser.isSet(options.model)) {
        launch.model = parser.value(options.model);
        const std::string name = launch.model->toStdString();
        if (const Result<const Net*> net = findNet(name); !net && !isModuleFile(name)) {
            return net.error();
        }
    }
    if (parser.isSet(options.policy)) {
        launch.policy = parser.value(options.policy);
        TRY(findPolicy(launch.policy->toStdString()));
    }
    if (parser.isSet(options.trees)) {
        const Result<TreeRange> trees = parseTreeRange(parser.value(options.trees));
        TRY(trees);
        launch.trees = *trees;
    }
    if (parser.isSet(options.session)) {
        if (!parser.positionalArguments().isEmpty() || launch.trees || launch.model || launch.policy) {
            return usage(QStringLiteral("--session has its own files and choices; give no others"));
        }
        launch.session = parser.value(options.session);
    }
    if (parser.isSet(options.memoryLimit)) {
        const Result<std::uint64_t> limit = parseMemoryLimit(parser.value(options.memoryLimit).toStdString());
        if (!limit) {
            return usage(QStringLiteral("--memory-limit: ") % QString::fromStdString(limit.error().message));
        }
        launch.memoryLimit = *limit;
    }
    if (parser.isSet(options.theme)) {
        const Result<ThemeChoice> theme = parseTheme(parser.value(options.theme));
        TRY(theme);
        launch.theme = *theme;
    }
    return Ok{};
}

/// A number that the option was given; what was there before, where it was not. `Number` is double, or may be none.
template <typename Number>
Status readNumber(const QCommandLineParser& parser, const QCommandLineOption& option, Number& number) {
    if (!parser.isSet(option)) {
        return Ok{};
    }
    const std::optional<double> value = numberOf(parser.value(option));
    if (!value || *value < 0.0) {
        return usage(
            QStringLiteral("--%1 takes a number from 0, not \"%2\"").arg(option.names().first(), parser.value(option)));
    }
    number = *value;
    return Ok{};
}

Status readRange(const QCommandLineParser& parser, const Options& options, RenderOptions& rendering) {
    if (!parser.isSet(options.range)) {
        return Ok{};
    }
    const QStringList ends = parser.value(options.range).split(u':');
    const bool isPair = ends.size() == 2;
    rendering.rangeBegin = isPair && !ends[0].isEmpty() ? numberOf(ends[0]) : std::nullopt;
    rendering.rangeEnd = isPair && !ends[1].isEmpty() ? numberOf(ends[1]) : std::nullopt;
    const bool isFine = isPair && rendering.rangeBegin.has_value() == !ends[0].isEmpty() &&
                        rendering.rangeEnd.has_value() == !ends[1].isEmpty();
    if (!isFine || rendering.rangeBegin.value_or(0.0) < 0.0 ||
        (rendering.rangeEnd && *rendering.rangeEnd <= rendering.rangeBegin.value_or(0.0))) {
        return usage(
            QStringLiteral("--range takes A:B with A < B, in stops, not \"%1\"").arg(parser.value(options.range)));
    }
    return Ok{};
}

Status readLook(const QCommandLineParser& parser, const Options& options, RenderOptions& rendering) {
    if (parser.isSet(options.size)) {
        const Result<QSize> size = parseSize(parser.value(options.size));
        TRY(size);
        rendering.size = *size;
    }
    if (parser.isSet(options.scope)) {
        const Result<Focus> scope = parseScope(parser.value(options.scope));
        TRY(scope);
        rendering.selection = *scope;
    }
    const QString graph = parser.isSet(options.graph) ? parser.value(options.graph) : QStringLiteral("folded");
    if (graph != u"folded" && graph != u"source") {
        return usage(QStringLiteral("--graph takes source or folded, not \"%1\"").arg(graph));
    }
    rendering.graph = graph == u"source" ? DotGraph::Source : DotGraph::Folded;
    rendering.transparent = parser.isSet(options.transparent);
    rendering.once = parser.isSet(options.once);
    return readNumber(parser, options.scale, rendering.scale);
}

/// An option that this form of picture could only ignore is an error.
Status checkForm(const QCommandLineParser& parser, const Options& options, const ExportFormat& format) {
    struct Rule {
        const QCommandLineOption& option;
        bool applies;
        QString reason;
    };
    const bool isGraph = !format.isDrawn();
    const QString transparent = QStringLiteral("only %1 can be transparent").arg(transparentNames());
    const std::array rules = {
        Rule{options.time, !isGraph && !format.isFilm(),
             QStringLiteral("only a picture shows a single moment; use --range for an animation")},
        Rule{options.size, !isGraph, QStringLiteral("DOT has no size; Graphviz chooses one")},
        Rule{options.scale, !isGraph, QStringLiteral("DOT has no size; Graphviz chooses one")},
        Rule{options.transparent, format.transparent, transparent},
        Rule{options.scope, !isGraph, QStringLiteral("DOT always contains the whole graph")},
        Rule{options.graph, isGraph, QStringLiteral("only DOT output chooses between the two graphs")},
        Rule{options.range, format.isFilm(), QStringLiteral("only an animation spans several stops")},
        Rule{options.fps, format.isFilm(), QStringLiteral("only an animation spans several stops")},
        Rule{options.seconds, format.isFilm(), QStringLiteral("only an animation has a duration")},
        Rule{options.once, format.repeats, QStringLiteral("only a GIF can loop")},
    };
    for (const Rule& rule : rules) {
        if (!rule.applies && parser.isSet(rule.option)) {
            return usage(QStringLiteral("--%1: %2").arg(rule.option.names().first(), rule.reason));
        }
    }
    return Ok{};
}

Status readRendering(const QCommandLineParser& parser, const Options& options, LaunchOptions& launch) {
    RenderOptions& rendering = launch.rendering;
    for (const Status& status :
         {readLook(parser, options, rendering), readRange(parser, options, rendering),
          readNumber(parser, options.time, rendering.time), readNumber(parser, options.seconds, rendering.seconds),
          readNumber(parser, options.fps, rendering.framesPerSecond)}) {
        TRY(status);
    }
    launch.render = parser.value(options.render);
    if (!parser.isSet(options.render)) {
        for (const QCommandLineOption* option :
             {&options.time, &options.size, &options.scale, &options.transparent, &options.scope, &options.graph,
              &options.range, &options.fps, &options.seconds, &options.once}) {
            if (parser.isSet(*option)) {
                return usage(QStringLiteral("--%1 needs --render").arg(option->names().first()));
            }
        }
        return Ok{};
    }
    const Result<const ExportFormat*> format = exportFormatOf(launch.render);
    TRY(format);
    TRY(checkForm(parser, options, **format));
    if (launch.files.isEmpty()) {
        return usage(QStringLiteral("--render needs a FILE to draw"));
    }
    if (!launch.script.isEmpty()) {
        return usage(QStringLiteral("--render and --script cannot be used together"));
    }
    return Ok{};
}

/// Of the options of the window, only the limit of memory means anything where a saved run is drawn.
Status checkDrawing(const QCommandLineParser& parser, const Options& options, const LaunchOptions& launch) {
    for (const QCommandLineOption* option : {&options.model, &options.policy, &options.trees, &options.session,
                                             &options.script, &options.render, &options.theme, &options.reset}) {
        if (parser.isSet(*option)) {
            return usage(QStringLiteral("--%1 has no effect on --plot and --report, which draw a saved run for print")
                             .arg(option->names().first()));
        }
    }
    return launch.files.size() == 1
               ? Status(Ok{})
               : usage(
                     QStringLiteral("--plot and --report draw one RUN.json; found %1 files").arg(launch.files.size()));
}

/// FILE is the plot of times, KIND=FILE any other. What precedes the first "=" is a kind unless it has a slash or a
/// dot:
/// "./a=b.pdf" is a file.
Result<PlotTarget> parsePlotTarget(const QString& text) {
    static const QRegularExpression kKind(QStringLiteral("^([^/.=]*)=(.*)$"));
    const QRegularExpressionMatch match = kKind.match(text);
    PlotTarget target{PlotKind::Time, match.hasMatch() ? match.captured(2) : text};
    if (match.hasMatch()) {
        const Result<PlotKind> kind = parsePlotKind(match.captured(1).toStdString());
        TRY(kind);
        target.kind = *kind;
    }
    TRY(plotFormatOf(target.path));
    return target;
}

Status readDrawing(const QCommandLineParser& parser, const Options& options, LaunchOptions& launch) {
    DrawOptions& drawing = launch.drawing;
    for (const QString& text : parser.values(options.plot)) {
        Result<PlotTarget> plot = parsePlotTarget(text);
        if (!plot) {
            return usage(QStringLiteral("--plot: ") % QString::fromStdString(plot.error().message));
        }
        if (std::any_of(drawing.plots.begin(), drawing.plots.end(),
                        [&plot](const PlotTarget& earlier) { return earlier.path == plot->path; })) {
            return usage(
                QStringLiteral("--plot: %1 would be written twice; name a file for each plot").arg(plot->path));
        }
        drawing.plots.push_back(std::move(*plot));
    }
    if (parser.isSet(options.plotWidth)) {
        if (drawing.plots.empty()) {
            return usage(QStringLiteral("--plot-width needs --plot"));
        }
        TRY(readNumber(parser, options.plotWidth, drawing.size.width));
        TRY(checkPlotSize(drawing.size));
    }
    if (parser.isSet(options.report)) {
        drawing.report = parser.value(options.report);
        TRY(checkReportPath(drawing.report));
    }
    return drawing.isEmpty() ? Status(Ok{}) : checkDrawing(parser, options, launch);
}

} // namespace

Result<LaunchOptions> parseLaunch(const QStringList& arguments) {
    const Options options;
    QCommandLineParser parser;
    options.addTo(parser);
    if (!parser.parse(arguments)) {
        return usage(parser.errorText());
    }
    LaunchOptions launch;
    launch.files = parser.positionalArguments();
    launch.script = parser.value(options.script);
    launch.resetSettings = parser.isSet(options.reset);
    launch.help = parser.isSet(options.help);
    launch.version = parser.isSet(options.version);
    launch.listCommands = parser.isSet(options.listCommands);
    if (launch.help || launch.version || launch.listCommands) {
        return launch; // whatever else was asked for does not matter then
    }
    TRY(readNames(parser, options, launch));
    TRY(readRendering(parser, options, launch));
    TRY(readDrawing(parser, options, launch));
    if (launch.trees && launch.files.isEmpty()) {
        return usage(QStringLiteral("--trees needs a FILE"));
    }
    return launch;
}

QString launchHelp() {
    const Options options;
    QCommandLineParser parser;
    options.addTo(parser);
    return parser.helpText();
}

Result<TreeRange> parseTreeRange(const QString& text) {
    const QStringList parts = text.split(u':');
    TreeRange range;
    bool isFine = parts.size() == 2;
    if (isFine && !parts[0].isEmpty()) {
        range.begin = parts[0].toULongLong(&isFine);
    }
    if (isFine && !parts[1].isEmpty()) {
        range.end = parts[1].toULongLong(&isFine);
    }
    if (!isFine || range.begin >= range.end) {
        return usage(QStringLiteral("--trees takes A:B with A < B, counted from 0, not \"%1\"").arg(text));
    }
    return range;
}

Result<QSize> parseSize(const QString& text) {
    const QStringList parts = text.split(u'x');
    bool isFine = parts.size() == 2;
    const int width = isFine ? parts[0].toInt(&isFine) : 0;
    const int height = isFine ? parts[1].toInt(&isFine) : 0;
    if (!isFine || std::min(width, height) < kLeastSide || std::max(width, height) > kLargestSide) {
        return usage(QStringLiteral("--size takes WIDTHxHEIGHT, each from %1 to %2, not \"%3\"")
                         .arg(kLeastSide)
                         .arg(kLargestSide)
                         .arg(text));
    }
    return QSize(width, height);
}

Result<Focus> parseScope(const QString& text) {
    if (text == u"all") {
        return Focus();
    }
    const QString what = text.section(u':', 0, 0);
    bool isNumber = false;
    const uint number = text.section(u':', 1).toUInt(&isNumber);
    Focus focus;
    if (isNumber) {
        const std::size_t index = number;
        focus.tree = what == u"tree" ? TreeId(index) : TreeId();
        focus.batch = what == u"batch" ? BatchId(index) : BatchId();
        focus.node = what == u"node" ? NodeId(index) : NodeId();
    }
    if (focus == Focus()) {
        return usage(
            QStringLiteral("--scope takes all, tree:N, batch:N or node:N, with N from 0, not \"%1\"").arg(text));
    }
    return focus;
}

} // namespace batchscope
