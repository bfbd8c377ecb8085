// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command-line contract: keys, exit codes, what goes to stdout and what to stderr.
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>

#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::interruptProgram;
using testing::jsonOf;
using testing::runCli;
using testing::Running;
using Json = nlohmann::json;

constexpr const char* kTrees = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(2 (2 e) (2 f))\n";

std::vector<std::string> keys(const Json& object) {
    std::vector<std::string> result;
    for (const auto& [key, value] : object.items()) {
        result.push_back(key);
    }
    return result;
}

TEST(Cli, InfoHasItsKeys) {
    const Json info = jsonOf(runCli({"info", "-", "--json"}, kTrees));
    EXPECT_THAT(keys(info), ::testing::IsSupersetOf({"format", "trees", "nodes", "leaves", "height", "arity",
                                                     "distinct_shapes", "diagnostics"}));
    EXPECT_EQ(info["trees"], 3);
    EXPECT_EQ(info["leaves"]["max"], 3);
    EXPECT_EQ(info["arity"]["2"], 4);
    EXPECT_EQ(info["distinct_shapes"], 2);
}

TEST(Cli, ScheduleHasItsKeys) {
    const Json schedule = jsonOf(runCli({"schedule", "-", "--policy", "all", "--json"}, kTrees));
    EXPECT_EQ(schedule["trees"], 3);
    EXPECT_EQ(schedule["nodes"], 14);
    EXPECT_EQ(schedule["levels"], 4);
    EXPECT_EQ(schedule["lower_bound"], 4);
    ASSERT_GE(schedule["policies"].size(), 3U);
    const Json& depth = schedule["policies"][1];
    EXPECT_THAT(keys(depth), ::testing::IsSupersetOf({"policy", "batches", "mean_batch_size", "rows_gathered",
                                                      "rows_viewed", "bytes_gathered", "steps"}));
    EXPECT_EQ(depth["batches"], 5);
    EXPECT_EQ(depth["steps"][0], (Json{{"step", 0},
                                       {"op", "leaf"},
                                       {"size", 7},
                                       {"after_sync_point", false},
                                       {"nodes_read_first", Json::array()}}));
}

TEST(Cli, RunChecksAgainstTheRegularRun) {
    const Json run = jsonOf(runCli({"run", "-", "--check", "--dim", "16", "--json"}, kTrees));
    EXPECT_EQ(run["policy"], "depth");
    EXPECT_EQ(run["values"]["equal"], true);
    EXPECT_LT(run["values"]["max_abs_error"], 1e-5);
    EXPECT_EQ(run["values"]["argmax_flips"], 0);
    EXPECT_TRUE(run["first_divergence"].is_null());
    EXPECT_THAT(keys(run["seconds"]), ::testing::IsSupersetOf({"parse", "build", "schedule", "plan", "gather",
                                                               "compute", "scatter", "readout", "total"}));
}

TEST(Cli, ASpeedUpIsBatchingAndEngineApart) {
    const Json run = jsonOf(runCli({"run", "-", "--check", "--dim", "16", "--json"}, kTrees));
    const Json& detail = run["speedup_detail"];
    const Json& samples = detail["samples_s"];
    for (const char* const arm : {"regular@off", "regular", "folded@off", "folded"}) {
        EXPECT_GE(samples[arm].size(), 5U) << arm;
    }
    // Also where the machine is busy; then there is a reason to doubt them.
    const double product = run["speedup"]["batching"].get<double>() * run["speedup"]["engine"].get<double>();
    EXPECT_NEAR(run["speedup"]["both"].get<double>(), product, 1e-9 * product);
    EXPECT_LE(detail["batching"]["low"], detail["batching"]["value"]);
    EXPECT_GE(detail["batching"]["high"], detail["batching"]["value"]);
    EXPECT_GT(run["speedup_with_construction"], 0.0);
    EXPECT_GT(run["runs"], 4);
    EXPECT_EQ(detail["reason"].is_null(), detail["verdict"] == "steady");
    const Json plain = jsonOf(runCli({"run", "-", "--check", "--dim", "16", "--passes", "off", "--json"}, kTrees));
    EXPECT_EQ(plain["speedup_detail"]["kernels"], "libtorch");
    EXPECT_DOUBLE_EQ(plain["speedup_detail"]["batching"]["value"], plain["speedup_detail"]["batching_off"]["value"]);
    EXPECT_GE(plain["speedup_detail"]["samples_s"]["folded"].size(), 5U) << "and the engine beside it";
    const Finished single = runCli({"run", "-", "--dim", "16"}, kTrees);
    EXPECT_THAT(single.out, HasSubstr("times of a single run"));
}

