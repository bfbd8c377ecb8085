// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which recursion a module is written for, found from the names and signatures of its methods.
#pragma once

#include "core/base/result.h"
#include "core/nets/user_net.h"

#include <torch/csrc/jit/api/module.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace batchscope {

/// What a method is for.
enum class Role : std::uint8_t { Leaf, Compose, Node, Start, Step, Logits, Compare };

/// One argument of a method.
struct Formal {
    enum class Kind : std::uint8_t {
        Tensor,     ///< one row, or the word
        Tuple,      ///< a state as one argument
        Tensors,    ///< List[Tensor]: one row of each child
        TupleOfEach ///< List[Tuple[Tensor, …]]: the state of each child
    };
    Kind kind = Kind::Tensor;
    std::size_t rows = 1; ///< of a tuple
};

struct RoleMethod {
    std::string name;
    std::vector<Formal> formals = {}; ///< without self
    bool takesWord = false;           ///< the first argument is the word
    std::size_t results = 1;          ///< rows that it returns

    /// Rows of all arguments but the word, for a node of so many children.
    [[nodiscard]] std::size_t rowsFor(std::size_t children) const;
    /// Which row of a state argument `row` is, of any method but node: compare may take all rows of both states, or the
    /// first of each. `values`: rows of a state.
    [[nodiscard]] std::size_t valueOf(Role role, std::size_t row, std::size_t values) const;
};

struct FoundMethods {
    Recursion recursion = Recursion::Binary;
    std::map<Role, RoleMethod> methods;
    std::size_t values = 1; ///< rows of a state
    bool canChoose = false; ///< it has the methods of another recursion, too
};

/// Parse error: what was found, what was expected, and a template.
[[nodiscard]] Result<FoundMethods> findMethods(const torch::jit::Module& module, RecursionChoice choice);

/// Where the arguments of an op go in a method's: a place among the op's slots, or a tuple or list of places.
struct SlotTree {
    enum class Kind : std::uint8_t { Slot, Tuple, List };
    Kind kind = Kind::Slot;
    std::size_t slot = 0;
    std::size_t rows = 0; ///< of a list: rows of each item; 0: items are tensors
    std::vector<SlotTree> items = {};
};

/// By formal. The op's slots are: the word if it takes one; then the rows in the order of core/nets/user_net.h.
[[nodiscard]] std::vector<SlotTree> slotsOf(const RoleMethod& method, Role role, std::size_t values,
                                            std::size_t children);
/// How many slots those are.
[[nodiscard]] std::size_t slotCount(const std::vector<SlotTree>& slots);

} // namespace batchscope
