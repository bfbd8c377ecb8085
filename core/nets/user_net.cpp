// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/user_net.h"

#include "core/nets/net_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 3> kUnknownWords = {"<unk>", "<UNK>", "UNK"};

/// Finds the rows of a treebank's words in a user's vocabulary.
class Vocabulary {
public:
    explicit Vocabulary(const std::vector<std::string>& words) {
        for (std::size_t row = 0; row < words.size(); ++row) {
            m_rows.try_emplace(words[row], static_cast<std::uint32_t>(row));
        }
        for (const std::string_view unknown : kUnknownWords) {
            if (const auto found = m_rows.find(unknown); found != m_rows.end()) {
                m_unknown = found->second;
                break;
            }
        }
    }

    [[nodiscard]] std::optional<std::uint32_t> rowOf(std::string_view word) const {
        const auto found = m_rows.find(word);
        return found == m_rows.end() ? m_unknown : std::optional(found->second);
    }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_rows;
    std::optional<std::uint32_t> m_unknown;
};

/// Records the calls of one tree.
class UserRecorder {
public:
    UserRecorder(const UserRecording& user, const TreeInput& input, Fold& fold)
        : m_user(user), m_ops(user.ops), m_input(input), m_shape(input.shape), m_fold(fold) {}

    Status record() {
        if (m_ops.compare.valid()) {
            TRY(checkPair(m_input, m_user.net.traits().name));
        }
        return m_user.net.recursion() == Recursion::Sequence ? recordSequence() : recordTree();
    }

private:
    Status recordTree() {
        const bool isBinary = m_user.net.recursion() == Recursion::Binary;
        const char* const net = m_user.net.traits().name;
        if (isBinary) {
            TRY(wordsAtLeavesOnly(m_input, net));
        }
        std::vector<Value> states(m_shape.size());
        std::vector<Argument> arguments;
        for (std::size_t index = 0; index < encoded(); ++index) {
            const TreeNodeId node(index);
            m_fold.setOrigin(m_input.tree, node);
            const auto children = m_shape.children(node);
            if (isBinary && children.size() == 1) {
                states[index] = states[children[0].index()];
                request(states[index], node, node);
                continue;
            }
            const OpId op = opFor(children.size());
            if (!op.valid()) {
                return isBinary ? notBinary(m_input, node, net)
                                : m_input.error(node, fmt::format("{} has no method for a node with {} children", net,
                                                                  children.size()));
            }
            const auto& slots = m_user.ops.set.ops[op].arguments;
            const bool takesWord = !slots.empty() && slots.front().kind == ArgumentClass::Integer;
            const bool hasWord = m_shape.words[index].valid();
            if (takesWord != hasWord) {
                return m_input.error(node, takesWord ? fmt::format("this node has no word, and node of {} takes one; "
                                                                   "dependency trees have a word at every node",
                                                                   net)
                                                     : fmt::format("this node has a word, and node of {} takes none; "
                                                                   "open trees whose words are at the leaves",
                                                                   net));
            }
            arguments.clear();
            if (takesWord) {
                arguments.push_back(word(node));
            }
            // compose takes state after state, node the first rows of all states, then the second ones
            for (std::size_t place = 0; place < children.size() * m_ops.values; ++place) {
                const std::size_t child = isBinary ? place / m_ops.values : place % children.size();
                const std::size_t value = isBinary ? place % m_ops.values : place / children.size();
                arguments.emplace_back(
                    m_fold.output(states[children[child].index()], static_cast<std::uint32_t>(value)));
            }
            states[index] = m_fold.add(op, arguments);
            request(states[index], node, node);
        }
        compareHalves(states);
        return Ok{};
    }

    /// Invalid if there is none.
    [[nodiscard]] OpId opFor(std::size_t children) const {
        if (children == 0 && m_ops.leaf.valid()) {
            return m_ops.leaf;
        }
        if (m_user.net.recursion() == Recursion::Binary) {
            return children == 2 ? m_ops.compose : OpId();
        }
        return children < m_ops.nodes.size() ? m_ops.nodes[children] : OpId();
    }

    Status recordSequence() {
        if (!m_ops.compare.valid()) {
            recordWords(wordsInOrder(m_shape), m_shape.root());
            return Ok{};
        }
        std::vector<Value> states(m_shape.size());
        for (const TreeNodeId half : m_shape.children(m_shape.root())) {
            states[half.index()] = recordWords(leavesBelow(m_shape, half), half);
        }
        compareHalves(states);
        return Ok{};
    }