TEST(Cli, PassesAndInstructionSetsAreChosen) {
    for (const char* passes : {"all", "none", "off", "cse,fuse", "-dedup,-pack"}) {
        const Json run = jsonOf(runCli({"run", "-", "--check", "--dim", "8", "--passes", passes, "--json"}, kTrees));
        EXPECT_EQ(run["values"]["equal"], true) << passes;
    }
    const Json bench = jsonOf(runCli({"bench", "-", "--isa", "portable", "--passes", "none", "--batch", "3", "--dim",
                                      "8", "--repeats", "1", "--json"},
                                     kTrees));
    EXPECT_EQ(bench["context"]["instruction_set"], "portable");
    EXPECT_THAT(bench["context"]["gemm"], HasSubstr("(sse4.1)"));
    for (const char* wrong : {"", "warp", "cse,", "off,cse"}) {
        EXPECT_EQ(runCli({"run", "-", "--passes", wrong}, kTrees).code, 2) << wrong;
    }
    EXPECT_EQ(runCli({"run", "-", "--isa", "sse"}, kTrees).code, 2);
    EXPECT_THAT(runCli({"run", "-", "--passes", "off", "--isa", "portable"}, kTrees).err, HasSubstr("--isa"));
}

TEST(Cli, GeneratedTreesAreReadBack) {
    const Finished made = runCli({"generate", "--shape", "balanced", "--leaves", "16", "--trees", "4", "--seed", "9"});
    ASSERT_EQ(made.code, 0);
    const Json info = jsonOf(runCli({"info", "-", "--json"}, made.out));
    EXPECT_EQ(info["trees"], 4);
    EXPECT_EQ(info["height"]["max"], 4);
    EXPECT_EQ(runCli({"generate", "--shape", "balanced", "--leaves", "16", "--trees", "4", "--seed", "9"}).out,
              made.out);
}

TEST(Cli, ExitCodesAreAContract) {
    EXPECT_EQ(runCli({"info"}).code, 2) << "no file";
    EXPECT_EQ(runCli({}).code, 2) << "no command";
    EXPECT_EQ(runCli({"schedule", "-", "--policy", "magic"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"run", "-", "--model", "gpt"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"run", "-", "--trees", "4:2"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"run", "-", "--granularity", "atom"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"run", "-", "--device", "cuda"}, kTrees).code, 2) << "not available yet";
    EXPECT_EQ(runCli({"run", "-", "--check", "--dim", "4", "--inject", "Wl:0:0=nan"}, kTrees).code, 4)
        << "both runs go wrong in the same way: nothing can be said of folding";
    EXPECT_EQ(runCli({"run", "-", "--dim", "4", "--inject", "Wl:0:0"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"info", "/nowhere/x.ptb"}).code, 3);
    EXPECT_EQ(runCli({"info", "/"}).code, 3);
    EXPECT_EQ(runCli({"info", "-"}, "").code, 3);
    EXPECT_EQ(runCli({"--help"}).code, 0);
    EXPECT_EQ(runCli({"--version"}).code, 0);
}

TEST(Cli, RunTrainsAndComparesGradients) {
    const Finished run = runCli({"run", "-", "--check", "--train", "--dim", "4", "--granularity", "primitive",
                                 "--order", "height", "--reference", "float64", "--json"},
                                kTrees);
    EXPECT_EQ(run.code, 0);
    const Json document = Json::parse(run.out);
    EXPECT_EQ(document["gradients"]["equal"], true);
    EXPECT_GT(document["gradients"]["values_compared"], 0);
    EXPECT_NEAR(document["gradients"]["loss"]["folded"].get<double>(),
                document["gradients"]["loss"]["regular"].get<double>(), 1e-6);
    EXPECT_GT(document["seconds"]["backward"], 0.0);
    EXPECT_EQ(document["reference"]["folded"]["equal"], true);
    EXPECT_EQ(document["not_finite_origin"], nullptr);
}

