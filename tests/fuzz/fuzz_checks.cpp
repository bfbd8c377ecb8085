// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_checks.h"

#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/read_treebank.h"
#include "core/formats/tree_writer.h"
#include "core/treebank/treebank.h"
#include "tests/fuzz/array_checks.h"
#include "tests/fuzz/module_checks.h"
#include "tests/support/windowed.h"

#include <algorithm>

namespace batchscope::fuzz {

namespace {

using testing::describedTree;
using testing::readWindowed;

void checkTree(const Tree& tree) {
    const std::size_t size = tree.size();
    BATCHSCOPE_CHECK(size > 0);
    BATCHSCOPE_CHECK(tree.words.size() == size && tree.positions.size() == size &&
                     tree.childOffsets.size() == size + 1);
    BATCHSCOPE_CHECK(tree.childIds.size() == size - 1 && tree.childOffsets.back() == size - 1);
    BATCHSCOPE_CHECK(tree.tokens.empty() || tree.tokens.size() == size);
    std::vector<bool> isChild(size, false);
    std::vector<bool> isToken(size, false);
    for (std::size_t index = 0; index < size; ++index) {
        BATCHSCOPE_CHECK(tree.childOffsets[index] <= tree.childOffsets[index + 1]);
        for (const TreeNodeId child : tree.children(TreeNodeId(index))) {
            BATCHSCOPE_CHECK(child.index() < index && !isChild[child.index()]);
            isChild[child.index()] = true;
        }
        const bool hasWord = tree.isLeaf(TreeNodeId(index)) || tree.isDependency();
        BATCHSCOPE_CHECK(tree.words[index].valid() == hasWord);
        BATCHSCOPE_CHECK(tree.positions[index].line > 0 && tree.positions[index].column > 0);
        if (tree.isDependency()) {
            BATCHSCOPE_CHECK(tree.tokens[index] < size && !isToken[tree.tokens[index]]);
            isToken[tree.tokens[index]] = true;
        }
    }
}

/// Keeps trees with their places.
class KeepingSink final : public TreeSink {
public:
    explicit KeepingSink(const ReadOptions& options) : m_symbols(words, labels, options) {}

    TreeSymbols& symbols() override { return m_symbols; }
    void addTree(const Tree& tree, const RecordPlace& place) override {
        checkTree(tree);
        trees.push_back(tree);
        entries.push_back(TreeMeasure().entryOf(tree, place));
    }
    void addDiagnostic(SourcePosition at, std::string message, std::string excerpt) override {
        BATCHSCOPE_CHECK(at.line > 0 && at.column > 0 && !message.empty());
        BATCHSCOPE_CHECK(findInvalidUtf8(excerpt) == std::string_view::npos);
        BATCHSCOPE_CHECK(findInvalidUtf8(message) == std::string_view::npos);
    }
    bool goOn() override { return true; }

    SymbolTable words;
    SymbolTable labels;
    std::vector<Tree> trees;
    std::vector<TreeEntry> entries;

private:
    TreeSymbols m_symbols;
};

void readWhole(RecordReader& reader, std::string_view text, std::uint64_t first, KeepingSink& sink) {
    const std::size_t taken = reader.take({text, first, WindowEnd::File}, sink);
    BATCHSCOPE_CHECK(taken == text.size());
}

std::string meaningOf(const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    Tree placeless = tree;
    placeless.positions.assign(tree.size(), SourcePosition{});
    return describedTree(placeless, words, labels);
}

/// As JSON and back: the same tree. In brackets and back: written alike.
void checkWriters(const Tree& tree, const SymbolTable& words, const SymbolTable& labels) {
    std::string line;
    Treebank bank;
    for (std::size_t id = 0; id < words.size(); ++id) {
        bank.words.intern(words.text(SymbolId(id)));
    }
    for (std::size_t id = 0; id < labels.size(); ++id) {
        bank.labels.intern(labels.text(SymbolId(id)));
    }
    BATCHSCOPE_CHECK(kJsonWriter.append(line, {tree, TreeId(), bank}).hasValue());
    KeepingSink fromJson{ReadOptions()};
    readWhole(*kTreesJsonFormat.records({1, 1, 0}), line, 0, fromJson);
    BATCHSCOPE_CHECK(fromJson.trees.size() == 1);
    BATCHSCOPE_CHECK(meaningOf(fromJson.trees.front(), fromJson.words, fromJson.labels) ==
                     meaningOf(tree, words, labels));
    const std::string brackets = toBrackets(tree, words, labels);
    KeepingSink fromBrackets{ReadOptions()};
    readWhole(*kPtbFormat.records({1, 1, 0}), brackets, 0, fromBrackets);
    BATCHSCOPE_CHECK(fromBrackets.trees.size() == 1);
    BATCHSCOPE_CHECK(toBrackets(fromBrackets.trees.front(), fromBrackets.words, fromBrackets.labels) == brackets);
}

const Format& formatNamed(std::string_view name) {
    const auto all = formats();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Format& format) { return name == format.name; });
    BATCHSCOPE_CHECK(found != all.end());
    return *found;
}

void checkRecords(const Format& format, std::string_view text, std::size_t window, const ReadOptions& options) {
    constexpr std::uint64_t kFirst = 3; // as behind a byte order mark
    KeepingSink sink(options);
    readWhole(*format.records({1, 1, kFirst}), text, kFirst, sink);
    BATCHSCOPE_CHECK(readWindowed(format, text, kFirst, window, options) ==
                     readWindowed(format, text, kFirst, text.size(), options));
    const SymbolTable& words = sink.words;
    const SymbolTable& labels = sink.labels;
    for (std::size_t index = 0; index < sink.trees.size(); ++index) {
        const TreeEntry& entry = sink.entries[index];
        BATCHSCOPE_CHECK(entry.recordBegin >= kFirst && entry.recordBegin - kFirst + entry.recordLength <= text.size());
        const std::string record(text.substr(entry.recordBegin - kFirst, entry.recordLength));
        TreeSymbols symbols(words, labels, options);
        const std::optional<Tree> again = readAgain(format.records, record, entry, symbols);
        BATCHSCOPE_CHECK(again.has_value());
        BATCHSCOPE_CHECK(describedTree(*again, words, labels) == describedTree(sink.trees[index], words, labels));
        checkWriters(sink.trees[index], words, labels);
    }
}

void checkBank(const Result<Treebank>& bank) {
    if (!bank) {
        BATCHSCOPE_CHECK(!bank.error().message.empty());
        return;
    }
    for (std::size_t tree = 0; tree < bank->trees.size(); ++tree) {
        const TreeHandle handle = bank->tree(TreeId(tree));
        BATCHSCOPE_CHECK(static_cast<bool>(handle));
        checkTree(*handle);
    }
}

} // namespace

void checkInput(std::string_view format, std::string_view input) {
    if (format == "module") {
        checkModuleInput(input);
        return;
    }
    if (isArrayFormat(format)) {
        checkArrayInput(format, input);
        return;
    }
    constexpr unsigned kLatin1 = 0x80;
    const unsigned choice = input.empty() ? 0 : static_cast<unsigned char>(input.front());
    const std::string_view text = input.substr(std::min<std::size_t>(1, input.size()));
    ReadRequest request;
    request.options.encoding = (choice & kLatin1) != 0 ? Encoding::Latin1 : Encoding::Utf8;
    if (format == "any" || formatNamed(format).records == nullptr) {
        checkBank(readTreebankText(text, "f", {}, request));
    } else if (!text.empty()) {
        checkRecords(formatNamed(format), text, 1 + choice % kLatin1, request.options);
    }
}

} // namespace batchscope::fuzz
