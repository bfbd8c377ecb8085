// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/glossary.h"

#include <algorithm>
#include <cctype>

namespace batchscope {

namespace {

char asciiLower(char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

bool isOfWord(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return std::isalnum(byte) != 0 || letter == '-' || letter == '_';
}

bool isFormAt(std::string_view text, std::size_t begin, std::string_view form) {
    if (form.empty() || text.size() - begin < form.size()) {
        return false;
    }
    const bool isEqual = std::equal(form.begin(), form.end(), text.begin() + static_cast<std::ptrdiff_t>(begin),
                                    [](char left, char right) { return left == asciiLower(right); });
    const std::size_t end = begin + form.size();
    return isEqual && (end == text.size() || !isOfWord(text[end]));
}

FoundTerm longestAt(std::string_view text, std::size_t begin) {
    FoundTerm found;
    for (const words::GlossaryTerm& term : words::glossaryTerms()) {
        for (const std::string_view form : term.forms) {
            if (form.size() > found.length && isFormAt(text, begin, form)) {
                found = {begin, form.size(), &term};
            }
        }
    }
    return found;
}

} // namespace

std::vector<FoundTerm> termsIn(std::string_view text) {
    std::vector<FoundTerm> found;
    std::size_t place = 0;
    while (place < text.size()) {
        const bool isBegin = place == 0 || !isOfWord(text[place - 1]);
        const FoundTerm term = isBegin ? longestAt(text, place) : FoundTerm();
        if (term.term != nullptr) {
            found.push_back(term);
        }
        place += std::max<std::size_t>(term.length, 1);
    }
    return found;
}

const words::GlossaryTerm* findTerm(std::string_view form) {
    for (const words::GlossaryTerm& term : words::glossaryTerms()) {
        const auto isIt = [form](std::string_view name) {
            return name.size() == form.size() && isFormAt(form, 0, name);
        };
        if (isIt(term.term) || std::any_of(term.forms.begin(), term.forms.end(), isIt)) {
            return &term;
        }
    }
    return nullptr;
}

} // namespace batchscope
