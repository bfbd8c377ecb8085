// SPDX-License-Identifier: GPL-3.0-or-later
//
// The elementwise part of a body between two products, before it becomes a block program. Terms refer to earlier terms
// (single assignment), so that common terms can be found, the chain rule applied, and registers assigned last. Every
// term is a block of `width` columns; slices have become column offsets of loads.
#pragma once

#include "core/kernels/block_program.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace batchscope {

enum class TermCode : std::uint8_t {
    Load,       ///< columns [column, column + width) of input `input`
    SegmentSum, ///< these columns, summed over all rows of a segment of the input
    Number,
    Add,
    Subtract,
    Multiply,
    Divide,
    Minimum,
    Maximum,
    Step,     ///< 1 if left > right, 1/2 if they are equal, else 0; no gradient
    Mask,     ///< left if right > 0, else 0; gradient for left only
    Power,    ///< left ^ right; right is a Number
    Function, ///< `function` applied to left
    Gradient, ///< left · the derivative of `function`, which is computed from right; see Derivative
};

/// The name of a function and how it is differentiated.
[[nodiscard]] constexpr const BlockFunctionEntry& entryOf(BlockFunction function) {
    return kBlockFunctions[static_cast<std::size_t>(function)];
}

using Term = std::uint32_t; ///< index into Formula::terms
constexpr Term kNoTerm = 0xFFFFFFFF;

struct TermNode {
    TermCode code = TermCode::Number;
    BlockFunction function = BlockFunction::Identity; ///< Function, Gradient
    Term left = kNoTerm;
    Term right = kNoTerm;
    std::uint32_t input = 0;
    std::int32_t column = 0;
    double number = 0.0;
};

/// How a result is stored: it overwrites the row or is added to it.
enum class StoreMode : std::uint8_t { Write, Add };

struct TermStore {
    Term term = kNoTerm;
    std::uint32_t output = 0;
    std::int32_t column = 0;
    StoreMode mode = StoreMode::Write;
};

struct Formula {
    std::int32_t width = 0;
    std::vector<TermNode> terms; ///< operands before their users
    std::vector<TermStore> stores;
};

/// Builds a formula; equal terms are merged, and neutral operations with 0 and 1 are dropped.
class FormulaBuilder {
public:
    explicit FormulaBuilder(std::int32_t width) { m_formula.width = width; }

    Term load(std::uint32_t input, std::int32_t column) {
        return push({.code = TermCode::Load, .input = input, .column = column});
    }
    Term segmentSum(std::uint32_t input, std::int32_t column) {
        return push({.code = TermCode::SegmentSum, .input = input, .column = column});
    }
    Term number(double value) { return push({.code = TermCode::Number, .number = value}); }
    Term apply(BlockFunction function, Term operand) {
        return push({.code = TermCode::Function, .function = function, .left = operand});
    }
    /// `code` is one of Add to Power.
    Term binary(TermCode code, Term left, Term right);
    Term gradient(BlockFunction function, Term gradient, Term at) {
        return push({.code = TermCode::Gradient, .function = function, .left = gradient, .right = at});
    }
    void store(Term term, std::uint32_t output, std::int32_t column, StoreMode mode = StoreMode::Write) {
        m_formula.stores.push_back({term, output, column, mode});
    }
    [[nodiscard]] const Formula& formula() const { return m_formula; }
    [[nodiscard]] Formula take() { return std::move(m_formula); }

private:
    using Key = std::tuple<TermCode, BlockFunction, Term, Term, std::uint32_t, std::int32_t, double>;
    Term push(const TermNode& node);
    [[nodiscard]] bool isNumber(Term term, double value) const;

    Formula m_formula;
    std::map<Key, Term> m_known;
};

/// The gradient of one load, by the chain rule (reverse mode).
struct LoadGradient {
    std::uint32_t input = 0; ///< input of the forward formula
    std::int32_t column = 0;
    TermCode code = TermCode::Load; ///< Load or SegmentSum: how it was read
    Term term = kNoTerm;            ///< the gradient, a term of the builder
};

/// Appends to `builder` the gradients and the forward terms that they need. Returns the gradient of each load, the last
/// load first; it is 0 if no gradient reaches the load. `storeGradients` holds, for each store of `forward`, a term of
/// `builder`. Inputs keep their indices.
[[nodiscard]] std::vector<LoadGradient> appendGradients(const Formula& forward, const std::vector<Term>& storeGradients,
                                                        FormulaBuilder& builder);

/// The memory kinds of a formula's inputs and outputs. Inputs, then outputs, are bindings 0, 1, ….
struct FormulaSlots {
    std::vector<SlotKind> inputs;  ///< Rows or Segments
    std::vector<SlotKind> outputs; ///< Output, SegmentOutput or ColumnSum
};

/// Chooses instructions (such as a function of a sum of up to four terms, or a product plus a term) and registers.
[[nodiscard]] BlockProgram lowerFormula(const Formula& formula, const FormulaSlots& memory);

} // namespace batchscope
