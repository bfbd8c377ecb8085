// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the figure in the status line flips: each file is opened again and again in a fresh window (offscreen), quiet
// and with busy processes beside; the speed-ups that were shown, or why there was none.
//
//     bench_flips [--openings 20] [--busy 0,1] FILE...
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/trace/speed_text.h"
#include "views/session/playback.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QThread>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {
namespace {

/// Processes that do nothing but use a processor, for as long as this lives.
class BusyProcesses {
public:
    explicit BusyProcesses(int count) {
        for (int index = 0; index < count; ++index) {
            const pid_t child = fork();
            if (child == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL); // nothing is left behind
                for (volatile unsigned spins = 0;;) {
                    spins = spins + 1;
                }
            }
            m_children.push_back(child);
        }
    }
    BusyProcesses(const BusyProcesses&) = delete;
    BusyProcesses& operator=(const BusyProcesses&) = delete;
    ~BusyProcesses() {
        for (const pid_t child : m_children) {
            if (child > 0) {
                kill(child, SIGKILL);
                waitpid(child, nullptr, 0);
            }
        }
    }

private:
    std::vector<pid_t> m_children;
};

struct Figures {
    std::vector<double> batching;
    std::vector<double> both;
    std::map<std::string, int> reasons; ///< with numbers left out
};

/// The kind of reason: what stands before its figures.
std::string kindOf(const SpeedReport& speed) {
    const std::string reason = reasonText(speed);
    return reason.substr(0, reason.find_first_of("(0123456789"));
}

void open(const QString& file, Figures& figures) {
    constexpr int kMostMilliseconds = 120'000;
    Settings settings{Settings::Storage::Memory};
    Lanes lanes;
    Session session{lanes};
    Playback playback{session};
    MainWindow window{session, playback, settings, MainWindow::Mode::Scripted, addCommands};
    window.resize(1280, 800);
    window.show();
    window.openFiles({file});
    QElapsedTimer clock;
    clock.start();
    do {
        QCoreApplication::processEvents();
        QThread::msleep(2);
    } while (session.busy() && clock.elapsed() < kMostMilliseconds);
    QCoreApplication::processEvents();
    const auto report = session.snapshot()->report;
    if (!report || !report->speed) {
        ++figures.reasons["no run"];
    } else if (const auto batching = report->speed->batching(); batching && report->isSteady()) {
        figures.batching.push_back(batching->value);
        if (const auto both = report->speed->both()) {
            figures.both.push_back(both->value);
        }
    } else {
        ++figures.reasons[kindOf(*report->speed)];
    }
}

std::string rangeText(std::vector<double> values) {
    if (values.empty()) {
        return "–";
    }
    std::sort(values.begin(), values.end());
    return fmt::format("{} {} {}", factorText(values.front()), factorText(median(values)), factorText(values.back()));
}

std::string reasonsText(const Figures& figures) {
    std::string text;
    for (const auto& [reason, count] : figures.reasons) {
        text += fmt::format("{}{} × {}", text.empty() ? "" : "; ", count, reason);
    }
    return text;
}

int run(const std::vector<std::string>& files, const std::vector<int>& busy, int openings) {
    TextTable table({{"file", Align::Left},
                     {"busy"},
                     {"figures"},
                     {"batching: min median max"},
                     {"both"},
                     {"no figure", Align::Left}});
    for (const std::string& file : files) {
        for (const int count : busy) {
            const BusyProcesses beside(count);
            Figures figures;
            for (int opening = 0; opening < openings; ++opening) {
                open(QString::fromStdString(file), figures);
            }
            table.add({file.substr(file.rfind('/') + 1), std::to_string(count),
                       fmt::format("{} of {}", figures.batching.size(), openings), rangeText(figures.batching),
                       rangeText(figures.both), reasonsText(figures)});
        }
    }
    fmt::print("{}", table.text());
    return 0;
}

} // namespace
} // namespace batchscope

int main(int argc, char** argv) {
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QApplication application(argc, argv);
    std::vector<std::string> files;
    std::vector<int> busy = {0, 1};
    int openings = 20;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const bool hasValue = index + 1 < arguments.size();
        if (arguments[index] == "--openings" && hasValue) {
            openings = std::max(1, std::atoi(arguments[++index].c_str()));
        } else if (arguments[index] == "--busy" && hasValue) {
            busy.clear();
            for (const char digit : arguments[++index]) {
                if (digit >= '0' && digit <= '9') {
                    busy.push_back(digit - '0');
                }
            }
        } else {
            files.push_back(arguments[index]);
        }
    }
    if (files.empty()) {
        fmt::print(stderr, "usage: bench_flips [--openings 20] [--busy 0,1] FILE...\n");
        return 2;
    }
    return batchscope::run(files, busy, openings);
}