TEST(Cli, AnInjectedNanIsTracedToItsWeight) {
    const Finished run = runCli({"run", "-", "--dim", "4", "--inject", "Wl:3:1=nan", "--json"}, kTrees);
    EXPECT_EQ(run.code, 4) << "also where nothing is compared";
    const Json origin = Json::parse(run.out)["not_finite_origin"];
    EXPECT_EQ(origin["op"], "children");
    EXPECT_EQ(origin["parameter"], "Wl[3, 1]");
    const Finished checked =
        runCli({"run", "-", "--dim", "4", "--check", "--timing", "off", "--inject", "Wl:3:1=nan", "--json"}, kTrees);
    EXPECT_EQ(checked.code, 4);
    EXPECT_EQ(Json::parse(checked.out)["not_finite_origin"], origin) << "a comparison looks for it, too";
    EXPECT_EQ(Json::parse(checked.out)["not_finite_run"], "folded");
}

TEST(Cli, ANanOfTheRegularRunOnlyIsTracedThere) {
    const std::vector<std::string> line = {
        "run", "-", "--dim", "4", "--check", "--timing", "off", "--inject", "regular:Wl:3:1=nan"};
    const Finished text = runCli(line, kTrees);
    EXPECT_EQ(text.code, 4);
    EXPECT_NE(text.out.find("first non-finite value of the regular run: nan at column "), std::string::npos)
        << text.out;
    std::vector<std::string> json = line;
    json.emplace_back("--json");
    const Json document = Json::parse(runCli(json, kTrees).out);
    EXPECT_EQ(document["not_finite_run"], "regular");
    EXPECT_EQ(document["not_finite_origin"]["parameter"], "Wl[3, 1]");
}

TEST(Cli, TrainingPrintsTheFiguresOfEachEpoch) {
    const Json adam = jsonOf(runCli(
        {"train", "-", "--dim", "8", "--epochs", "12", "--optimizer", "adam", "--lr", "0.05", "--batch", "2", "--json"},
        kTrees));
    const Json& epochs = adam["epochs"];
    ASSERT_EQ(epochs.size(), 12U);
    EXPECT_LT(epochs[11]["loss"].get<double>(), epochs[0]["loss"].get<double>());
    EXPECT_GT(epochs[0]["phases"]["update"].get<double>(), 0.0);
    EXPECT_TRUE(epochs[0]["dev"].is_null());
    EXPECT_EQ(adam["best_epoch"], 12) << "without dev trees it is the last";
    const auto lossWith = [](const std::vector<std::string>& more) {
        std::vector<std::string> line = {"train", "-", "--dim", "8", "--epochs", "2", "--threads", "1", "--json"};
        line.insert(line.end(), more.begin(), more.end());
        return jsonOf(runCli(line, kTrees))["epochs"][1]["loss"];
    };
    EXPECT_EQ(lossWith({}), lossWith({"--optimizer", "adagrad", "--lr", "0.2"}));
    EXPECT_EQ(runCli({"train", "-", "--optimizer", "lion"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"train", "-", "--lr", "0"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"train", "-", "--dropout", "1"}, kTrees).code, 2);
}

TEST(Cli, NumbersAreDigitsInTheirRange) {
    EXPECT_EQ(runCli({"run", "-", "--threads", "100000"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"bench", "-", "--batch", "-1"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"bench", "-", "--warmups", "-1"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"bench", "-", "--batch", "1,,2"}, kTrees).code, 2);
    EXPECT_EQ(runCli({"generate", "--leaves", "0"}).code, 2);
    EXPECT_EQ(runCli({"generate", "--arity", "1"}).code, 2);
    EXPECT_EQ(runCli({"generate", "--seed", "-1"}).code, 2);
    EXPECT_EQ(runCli({"run", "-", "--dim", "0x10"}, kTrees).code, 2);
    EXPECT_THAT(runCli({"generate", "--leaves", "3", "--trees", "1"}).out, HasSubstr("w"));
}

TEST(Cli, TreesAreBinarizedForANetThatIsAskedForUnlessToldHow) {
    constexpr const char* kWide = "(S (A a) (B b) (C c) (D d))\n";
    const Finished asked = runCli({"schedule", "-", "--model", "tree-lstm"}, kWide);
    EXPECT_EQ(asked.code, 0) << asked.err;
    EXPECT_THAT(asked.err, HasSubstr("Binarized (left): tree-lstm takes binary trees"));
    EXPECT_EQ(asked.out, runCli({"schedule", "-"}, kWide).out);
    EXPECT_EQ(runCli({"schedule", "-", "--model", "tree-lstm", "--binarize", "none"}, kWide).code, 2);
    EXPECT_THAT(runCli({"schedule", "-", "--model", "child-sum-tree-lstm"}, kWide).err,
                ::testing::Not(HasSubstr("Binarized")));
}

