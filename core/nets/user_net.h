// SPDX-License-Identifier: GPL-3.0-or-later
//
// `UserNet`: a net that a user's file defines by methods, such as a scripted PyTorch module (made by core/scripts).
// This file applies its methods to trees; the ops define what they compute, as bodies or as calls (opaque ops).
//
//     binary     leaf(word) → state, compose(left, right) → state
//     n-ary      node(word?, [h…], [c…]) → state; leaf(word) → state, optional
//     sequence   step(word, state) → state; start(word) → state, optional
//     all        logits(state) → row, optional
//     pairs      compare(state, state) → row, optional: each tree is a pair (core/shapes/shape.h), a root with two
//     trees
//                as its children. The recursion runs on each of the two; the root only calls compare.
//
// A state is one row or several (h and c). Without logits, the first row of the state is requested.
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
    Binary,   ///< leaf at words, compose at nodes with two children; a node with one child takes its child's state
    Nary,     ///< node at inner nodes, one op per number of children; at words leaf, or node without children
    Sequence, ///< step along the words
};

/// How to run a module that has the methods of several recursions. Auto: sequence before n-ary before binary.
enum class RecursionChoice : std::uint8_t { Auto, Binary, Nary, Sequence };
template <>
inline constexpr EnumNames<4> kEnumNames<RecursionChoice> = {"recursion", {"auto", "binary", "n-ary", "sequence"}};

/// How to run methods whose rows depend on one another. Batch: like other methods, once per batch, although their
/// values then differ from those of single calls.
enum class Unsafe : std::uint8_t { Alone, Batch };
template <>
inline constexpr EnumNames<2> kEnumNames<Unsafe> = {"way of unsafe methods", {"alone", "batch"}};

/// The choices that a module is opened with.
struct ModuleChoices {
    RecursionChoice recursion = RecursionChoice::Auto;
    Unsafe unsafe = Unsafe::Alone;
    bool operator==(const ModuleChoices&) const = default;
};

/// How a method became an op.
enum class MethodKind : std::uint8_t {
    Translated, ///< into a body of primitives
    Opaque,     ///< called once per batch
    Alone,      ///< called once per node, because its rows depend on one another
    Trusted,    ///< called once per batch nevertheless, because of Unsafe::Batch
};

/// A description of a method, for people.
struct UserMethod {
    std::string name;
    std::string op; ///< the op of the net; for an n-ary method, the first one
    MethodKind way = MethodKind::Translated;
    std::string reason;   ///< why it was not translated, with operation and line; empty if it was
    std::string hazard;   ///< why its rows may not batch, with operation and line; empty if they may
    std::string file;     ///< name of the source file, if the module's file records it
    std::size_t line = 0; ///< of the first line of `source`, from 1
    std::string source;   ///< the user's text
};

/// The ops of a user's net, by purpose; invalid if the module has no such method.
struct UserOps {
    OpSet set;
    std::uint32_t values = 1; ///< number of rows of a state
    OpId leaf;
    OpId compose;
    std::vector<OpId> nodes; ///< n-ary: by number of children; [0] is invalid if leaf is used
    OpId start;
    OpId zeros; ///< for a sequence without start: a state of zeros
    OpId step;
    OpId logits;
    std::uint32_t logitsTake = 1; ///< rows of the state that logits takes
    OpId compare;
    std::uint32_t compareTakes = 1; ///< rows of each state that compare takes
};

class UserNet {
public:
    UserNet() = default;
    UserNet(const UserNet&) = delete;
    UserNet& operator=(const UserNet&) = delete;
    virtual ~UserNet() = default;

    /// Name, title and traits like those of other nets; ops and record are null.
    [[nodiscard]] virtual const Net& traits() const = 0;
    [[nodiscard]] virtual Recursion recursion() const = 0;
    /// The choices that the net was opened with.
    [[nodiscard]] virtual ModuleChoices chosen() const = 0;
    /// Config error if a method cannot take this number of children.
    [[nodiscard]] virtual Result<UserOps> ops(const NetOptions& options) const = 0;
    [[nodiscard]] virtual const std::vector<UserMethod>& methods() const = 0;
    /// The words that have an embedding row, in row order; if empty, rows are the treebank's word ids.
    [[nodiscard]] virtual const std::vector<std::string>& vocabulary() const = 0;
    /// The number of rows of the embedding; 0 if unknown.
    [[nodiscard]] virtual std::size_t embeddingRows() const = 0;
    /// The columns of the logits or of the result of compare, whichever is more; 0 without both.
    [[nodiscard]] virtual std::int32_t classes() const = 0;
    /// Describes the limits of called methods, for people.
    [[nodiscard]] virtual const std::string& confinement() const = 0;
    /// Changes when the file does: contains its size and the time of its last change.
    [[nodiscard]] virtual const std::string& stamp() const = 0;
};

/// A user's net as an option. It follows from the file that GraphOptions::model names, so options that differ only in
/// it are equal.
struct LoadedNet {
    std::shared_ptr<const UserNet> net = nullptr;
    bool operator==(const LoadedNet& /*other*/) const { return true; }
};

/// The embedding row of each word of the treebank. Config errors: a word without a row, if there is no row for unknown
/// words (`<unk>`); more words than rows.
[[nodiscard]] Result<std::vector<std::uint32_t>> embeddingRowsOf(const UserNet& net, const Treebank& bank);

/// The data of a user's net that recordUserTree needs, the same for all trees.
struct UserRecording {
    const UserNet& net;
    const UserOps& ops;
    const std::vector<std::uint32_t>& rows; ///< by word id
};

/// Records the calls of one tree. Config error with the tree's position if it does not fit the recursion.
[[nodiscard]] Status recordUserTree(const UserRecording& user, const TreeInput& input, Fold& fold);

/// True if a model's name is a module file: .pt, .pth, .ts, or one of isModuleText (core/scripts reads these files).
[[nodiscard]] bool isModuleFile(std::string_view model);
/// True if the file is a module as text: .py.
[[nodiscard]] bool isModuleText(std::string_view model);

} // namespace batchscope
