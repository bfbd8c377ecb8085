// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trees of any kind as JSON Lines, which every language can read and which lose nothing. The first line is
// {"batchscope_trees":1,"format":"ptb"}; then each line is a tree. A constituent is an array, its label (or null)
// first: ["NP",["DT","the"],["NN","dog"]]; a word alone is a string. A dependency tree is an object with three arrays
// of one length: {"words":["dogs","bark"],"heads":[2,0],"labels":["nsubj",null]}. Words and labels are as the tables of
// the treebank have them.
//
// Damage: a line that is not such a tree gives one diagnostic and no tree. Reader and writer are iterative.
#include "core/base/budget.h"
#include "core/base/json_pull.h"
#include "core/base/json_string.h"
#include "core/base/source_text.h"
#include "core/formats/format_list.h"
#include "core/formats/line_reader.h"
#include "core/formats/tree_writer.h"
#include "core/shapes/node_label.h"
#include "core/tree/dependency_tree.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"
#include "core/tree/tree_builder.h"
#include "core/treebank/record_reader.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kJsonLabelOrNull = "a label in quotes, or null for none";

constexpr std::string_view kHeaderKey = "batchscope_trees";

/// As a message names it.
std::string_view nameOf(JsonPiece piece) {
    switch (piece) {
    case JsonPiece::ObjectBegin: return words::kJsonObject;
    case JsonPiece::ArrayBegin: return words::kJsonArray;
    case JsonPiece::ArrayEnd: return "']'";
    case JsonPiece::String: return words::kJsonString;
    case JsonPiece::Number: return words::kJsonNumber;
    case JsonPiece::True:
    case JsonPiece::False: return words::kJsonTrueOrFalse;
    case JsonPiece::Null: return words::kJsonNull;
    default: return "nothing";
    }
}

class TreesJsonReader final : public LineReader {
public:
    using LineReader::LineReader;

private:
    /// One element of an array of a dependency tree.
    struct Element {
        std::string_view text;
        std::size_t offset;
        bool isNull;
    };
    struct Sentence {
        std::vector<Element> words;
        std::vector<Element> heads;
        std::vector<Element> labels;
        bool isHeader = false;
    };

    bool takeLine(std::string_view line) override {
        JsonPull json(line);
        m_stopped = false;
        const JsonPiece first = json.next();
        const std::size_t begin = json.offset();
        if (first == JsonPiece::ArrayBegin) {
            if (readConstituents(json) && atEnd(json)) {
                sink().addTree(m_builder.tree(), placeOf(begin));
            }
        } else if (first == JsonPiece::ObjectBegin) {
            Sentence sentence;
            if (readObject(json, sentence) && atEnd(json) && !sentence.isHeader) {
                keepSentence(sentence, begin);
            }
        } else if (first != JsonPiece::Fault) {
            report(begin, foundInJson(nameOf(first), "a tree: [label, …], or an object with words, heads and labels"));
        } else {
            report(begin, json.fault());
        }
        return !m_stopped;
    }

    bool failed(const JsonPull& json, JsonPiece piece, std::string_view expected) {
        report(json.offset(), piece == JsonPiece::Fault ? json.fault() : foundInJson(nameOf(piece), expected));
        return false;
    }

    bool atEnd(JsonPull& json) {
        const JsonPiece piece = json.next();
        return piece == JsonPiece::End || failed(json, piece, words::kEndOfLine);
    }

    bool goesOn(std::size_t& steps) {
        constexpr std::size_t kStepsBetweenPolls = 1U << 16U;
        m_stopped = ++steps % kStepsBetweenPolls == 0 && !sink().goOn();
        return !m_stopped;
    }

    /// Behind the opening bracket. False: reported, or stopped.
    bool readConstituents(JsonPull& json) {
        m_builder.reset();
        std::size_t steps = 0;
        JsonPiece piece = JsonPiece::ArrayBegin;
        while (goesOn(steps)) {
            if (!takePiece(json, piece)) {
                return false;
            }
            if (m_builder.depth() == 0) {
                return true;
            }
            if (m_builder.nodes() > m_limits.nodes) {
                report(json.offset(), tooManyNodes(m_limits.nodes));
                return false;
            }
            piece = json.next();
        }
        return false;
    }

    bool takePiece(JsonPull& json, JsonPiece piece) {
        switch (piece) {
        case JsonPiece::ArrayBegin: return openConstituent(json);
        case JsonPiece::String:
            if (!checkText(json.text(), json.textOffset()) || !checkWord(json.text(), json.offset())) {
                return false;
            }
            m_builder.token(sink().symbols().word(text(json.text())), at(json.offset()));
            return true;
        case JsonPiece::ArrayEnd:
            if (!m_builder.close()) {
                report(json.offset(), std::string("found ']' right after the label; expected a word in quotes or '['"));
                return false;
            }
            return true;
        default: return failed(json, piece, "a word in quotes, '[' or ']'");
        }
    }