TEST(Cli, FilesOfOtherProgramsAreNoNets) {
    for (const auto& [name, said] :
         {std::pair("x.onnx", "an ONNX graph"), std::pair("x.pt2", "a program of torch.export"),
          std::pair("x.safetensors", "pass those as --weights")}) {
        const Finished finished = runCli({"schedule", "-", "--model", name}, kTrees);
        EXPECT_EQ(finished.code, 2);
        EXPECT_THAT(finished.err, HasSubstr(said));
    }
}

TEST(Cli, BoundsAreToldBeforeAnythingIsMade) {
    for (const char* command : {"run", "bench", "schedule"}) {
        const Finished wide = runCli({command, "-", "--dim", "20000"}, kTrees);
        EXPECT_EQ(wide.code, 2) << command;
        EXPECT_THAT(wide.err, HasSubstr("expected 1 to 16384, got 20000")) << command;
    }
    const Finished many = runCli({"generate", "--json", "--leaves", "1000000", "--trees", "101"});
    EXPECT_EQ(many.code, 2);
    EXPECT_EQ(many.out, "");
    EXPECT_THAT(many.err, HasSubstr("the limit is 100,000,000 words in total"));
    EXPECT_EQ(runCli({"generate", "--leaves", "1000000000", "--trees", "1000000000"}).code, 2);
}

TEST(Cli, SlipsOfTheFingerAreTold) {
    const Finished command = runCli({"infos", "-"}, kTrees);
    EXPECT_EQ(command.code, 2);
    EXPECT_THAT(command.err, HasSubstr("unknown command 'infos'; did you mean 'info'?"));
    const Finished option = runCli({"run", "-", "--polcy=agenda"}, kTrees);
    EXPECT_EQ(option.code, 2);
    EXPECT_THAT(option.err, HasSubstr("--polcy"));
    const Finished help = runCli({"help", "bench"});
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.out, runCli({"bench", "--help"}).out);
    EXPECT_EQ(runCli({"help"}).out, runCli({"--help"}).out);
    EXPECT_EQ(runCli({"help", "help"}).out, runCli({"--help"}).out);
}

TEST(Cli, WaitingForDataIsToldAndCanBeStopped) {
    const Finished input =
        testing::interruptWaiting({"info", "-"}, "waiting for data from standard input (Ctrl+C stops)\n");
    EXPECT_EQ(input.code, 5) << input.err;
    const testing::TemporaryFolder folder;
    const std::string pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR), 0);
    const Finished named = testing::interruptWaiting({"schedule", pipe}, "waiting for data from " + pipe);
    EXPECT_EQ(named.code, 5) << named.err;
    EXPECT_EQ(named.err.find("waiting"), named.err.rfind("waiting")) << "once is enough";
    EXPECT_THAT(runCli({"info", "-"}, kTrees).err, ::testing::Not(HasSubstr("waiting")));
}

TEST(Cli, ListsTakeOneWordSoThatAFileMayFollow) {
    EXPECT_EQ(
        runCli({"bench", "--arms", "regular,folded", "--batch", "1", "--dim", "8", "--repeats", "1", "-"}, kTrees).code,
        0);
}

/// What the binary writes to a terminal.
std::string onTerminal(std::vector<std::string> line) {
    line.insert(line.begin(), BATCHSCOPE_CLI);
    std::vector<char*> arguments;
    for (std::string& argument : line) {
        arguments.push_back(argument.data());
    }
    arguments.push_back(nullptr);
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
        ::execv(BATCHSCOPE_CLI, arguments.data());
        ::_exit(127);
    }
    std::string written;
    std::array<char, 4096> part = {};
    for (ssize_t got = 0; (got = ::read(terminal, part.data(), part.size())) > 0;) { // fails when the child has ended
        written.append(part.data(), static_cast<std::size_t>(got));
    }
    ::close(terminal);
    EXPECT_EQ(::waitpid(child, nullptr, 0), child);
    return written;
}

