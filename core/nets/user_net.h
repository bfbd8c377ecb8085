// SPDX-License-Identifier: GPL-3.0-or-later
//
// `UserNet`: a net that a user's file defines by methods, such as a scripted PyTorch module (core/scripts makes them).
// Here is how its methods are applied to trees; what they compute is in the ops, as bodies or as calls (opaque ops).
//
//     binary     leaf(word) → state, compose(left, right) → state
//     n-ary      node(word?, [h…], [c…]) → state; leaf(word) → state, optional
//     sequence   step(word, state) → state; start(word) → state, optional
//     all        logits(state) → row, optional
//     pairs      compare(state, state) → row, optional: each tree is two (core/shapes/pair.h), a root with both as its
//                children. The recursion runs on each of the two, and at the root is compare, and nothing else.
//
// A state is one row or several (h and c). Without logits the state's first row is what is asked for.
#pragma once

#include "core/base/choice.h"
#include "core/base/source_text.h"
#include "core/nets/net.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// How the methods are applied to a tree.
enum class Recursion : std::uint8_t {
    Binary, ///< leaf at words, compose at nodes with two children; a node with one child takes its child's state
    Nary, ///< node at every inner node, one op for each number of children; at the words leaf, or node without children
    Sequence, ///< step along the words
};

/// Which of them a module with methods for several runs as. Auto: sequence before n-ary before binary.
enum class RecursionChoice : std::uint8_t { Auto, Binary, Nary, Sequence };
template <>
inline constexpr EnumNames<4> kEnumNames<RecursionChoice> = {"recursion", {"auto", "binary", "n-ary", "sequence"}};

/// What happens to methods whose rows depend on one another. Batch: they are called once a batch like others, and give
/// other values there than alone.
enum class Unsafe : std::uint8_t { Alone, Batch };
template <>
inline constexpr EnumNames<2> kEnumNames<Unsafe> = {"way of unsafe methods", {"alone", "batch"}};

/// With what a module is opened.
struct ModuleChoices {
    RecursionChoice recursion = RecursionChoice::Auto;
    Unsafe unsafe = Unsafe::Alone;
    bool operator==(const ModuleChoices&) const = default;
};

/// How a method became an op.
enum class MethodWay : std::uint8_t {
    Translated, ///< into a body of primitives
    Opaque,     ///< called once a batch
    Alone,      ///< called once a node, because its rows depend on one another
    Trusted,    ///< called once a batch all the same, as Unsafe::Batch wants it
};

/// What is known of a method, for people.
struct UserMethod {
    std::string name;
    std::string op; ///< the op of the net; of an n-ary method the first
    MethodWay way = MethodWay::Translated;
    std::string reason;   ///< why it was not translated, with operation and line; empty where it was
    std::string hazard;   ///< why its rows may not batch, with operation and line; empty where they may
    std::string file;     ///< of the source; as the module was written, where its file says so
    std::size_t line = 0; ///< from 1; of the first line of `source`
    std::string source;   ///< the user's text
};

/// The ops of a user's net, and what each is for; invalid where the module has no such method.
struct UserOps {
    OpSet set;
    std::uint32_t values = 1; ///< rows of a state
    OpId leaf;
    OpId compose;
    std::vector<OpId> nodes; ///< n-ary: by number of children; [0] invalid where leaf is used
    OpId start;
    OpId zeros; ///< sequence without start: a state of zeros
    OpId step;
    OpId logits;
    std::uint32_t logitsTake = 1; ///< rows of the state that it takes
    OpId compare;
    std::uint32_t compareTakes = 1; ///< rows of each of the two states
};

class UserNet {
public:
    UserNet() = default;
    UserNet(const UserNet&) = delete;
    UserNet& operator=(const UserNet&) = delete;
    virtual ~UserNet() = default;

    /// Name, title and traits as other nets have them; ops and record are null.
    [[nodiscard]] virtual const Net& traits() const = 0;
    [[nodiscard]] virtual Recursion recursion() const = 0;
    /// What it was opened with.
    [[nodiscard]] virtual ModuleChoices chosen() const = 0;
    /// Config error: a method cannot take this many children.
    [[nodiscard]] virtual Result<UserOps> ops(const NetOptions& options) const = 0;
    [[nodiscard]] virtual const std::vector<UserMethod>& methods() const = 0;
    /// Words that have an embedding row, in the order of the rows; empty: rows go by the treebank's word ids.
    [[nodiscard]] virtual const std::vector<std::string>& vocabulary() const = 0;
    /// Rows of the embedding; 0: unknown.
    [[nodiscard]] virtual std::size_t embeddingRows() const = 0;
    /// Columns of the logits or of what compare returns, the larger number; 0 without both.
    [[nodiscard]] virtual std::int32_t classes() const = 0;
    /// What bounds the methods that are called, for people.
    [[nodiscard]] virtual const std::string& confinement() const = 0;
    /// Changes when the file does: its size and the time of its last change.
    [[nodiscard]] virtual const std::string& stamp() const = 0;
};

/// A user's net among options. It follows from the file that GraphOptions::model names, so options that differ in this
/// alone are equal.
struct LoadedNet {
    std::shared_ptr<const UserNet> net = nullptr;
    bool operator==(const LoadedNet& /*other*/) const { return true; }
};

/// The embedding row of each of the treebank's words. Config errors: words without row, and none for unknown words
/// (`<unk>`); more words than rows.
[[nodiscard]] Result<std::vector<std::uint32_t>> embeddingRowsOf(const UserNet& net, const Treebank& bank);

/// What recording needs of a user's net, for all trees.
struct UserRecording {
    const UserNet& net;
    const UserOps& ops;
    const std::vector<std::uint32_t>& rows; ///< by word id
};

/// Records the calls of one tree. Config errors with the tree's place, when it does not fit the recursion.
[[nodiscard]] Status recordUserTree(const UserRecording& user, const TreeInput& input, Fold& fold);

/// Whether a model's name is a file of a module: .pt, .pth or .ts, or one of isModuleText (core/scripts reads them).
[[nodiscard]] bool isModuleFile(std::string_view model);
/// Whether it is a module as text: .py.
[[nodiscard]] bool isModuleText(std::string_view model);

} // namespace batchscope
