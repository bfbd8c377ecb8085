// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the user gets from the canvas, by real events on the real widget (1600 × 1000, offscreen): open, first paint,
// frames while panning, zooming, scrubbing, stepping and playing, hover, memory. Random trees of treebank size.
//
//     bench_canvas [--nodes 1000,10000,100000,1000000] [--json FILE]
//
// A frame is an input event with the painting that it causes, plus each painting that background work asks for within
// the 16 ms that follow; "stall" is the longest that the GUI thread was away in any one of them.
#include "core/treebank/generate.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryFile>
#include <QThread>
#include <QWheelEvent>

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace batchscope {
namespace {

constexpr int kFrames = 60;
constexpr double kFrameMs = 16.0;
constexpr QSize kCanvas(1600, 1000);

double millisecondsOf(const std::function<void()>& work) {
    QElapsedTimer clock;
    clock.start();
    work();
    return static_cast<double>(clock.nsecsElapsed()) * 1e-6;
}

/// Events that are there, and a short sleep, so that the other threads have the machine.
void idle() {
    QCoreApplication::processEvents();
    QThread::usleep(500);
}

/// Times every painting of the widget, whoever asked for it.
class BenchApplication final : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (event->type() != QEvent::UpdateRequest || m_inside) {
            return QApplication::notify(receiver, event);
        }
        m_inside = true;
        bool result = false;
        m_updates.push_back(millisecondsOf([&] { result = QApplication::notify(receiver, event); }));
        m_inside = false;
        return result;
    }
    std::vector<double> takeUpdates() { return std::exchange(m_updates, {}); }

private:
    bool m_inside = false;
    std::vector<double> m_updates;
};

