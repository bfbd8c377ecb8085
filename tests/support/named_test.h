// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many QtTest classes in one program, which is linked once: its first argument names the class that runs, and the rest
// is QtTest's, as in `test_views canvas -v2`. What they wait for may take as long as it does elsewhere.
#pragma once

#include "tests/support/waiting.h"

#include <QTest>

namespace batchscope::testing {

using TestMain = int (*)(int argc, char** argv);

/// Makes the class known to main(), which is in named_test.cpp. A name that is taken ends the program.
struct NamedTest {
    NamedTest(const char* name, TestMain run);
};

} // namespace batchscope::testing

/// Stands in place of QTEST_MAIN, which becomes its second argument: BATCHSCOPE_NAMED_TEST("canvas", QTEST_MAIN(Class))
#define BATCHSCOPE_NAMED_TEST(name, ...)                                                                               \
    namespace {                                                                                                        \
    struct NamedTestMain {                                                                                             \
        static __VA_ARGS__                                                                                             \
    };                                                                                                                 \
    const ::batchscope::testing::NamedTest namedTest(name, &NamedTestMain::main);                                      \
    }

/// QtTest's own give up after five seconds, which is not long on a busy machine.
#undef QTRY_VERIFY
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, ::batchscope::testing::kPatienceMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, ::batchscope::testing::kPatienceMs)