TEST(Cli, WordsAndLabelsDoNotCommandTheTerminal) {
    const testing::TemporaryFolder folder;
    const std::string hostile = "\x1b]0;pwned\x07\x1b[2J\xC2\x9B"
                                "31m";
    const std::string trees =
        folder.write("hostile.ptb", "(S (" + hostile + " a) (B " + hostile + "))\n(S (A b) (B c))\n(S (A b)\n");
    const std::string model = folder.write("\x1b[31m.json", "{");
    for (const std::vector<std::string>& line :
         std::vector<std::vector<std::string>>{{"info", trees},
                                               {"run", trees, "--list", "nodes", "--timing", "off"},
                                               {"schedule", trees, "--list", "decisions"},
                                               {"convert", trees, "--to", "ptb"},
                                               {"run", trees, "--model", model},
                                               {"list", hostile},
                                               {"run", trees, "--granularity", hostile},
                                               {"schedule", trees, "--where", "word:" + hostile}}) {
        std::string written = onTerminal(line);
        for (std::size_t at = 0; (at = written.find("\x1b[K")) != std::string::npos;) {
            written.erase(at, 3); // of progress
        }
        EXPECT_EQ(written.find_first_of("\x1b\x07"), std::string::npos) << line.front() << ": " << written;
        EXPECT_EQ(written.find("\xC2\x9B"), std::string::npos) << line.front() << ": " << written;
        EXPECT_GT(written.size(), 20U);
    }
    EXPECT_THAT(onTerminal({"convert", trees, "--to", "ptb"}), HasSubstr("\\x1b]0;pwned\\x07"));
    EXPECT_THAT(runCli({"convert", trees, "--to", "ptb"}).out, HasSubstr(hostile)) << "a pipe gets every byte";
}

TEST(Cli, BadTreesAreReportedOnStderrAndTheRestIsUsed) {
    const std::string damaged = "(1 a)\n(2 (1 b) (1 c)\n(1 d)\n";
    const Finished info = runCli({"info", "-", "--json"}, damaged);
    const Json document = jsonOf(info);
    EXPECT_EQ(document["trees"], 2);
    EXPECT_EQ(document["diagnostics"][0]["line"], 2);
    EXPECT_THAT(info.err, HasSubstr("-:2:1: error: this tree is missing 1 closing bracket"));
    EXPECT_THAT(info.err, HasSubstr("1 tree could not be read; 2 loaded"));
    EXPECT_EQ(runCli({"info", "-", "--strict"}, damaged).code, 3);
}

TEST(Cli, AFileThatIsCutShortIsAnErrorUnlessPartsWillDo) {
    const testing::TemporaryFolder folder;
    std::string trees;
    for (int tree = 0; tree < 20'000; ++tree) {
        trees += "(2 (1 w" + std::to_string(tree * 7919 % 10'007) + ") (1 b))\n";
    }
    ASSERT_EQ(std::system(("gzip " + folder.write("whole", trees)).c_str()), 0);
    const std::string packed = testing::textOf(folder.file("whole.gz"));
    std::string damaged = packed;
    damaged[packed.size() - 6] ^= 1; // of the checksum
    const std::string out = folder.file("out.json");
    for (const auto& [name, bytes] : {std::pair("cut.gz", packed.substr(0, packed.size() / 2)),
                                      std::pair("damaged.gz", damaged), std::pair("more.gz", packed + "more")}) {
        const std::string file = folder.write(name, bytes);
        const Finished refused = runCli({"convert", file, "--to", "json", "--out", out});
        EXPECT_EQ(refused.code, 3) << name << refused.err;
        EXPECT_THAT(refused.err, HasSubstr("--allow-partial")) << name;
        EXPECT_FALSE(std::filesystem::exists(out)) << name;
        EXPECT_EQ(runCli({"info", file, "--allow-partial"}).code, 0) << name;
    }
    EXPECT_EQ(runCli({"convert", folder.file("whole.gz"), "--to", "json", "--out", out}).code, 0);
}

TEST(Cli, CtrlCEndsGenerating) {
    EXPECT_EQ(interruptProgram({{"generate", "--leaves", "500", "--trees", "200000"}},
                               [](const Running& running) { return running.hasWritten(); })
                  .code,
              5);
}

TEST(Cli, CtrlCEndsWithCancelled) {
    const Finished made = runCli({"generate", "--leaves", "60", "--trees", "400"});
    // Starting takes half a second of these; all repeats take hours.
    const Finished run =
        interruptProgram({{"bench", "-", "--batch", "400", "--dim", "300", "--repeats", "1000"}, made.out},
                         [](const Running& running) { return running.processorSeconds() > 1.0; });
    EXPECT_EQ(run.code, 5) << run.err;
    EXPECT_EQ(run.out, "") << "nothing half-written on stdout";
}

} // namespace
} // namespace batchscope
