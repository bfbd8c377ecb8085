// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every kind of output, stopped anywhere, on a full disk, or over an input: the file that was there, or the whole new
// one, and nothing else.
#include "tests/support/all_tests.h"
#include "tests/support/child_process.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace batchscope {
namespace {

using ::testing::AnyOf;
using testing::Finished;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

constexpr const char* kOld = "what was there\n";
constexpr std::size_t kMostPrinted = 16'000;

struct Kind {
    std::vector<std::string> line; ///< OUT stands for the output, TREES for the input
    std::string ending;            ///< of the output
    bool isWindow = false;         ///< of the program batchscope
    bool hasTimes = false;         ///< no two runs write the same bytes
};

/// Shown by GoogleTest.
std::ostream& operator<<(std::ostream& out, const Kind& kind) {
    return out << kind.line.front() << " to " << kind.ending;
}

std::vector<Kind> kinds() {
    std::vector<Kind> all = {
        {{"convert", "TREES", "--to", "json", "--out", "OUT"}, "json"},
        {{"convert", "TREES", "--to", "ptb", "--out", "OUT"}, "ptb"},
        {{"convert", "TREES", "--to", "chrome-trace", "--trees", "0:2", "--dim", "8", "--out", "OUT"},
         "json",
         false,
         true},
        {{"export-values", "TREES", "--trees", "0:40", "--dim", "8", "--out", "OUT"}, "npz"},
        {{"export-values", "TREES", "--trees", "0:40", "--dim", "8", "--out", "OUT"}, "pt"},
        {{"export-values", "TREES", "--trees", "0:40", "--dim", "8", "--out", "OUT"}, "json"},
        {{"schedule", "TREES", "--save-schedule", "OUT"}, "json"},
        {{"schedule", "TREES", "--trees", "0:40", "--policy", "learned", "--save-table", "OUT"}, "json"},
        {{"run", "TREES", "--trees", "0:2", "--dim", "8", "--check", "--fault", "swap-rows", "--shrink", "OUT"}, "ptb"},
        {{"bench", "TREES", "--trees", "0:8", "--dim", "8", "--batch", "1,2,4", "--repeats", "1", "--patience", "0",
          "--out", "OUT"},
         "json",
         false,
         true},
    };
#ifdef BATCHSCOPE_WINDOW
    for (const char* const ending : {"png", "svg", "pdf"}) {
        const bool hasDate = std::string_view(ending) == "pdf";
        all.push_back({{"--render", "OUT", "--trees", "0:2", "TREES"}, ending, true, hasDate});
    }
    all.push_back({{"--render", "OUT", "--trees", "0:2", "--size", "400x300", "--fps", "4", "--seconds", "2", "TREES"},
                   "gif",
                   true});
#endif
    return all;
}

/// Kinds on the command line, each with a folder of its own.
class Outputs : public ::testing::TestWithParam<Kind> {
protected:
    Outputs() {
        std::string trees;
        for (int tree = 0; tree < 400; ++tree) {
            trees += "(3 (2 (1 w" + std::to_string(tree % 37) + ") (2 b)) (1 (0 c) (3 (2 d) (1 e))))\n";
        }
        m_trees = m_inputs.write("trees.ptb", trees);
    }

    [[nodiscard]] std::vector<std::string> line(const std::string& out) const {
        std::vector<std::string> words = GetParam().line;
        std::replace(words.begin(), words.end(), std::string("TREES"), m_trees);
        std::replace(words.begin(), words.end(), std::string("OUT"), out);
        return words;
    }
    [[nodiscard]] std::string out() const { return m_outputs.file("out." + GetParam().ending); }

    pid_t begin(const testing::Streams& streams, const std::string& target, rlim_t mostBytes = RLIM_INFINITY) const {
        const std::vector<std::string> words = line(target);
        return testing::beginChild(streams, [&words, mostBytes] {
            const rlimit limit{mostBytes, RLIM_INFINITY};
            std::signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, &limit);
#ifdef BATCHSCOPE_WINDOW
            if (GetParam().isWindow) {
                setenv("QT_QPA_PLATFORM", "offscreen", 1);
                testing::ArgumentVector given(BATCHSCOPE_WINDOW, words);
                execv(BATCHSCOPE_WINDOW, given.words());
            }
#endif
            testing::ArgumentVector given(BATCHSCOPE_CLI, words);
            execv(BATCHSCOPE_CLI, given.words());
            return 127;
        });
    }

