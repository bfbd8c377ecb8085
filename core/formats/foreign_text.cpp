// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/foreign_text.h"

#include "core/base/text.h"
#include "core/formats/characters.h"
#include "core/formats/conllu_reader.h"
#include "core/formats/format_registry.h"
#include "core/formats/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace batchscope::foreign {

namespace {

bool isUpper(char character) {
    return character >= 'A' && character <= 'Z';
}

bool isNumber(std::string_view text) {
    return !text.empty() && isDigit(text.back()) && text.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    constexpr std::string_view kSpace = " \t\r\n";
    for (std::size_t at = text.find_first_not_of(kSpace); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(kSpace, end);
    }
    return words;
}

/// Lines that are not blank, at most twenty; without the last one where the beginning of a long file may cut it.
std::vector<std::string_view> firstLines(std::string_view text) {
    constexpr std::size_t kEnough = 20;
    constexpr std::size_t kMayBeCut = 4000;
    const bool mayBeCut = text.size() >= kMayBeCut;
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < kEnough) {
        const bool ended = text.find('\n') != std::string_view::npos;
        const std::string_view line = cutLine(text);
        if (!std::all_of(line.begin(), line.end(), isLineSpace) && (ended || !mayBeCut || lines.empty())) {
            lines.push_back(line);
        }
    }
    return lines;
}

/// At least `least` lines, and all of this kind.
bool allLines(std::string_view beginning, std::size_t least, bool (*isKind)(std::string_view line)) {
    const std::vector<std::string_view> lines = firstLines(beginning);
    return lines.size() >= least && std::all_of(lines.begin(), lines.end(), isKind);
}

std::string_view firstLine(std::string_view text) {
    std::string_view rest = trimmed(text);
    return cutLine(rest);
}

bool isIobTag(std::string_view tag) {
    return tag == "O" || (tag.size() > 2 && tag[1] == '-' && (tag[0] == 'B' || tag[0] == 'I') && isUpper(tag[2]));
}

bool isIobLine(std::string_view line) {
    constexpr std::size_t kMostColumns = 5;
    const std::vector<std::string_view> words = wordsOf(line);
    return words.size() >= 2 && words.size() <= kMostColumns && isIobTag(words.back());
}

bool isTagLine(std::string_view line) {
    const std::size_t tab = line.find('\t');
    return tab != std::string_view::npos && tab > 0 && tab + 1 < line.size() &&
           line.find('\t', tab + 1) == std::string_view::npos && line.find(' ') == std::string_view::npos;
}

bool isPhraseLine(std::string_view line) {
    const std::size_t bar = line.rfind('|');
    return bar != std::string_view::npos && bar > 0 && isNumber(line.substr(bar + 1)) &&
           !isNumber(line.substr(0, bar)) && std::count(line.begin(), line.end(), '|') == 1;
}

/// Pierre/NNP, -LRB-/-LRB-, ,/,
bool isTagged(std::string_view word) {
    const std::size_t slash = word.rfind('/');
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == word.size()) {
        return false;
    }
    const std::string_view tag = word.substr(slash + 1);
    return std::all_of(tag.begin(), tag.end(), [](char character) {
        return isUpper(character) || std::string_view("$#.,:`'|-()*").find(character) != std::string_view::npos;
    });
}

bool isVectorLine(std::string_view line) {
    constexpr std::size_t kLeastNumbers = 10;
    const std::vector<std::string_view> words = wordsOf(line);
    return words.size() > kLeastNumbers && std::all_of(words.begin() + 1, words.end(), isNumber);
}

bool isWordCharacter(char character) {
    return isDigit(character) || isUpper(character) || (character >= 'a' && character <= 'z') || character == '_';
}

/// A name right before an opening bracket: `add_library(`, `int main(`, `print(`.
bool holdsCall(std::string_view line) {
    for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1)) {
        if (at > 1 && isWordCharacter(line[at - 1]) && isWordCharacter(line[at - 2])) {
            return true;
        }
    }
    return false;
}

