// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/treebank.h"

#include "core/tree/file_bytes.h"
#include "core/tree/format_registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

/// Appends one file's trees; the format of the first file names the bank's. What is no treebank becomes a diagnostic,
/// so that the other files still serve.
Status readInto(std::string_view text, const std::string& name, Treebank& bank, const RunControl& control) {
    bank.files.push_back(name);
    const Result<const Format*> format = detectFormat(text, name);
    if (!format) {
        const Error& error = format.error();
        bank.addDiagnostic({name, error.position.value_or(SourcePosition{1, 1, 0}), error.message, {}});
        return Ok{};
    }
    if (bank.format.empty()) {
        bank.format = (*format)->name;
    }
    return (*format)->read(text, static_cast<std::uint32_t>(bank.files.size() - 1), bank, control);
}

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

} // namespace

std::string Diagnostic::text() const {
    return Error{ErrorCode::Parse, message, file, position}.text();
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
    return fmt::format("{}:{}", file, where.positions.back().line);
}

std::string Treebank::sentence(TreeId tree, std::size_t limit) const {
    std::string out;
    std::size_t count = 0;
    for (const SymbolId word : trees[tree].words) {
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
    Treebank bank;
    for (const std::string& path : paths) {
        const Result<std::string> bytes = readFileBytes(path, control);
        if (!bytes) {
            return bytes.error();
        }
        if (const Status read = readInto(*bytes, path, bank, control); !read) {
            return read.error();
        }
    }
    return usable(std::move(bank));
}

Result<Treebank> readTreebankText(std::string_view text, const std::string& name, const RunControl& control) {
    Treebank bank;
    if (const Status read = readInto(text, name, bank, control); !read) {
        return read.error();
    }
    return usable(std::move(bank));
}

} // namespace batchscope
