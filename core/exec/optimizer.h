// SPDX-License-Identifier: GPL-3.0-or-later
//
// Updates weights from gradients. Reads gradients in place, from the engine's arena or the interpreter's tensors. In a
// table that is only looked up, it updates only the rows that were looked up, so the cost of a step depends on the
// batch and not on the vocabulary.
//
//     Result<Optimizer> optimizer = Optimizer::create(graph.ops, {.kind = OptimizerKind::Adam, .learningRate = 1e-3});
//     optimizer->step(*run.gradients, parameters); // the next run packs the weights again
//
// SGD (g: gradient, w: weight, η: learning rate), with momentum μ as in PyTorch (Sutskever et al. 2013, but η is
// outside the velocity):
//     v ← μ·v + g,  w ← w − η·v                            without momentum  w ← w − η·g
// Adam (Kingma & Ba 2015, Algorithm 1; t counts steps from 1):
//     m ← β₁·m + (1−β₁)·g,  v ← β₂·v + (1−β₂)·g²,  w ← w − η · m/(1−β₁ᵗ) / (√(v/(1−β₂ᵗ)) + ε)
// AdaGrad (Duchi et al. 2011, diagonal):
//     v ← v + g²,  w ← w − η · g / (√v + ε)
// Before that, clipping scales all gradients by c / max(c, ‖g‖) (Pascanu et al. 2013), and then L2 adds λ·w to g.
//
// Rows of tables are "lazy", as in PyTorch's SparseAdam: a row that was not looked up keeps its weights, moments and
// velocity; by the formulas, its moments would decay and its weights would drift. t counts the steps of the optimizer,
// not of the row. A row that was looked up several times is updated once, with the sum of its gradients: the square of
// a sum is not the sum of the squares. SGD without momentum gives the same result with lazy rows as without.
#pragma once

#include "core/base/choice.h"
#include "core/exec/gradients.h"
#include "core/exec/parameters.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

enum class OptimizerKind { Sgd, Adam, Adagrad };
template <>
inline constexpr EnumNames<3> kEnumNames<OptimizerKind> = {"optimizer", {"sgd", "adam", "adagrad"}};

/// The learning rate for users who do not choose one.
[[nodiscard]] double usualLearningRate(OptimizerKind kind);

struct OptimizerOptions {
    OptimizerKind kind = OptimizerKind::Sgd;
    double learningRate = 0.01; ///< above 0
    double momentum = 0.0;      ///< SGD; in [0, 1)
    double beta1 = 0.9;         ///< Adam; in [0, 1)
    double beta2 = 0.999;       ///< Adam; in [0, 1)
    double epsilon = 1e-8;      ///< Adam and AdaGrad; at least 0
    double decay = 0.0;         ///< λ of L2, at least 0; does not apply to tables that are only looked up
    double clip = 0.0;          ///< largest norm of all gradients together, at least 0; 0: no clipping
    bool operator==(const OptimizerOptions&) const = default;
};

/// The state of an optimizer between steps.
struct OptimizerState {
    std::size_t steps = 0;
    /// By ParamId, row by row, widened to double; empty for a parameter that is fixed or has no such numbers.
    std::vector<std::vector<double>> first;  ///< velocities (SGD) or first moments (Adam)
    std::vector<std::vector<double>> second; ///< second moments (Adam) or sums of squares (AdaGrad)
};

/// Belongs to one set of parameters; only one thread may use it at a time.
class Optimizer {
public:
    /// Config error if an option is out of range; Backend error if memory runs out. Moments start at zero.
    [[nodiscard]] static Result<Optimizer> create(const OpSet& ops, const OptimizerOptions& options);
    Optimizer(Optimizer&& other) noexcept;
    Optimizer& operator=(Optimizer&& other) noexcept;
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;
    ~Optimizer();

    /// Updates `parameters`; both arguments must belong to the op set of create(). Fixed parameters
    /// (ParamSpec::isFixed) stay unchanged. Uses the threads set in machine.h if there is enough work; their number
    /// does not affect the result.
    void step(const Gradients& gradients, Parameters& parameters);
    /// The number of steps so far.
    [[nodiscard]] std::size_t steps() const;
    [[nodiscard]] OptimizerState state() const;
    /// Continues from a saved state. Returns false, and changes nothing, if its sizes do not fit this optimizer.
    [[nodiscard]] bool restore(const OptimizerState& state);
    /// Sets the learning rate, above 0, from the next step on.
    void setLearningRate(double rate);
    [[nodiscard]] const OptimizerOptions& options() const;
    /// The size of moments and velocities in bytes. Pages of rows that were never looked up take address space only.
    [[nodiscard]] std::size_t bytes() const;

private:
    class Impl;
    template <typename T>
    class Typed;
    explicit Optimizer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace batchscope
