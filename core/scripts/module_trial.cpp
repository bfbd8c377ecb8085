// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_trial.h"

#include "core/base/clock.h"
#include "core/exec/interpreter/op_torch.h"
#include "core/scripts/batch_safety_torch.h"
#include "core/scripts/module_ops_torch.h"
#include "core/words/script_words.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace batchscope {

namespace {

std::string resultWrong(std::string_view method, std::string_view given, std::string_view found,
                        std::string_view expected) {
    return fmt::format("{} was given {} and returned {}. Expected: {}", method, given, found, expected);
}

constexpr std::int64_t kRowsTried = 5;
constexpr std::size_t kMostWidthsTried = 64;
constexpr std::int32_t kChildrenTried = 3;

std::string shapesOf(const Tensors& tensors) {
    std::vector<std::string> texts;
    for (const at::Tensor& tensor : tensors) {
        texts.push_back(fmt::format("[{}] {}", fmt::join(tensor.sizes().begin(), tensor.sizes().end(), ", "),
                                    c10::toString(tensor.scalar_type())));
    }
    return texts.empty() ? std::string("-") : fmt::format("{}", fmt::join(texts, ", "));
}

bool areRows(const Tensors& tensors, std::int64_t rows) {
    return std::all_of(tensors.begin(), tensors.end(), [&](const at::Tensor& tensor) {
        return tensor.is_floating_point() && tensor.dim() == 2 && tensor.size(0) == rows && tensor.size(1) > 0;
    });
}

std::vector<std::int32_t> widthsOf(const Tensors& rows) {
    std::vector<std::int32_t> widths;
    for (const at::Tensor& tensor : rows) {
        widths.push_back(static_cast<std::int32_t>(tensor.size(1)));
    }
    return widths;
}

class ModuleTrial {
public:
    ModuleTrial(const OpenedModule& opened, const About& about) : m_opened(opened), m_about(about) {}

    Result<ModuleFacts> run() {
        const FoundMethods& found = m_opened.found;
        m_facts.recursion = found.recursion;
        m_facts.canChoose = found.canChoose;
        m_facts.hasLogits = found.methods.contains(Role::Logits);
        m_facts.isPair = found.methods.contains(Role::Compare);
        m_facts.embeddingRows = m_opened.embeddingRows;
        TRY(findWidths());
        for (const auto& [role, method] : m_opened.found.methods) {
            TRY(check(role, method));
        }
        TRY(checkOps());
        return std::move(m_facts);
    }

private:
    /// Finds the widths of a state from a method that makes a first state.
    Status findWidths() {
        const auto& methods = m_opened.found.methods;
        for (const Role role : {Role::Leaf, Role::Start}) {
            if (methods.contains(role)) {
                return takeWidths(role, 0);
            }
        }
        return methods.contains(Role::Node) ? takeWidths(Role::Node, 0) : guessWidths();
    }

    Status takeWidths(Role role, std::size_t children) {
        const Result<Tensors> results = call(role, children, argumentsFor(role, children));
        TRY(results);
        m_facts.widths = widthsOf(*results);
        return Ok{};
    }

    /// For a sequence without start: finds the width at which a state of zeros becomes a state of the same width.
    Status guessWidths() {
        const std::size_t values = m_opened.found.values;
        std::set<std::int32_t> candidates;
        for (const LiftedTensor& lifted : m_opened.tensors) {
            for (const std::int64_t size : lifted.tensor.sizes()) {
                if (candidates.size() < kMostWidthsTried) {
                    candidates.insert(static_cast<std::int32_t>(size));
                }
            }
        }
        std::optional<Error> first;
        for (const std::int32_t width : candidates) {
            m_facts.widths.assign(values, width);
            const Result<Tensors> results = call(Role::Step, 1, argumentsFor(Role::Step, 1));
            if (results && widthsOf(*results) == m_facts.widths) {
                return Ok{};
            }
            first = first || results ? first : std::optional(results.error());
        }
        m_facts.widths.clear();
        return first ? *first
                     : Error{ErrorCode::Parse,
                             resultWrong("step", "-", "-",
                                         "a start method, or a state whose width is one of the module's weights")};
    }

    [[nodiscard]] std::vector<SlotTree> slotsFor(Role role, std::size_t children) const {
        return slotsOf(m_opened.found.methods.at(role), role, m_opened.found.values, children);
    }

    /// Random rows and words as arguments of a method.
    [[nodiscard]] Tensors argumentsFor(Role role, std::size_t children) const {
        const RoleMethod& method = m_opened.found.methods.at(role);
        Tensors arguments;
        if (method.takesWord) {
            const std::int64_t rows =
                m_opened.embeddingRows == 0 ? 2 : static_cast<std::int64_t>(m_opened.embeddingRows);
            arguments.push_back(at::randint(rows, {kRowsTried}, at::TensorOptions(at::kLong)));
        }
        const std::size_t rows = method.rowsFor(children);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t value = role == Role::Node ? row / std::max<std::size_t>(children, 1)
                                                         : method.valueOf(role, row, m_facts.widths.size());
            arguments.push_back(at::randn({kRowsTried, m_facts.widths[value]}, at::TensorOptions(type())));
        }
        return arguments;
    }

