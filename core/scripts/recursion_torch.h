// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the recursion that a module is written for, from the names and signatures of its methods.
#pragma once

#include "core/base/result.h"
#include "core/nets/user_net.h"

#include <torch/csrc/jit/api/module.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace batchscope {

/// The purpose of a method.
enum class Role : std::uint8_t { Leaf, Compose, Node, Start, Step, Logits, Compare };

/// One argument of a method.
struct Formal {
    enum class Kind : std::uint8_t {
        Tensor,     ///< a row, or the word
        Tuple,      ///< a state as a single argument
        Tensors,    ///< List[Tensor]: one row of each child
        TupleOfEach ///< List[Tuple[Tensor, …]]: the state of each child
    };
    Kind kind = Kind::Tensor;
    std::size_t rows = 1; ///< number of rows in a tuple
};

struct RoleMethod {
    std::string name;
    std::vector<Formal> formals = {}; ///< without self
    bool takesWord = false;           ///< the first argument is the word
    std::size_t results = 1;          ///< number of rows that it returns

    /// The number of rows in all arguments except the word, for a node with `children` children.
    [[nodiscard]] std::size_t rowsFor(std::size_t children) const;
    /// The index within a state of argument row `row`, for any method except node; compare takes all rows of both
    /// states or the first row of each. `values` is the number of rows in a state.
    [[nodiscard]] std::size_t valueOf(Role role, std::size_t row, std::size_t values) const;
};

struct FoundMethods {
    Recursion recursion = Recursion::Binary;
    std::map<Role, RoleMethod> methods;
    std::size_t values = 1; ///< rows of a state
    bool canChoose = false; ///< the module also has the methods of another recursion
};

/// Parse error with what was found, what was expected, and a template.
[[nodiscard]] Result<FoundMethods> findMethods(const torch::jit::Module& module, RecursionChoice choice);

/// Maps the slots of an op to an argument of a method: a slot, or a tuple or list of slots.
struct SlotTree {
    enum class Kind : std::uint8_t { Slot, Tuple, List };
    Kind kind = Kind::Slot;
    std::size_t slot = 0;
    std::size_t rows = 0; ///< for a list: rows per item; 0 if the items are tensors
    std::vector<SlotTree> items = {};
};

/// One tree per formal. The op's slots are the word, if the method takes it, then rows as in core/nets/user_net.h.
[[nodiscard]] std::vector<SlotTree> slotsOf(const RoleMethod& method, Role role, std::size_t values,
                                            std::size_t children);
/// The number of slots in these trees.
[[nodiscard]] std::size_t slotCount(const std::vector<SlotTree>& slots);

} // namespace batchscope