    bool openConstituent(JsonPull& json) {
        const std::size_t begin = json.offset();
        const JsonPiece piece = json.next();
        if (piece != JsonPiece::String && piece != JsonPiece::Null) {
            return failed(json, piece, kJsonLabelOrNull);
        }
        SymbolId label;
        if (piece == JsonPiece::String) {
            if (!checkText(json.text(), json.textOffset())) {
                return false;
            }
            label = sink().symbols().label(text(json.text()));
        }
        m_builder.open(label, at(begin));
        return true;
    }

    /// Behind the opening brace. False: reported, or stopped.
    bool readObject(JsonPull& json, Sentence& sentence) {
        std::string_view format;
        JsonPiece piece = json.next();
        for (; piece == JsonPiece::Key; piece = json.next()) {
            const std::string_view key = json.text();
            const JsonPiece first = json.next();
            std::vector<Element>* const array = key == "words"    ? &sentence.words
                                                : key == "heads"  ? &sentence.heads
                                                : key == "labels" ? &sentence.labels
                                                                  : nullptr;
            if (key == kHeaderKey) {
                sentence.isHeader = true;
                if (first != JsonPiece::Number || json.text() != "1") {
                    report(json.offset(),
                           fmt::format(
                               "found version {} of trees in JSON; expected 1: was it written by a newer Batchscope?",
                               shownToken(json.text())));
                    return false;
                }
            }
            if (key == "format" && first == JsonPiece::String) {
                format = json.text();
                continue;
            }
            if (array != nullptr ? !readArray(json, first, key, *array) : json.skip(first) == JsonPiece::Fault) {
                return array == nullptr && failed(json, JsonPiece::Fault, "");
            }
        }
        if (piece != JsonPiece::ObjectEnd) {
            return failed(json, piece, "a key");
        }
        if (sentence.isHeader && checkText(format, json.offset())) {
            sink().setOrigin(text(format));
        }
        return true;
    }

    bool readArray(JsonPull& json, JsonPiece first, std::string_view key, std::vector<Element>& to) {
        if (first != JsonPiece::ArrayBegin) {
            return failed(json, first, fmt::format("an array of {}", key));
        }
        to.clear();
        std::size_t steps = 0;
        JsonPiece piece = json.next();
        for (; piece != JsonPiece::ArrayEnd && goesOn(steps); piece = json.next()) {
            const bool isNumber = key == "heads";
            const bool fits = piece == (isNumber ? JsonPiece::Number : JsonPiece::String) ||
                              (key == "labels" && piece == JsonPiece::Null);
            if (!fits) {
                return failed(json, piece,
                              isNumber          ? std::string_view("the number of a word, or 0 for the root")
                              : key == "labels" ? kJsonLabelOrNull
                                                : std::string_view("a word in quotes"));
            }
            if (piece == JsonPiece::String && !checkText(json.text(), json.textOffset())) {
                return false;
            }
            if (key == "words" && !checkWord(json.text(), json.offset())) {
                return false;
            }
            if (to.size() == m_limits.tokens) {
                report(json.offset(), tooManyNodes(m_limits.tokens));
                return false;
            }
            to.push_back({json.text(), json.offset(), piece == JsonPiece::Null});
        }
        return !m_stopped;
    }

    void keepSentence(const Sentence& sentence, std::size_t begin) {
        const std::size_t count = sentence.words.size();
        if (count == 0 || sentence.heads.size() != count || sentence.labels.size() != count) {
            report(begin,
                   fmt::format(
                       "found {} words, {} heads and {} labels; expected the same number of each, and at least one",
                       count, sentence.heads.size(), sentence.labels.size()));
            return;
        }
        DependencySentence tree;
        for (const Element& head : sentence.heads) {
            std::uint32_t value = 0;
            const auto [end, code] = std::from_chars(head.text.data(), head.text.data() + head.text.size(), value);
            if (code != std::errc() || end != head.text.data() + head.text.size()) {
                report(head.offset,
                       fmt::format("found head {}; expected 0 (the root) to {}", shownToken(head.text), count));
                return;
            }
            tree.heads.push_back(value);
        }
        if (const auto fault = findHeadFault(tree.heads)) {
            report(sentence.heads[fault->token].offset, fault->message);
            return;
        }
        for (std::size_t token = 0; token < count; ++token) {
            const Element& word = sentence.words[token];
            tree.words.push_back(sink().symbols().word(text(word.text)));
            const Element& label = sentence.labels[token];
            tree.labels.push_back(label.isNull ? SymbolId() : sink().symbols().label(text(label.text)));
            tree.positions.push_back(at(word.offset));
        }
        sink().addTree(dependencyTree(tree), placeOf(begin));
    }

    bool checkText(std::string_view raw, std::size_t offset) {
        const std::size_t bad = sink().symbols().findInvalid(raw);
        if (bad != std::string_view::npos) {
            report(offset + bad, TreeSymbols::invalidText(raw[bad]));
        }
        return bad == std::string_view::npos;
    }

    bool checkWord(std::string_view raw, std::size_t offset) {
        if (raw.empty()) {
            report(offset, std::string("found an empty word; expected at least one character"));
        }
        return !raw.empty();
    }

