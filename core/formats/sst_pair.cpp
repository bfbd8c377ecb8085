// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the Stanford Sentiment Treebank as two files (stanfordnlp/treelstm#14): SOStr.txt contains the words of each
// sentence, STree.txt a pointer to the parent of each node, both between '|'. Nodes count from 1, first the words, then
// the inner nodes; 0 is above the root:
//
//     SOStr.txt   It|'s|good
//     STree.txt   5|4|4|5|0        node 4 is "'s good", node 5 the root
//
// Both are opened together, in any order; the first file of pointers belongs to the first file of words, and so on. The
// trees belong to the file of pointers: the position of a node is that of its pointer. Children are in the order of
// their first words. There are no labels.
//
// Damage: a line whose pointers do not form a tree over its words gives one diagnostic. A file without its other half,
// or with another number of lines, gives one diagnostic and no trees.
#include "core/base/budget.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/source_text.h"
#include "core/base/text.h"
#include "core/formats/characters.h"
#include "core/formats/format_list.h"
#include "core/formats/format_registry.h"
#include "core/formats/line_reader.h"
#include "core/formats/pointer_tree.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>

namespace batchscope {

namespace {

bool isPointerLine(std::string_view line) {
    return !line.empty() && line.find_first_not_of("0123456789|") == std::string_view::npos;
}

bool isBlankLine(std::string_view line) {
    return std::all_of(line.begin(), line.end(), isLineSpace);
}

/// Both files of a pair begin as one of the kinds throughout, damaged lines apart.
bool holdsPointers(std::string_view text) {
    constexpr int kEnough = 100;
    int pointers = 0;
    int lines = 0;
    while (!text.empty() && lines < kEnough) {
        const std::string_view line = cutLine(text);
        pointers += isPointerLine(line) ? 1 : 0;
        lines += isBlankLine(line) ? 0 : 1;
    }
    return pointers > 0 && 2 * pointers >= lines;
}

/// A line that is not blank, and where it stands.
struct Line {
    std::string_view text;
    SourcePosition begin;
};

/// The lines of a file that are not blank, one after the other: a list of all of them would take more than their text.
class Lines {
public:
    explicit Lines(const WholeText& file) : m_rest(file.text), m_byte(file.byte) {}

    /// Nothing at the end.
    std::optional<Line> next() {
        while (!m_rest.empty()) {
            const std::size_t before = m_rest.size();
            const SourcePosition begin{++m_number, 1, m_byte};
            const std::string_view line = cutLine(m_rest);
            m_byte += before - m_rest.size();
            if (!isBlankLine(line)) {
                return Line{line, begin};
            }
        }
        return std::nullopt;
    }

private:
    std::string_view m_rest;
    std::uint64_t m_byte; // of the file, where m_rest begins
    std::uint32_t m_number = 0;
};

std::size_t countLines(const WholeText& file) {
    Lines lines(file);
    std::size_t count = 0;
    while (lines.next()) {
        ++count;
    }
    return count;
}

/// What stands between two '|', or the ends of its line.
struct Field {
    std::string_view text;
    std::size_t offset;
};

std::vector<Field> fieldsOf(std::string_view line) {
    std::vector<Field> fields;
    std::size_t begin = 0;
    while (begin <= line.size()) {
        const std::size_t end = std::min(line.find('|', begin), line.size());
        fields.push_back({line.substr(begin, end - begin), begin});
        begin = end + 1;
    }
    return fields;
}

class PairReader {
public:
    PairReader(Treebank& bank, const RunControl& control)
        : m_bank(bank), m_control(control), m_symbols(bank.words, bank.labels, bank.options) {}

    Status read(const WholeText& words, const WholeText& pointers) {
        const std::size_t sentenceCount = countLines(words);
        const std::size_t treeCount = countLines(pointers);
        m_wordsFile = words.file;
        m_pointersFile = pointers.file;
        if (sentenceCount != treeCount) {
            reportCounts(words, sentenceCount, pointers, treeCount);
            return Ok{};
        }
        Lines sentences(words);
        Lines trees(pointers);
        for (std::size_t line = 0; line < treeCount; ++line) {
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            m_control.report("parse", line, treeCount);
            const Line sentence = *sentences.next();
            const Line tree = *trees.next();
            if (!checkRoom(words.text.size() + pointers.text.size(), tree)) {
                return Ok{};
            }
            readTree(sentence, tree);
        }
        m_control.report("parse", treeCount, treeCount);
        return Ok{};
    }

private:
    void report(std::uint32_t file, const Line& line, std::size_t offset, std::string message) {
        const SourcePosition at{line.begin.line, static_cast<std::uint32_t>(offset + 1), line.begin.byte + offset};
        m_bank.addDiagnostic({m_bank.files[file], at, std::move(message), lineExcerpt(line.text, offset)});
    }

    /// Nobody can say which line lacks its partner, so none is taken.
    void reportCounts(const WholeText& words, std::size_t sentenceCount, const WholeText& pointers,
                      std::size_t treeCount) {
        const bool moreTrees = treeCount > sentenceCount;
        Lines lines(moreTrees ? pointers : words);
        for (std::size_t shared = 0; shared < std::min(treeCount, sentenceCount); ++shared) {
            (void)lines.next();
        }
        const Line first = *lines.next();
        report(moreTrees ? m_pointersFile : m_wordsFile, first, 0,
               fmt::format("found {} lines of parent pointers in {} but {} lines of words in {}; expected the same "
                           "number: do the files belong together?",
                           treeCount, m_bank.files[m_pointersFile], sentenceCount, m_bank.files[m_wordsFile]));
    }

