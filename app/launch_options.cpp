// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch_options.h"

#include "core/base/budget.h"
#include "core/records/choice_keys.h"
#include "core/schedule/policy.h"
#include "views/plots/report_drawing.h"

#include <QRegularExpression>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

Error usage(const std::string& message) {
    return Error{ErrorCode::Config, message};
}

/// Adds an option whose text `parse` reads into `target`.
template <typename Target, typename Value>
CLI::Option* add(CLI::App& app, const std::string& name, Target& target,
                 Result<Value> (*parse)(const std::string& text), const std::string& value, const std::string& help) {
    const auto read = [&target, parse, name](const std::string& text) {
        const Result<Value> parsed = parse(text);
        if (!parsed) {
            throw CLI::ValidationError(name, parsed.error().message);
        }
        target = *parsed;
    };
    return app.add_option_function<std::string>(name, read, help)->type_name(value);
}

Result<QString> anyText(const std::string& text) {
    return QString::fromStdString(text);
}

Result<QString> parseModel(const std::string& text) {
    const Result<const Net*> net = findNet(text);
    return net || isModuleFile(text) ? anyText(text) : net.error();
}

Result<QString> parsePolicy(const std::string& text) {
    const Result<const Policy*> policy = findPolicy(text);
    return policy ? anyText(text) : policy.error();
}

Result<TreeRange> parseTrees(const std::string& text) {
    return parseTreeRange(text);
}

Result<std::uint64_t> parseMemory(const std::string& text) {
    return parseMemoryLimit(text);
}

Result<ThemeChoice> parseTheme(const std::string& text) {
    return parseEnum<ThemeChoice>(text);
}

Result<double> parseNumber(const std::string& text) {
    bool isNumber = false;
    const double number = QString::fromStdString(text).toDouble(&isNumber);
    return isNumber && number >= 0.0 ? Result<double>(number) : usage("expected a number from 0, not \"" + text + '"');
}

/// Parses "1600x1000"; each side is from kLeastSide to kLargestSide.
Result<QSize> parseSize(const std::string& text) {
    const QStringList parts = QString::fromStdString(text).split(u'x');
    const QSize size(parts.value(0).toInt(), parts.value(1).toInt());
    if (parts.size() != 2 || std::min(size.width(), size.height()) < kLeastSide ||
        std::max(size.width(), size.height()) > kLargestSide) {
        return usage(
            fmt::format("expected WIDTHxHEIGHT, each from {} to {}, not \"{}\"", kLeastSide, kLargestSide, text));
    }
    return size;
}

/// FILE is a plot of times, KIND=FILE any other plot. Text before the first "=" is a kind unless it contains a slash or
/// a dot: "./a=b.pdf" is a file.
Result<PlotTarget> parsePlotTarget(const std::string& target) {
    static const QRegularExpression kKind(QStringLiteral("^([^/.=]*)=(.*)$"));
    const QString text = QString::fromStdString(target);
    const QRegularExpressionMatch match = kKind.match(text);
    PlotTarget plot{PlotKind::Time, match.hasMatch() ? match.captured(2) : text};
    if (match.hasMatch()) {
        const Result<PlotKind> kind = parsePlotKind(match.captured(1).toStdString());
        TRY(kind);
        plot.kind = *kind;
    }
    TRY(plotFormatOf(plot.path));
    return plot;
}

void addPlots(CLI::App& app, std::vector<PlotTarget>& plots) {
    std::vector<std::string> kinds;
    for (const PlotKindEntry& entry : plotKinds()) {
        kinds.emplace_back(entry.id);
    }
    const auto read = [&plots](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const Result<PlotTarget> plot = parsePlotTarget(text);
            if (!plot) {
                throw CLI::ValidationError("--plot", plot.error().message);
            }
            plots.push_back(*plot);
        }
    };
    app.add_option_function<std::vector<std::string>>(
           "--plot", read,
           "Draw a plot of RUN.json, a run saved by batchscope-cli bench --out or by the window, for print as .pdf, "
           ".svg or .png, and exit; needs no display. Once for each plot; KIND is " +
               CLI::detail::join(kinds, ", ") + '.')
        ->type_name("[KIND=]OUT")
        ->allow_extra_args(false);
}

void addRendering(CLI::App& app, RenderOptions& rendering) {
    const std::array options = {
        add(app, "--time", rendering.time, parseNumber, "T",
            "With --render: the moment that the picture shows, in stops (default: the last one)."),
        add(app, "--size", rendering.size, parseSize, "WxH", "With --render: size in pixels (default 1600x1000)."),
        add(app, "--scale", rendering.scale, parseNumber, "S",
            "With --render: file pixels per screen pixel; 2 doubles the size of text and lines (default 1)."),
        app.add_flag("--transparent", rendering.transparent,
                     "With --render: transparent background, for PNG, SVG and PDF."),
        add(app, "--fps", rendering.framesPerSecond, parseNumber, "N",
            "With --render of an animation: frames per second (default 20; fewer for a long GIF)."),
        add(app, "--seconds", rendering.seconds, parseNumber, "S",
            "With --render of an animation: its duration in seconds (default: as in the window, at most 20).")};
    for (CLI::Option* const option : options) {
        option->needs("--render");
    }
}