    [[nodiscard]] at::ScalarType type() const {
        for (const LiftedTensor& lifted : m_opened.tensors) {
            if (lifted.tensor.is_floating_point()) {
                return lifted.tensor.scalar_type();
            }
        }
        return at::kFloat;
    }

    Result<Tensors> call(Role role, std::size_t children, const Tensors& arguments) {
        const RoleMethod& method = m_opened.found.methods.at(role);
        m_about(method.name);
        const auto start = Clock::now();
        try {
            Tensors results =
                runTried({m_opened.methods.at(role), m_opened.tensors, slotsFor(role, children)}, arguments);
            m_facts.methods[method.name].seconds = secondsSince(start);
            if (!areRows(results, kRowsTried)) {
                return Error{ErrorCode::Parse,
                             resultWrong(method.name, shapesOf(arguments), shapesOf(results),
                                         fmt::format("floating point rows [{}, width], one for each node of the batch",
                                                     kRowsTried))};
            }
            return results;
        } catch (const std::exception& failure) {
            return Error{ErrorCode::Parse,
                         fmt::format("{} failed on {}: {}", method.name, shapesOf(arguments), reasonOf(failure))};
        }
    }

    [[nodiscard]] std::vector<std::size_t> childrenOf(Role role) const {
        if (role != Role::Node) {
            return {role == Role::Compose || role == Role::Compare ? std::size_t{2} : std::size_t{1}};
        }
        return m_opened.found.methods.contains(Role::Leaf) ? std::vector<std::size_t>{1, 2, 3}
                                                           : std::vector<std::size_t>{0, 1, 2, 3};
    }

    Status check(Role role, const RoleMethod& method) {
        for (const std::size_t children : childrenOf(role)) {
            const Tensors arguments = argumentsFor(role, children);
            const Result<Tensors> results = call(role, children, arguments);
            TRY(results);
            if (role == Role::Logits) {
                m_facts.classes = widthsOf(*results).front();
            } else if (role == Role::Compare) {
                m_facts.compared = widthsOf(*results).front();
            } else if (widthsOf(*results) != m_facts.widths) {
                return Error{ErrorCode::Parse,
                             resultWrong(method.name, shapesOf(arguments), shapesOf(*results),
                                         fmt::format("rows as wide as the state that the first method makes: {}",
                                                     fmt::format("{}", fmt::join(m_facts.widths, ", "))))};
            }
        }
        return Ok{};
    }

    /// Checks the rows of called methods for hazards, and translations against the called method.
    Status checkOps() {
        const OpsRequest request{.name = "", .arity = kChildrenTried, .dtype = DType::Float64};
        const ModuleOps made = moduleOps(m_opened, m_facts, request);
        Result<Parameters> parameters = Parameters::create(made.ops.set, 1, {});
        TRY(parameters);
        for (const auto& [id, role] : made.roles) {
            const std::size_t children = made.children.at(id);
            const Op& op = made.ops.set.ops[id];
            const RoleMethod& method = m_opened.found.methods.at(role);
            const Tensors arguments = argumentsFor(role, children);
            const std::vector<SlotTree> slots = slotsFor(role, children);
            const TriedMethod tried{m_opened.methods.at(role), m_opened.tensors, slots};
            m_about(method.name);
            if (op.call == nullptr) {
                m_facts.methods[method.name].differs =
                    m_facts.methods[method.name].differs || !isSame(op, *parameters, tried, arguments);
            }
            if (op.call != nullptr || m_facts.methods[method.name].differs) {
                TRY(checkRows(method, tried, arguments));
            }
        }
        return Ok{};
    }

    static bool isSame(const Op& op, const Parameters& parameters, const TriedMethod& tried, const Tensors& arguments) {
        Tensors wide;
        for (const at::Tensor& argument : arguments) {
            wide.push_back(argument.is_floating_point() ? argument.to(at::kDouble) : argument);
        }
        Tensors translated = runOp(op, ParameterTensors(parameters), {wide, kRowsTried, at::Tensor(), at::kDouble});
        const Tensors called = runTried(tried, arguments);
        for (at::Tensor& row : translated) {
            row = row.to(called.front().scalar_type());
        }
        return differenceOf(called, translated) <= kRoundingDifference;
    }

    Status checkRows(const RoleMethod& method, const TriedMethod& tried, const Tensors& arguments) {
        if (const std::optional<std::string> written = writtenTensor(tried, arguments)) {
            return Error{ErrorCode::Parse,
                         words::methodWrong(method.name, fmt::format("it changes {} while it runs", *written),
                                            words::kIsFunction)};
        }
        const std::optional<Hazard> hazard = hazardOf(tried, arguments);
        if (!hazard) {
            return Ok{};
        }
        if (hazard->failsAlone) {
            return Error{ErrorCode::Parse, fmt::format("{} can run neither on many rows nor on one: {}. If the module "
                                                       "was saved in training mode, call eval() before saving",
                                                       method.name, hazard->text)};
        }
        m_facts.methods[method.name].hazard = hazard->text;
        return Ok{};
    }

    const OpenedModule& m_opened;
    const About& m_about;
    ModuleFacts m_facts;
};

} // namespace

Result<ModuleFacts> tryModule(const OpenedModule& opened, const About& about) {
    try {
        const c10::InferenceMode guard;
        return ModuleTrial(opened, about).run();
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Parse, words::cannotLoad(reasonOf(failure))};
    }
}

} // namespace batchscope
