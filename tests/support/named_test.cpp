// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/named_test.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

namespace batchscope::testing {

namespace {

/// Not a global, because globals of other files fill it.
std::map<std::string_view, TestMain>& namedTests() {
    static std::map<std::string_view, TestMain> tests;
    return tests;
}

} // namespace

NamedTest::NamedTest(const char* name, TestMain run) {
    if (!namedTests().emplace(name, run).second) {
        std::fprintf(stderr, "Two test classes are named %s.\n", name);
        std::abort();
    }
}

} // namespace batchscope::testing

int main(int argc, char** argv) {
    const auto& tests = batchscope::testing::namedTests();
    const auto test = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (test != tests.end()) {
        argv[1] = argv[0]; // the class must not see its name as an argument
        return test->second(argc - 1, argv + 1);
    }
    if (argc > 1) {
        std::fprintf(stderr, "There is no test class named %s. ", argv[1]);
    }
    std::fprintf(stderr, "The first argument is one of:\n");
    for (const auto& [name, run] : tests) {
        std::fprintf(stderr, "    %s\n", name.data());
    }
    return 2;
}
