// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many QtTest classes in one program, which is linked only once: its first argument names the class to run, and the
// rest are QtTest's arguments, as in `test_views canvas -v2`. Waiting is limited to kPatience, as in other tests.
#pragma once

#include "tests/support/waiting.h"

#include <QTest>

namespace batchscope::testing {

using TestMain = int (*)(int argc, char** argv);

/// Registers the class for main() in named_test.cpp. A duplicate name ends the program.
struct NamedTest {
    NamedTest(const char* name, TestMain run);
};

} // namespace batchscope::testing

/// Replaces QTEST_MAIN, which becomes the second argument: BATCHSCOPE_NAMED_TEST("canvas", QTEST_MAIN(Class))
#define BATCHSCOPE_NAMED_TEST(name, ...)                                                                               \
    namespace {                                                                                                        \
    struct NamedTestMain {                                                                                             \
        static __VA_ARGS__                                                                                             \
    };                                                                                                                 \
    const ::batchscope::testing::NamedTest namedTest(name, &NamedTestMain::main);                                      \
    }

/// QtTest's own macros give up after five seconds, which is too short on a busy machine.
#undef QTRY_VERIFY
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, ::batchscope::testing::kPatienceMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, ::batchscope::testing::kPatienceMs)