    static Finished ended(const std::function<pid_t(const testing::Streams&)>& begun) {
        const testing::MemoryFile in;
        const testing::MemoryFile shown;
        const testing::MemoryFile err;
        const testing::ChildEnd end = testing::endOf(begun({in.descriptor(), shown.descriptor(), err.descriptor()}));
        return {end.code, shown.text(), err.text(), end.peakKiB};
    }

    /// To its end; the whole new file.
    std::string whole(double& seconds) const {
        const auto start = std::chrono::steady_clock::now();
        const Finished finished = ended([&](const auto& streams) { return begin(streams, out()); });
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        EXPECT_THAT(finished.code, AnyOf(0, 4)) << finished.err;
        return testing::textOf(out());
    }

    /// A document that comes to its end, and says so if it has fewer results than the whole one.
    static bool isWhole(const std::string& now, const std::string& fresh) {
        if (GetParam().ending != "json") {
            return now.find("%%EOF") != std::string::npos;
        }
        const auto document = nlohmann::json::parse(now, nullptr, false);
        return !document.is_discarded() && (!document.is_object() || document.value("cancelled", false) ||
                                            document.value("results", nlohmann::json()).size() ==
                                                nlohmann::json::parse(fresh).value("results", nlohmann::json()).size());
    }

    void expectOldOr(const std::string& fresh, const std::string& where) const {
        const std::string now = testing::textOf(out());
        const bool isNew = GetParam().hasTimes ? isWhole(now, fresh) : now == fresh;
        EXPECT_TRUE(now == kOld || isNew) << where << ": " << now.size() << " bytes instead of " << fresh.size();
        EXPECT_EQ(testing::namesIn(fs::path(out()).parent_path()).size(), 1U) << where << ": something is beside it";
    }

    std::string m_trees;
    testing::TemporaryFolder m_inputs;
    testing::TemporaryFolder m_outputs;
};

TEST_P(Outputs, AreOldOrNewWhateverHappens) {
    double seconds = 0;
    const std::string fresh = whole(seconds);
    const int stops = testing::allTests() ? 24 : 3;
    for (int stop = 0; stop < stops; ++stop) {
        const auto at = std::chrono::duration<double>(seconds * (stop + 0.5) / stops);
        const int how = std::array{SIGKILL, SIGINT, SIGTERM}[static_cast<std::size_t>(stop % 3)];
        m_outputs.write("out." + GetParam().ending, kOld);
        expectOldOr(fresh, ended([&](const testing::Streams& streams) {
                               const pid_t child = begin(streams, out());
                               std::this_thread::sleep_for(at);
                               kill(child, how);
                               return child;
                           }).err +
                               strsignal(how) + " at " + std::to_string(stop));
    }
    if (fresh.size() > kMostPrinted) { // what is printed has the same limit
        m_outputs.write("out." + GetParam().ending, kOld);
        const Finished full = ended([&](const auto& streams) { return begin(streams, out(), fresh.size() / 2); });
        EXPECT_EQ(full.code, 1) << full.err;
        const bool isByFfmpeg = GetParam().ending == "gif"; // which says it in its own words
        EXPECT_THAT(full.err,
                    HasSubstr(isByFfmpeg ? "File too large" : "cannot write; nothing was changed: File too large"));
        expectOldOr(kOld, "full disk");
    }
    const std::string before = testing::textOf(m_trees);
    const std::string asOutput = m_inputs.file("link." + GetParam().ending);
    fs::create_symlink("trees.ptb", asOutput);
    const Finished over = ended([&](const auto& streams) { return begin(streams, asOutput); });
    EXPECT_EQ(over.code, GetParam().isWindow ? 1 : 2) << over.err;
    EXPECT_THAT(over.err, HasSubstr("this is also an input file"));
    EXPECT_EQ(testing::textOf(m_trees), before);
}

INSTANTIATE_TEST_SUITE_P(Every, Outputs, ::testing::ValuesIn(kinds()));

} // namespace
} // namespace batchscope
