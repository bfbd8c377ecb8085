// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole steps on one thread and on several, beside 0, 1, … busy processes that this program starts itself. A step is
// planning and running one batch of generated trees (tree-lstm); graph and schedule are made once.
//
//     bench_team [--threads 1,2] [--busy 0,1,2] [--batch 1,8,32,128,512,1024] [--dim 100,300]
//                [--work inference,training] [--arm engine|off] [--seconds 0.5] [--json FILE]
//
// For each cell the thread counts run in turn, a few steps each, for about --seconds in all. It prints the median, the
// 90th percentile and the mean of each in milliseconds, and both divided by the figures of the first thread count. It
// uses nothing but what the engine has offered from the start, so that two builds can be compared with one source.
#include "core/exec/machine.h"
#include "core/exec/runner.h"
#include "core/nets/build_graph.h"
#include "core/schedule/scheduler.h"
#include "core/treebank/generate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <numeric>
#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

enum class Arm { Engine, Off };

struct Options {
    std::vector<int> threads = {1, 2};
    std::vector<int> busy = {0, 1, 2};
    std::vector<int> batches = {1, 8, 32, 128, 512, 1024};
    std::vector<int> dims = {100, 300};
    std::vector<Work> works = {Work::Inference, Work::Training};
    Arm arm = Arm::Engine;
    double seconds = 0.5;
    std::string json;
};

/// Processes that do nothing but spin; they end with this object, with this process, or after kMostSeconds.
class BusyProcesses {
public:
    explicit BusyProcesses(int count) {
        for (int started = 0; started < count; ++started) {
            const pid_t child = fork();
            if (child == 0) {
                spin();
            }
            if (child > 0) {
                m_children.push_back(child);
            }
        }
        if (count > 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
        }
    }
    ~BusyProcesses() {
        for (const pid_t child : m_children) {
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
        }
    }
    BusyProcesses(const BusyProcesses&) = delete;
    BusyProcesses& operator=(const BusyProcesses&) = delete;

private:
    static constexpr unsigned kMostSeconds = 1800;

    [[noreturn]] static void spin() {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        std::signal(SIGALRM, SIG_DFL);
        alarm(kMostSeconds);
        for (std::atomic<unsigned> turn = 0;; turn.fetch_add(1)) {
        }
    }

    std::vector<pid_t> m_children;
};

/// One batch of trees with its schedule, and the engine that runs it.
class Step {
public:
    Step(int batch, int dim, Work work, Arm arm) : m_work(work) {
        const Treebank bank = *generateTreebank(
            {.arity = 2, .leaves = 20, .trees = static_cast<std::size_t>(batch), .vocabulary = 2000, .seed = 1});
        m_graph = *buildGraph(bank, {.model = "tree-lstm", .dim = dim}, {});
        m_parameters.emplace(*Parameters::create(m_graph.ops, 1, {}));
        m_schedule = *makeSchedule(m_graph, **findPolicy("depth"), {});
        m_executor = makeExecutor(m_graph.ops, arm == Arm::Off ? ExecutorOptions(InterpreterOptions())
                                                               : ExecutorOptions(EngineOptions()));
    }

    /// Seconds; `threads` becomes what the run says it used.
    double run(int& threads) {
        const auto start = Clock::now();
        const Result<FinishedRun> run =
            m_executor->run({m_graph, m_schedule, *m_parameters, m_work, Recording::Seconds, {}});
        const double seconds = secondsSince(start);
        threads = run->execution.trace().threads;
        return seconds;
    }

private:
    Work m_work;
    OpGraph m_graph;
    std::optional<Parameters> m_parameters;
    Schedule m_schedule;
    std::unique_ptr<Executor> m_executor;
};

struct Samples {
    std::vector<double> seconds;
    int runs = 0;
    int alone = 0; ///< of them said that they used one thread
};

/// A few steps of one thread count. The pause lets threads go to sleep that wait for the next step.
void runBlock(Step& step, int threads, Samples& samples) {
    constexpr double kBlockSeconds = 0.02;
    constexpr int kMostSteps = 20;
    setThreadCount(threads);
    std::this_thread::sleep_for(std::chrono::milliseconds(8));
    int used = 0;
    step.run(used);
    const auto start = Clock::now();
    int steps = 0;
    do {
        samples.seconds.push_back(step.run(used));
        ++samples.runs;
        samples.alone += used == 1 ? 1 : 0;
    } while (++steps < kMostSteps && secondsSince(start) < kBlockSeconds);
}

std::vector<Samples> measure(Step& step, const Options& options) {
    constexpr int kFewestRounds = 3;
    std::vector<Samples> samples(options.threads.size());
    const auto start = Clock::now();
    for (int round = 0; round < kFewestRounds || secondsSince(start) < options.seconds; ++round) {
        for (std::size_t at = 0; at < options.threads.size(); ++at) {
            runBlock(step, options.threads[at], samples[at]);
        }
    }
    return samples;
}

