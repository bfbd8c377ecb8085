// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch_options.h"

#include "core/base/budget.h"
#include "core/records/choice_keys.h"
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

/// The options, in one place for parsing and help.
void addOptions(QCommandLineParser& parser) {
    const auto add = [&parser](const char* name, const char* value, const char* help, const QStringList& parts = {}) {
        QString text = QString::fromUtf8(help);
        for (const QString& part : parts) {
            text = text.arg(part);
        }
        parser.addOption({QString::fromLatin1(name), text, QString::fromLatin1(value)});
    };
    parser.setApplicationDescription(
        QStringLiteral("Batchscope shows how the computation graphs of trees fold into batches."));
    add("model", "M",
        "Net to fold (batchscope-cli list models shows all nets), or a module of yours: "
        "TorchScript, encoder.pt, or its text, cell.py.");
    add("policy", "P", "Policy that chooses the next batch; batchscope-cli list policies shows all policies.");
    add("trees", "A:B", "Trees to show: from A up to but not including B, counted from 0.");
    add("session", "S.batchscope", "Open a saved session: its files, choices, moment, selection and breakpoints.");
    add("script", "FILE.json", "Run the commands in a JSON file, then exit; see app/README.md.");
    add("render", "OUT", "Write the picture of FILE as %1, or the animation as %2 (%3), and exit; needs no display.",
        {pictureEndings(), filmEndings(), whatNeedsFfmpeg()});
    add("time", "T", "With --render: the moment that the picture shows, in stops (default 0, the source trees).");
    add("size", "WxH", "With --render: size in pixels (default 1600x1000).");
    add("scale", "S", "With --render: file pixels per screen pixel; 2 doubles the size of text and lines (default 1).");
    add("transparent", "", "With --render: transparent background, for %1.", {transparentNames()});
    add("scope", "WHAT", "With --render: the part to draw: all, tree:N, batch:N or node:N, from 0 (default all).");
    add("graph", "WHICH", "With --render OUT.dot: the graph to write, source or folded.");
    add("range", "A:B", "With --render of an animation: from stop A to stop B (default all).");
    add("fps", "N", "With --render of an animation: frames per second (default 20; fewer for a long GIF).");
    add("seconds", "S",
        "With --render of an animation: its duration in seconds (default: as in the window, at most 20).");
    add("once", "", "With --render OUT.gif: play once instead of looping.");
    add("plot", "[KIND=]OUT",
        "Draw a plot of RUN.json, a run saved by batchscope-cli bench --out or by the window, for print "
        "as .pdf, .svg or .png, and exit; needs no display. Once for each plot; KIND is %1.",
        {plotKindIdsText()});
    add("plot-width", "MM", "With --plot: width in mm (default %1, a journal's column).",
        {QString::number(kSingleColumn)});
    add("report", "OUT.html", "Write a report of RUN.json as one file of HTML, and exit; needs no display.");
    add("theme", "THEME", "Color theme: light, dark, high-contrast, paper or system.");
    add("memory-limit", "SIZE",
        "Memory limit for a tree or a run, for example 24G (default: half of "
        "the free memory for a run, 640M for a tree).");
    add("reset-settings", "", "Discard the saved layout, theme and recent files first.");
    add("list-commands", "", "List every window command by the name used in scripts.");
    parser.addOption({{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help.")});
    parser.addOption({{QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Show the version.")});
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("Treebanks, opened as one."),
                                 QStringLiteral("[FILE...]"));
}

bool has(const QCommandLineParser& parser, const char* option) {
    return parser.isSet(QString::fromLatin1(option));
}

QString valueOf(const QCommandLineParser& parser, const char* option) {
    return parser.value(QString::fromLatin1(option));
}

std::optional<double> numberOf(const QString& text) {
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

/// "1600x1000", each kLeastSide…kLargestSide.
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

/// "all", or "tree:N", "batch:N", "node:N", N from 0.
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

Status readNames(const QCommandLineParser& parser, LaunchOptions& launch) {
    if (has(parser, "model")) {
        launch.model = valueOf(parser, "model");
        const std::string name = launch.model->toStdString();
        if (const Result<const Net*> net = findNet(name); !net && !isModuleFile(name)) {
            return net.error();
        }
    }
    if (has(parser, "policy")) {
        launch.policy = valueOf(parser, "policy");
        TRY(findPolicy(launch.policy->toStdString()));
    }
    if (has(parser, "trees")) {
        const Result<TreeRange> trees = parseTreeRange(valueOf(parser, "trees").toStdString());
        if (!trees) {
            return usage(QStringLiteral("--trees: ") % QString::fromStdString(trees.error().message));
        }
        launch.trees = *trees;
    }
    if (has(parser, "session")) {
        if (!parser.positionalArguments().isEmpty() || launch.trees || launch.model || launch.policy) {
            return usage(QStringLiteral("--session has its own files and choices; give no others"));
        }
        launch.session = valueOf(parser, "session");
    }
    if (has(parser, "memory-limit")) {
        const Result<std::uint64_t> limit = parseMemoryLimit(valueOf(parser, "memory-limit").toStdString());
        if (!limit) {
            return usage(QStringLiteral("--memory-limit: ") % QString::fromStdString(limit.error().message));
        }
        launch.memoryLimit = *limit;
    }
    if (has(parser, "theme")) {
        const Result<ThemeChoice> theme = parseTheme(valueOf(parser, "theme"));
        TRY(theme);
        launch.theme = *theme;
    }
    return Ok{};
}

/// A number that the option was given; what was there before, where it was not. `Number` is double, or may be none.
template <typename Number>
Status readNumber(const QCommandLineParser& parser, const char* option, Number& number) {
    if (!has(parser, option)) {
        return Ok{};
    }
    const std::optional<double> value = numberOf(valueOf(parser, option));
    if (!value || *value < 0.0) {
        return usage(QStringLiteral("--%1 takes a number from 0, not \"%2\"")
                         .arg(QLatin1String(option), valueOf(parser, option)));
    }
    number = *value;
    return Ok{};
}

Status readRange(const QCommandLineParser& parser, RenderOptions& rendering) {
    if (!has(parser, "range")) {
        return Ok{};
    }
    const QStringList ends = valueOf(parser, "range").split(u':');
    const bool isPair = ends.size() == 2;
    rendering.rangeBegin = isPair && !ends[0].isEmpty() ? numberOf(ends[0]) : std::nullopt;
    rendering.rangeEnd = isPair && !ends[1].isEmpty() ? numberOf(ends[1]) : std::nullopt;
    const bool isFine = isPair && rendering.rangeBegin.has_value() == !ends[0].isEmpty() &&
                        rendering.rangeEnd.has_value() == !ends[1].isEmpty();
    if (!isFine || rendering.rangeBegin.value_or(0.0) < 0.0 ||
        (rendering.rangeEnd && *rendering.rangeEnd <= rendering.rangeBegin.value_or(0.0))) {
        return usage(
            QStringLiteral("--range takes A:B with A < B, in stops, not \"%1\"").arg(valueOf(parser, "range")));
    }
    return Ok{};
}

Status readLook(const QCommandLineParser& parser, RenderOptions& rendering) {
    if (has(parser, "size")) {
        const Result<QSize> size = parseSize(valueOf(parser, "size"));
        TRY(size);
        rendering.size = *size;
    }
    if (has(parser, "scope")) {
        const Result<Focus> scope = parseScope(valueOf(parser, "scope"));
        TRY(scope);
        rendering.selection = *scope;
    }
    const QString graph = has(parser, "graph") ? valueOf(parser, "graph") : QStringLiteral("folded");
    if (graph != u"folded" && graph != u"source") {
        return usage(QStringLiteral("--graph takes source or folded, not \"%1\"").arg(graph));
    }
    rendering.graph = graph == u"source" ? DotGraph::Source : DotGraph::Folded;
    rendering.transparent = has(parser, "transparent");
    rendering.once = has(parser, "once");
    return readNumber(parser, "scale", rendering.scale);
}

/// An option that this form of picture could only ignore is an error.
Status checkForm(const QCommandLineParser& parser, const ExportFormat& format) {
    struct Rule {
        const char* option;
        bool applies;
        QString reason;
    };
    const bool isGraph = !format.isDrawn();
    const QString transparent = QStringLiteral("only %1 can be transparent").arg(transparentNames());
    const std::array rules = {
        Rule{"time", !isGraph && !format.isFilm(),
             QStringLiteral("only a picture shows a single moment; use --range for an animation")},
        Rule{"size", !isGraph, QStringLiteral("DOT has no size; Graphviz chooses one")},
        Rule{"scale", !isGraph, QStringLiteral("DOT has no size; Graphviz chooses one")},
        Rule{"transparent", format.transparent, transparent},
        Rule{"scope", !isGraph, QStringLiteral("DOT always contains the whole graph")},
        Rule{"graph", isGraph, QStringLiteral("only DOT output chooses between the two graphs")},
        Rule{"range", format.isFilm(), QStringLiteral("only an animation spans several stops")},
        Rule{"fps", format.isFilm(), QStringLiteral("only an animation spans several stops")},
        Rule{"seconds", format.isFilm(), QStringLiteral("only an animation has a duration")},
        Rule{"once", format.repeats, QStringLiteral("only a GIF can loop")},
    };
    for (const Rule& rule : rules) {
        if (!rule.applies && has(parser, rule.option)) {
            return usage(QStringLiteral("--%1: %2").arg(QLatin1String(rule.option), rule.reason));
        }
    }
    return Ok{};
}

Status readRendering(const QCommandLineParser& parser, LaunchOptions& launch) {
    RenderOptions& rendering = launch.rendering;
    for (const Status& status :
         {readLook(parser, rendering), readRange(parser, rendering), readNumber(parser, "time", rendering.time),
          readNumber(parser, "seconds", rendering.seconds), readNumber(parser, "fps", rendering.framesPerSecond)}) {
        TRY(status);
    }
    launch.render = valueOf(parser, "render");
    if (!has(parser, "render")) {
        for (const char* const option :
             {"time", "size", "scale", "transparent", "scope", "graph", "range", "fps", "seconds", "once"}) {
            if (has(parser, option)) {
                return usage(QStringLiteral("--%1 needs --render").arg(QLatin1String(option)));
            }
        }
        return Ok{};
    }
    const Result<const ExportFormat*> format = exportFormatOf(launch.render);
    TRY(format);
    TRY(checkForm(parser, **format));
    if (launch.files.isEmpty()) {
        return usage(QStringLiteral("--render needs a FILE to draw"));
    }
    if (!launch.script.isEmpty()) {
        return usage(QStringLiteral("--render and --script cannot be used together"));
    }
    return Ok{};
}

/// Of the options of the window, only the limit of memory means anything where a saved run is drawn.
Status checkDrawing(const QCommandLineParser& parser, const LaunchOptions& launch) {
    for (const char* const option :
         {"model", "policy", "trees", "session", "script", "render", "theme", "reset-settings"}) {
        if (has(parser, option)) {
            return usage(QStringLiteral("--%1 has no effect on --plot and --report, which draw a saved run for print")
                             .arg(QLatin1String(option)));
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

Status readDrawing(const QCommandLineParser& parser, LaunchOptions& launch) {
    DrawOptions& drawing = launch.drawing;
    for (const QString& text : parser.values(QStringLiteral("plot"))) {
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
    if (has(parser, "plot-width")) {
        if (drawing.plots.empty()) {
            return usage(QStringLiteral("--plot-width needs --plot"));
        }
        TRY(readNumber(parser, "plot-width", drawing.size.width));
        TRY(checkPlotSize(drawing.size));
    }
    if (has(parser, "report")) {
        drawing.report = valueOf(parser, "report");
        TRY(checkReportPath(drawing.report));
    }
    return drawing.isEmpty() ? Status(Ok{}) : checkDrawing(parser, launch);
}

} // namespace

Result<LaunchOptions> parseLaunch(const QStringList& arguments) {
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        return usage(parser.errorText());
    }
    LaunchOptions launch;
    launch.files = parser.positionalArguments();
    launch.script = valueOf(parser, "script");
    launch.resetSettings = has(parser, "reset-settings");
    launch.help = has(parser, "help");
    launch.version = has(parser, "version");
    launch.listCommands = has(parser, "list-commands");
    if (launch.help || launch.version || launch.listCommands) {
        return launch; // whatever else was asked for does not matter then
    }
    TRY(readNames(parser, launch));
    TRY(readRendering(parser, launch));
    TRY(readDrawing(parser, launch));
    if (launch.trees && launch.files.isEmpty()) {
        return usage(QStringLiteral("--trees needs a FILE"));
    }
    return launch;
}

QString launchHelp() {
    QCommandLineParser parser;
    addOptions(parser);
    return parser.helpText();
}

} // namespace batchscope
