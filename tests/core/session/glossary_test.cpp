// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/glossary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace batchscope {
namespace {

std::string marked(std::string_view text) {
    std::string result;
    std::size_t done = 0;
    for (const FoundTerm& term : termsIn(text)) {
        result += text.substr(done, term.begin - done);
        result += '[';
        result += text.substr(term.begin, term.length);
        result += '|';
        result += term.term->term;
        result += ']';
        done = term.begin + term.length;
    }
    result += text.substr(done);
    return result;
}

TEST(Glossary, FindsTermsInSentences) {
    EXPECT_EQ(marked("Step 2 of 12: the rows are gathered."),
              "[Step|step] 2 of 12: the [rows|row] are [gathered|gather].");
    EXPECT_EQ(marked("“leaf” has 12 nodes"), "“leaf” has 12 [nodes|node]");
    EXPECT_EQ(marked(""), "");
}

TEST(Glossary, TakesTheLongestFormAndWholeWordsOnly) {
    EXPECT_EQ(marked("2 matrix products"), "2 [matrix products|product]");
    EXPECT_EQ(marked("1 fused kernel"), "1 [fused kernel|fused kernel]");
    EXPECT_EQ(marked("the options, a preview"), "the options, a preview");
    EXPECT_EQ(marked("the lower bound"), "the [lower bound|lower bound]");
}

TEST(Glossary, LeavesVerbsAlone) {
    EXPECT_EQ(marked("They may run together"), "They may run together");
    EXPECT_EQ(marked("in 12 µs (this run)"), "in 12 µs ([this run|run])");
}

TEST(Glossary, NoFormBelongsToTwoTerms) {
    std::set<std::string_view> forms;
    for (const GlossaryTerm& term : glossaryTerms()) {
        EXPECT_FALSE(term.forms.front().empty());
        for (const std::string_view form : term.forms) {
            EXPECT_TRUE(form.empty() || forms.insert(form).second) << form;
        }
    }
}

} // namespace
} // namespace batchscope
