// SPDX-License-Identifier: GPL-3.0-or-later
//
// LibTorch is opened when something first runs on it, and a program without that part says so
// (core/exec/torch_parts.h).
#include "core/exec/machine.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace batchscope {
namespace {

using testing::CommandLine;
using testing::Finished;
using ::testing::HasSubstr;
using testing::jsonOf;
using ::testing::Not;
namespace fs = std::filesystem;

class LateTorch : public testing::FolderTest {
protected:
    ~LateTorch() override {
        unsetenv("BATCHSCOPE_CLI_BINARY");
        unsetenv("LD_DEBUG");
        unsetenv("OPENBLAS_CORETYPE");
    }

    /// By the program at this path.
    static Finished run(const fs::path& program, const std::string& line) {
        std::istringstream words(line);
        CommandLine command;
        for (std::string word; words >> word;) {
            command.arguments.push_back(word);
        }
        setenv("BATCHSCOPE_CLI_BINARY", program.c_str(), 1);
        return testing::runAll({command}).front();
    }

    const std::string m_trees = testing::sampleFile("sentences.ptb");
};

TEST_F(LateTorch, CommandsThatRunNothingOnItDoNotLoadIt) {
    setenv("LD_DEBUG", "files", 1); // the loader names each library on standard error
    for (const std::string& line :
         {std::string("--version"), std::string("run --help"), std::string("list models"), "info " + m_trees,
          "schedule --policy all " + m_trees, "explain " + m_trees + " 0 1", "convert --to json " + m_trees,
          std::string("generate --leaves 4 --trees 2")}) {
        const Finished finished = run(BATCHSCOPE_CLI, line);
        EXPECT_EQ(finished.code, 0) << line;
        EXPECT_THAT(finished.err, HasSubstr("libstdc++")) << line;
        EXPECT_THAT(finished.err, Not(HasSubstr("libtorch"))) << line;
    }
    EXPECT_THAT(run(BATCHSCOPE_CLI, "run --check " + m_trees).err, HasSubstr("libtorch"));
}

TEST_F(LateTorch, OpenBlasHasItsBestKernelsAndOthersAreNamed) {
    const std::string line = "bench --dim 4 --arms folded@off --batch 1 --repeats 1 --json " + m_trees;
    const auto blas = [&] { return jsonOf(run(BATCHSCOPE_CLI, line))["context"]["blas"].get<std::string>(); };
    unsetenv("OPENBLAS_CORETYPE"); // which some machines set for everybody
    const std::string best = blas();
    if (best.find("OpenBLAS") == std::string::npos || std::string_view(bestBlasKernels()).empty()) {
        GTEST_SKIP() << "nothing to choose from here: " << best;
    }
    EXPECT_THAT(best, HasSubstr(std::string("(") + bestBlasKernels() + " kernels)"));
    setenv("OPENBLAS_CORETYPE", "Prescott", 1);
    EXPECT_THAT(blas(), HasSubstr(std::string("(Prescott kernels: slow here, set OPENBLAS_CORETYPE=") +
                                  bestBlasKernels() + ")"));
}

TEST_F(LateTorch, AMissingOrWrongPartIsOneClearError) {
    const fs::path program = m_folder / "batchscope-cli"; // outside the build folder: only beside it is looked
    fs::copy_file(BATCHSCOPE_CLI, program);
    const auto refusal = [&] {
        const Finished finished = run(program, "run --check " + m_trees);
        EXPECT_EQ(finished.code, 1) << finished.err;
        return finished.err;
    };
    EXPECT_THAT(refusal(), HasSubstr("batchscope-torch.so, the part of Batchscope that runs on LibTorch, is missing"));
    const fs::path part = m_folder / "batchscope-torch.so";
    testing::writeText(part, "no library");
    EXPECT_THAT(refusal(), HasSubstr("cannot open the part of Batchscope that runs on LibTorch"));
    fs::remove(part);
    fs::create_symlink(BATCHSCOPE_OTHER_LIBRARY, part);
    EXPECT_THAT(refusal(), HasSubstr("batchscopeTorchParts")); // it has no such entry
    fs::remove(part);
    fs::create_symlink(BATCHSCOPE_OTHER_PARTS, part);
    EXPECT_THAT(refusal(), HasSubstr("belongs to another build of Batchscope (0.0.0"));
    EXPECT_EQ(run(program, "schedule " + m_trees).code, 0);
}

} // namespace
} // namespace batchscope
