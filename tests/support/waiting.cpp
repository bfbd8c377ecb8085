// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/waiting.h"

#include <fstream>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace batchscope::testing {

pid_t thisThread() {
    return static_cast<pid_t>(syscall(SYS_gettid));
}

bool isAsleep(pid_t thread) {
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string line;
    std::getline(file, line);
    // The name, in brackets, may hold anything; the state is the letter after it.
    const std::size_t name = line.rfind(')');
    return name != std::string::npos && line.compare(name, 3, ") S") == 0;
}

} // namespace batchscope::testing