double residentMegabytes() {
    std::ifstream file("/proc/self/statm");
    double size = 0.0;
    double resident = 0.0;
    file >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

struct Row {
    std::string what;
    std::size_t nodes = 0;
    double p50 = 0.0;
    double p95 = 0.0;
    double worst = 0.0;
    std::string unit = "ms";
};

class Report {
public:
    void add(Row row) {
        fmt::print("{:>9} {:<34} {:>10.3f} {:>10.3f} {:>10.3f} {}\n", row.nodes, row.what, row.p50, row.p95, row.worst,
                   row.unit);
        std::fflush(stdout);
        m_rows.push_back(std::move(row));
    }
    void add(std::size_t nodes, const std::string& what, std::vector<double> values, const std::string& unit = "ms") {
        std::sort(values.begin(), values.end());
        const auto at = [&](double share) {
            return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
        };
        add({what, nodes, at(0.5), at(0.95), values.back(), unit});
    }
    void write(const std::string& path) const {
        std::ofstream file(path);
        file << "[\n";
        for (const Row& row : m_rows) {
            file << fmt::format(
                R"( {{"nodes": {}, "what": "{}", "p50": {:.4f}, "p95": {:.4f}, "worst": {:.4f}, "unit": "{}"}}{})",
                row.nodes, row.what, row.p50, row.p95, row.worst, row.unit, &row == &m_rows.back() ? "\n" : ",\n");
        }
        file << "]\n";
    }

private:
    std::vector<Row> m_rows;
};

/// So many trees of 19 words in a file of the session's kind.
void writeTrees(QFile& file, std::size_t trees) {
    auto generator = TreeGenerator::make({.leaves = {5, 33}, .trees = trees});
    std::string line;
    while (!generator->atEnd()) {
        line.clear();
        generator->appendNext(line);
        line += '\n';
        file.write(line.data(), static_cast<qint64>(line.size()));
    }
    file.flush();
}

class CanvasBench {
public:
    CanvasBench(BenchApplication& application, Report& report) : m_application(application), m_report(report) {}

    void run(std::size_t about) {
        constexpr std::size_t kNodesPerTree = 38;
        QTemporaryFile file;
        if (!file.open()) {
            return;
        }
        const std::size_t trees = std::max<std::size_t>(1, about / kNodesPerTree);
        writeTrees(file, trees);
        malloc_trim(0);
        const double before = residentMegabytes();
        Lanes lanes;
        Session session{lanes};
        Playback playback(session);
        const double opened = millisecondsOf([&] { open(session, file.fileName().toStdString(), trees); });
        if (!session.snapshot()->storyboard) {
            fmt::print("no storyboard\n");
            return;
        }
        m_nodes = session.snapshot()->graph->size();
        m_report.add({"open", m_nodes, opened, opened, opened});
        malloc_trim(0);
        const double graph = residentMegabytes() - before;
        std::unique_ptr<CanvasView> view;
        const double first = millisecondsOf([&] {
            view = std::make_unique<CanvasView>(session, playback);
            view->resize(kCanvas);
            view->show();
            m_view = view.get();
            paint();
        });
        m_report.add({"first paint", m_nodes, first, first, first});
        m_playback = &playback;
        m_application.takeUpdates();
        settle();
        moments();
        scrubbing();
        hovering();
        malloc_trim(0);
        const double all = residentMegabytes() - before;
        m_report.add({"memory: snapshot | all", m_nodes, graph, all, all, "MB"});
    }

private:
    static void open(Session& session, const std::string& file, std::size_t trees) {
        bool done = false;
        QObject::connect(&session, &Session::snapshotChanged, &session, [&](Parts parts) {
            if (parts.has(Part::Schedule) && session.snapshot()->storyboard) {
                done = true;
            }
        });
        QObject::connect(&session, &Session::failed, &session, [&](const QString& message) {
            fmt::print("{}\n", message.toStdString());
            done = true;
        });
        SessionConfig config = session.config();
        config.files = {file};
        config.graph.trees.end = trees;
        session.setConfig(config);
        while (!done) {
            idle();
        }
        session.cancel(); // the run itself is not measured here
        while (session.busy() || session.indexing()) {
            idle();
        }
    }

    /// What the event loop would do next: one painting of what was asked for.
    void paint() {
        QEvent request(QEvent::UpdateRequest);
        QCoreApplication::sendEvent(m_view->window(), &request);
    }

    /// Lets timers and threads of the canvas come to rest.
    void settle() {
        QElapsedTimer clock;
        clock.start();
        constexpr int kSettleMs = 600;
        while (clock.elapsed() < kSettleMs) {
            idle();
        }
        m_application.takeUpdates();
    }

    /// Each step makes a frame; in between the event loop runs on until the display's next frame.
    void frames(const std::string& what, int count, const std::function<void(int)>& step) {
        settle();
        std::vector<double> values;
        for (int frame = 0; frame < count; ++frame) {
            QElapsedTimer clock;
            clock.start();
            values.push_back(millisecondsOf([&] {
                step(frame);
                paint();
            }));
            m_application.takeUpdates();
            while (static_cast<double>(clock.nsecsElapsed()) * 1e-6 < kFrameMs) {
                idle();
            }
            const std::vector<double> more = m_application.takeUpdates();
            constexpr double kPainted = 0.05; // ms; less is a request that found nothing to do
            std::copy_if(more.begin(), more.end(), std::back_inserter(values),
                         [](double value) { return value > kPainted; });
        }
        m_report.add(m_nodes, what, std::move(values));
    }

    void wheel(QPointF at, double factor) {
        constexpr double kPerNotch = 1.2;
        constexpr double kNotch = 120.0;
        const int delta = static_cast<int>(std::lround(std::log(factor) / std::log(kPerNotch) * kNotch));
        QWheelEvent event(at, m_view->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(m_view, &event);
    }

    void mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, m_view->mapToGlobal(at), button, buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(m_view, &event);
    }

    /// To this scale, over the middle of something that is there.
    void zoomTo(double scale) {
        m_view->sight().fitAll();
        paint();
        wheel(QRectF(m_view->rect()).center(), scale / m_view->sight().camera().scale);
        paint();
    }

    void pan(const std::string& what) {
        QPointF at(1000.0, 700.0);
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
        frames(what, kFrames, [&](int frame) {
            at += QPointF(frame < kFrames / 2 ? -13.0 : 13.0, frame % 20 < 10 ? -9.0 : 7.0);
            mouse(QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton);
        });
        mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
    }

    void moments() {
        const Storyboard& story = *m_playback->storyboard();
        const double middle = std::floor(story.end() / 2.0);
        const std::array<std::pair<const char*, double>, 4> places{
            {{"source", 0.0},
             {"lanes", story.end() - static_cast<double>(story.batchCount()) - 1.0},
             {"middle", middle},
             {"folded", story.end()}}};
        for (const auto& [name, time] : places) {
            m_playback->seek(time);
            m_view->sight().fitAll();
            paint();
            pan(fmt::format("pan at fit, {}", name));
            for (const double scale : {2.5, 7.0, 14.0, 60.0}) {
                if (scale > m_view->sight().camera().scale) {
                    zoomTo(scale);
                    pan(fmt::format("pan at {} px, {}", scale, name));
                }
            }
            m_view->sight().fitAll();
            paint();
            constexpr double kStep = 1.2;
            frames(fmt::format("zoom in, {}", name), kFrames / 2, [&](int) { wheel({820.0, 480.0}, kStep); });
            frames(fmt::format("zoom out, {}", name), kFrames / 2, [&](int) { wheel({820.0, 480.0}, 1.0 / kStep); });
        }
    }

    void scrubbing() {
        const double end = m_playback->storyboard()->end();
        m_view->sight().fitAll();
        frames("scrub over the story", kFrames, [&](int frame) { m_playback->seek(end * frame / (kFrames - 1.0)); });
        // Each one moves: where the story has fewer stops than frames, it begins again.
        const int stops = static_cast<int>(std::floor(end)) + 1;
        const int first = std::max(0, std::min(static_cast<int>(end * 0.3), stops - kFrames));
        frames("steps, stop to stop", kFrames, [&](int frame) { m_playback->seek((first + frame) % stops); });
        frames("play, a batch in 20 frames", kFrames,
               [&](int frame) { m_playback->seek(std::min(end, std::floor(end * 0.4) + frame * 0.05)); });
        frames("play into the lanes", kFrames, [&](int frame) {
            const double lanes = end - static_cast<double>(m_playback->storyboard()->batchCount()) - 1.0;
            m_playback->seek(lanes * frame / (kFrames - 1.0));
        });
    }

    void hovering() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> across(20.0, 1580.0);
        std::uniform_real_distribution<double> down(60.0, 900.0);
        constexpr int kMoves = 400;
        for (const double scale : {0.0, 14.0}) {
            for (const double share : {0.0, 0.5, 1.0}) {
                m_playback->seek(std::floor(m_playback->storyboard()->end() * share));
                m_view->sight().fitAll();
                paint();
                if (scale > 0.0) {
                    zoomTo(scale);
                }
                settle();
                std::vector<double> values;
                for (int move = 0; move < kMoves; ++move) {
                    const QPointF at(across(random), down(random));
                    values.push_back(millisecondsOf([&] { mouse(QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton); }));
                }
                m_report.add(m_nodes,
                             fmt::format("hover at {}, {}% of the story", scale > 0.0 ? "14 px" : "fit",
                                         static_cast<int>(share * 100.0)),
                             std::move(values));
            }
        }
    }

    BenchApplication& m_application;
    Report& m_report;
    std::size_t m_nodes = 0;
    CanvasView* m_view = nullptr;
    Playback* m_playback = nullptr;
};

} // namespace
} // namespace batchscope

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    batchscope::BenchApplication application(argc, argv);
    batchscope::applyTheme(batchscope::ThemeChoice::Light);
    QCommandLineParser options;
    options.addOptions(
        {{QStringLiteral("nodes"), {}, QStringLiteral("sizes"), QStringLiteral("1000,10000,100000,1000000")},
         {QStringLiteral("json"), {}, QStringLiteral("file")}});
    options.process(application);
    fmt::print("{:>9} {:<34} {:>10} {:>10} {:>10}\n", "nodes", "what", "p50", "p95", "worst");
    batchscope::Report report;
    batchscope::CanvasBench bench(application, report);
    for (const QString& nodes : options.value(QStringLiteral("nodes")).split(u',')) {
        bench.run(nodes.toULongLong());
    }
    if (options.isSet(QStringLiteral("json"))) {
        report.write(options.value(QStringLiteral("json")).toStdString());
    }
    return 0;
}
