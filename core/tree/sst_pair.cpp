// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/sst_pair.h"

#include "core/tree/line_reader.h"
#include "core/tree/pointer_tree.h"
#include "core/tree/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace batchscope {

namespace {

bool isPointerLine(std::string_view line) {
    return !line.empty() && line.find_first_not_of("0123456789|") == std::string_view::npos;
}

bool isBlank(std::string_view line) {
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
        lines += isBlank(line) ? 0 : 1;
    }
    return pointers > 0 && 2 * pointers >= lines;
}

/// A line that is not blank, and where it stands.
struct Line {
    std::string_view text;
    SourcePosition begin;
};

std::vector<Line> linesOf(const WholeText& file) {
    std::vector<Line> lines;
    std::string_view text = file.text;
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::uint64_t byte = file.byte + file.text.size() - text.size();
        const std::string_view line = cutLine(text);
        if (!isBlank(line)) {
            lines.push_back({line, {number, 1, byte}});
        }
    }
    return lines;
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
        const std::vector<Line> sentences = linesOf(words);
        const std::vector<Line> trees = linesOf(pointers);
        m_wordsFile = words.file;
        m_pointersFile = pointers.file;
        if (sentences.size() != trees.size()) {
            reportCounts(sentences, trees);
            return Ok{};
        }
        for (std::size_t line = 0; line < trees.size(); ++line) {
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            m_control.report("parse", line, trees.size());
            readTree(sentences[line], trees[line]);
        }
        m_control.report("parse", trees.size(), trees.size());
        return Ok{};
    }

private:
    void report(std::uint32_t file, const Line& line, std::size_t offset, std::string message) {
        const SourcePosition at{line.begin.line, static_cast<std::uint32_t>(offset + 1), line.begin.byte + offset};
        m_bank.addDiagnostic({m_bank.files[file], at, std::move(message), lineExcerpt(line.text, offset)});
    }

    /// Nobody can say which line lacks its partner, so none is taken.
    void reportCounts(const std::vector<Line>& sentences, const std::vector<Line>& trees) {
        const bool moreTrees = trees.size() > sentences.size();
        const Line& first = moreTrees ? trees[sentences.size()] : sentences[trees.size()];
        report(
            moreTrees ? m_pointersFile : m_wordsFile, first, 0,
            fmt::format("found {} lines of parent pointers in {} and {} lines of words in {}; expected as many: do the "
                        "files belong together?",
                        trees.size(), m_bank.files[m_pointersFile], sentences.size(), m_bank.files[m_wordsFile]));
    }

    void readTree(const Line& sentence, const Line& tree) {
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
                       fmt::format("found parent '{}'; expected the number of a node, or 0 above the root",
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
                report(m_wordsFile, line, word.offset, "found no word between two '|'; expected one");
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

} // namespace

bool acceptsSstPair(std::string_view beginning) {
    int piped = 0;
    int sentences = 0; // without bars
    int lines = 0;
    while (!beginning.empty()) {
        const bool whole = beginning.find('\n') != std::string_view::npos;
        const std::string_view line = cutLine(beginning);
        if (isBlank(line) || (!whole && lines > 0)) { // the last line may be cut
            continue;
        }
        const bool isTable = line.find('\t') != std::string_view::npos || line.find(" |") != std::string_view::npos ||
                             line.find("| ") != std::string_view::npos;
        const bool opens = lines == 0 && std::string_view("(|#<{[").find(line.front()) != std::string_view::npos;
        if (isTable || (opens && line.find('|') != 1)) {
            return false;
        }
        const bool bars = line.find('|') != std::string_view::npos;
        piped += bars ? 1 : 0;
        sentences += !bars && line.find(' ') != std::string_view::npos ? 1 : 0;
        ++lines;
    }
    constexpr int kLeastShare = 4; // sentences of one word have no bars
    return piped > sentences && kLeastShare * piped >= lines;
}

Status readSstPairs(std::span<const WholeText> files, Treebank& bank, const RunControl& control) {
    std::vector<WholeText> words;
    std::vector<WholeText> pointers;
    for (const WholeText& file : files) {
        (holdsPointers(file.text) ? pointers : words).push_back(file);
    }
    const std::size_t pairs = std::min(words.size(), pointers.size());
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        if (Status read = PairReader(bank, control).read(words[pair], pointers[pair]); !read) {
            return read;
        }
    }
    const auto alone = [&](const WholeText& file, const char* message) {
        bank.addDiagnostic({bank.files[file.file], {1, 1, 0}, message, lineExcerpt(file.text, 0)});
    };
    for (std::size_t at = pairs; at < words.size(); ++at) {
        alone(words[at], "found words between '|' but no parent pointers; open STree.txt with it");
    }
    for (std::size_t at = pairs; at < pointers.size(); ++at) {
        alone(pointers[at], "found parent pointers but no words; open SOStr.txt with it");
    }
    return Ok{};
}

} // namespace batchscope
