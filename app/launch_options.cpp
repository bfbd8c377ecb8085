// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch_options.h"

#include "app/picture_file.h"
#include "core/schedule/policy.h"

#include <QCommandLineParser>

namespace batchscope {

namespace {

Error usage(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

/// The options, in one place for parsing and help. QCommandLineParser::tr needs no application object.
struct Options {
    QCommandLineOption model{QStringLiteral("model"), QStringLiteral("Net to fold, as in batchscope-cli list models."),
                             QStringLiteral("M")};
    QCommandLineOption policy{QStringLiteral("policy"),
                              QStringLiteral("What may run next, as in batchscope-cli list policies."),
                              QStringLiteral("P")};
    QCommandLineOption trees{QStringLiteral("trees"),
                             QStringLiteral("Trees to show: from A to before B, counted from 0."),
                             QStringLiteral("A:B")};
    QCommandLineOption script{QStringLiteral("script"),
                              QStringLiteral("Run the commands of a JSON file, then end; see app/README.md."),
                              QStringLiteral("FILE.json")};
    QCommandLineOption render{
        QStringLiteral("render"),
        QStringLiteral("Write the picture of FILE as .png, .svg or .pdf and end; needs no display."),
        QStringLiteral("OUT")};
    QCommandLineOption time{QStringLiteral("time"),
                            QStringLiteral("With --render: the moment, in stops (0 trees, 1 lanes, 2… batches)."),
                            QStringLiteral("T")};
    QCommandLineOption size{QStringLiteral("size"), QStringLiteral("With --render: size in pixels (1600x1000)."),
                            QStringLiteral("WxH")};
    QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("light, dark, high-contrast, paper or system."),
                             QStringLiteral("THEME")};
    QCommandLineOption reset{QStringLiteral("reset-settings"),
                             QStringLiteral("Forget saved layout, theme and recent files first.")};
    QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help.")};
    QCommandLineOption version{{QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Show the version.")};

    void addTo(QCommandLineParser& parser) const {
        parser.setApplicationDescription(
            QStringLiteral("Batchscope shows how the computation graphs of trees fold into batches."));
        parser.addOptions({model, policy, trees, script, render, time, size, theme, reset, help, version});
        parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("Treebanks to open as one."),
                                     QStringLiteral("[FILE...]"));
    }
};

Status readNames(const QCommandLineParser& parser, const Options& options, LaunchOptions& launch) {
    if (parser.isSet(options.model)) {
        launch.model = parser.value(options.model);
        if (const Result<const Net*> net = findNet(launch.model->toStdString()); !net) {
            return net.error();
        }
    }
    if (parser.isSet(options.policy)) {
        launch.policy = parser.value(options.policy);
        if (const Result<const Policy*> policy = findPolicy(launch.policy->toStdString()); !policy) {
            return policy.error();
        }
    }
    if (parser.isSet(options.trees)) {
        const Result<TreeRange> trees = parseTreeRange(parser.value(options.trees));
        if (!trees) {
            return trees.error();
        }
        launch.trees = *trees;
    }
    if (parser.isSet(options.theme)) {
        const Result<ThemeChoice> theme = parseTheme(parser.value(options.theme));
        if (!theme) {
            return theme.error();
        }
        launch.theme = *theme;
    }
    return Ok{};
}

Status readRendering(const QCommandLineParser& parser, const Options& options, LaunchOptions& launch) {
    launch.render = parser.value(options.render);
    if (parser.isSet(options.time)) {
        bool isNumber = false;
        launch.time = parser.value(options.time).toDouble(&isNumber);
        if (!isNumber || *launch.time < 0.0) {
            return usage(QStringLiteral("--time takes a number of stops, not \"%1\"").arg(parser.value(options.time)));
        }
    }
    if (parser.isSet(options.size)) {
        const Result<QSize> size = parseSize(parser.value(options.size));
        if (!size) {
            return size.error();
        }
        launch.size = *size;
    }
    if (!parser.isSet(options.render)) {
        return parser.isSet(options.time) || parser.isSet(options.size)
                   ? Status(usage(QStringLiteral("--time and --size need --render")))
                   : Status(Ok{});
    }
    if (const Result<PictureFormat> format = pictureFormatOf(launch.render); !format) {
        return format.error();
    }
    if (launch.files.isEmpty()) {
        return usage(QStringLiteral("--render needs a FILE to draw"));
    }
    if (!launch.script.isEmpty()) {
        return usage(QStringLiteral("--render and --script exclude each other"));
    }
    return Ok{};
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
    if (launch.help || launch.version) {
        return launch; // whatever else was asked for does not matter then
    }
    if (const Status status = readNames(parser, options, launch); !status) {
        return status.error();
    }
    if (const Status status = readRendering(parser, options, launch); !status) {
        return status.error();
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
        return usage(QStringLiteral("trees are given as A:B with A < B, counted from 0, not \"%1\"").arg(text));
    }
    return range;
}

Result<QSize> parseSize(const QString& text) {
    constexpr int kSmallest = 16;
    constexpr int kLargest = 16384;
    const QStringList parts = text.split(u'x');
    bool isFine = parts.size() == 2;
    const int width = isFine ? parts[0].toInt(&isFine) : 0;
    const int height = isFine ? parts[1].toInt(&isFine) : 0;
    if (!isFine || std::min(width, height) < kSmallest || std::max(width, height) > kLargest) {
        return usage(QStringLiteral("a size is given as WIDTHxHEIGHT, each from 16 to 16384, not \"%1\"").arg(text));
    }
    return QSize(width, height);
}

} // namespace batchscope
