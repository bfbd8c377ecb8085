// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/treebank.h"

#include "core/tree/file_bytes.h"
#include "core/tree/format_registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

/// Reads file after file into one bank. The format of the first file with trees names the bank's. What is no treebank
/// becomes a diagnostic, so that the other files still serve.
class BankReader {
public:
    explicit BankReader(const RunControl& control) : m_control(control) {}

    Status add(std::string_view text, const std::string& name) {
        const auto file = static_cast<std::uint32_t>(m_bank.files.size());
        m_bank.files.push_back(name);
        const Result<const Format*> format = detectFormat(text, name);
        if (!format) {
            const Error& error = format.error();
            m_bank.addDiagnostic({name, error.position.value_or(SourcePosition{1, 1, 0}), error.message, {}});
            return Ok{};
        }
        if ((*format)->readLast != nullptr && (*format)->readLast(text)) {
            m_waiting.push_back({std::string(text), *format, file});
            return Ok{};
        }
        return read(text, **format, file);
    }

    Status finish() {
        for (const Waiting& source : m_waiting) {
            if (Status done = read(source.text, *source.format, source.file); !done) {
                return done;
            }
        }
        return Ok{};
    }

    Treebank take() { return std::move(m_bank); }

private:
    struct Waiting {
        std::string text;
        const Format* format;
        std::uint32_t file;
    };

    Status read(std::string_view text, const Format& format, std::uint32_t file) {
        // Word ids are rows of `vectors`, or words of a text; a table cannot be both.
        const bool wordsAreRows = m_bank.words.size() == m_bank.vectors.rows();
        const bool sameLeaves = format.leaves == Leaves::Vectors ? wordsAreRows : m_bank.vectors.rows() == 0;
        const bool alone = m_bank.program.empty() && (format.leaves != Leaves::Program || m_bank.trees.empty());
        if (!alone) {
            return Error{ErrorCode::Parse, "a program cannot be opened together with other files; open it alone",
                         m_bank.files[file]};
        }
        if (!sameLeaves) {
            return Error{ErrorCode::Parse,
                         fmt::format("{} cannot stand in one treebank with the files before it (format {}): leaves "
                                     "carry either words or vectors; open them apart",
                                     format.name, m_bank.format),
                         m_bank.files[file]};
        }
        if (m_bank.format.empty()) {
            m_bank.format = format.name;
        }
        return format.read(text, file, m_bank, m_control);
    }

    Treebank m_bank;
    std::vector<Waiting> m_waiting;
    const RunControl& m_control;
};

Result<Treebank> usable(Treebank bank) {
    if (!bank.trees.empty()) {
        return bank;
    }
    if (bank.diagnostics.empty()) {
        return Error{ErrorCode::Parse, "no trees found", bank.files.empty() ? "" : bank.files.front()};
    }
    const Diagnostic& first = bank.diagnostics.front();
    const std::size_t others = bank.badTrees - 1;
    const std::string rest =
        others > 0 ? fmt::format(" ({} more error{}, and no usable tree)", others, others == 1 ? "" : "s") : "";
    return Error{ErrorCode::Parse, first.message + rest, first.file, first.position};
}

std::vector<SymbolId> inSentenceOrder(const Tree& tree) {
    std::vector<SymbolId> ordered = tree.words;
    for (std::size_t index = 0; index < tree.tokens.size(); ++index) {
        ordered[tree.tokens[index]] = tree.words[index];
    }
    return ordered;
}

} // namespace

std::string Diagnostic::text() const {
    return Error{ErrorCode::Parse, message, file, position}.text();
}

void Treebank::addTree(Tree tree) {
    wordCounts.resize(words.size(), 0);
    for (std::size_t index = 0; index < tree.size(); ++index) {
        largestArity = std::max(largestArity, tree.children(TreeNodeId(index)).size());
        if (tree.words[index].valid()) {
            ++wordCounts[tree.words[index].index()];
        }
    }
    trees.push_back(std::move(tree));
}

void Treebank::addDiagnostic(Diagnostic diagnostic) {
    ++badTrees;
    if (diagnostics.size() < kMaxDiagnostics) {
        diagnostics.push_back(std::move(diagnostic));
    }
}

std::string Treebank::place(TreeId tree) const {
    const Tree& where = trees[tree];
    const std::string& file = where.file < files.size() ? files[where.file] : std::string();
    std::size_t first = where.root().index(); // a dependency tree's root may stand anywhere in its sentence
    if (where.isDependency()) {
        const auto begin = std::find(where.tokens.begin(), where.tokens.end(), 0U);
        first = static_cast<std::size_t>(begin - where.tokens.begin());
    }
    return fmt::format("{}:{}", file, where.positions[first].line);
}

std::string Treebank::sentence(TreeId tree, std::size_t limit) const {
    std::string out;
    std::size_t count = 0;
    for (const SymbolId word : inSentenceOrder(trees[tree])) {
        if (!word.valid()) {
            continue;
        }
        if (count == limit) {
            return out + " …";
        }
        out += count++ == 0 ? "" : " ";
        out += words.text(word);
    }
    return out;
}

Result<Treebank> readTreebank(const std::vector<std::string>& paths, const RunControl& control) {
    if (std::count(paths.begin(), paths.end(), "-") > 1) {
        return Error{ErrorCode::Io, "standard input can be read once only", "-"};
    }
    BankReader reader(control);
    for (const std::string& path : paths) {
        const Result<std::string> bytes = readFileBytes(path, control);
        if (!bytes) {
            return bytes.error();
        }
        if (const Status read = reader.add(*bytes, path); !read) {
            return read.error();
        }
    }
    if (const Status read = reader.finish(); !read) {
        return read.error();
    }
    return usable(reader.take());
}

Result<Treebank> readTreebankText(std::string_view text, const std::string& name, const RunControl& control) {
    BankReader reader(control);
    if (const Status read = reader.add(text, name); !read) {
        return read.error();
    }
    if (const Status read = reader.finish(); !read) {
        return read.error();
    }
    return usable(reader.take());
}

} // namespace batchscope
