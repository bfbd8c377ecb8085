// SPDX-License-Identifier: GPL-3.0-or-later
//
// Holds every file of the corpus to fuzz_checks.h, with any compiler: replay CORPUS, where CORPUS holds a folder for
// each format.
#include "tests/fuzz/fuzz_checks.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
    namespace fs = std::filesystem;
    if (argc != 2) {
        std::fputs("usage: replay CORPUS\n", stderr);
        return 2;
    }
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
        if (!entry.is_regular_file()) {
            continue;
        }
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
        std::printf("%s\n", entry.path().c_str()); // the last one printed is the one that fails
        (void)std::fflush(stdout);
        batchscope::fuzz::checkInput(entry.path().parent_path().filename().string(), bytes);
        ++files;
    }
    std::printf("%d files\n", files);
    return files > 0 ? 0 : 1;
}
