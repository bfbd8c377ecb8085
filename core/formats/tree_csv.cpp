// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tree_csv.h"

#include "core/base/text.h"
#include "core/formats/writer_list.h"
#include "core/shapes/node_label.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>

namespace batchscope {

namespace {

void appendField(std::string& to, std::string_view text) {
    to += ',';
    to += csvCell(text);
}

} // namespace

std::string treeCsvHeader() {
    constexpr std::string_view kColumns = "tree,file,line,nodes,words,height,arity,root_label,sentence";
    return fmt::format("{}\n", kColumns);
}

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

constinit const TreeWriter kCsvWriter = {
    .name = "csv",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        appendTreeCsv(to, written.tree, written.id, written.bank, written.labels);
        return Ok{};
    },
    .header = [](const Treebank& /*bank*/) { return treeCsvHeader(); },
};

} // namespace batchscope
