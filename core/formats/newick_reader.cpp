// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads Newick, in which phylogenetic trees are written: one tree a line, ended by ';', with names behind what they
// name: ((a:0.1,b:0.2)ab:0.5,c)root; Lengths (behind ':') are passed over. A name of an inner node is its label, a name
// of a leaf its word; quotes and comments are not read.
//
// Damage: a line that is no tree gives one diagnostic and no tree.
#include "core/base/budget.h"
#include "core/base/source_text.h"
#include "core/formats/format_list.h"
#include "core/formats/line_reader.h"
#include "core/tree/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

class NewickReader final : public LineReader {
public:
    using LineReader::LineReader;

private:
    bool takeLine(std::string_view line) override {
        // Labels come behind the brackets, and the builder wants them first: so the brackets are paired before.
        std::vector<std::size_t> open;
        std::vector<std::size_t> closing(line.size(), 0);
        for (std::size_t at = 0; at < line.size(); ++at) {
            if (line[at] == '(') {
                open.push_back(at);
            } else if (line[at] == ')' && open.empty()) {
                return fault(at, "a ')' without a matching '('");
            } else if (line[at] == ')') {
                closing[open.back()] = at;
                open.pop_back();
            }
        }
        if (!open.empty() || !line.ends_with(';')) {
            return fault(line.size() - 1, "the end of the line; a tree ends with ';' after its last bracket");
        }
        m_builder.reset();
        for (std::size_t at = 0; at + 1 < line.size();) {
            if (line[at] == '(') {
                m_builder.open(label(nameAt(line, closing[at] + 1)), this->at(at));
                ++at;
            } else if (line[at] == ')') {
                if (!m_builder.close()) {
                    return fault(at, "a node without children");
                }
                at = passOver(line, at + 1);
            } else if (line[at] == ',') {
                ++at;
            } else {
                m_builder.token(sink().symbols().word(nameAt(line, at)), this->at(at));
                at = passOver(line, at);
            }
            if (m_builder.nodes() > m_limits.nodes) {
                report(at, tooManyNodes(m_limits.nodes));
                return true;
            }
        }
        sink().addTree(m_builder.tree(), placeOf(0));
        return true;
    }

    bool fault(std::size_t at, std::string_view found) {
        report(at, fmt::format("found {}", found));
        return true;
    }
    static std::size_t passOver(std::string_view line, std::size_t at) {
        return std::min(line.find_first_of("(),;", at), line.size());
    }
    static std::string_view nameAt(std::string_view line, std::size_t at) {
        const std::string_view rest = line.substr(at, passOver(line, at) - at);
        return rest.substr(0, rest.find(':'));
    }
    SymbolId label(std::string_view name) { return name.empty() ? SymbolId() : sink().symbols().label(name); }

    TreeBuilder m_builder;
    const TreeLimits m_limits = treeLimits();
};

/// A bracket first, and a bracket or a name with ';' at the end of the first line.
bool acceptsNewick(std::string_view beginning) {
    const std::string_view line = beginning.substr(0, beginning.find('\n'));
    const std::size_t last = line.find_last_not_of(" \t\r");
    return line.starts_with('(') && last != std::string_view::npos && line[last] == ';' &&
           line.find(',') != std::string_view::npos;
}

} // namespace

constinit const Format kNewickFormat = {
    .name = "newick",
    .description = "phylogenetic trees in Newick, one a line; lengths are passed over",
    .accepts = acceptsNewick,
    .records = [](SourcePosition start) -> std::unique_ptr<RecordReader> {
        return std::make_unique<NewickReader>(start);
    },
    .files = "*.nwk *.newick *.tree",
};

} // namespace batchscope