struct Figures {
    double median = 0.0;
    double p90 = 0.0;
    double mean = 0.0;
};

Figures figuresOf(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    const auto at = [&](double share) {
        return seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1))] * 1e3;
    };
    return {at(0.5), at(0.9),
            std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size()) * 1e3};
}

const char* nameOf(Work work) {
    return work == Work::Training ? "training" : "inference";
}

nlohmann::json runCell(int busy, int batch, int dim, Work work, const Options& options) {
    Step step(batch, dim, work, options.arm);
    const std::vector<Samples> samples = measure(step, options);
    nlohmann::json arms = nlohmann::json::array();
    fmt::print("{:>4} {:>6} {:>4}  {:<9}", busy, batch, dim, nameOf(work));
    const Figures first = figuresOf(samples.front().seconds);
    for (std::size_t at = 0; at < samples.size(); ++at) {
        const Figures figures = figuresOf(samples[at].seconds);
        fmt::print("  | {:>9.3f} {:>9.3f} {:>9.3f}", figures.median, figures.p90, figures.mean);
        if (at > 0) {
            fmt::print("  {:>6.2f} {:>6.2f}  {:>4}/{:<4}", figures.median / first.median, figures.mean / first.mean,
                       samples[at].alone, samples[at].runs);
        }
        arms.push_back({{"threads", options.threads[at]},
                        {"median_ms", figures.median},
                        {"p90_ms", figures.p90},
                        {"mean_ms", figures.mean},
                        {"runs", samples[at].runs},
                        {"runs_alone", samples[at].alone}});
    }
    fmt::print("\n");
    std::fflush(stdout);
    return {{"busy", busy}, {"batch", batch}, {"dim", dim}, {"work", nameOf(work)}, {"arms", arms}};
}

int runAll(const Options& options) {
    fmt::print("busy  batch  dim  work     ");
    for (std::size_t at = 0; at < options.threads.size(); ++at) {
        fmt::print("  | {} thread{}: median, p90, mean", options.threads[at], options.threads[at] == 1 ? "" : "s");
        fmt::print("{}", at > 0 ? "; / first: median, mean; runs alone" : "");
    }
    fmt::print("  (ms)\n");
    nlohmann::json cells = nlohmann::json::array();
    for (const int busy : options.busy) {
        const BusyProcesses company(busy);
        for (const int dim : options.dims) {
            for (const Work work : options.works) {
                for (const int batch : options.batches) {
                    cells.push_back(runCell(busy, batch, dim, work, options));
                }
            }
        }
    }
    if (!options.json.empty()) {
        std::ofstream(options.json) << nlohmann::json{{"cpu", cpuName()}, {"cells", cells}}.dump(1) << "\n";
    }
    return 0;
}

std::vector<int> numbersOf(std::string_view text) {
    std::vector<int> numbers;
    while (!text.empty()) {
        int number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc()) {
            return {};
        }
        numbers.push_back(number);
        text.remove_prefix(std::min(text.size(), static_cast<std::size_t>(end - text.data()) + 1));
    }
    return numbers;
}

/// False for what it does not know.
bool readOption(std::string_view name, std::string_view value, Options& options) {
    const std::map<std::string_view, std::vector<int>*> lists = {{"--threads", &options.threads},
                                                                 {"--busy", &options.busy},
                                                                 {"--batch", &options.batches},
                                                                 {"--dim", &options.dims}};
    if (const auto list = lists.find(name); list != lists.end()) {
        *list->second = numbersOf(value);
        return !list->second->empty();
    }
    if (name == "--work") {
        options.works.clear();
        if (value.find("inference") != value.npos) {
            options.works.push_back(Work::Inference);
        }
        if (value.find("training") != value.npos) {
            options.works.push_back(Work::Training);
        }
        return !options.works.empty();
    }
    if (name == "--arm") {
        options.arm = value == "off" ? Arm::Off : Arm::Engine;
        return value == "off" || value == "engine";
    }
    if (name == "--seconds") {
        options.seconds = std::atof(std::string(value).c_str());
        return options.seconds > 0.0;
    }
    if (name == "--json") {
        options.json = value;
        return true;
    }
    return false;
}

} // namespace
} // namespace batchscope

int main(int count, char** arguments) {
    batchscope::Options options;
    for (int at = 1; at < count; at += 2) {
        if (at + 1 == count || !batchscope::readOption(arguments[at], arguments[at + 1], options)) {
            fmt::print(stderr, "bench_team: cannot use '{}'; see the head of tests/bench/team_bench.cpp\n",
                       arguments[at]);
            return 2;
        }
    }
    return batchscope::runAll(options);
}