    /// These trees are held: their text is in two places. False, and reported, when memory is used up.
    bool checkRoom(std::size_t textBytes, const Line& line) {
        const std::uint64_t limit = fileLimit(m_bank.bytesRead);
        const std::uint64_t taken = m_bank.bytes() + textBytes;
        if (taken > limit) {
            report(m_pointersFile, line, 0,
                   words::treesUseTooMuchMemory(withThousands(m_bank.trees.size()), formatBytes(taken),
                                                limitAdvice(limit, 4 * taken)));
        }
        return taken <= limit;
    }

    void readTree(const Line& sentence, const Line& tree) {
        const auto nodes = static_cast<std::size_t>(std::count(tree.text.begin(), tree.text.end(), '|'));
        const auto leaves = static_cast<std::size_t>(std::count(sentence.text.begin(), sentence.text.end(), '|'));
        if (const std::size_t most = treeLimits().tokens; std::max(nodes, leaves) >= most) {
            report(m_pointersFile, tree, 0, tooManyNodes(most));
            return;
        }
        const std::vector<Field> words = fieldsOf(sentence.text);
        if (!checkWords(sentence, words)) {
            return;
        }
        std::vector<std::uint32_t> parents;
        std::vector<SourcePosition> positions;
        for (const Field& field : fieldsOf(tree.text)) {
            std::uint32_t parent = 0;
            const char* const fieldEnd = field.text.data() + field.text.size();
            const auto [end, code] = std::from_chars(field.text.data(), fieldEnd, parent);
            if (code != std::errc() || end != fieldEnd) {
                report(m_pointersFile, tree, field.offset,
                       fmt::format("found parent '{}'; expected a node number, or 0 for the root",
                                   shownToken(field.text)));
                return;
            }
            parents.push_back(parent);
            positions.push_back(
                {tree.begin.line, static_cast<std::uint32_t>(field.offset + 1), tree.begin.byte + field.offset});
        }
        if (const auto fault = findPointerFault(parents, words.size())) {
            report(m_pointersFile, tree, positions[fault->node].column - 1, fault->message);
            return;
        }
        std::vector<SymbolId> ids;
        ids.reserve(words.size());
        for (const Field& word : words) {
            ids.push_back(m_symbols.word(word.text));
        }
        Tree made = pointerTree(parents, ids, positions);
        made.file = m_pointersFile;
        m_bank.addTree(std::move(made));
    }

    bool checkWords(const Line& line, const std::vector<Field>& words) {
        for (const Field& word : words) {
            const std::size_t bad = m_symbols.findInvalid(word.text);
            if (word.text.empty()) {
                report(m_wordsFile, line, word.offset, std::string("found no word between two '|'; expected one"));
                return false;
            }
            if (bad != std::string_view::npos) {
                report(m_wordsFile, line, word.offset + bad, TreeSymbols::invalidText(word.text[bad]));
                return false;
            }
        }
        return true;
    }

    Treebank& m_bank;
    const RunControl& m_control;
    TreeSymbols m_symbols;
    std::uint32_t m_wordsFile = 0;
    std::uint32_t m_pointersFile = 0;
};

/// Whether most lines are words between '|', or numbers between '|'.
bool acceptsSstPair(std::string_view beginning) {
    int piped = 0;
    int sentences = 0; // without bars
    int phrases = 0;   // of dictionary.txt, which is in the same folder
    int lines = 0;
    while (!beginning.empty()) {
        const bool whole = beginning.find('\n') != std::string_view::npos;
        const std::string_view line = cutLine(beginning);
        if (isBlankLine(line) || (!whole && lines > 0)) { // the last line may be cut
            continue;
        }
        const bool bars = line.find('|') != std::string_view::npos;
        const bool spaces = line.find(' ') != std::string_view::npos;
        const bool isHeader = lines == 0 && bars && spaces; // of sentiment_labels.txt
        const bool isTable = line.find('\t') != std::string_view::npos || line.find(" |") != std::string_view::npos ||
                             line.find("| ") != std::string_view::npos || isHeader;
        const bool opens = lines == 0 && std::string_view("(|#<{[").find(line.front()) != std::string_view::npos;
        if (isTable || (opens && line.find('|') != 1)) {
            return false;
        }
        piped += bars ? 1 : 0;
        sentences += !bars && spaces ? 1 : 0;
        phrases += bars && spaces ? 1 : 0;
        ++lines;
    }
    constexpr int kLeastShare = 4; // sentences of one word have no bars
    return piped > sentences && piped > 2 * phrases && kLeastShare * piped >= lines;
}

/// See Format::together. Cancelled when stopped.
Status readSstPairs(std::span<const WholeText> files, Treebank& bank, const RunControl& control) {
    std::vector<WholeText> words;
    std::vector<WholeText> pointers;
    for (const WholeText& file : files) {
        (holdsPointers(file.text) ? pointers : words).push_back(file);
    }
    const std::size_t pairs = std::min(words.size(), pointers.size());
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        TRY(PairReader(bank, control).read(words[pair], pointers[pair]));
    }
    const auto alone = [&](const WholeText& file, std::string_view message) {
        bank.addDiagnostic({bank.files[file.file], {1, 1, 0}, std::string(message), lineExcerpt(file.text, 0)});
    };
    for (std::size_t at = pairs; at < words.size(); ++at) {
        alone(words[at], "found words separated by '|' but no parent pointers; open STree.txt with them");
    }
    for (std::size_t at = pairs; at < pointers.size(); ++at) {
        alone(pointers[at], "found parent pointers but no words; open SOStr.txt with them");
    }
    return Ok{};
}

} // namespace

constinit const Format kSstPairFormat = {
    .name = "sst-pair",
    .description = "parent pointers and words in two files (STree.txt and SOStr.txt)",
    .accepts = acceptsSstPair,
    .together = readSstPairs,
    .traits = {.labels = false},
    .files = "*.txt",
};

} // namespace batchscope