/// `name = value`, `name: value` with a name of one word at the beginning of the line.
bool isSetting(std::string_view line) {
    std::size_t end = 0;
    while (end < line.size() && (isWordCharacter(line[end]) || line[end] == '.' || line[end] == '-')) {
        ++end;
    }
    const std::string_view rest = trimmed(line.substr(end));
    return end > 0 && (rest.starts_with("= ") || rest.starts_with(":= ") || rest.starts_with("+= ") ||
                       (rest.starts_with('=') && !line.substr(end).starts_with(' ')));
}

constexpr std::string_view kAloneMarks = "{}()[];";

std::string_view withoutEnd(std::string_view text) {
    return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

bool beginsAny(std::string_view text, std::span<const std::string_view> beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [text](std::string_view beginning) { return text.starts_with(beginning); });
}

/// The whole line is one call: `project(x)`, `print(a[0]);`.
bool isCall(std::string_view text) {
    const std::size_t open =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isWordCharacter) - text.begin());
    return open > 0 && open < text.size() && text[open] == '(' && (text.ends_with(')') || text.ends_with(");"));
}

/// What no sentence is, however it is written.
bool isCodeBeyondDoubt(std::string_view line) {
    constexpr std::array<std::string_view, 5> kBeginnings = {"#include", "#define", "#!", "//", "/*"};
    const std::string_view text = withoutEnd(trimmed(line));
    const bool isMarks = !text.empty() && text.find_first_not_of(kAloneMarks) == std::string_view::npos;
    return beginsAny(text, kBeginnings) || isMarks || text.ends_with('{') || isCall(text);
}

/// Sentences of tokens have a space before the last mark: `film ;` is a sentence, `x;` may be code.
bool isCodeLine(std::string_view line) {
    constexpr std::array<std::string_view, 4> kFirstWords = {"#", "*", "import", "from"};
    const std::string_view text = withoutEnd(trimmed(line));
    if (text.empty()) {
        return false;
    }
    const bool endsSo = std::string_view(";}\\").find(text.back()) != std::string_view::npos &&
                        (text.size() == 1 || text[text.size() - 2] != ' ' || text.back() == '\\');
    const bool beginsSo = std::any_of(kFirstWords.begin(), kFirstWords.end(),
                                      [text](std::string_view word) { return beginsWithWord(text, word); });
    return isCodeBeyondDoubt(line) || endsSo || beginsSo || holdsCall(text) || isSetting(text);
}

} // namespace

