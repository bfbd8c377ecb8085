// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include "core/base/counted.h"
#include "core/base/result.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

TEST(Text, ThousandsAreGrouped) {
    EXPECT_EQ(withThousands(0), "0");
    EXPECT_EQ(withThousands(999), "999");
    EXPECT_EQ(withThousands(1000), "1,000");
    EXPECT_EQ(withThousands(12345678), "12,345,678");
}

TEST(Text, PeopleCountFromOne) {
    EXPECT_EQ(ordinal(0), "1");
    EXPECT_EQ(ordinal(999), "1,000");
}

TEST(Text, SecondsAndBytesTakeTheUnitThatReadsBest) {
    EXPECT_EQ(formatSeconds(1.234e-5), "12.3 µs");
    EXPECT_EQ(formatSeconds(0.00456), "4.56 ms");
    EXPECT_EQ(formatSeconds(1.5), "1.5 s");
    EXPECT_EQ(formatBytes(512), "512 B");
    EXPECT_EQ(formatBytes(1536), "1.5 KiB");
}

TEST(Text, SplitKeepsEmptyParts) {
    EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
    EXPECT_EQ(split("", ','), (std::vector<std::string>{""}));
}

TEST(Text, InvalidUtf8IsFoundAtItsByte) {
    EXPECT_EQ(findInvalidUtf8("plain é 漢 😀"), std::string_view::npos);
    EXPECT_EQ(findInvalidUtf8("ab\xFF"), 2U);
    EXPECT_EQ(findInvalidUtf8("\xC0\xAF"), 0U) << "overlong";
    EXPECT_EQ(findInvalidUtf8("x\xED\xA0\x80"), 1U) << "surrogate";
    EXPECT_EQ(findInvalidUtf8("x\xE6\xBC"), 1U) << "cut short";
}

TEST(Text, ElidingCountsCodePoints) {
    EXPECT_EQ(elided("häuser", 6), "häuser");
    EXPECT_EQ(elided("häuser", 4), "häu…");
}

TEST(Text, TableColumnsAreAlignedByCodePoints) {
    TextTable table({{"name", Align::Left}, {"n"}});
    table.add({"é", "1"});
    table.add({"abc", "22"});
    EXPECT_EQ(table.text(), "name   n\n"
                            "----  --\n"
                            "é      1\n"
                            "abc   22\n");
}

TEST(Error, TextHoldsNothingThatATerminalObeys) {
    const Error error{ErrorCode::Parse, "found '\033[2J'\n  line", "odd\033name\n.ptb", SourcePosition{1, 2, 0}};
    EXPECT_EQ(error.text(), "odd\\x1bname\\x0a.ptb:1:2: error: found '\\x1b[2J'\n  line");
}

TEST(Error, TextHasThePlaceThatIsKnown) {
    EXPECT_EQ((Error{ErrorCode::Config, "bad"}.text()), "error: bad");
    EXPECT_EQ((Error{ErrorCode::Io, "bad", "f"}.text()), "f: error: bad");
    EXPECT_EQ((Error{ErrorCode::Parse, "bad", "f", SourcePosition{3, 7, 40}}.text()), "f:3:7: error: bad");
}

TEST(CsvCell, IsQuotedWhereNeededAndRunsNowhere) {
    for (const auto& [text, cell] :
         {std::pair("plain", "plain"), std::pair("", ""), std::pair("-", "-"), std::pair("a,b", "\"a,b\""),
          std::pair("say \"a\"", "\"say \"\"a\"\"\""), std::pair("-3.5", "-3.5"), std::pair("+1e-9", "+1e-9"),
          std::pair("-LRB-", "'-LRB-"), std::pair("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
          std::pair("+1+1 @SUM(A1,A2)", "\"'+1+1 @SUM(A1,A2)\""), std::pair("@x", "'@x"), std::pair("\tx", "'\tx"),
          std::pair("\rx", "\"'\rx\"")}) {
        EXPECT_EQ(csvCell(text), cell);
    }
}

TEST(Text, ControlsOfATerminalAreWrittenOut) {
    EXPECT_EQ(withoutControls("a\tb\x1b[2J\x7f\n", "\n\t"), "a\tb\\x1b[2J\\x7f\n");
    EXPECT_EQ(withoutControls("\n", ""), "\\x0a");
    EXPECT_EQ(withoutControls("a\x9B\xE2\x82\xAC\x9B\xFF", ""), "a\\x9b\xE2\x82\xAC\\x9b\xFF") << "no UTF-8";
    EXPECT_EQ(withoutControls("\xC2\x9B"
                              "31m \xC2\xA0\xC3\xA9 \xE2\x82\xAC",
                              ""),
              "\\x9b31m \xC2\xA0\xC3\xA9 \xE2\x82\xAC");
}

} // namespace
} // namespace batchscope