void addOptions(CLI::App& app, LaunchOptions& launch) {
    CLI::Option* const files = app.add_option_function<std::vector<std::string>>(
        "FILE",
        [&launch](const std::vector<std::string>& paths) {
            for (const std::string& path : paths) {
                launch.files << QString::fromStdString(path);
            }
        },
        "Treebanks, opened as one.");
    add(app, "--model", launch.model, parseModel, "M",
        "Net to fold (batchscope-cli list models shows all nets), or a module of yours: TorchScript, encoder.pt, or "
        "its "
        "text, cell.py.");
    add(app, "--policy", launch.policy, parsePolicy, "P",
        "Policy that chooses the next batch; batchscope-cli list policies shows all policies.");
    add(app, "--trees", launch.trees, parseTrees, "A:B",
        "Trees to show: from A up to but not including B, counted from 0.")
        ->needs(files);
    add(app, "--session", launch.session, anyText, "S.batchscope",
        "Open a saved session: its files, choices, moment, selection and breakpoints.")
        ->excludes(files)
        ->excludes("--model")
        ->excludes("--policy")
        ->excludes("--trees");
    add(app, "--script", launch.script, anyText, "FILE.json",
        "Run the commands in a JSON file, then exit; see app/README.md.");
    add(app, "--render", launch.render, anyText, "OUT",
        fmt::format("Write the picture of FILE as {}, or the animation as {} (by ffmpeg), and exit; needs no display.",
                    pictureEndings().toStdString(), filmEndings().toStdString()))
        ->needs(files)
        ->excludes("--script");
    addRendering(app, launch.rendering);
    add(app, "--theme", launch.theme, parseTheme, "THEME", "Color theme: light, dark, high-contrast, paper or system.");
    add(app, "--memory-limit", launch.memoryLimit, parseMemory, "SIZE",
        "Memory limit for a tree or a run, for example 24G (default: half of the free memory for a run, 640M for a "
        "tree).");
    app.add_flag("--reset-settings", launch.resetSettings, "Discard the saved layout, theme and recent files first.");
    app.add_flag("--list-commands", launch.listCommands, "List every window command by the name used in scripts.");
    addPlots(app, launch.drawing.plots);
    add(app, "--plot-width", launch.drawing.plotWidth, parseNumber, "MM",
        fmt::format("With --plot: width in mm (default {}, a journal's column).", kSingleColumn))
        ->needs("--plot");
    add(app, "--report", launch.drawing.report, anyText, "OUT.html",
        "Write a report of RUN.json as one file of HTML, and exit; needs no display.");
    for (const char* const drawn : {"--plot", "--report"}) { // they draw a saved run; only --memory-limit applies, too
        for (const char* const other :
             {"--model", "--policy", "--trees", "--session", "--script", "--render", "--theme", "--reset-settings"}) {
            app.get_option(drawn)->needs(files)->excludes(other);
        }
    }
    app.set_version_flag("-v,--version", "batchscope " BATCHSCOPE_VERSION, "Show the version.");
}

/// Config error if an option has no effect on the format of --render.
Status checkRendering(const CLI::App& app, const LaunchOptions& launch) {
    if (launch.render.isEmpty()) {
        return Ok{};
    }
    const Result<const ExportFormat*> found = exportFormatOf(launch.render);
    TRY(found);
    const ExportFormat& format = **found;
    const bool isFilm = format.isFilm();
    for (const auto& [option, applies] : {std::pair("--time", !isFilm), std::pair("--transparent", format.transparent),
                                          std::pair("--fps", isFilm), std::pair("--seconds", isFilm)}) {
        if (!applies && app.count(option) > 0) {
            return usage(fmt::format("{} has no effect on .{}", option, format.ending));
        }
    }
    return Ok{};
}

Status checkDrawing(const LaunchOptions& launch) {
    const DrawOptions& drawing = launch.drawing;
    if (drawing.isEmpty()) {
        return Ok{};
    }
    if (launch.files.size() != 1) {
        return usage(fmt::format("--plot and --report draw one RUN.json; found {} files", launch.files.size()));
    }
    std::vector<QString> paths;
    for (const PlotTarget& plot : drawing.plots) {
        if (std::find(paths.begin(), paths.end(), plot.path) != paths.end()) {
            return usage(
                fmt::format("--plot: {} would be written twice; name a file for each plot", plot.path.toStdString()));
        }
        paths.push_back(plot.path);
    }
    TRY(checkPlotWidth(drawing.plotWidth));
    return drawing.report.isEmpty() ? Status(Ok{}) : checkReportPath(drawing.report);
}

} // namespace

Result<LaunchOptions> parseLaunch(const QStringList& arguments) {
    LaunchOptions launch;
    CLI::App app("Batchscope shows how the computation graphs of trees fold into batches.", "batchscope");
    addOptions(app, launch);
    std::vector<std::string> words;
    for (const QString& argument : arguments.mid(1)) {
        words.insert(words.begin(), argument.toStdString()); // CLI11 parses from the back
    }
    try {
        app.parse(words);
    } catch (const CLI::CallForHelp&) {
        launch.answer = app.help();
        return launch;
    } catch (const CLI::CallForVersion& version) {
        launch.answer = std::string(version.what()) + '\n';
        return launch;
    } catch (const CLI::ParseError& error) {
        return usage(error.what());
    }
    TRY(checkRendering(app, launch));
    TRY(checkDrawing(launch));
    return launch;
}

} // namespace batchscope