    /// Valid until the next call.
    std::string_view text(std::string_view raw) {
        if (raw.find('\\') == std::string_view::npos) {
            return raw;
        }
        m_text = unescapedJson(raw, sink().symbols().encoding());
        return m_text;
    }

    TreeBuilder m_builder;
    const TreeLimits m_limits = treeLimits();
    std::string m_text;     // a string that held escapes
    bool m_stopped = false; // by the sink
};

/// JSON that begins with an object which has the key "batchscope_trees".
bool acceptsTreesJson(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || beginning[first] != '{') {
        return false;
    }
    std::string_view rest = beginning.substr(first);
    return cutLine(rest).find(R"("batchscope_trees")") != std::string_view::npos;
}

/// See Format::records. A record is a line; the header may be on any line, so that files can be concatenated.
std::unique_ptr<RecordReader> treesJsonReader(SourcePosition start) {
    return std::make_unique<TreesJsonReader>(start);
}

class Writer {
public:
    Writer(std::string& to, const Tree& tree, const SymbolTable& words, const SymbolTable& labels)
        : m_out(to), m_tree(tree), m_words(words), m_labels(labels), m_names(tree, labels) {}

    void constituents() {
        enter(m_tree.root(), Siblings::None);
        while (!m_stack.empty()) {
            Visit& top = m_stack.back();
            const auto children = m_tree.children(top.node);
            if (top.nextChild == children.size()) {
                m_out += ']';
                m_stack.pop_back();
                continue;
            }
            m_out += ',';
            const TreeNodeId child = children[top.nextChild++]; // entering may move `top`
            enter(child, children.size() == 1 ? Siblings::None : Siblings::Some);
        }
    }

    void dependencies() {
        const std::size_t count = m_tree.size();
        std::vector<std::size_t> nodeOf(count); // by token
        std::vector<std::uint32_t> heads(count, 0);
        for (std::size_t node = 0; node < count; ++node) {
            nodeOf[m_tree.tokens[node]] = node;
            for (const TreeNodeId child : m_tree.children(TreeNodeId(node))) {
                heads[m_tree.tokens[child.index()]] = m_tree.tokens[node] + 1;
            }
        }
        const char* separator = "{\"words\":[";
        for (const std::size_t node : nodeOf) {
            m_out += std::exchange(separator, ",");
            appendJsonString(m_out, m_words.text(m_tree.words[node]));
        }
        separator = "],\"heads\":[";
        for (const std::uint32_t head : heads) {
            m_out += std::exchange(separator, ",");
            fmt::format_to(std::back_inserter(m_out), "{}", head);
        }
        separator = "],\"labels\":[";
        for (const std::size_t node : nodeOf) {
            m_out += std::exchange(separator, ",");
            putLabel(TreeNodeId(node));
        }
        m_out += "]}";
    }

private:
    enum class Siblings { None, Some };
    struct Visit {
        TreeNodeId node;
        std::size_t nextChild;
    };

    void enter(TreeNodeId node, Siblings siblings) {
        const bool leaf = m_tree.isLeaf(node);
        // An array around a single word makes it a leaf of its own; without it, it would be its parent's word.
        const bool bare = leaf && siblings == Siblings::Some && m_names.isPlain(node) &&
                          m_labels.text(m_tree.labels[node.index()]).empty();
        if (!bare) {
            m_out += '[';
            putLabel(node);
            m_out += leaf ? "," : "";
        }
        if (leaf) {
            appendJsonString(m_out, m_words.text(m_tree.words[node.index()]));
            m_out += bare ? "" : "]";
        } else {
            m_stack.push_back({node, 0});
        }
    }

    void putLabel(TreeNodeId node) {
        const std::string_view label = m_labels.text(m_tree.labels[node.index()]);
        if (!m_names.isPlain(node)) {
            appendJsonString(m_out, m_names.text(node));
        } else if (label.empty()) {
            m_out += "null";
        } else {
            appendJsonString(m_out, label);
        }
    }

    std::string& m_out;
    const Tree& m_tree;
    const SymbolTable& m_words;
    const SymbolTable& m_labels;
    NodeNames m_names;
    std::vector<Visit> m_stack;
};

} // namespace

constinit const Format kTreesJsonFormat = {
    .name = "trees-json",
    .description = "any trees as JSON lines, written by batchscope-cli convert --to json",
    .accepts = acceptsTreesJson,
    .records = treesJsonReader,
    .traits = {.constituents = true},
    .isJson = true,
    .files = "*.json",
};

constinit const TreeWriter kJsonWriter = {
    .name = "json",
    .append = [](std::string& to, const WrittenTree& written) -> Status {
        Writer writer(to, written.tree, written.bank.words, written.bank.labels);
        if (written.tree.isDependency()) {
            writer.dependencies();
        } else {
            writer.constituents();
        }
        to += '\n';
        return Ok{};
    },
    .header =
        [](const Treebank& bank) {
            const bool wasJson = bank.format == "trees-json" && !bank.origin.empty(); // it stays what it was at first
            std::string line = R"({"batchscope_trees":1,"format":)";
            appendJsonString(line, wasJson ? bank.origin : bank.format);
            return line + "}\n";
        },
};

} // namespace batchscope
