// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-cli for the checkers of this folder: they run hundreds of command lines, and to load LibTorch for each
// would take minutes. Reads one line's arguments as a JSON array, runs them in a copy of this process, and answers in
// one line, {"code": 0, "out": "…", "err": "…"}, until its input ends.
#include "tests/support/command_line.h"

#include <iostream>

int main() {
    using Json = nlohmann::json;
    for (std::string line; std::getline(std::cin, line);) {
        const auto finished = batchscope::testing::runCli(Json::parse(line).get<std::vector<std::string>>());
        std::cout << Json{{"code", finished.code}, {"out", finished.out}, {"err", finished.err}} << std::endl;
    }
}