std::string_view trimmed(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

bool beginsWithWord(std::string_view text, std::string_view word) {
    return text.starts_with(word) && text.substr(word.size()).starts_with(' ');
}

bool hasTag(std::string_view text, std::string_view tag) {
    for (std::size_t at = text.find(tag); at != std::string_view::npos; at = text.find(tag, at + 1)) {
        const std::size_t end = at + tag.size();
        const bool ends = end < text.size() && std::string_view(" \t\r\n/>").find(text[end]) != std::string_view::npos;
        if (at > 0 && text[at - 1] == '<' && ends) {
            return true;
        }
    }
    return false;
}

bool isNegra(std::string_view beginning) {
    const std::string_view text = trimmed(beginning);
    constexpr std::string_view kSentence = "#BOS";
    return beginsWithWord(text, "#FORMAT") || beginsWithWord(text, kSentence) || beginsWithWord(text, "#BOT") ||
           (text.starts_with("%%") && text.find(fmt::format("\n{} ", kSentence)) != std::string_view::npos);
}

bool isSinica(std::string_view beginning) {
    const std::string_view line = firstLine(beginning);
    const bool numbered = line.size() > 1 && line[0] == '#' && isDigit(line[1]);
    return line.find('(') != std::string_view::npos &&
           ((numbered && line.find(".[") != std::string_view::npos) || line.find("|Head:") != std::string_view::npos ||
            line.find("(Head:") != std::string_view::npos);
}

bool isSejong(std::string_view beginning) {
    std::string_view rest = trimmed(beginning);
    return rest.starts_with(';') && (static_cast<void>(cutLine(rest)), trimmed(rest).starts_with('('));
}

bool isDiscbracket(std::string_view beginning) {
    std::string_view text = trimmed(beginning);
    if (!text.starts_with('(')) {
        return false;
    }
    std::size_t found = 0;
    for (std::size_t close = text.find(')'); close != std::string_view::npos; close = text.find(')', close + 1)) {
        const std::size_t begin = text.find_last_of(" \t\r\n()", close - 1) + 1;
        const std::string_view word = text.substr(begin, close - begin);
        if (word.empty()) { // closes a constituent
            continue;
        }
        const std::size_t mark = word.find_first_not_of("0123456789");
        if (mark == std::string_view::npos || mark == 0 || word[mark] != '=' || mark + 1 == word.size()) {
            return false;
        }
        ++found;
    }
    return found > 0;
}

bool isConll2009(std::string_view beginning) {
    constexpr int kTabs = 13;
    for (const std::string_view line : firstLines(beginning)) {
        if (line.front() != '#') {
            return isDigit(line.front()) && std::count(line.begin(), line.end(), '\t') >= kTabs;
        }
    }
    return false;
}

bool isIobColumns(std::string_view beginning) {
    return firstLine(beginning).starts_with("-DOCSTART-") || allLines(beginning, 2, isIobLine);
}

bool isTagColumns(std::string_view beginning) {
    constexpr std::size_t kLeast = 3;
    return allLines(beginning, kLeast, isTagLine);
}

bool isTaggedText(std::string_view beginning) {
    constexpr std::size_t kLeast = 3;
    constexpr std::size_t kEnough = 20;
    std::size_t tagged = 0;
    for (const std::string_view word : wordsOf(beginning)) {
        const bool ruler = word == "[" || word == "]" || word.find_first_not_of('=') == std::string_view::npos;
        if (tagged == kEnough) {
            break;
        }
        if (!ruler && !isTagged(word)) {
            return false;
        }
        tagged += ruler ? 0 : 1;
    }
    return tagged >= kLeast;
}

bool isWordVectors(std::string_view beginning) {
    std::vector<std::string_view> lines = firstLines(beginning);
    const std::vector<std::string_view> sizes = lines.empty() ? lines : wordsOf(lines.front());
    if (sizes.size() == 2 && std::all_of(sizes.begin(), sizes.end(), isNumber)) {
        lines.erase(lines.begin()); // word2vec: how many words, how many numbers
    }
    return !lines.empty() && std::all_of(lines.begin(), lines.end(), isVectorLine);
}

bool isPhraseDictionary(std::string_view beginning) {
    constexpr std::size_t kLeast = 2;
    return allLines(beginning, kLeast, isPhraseLine);
}

bool isSourceCode(std::string_view beginning) {
    constexpr std::size_t kLeast = 3;
    const std::vector<std::string_view> lines = firstLines(beginning);
    const auto code = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), isCodeLine));
    const bool isCertain = std::any_of(lines.begin(), lines.end(), isCodeBeyondDoubt);
    // Brackets, tables and JSON begin otherwise, and have been recognized, or are no code however many marks they have.
    const char first = trimmed(beginning).empty() ? '(' : trimmed(beginning).front();
    return isCertain && lines.size() >= kLeast && 2 * code > lines.size() && !acceptsConllu(beginning) &&
           first != '(' && first != '{' && first != '[' && !isDigit(first);
}

bool isOtherJson(std::string_view beginning) {
    const std::string_view text = trimmed(beginning);
    if (text.empty() || (text.front() != '{' && text.front() != '[')) {
        return false;
    }
    const char next = trimmed(text.substr(1)).empty() ? '\0' : trimmed(text.substr(1)).front();
    const bool isJson = text.front() == '{'
                            ? next == '"' || next == '}'
                            : isDigit(next) || std::string_view(R"("[]{-tfn)").find(next) != std::string_view::npos;
    return isJson && std::none_of(formats().begin(), formats().end(), [beginning](const Format& format) {
               return format.isJson && format.accepts(beginning);
           });
}

} // namespace batchscope::foreign