    /// Records the words of `whole`, a sentence or one half of a pair, and returns the last state.
    Value recordWords(const std::vector<TreeNodeId>& order, TreeNodeId whole) {
        Value state;
        std::vector<Argument> arguments;
        for (std::size_t place = 0; place < order.size(); ++place) {
            const TreeNodeId node = order[place];
            m_fold.setOrigin(m_input.tree, node);
            if (place == 0 && m_ops.start.valid()) {
                state = m_fold.add(m_ops.start, {word(node)});
            } else {
                if (place == 0) {
                    state = m_fold.add(m_ops.zeros, {});
                }
                arguments.assign(1, word(node));
                push(state, m_ops.values, arguments);
                state = m_fold.add(m_ops.step, arguments);
            }
            const bool last = place + 1 == order.size();
            if ((last && whole == m_shape.root()) || m_input.outputs == Outputs::All) {
                m_fold.setOrigin(m_input.tree, last ? whole : node);
                ask(state, whole);
            }
        }
        return state;
    }

    /// The number of nodes, from the first, at which the recursion runs: all but the root of a pair.
    [[nodiscard]] std::size_t encoded() const { return m_shape.size() - (m_ops.compare.valid() ? 1 : 0); }

    /// Records compare at the root of a pair, if there is one.
    void compareHalves(const std::vector<Value>& states) {
        if (!m_ops.compare.valid()) {
            return;
        }
        const TreeNodeId root = m_shape.root();
        m_fold.setOrigin(m_input.tree, root);
        std::vector<Argument> arguments;
        for (const TreeNodeId half : m_shape.children(root)) {
            push(states[half.index()], m_ops.compareTakes, arguments);
        }
        requestClass(m_ops.compare, arguments, root);
    }

    [[nodiscard]] Argument word(TreeNodeId node) const {
        return Argument::integer(m_user.rows[m_shape.words[node.index()].value]);
    }

    /// Appends the first `rows` rows of a state.
    void push(Value state, std::uint32_t rows, std::vector<Argument>& arguments) {
        for (std::uint32_t value = 0; value < rows; ++value) {
            arguments.emplace_back(m_fold.output(state, value));
        }
    }

    void request(Value state, TreeNodeId node, TreeNodeId labeled) {
        if (m_input.wants(node)) {
            ask(state, labeled);
        }
    }

    void ask(Value state, TreeNodeId labeled) {
        if (!m_ops.logits.valid()) {
            m_fold.request(m_fold.output(state, 0));
            return;
        }
        std::vector<Argument> arguments;
        push(state, m_ops.logitsTake, arguments);
        requestClass(m_ops.logits, arguments, labeled);
    }

    /// Requests class scores. The target is the class of the node's label, if the op has such an output.
    void requestClass(OpId op, const std::vector<Argument>& arguments, TreeNodeId labeled) {
        const std::int32_t target = m_input.target(labeled);
        const bool fits = target < m_user.ops.set.ops[op].outputWidth(0);
        m_fold.request(m_fold.add(op, arguments), fits ? target : kNoTarget);
    }

    const UserRecording& m_user;
    const UserOps& m_ops;
    const TreeInput& m_input;
    const Tree& m_shape;
    Fold& m_fold;
};

} // namespace

Result<std::vector<std::uint32_t>> embeddingRowsOf(const UserNet& net, const Treebank& bank) {
    std::vector<std::uint32_t> rows(std::max<std::size_t>(bank.words.size(), 1));
    if (net.vocabulary().empty()) {
        if (net.embeddingRows() > 0 && bank.words.size() > net.embeddingRows()) {
            return Error{ErrorCode::Config,
                         fmt::format("{} has an embedding of {} rows, and the trees have {} different words. Save the "
                                     "module with its vocabulary (_extra_files={{\"vocabulary.txt\": one word a line, "
                                     "with <unk>}}), with more rows, or replace rare words (--rare-below)",
                                     net.traits().name, net.embeddingRows(), bank.words.size())};
        }
        std::iota(rows.begin(), rows.end(), 0U);
        return rows;
    }
    const Vocabulary vocabulary(net.vocabulary());
    for (std::size_t word = 0; word < bank.words.size(); ++word) {
        const std::string_view text = bank.words.text(SymbolId(word));
        const std::optional<std::uint32_t> row = vocabulary.rowOf(text);
        if (!row) {
            return Error{
                ErrorCode::Config,
                fmt::format("the vocabulary of {} has no word '{}', and none for unknown words; add a line <unk>",
                            net.traits().name, text)};
        }
        rows[word] = *row;
    }
    return rows;
}

Status recordUserTree(const UserRecording& user, const TreeInput& input, Fold& fold) {
    return UserRecorder(user, input, fold).record();
}

bool isModuleFile(std::string_view model) {
    return model.ends_with(".pt") || model.ends_with(".pth") || model.ends_with(".ts") || isModuleText(model);
}

bool isModuleText(std::string_view model) {
    return model.ends_with(".py");
}

} // namespace batchscope
