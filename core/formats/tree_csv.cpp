// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures of each tree for a spreadsheet or a script (RFC 4180, but with LF): a field with comma, quote or line
// end is quoted, and quotes inside it are doubled.
#include "core/base/text.h"
#include "core/formats/tree_writer.h"
#include "core/shapes/node_label.h"
#include "core/treebank/treebank.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <string>

namespace batchscope {

namespace {

void appendField(std::string& to, std::string_view text) {
    to += ',';
    to += csvCell(text);
}

/// The names of the columns: tree, file, line, nodes, words, height, arity, root_label, sentence. With line end.
std::string treeCsvHeader() {
    return "tree,file,line,nodes,words,height,arity,root_label,sentence\n";
}

/// Appends a row with line end: `tree`, which tree `id` of the bank became; trees count from 0. `labels` holds the
/// labels of `tree`.
void appendTreeCsv(std::string& to, const Tree& tree, TreeId id, const Treebank& bank, const SymbolTable& labels) {
    const TreeEntry entry = TreeMeasure().entryOf(tree, {});
    const std::uint32_t file = bank.fileOf(id);
    fmt::format_to(std::back_inserter(to), "{}", id.index());
    appendField(to, file < bank.files.size() ? std::string_view(bank.files[file]) : std::string_view());
    fmt::format_to(std::back_inserter(to), ",{},{},{},{},{}", bank.trees[id].line, entry.nodes, entry.words,
                   entry.height, entry.arity);
    appendField(to, nodeLabel(tree, tree.root(), labels));
    appendField(to, bank.sentence(id, std::numeric_limits<std::size_t>::max()));
    to += '\n';
}

} // namespace

constinit const TreeWriter kCsvWriter = {
    .name = "csv",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        appendTreeCsv(to, written.tree, written.id, written.bank, written.bank.labels);
        return Ok{};
    },
    .header = [](const Treebank& /*bank*/) { return treeCsvHeader(); },
};

} // namespace batchscope
